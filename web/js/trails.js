/** What happened, on the board: ways that were gone, with their numbers; what was lost; and the dice of a battle beside it. */

import { anyFace, drawDie, drawHandful, dressed, handfulWidth } from "./dice.js";
import { s } from "./dom.js";
import { areNear, arrow, tile } from "./marks.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./scene.js").Point} Point */
/** @typedef {import("./scene.js").Shape} Shape */
/** @typedef {import("./match/happenings.js").Trail} Trail */
/** @typedef {import("./match/happenings.js").Battle} Battle */

/** Dice and numbers are at least so large, in pixels. */
const LEAST_DIE = 17;
const LEAST_NUMBER = 15;

/** What a finger can hit, in pixels. */
const FINGER = 24;

/** How far a way may go before it is one around the edge of a map, as a share of its width. */
const AROUND = 0.6;

/** The side of a die, and how it is set apart, in dice. */
const GAP = 0.22;

/** @param {Board} board @param {Trail[]} trails @param {Shape[]} ghosts what is gone */
export function drawTrails(board, trails, ghosts) {
  const [ways, notes] = [board.group("trail"), board.group("notes")];
  ways.replaceChildren(...ghosts.map((shape) => {
    const node = board.node(shape);
    node.classList.add("ghost-piece");
    return node;
  }));
  notes.replaceChildren();
  const steps = board.group("steps");
  steps.replaceChildren();
  const size = Math.max(0.3, LEAST_NUMBER / board.camera.scale());
  /** Where numbers are already. @type {Point[]} */
  const taken = [];
  for (const { n, from, to, seat, isAttack, isPlanned, lost } of trails) {
    const [one, two] = [from === undefined ? undefined : board.places.get(from), board.places.get(to)];
    if (!two) continue;
    const kind = `trail ${isAttack ? "attack" : "move"}${isPlanned ? " sketch" : ""}`;
    const far = one && Math.abs(one.middle.x - two.middle.x) > board.camera.width * AROUND;
    const way = one && !far ? arrow(one, two, kind) : tile(two, kind);
    way.style.setProperty("--paint", seat ? `var(--seat-${((seat - 1) % 6) + 1})` : "var(--ink)");
    const near = one && !far && areNear(one, two);
    (near ? notes : ways).append(way);
    const at = free(near ? besides(one.middle, two.middle, size) : one && !far ? between(one.middle, two.middle, 0.36) : shoulder(board, to, two, size), taken, size);
    taken.push(at);
    if (trails.length > 1 || isPlanned) notes.append(note(at, String(n), size, `number ${isAttack ? "attack" : ""}`));
    if (isPlanned) steps.append(handle(at, n, size, FINGER / board.camera.scale()));
    for (const { spot, amount } of lost) {
      const place = board.places.get(spot);
      if (place) notes.append(note({ x: place.middle.x + Math.min(place.room, 0.6) * 0.75, y: place.middle.y - Math.min(place.room, 0.6) * 0.75 }, `−${amount}`, size * 1.15, "lost"));
    }
  }
}

/** @param {Point} one @param {Point} two @param {number} part */
const between = (one, two, part) => ({ x: one.x + (two.x - one.x) * part, y: one.y + (two.y - one.y) * part });

/** On the shoulder of what stands on a place, which is not always in its middle. @param {Board} board @param {string} spot @param {import("./scene.js").Place} place @param {number} size */
function shoulder(board, spot, place, size) {
  const standing = [...board.drawn.values()].filter((drawn) => drawn.spot === spot && drawn.half > 0).sort((one, two) => two.half - one.half)[0];
  const small = standing && standing.half < place.room * 1.2;
  const [middle, off] = small ? [standing.middle, standing.half + size * 0.3] : [place.middle, place.room * 0.7];
  return { x: middle.x - off, y: middle.y - off };
}

/** As near as may be, and over no other number. @param {Point} at @param {Point[]} taken @param {number} size */
function free(at, taken, size) {
  const clash = (/** @type {Point} */ one) => taken.some((other) => Math.hypot(one.x - other.x, one.y - other.y) < size);
  for (let tries = 0; tries < 6 && clash(at); tries += 1) at = { x: at.x + size * 1.05, y: at.y };
  return at;
}

/** Beside the middle of a short way. @param {Point} one @param {Point} two @param {number} size */
function besides(one, two, size) {
  const [dx, dy] = [two.x - one.x, two.y - one.y];
  const length = Math.hypot(dx, dy) || 1;
  return { x: (one.x + two.x) / 2 - (dy / length) * size * 0.95, y: (one.y + two.y) / 2 + (dx / length) * size * 0.95 };
}

/** A short word on a plate. @param {Point} at @param {string} word @param {number} size @param {string} kind */
function note(at, word, size, kind) {
  const wide = size * Math.max(1, 0.5 + word.length * 0.42);
  const node = s("g", { class: `note ${kind}` },
    s("rect", { x: -wide / 2, y: -size / 2, width: wide, height: size, rx: size / 2 }),
    s("text", { "font-size": size * 0.72, "dominant-baseline": "central", "stroke-width": 0 }, word));
  node.style.setProperty("transform", `translate(${at.x}px, ${at.y}px)`);
  return node;
}

/** Takes a planned step away: as large as its number, or as a finger; a cross when a hand is over it. @param {Point} at @param {number} step @param {number} size @param {number} finger */
function handle(at, step, size, finger) {
  const cross = size * 0.2;
  const node = s("g", { class: "step", "data-step": step },
    s("circle", { class: "reach", r: Math.max(size, finger) / 2 }),
    s("circle", { class: "plate", r: size * 0.5 }),
    s("path", { d: `M${-cross} ${-cross}L${cross} ${cross}M${-cross} ${cross}L${cross} ${-cross}`, "stroke-width": size * 0.14 }));
  node.style.setProperty("transform", `translate(${at.x}px, ${at.y}px)`);
  return node;
}

