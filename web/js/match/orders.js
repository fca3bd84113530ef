/**
 * What goes on without being asked for step by step: how often a choice is to be made, the order that
 * repeats and how it ended, and the answer that the seat has left.
 */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { sign } from "./names.js";

/** @typedef {import("../wire.js").Wire} Wire */
/** @typedef {{ text: string, then?: string[], repeat?: { left?: number } }} Order */

/** Understands `101; x102; d3 until 3`, as the console and the terminal do. @param {string} line @returns {Order} */
export function readOrder(line) {
  const [, before, number] = /^(.*\S)\s+until\s+(won|\d+)$/.exec(line.trim()) ?? [];
  const [text = "", ...then] = (before ?? line).split(";").map((part) => part.trim()).filter(Boolean);
  return { text, ...(then.length > 0 && { then }), ...(number && { repeat: number === "won" ? {} : { left: Number(number) } }) };
}

export class Orders {
  /** @param {{ order: (order: Record<string, any>) => void }} hands */
  constructor(hands) {
    this.hands = hands;
    this.words = h("p");
    this.stop = h("button.button.small.primary", { type: "button", onclick: () => hands.order({ do: "stop" }) }, sign("cross"), t("m.order.stop"));
    this.order = h("div.notice.order", { role: "status", hidden: true }, this.words, this.stop);
    this.form = h("div");
    this.node = h("div.orders", null, this.order, this.form);
    this.answers = h("select", { id: "standing", onchange: () => hands.order({ do: "stand", answer: this.answers.value || null }) });
    this.standing = h("p.standing", { hidden: true }, h("label", { for: "standing" }, t("m.stand")), this.answers);
    /** @type {HTMLFormElement | null} */
    this.often = null;
    this.drawn = "";
    this.stood = "";
  }

  /** Until when a choice is to be made again, if somebody said so. @param {{ repeat?: Wire["Stake"] | null }} choice @returns {{ left?: number } | undefined} */
  wish(choice) {
    if (!choice.repeat || !this.often) return undefined;
    const said = new FormData(this.often);
    const often = said.get("often");
    return often === "won" ? {} : often === "left" ? { left: Number(said.get("left")) } : undefined;
  }

  /** Whether an order is being repeated. @param {Wire["RoomBody"]} room */
  runs(room) {
    return Boolean(room.you.order) && !room.you.order?.stopped;
  }

  /** @param {Wire["RoomBody"]} room @param {Wire["Page"]} page @param {{ repeat?: Wire["Stake"] | null }[]} choices */
  update(room, page, choices) {
    this.drawStanding(room);
    const order = page.result ? null : room.you.order;
    const stake = choices.find((choice) => choice.repeat)?.repeat ?? null;
    if (order) this.tell(order);
    this.order.hidden = !order;
    // Built anew only for another question: somebody may be choosing.
    const look = JSON.stringify([stake, page.ask?.id]);
    if (look === this.drawn) return;
    this.drawn = look;
    this.often = stake && this.howOften(stake);
    show(this.form, this.often);
  }

  /** @param {Wire["OrderBody"]} order */
  tell({ rounds, stopped }) {
    this.words.textContent = stopped ? t("m.order.ended", { n: rounds, why: stopped.text }) : t("m.order.runs", { n: rounds });
    this.stop.hidden = Boolean(stopped);
  }

  /** @param {Wire["Stake"]} stake */
  howOften({ left, least }) {
    const number = h("input", { type: "number", name: "left", min: least, max: left - 1, value: Math.max(least, Math.min(3, left - 1)), inputmode: "numeric", "aria-label": t("m.often.left.number"), onfocus: () => {
      until.checked = true;
    } });
    /** @param {string} value @param {boolean} checked */
    const radio = (value, checked) => h("input", { type: "radio", name: "often", value, checked });
    const until = radio("left", false);
    return h("form.often", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, h("fieldset", null, h("legend", null, t("m.often")),
      h("label.check", null, radio("once", true), t("m.often.once")),
      h("label.check", null, radio("won", false), t("m.often.won")),
      h("div.check", null, h("label.check", null, until, t("m.often.left")), number)));
  }

  /** @param {Wire["RoomBody"]} room */
  drawStanding({ you }) {
    const may = you.may_stand ?? [];
    this.standing.hidden = may.length === 0;
    const look = JSON.stringify([may, you.standing]);
    if (look === this.stood) return;
    this.stood = look;
    show(this.answers, ["", ...may].map((name) => h("option", { value: name, selected: name === (you.standing ?? "") }, t(`m.stand.${name || "off"}`))));
  }
}
