/** What chance may make of an action: the next roll, and the whole of what follows if it is fought out. */

import { h } from "../dom.js";
import { lang, number, t } from "../i18n.js";

/** @typedef {import("../wire.js").Wire["OddsLine"]} OddsLine */
/** @typedef {import("../wire.js").Wire["Share"]} Share */
/** @typedef {import("../wire.js").Wire["Forecast"]} Forecast */
/** @typedef {import("../wire.js").Wire["Part"]} Part */
/** @typedef {{ odds: OddsLine[], forecasts: Forecast[], attack?: number | null, defence?: number | null, parts?: Part[] | null }} Outlook */

/** What comes less often than this is not told on its own. */
const SELDOM = 0.0005;
/** How many results are told, at most. */
const MOST = 7;

/** A share of one, as people write it; never a certainty that is none. @param {number} share */
export function percent(share) {
  const format = new Intl.NumberFormat(lang(), { style: "percent", maximumFractionDigits: 1 });
  if (share < 1 && share > 1 - SELDOM) return `> ${format.format(0.999)}`;
  if (share > 0 && share < SELDOM) return `< ${format.format(0.001)}`;
  return format.format(share);
}

/** @param {OddsLine[]} odds @returns {Share[]} */
const shares = (odds) => odds.map(({ result, text, ways, of }) => ({ result, text, share: of > 0 ? ways / of : 0 }));

/** Results that are worth a line; the others are one. @param {Share[]} lines */
export function joined(lines) {
  const often = lines.filter(({ share }) => share >= SELDOM);
  const least = often.map(({ share }) => share).sort((a, b) => b - a)[MOST - 1] ?? 0;
  const told = often.length > MOST ? often.filter(({ share }) => share > least) : often;
  const rest = 1 - told.reduce((sum, { share }) => sum + share, 0);
  return rest >= SELDOM ? [...told, { result: "other", text: t("m.odds.other"), share: rest }] : told;
}

/** Who adds what to an attack and to the defence against it. @param {Outlook} outlook @param {(spot: string) => string} name */
function balance({ attack, defence, parts }, name) {
  if (attack === undefined || attack === null) return false;
  /** @param {string} side @param {string} title @param {number} total */
  const line = (side, title, total) => h("tr", null, h("th", { scope: "row" }, title), h("td.share", null, number(total)),
    h("td", null, (parts ?? []).filter((part) => part.side === side).map(({ spot, value, why }) => `${name(spot)} ${number(value)} (${why})`).join(", ")));
  return h("table.odds.balance", null, h("caption", null, t("m.balance")),
    h("tbody", null, line("attack", t("m.balance.attack"), attack), line("defence", t("m.balance.defence"), defence ?? 0)));
}

/** What an action may lead to. @param {Outlook} told @param {(spot: string) => string} [name] what a spot is called */
export function outlook(told, name = (spot) => spot) {
  const { odds, forecasts } = told;
  const lines = shares(odds);
  const [only] = lines;
  const sure = lines.length === 1 && only?.share === 1;
  /** @type {HTMLElement[]} */
  const nodes = [];
  const sums = balance(told, name);
  if (sums) nodes.push(sums);
  if (sure && only) nodes.push(h("p.sure", null, h("strong", null, only.text)));
  else if (lines.length > 0) nodes.push(h("table.odds", null, h("caption", null, t("m.odds")), h("tbody", null, joined(lines).map(row))));
  if (forecasts.length > 0) nodes.push(h("table.odds.forecast", null, h("caption", null, t("m.forecast")), h("tbody", null, forecasts.flatMap(summary))));
  return nodes;
}

/** @param {Share} line */
function row({ text, share }) {
  const bar = h("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" });
  return h("tr", null, h("th", { scope: "row" }, text), h("td", null, bar), h("td.share", null, percent(share)));
}

/** @param {Share[]} lines of numbers */
function average(lines) {
  const mean = lines.reduce((sum, { result, share }) => sum + Number(result) * share, 0);
  return `≈ ${number(Math.round(mean * 10) / 10)}`;
}

/** Numbers as what they come to on average; of two words the first says all. @param {Forecast} forecast */
function summary({ title, lines }) {
  if (lines.every(({ result }) => /^\d+$/.test(result))) {
    return [h("tr", null, h("th", { scope: "row", colspan: 2 }, title), h("td.share", { title: t("m.forecast.mean") }, average(lines)))];
  }
  return lines.length === 2 && lines[0] ? [row(lines[0])] : joined(lines).map(row);
}

/** The outlooks of a few actions, one line each; what is the same for all is told once. @param {{ caption: string, outlook: Outlook }[]} actions */
export function compared(actions) {
  const same = new Set(actions.map(({ outlook }) => JSON.stringify(outlook.forecasts))).size === 1;
  return h("table.compared", null, h("caption.sr-only", null, t("m.odds")), h("tbody", null,
    actions.map(({ caption, outlook: { odds, forecasts, attack, defence } }) => {
      const lines = joined(shares(odds));
      return h("tr", null, h("th", { scope: "row" }, caption),
        h("td", null, typeof attack === "number" && chip(t("m.balance.short"), `${number(attack)} : ${number(defence ?? 0)}`),
          lines.map(({ text, share }) => chip(text, share === 1 ? "" : percent(share)))),
        !same && h("td", null, ends(forecasts)));
    }),
    same && (actions[0]?.outlook.forecasts.length ?? 0) > 0 && h("tr", null, h("th", { scope: "row" }, t("m.forecast")), h("td", null, ends(actions[0]?.outlook.forecasts ?? [])))));
}

/** @param {Forecast[]} forecasts */
function ends(forecasts) {
  return forecasts.map(({ title, lines }) => {
    const [first] = lines;
    return first && !/^\d+$/.test(first.result) ? chip(first.text, percent(first.share)) : chip(title, average(lines));
  });
}

/** @param {string} name @param {string} value */
const chip = (name, value) => h("span.chip", null, name, " ", h("strong", null, value));
