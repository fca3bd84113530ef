/**
 * What goes on without being asked for step by step: how often a choice is to be made, the order that
 * repeats and how it ended, and the answer that the seat has left.
 */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { textOf } from "./choices.js";
import { sign } from "./names.js";
import { percent } from "./odds.js";
import { prefer, prefs } from "./prefs.js";

/** @typedef {import("../wire.js").Wire} Wire */
/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {{ text: string, then?: string[], repeat?: { left?: number } }} Order */

/** Understands `101; x102; d3 until 3`, as the console and the terminal do. @param {string} line @returns {Order} */
export function readOrder(line) {
  const [, before, number] = /^(.*\S)\s+until\s+(won|\d+)$/.exec(line.trim()) ?? [];
  const [text = "", ...then] = (before ?? line).split(";").map((part) => part.trim()).filter(Boolean);
  return { text, ...(then.length > 0 && { then }), ...(number && { repeat: number === "won" ? {} : { left: Number(number) } }) };
}

export class Orders {
  /** @param {{ order: (order: Record<string, any>) => void, repeat: (choice: Choice, until: { left?: number }) => void, chances: (text: string, keep?: number) => Promise<import("./odds.js").Outlook | null> }} hands */
  constructor(hands) {
    this.hands = hands;
    this.words = h("p");
    this.stop = h("button.button.small.primary", { type: "button", onclick: () => hands.order({ do: "stop" }) }, sign("cross"), t("m.order.stop"));
    this.order = h("div.notice.order", { role: "status", hidden: true }, this.words, this.stop);
    this.form = h("div");
    this.node = h("div.orders", null, this.order, this.form);
    this.answers = h("select", { id: "standing", onchange: () => {
      prefer({ defend: this.answers.value === "most" });
      hands.order({ do: "stand", answer: this.answers.value || null });
    } });
    this.standing = h("p.standing", { hidden: true }, h("label", { for: "standing" }, t("m.stand")), this.answers);
    /** The seats for which an answer was left by itself, once. @type {Set<number>} */
    this.left = new Set();
    this.drawn = "";
    this.stood = "";
  }

  /** Whether an order is being repeated. @param {Wire["RoomBody"]} room */
  runs(room) {
    return Boolean(room.you.order) && !room.you.order?.stopped;
  }

  /** @param {Wire["RoomBody"]} room @param {Wire["Page"]} page @param {Choice[]} choices */
  update(room, page, choices) {
    this.drawStanding(room);
    const order = page.result ? null : room.you.order;
    if (order) this.tell(order);
    this.order.hidden = !order;
    // The last one is made with most.
    const choice = choices.findLast((one) => one.repeat);
    // Built anew only for another question: somebody may be choosing.
    const look = JSON.stringify([choice, page.ask?.id]);
    if (look === this.drawn) return;
    this.drawn = look;
    show(this.form, choice?.repeat && this.howOften(choice, choice.repeat));
  }

  /** @param {Wire["OrderBody"]} order */
  tell({ rounds, stopped }) {
    this.words.textContent = stopped ? t("m.order.ended", { n: rounds, why: stopped.text }) : t("m.order.runs", { n: rounds });
    this.stop.hidden = Boolean(stopped);
  }

  /** To its end, or until so many are left. @param {Choice} choice @param {Wire["Stake"]} stake */
  howOften(choice, { left, least }) {
    const { repeat, chances } = this.hands;
    const go = h("button.button.small.primary.fight-on", { type: "button", onclick: () => repeat(choice, {}) }, t("m.often.won"));
    const number = h("input", { type: "number", name: "left", min: least, max: left - 1, value: Math.max(least, Math.min(3, left - 1)), inputmode: "numeric", "aria-label": t("m.often.left.number"), oninput: () => void weigh() });
    const until = h("button.button.small", { type: "submit" });
    /** @param {HTMLElement} button @param {string} text @param {number} [keep] */
    const tell = async (button, text, keep) => {
      button.textContent = text;
      const share = (await chances(textOf(choice), keep))?.forecasts[0]?.lines[0]?.share;
      if (share !== undefined && button.isConnected) button.textContent = t("m.often.share", { text, share: percent(share) });
    };
    const weigh = () => tell(until, t("m.often.left", { n: Number(number.value) }), Number(number.value));
    void tell(go, t("m.often.won"));
    void weigh();
    return h("form.often", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      repeat(choice, { left: Number(number.value) });
    } }, go, left - 1 > least && [number, until]);
  }

  /** Who is asked for nothing but a number while another acts gives the largest, unless they like to choose. @param {Wire["RoomBody"]} room */
  defend({ you, stage }) {
    if (stage !== "running" || !prefs.defend || you.standing || !you.may_stand?.includes("most")) return;
    for (const seat of you.seats.filter((one) => !this.left.has(one))) {
      this.left.add(seat);
      this.hands.order({ do: "stand", answer: "most", seat });
    }
  }

  /** @param {Wire["RoomBody"]} room */
  drawStanding({ you }) {
    const may = you.may_stand ?? [];
    this.standing.hidden = !may.includes("most");
    const look = JSON.stringify([may, you.standing]);
    if (look === this.stood) return;
    this.stood = look;
    show(this.answers, ["", ...may].map((name) => h("option", { value: name, selected: name === (you.standing ?? "") }, t(`m.stand.${name || "off"}`))));
  }
}
