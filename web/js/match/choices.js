/**
 * The choices of an ask as paths of spots: what can be clicked next, what is meant when a path is whole.
 */

/** @typedef {import("../wire.js").Wire} Wire */
/** @typedef {Wire["Range"]} Range */
/** As it comes: with all its targets. @typedef {Wire["Choice"]} Family */
/** @typedef {Wire["Button"]} Button */
/** @typedef {Pick<Wire["Ask"], "id" | "choices"> & Partial<Wire["Ask"]>} Ask */
/** One answer, or one for each number of its range. @typedef {Omit<Family, "targets"> & { target?: string }} Choice */

/** Every answer of its own. @param {Ask | null | undefined} ask @returns {Choice[]} */
export function expand(ask) {
  if (!ask) return [];
  return ask.choices.flatMap(({ targets, ...choice }) =>
    targets?.map((target) => ({
      ...choice,
      target,
      caption: `${choice.caption} ${nameOf(ask, target)}`,
      path: [...choice.path, target],
    })) ?? [choice]);
}

/** What to send. @param {Choice} choice @param {number | string} [number] of its range */
export function textOf({ stem, target, joint, amount }, number = amount?.default) {
  return [stem, target, joint, amount && number].join("");
}

/** What a spot of an ask is called. @param {Partial<Ask> | null | undefined} ask @param {string} spot */
export const nameOf = (ask, spot) => ask?.names?.[spot] ?? spot;

/** The path that somebody is clicking, among the choices that it leaves. */
export class Selection {
  /** @param {Ask | null | undefined} ask */
  constructor(ask) {
    this.all = expand(ask);
    /** What a first click takes up in place of a spot: what it was last time. */
    this.instead = ask?.instead ?? {};
    /** @type {string[]} */
    this.path = [];
  }

  /** Choices that begin with the path. @param {string[]} [path] @returns {Choice[]} */
  left(path = this.path) {
    return this.all.filter((choice) => path.every((spot, at) => choice.path[at] === spot));
  }

  /** Choices whose path is exactly this one: several when only their amounts differ. @returns {Choice[]} */
  whole() {
    return this.left().filter((choice) => choice.path.length === this.path.length);
  }

  /** What can be clicked next, each with its mark; `mark-planned` while more clicks follow. @returns {Map<string, { mark: string, last: boolean }>} */
  next() {
    /** @type {Map<string, { mark: string, last: boolean }>} */
    const next = new Map();
    for (const choice of this.left()) {
      const spot = choice.path[this.path.length];
      if (spot === undefined || next.has(spot)) continue;
      const last = choice.path.length === this.path.length + 1;
      next.set(spot, { mark: last ? choice.mark : "mark-planned", last });
    }
    return next;
  }

  /** Whether a path can begin here. @param {string} spot */
  begins(spot) {
    return this.all.some((choice) => choice.path[0] === spot);
  }

  /**
   * Clicks a spot. `far`: the path goes on; `whole`: it names a choice; `other`: a new path begins;
   * `back`: the last click is taken back; `none`: nothing is offered there.
   * @param {string} spot @returns {"far" | "whole" | "other" | "back" | "none"}
   */
  click(spot) {
    if (this.path.length > 0 && this.path.at(-1) === spot && !this.next().has(spot)) {
      this.path = this.path.slice(0, -1);
      return "back";
    }
    if (this.path.length === 0 && this.instead[spot]) {
      this.begin(spot);
      return "other";
    }
    if (this.next().has(spot)) {
      this.path = [...this.path, spot];
      return this.whole().length > 0 ? "whole" : this.path.length === 1 ? "other" : "far";
    }
    if (this.begins(spot)) {
      this.begin(spot);
      return this.whole().length > 0 ? "whole" : "other";
    }
    return "none";
  }

  /** Begins anew; a second click takes up the spot itself. @param {string} spot */
  begin(spot) {
    const other = this.instead[spot];
    this.path = [other && this.path[0] !== other ? other : spot];
  }

  clear() {
    this.path = [];
  }
}

/** What a line of text could become. @param {Choice[]} all @param {string} typed @param {number} most @returns {Choice[]} */
export function complete(all, typed, most) {
  const want = plain(typed);
  if (want === "") return [];
  const begins = all.filter((choice) => plain(textOf(choice, "")).startsWith(want));
  if (begins.length > 0) return begins.slice(0, most);
  return all.filter((choice) => plain(choice.caption).includes(want)).slice(0, most);
}

/** Without what people leave out when they type. @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[\s\-@=+]/g, "");

/** The longest beginning that all of these share, at least what was typed. @param {Choice[]} found @param {string} typed */
export function shared(found, typed) {
  if (found.length === 0) return typed;
  const [first = "", ...others] = found.map((choice) => textOf(choice, ""));
  let common = first;
  for (const text of others) {
    while (!text.startsWith(common)) common = common.slice(0, -1);
  }
  return common.length > 0 ? common : typed;
}

/**
 * A letter for each button: the one that the game gives it, else one of its words; none is given twice.
 * @param {{ word: string, key?: string }[]} buttons @param {Set<string>} taken @returns {(string | null)[]}
 */
export function letters(buttons, taken) {
  const used = new Set(taken);
  /** @param {string | undefined} letter */
  const take = (letter) => {
    if (letter === undefined || used.has(letter)) return null;
    used.add(letter);
    return letter;
  };
  const given = buttons.map(({ key }) => take(key?.toLowerCase()));
  return buttons.map(({ word }, at) => given[at] ?? take([...word.toLowerCase().normalize("NFD")].find((letter) => /[a-z]/.test(letter) && !used.has(letter))));
}
