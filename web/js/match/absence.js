/** Somebody on turn is away: how long to wait, the win or a program in their place; and one's own way back. */

import { now } from "../api.js";
import { h, show } from "../dom.js";
import { span, t } from "../i18n.js";
import { confirm } from "../parts.js";
import { keepLevel, usualLevel } from "../usual.js";
import { called } from "./names.js";

/** @typedef {import("./names.js").SeatBody} SeatBody */
/** How a seat stands that keeps the others waiting. @typedef {{ seat: SeatBody, left: number }} Late */

export class Absence {
  /** @param {{ game: any, order: (order: Record<string, any>) => void, say: (text: string) => void }} options */
  constructor(options) {
    this.options = options;
    this.node = h("div.absence", { hidden: true });
    /** @type {any} */
    this.room = null;
    this.running = false;
    this.drawn = "";
    /** The seats of which it was said that they can be claimed. @type {Set<number>} */
    this.told = new Set();
    this.timer = setInterval(() => this.tick(), 500);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {any} room @param {any} page */
  update(room, page) {
    this.room = room;
    this.running = room.stage === "running" && !page.result;
    this.tick();
  }

  tick() {
    if (!this.room) return;
    const { seats, you } = this.room;
    /** @type {Late[]} */
    const late = !this.running || you.seats.length === 0 ? [] : seats
      .filter((/** @type {SeatBody} */ seat) => !you.seats.includes(seat.seat) && seat.presence?.claim_from !== undefined)
      .map((/** @type {SeatBody} */ seat) => ({ seat, left: Math.max(0, (seat.presence?.claim_from ?? 0) - now()) }));
    /** @type {number[]} */
    const stoodInFor = this.running ? you.may_reclaim : [];
    this.tell(late);
    // Drawn anew only when it reads differently: a hand may be on its way to a button.
    const look = JSON.stringify([late.map(({ seat, left }) => [seat.seat, seat.player?.name, left > 0 && span(left)]), stoodInFor]);
    if (look === this.drawn) return;
    this.drawn = look;
    this.node.hidden = late.length === 0 && stoodInFor.length === 0;
    show(this.node, late.map((one) => (one.left > 0 ? this.wait(one) : this.claimable(one))), stoodInFor.map((seat) => this.back(seat)));
  }

  /** Once for each seat, not with every second. @param {Late[]} late */
  tell(late) {
    const claimable = late.filter(({ left }) => left === 0).map(({ seat }) => seat);
    for (const seat of claimable) {
      if (!this.told.has(seat.seat)) this.options.say(t("m.absent", { name: who(seat) }));
    }
    this.told = new Set(claimable.map(({ seat }) => seat));
  }

  /** @param {Late} late */
  wait({ seat, left }) {
    return h("p.hint.away-wait", null, t("m.absent.wait", { name: who(seat), time: span(left) }));
  }

  /** @param {Late} late */
  claimable({ seat }) {
    const { game, order } = this.options;
    const two = this.room.seats.length === 2;
    const name = who(seat);
    const level = h("select", { "aria-label": t("m.absent.level") }, game.levels.map((/** @type {any} */ one) => h("option", { value: one.level }, t("start.level", { level: one.level }))));
    level.value = String(usualLevel(game));
    const claim = t(two ? "m.absent.claim" : "m.absent.out");
    return h("div.notice.offer", null, h("p", null, t("m.absent", { name })), h("div.buttons", null,
      h("span.with-level", null,
        h("button.button.small.primary", { type: "button", onclick: () => {
          keepLevel(game, Number(level.value));
          order({ do: "replace", seat: seat.seat, level: Number(level.value) });
        } }, t("m.absent.replace")), level),
      h("button.button.small", { type: "button", onclick: () => {
        confirm(claim, t(two ? "m.absent.claim.sure" : "m.absent.out.sure", { name }), claim, () => order({ do: "claim", seat: seat.seat }));
      } }, claim)));
  }

  /** @param {number} seat */
  back(seat) {
    return h("div.notice.offer", null, h("p", null, t("m.stood.in", { name: called(this.room, [seat]) })),
      h("button.button.small.primary", { type: "button", onclick: () => this.options.order({ do: "reclaim", seat }) }, t("m.reclaim")));
  }
}

/** The person, and what the game calls the seat. @param {SeatBody} seat */
function who(seat) {
  return seat.player ? `${seat.player.name} (${seat.name})` : seat.name;
}
