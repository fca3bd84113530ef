/**
 * What the facts of log entries look like on a board: arrows with numbers, losses, dice. The names of the facts are the
 * same for every game.
 */

/** @typedef {import("../wire.js").Wire["LogEntry"]} Entry */
/** An arrow, or a ring where it happened; `n` counts them. @typedef {{ n: number, seat: number | null, from?: string, to: string, isAttack: boolean, isPlanned?: boolean, lost: { spot: string, amount: number }[], ghosts: string[] }} Trail */
/** Dice in matched pairs, or what each side's strength came to. @typedef {{ key: string, from?: string, to: string, seat: number | null, against: number | null, pairs: { attack?: number, defence?: number, wins?: string }[], attack?: number, defence?: number, throws?: Record<"attack" | "defence", Throw>, won: boolean | null }} Battle */
/** Dice thrown together. @typedef {{ amount: number, sides: number, sum: number }} Throw */

/** Numbers on the board that nobody can tell apart any more. */
const MOST = 30;

/** Every way that was gone since, the same way once. @param {Entry[]} entries @returns {Trail[]} */
export function trailsOf(entries) {
  /** @type {Map<string, Trail>} */
  const trails = new Map();
  for (const entry of entries) {
    for (const event of /** @type {any[]} */ (entry.events)) {
      const to = event.to ?? event.at ?? event.taken?.[0];
      if (typeof to !== "string" || (entry.by === null && !isFought(event) && !trails.size)) continue;
      const from = typeof event.from === "string" && event.from !== to ? event.from : undefined;
      const last = [...trails.values()].at(-1);
      // What follows from a battle or a move at its end belongs to it.
      const same = trails.get(`${from}>${to}`) ?? (from === undefined && last?.to === to ? last : undefined);
      /** @type {Trail} */
      const trail = same ?? { n: trails.size + 1, seat: event.seat ?? entry.by, from, to, isAttack: false, lost: [], ghosts: [] };
      if (!same) trails.set(`${from}>${to}`, trail);
      trail.isAttack ||= isFought(event) || event.against !== undefined;
      for (const loss of event.lost ?? []) {
        const spot = loss.seat === event.seat && from ? from : to;
        const known = trail.lost.find((one) => one.spot === spot);
        if (known) known.amount += loss.amount;
        else trail.lost.push({ spot, amount: loss.amount });
      }
    }
  }
  return [...trails.values()].slice(-MOST).map((trail, at) => ({ ...trail, n: at + 1 }));
}

/** @param {any} event */
const isFought = (event) => event.dice !== undefined || event.attack !== undefined || (event.lost?.length ?? 0) > 0;

/** The dice or the sums of an entry, if something was fought. @param {Entry} entry @returns {Battle | null} */
export function battleOf(entry) {
  for (const event of /** @type {any[]} */ (entry.events)) {
    const to = event.to ?? event.at;
    if (typeof to !== "string") continue;
    const pairs = Array.isArray(event.dice) ? event.dice : [];
    if (pairs.length === 0 && typeof event.attack !== "number") continue;
    const taken = /** @type {any[]} */ (entry.events).some(({ taken }) => taken?.includes(to));
    return {
      key: String(entry.seq), from: event.from, to, seat: event.seat ?? null, against: event.against ?? null, pairs,
      ...(event.throws?.length === 2 && { throws: { attack: event.throws[0], defence: event.throws[1] } }),
      ...(typeof event.attack === "number" && { attack: event.attack, defence: event.defence ?? 0 }),
      won: taken ? true : typeof event.attack === "number" ? event.attack > (event.defence ?? 0) : null,
    };
  }
  return null;
}

/** The steps among entries that were taken back later: an entry says how many of those before it are gone. @param {Entry[]} entries @returns {Set<number>} */
export function undoneOf(entries) {
  /** @type {Set<number>} */
  const undone = new Set();
  /** @type {number[]} */
  const line = [];
  for (const { seq, by, action, events } of entries) {
    const back = /** @type {any} */ (events.find(({ kind }) => kind === "undo"));
    if (back) for (const gone of line.splice(Math.max(0, line.length - back.steps))) undone.add(gone);
    // What the table itself announces is no step.
    else if (by !== null || action || events.some(({ kind }) => !/^(draw|undo)/.test(kind))) line.push(seq);
  }
  return undone;
}
