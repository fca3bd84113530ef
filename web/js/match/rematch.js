/** The same once more, with the seats moved on. */

import { api, commandId } from "../api.js";
import { t } from "../i18n.js";
import { keep } from "../key.js";
import { go } from "../main.js";
import { toast, told } from "../parts.js";

/** Somebody would like to play again. */
export function invited() {
  const button = document.querySelector("dialog [data-rematch] span");
  if (button) button.textContent = t("m.rematch.join");
  // A dialog keeps everything beside it from being seen and heard.
  const wanted = document.querySelector("dialog .rematch-wanted");
  if (wanted) wanted.textContent = t("m.rematch.wanted");
  else toast(t("m.rematch.wanted"));
}

/** To the match in which the same is played again; whoever comes second finds the one that the first opened, and sits down. @param {string} match */
export async function rematch(match) {
  try {
    const room = await api.post(`/matches/${encodeURIComponent(match)}/rematch`);
    const open = room.seats.some((/** @type {any} */ seat) => seat.kind === "open");
    const key = room.links?.join;
    if (key) await keep(room.id, key);
    if (room.you.seats.length === 0 && open) await api.post(`/matches/${encodeURIComponent(room.id)}/commands`, { command_id: commandId(), do: "join" });
    go(`/match/${encodeURIComponent(room.id)}`);
  } catch (problem) {
    toast(told(problem));
  }
}