/** Takes away the dice that roll on each board. @type {WeakMap<Board, ReturnType<typeof setInterval>>} */
const rolling = new WeakMap();

/** @param {Board} board @param {Battle | null} battle @param {number} roll milliseconds until the result is seen */
export function drawBattle(board, battle, roll) {
  clearInterval(rolling.get(board));
  const group = board.group("battle");
  if (!battle || !board.places.has(battle.to)) return group.replaceChildren();
  const put = (/** @type {boolean} */ isResult) => group.replaceChildren(chip(board, battle, isResult));
  if (roll <= 0) return put(true);
  put(false);
  const end = performance.now() + roll;
  const timer = setInterval(() => {
    const over = performance.now() >= end;
    if (over) clearInterval(timer);
    put(over);
  }, 70);
  rolling.set(board, timer);
}

/** @param {Board} board @param {Battle} battle @param {boolean} isResult */
function chip(board, battle, isResult) {
  const { pairs } = battle;
  const die = Math.max(0.36, LEAST_DIE / board.camera.scale());
  const step = die * (1 + GAP);
  const rows = /** @type {const} */ ([["attack", battle.seat], ["defence", battle.against]]);
  const sums = battle.attack !== undefined;
  const { throws } = battle;
  const wide = die * 0.6 + (pairs.length > 0 ? pairs.length * step - die * GAP : throws ? Math.max(...Object.values(throws).map((thrown) => handfulWidth(thrown, die))) : die * 1.9);
  const high = 2 * step - die * GAP + die * 0.6;
  const inside = rows.map(([side, seat], row) => {
    const y = die * 0.3 + row * step;
    const paint = seat ? `seat-${((seat - 1) % 6) + 1}` : "paper";
    if (throws) return drawHandful(throws[side], paint, { x: die * 0.3, y }, die, isResult && won(battle, side));
    if (pairs.length === 0) return sum(battle[side] ?? 0, paint, y, die, isResult, won(battle, side));
    return pairs.flatMap((pair, at) => {
      const face = pair[side];
      if (face === undefined) return [];
      const lost = pair.wins !== undefined && pair.wins !== side;
      return [drawDie(isResult ? face : anyFace(6), paint, { x: die * 0.3 + at * step, y }, die, isResult && (pair.wins === undefined ? "idle" : lost ? "beaten" : "wins"))];
    });
  }).flat();
  const node = s("g", { class: `battle-chip ${isResult ? "result" : "rolling"}`, "data-sums": sums },
    s("rect", { class: "plate", width: wide, height: high, rx: die * 0.28 }), inside);
  const { x, y } = beside(board, battle, wide, high);
  node.style.setProperty("transform", `translate(${x}px, ${y}px)`);
  return node;
}

/** Who has the upper hand, where strengths meet. @param {Battle} battle @param {"attack" | "defence"} side */
const won = ({ won }, side) => (won === null ? "idle" : won === (side === "attack") ? "wins" : "beaten");

/** Beside the way of the attack, in sight, and not over who fights. @param {Board} board @param {Battle} battle @param {number} wide @param {number} high */
function beside(board, battle, wide, high) {
  const to = /** @type {import("./scene.js").Place} */ (board.places.get(battle.to));
  const from = battle.from === undefined ? undefined : board.places.get(battle.from);
  const far = from && Math.abs(from.middle.x - to.middle.x) > board.camera.width * AROUND;
  const [one, two] = [from && !far ? from.middle : to.middle, to.middle];
  const middle = between(one, two, 0.5);
  const length = Math.hypot(two.x - one.x, two.y - one.y) || 1;
  // Across the way, upwards or to the right.
  let [nx, ny] = length > 0.01 && from && !far ? [-(two.y - one.y) / length, (two.x - one.x) / length] : [0, -1];
  if (ny > 0.2 || (Math.abs(ny) <= 0.2 && nx < 0)) [nx, ny] = [-nx, -ny];
  const off = 0.55 + (Math.abs(nx) * wide + Math.abs(ny) * high) / 2;
  const { at } = board.camera;
  const { wide: seenWide, high: seenHigh } = board.camera.seen();
  const hold = (/** @type {number} */ value, /** @type {number} */ centre, /** @type {number} */ seen, /** @type {number} */ whole, /** @type {number} */ own) => {
    const [least, most] = [Math.max(0, centre - seen / 2), Math.min(whole, centre + seen / 2)];
    return Math.max(least, Math.min(most - own, value));
  };
  return {
    x: hold(middle.x + nx * off - wide / 2, at.x, seenWide, board.camera.width, wide),
    y: hold(middle.y + ny * off - high / 2, at.y, seenHigh, board.camera.height, high),
  };
}

/** @param {number} value @param {string} paint @param {number} y @param {number} die @param {boolean} isResult @param {string} how */
function sum(value, paint, y, die, isResult, how) {
  const group = s("g", { class: `die ${isResult ? how : ""}` },
    s("rect", { width: die * 1.9, height: die, rx: die * 0.2 }),
    s("text", { x: die * 0.95, y: die * 0.52, "font-size": die * 0.68, "dominant-baseline": "central" }, isResult ? String(value) : String(1 + Math.floor(Math.random() * Math.max(9, value)))));
  return [dressed(group, paint, { x: die * 0.3, y })];
}
