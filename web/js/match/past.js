/** Looking back: how the board was after any step, while the match goes on. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { toastError } from "../parts.js";
import { sign } from "./names.js";

/** Few steps have more than one line, so this often is enough to find the step of a line. */
const TRIES = 4;

/** The page as it was when a line of the log was written, or nearly. @param {number} seq @param {number} steps how many there are @param {(step: number) => Promise<any>} ask */
export async function pageOf(seq, steps, ask) {
  let page = await ask(Math.min(seq, steps));
  for (let tries = 0; tries < TRIES && page.seq !== seq; tries += 1) {
    const step = Math.max(0, Math.min(steps, page.step + (seq - page.seq)));
    if (step === page.step) break;
    page = await ask(step);
  }
  return page;
}

export class Past {
  /** @param {{ board: import("../board.js").Board, ask: (step: number) => Promise<any>, now: () => void, before: () => void, shown: (page: any) => void }} options `shown`: nothing when it is over */
  constructor(options) {
    this.options = options;
    /** The page that is shown in place of the one of now. @type {any} */
    this.page = null;
    /** Goes up with each wish, so that a slow answer does not overtake a newer one. */
    this.wish = 0;
    this.count = h("span");
    const tool = (/** @type {string} */ word, /** @type {string} */ label, /** @type {() => void} */ act) => h("button.button.quiet.small.icon-only", { type: "button", "aria-label": label, title: label, onclick: act }, word);
    this.node = h("div.past", { role: "status", hidden: true },
      tool("←", t("replay.back"), () => void this.go(-1)), this.count, tool("→", t("replay.next"), () => void this.go(1)),
      h("button.button.small.primary", { type: "button", onclick: () => this.leave() }, sign("cross"), t("m.past.now")));
  }

  get isOpen() {
    return this.page !== null;
  }

  /** One step back or on. @param {-1 | 1} way */
  async go(way) {
    if (!this.page && way > 0) return;
    const here = this.page?.step ?? (await this.steps());
    if (this.page && here + way >= this.page.steps) return this.leave();
    if (here + way >= 0) await this.show(() => this.options.ask(here + way));
  }

  /** As it was when a line of the log was written. @param {number} seq */
  async find(seq) {
    await this.show(async () => pageOf(seq, await this.steps(), this.options.ask));
  }

  async steps() {
    return this.page?.steps ?? (await this.options.ask(0)).steps;
  }

  /** @param {() => Promise<any>} ask */
  async show(ask) {
    const mine = (this.wish += 1);
    try {
      const page = await ask();
      if (mine !== this.wish) return;
      if (!this.page) this.options.before();
      this.page = page;
      const { board } = this.options;
      await board.show(page);
      const [from, to] = page.last;
      board.interactive = false;
      board.trails([]);
      board.battle(null);
      board.mark({ last: page.last, arrows: from && to ? [{ from, to, kind: "last" }] : [] });
      show(this.count, t("replay.count", { step: page.step, steps: page.steps }));
      this.node.hidden = false;
      this.options.shown(page);
    } catch (error) {
      toastError(error);
    }
  }

  /** Somebody draws what is now. */
  close() {
    this.wish += 1;
    if (this.page) this.options.shown(null);
    this.page = null;
    this.node.hidden = true;
  }

  /** Back to now. */
  leave() {
    const wasOpen = this.isOpen;
    this.close();
    if (wasOpen) this.options.now();
  }
}
