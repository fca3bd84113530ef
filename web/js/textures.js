/**
 * Textures: patterns that tell owners apart without colour, and figures that tell grounds apart. The tiles are
 * those of the server's pictures; its tests compare them.
 */

import { s } from "./dom.js";

/** @type {Record<string, { size: number, turn: number, strokes: string, solid: string }>} */
const TILES = {
  stripes: { size: 0.16, turn: 45, strokes: "M0 .08H.16", solid: "" },
  dots: { size: 0.2, turn: 45, strokes: "M.08 .1h.04", solid: "" },
  bars: { size: 0.16, turn: 0, strokes: "M.08 0V.16", solid: "" },
  crosses: { size: 0.22, turn: 0, strokes: "M.07 .11H.15M.11 .07V.15", solid: "" },
  waves: { size: 0.25, turn: 0, strokes: "M-.125 .155Q-.0625 .065 0 .125T.125 .125T.25 .125T.375 .125", solid: "" },
  checks: { size: 0.25, turn: 0, strokes: "", solid: "M0 0H.125V.125H0ZM.125 .125H.25V.25H.125Z" },
  tufts: { size: 0.62, turn: 0, strokes: "M.1 .2L.12 .13M.14 .2V.11M.18 .2L.16 .13M.42 .5L.44 .43M.46 .5V.41M.5 .5L.48 .43M.47 .12h.01M.13 .45h.01", solid: "" },
  crowns: { size: 0.56, turn: 0, strokes: "M.14 .21V.26M.42 .47V.52M.44 .15V.19", solid: "M.14 .05A.085 .085 0 1 1 .139 .05ZM.42 .31A.085 .085 0 1 1 .419 .31ZM.44 .03A.06 .06 0 1 1 .439 .03Z" },
  peaks: { size: 0.74, turn: 0, strokes: "M.06 .32L.2 .1L.34 .32M.42 .62L.54 .42L.66 .62", solid: "M.2 .1L.34 .32H.23L.25 .24L.19 .2ZM.54 .42L.66 .62H.57L.58 .55L.53 .51Z" },
  dunes: { size: 0.66, turn: 0, strokes: "M.04 .16Q.16 .07 .3 .16M.36 .46Q.48 .37 .62 .46M.46 .12h.01M.54 .2h.01M.12 .42h.01M.2 .5h.01M.42 .28h.01", solid: "" },
  ripples: { size: 0.84, turn: 0, strokes: "M.08 .22q.05 -.05 .1 0t.1 0M.5 .62q.05 -.05 .1 0t.1 0", solid: "" },
};

/** How a line with a pattern is dashed: stroke, gap, and so on, in widths of the line. @type {Record<string, number[]>} */
export const DASHES = {
  stripes: [6, 2],
  dots: [2.5, 2.5],
  bars: [4, 1.5, 1, 1.5],
  crosses: [1, 1.5],
  waves: [8, 2, 2, 2],
  checks: [3, 1],
};

/** How many tiles are those of owners; the rest are those of grounds. */
const OWNERS = 6;

/** The seat whose colour a texture on this paint has, or none. @param {string} fill @returns {string | undefined} */
const seatOf = (fill) => /^held-(\d+)$/.exec(fill)?.[1];

/** The id of the texture that is seen on a paint. @param {string} prefix @param {string} pattern @param {string} fill */
export function textureId(prefix, pattern, fill) {
  const seat = seatOf(fill);
  return `${prefix}-texture-${pattern}${seat ? `-${seat}` : ""}`;
}

/** Every texture: in the page's ink, and those of owners in each seat's colour as well. @param {string} prefix @returns {SVGElement[]} */
export function textures(prefix) {
  const names = Object.keys(TILES);
  const plain = names.map((name) => texture(name, textureId(prefix, name, "")));
  const owned = names.slice(0, OWNERS).flatMap((name) =>
    names.slice(0, OWNERS).map((_, seat) => {
      const element = texture(name, textureId(prefix, name, `held-${seat + 1}`));
      element.classList.add("owned");
      element.style.setProperty("--paint", `var(--seat-${seat + 1})`);
      return element;
    }));
  return [...plain, ...owned];
}

/** @param {string} name @param {string} id */
function texture(name, id) {
  const tile = TILES[name];
  if (!tile) throw new Error(`unknown texture ${name}`);
  const { size, turn, strokes, solid } = tile;
  const transform = `rotate(${turn})`;
  return s("pattern", { id, class: "texture", patternUnits: "userSpaceOnUse", width: size, height: size, patternTransform: transform },
    strokes ? s("path", { d: strokes }) : null,
    solid ? s("path", { class: "solid", d: solid }) : null);
}
