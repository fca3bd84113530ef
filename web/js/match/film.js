/**
 * What others do, shown as it happened: their steps one after the other, each as an arrow with its dice, and until one
 * acts oneself all of them as numbered trails, to be shown again.
 */

import { battleOf, trailsOf, undoneOf } from "./happenings.js";
import { prefs } from "./prefs.js";

/** @typedef {import("../wire.js").Wire} Wire */
/** @typedef {Wire["LogEntry"]} Entry */
/** @typedef {import("../scene.js").Layer} Layer */
/** What the board showed after an entry. @typedef {{ entry: Entry, layers: Layer[], own: boolean, ghosts: import("../scene.js").Shape[] }} Scene */

/** Milliseconds for each step. @type {Record<import("./prefs.js").Speed, number>} */
const PACES = { slow: 1200, normal: 600, fast: 250, none: 0 };
/** All that happened since one's own last action takes no longer, and less where a clock runs. */
const MOST = 12_000;
const MOST_CLOCKED = 3_000;
/** What nature does without dice is only seen to happen. */
const NATURE = 60;
/** How long dice roll; in the middle of many battles less. */
const ROLL = 500;
const ROLL_AMONG_MANY = 140;

export class Film {
  /** @param {{ board: import("../board.js").Board, step: (entry: Entry) => void, done: () => void }} options */
  constructor(options) {
    this.options = options;
    /** The last entry that is known here. */
    this.seq = 0;
    /** What is drawn, or will be when everything was shown. @type {Layer[]} */
    this.layers = [];
    /** Still to be shown. @type {Scene[]} */
    this.queue = [];
    /** What others did since one's own last action, and the board before it. @type {Scene[]} */
    this.reel = [];
    /** @type {Layer[]} */
    this.base = [];
    /** How long was shown already, in milliseconds. */
    this.used = 0;
    this.isClocked = false;
    this.isRunning = false;
    /** Goes up when what is shown is not wanted any more. */
    this.showing = 0;
    /** @type {(() => void) | null} */
    this.wake = null;
  }

  /** Nothing is to be shown: the board is as it is. @param {any} page */
  reset(page) {
    this.stop();
    this.layers = page.layers;
    this.base = page.layers;
    this.reel = [];
    this.used = 0;
    this.options.board.trails([]);
    this.options.board.battle(null);
  }

  /**
   * New steps. Says whether something is shown now; otherwise the page may be drawn as it is.
   * @param {any} page @param {Entry[]} news @param {number[]} seats one's own
   */
  add(page, news, seats) {
    this.isClocked = Boolean(page.clocks);
    const wasRunning = this.isRunning;
    for (const entry of news) {
      const own = entry.by !== null && seats.includes(entry.by);
      // Whoever only watches sees the last turn.
      const begins = own || (seats.length === 0 && this.reel.at(-1)?.entry.summary);
      if (begins) this.forget();
      const layers = patched(this.layers, entry, page.layers);
      const scene = { entry, layers, own, ghosts: lost(this.layers, entry) };
      this.layers = layers;
      if (own) this.base = layers;
      else this.reel.push(scene);
      this.queue.push(scene);
    }
    this.layers = page.layers;
    if (this.pace() === 0) {
      this.finish();
      return false;
    }
    // What one did oneself is there at once.
    const last = this.queue.findLastIndex(({ own }) => own);
    if (last >= 0) {
      const scene = this.queue[last];
      this.queue = this.queue.slice(last + 1);
      if (scene) this.options.board.draw(scene.layers, true);
      this.options.board.battle(null);
    }
    this.queue = this.queue.filter(isSeen);
    if (this.queue.length === 0 && !wasRunning) return false;
    void this.run(false);
    return true;
  }

  /** One's own action: what others did before it is over. */
  forget() {
    this.reel = [];
    this.base = this.layers;
    this.used = 0;
    this.options.board.trails([]);
  }

  /** Shows everything that others did once more. */
  again() {
    if (this.reel.length === 0 || this.isRunning) return;
    const { board } = this.options;
    board.trails([]);
    board.battle(null);
    board.draw(this.base, false);
    this.used = 0;
    this.queue = this.reel.filter(isSeen);
    void this.run(true);
  }

  /** Whether there is something to be shown again. */
  get isKept() {
    return this.reel.some(({ entry }) => entry.summary || (entry.by !== null && (entry.spots?.length ?? 0) > 0));
  }

  /** What others did, in a line. */
  get summary() {
    const undone = undoneOf(this.reel.map(({ entry }) => entry));
    const stands = this.reel.filter(({ entry }) => !undone.has(entry.seq));
    const lines = stands.flatMap(({ entry }) => entry.summary ?? []);
    if (lines.length > 0) return lines.join(" ");
    return stands.filter(({ entry }) => entry.by !== null).slice(-2).flatMap(({ entry }) => entry.events.map(({ text }) => text)).filter(Boolean).join(" ");
  }

