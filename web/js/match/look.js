/** Looking closer at the board: the card of a spot, what an action there would do, and why it is not allowed. */

import { t } from "../i18n.js";
import { actionsOf } from "./choices.js";
import { prefs } from "./prefs.js";
import { outlookOf } from "./questions.js";
import * as sound from "./sound.js";

/**
 * @typedef {object} Options
 * @property {import("./questions.js").Questions} questions
 * @property {import("../board.js").Board} board
 * @property {import("./card.js").Card} card
 * @property {import("./lens.js").Lenses} lenses
 * @property {() => { page: import("../wire.js").Wire["Page"], selection: import("./choices.js").Selection }} now
 * @property {(text: string) => void} say
 */

/** So long nothing changes before the spots are named again, in milliseconds. */
const SETTLED = 250;

export class Look {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** The spot that is looked at. */
    this.spot = "";
    /** Whether the lens shows what an action would change. */
    this.isAfter = false;
    /** The page whose spots were named. @type {any} */
    this.labelled = null;
    /** What is said of the spots now, and what a plan puts in its place. @type {Map<string, string>} */
    this.names = new Map();
    /** @type {Record<string, string>} */
    this.titles = {};
    /** Names the spots again, once nothing has changed for a while. @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** Whether somebody has gone over the board by keys: its names are kept true from then on. */
    this.isHeard = false;
  }

  /** The card of a spot, with why not. @param {string} spot @param {DOMRect | null} box @param {string} how @param {string[]} [path] @param {string[]} [takers] where an action that ends here can begin */
  async at(spot, box, how, path, takers = []) {
    const { questions, board, card, lenses, say } = this.options;
    const { page, selection } = this.options.now();
    const begun = selection.path.length > 0;
    const whole = path ?? (selection.path.at(-1) !== spot ? [...selection.path, spot] : []);
    this.spot = spot;
    if (how === "hover" && card.isApproached()) return;
    const offered = page.ask && selection.path.at(-1) !== spot ? selection.next().get(spot) : undefined;
    const legal = offered && (begun || offered.last) ? selection.left([...selection.path, spot])[0] : undefined;
    const exact = legal && legal.path.length === selection.path.length + 1 && !legal.amount ? legal : undefined;
    // A path could mean something forbidden when as many clicks on the board mean something allowed.
    const wonder = page.ask && !legal && !(whole.length === 1 && selection.begins(spot))
      && selection.all.some((choice) => choice.path.length === whole.length && board.places.has(choice.path.at(-1) ?? ""));
    const preview = exact && prefs.after ? lenses.wishes : [];
    // What only began a gesture is an action before the one that is wondered about.
    const begin = begun ? selection.left()[0]?.first : undefined;
    const planned = await questions.plan({
      ...(board.places.has(spot) ? { spot } : {}),
      ...(exact ? { actions: actionsOf(exact), lenses: preview } : {}),
      ...(wonder ? (begin === undefined ? { path: whole } : { actions: [begin], path: whole.slice(selection.path.length) }) : {}),
    });
    if (this.spot !== spot || (how === "hover" && card.isApproached())) return;
    const refusals = wonder ? (planned?.refusals ?? []) : [];
    const there = planned?.card ?? null;
    const names = takers.map((taker) => page.ask?.names?.[taker] ?? taker);
    const first = takers.length > 0 ? t("m.card.takers", { names: new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(names) })
      : how === "click" && page.ask && !begun && !legal && refusals.length === 0 && selection.all.some((choice) => board.places.has(choice.path[0] ?? "")) ? t("m.card.own") : undefined;
    card.show({ card: there, first, warning: exact?.warning ?? undefined, effect: exact?.effect ?? undefined, caption: exact?.caption, chances: outlookOf(planned) ?? undefined, unknown: planned?.steps.some((step) => step.unknown), refusals, action: planned?.meant ?? undefined }, box);
    if (how === "click" && refusals.length > 0) {
      sound.refused();
      board.flash([spot], "bad");
    }
    if (how !== "hover") say([there?.title, first, ...(there?.lines ?? []).map((line) => line.join(" ")), ...refusals.map(({ text }) => text)].flatMap((line) => (line ? [/[.!?]$/.test(line) ? line : `${line}.`] : [])).join(" "));
    if (planned && preview.length > 0) {
      this.isAfter = true;
      lenses.lay(planned.lenses.map(({ after }) => after), planned.lenses.map(({ before }) => before));
    }
  }

  /** Somewhere else. */
  away() {
    this.spot = "";
    this.options.card.leave();
    if (this.isAfter) this.options.lenses.restore();
    this.isAfter = false;
  }

  /** Nothing of what was looked at is for the next one's eyes. */
  hide() {
    this.spot = "";
    this.isAfter = false;
    this.options.card.hide();
  }

  /** Another position: something else may stand there. */
  renew() {
    this.labelled = null;
    clearTimeout(this.settling);
    // Whoever plays on at once hears nothing of what lies between.
    this.settling = setTimeout(() => {
      if (this.isHeard || this.options.board.contains(document.activeElement)) void this.label();
    }, SETTLED);
  }

  /** What is said of each spot, for those who hear the board. */
  async label() {
    this.isHeard ||= document.activeElement?.matches("vb-board .hit:focus-visible") ?? false;
    const { page } = this.options.now();
    if (this.labelled === page || !page) return;
    this.labelled = page;
    const spots = await this.options.questions.spots();
    if (this.options.now().page !== page) return;
    this.names = new Map(spots.map((one) => [one.spot, one.title]));
    this.rename(this.titles);
  }

  /** What a plan puts on some spots. @param {Record<string, string>} titles */
  rename(titles) {
    this.titles = titles;
    if (this.names.size > 0) this.options.board.name(new Map([...this.names, ...Object.entries(titles)]));
  }
}
