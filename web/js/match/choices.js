/**
 * The choices of an ask as paths of spots: what can be clicked next, what is meant when a path is whole.
 */

/** @typedef {import("../wire.js").Wire} Wire */
/** @typedef {Wire["Range"]} Range */
/** As it comes: with all its targets. @typedef {Wire["Choice"]} Family */
/** @typedef {Wire["Button"]} Button */
/** @typedef {Pick<Wire["Ask"], "id" | "choices"> & Partial<Wire["Ask"]>} Ask */
/** One answer, or one for each number of its range; `first`: the action that is sent before it, in the same order. @typedef {Omit<Family, "targets"> & { target?: string, first?: string }} Choice */

/** Every answer of its own. What only begins a gesture goes on with what may follow it. @param {Ask | null | undefined} ask @returns {Choice[]} */
export function expand(ask) {
  if (!ask) return [];
  return ask.choices.flatMap((family) => each(ask, family)).flatMap((choice) => {
    const first = textOf(choice);
    const ahead = ask.ahead?.[first]?.flatMap((family) => each(ask, family));
    return ahead?.map((next) => ({ ...next, first, path: [...choice.path, ...next.path], caption: `${choice.caption}: ${next.caption}` })) ?? [choice];
  });
}

/** @param {Ask} ask @param {Family} family @returns {Choice[]} */
function each(ask, { targets, ...choice }) {
  return targets?.map((target) => ({
    ...choice,
    target,
    caption: `${choice.caption} ${nameOf(ask, target)}`,
    path: [...choice.path, target],
  })) ?? [choice];
}

/** What to send, in words; two actions that are one order stand one after the other. @param {Choice} choice @param {number | string} [number] of its range */
export function textOf(choice, number = choice.amount?.default) {
  return actionsOf(choice, number).join("; ");
}

/** What to send, action by action. @param {Choice} choice @param {number | string} [number] of its range */
export function actionsOf({ first, stem, target, joint, amount }, number = amount?.default) {
  const last = [stem, target, joint, amount && number].join("");
  return first === undefined ? [last] : [first, last];
}

/** A choice in words, with its number. @param {Choice} choice @param {number} [number] */
export function captionOf({ caption, amount, amount_names: names }, number = amount?.default) {
  return amount && number !== undefined ? `${caption} (${names?.[number - amount.min] ?? number})` : caption;
}

/** Which choice an action is, and with which number. @param {Ask | null | undefined} ask @param {string} action */
export function choiceOf(ask, action) {
  for (const choice of expand(ask && { ...ask, ahead: undefined })) {
    const { min, max } = choice.amount ?? { min: 0, max: 0 };
    for (let number = min; number <= max; number += 1) if (textOf(choice, number) === action) return { choice, number };
  }
  return null;
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

  /** What can be clicked next, each with its mark; `mark-planned` while more clicks follow. @returns {Map<string, { mark: string, last: boolean, harms: boolean }>} */
  next() {
    /** @type {Map<string, { mark: string, last: boolean, harms: boolean }>} */
    const next = new Map();
    for (const choice of this.left()) {
      const spot = choice.path[this.path.length];
      if (spot === undefined || next.has(spot)) continue;
      const last = choice.path.length === this.path.length + 1;
      next.set(spot, { mark: last ? choice.mark : "mark-planned", last, harms: last && Boolean(choice.warning) });
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

  /** Where a choice can begin that ends at a spot. @param {string} spot @returns {string[]} */
  takers(spot) {
    const found = this.all.filter((choice) => choice.path.length > 1 && choice.path.at(-1) === spot);
    return [...new Set(found.map((choice) => choice.path[0] ?? ""))];
  }
}

/** The places of others that can be attacked. @param {Selection} selection */
export function preyOf(selection) {
  return [...new Set(selection.all.filter(({ mark, path }) => mark === "mark-attack" && path.length > 1).map(({ path }) => path.at(-1) ?? ""))];
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

/** Goes on, whatever is asked. */
export const NEXT = "n";

/**
 * A key for each button: the letter that the game gives it; N for what goes on, which is the last that one click takes,
 * unless the game has an N; a digit for each of the others. No key means one thing now and another at the next step.
 * @param {{ key?: string, whole: boolean }[]} buttons
 * @param {boolean} alone whether nothing but these buttons is offered: then several are a choice of equals
 * @returns {(string | null)[]}
 */
export function keysOf(buttons, alone) {
  const keys = buttons.map(({ key }) => key?.toLowerCase() ?? null);
  const next = keys.includes(NEXT) || (alone && buttons.length > 1) ? -1 : buttons.findLastIndex(({ key, whole }) => whole && key === undefined);
  if (next >= 0) keys[next] = NEXT;
  let digit = 0;
  return keys.map((key) => key ?? (digit < 9 ? String((digit += 1)) : null));
}
