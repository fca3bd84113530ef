/**
 * Matches as lists show them.
 */

import { api, commandId } from "./api.js";
import { h, icon } from "./dom.js";
import { ago, register, t } from "./i18n.js";
import { differing } from "./options.js";
import { go } from "./main.js";
import { askName } from "./name.js";
import { boardPicture, seatMark, toastError } from "./parts.js";
import { tempoName } from "./start.js";
import front from "./texts/front.js";

register(front);

/** @typedef {{id: string, game: string, options: Record<string, string>, stage: "open" | "running" | "over", visibility: string, created_at: number, tempo: { kind: string }, seats: string[], turn: number[], yours?: number[], result: {scores: number[], reason: string} | null}} Listed */
/** @typedef {import("./start.js").Game} Game */

/**
 * One match: what, who, how far, and what one can do with it.
 * @param {Listed} match
 * @param {Game[]} list
 */
export function matchRow(match, list) {
  const game = list.find((each) => each.name === match.game);
  const title = game?.title ?? match.game;
  const [href, action, kind] = way(match);
  const words = `${t("option.set", { title: action, value: title })}, ${match.seats.map(holderName).join(", ")}`;
  const clock = match.tempo.kind === "untimed" ? t("start.tempo.none") : tempoName(match.tempo);
  return h("li.match-row", { class: `seats-${game?.seat_colours}`, "data-match": match.id, "data-stage": match.stage },
    h("div.thumb", null, boardPicture(match.game, { options: shownOptions(match, game) })),
    h("div.match-text", null,
      h("p.match-title", null, h("strong", null, title), standing(match),
        match.visibility === "private" && h("span.badge", null, icon("lock"), t("list.private"))),
      h("ul.match-seats", { "aria-label": t("start.seats") }, match.seats.map((holder, index) => h("li", { class: match.turn.includes(index + 1) && match.stage === "running" ? "on-turn" : null },
        seatMark(index + 1, game?.seat_names[index] ?? String(index + 1)),
        h("span", null, holderName(holder))))),
      h("p.soft.small", null, [ago(match.created_at), clock, ...differing(game?.options ?? [], match.options).filter(({ option }) => option.kind !== "seed").map(({ text }) => text)].join(" · "))),
    h("div.match-action", null, isFree(match)
      ? h("button.button", { type: "button", class: kind, "aria-label": words, onclick: () => void sit(match) }, action)
      : h("a.button", { href, class: kind, "aria-label": words }, action)));
}

/** Whether somebody else waits there for whoever looks. @param {Listed} match */
function isFree(match) {
  return match.stage === "open" && !match.yours;
}

/** Takes a free seat and goes there. @param {Listed} match */
async function sit(match) {
  const path = `/match/${encodeURIComponent(match.id)}`;
  try {
    await askName();
    const room = await api.get(`/matches/${encodeURIComponent(match.id)}`);
    // Who has a seat already takes no second one by this.
    if (room.you.seats.length === 0) await api.post(`/matches/${encodeURIComponent(match.id)}/commands`, { command_id: commandId(), do: "join" });
  } catch (error) {
    toastError(error);
    return;
  }
  go(path);
}

/** @param {Listed} match @returns {[string, string, string | null]} */
function way(match) {
  if (match.stage === "over") return [`/replay/${match.id}`, t("list.replay"), null];
  if (match.yours) return [`/match/${match.id}`, t("list.continue"), isYourTurn(match) ? "primary" : null];
  if (isFree(match)) return [`/match/${match.id}`, t("list.join"), "primary"];
  return [`/match/${match.id}`, t("list.watch"), null];
}

/** @param {Listed} match */
export function isYourTurn(match) {
  return match.stage === "running" && Boolean(match.yours?.some((seat) => match.turn.includes(seat)));
}

/** How it stands, as a badge. @param {Listed} match */
function standing(match) {
  if (match.stage === "open") return h("span.badge.warn", null, t("list.open"));
  if (match.stage === "running") return isYourTurn(match) ? h("span.badge.accent", null, t("list.turn")) : h("span.badge", null, t("list.running"));
  if (match.result?.reason === "closed") return h("span.badge", null, t("list.closed"));
  const scores = match.result?.scores ?? [];
  const best = Math.max(...scores);
  const winners = scores.flatMap((score, index) => (score === best ? [index + 1] : []));
  if (winners.length !== 1) return h("span.badge", null, t("list.draw"));
  const winner = winners[0] ?? 1;
  if (match.yours?.length === 1) {
    return match.yours[0] === winner ? h("span.badge.good", null, t("list.won")) : h("span.badge", null, t("list.lost"));
  }
  return h("span.badge", null, t("list.winner", { name: holderName(match.seats[winner - 1] ?? "") }));
}

/** A person's name, or what sits there instead. @param {string} holder */
function holderName(holder) {
  if (holder === "open") return t("list.seat.open");
  const level = /^level (\d+)$/.exec(holder)?.[1];
  return level ? t("start.level", { level }) : holder;
}

/** What changes the picture of the board: all options that differ. @param {Listed} match @param {Game | undefined} game */
function shownOptions(match, game) {
  return Object.fromEntries(Object.entries(match.options).filter(([name, value]) => game?.options.some((option) => option.name === name && option.default !== value)));
}
