/** How seats and people are called and shown, and the page's own drawings. */

import { h, s } from "../dom.js";
import { t } from "../i18n.js";

export { token } from "../token.js";

/** @typedef {import("../wire.js").Wire["SeatBody"]} SeatBody */

/**
 * The letters of the seats: the first of each name that no seat before it has, as games write them on the
 * board. An O would look like a zero.
 * @param {string[]} names @returns {string[]}
 */
export function letters(names) {
  /** @type {string[]} */
  const taken = [];
  for (const [at, name] of names.entries()) {
    taken.push([...name.toUpperCase()].find((letter) => /\p{Letter}/u.test(letter) && letter !== "O" && !taken.includes(letter)) ?? String(at + 1));
  }
  return taken;
}

/** Who sits in a seat, in words. @param {SeatBody} seat */
export function holder(seat) {
  if (seat.kind === "open") return t("m.seat.open");
  if (seat.kind === "agent" && seat.stands_for) return t("m.seat.stands", { level: seat.level ?? 0, name: seat.stands_for.name });
  if (seat.kind === "agent" && seat.agent) return t("m.seat.program", { name: seat.agent });
  if (seat.kind === "agent") return t("m.seat.agent", { level: seat.level ?? 0 });
  return seat.player?.name ?? "";
}

/** What the game calls the seats, in one phrase. @param {any} room @param {number[]} seats */
export function called(room, seats) {
  const names = seats.map((seat) => room.seats[seat - 1]?.name ?? String(seat));
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);
}

/** With a capital letter at its beginning. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Where the rules of a match are, with its options. @param {any} room */
export function rulesOf(room) {
  const options = new URLSearchParams(room.options ?? {});
  return `/rules/${encodeURIComponent(room.game)}?${options}`;
}

/** A link to the paragraph of the rules that a refusal cites; it opens beside the board. @param {string} game @param {string | null} rule */
export function paragraph(game, rule) {
  if (!rule) return null;
  const number = rule.replace("§", "");
  const beside = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const from = /** @type {HTMLElement} */ (event.currentTarget);
    void import("./paragraph.js").then(({ showParagraph }) => showParagraph(game, number, from));
  };
  return h("a.cite", { href: `/rules/${encodeURIComponent(game)}#${encodeURIComponent(number)}`, title: t("m.rule", { rule: number }), onclick: beside }, `§${number}`);
}

/** Every reason, each with its paragraph. @param {any[]} refusals @param {string} game */
export function reasons(refusals, game) {
  return h("ul.reasons", null, refusals.map((refusal) => h("li", null, refusal.text, " ", paragraph(game, refusal.rule))));
}

/** Beside this file, so that it is kept with the same version. */
const SIGNS = new URL("../../icons/match.svg", import.meta.url).pathname;

/** A drawing of `icons/match.svg`. @param {string} name */
export function sign(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("use", { href: `${SIGNS}#${name}` }));
}
