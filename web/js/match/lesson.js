/** A lesson on the page: the walk through it, which the address remembers, and the panel with the task at hand. */

import { api, Problem } from "../api.js";
import { h, icon, show } from "../dom.js";
import { t } from "../i18n.js";
import { rename } from "../main.js";
import { solving } from "./solving.js";

/** @typedef {import("../wire.js").Wire} Wire */
/** @typedef {Wire["LessonFrame"] & import("../live.js").Frame} Frame */

/** What was done so far. Nothing is stored on the server: each step sends all of it again. */
export class Walk {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {string[]} */
    this.played = decodeURIComponent(location.hash.slice(1)).split(";").filter(Boolean);
    /** What was shown last. @type {Frame | null} */
    this.frame = null;
    /** @type {(page: Wire["Page"], frame: import("../live.js").Frame) => void} */
    this.onPage = () => {};
    /** @type {(state: import("../live.js").LiveState) => void} */
    this.onState = () => {};
  }

  /** What questions about the lesson say besides their own. */
  query() {
    return { played: this.played.join(";") };
  }

  /** Asks for the lesson after these actions. @param {string[]} played @param {number} [since] the last entry that was shown @returns {Promise<Frame>} */
  async at(played, since) {
    const query = new URLSearchParams({ played: played.join(";"), ...(since !== undefined && { since: String(since) }) });
    const frame = await api.get(`/games/${encodeURIComponent(this.game)}/lesson?${query}`);
    // Nobody is asked but the learner, so nothing is answered for anybody.
    frame.room.you.may_stand = [];
    return this.frame = frame;
  }

  /** Where the address says; whoever brought nonsense begins anew. */
  async begin() {
    try {
      return await this.at(this.played);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 422) throw problem;
      this.keep([]);
      return await this.at([]);
    }
  }

  /** As a live connection is opened. @param {import("../live.js").LiveOptions} options @returns {import("../live.js").Live} */
  open({ onPage, onState }) {
    this.onPage = onPage;
    this.onState = onState ?? this.onState;
    // Whoever opens it is not ready yet.
    queueMicrotask(() => {
      this.onState("open");
      if (this.frame) onPage(this.frame.page, this.frame);
    });
    return { send: (command) => this.send(command), close: () => { this.onPage = () => {}; }, look: () => {} };
  }

  /** @param {Record<string, any>} command */
  async send({ do: verb = "answer", text, then = [] }) {
    if (verb === "answer") await this.go([...this.played, text, ...then], this.frame?.seq);
    else if (verb === "undo" || verb === "ask-undo") await this.go(this.played.slice(0, -1));
    else throw new Problem(422, { code: "lesson", title: t("l.not") });
    return { taken: 1 + then.length };
  }

  /** @param {string[]} played @param {number} [since] */
  async go(played, since) {
    try {
      const frame = await this.at(played, since);
      this.keep(played);
      this.onState("open");
      this.onPage(frame.page, frame);
    } catch (problem) {
      if (problem instanceof Problem && problem.offline) this.onState("offline");
      throw problem;
    }
  }

  /** @param {string[]} played */
  keep(played) {
    this.played = played;
    const link = new URL(location.href);
    link.hash = encodeURIComponent(played.join(";"));
    rename(link);
  }
}

/** The task at hand. Stands where the guide of a match does. */
export class LessonPanel {
  /** @param {{ again: () => void, play: () => void, rules: string, draw: () => void }} hands */
  constructor(hands) {
    this.hands = hands;
    /** The places that are lit up for who asked to be shown. @type {string[]} */
    this.lit = [];
    this.node = h("section.guide.lesson-panel", { "aria-label": t("l.lesson") });
    this.drawn = "";
    /** Whether the hint was asked for, and for which task. */
    this.helps = false;
    this.task = -1;
  }

  /** @param {any} _room @param {Wire["Page"]} page @param {import("./choices.js").Selection} selection @param {(spot: string) => boolean} onBoard */
  update(_room, page, selection, onBoard) {
    const lesson = page.lesson;
    if (!lesson) return;
    if (lesson.done !== this.task) this.helps = false;
    this.task = lesson.done;
    const next = this.helps ? solving(selection, lesson.solution)?.path[selection.path.length] : undefined;
    this.lit = next !== undefined && onBoard(next) ? [next] : [];
    const look = JSON.stringify([lesson, this.helps]);
    if (look === this.drawn) return;
    this.drawn = look;
    const over = lesson.hint === undefined || lesson.hint === null;
    const focused = this.node.contains(document.activeElement);
    show(this.node,
      h("p.guide-head", null,
        h("strong.lesson-title", null, lesson.title),
        h("span.badge.accent", null, over ? t("l.done") : t("l.task", { at: lesson.done + 1, of: lesson.tasks })),
        h("span.dots", { "aria-hidden": "true" }, Array.from({ length: lesson.tasks }, (_, at) => h("span", { class: at < lesson.done ? "done" : "" })))),
      h("div", { role: "status" },
        lesson.praise && h("p.praise", null, icon("check"), h("span", null, lesson.praise)),
        h("p.lesson-task", null, lesson.text),
        this.helps && !over && h("p.lesson-hint", null, lesson.hint)),
      over ? this.farewell() : !this.helps && this.help());
    if (focused) this.node.querySelector("button")?.focus();
  }

  /** The hint, and the place to click is lit up. */
  help() {
    return h("div.buttons", null, h("button.button.small", { type: "button", onclick: () => {
      this.helps = true;
      this.hands.draw();
    } }, t("l.hint")));
  }

  farewell() {
    return h("div.buttons", null,
      h("button.button.small.primary", { type: "button", onclick: this.hands.play }, icon("play"), t("l.play")),
      h("button.button.small", { type: "button", onclick: this.hands.again }, t("l.again")),
      h("a.button.small", { href: this.hands.rules }, t("l.rules")));
  }

  /** What an action came to is said by the lesson itself. */
  saved() {}
}
