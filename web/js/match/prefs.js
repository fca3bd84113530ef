/** What somebody likes at this browser: speed, sound, keys, notices. Kept here, never sent. */

/** @typedef {"slow" | "normal" | "fast" | "none"} Speed */
/** @typedef {{ speed: Speed, sound: boolean, letters: boolean, notices: boolean, after: boolean, defend: boolean, only: boolean, guides: string[], turned: Record<string, boolean>, favourites: Record<string, string[]> }} Prefs */

const KEY = "vauban-match";

/** @type {Prefs} */
const DEFAULTS = { speed: "normal", sound: true, letters: true, notices: false, after: false, defend: true, only: true, guides: [], turned: {}, favourites: {} };

/** Milliseconds of a move. @type {Record<Speed, number>} */
export const SPEEDS = { slow: 900, normal: 360, fast: 150, none: 0 };

/** @type {Prefs} */
export const prefs = { ...DEFAULTS, ...read() };

/** @returns {Partial<Prefs>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Partial<Prefs>} change */
export function prefer(change) {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
