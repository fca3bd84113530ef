/** The people at the match: colour, figure and letter, whose turn it is, their clocks. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { holder, letters, token } from "./names.js";

/** Milliseconds under which a clock shows tenths and warns. */
const SHORT = 20000;

export class People {
  constructor() {
    this.node = h("ol.people", { "aria-label": t("m.people") });
    /** @type {{ seat: number, node: HTMLElement, left: number, since: number, runs: boolean }[]} */
    this.clocks = [];
    this.timer = setInterval(() => this.tick(), 200);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {any} room @param {any} page */
  update(room, page) {
    const signs = letters(page.seats);
    const running = room.stage === "running" && !page.result;
    this.clocks = [];
    this.node.classList.toggle("many", room.seats.length > 3);
    show(this.node, room.seats.map((/** @type {import("./names.js").SeatBody} */ seat) => {
      const own = room.you.seats.includes(seat.seat);
      const turn = running && page.turn.seats.includes(seat.seat);
      const won = page.result?.winner === seat.seat;
      const statistic = page.status.statistics[0];
      return h("li.person", { class: [turn && "on-turn", own && "own", won && "won", `seat-${seat.seat}`].filter(Boolean).join(" "), "aria-current": turn ? "true" : null },
        token(seat.seat, signs[seat.seat - 1] ?? ""),
        h("span.who", null,
          h("span.seat-name", null, page.seats[seat.seat - 1] ?? seat.name, own && room.you.seats.length < room.seats.length && h("span.you", null, t("m.you"))),
          h("span.holder", null, holder(seat))),
        this.clock(page, seat.seat, turn),
        turn && h("span.turn-mark", null, t("m.turn")),
        won && h("span.turn-mark", null, t("m.won")),
        !turn && !won && statistic && h("span.number", { title: statistic.name }, h("strong", null, String(statistic.values[seat.seat - 1] ?? "")), h("span", null, statistic.name)));
    }));
    this.tick();
  }

  /** @param {any} page @param {number} seat @param {boolean} turn */
  clock(page, seat, turn) {
    const told = page.clocks?.[seat - 1];
    const left = typeof told === "number" ? told : typeof told?.left === "number" ? told.left : null;
    if (left === null) return null;
    const node = h("time.clock", { role: "timer", "aria-label": t("m.clock") });
    this.clocks.push({ seat, node, left, since: performance.now(), runs: turn });
    return node;
  }

  tick() {
    for (const { node, left, since, runs } of this.clocks) {
      const now = Math.max(0, runs ? left - (performance.now() - since) : left);
      node.textContent = told(now);
      node.classList.toggle("short", now < SHORT);
    }
  }
}

/** `1:05:09`, `4:07`, `0:09.3`. @param {number} millis */
function told(millis) {
  const seconds = Math.floor(millis / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const tail = millis < SHORT ? `.${Math.floor(millis / 100) % 10}` : "";
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}${tail}`;
}
