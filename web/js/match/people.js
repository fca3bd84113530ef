/** The people at the match: colour, figure and letter, whose turn it is, their clocks, who is away. */

import { h, show } from "../dom.js";
import { moment, number, t } from "../i18n.js";
import { drawing } from "../scene.js";
import { holder, letters, token } from "./names.js";

/** Milliseconds under which a clock shows tenths and warns. */
const SHORT = 20000;

export class People {
  constructor() {
    this.node = h("ol.people", { "aria-label": t("m.people") });
    /** @type {{ node: HTMLElement, left: number, runs: boolean }[]} */
    this.clocks = [];
    /** The clocks as they were told last, and when. @type {any} */
    this.told = null;
    this.since = 0;
    this.timer = setInterval(() => this.tick(), 200);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {any} room @param {any} page @param {any[]} symbols the drawings of the pieces */
  update(room, page, symbols) {
    const signs = letters(page.seats);
    const running = room.stage === "running" && !page.result;
    this.clocks = [];
    // A page that is drawn again has told nothing new about the time.
    if (page.clocks !== this.told) [this.told, this.since] = [page.clocks, performance.now()];
    this.node.classList.toggle("many", room.seats.length > 3);
    show(this.node, room.seats.map((/** @type {import("./names.js").SeatBody} */ seat) => {
      const own = room.you.seats.includes(seat.seat);
      const turn = running && page.turn.seats.includes(seat.seat);
      const won = page.result?.winner === seat.seat;
      const away = running && !own && seat.presence?.here === false ? seat.presence : null;
      // A phone keeps the rest of the numbers folded.
      const numbers = page.status.statistics.slice(0, 2);
      const tally = numbers.map((/** @type {any} */ one) => number(one.values[seat.seat - 1] ?? 0)).join(" · ");
      return h("li.person", { class: [turn && "on-turn", own && "own", away && "away", won && "won", `seat-${seat.seat}`].filter(Boolean).join(" "), "aria-current": turn ? "true" : null },
        token(seat.seat, signs[seat.seat - 1] ?? ""),
        h("span.who", null,
          h("span.seat-name", null, page.seats[seat.seat - 1] ?? seat.name, own && room.you.seats.length < room.seats.length && h("span.you", null, t("m.you"))),
          h("span.holder", null, holder(seat)),
          away && h("span.away-since", null, away.last_seen == null ? t("m.away") : t("m.away.since", { time: moment(away.last_seen) })),
          this.taken(page, seat.seat, symbols)),
        this.clock(page.clocks, seat.seat, running),
        turn && h("span.turn-mark", null, t("m.turn")),
        won && h("span.turn-mark", null, t("m.won")),
        numbers.length > 0 && h("span.tally", { title: numbers.map((/** @type {any} */ one) => one.name).join(" · ") }, tally));
    }));
    this.tick();
  }

  /** The pieces that a seat has lost. @param {any} page @param {number} seat @param {any[]} symbols */
  taken(page, seat, symbols) {
    const lost = (page.status.taken ?? []).filter((/** @type {any} */ piece) => piece.seat === seat);
    if (lost.length === 0) return null;
    const names = lost.map((/** @type {any} */ piece) => piece.name).join(", ");
    return h("span.taken", { role: "img", "aria-label": t("m.taken", { names }), title: t("m.taken", { names }) }, lost.map((/** @type {any} */ piece) => {
      const symbol = symbols.find(({ name }) => name === piece.symbol);
      return symbol ? drawing(symbol, `seat-${seat}`) : h("span", { "aria-hidden": "true" }, piece.glyph.trim());
    }));
  }

  /** @param {{ left: number[], running: number[] } | null} clocks @param {number} seat @param {boolean} running whether the match is */
  clock(clocks, seat, running) {
    const left = clocks?.left[seat - 1];
    if (clocks === null || left === undefined) return null;
    const node = h("time.clock", { role: "timer", "aria-label": t("m.clock") });
    this.clocks.push({ node, left, runs: running && clocks.running.includes(seat) });
    return node;
  }

  tick() {
    for (const { node, left, runs } of this.clocks) {
      const now = Math.max(0, runs ? left - (performance.now() - this.since) : left);
      const text = told(now);
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle("short", now < SHORT);
      node.classList.toggle("runs", runs);
    }
  }
}

/** `2 d 23 h`, `1:05:09`, `4:07`, `0:09.3`. @param {number} millis */
function told(millis) {
  const seconds = Math.floor(millis / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 24) return t("m.clock.days", { days: Math.floor(hours / 24), hours: hours % 24 });
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const tail = millis < SHORT ? `.${Math.floor(millis / 100) % 10}` : "";
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}${tail}`;
}
