/** How seats and people are shown: a colour, a figure and a letter, and who sits there. */

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { corners } from "../scene.js";

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

/** A seat's token: colour, figure and letter. @param {number} seat from 1 @param {string} letter */
export function token(seat, letter) {
  const figure = FIGURES[(seat - 1) % FIGURES.length] ?? FIGURES[0];
  const shape = /** @type {() => SVGElement} */ (figure)();
  shape.style.setProperty("fill", `var(--seat-${((seat - 1) % 6) + 1})`);
  const word = s("text", { x: 12, y: 12.5, "text-anchor": "middle", "dominant-baseline": "central", "font-size": 11, "font-weight": 700 }, letter);
  word.style.setProperty("fill", `var(--on-seat-${((seat - 1) % 6) + 1})`);
  return s("svg", { class: "token", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, shape, word);
}

/** As boards draw them: disc, square, triangle, lozenge, five sides, six. @type {(() => SVGElement)[]} */
const FIGURES = [
  () => s("circle", { cx: 12, cy: 12, r: 11 }),
  () => s("rect", { x: 1.8, y: 1.8, width: 20.4, height: 20.4, rx: 4 }),
  () => s("polygon", { points: regular(3, 14, 15) }),
  () => s("polygon", { points: regular(4, 12.5) }),
  () => s("polygon", { points: regular(5, 12.5) }),
  () => s("polygon", { points: regular(6, 12) }),
];

/** @param {number} sides @param {number} radius @param {number} [y] */
function regular(sides, radius, y = 12) {
  return corners(Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides - Math.PI / 2;
    return { x: 12 + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  }));
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
