/** The first turn in five steps, written once for all games: it only knows what the page offers. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { prefer, prefs } from "./prefs.js";

const STEPS = 5;

/** What may stand beside a match and say what to do. @typedef {Pick<Guide, "node" | "lit" | "update" | "saved">} Guiding */

export class Guide {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** The places that it speaks of, lit up as long as it does. @type {string[]} */
    this.lit = [];
    this.step = prefs.guides.includes(game) ? 0 : 1;
    this.node = h("section.guide", { "aria-label": t("m.guide"), hidden: true });
    this.drawn = "";
  }

  /** Shows the step that fits. @param {any} room @param {any} page @param {import("./choices.js").Selection} selection @param {(spot: string) => boolean} onBoard */
  update(room, page, selection, onBoard) {
    if (this.step === 0 || room.you.seats.length === 0 || page.result || room.stage !== "running" || (page.ask === null && this.step < 5)) {
      this.node.hidden = true;
      this.lit = [];
      return;
    }
    // Whoever is quicker than the guide goes on.
    if (selection.path.length > 0 && (this.step === 1 || this.step === 2)) this.step = 3;
    if (selection.path.length === 0 && this.step === 4) this.step = 3;
    const seat = room.you.eye;
    const paint = `seat-${((seat - 1) % 6) + 1}`;
    const own = [...new Set(page.layers.flatMap((/** @type {any} */ layer) => layer.shapes).filter((/** @type {any} */ shape) => shape.spot && shape.fill === paint).map((/** @type {any} */ shape) => shape.spot))];
    const beside = selection.all.every((choice) => !onBoard(choice.path[0] ?? ""));
    const name = page.seats[seat - 1] ?? "";
    const text = {
      1: own.length > 0 ? t("m.guide.1", { name, n: own.length }) : t("m.guide.1.empty", { name }),
      2: beside ? t("m.guide.2.beside") : t("m.guide.2"),
      3: selection.path.length > 0 ? t("m.guide.3") : t("m.guide.3.again"),
      4: t("m.guide.4"),
      5: t("m.guide.5"),
    }[this.step];
    const look = `${this.step} ${text}`;
    this.lit = this.step === 1 ? own : [];
    this.node.hidden = false;
    if (look === this.drawn) return;
    this.drawn = look;
    const last = this.step === STEPS;
    show(this.node,
      h("p.guide-head", null, h("span.badge.accent", null, t("m.guide.step", { at: this.step, of: STEPS })), h("span.dots", { "aria-hidden": "true" }, Array.from({ length: STEPS }, (_, at) => h("span", { class: at < this.step ? "done" : "" })))),
      h("p", null, text),
      h("div.buttons", null,
        (this.step === 1 || this.step === 3 || last) && h("button.button.small.primary", { type: "button", onclick: () => (last ? this.end() : this.next()) }, last ? t("m.guide.end") : t("m.guide.next")),
        !last && h("button.button.small.quiet", { type: "button", onclick: () => this.end() }, t("m.guide.skip"))));
  }

  next() {
    this.step += 1;
    this.drawn = "";
    this.node.dispatchEvent(new CustomEvent("guide", { bubbles: true }));
  }

  /** An action was saved: the turn is understood. */
  saved() {
    if (this.step > 1 && this.step < STEPS) this.step = STEPS;
  }

  end() {
    this.step = 0;
    this.lit = [];
    this.node.hidden = true;
    this.node.dispatchEvent(new CustomEvent("guide", { bubbles: true }));
    prefer({ guides: [...new Set([...prefs.guides, this.game])] });
  }
}
