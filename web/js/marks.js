/**
 * Marks on a board: what may happen at a place, what is chosen, what happened last. The backdrop says which
 * figure each has, so that none is told by its colour alone.
 */

import { s } from "./dom.js";
import { corners, outline } from "./scene.js";

/** @typedef {import("./scene.js").Place} Place */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {import("./wire.js").Wire["Figure"]} Figure */

/** A place's own outline, as a tile under what stands there. @param {Place} place @param {string} kind */
export function tile(place, kind) {
  const shape = outline(place.form);
  shape.setAttribute("class", `tile ${kind}`);
  shape.style.setProperty("transform", `translate(${place.at.x}px, ${place.at.y}px)`);
  return shape;
}

/** A figure in the middle of a place. @param {Place} place @param {string} mark a paint, as `mark-attack` @param {Figure} kind @param {boolean} taken whether something stands there */
export function figure(place, mark, kind, taken) {
  const r = Math.min(place.room, 0.6);
  const { x, y } = place.middle;
  const drawn = shapes(kind, r, taken);
  const group = s("g", { class: `figure ${mark}` }, ...(taken && !AROUND.has(kind) ? badge(drawn, r) : drawn));
  group.style.setProperty("transform", `translate(${x}px, ${y}px)`);
  group.style.setProperty("--paint", `var(--${mark})`);
  return group;
}

/** Figures that leave the middle free. @type {Set<Figure>} */
const AROUND = new Set(["crosshair", "dot"]);

/** What stands there stays readable: a ring around it, and the figure on its shoulder. @param {SVGElement[]} drawn @param {number} r */
function badge(drawn, r) {
  const small = s("g", { transform: `translate(${r * 0.62} ${-r * 0.62}) scale(0.62)` }, s("circle", { class: "plate", r: r * 0.66 }), drawn);
  return [s("circle", { class: "halo", r: r * 0.86 }), s("circle", { class: "ring", r: r * 0.86 }), small];
}

/** @param {Figure} kind @param {number} r @param {boolean} taken @returns {SVGElement[]} */
function shapes(kind, r, taken) {
  switch (kind) {
    case "crosshair":
      return [
        s("circle", { class: "halo", r: r * 0.86 }),
        s("circle", { class: "ring", r: r * 0.86 }),
        ...[0, 90, 180, 270].map((turn) => s("path", { class: "ring", d: `M0 ${-r * 1.0}V${-r * 0.66}`, transform: `rotate(${turn})` })),
      ];
    case "arc":
      return [s("path", { class: "halo", d: leap(r) }), s("path", { class: "ring", d: leap(r) }), s("circle", { class: "dot", cx: r * 0.46, cy: r * 0.2, r: r * 0.15 })];
    case "warning":
      return [s("polygon", { class: "dot", points: corners([{ x: 0, y: -r * 0.4 }, { x: r * 0.42, y: r * 0.32 }, { x: -r * 0.42, y: r * 0.32 }]) }), s("path", { class: "hole", d: `M0 ${-r * 0.14}V${r * 0.08}M0 ${r * 0.2}V${r * 0.205}` })];
    case "star":
      return [s("polygon", { class: "dot", points: corners(star(r * 0.56)) })];
    case "back":
      return [s("path", { class: "ring", d: `M${-r * 0.34} 0H${r * 0.34}M${-r * 0.34} 0L${-r * 0.06} ${-r * 0.26}M${-r * 0.34} 0L${-r * 0.06} ${r * 0.26}` })];
    case "diamond":
      return [s("rect", { class: "ring", x: -r * 0.26, y: -r * 0.26, width: r * 0.52, height: r * 0.52, transform: "rotate(45)" })];
    case "cross":
      return [s("path", { class: "ring", d: `M${-r * 0.3} ${-r * 0.3}L${r * 0.3} ${r * 0.3}M${r * 0.3} ${-r * 0.3}L${-r * 0.3} ${r * 0.3}` })];
    default:
      // A dot where it is empty, a ring around what stands there.
      return taken
        ? [s("circle", { class: "halo", r: r * 0.84 }), s("circle", { class: "ring", r: r * 0.84 })]
        : [s("circle", { class: "dot", r: r * 0.31 })];
  }
}

/** @param {number} r */
const leap = (r) => `M${-r * 0.46} ${r * 0.3}Q0 ${-r * 0.85} ${r * 0.46} ${r * 0.2}`;

/** @param {number} r @returns {Point[]} */
function star(r) {
  return Array.from({ length: 10 }, (_, i) => {
    const [far, angle] = [i % 2 === 0 ? r : r * 0.45, (Math.PI * i) / 5 - Math.PI / 2];
    return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
  });
}

/** On the shoulder of a mark: it harms who goes there. @param {Place} place */
export function harm(place) {
  const r = Math.min(place.room, 0.6);
  const group = s("g", { class: "harm" }, s("circle", { class: "plate", r: r * 0.42 }), s("g", { transform: "scale(0.9) translate(0 0.02)" }, ...shapes("warning", r * 0.75, false)));
  group.style.setProperty("transform", `translate(${place.middle.x + r * 0.6}px, ${place.middle.y - r * 0.6}px)`);
  return group;
}

/** An arrow from place to place. @param {Place} from @param {Place} to @param {string} kind `last`, `planned` or `sending` */
export function arrow(from, to, kind) {
  const [one, two] = [from.middle, to.middle];
  const length = Math.hypot(two.x - one.x, two.y - one.y);
  if (length === 0) return s("g");
  // Between neighbours the tiles say it already.
  if (kind === "last" && length < (from.room + to.room) * 1.6) return s("g");
  const [dx, dy] = [(two.x - one.x) / length, (two.y - one.y) / length];
  // What happened is seen from afar.
  const width = Math.min(from.room, to.room, 0.5) * (kind.startsWith("trail") ? 0.42 : 0.26);
  const near = kind.startsWith("trail") && areNear(from, to);
  const head = Math.min(width * 2.6, length * (near ? 0.32 : 0.45));
  const start = near ? length * 0.3 : Math.min(from.room * 0.55, length / 3);
  const end = near ? length * 0.72 : length - Math.min(to.room * 0.3, length / 4);
  /** @param {number} along @param {number} across */
  const at = (along, across) => ({ x: one.x + dx * along - dy * across, y: one.y + dy * along + dx * across });
  const half = width / 2;
  const points = [at(start, -half), at(end - head, -half), at(end - head, -head * 0.62), at(end, 0), at(end - head, head * 0.62), at(end - head, half), at(start, half)];
  return s("polygon", { class: `arrow ${kind}`, points: corners(points) });
}

/** Whether what stands on two places leaves next to nothing free between them: an arrow there lies across their border, over what stands. @param {Place} from @param {Place} to */
export function areNear(from, to) {
  return Math.hypot(to.middle.x - from.middle.x, to.middle.y - from.middle.y) < (from.room + to.room) * 1.3;
}

/** The ring of the keyboard's focus. @param {Place} place */
export function ring(place) {
  const group = s("g", { class: "focus-ring" });
  for (const layer of ["outer", "inner"]) {
    const shape = outline(place.form);
    shape.setAttribute("class", layer);
    shape.style.setProperty("transform", `translate(${place.at.x}px, ${place.at.y}px)`);
    group.append(shape);
  }
  return group;
}
