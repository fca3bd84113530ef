/** The numbers of an overlay, each written in its place. */

import { s } from "./dom.js";
import { number } from "./i18n.js";

/** @typedef {import("./board.js").Board} Board */

/** Smaller numbers are not read, in pixels. */
const LEGIBLE = 7;

/** @param {Board} board @param {{ seat: number, values: Record<string, number> }[]} sides */
export function drawNumbers(board, sides) {
  const shown = sides.filter(({ values }) => Object.values(values).some((value) => value !== 0));
  board.group("numbers").replaceChildren(...shown.flatMap(({ seat, values }, at) => Object.entries(values).flatMap(([spot, value]) => {
    const place = board.places.get(spot);
    if (!place || value === 0) return [];
    const room = Math.min(place.room, 0.6);
    const size = room * 0.46;
    if (size * board.camera.scale() < LEGIBLE) return [];
    // One side at the right below what stands there, the next one at the left.
    const x = place.middle.x + (at % 2 === 0 ? 1 : -1) * room * 0.62;
    const y = place.middle.y + room * (0.7 - Math.floor(at / 2) * 0.5);
    const word = s("text", { class: "lens-number", x, y, "font-size": size, "dominant-baseline": "central" }, number(Math.round(value * 10) / 10));
    word.style.setProperty("--paint", `var(--seat-${((seat - 1) % 6) + 1})`);
    return [word];
  })));
}
