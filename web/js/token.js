/** The tokens of seats beside the board: a colour, a figure and a letter. */

import { s } from "./dom.js";

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
  return Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides - Math.PI / 2;
    return `${(12 + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
}
