/**
 * Starting a match at once with sensible choices. Everything can be chosen in a dialog (`setup.js`), which is fetched when somebody wants it.
 */

import { api, ensureGuest } from "./api.js";
import { register, t } from "./i18n.js";
import { go } from "./main.js";
import { usualPreset, usualSeats } from "./usual.js";
import front from "./texts/front.js";

register(front);

/** @typedef {import("./wire.js").Wire} Wire */
/** @typedef {Wire["OptionBody"]} Option */
/** @typedef {Wire["GameBody"]} Game */
/** @typedef {Wire["CreateBody"]} Wish */

/** @type {Map<string, Promise<Game[]>>} */
const lists = new Map();

/** Every game, in the reader's language. @param {string} lang @returns {Promise<Game[]>} */
export function games(lang) {
  let list = lists.get(lang);
  if (!list) {
    list = api.get("/games");
    lists.set(lang, list);
    list.catch(() => lists.delete(lang));
  }
  return list;
}

/** @param {{kind: string, stock?: number, increment?: number, days?: number}} tempo */
export function tempoName(tempo) {
  if (tempo.kind === "days") return t("start.tempo.days", { n: tempo.days ?? 1 });
  return t("start.tempo.increment", { minutes: (tempo.stock ?? 0) / 60, seconds: tempo.increment ?? 0 });
}

/**
 * Opens a match; a visitor becomes a guest on the way.
 * @param {Wish} wish
 * @returns {Promise<any>} the room
 */
export async function open(wish) {
  await ensureGuest();
  return api.post("/matches", wish);
}

/** @param {Game} game @returns {{ game: string, preset?: string, private: boolean }} */
function usual(game) {
  const preset = usualPreset(game)?.name;
  return { game: game.name, ...(preset && preset !== game.presets[0]?.name && { preset }), private: true };
}

/** Against programs of one level, at once. @param {Game} game @param {number} level */
export async function againstLevel(game, level) {
  const others = usualSeats(game) - 1;
  const room = await open({ ...usual(game), seats: ["me", ...Array(others).fill(`agent:${level}`)] });
  go(`/match/${room.id}`);
}

/** Everybody at this screen. @param {Game} game */
export async function atThisScreen(game) {
  const room = await open({ ...usual(game), seats: Array(usualSeats(game)).fill("me") });
  go(`/match/${room.id}`);
}

/** A private match with the other seats open, and how to invite. @param {Game} game */
export async function withFriend(game) {
  const [{ askName }, { invite }] = await Promise.all([import("./name.js"), import("./invite.js")]);
  await askName();
  const room = await open({ ...usual(game), seats: ["me"] });
  invite(room, () => go(`/match/${room.id}`));
}

/** Everything is chosen. @param {Game} game @param {{ seats?: string[], private?: boolean }} [first] what is chosen at first */
export async function startDialog(game, first) {
  const setup = await import("./setup.js");
  setup.startDialog(game, first);
}
