/** What the programs are thinking, and what the strongest of them would do in one's place. */

import { api } from "../api.js";
import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { told } from "../parts.js";
import { captionOf, choiceOf } from "./choices.js";
import { called, capital } from "./names.js";

/** @typedef {import("../wire.js").Wire["ThoughtBody"]} Thought */

/** So many actions ahead are told. */
const MOST_AHEAD = 6;

export class Thoughts {
  /** @param {{ questions: import("./questions.js").Questions, point: (spots: string[]) => void, say: (text: string) => void }} options */
  constructor(options) {
    this.options = options;
    this.list = h("div.thought-list", { role: "status" });
    this.details = h("details.thinking", { ontoggle: () => void this.look() }, h("summary", null, t("m.thoughts")), this.list);
    this.button = h("button.button.small.quiet", { type: "button", onclick: () => void this.hint() }, t("m.hint"));
    this.told = h("div.hint-told", { role: "status" });
    this.node = h("div.thoughts", { hidden: true }, this.details, this.button, this.told);
    /** @type {any} */
    this.room = null;
    /** @type {any} */
    this.page = null;
    /** The position of which thoughts are shown, and the question about which a hint is. */
    this.seen = "";
    this.hinted = "";
    /** What the hint is about stays marked on the board. @type {string[]} */
    this.lit = [];
  }

  /** @param {any} room @param {any} page */
  update(room, page) {
    [this.room, this.page] = [room, page];
    const programs = room.seats.filter((/** @type {any} */ seat) => seat.kind === "agent");
    const alone = room.seats.every((/** @type {any} */ seat) => seat.kind === "agent" || room.you.seats.includes(seat.seat));
    this.node.hidden = room.stage === "open" || programs.length === 0;
    this.button.hidden = !(alone && page.ask !== null && !page.result);
    if (this.hinted !== "" && this.hinted !== this.question()) {
      this.hinted = "";
      this.lit = [];
      show(this.told);
    }
    void this.look();
  }

  /** What the hint marks, if it is about this question. @param {any} page @returns {string[]} */
  litFor(page) {
    return page === this.page ? this.lit : [];
  }

  question() {
    return `${this.room?.you.eye}/${this.page?.ask?.id ?? ""}/${this.page?.seq ?? ""}`;
  }

  /** Asks only while somebody looks, once for each position. */
  async look() {
    if (!this.details.open || !this.page || this.node.hidden) return;
    const position = String(this.page.seq);
    if (position === this.seen) return;
    this.seen = position;
    /** @type {Thought[]} */
    const thoughts = await this.options.questions.ask("thoughts").catch(() => []);
    if (this.seen !== position) return;
    show(this.list, thoughts.length > 0 ? thoughts.map((thought) => h("section", null, h("strong", null, capital(called(this.room, [thought.seat]))), lines(thought))) : h("p.hint", null, t("m.thoughts.none")));
  }

  async hint() {
    const question = this.question();
    this.button.disabled = true;
    this.hinted = question;
    show(this.told, h("p.hint", null, h("span.spinner", { "aria-hidden": "true" }), t("m.hint.wait")));
    try {
      /** @type {Thought} */
      const thought = await api.post(this.options.questions.path("hint"));
      if (this.question() !== question) return;
      const found = choiceOf(this.page.ask, thought.action);
      show(this.told, h("strong", null, found ? capital(captionOf(found.choice, found.number)) : thought.action), lines(thought));
      this.told.scrollIntoView({ block: "nearest" });
      // Where it is longer than the room there is, its beginning.
      this.told.firstElementChild?.scrollIntoView({ block: "nearest" });
      if (!found) return;
      this.lit = found.choice.path;
      this.options.point(found.choice.path);
    } catch (problem) {
      if (this.question() === question) show(this.told, h("p.hint", null, told(problem)));
    } finally {
      this.button.disabled = false;
    }
  }
}

/** What it expects, how far it looked, and why. @param {Thought} thought */
function lines(thought) {
  const { share, depth, visits, nodes, line, reasons } = thought;
  return h("ul", null,
    share !== undefined && share !== null && h("li", null, t("m.thought.share", { n: Math.round(100 * share) })),
    depth && nodes > 0 ? h("li", null, t("m.thought.depth", { depth, nodes })) : visits ? h("li", null, t("m.thought.visits", { visits, nodes })) : nodes > 0 && h("li", null, t("m.thought.nodes", { nodes })),
    line.length > 1 && h("li", null, t("m.thought.line"), " ", h("code", null, line.slice(0, MOST_AHEAD).join(" "), line.length > MOST_AHEAD && " …")),
    reasons.length > 0 && h("li", null, t("m.thought.reasons", { names: reasons.map(({ name }) => name).join(", ") })));
}
