/** The end: who won and why, the numbers, and what to do next. */

import { address } from "../api.js";
import { h } from "../dom.js";
import { number, register, t } from "../i18n.js";
import { openDialog } from "../parts.js";
import { capital, holder, letters, sign, token } from "./names.js";
import texts from "../texts/dialogs.js";

register(texts);

/**
 * @param {any} room
 * @param {any} page
 * @param {{ rematch: () => void, share: () => void, steps: number }} how
 */
export function showEnd(room, page, how) {
  const { result } = page;
  const signs = letters(page.seats);
  const winner = result.winner;
  const own = room.you.seats;
  const title = result.reason === "closed" ? t("m.end.closed") : winner === null ? t("m.end.draw") : t("m.end.wins", { name: page.seats[winner - 1] ?? String(winner) });
  const mine = winner !== null && own.length === 1 ? t(own.includes(winner) ? "m.end.won" : "m.end.lost") : "";
  const head = h("div.end-head", { class: winner ? `seat-${winner}` : "drawn" },
    winner === null ? h("span.end-tokens", null, page.seats.map((/** @type {string} */ _, /** @type {number} */ at) => token(at + 1, signs[at] ?? ""))) : h("span.end-tokens", null, sign("wreath"), token(winner, signs[winner - 1] ?? "")),
    mine && h("p.mine", null, mine),
    h("p.reason", null, sentence(result.text)));
  const table = h("table.end-table", null,
    h("thead", null, h("tr", null, h("td"), page.seats.map((/** @type {string} */ name, /** @type {number} */ at) => h("th", { scope: "col" }, token(at + 1, signs[at] ?? ""), name, h("small", null, holder(room.seats[at])))))),
    h("tbody", null,
      // 1, 0 and −1 say no more than who has won.
      result.scores.some((/** @type {number} */ score) => Math.abs(score) > 1) && row(t("m.end.score"), result.scores),
      page.status.statistics.map((/** @type {{ name: string, values: number[] }} */ one) => row(one.name, one.values))));
  const record = address(`/matches/${encodeURIComponent(room.id)}/record`);
  return openDialog(title, (_, close) => ({
    body: [h("p.rematch-wanted", { role: "status" }, room.rematch ? t("m.rematch.wanted") : ""), head, table, h("p.hint", null, t("m.end.steps", { n: how.steps }))],
    footer: [
      own.length > 0 ? h("button.button.primary", { type: "button", "data-rematch": true, onclick: () => {
        close();
        how.rematch();
      } }, sign("again"), h("span", null, t(room.rematch ? "m.rematch.join" : "m.rematch"))) : null,
      h("a.button", { href: `/replay/${encodeURIComponent(room.id)}`, onclick: close }, t("m.replay")),
      h("button.button", { type: "button", onclick: () => {
        close();
        how.share();
      } }, sign("share"), t("share")),
      h("a.button", { href: record, download: true }, sign("save"), t("m.record")),
      h("button.button.quiet", { type: "button", onclick: close }, t("m.end.look")),
    ].filter((node) => node !== null),
  }));
}

/** @param {string} name @param {number[]} values */
function row(name, values) {
  return h("tr", null, h("th", { scope: "row" }, name), values.map((value) => h("td", null, number(value))));
}

/** @param {string} text */
function sentence(text) {
  const whole = capital(text);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
