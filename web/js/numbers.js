/** The numbers of an overlay, each written in its place. */

import { s } from "./dom.js";
import { number } from "./i18n.js";

/** @typedef {import("./board.js").Board} Board */

/** Smaller numbers are not read, in pixels. */
const LEGIBLE = 7.5;
/** How large a number is beside what stands in its place, and where nothing does, as parts of the room there. */
const BESIDE = 0.46;
const ALONE = 0.8;
const AMONG = 0.56;

/** @param {Board} board @param {{ seat: number, values: Record<string, number> }[]} sides */
export function drawNumbers(board, sides) {
  // Of a map of yes and no the shades say all there is.
  const shown = sides.filter(({ values }) => Object.values(values).some((value) => value !== 0 && value !== 1));
  const least = LEGIBLE / board.camera.scale();
  const taken = new Set([...board.drawn.values()].filter(({ half }) => half > 0).map(({ spot }) => spot));
  board.group("numbers").replaceChildren(...shown.flatMap(({ seat, values }, at) => Object.entries(values).flatMap(([spot, value]) => {
    const place = board.places.get(spot);
    if (!place || value === 0) return [];
    const room = Math.min(place.room, 0.6);
    const isFree = !taken.has(spot);
    // One side at the right below what stands there, the next one at the left; the only one in the middle of a free place.
    const isAlone = isFree && shown.filter((side) => side.values[spot]).length === 1;
    const size = Math.max(least, room * (isAlone ? ALONE : isFree ? AMONG : BESIDE));
    if (size > room) return [];
    const x = place.middle.x + (isAlone ? 0 : (at % 2 === 0 ? 1 : -1) * room * (isFree ? 0.45 : 0.62));
    const y = place.middle.y + (isAlone ? 0 : room * ((isFree ? 0.25 : 0.7) - Math.floor(at / 2) * 0.5));
    const word = s("text", { class: "lens-number", x, y, "font-size": size, "dominant-baseline": "central" }, number(Math.round(value * 10) / 10));
    word.style.setProperty("--paint", `var(--seat-${((seat - 1) % 6) + 1})`);
    return [word];
  })));
}
