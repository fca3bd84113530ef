/** What is offered first: the level and the rules that were chosen last, else sensible ones. */

/** @typedef {import("./wire.js").Wire["GameBody"]} Game */

/** The level that is offered first: the one chosen last, else the second. @param {Game} game */
export function usualLevel(game) {
  const kept = Number(read(`vauban.level.${game.name}`));
  if (game.levels.some((level) => level.level === kept)) return kept;
  return Math.min(2, game.levels.length);
}

/** @param {Game} game @param {number} level */
export function keepLevel(game, level) {
  try {
    localStorage.setItem(`vauban.level.${game.name}`, String(level));
  } catch {
    // Without storage the usual level stays.
  }
}

/** The presets that somebody new is asked to choose among, best first. @param {Game} game */
export function featured(game) {
  return game.featured.flatMap((name) => game.presets.find((preset) => preset.name === name) ?? []);
}

/** Which of them is chosen: the one chosen last, else the best; nothing where there is no choice. @param {Game} game */
export function usualPreset(game) {
  const all = featured(game);
  return all.find(({ name }) => name === read(`vauban.preset.${game.name}`)) ?? all[0];
}

/** @param {Game} game @param {string} preset */
export function keepPreset(game, preset) {
  try {
    localStorage.setItem(`vauban.preset.${game.name}`, preset);
  } catch {
    // Without storage the best one stays.
  }
}

/** How many seats a match has if nobody chooses. @param {Game} game */
export function usualSeats(game) {
  return ((usualPreset(game) ?? game.presets[0])?.seats ?? game.seats).min;
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
