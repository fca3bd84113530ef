/** Before it begins: who is missing, a link for them, a program in their place, a seat for oneself, or an end to it. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { toastError } from "../parts.js";
import { holder, letters, token } from "./names.js";

export class Waiting {
  /** @param {{ order: (order: Record<string, any>) => void, sit: (order: Record<string, any>) => void }} options */
  constructor(options) {
    this.options = options;
    this.node = h("section.waiting.card", { hidden: true, "aria-label": t("m.waiting") });
    this.drawn = "";
  }

  /** @param {any} room @param {any} page @param {any} game */
  update(room, page, game) {
    this.node.hidden = room.stage !== "open";
    if (this.node.hidden) return;
    const look = JSON.stringify([room.seats, room.you, room.links, Boolean(game)]);
    if (look === this.drawn) return;
    this.drawn = look;
    const signs = letters(page.seats);
    const sits = room.you.seats.length > 0;
    const { order, sit } = this.options;
    show(this.node,
      h("h2", null, t("m.waiting")),
      h("p.soft", null, sits || !room.you.may_join ? t("m.waiting.more") : t("m.waiting.sit")),
      h("ul.seats", null, room.seats.map((/** @type {import("./names.js").SeatBody} */ seat) => h("li", null,
        token(seat.seat, signs[seat.seat - 1] ?? ""), h("span.who", null, h("strong", null, seat.name), h("span.soft", null, holder(seat))),
        seat.kind === "open" && Boolean(room.you.may_join) && h("span.buttons", null,
          h("button.button.small", { type: "button", class: sits ? "" : "primary", onclick: () => (sits ? order : sit)({ do: "join", seat: seat.seat }) }, sits ? t("m.sit.too") : t("m.sit")),
          sits && game && h("select", { "aria-label": t("m.appoint", { name: seat.name }), onchange: (/** @type {Event} */ event) => {
            const level = Number(/** @type {HTMLSelectElement} */ (event.target).value);
            if (level > 0) order({ do: "appoint", seat: seat.seat, level });
          } }, h("option", { value: 0 }, t("m.appoint.choose")), game.levels.map((/** @type {any} */ level) => h("option", { value: level.level }, t("m.seat.agent", { level: level.level })))))))),
      sits && this.invitation(room),
      Boolean(room.you.may_close) && h("p", null, h("button.button.small.quiet", { type: "button", "data-close": true, onclick: () => order({ do: "close" }) }, t("m.waiting.close"))));
  }

  /** A link for whoever is missing. @param {any} room */
  invitation(room) {
    const place = h("div");
    void import("../invite.js").then(({ joinLink, linkCard }) => show(place, linkCard(joinLink(room), t("m.waiting.link"))), toastError);
    return place;
  }
}