  /** Everything at once. */
  skip() {
    if (this.isRunning) this.finish();
  }

  finish() {
    this.stop();
    const { board } = this.options;
    board.draw(this.layers, false);
    this.leave();
    this.options.done();
  }

  stop() {
    this.showing += 1;
    this.queue = [];
    this.isRunning = false;
    this.wake?.();
  }

  /** What stays on the board until one acts. */
  leave() {
    const { board } = this.options;
    board.trails(trailsOf(this.reel.map(({ entry }) => entry)), this.reel.flatMap(({ ghosts }) => ghosts));
    const last = this.reel.findLast(({ entry }) => battleOf(entry));
    board.battle(last ? battleOf(last.entry) : null);
  }

  pace() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return PACES[prefs.speed];
  }

  /** @param {boolean} again */
  async run(again) {
    if (this.isRunning) return;
    this.isRunning = true;
    const mine = (this.showing += 1);
    const { board } = this.options;
    for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
      const left = (this.isClocked ? MOST_CLOCKED : MOST) - this.used;
      const share = Math.max(0, left) / (this.queue.length + 1);
      const isNature = scene.entry.by === null && !battleOf(scene.entry);
      const pace = Math.min(isNature ? NATURE : this.pace(), share);
      const begun = performance.now();
      await this.show(scene, pace, () => mine === this.showing);
      if (mine !== this.showing) return;
      this.used += performance.now() - begun;
      if (!again) this.options.step(scene.entry);
    }
    this.isRunning = false;
    board.draw(this.layers, true);
    this.leave();
    this.options.done();
  }

  /** @param {Scene} scene @param {number} pace @param {() => boolean} wanted */
  async show({ entry, layers, ghosts }, pace, wanted) {
    const { board } = this.options;
    const battle = battleOf(entry);
    const shown = trailsOf([entry]);
    for (const spot of entry.spots ?? []) {
      const box = board.places.get(spot)?.box;
      if (box) board.camera.reveal(box);
    }
    board.trails(shown);
    const roll = battle ? Math.min(pace, this.queue.length > 2 ? ROLL_AMONG_MANY : ROLL) : 0;
    board.battle(battle, roll);
    if (roll > 0) await this.rest(roll);
    if (!wanted()) return;
    board.draw(layers, true);
    board.trails(shown, ghosts);
    await this.rest(Math.max(0, pace - roll));
  }

  /** @param {number} millis */
  rest(millis) {
    return new Promise((done) => {
      const timer = setTimeout(() => end(), millis);
      const end = () => {
        clearTimeout(timer);
        this.wake = null;
        done(undefined);
      };
      this.wake = end;
    });
  }
}

/** The pieces that a step took from the board. @param {Layer[]} before @param {Entry} entry */
function lost(before, entry) {
  const gone = new Set(entry.gone ?? []);
  return gone.size === 0 ? [] : before.flatMap(({ shapes }) => shapes).filter(({ key, spot, form }) => spot !== undefined && gone.has(key) && !form.text && !form.place);
}

/** Whether an entry changed anything that is seen. @param {Scene} scene */
function isSeen({ entry }) {
  return (entry.changed?.length ?? 0) > 0 || (entry.gone?.length ?? 0) > 0 || battleOf(entry) !== null;
}

/** The layers after a step, in the order that the newest ones have. @param {Layer[]} layers @param {Entry} entry @param {Layer[]} newest @returns {Layer[]} */
export function patched(layers, entry, newest) {
  const changed = /** @type {Layer[]} */ (entry.changed ?? []);
  const gone = new Set(entry.gone ?? []);
  const home = new Map(changed.flatMap((layer) => layer.shapes.map((shape) => [shape.key, { layer: layer.name, shape }])));
  const names = [...new Set([...newest, ...layers, ...changed].map(({ name }) => name))];
  return names.map((name) => {
    const before = layers.find((layer) => layer.name === name)?.shapes ?? [];
    const known = new Set(before.map(({ key }) => key));
    const kept = before.flatMap((shape) => {
      if (gone.has(shape.key)) return [];
      const found = home.get(shape.key);
      return !found ? [shape] : found.layer === name ? [found.shape] : [];
    });
    const added = (changed.find((layer) => layer.name === name)?.shapes ?? []).filter(({ key }) => !known.has(key));
    return { name, shapes: [...kept, ...added] };
  }).filter(({ shapes }) => shapes.length > 0);
}
