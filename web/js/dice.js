/** Dice as SVG: single ones with their pips, and handfuls of which only the sum counts. */

import { s } from "./dom.js";

/** @typedef {import("./scene.js").Point} Point */

/** Where the pips of each face are, in thirds from the middle. @type {[number, number][][]} */
const PIPS = [
  [[0, 0]],
  [[-1, -1], [1, 1]],
  [[-1, -1], [0, 0], [1, 1]],
  [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
];

/** So many dice of a handful are drawn; of more, one beside their number. */
const MOST = 6;
/** How far the dice of a handful are from each other, in dice. */
const STEP = 1.12;
/** How wide the sum beside them is, in dice. */
const SUM = 1.45;

/** @param {number} sides */
export const anyFace = (sides) => 1 + Math.floor(Math.random() * sides);

/** @param {number} face @param {string} paint @param {Point} at @param {number} size @param {string | false} how @param {number} [turn] in degrees */
export function drawDie(face, paint, at, size, how, turn = 0) {
  const pips = (PIPS[face - 1] ?? []).map(([x, y]) => s("circle", { cx: size / 2 + x * size * 0.26, cy: size / 2 + y * size * 0.26, r: size * 0.09 }));
  const body = s("g", { transform: turn ? `rotate(${turn} ${size / 2} ${size / 2})` : null },
    s("rect", { class: "side", y: size * 0.09, width: size, height: size, rx: size * 0.24 }),
    s("rect", { width: size, height: size, rx: size * 0.24 }),
    s("path", { class: "shine", d: `M${size * 0.2} ${size * 0.1}H${size * 0.8}`, "stroke-width": size * 0.06 }),
    pips);
  return dressed(s("g", { class: `die ${how || ""}` }, body), paint, at);
}

/** How wide a handful is. @param {{ amount: number }} thrown @param {number} die */
export const handfulWidth = ({ amount }, die) => ((amount > MOST ? 2.1 : amount * STEP) + SUM) * die;

/**
 * Dice thrown together, and what they add up to. Which of them shows what is no part of the game: any faces with that sum.
 * @param {{ amount: number, sides: number, sum: number }} thrown @param {string} paint @param {Point} at @param {number} die
 * @param {string | false} how nothing while they roll
 */
export function drawHandful({ amount, sides, sum }, paint, at, die, how) {
  const count = amount > MOST ? 1 : amount;
  const faces = how ? facesOf({ amount, sides, sum }).slice(0, count) : Array.from({ length: count }, () => anyFace(sides));
  const dice = faces.map((face, i) => drawDie(face, paint, { x: at.x + i * die * STEP, y: at.y }, die, how, how ? ((i * 47 + face * 31 + sum * 13) % 17) - 8 : anyFace(40) - 20));
  const left = at.x + (amount > MOST ? 2.1 : amount * STEP) * die;
  const words = amount > MOST ? [word(`×${amount}`, { x: at.x + die * 1.6, y: at.y + die / 2 }, die * 0.5, "times")] : [];
  return [...dice, ...words, word(how ? String(sum) : "…", { x: left + die * SUM * 0.5, y: at.y + die / 2 }, die * 0.86, `sum ${how || ""}`)];
}

/** Faces from 1 to `sides` that add up to the sum, as even as dice are. @param {{ amount: number, sides: number, sum: number }} thrown @returns {number[]} */
export function facesOf({ amount, sides, sum }) {
  let left = Math.max(amount, Math.min(amount * sides, sum));
  return Array.from({ length: amount }, (_, i) => {
    const others = amount - i - 1;
    const even = left / (others + 1);
    // One above the middle, the next below it.
    const wanted = Math.round(even + ((i * 2 + sum) % 3 - 1) * Math.min(even - 1, sides - even, 2));
    const face = Math.max(1, left - others * sides, Math.min(sides, left - others, wanted));
    left -= face;
    return face;
  });
}

/** @param {string} text @param {Point} at @param {number} size @param {string} kind */
function word(text, at, size, kind) {
  return s("text", { class: `throw ${kind}`, x: at.x, y: at.y, "font-size": size, "dominant-baseline": "central" }, text);
}

/** @param {SVGElement} node @param {string} paint @param {Point} at */
export function dressed(node, paint, at) {
  node.style.setProperty("--paint", `var(--${paint})`);
  node.style.setProperty("--on", paint === "paper" ? "var(--ink)" : `var(--on-${paint})`);
  node.style.setProperty("transform", `translate(${at.x}px, ${at.y}px)`);
  return node;
}
