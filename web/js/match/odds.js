/** What chance may make of an action: the next roll, and the whole of what follows if it is fought out. */

import { h } from "../dom.js";
import { lang, number, t } from "../i18n.js";

/** @typedef {{ result: string, ways: number, of: number }} OddsLine */
/** @typedef {{ name: string, lines: { result: string, share: number }[] }} Forecast */
/** @typedef {{ odds: OddsLine[], forecasts: Forecast[] }} Outlook */

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

/** The words of a result, `defender-2` as "defender −2"; what is not known is told as it is. @param {string} result */
export function resultName(result) {
  const [, name, n] = /^([a-z-]+?)-(\d+)$/.exec(result) ?? [];
  const key = `m.odds.${name ?? result}`;
  const text = t(key, n === undefined ? {} : { n: Number(n) });
  return text === key ? result.replaceAll("-", " ") : text;
}

/** Results that are worth a line; the others are one. @param {{ result: string, share: number }[]} lines */
export function joined(lines) {
  const often = lines.filter(({ share }) => share >= SELDOM);
  const least = often.map(({ share }) => share).sort((a, b) => b - a)[MOST - 1] ?? 0;
  const told = often.length > MOST ? often.filter(({ share }) => share > least) : often;
  const rest = 1 - told.reduce((sum, { share }) => sum + share, 0);
  return rest >= SELDOM ? [...told, { result: "other", share: rest }] : told;
}

/** What an action may lead to. @param {Outlook} outlook */
export function outlook({ odds, forecasts }) {
  const lines = odds.map(({ result, ways, of }) => ({ result, share: of > 0 ? ways / of : 0 }));
  return [
    lines.length > 0 && h("table.odds", null, h("caption", null, t("m.odds")), h("tbody", null, joined(lines).map(row))),
    forecasts.length > 0 && h("table.odds.forecast", null, h("caption", null, t("m.forecast")), h("tbody", null, forecasts.flatMap(summary))),
  ].filter((node) => node !== false);
}

/** @param {{ result: string, share: number }} line */
function row({ result, share }) {
  const bar = h("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" });
  return h("tr", null, h("th", { scope: "row" }, resultName(result)), h("td", null, bar), h("td.share", null, percent(share)));
}

/** @param {Forecast} forecast of numbers */
function average({ lines }) {
  const mean = lines.reduce((sum, { result, share }) => sum + Number(result) * share, 0);
  return `≈ ${number(Math.round(mean * 10) / 10)}`;
}

/** Numbers as what they come to on average; of two words the first says all. @param {Forecast} forecast */
function summary({ name, lines }) {
  if (lines.every(({ result }) => /^\d+$/.test(result))) {
    return [h("tr", null, h("th", { scope: "row", colspan: 2 }, resultName(name)), h("td.share", { title: t("m.forecast.mean") }, average({ name, lines })))];
  }
  return lines.length === 2 && lines[0] ? [row(lines[0])] : joined(lines).map(row);
}

/** The outlooks of a few actions, one line each; what is the same for all is told once. @param {{ caption: string, outlook: Outlook }[]} actions */
export function compared(actions) {
  const same = new Set(actions.map(({ outlook }) => JSON.stringify(outlook.forecasts))).size === 1;
  return h("table.compared", null, h("caption.sr-only", null, t("m.odds")), h("tbody", null,
    actions.map(({ caption, outlook: { odds, forecasts } }) => {
      const lines = joined(odds.map(({ result, ways, of }) => ({ result, share: of > 0 ? ways / of : 0 })));
      return h("tr", null, h("th", { scope: "row" }, caption),
        h("td", null, lines.map(({ result, share }) => chip(resultName(result), percent(share)))),
        !same && h("td", null, ends(forecasts)));
    }),
    same && (actions[0]?.outlook.forecasts.length ?? 0) > 0 && h("tr", null, h("th", { scope: "row" }, t("m.forecast")), h("td", null, ends(actions[0]?.outlook.forecasts ?? [])))));
}

/** @param {Forecast[]} forecasts */
function ends(forecasts) {
  return forecasts.map(({ name, lines }) => {
    const [first] = lines;
    return first && !/^\d+$/.test(first.result) ? chip(resultName(first.result), percent(first.share)) : chip(resultName(name), average({ name, lines }));
  });
}

/** @param {string} name @param {string} value */
const chip = (name, value) => h("span.chip", null, name, " ", h("strong", null, value));
