/** What happened, line by line. A line shows on the board where it happened. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { toastError } from "../parts.js";
import { undoneOf } from "./happenings.js";
import { capital, letters, token } from "./names.js";

/** @typedef {import("../wire.js").Wire["LogEntry"]} Entry */

/** So many lines are shown at first, and so many more when asked for: a long match has thousands. */
export const LINES = 150;

export class Log {
  /**
   * @param {(spots: string[], seq: number) => void} point shows places on the board, as they were
   * @param {(since: number, most: number) => Promise<Entry[]>} [fetch] what was told after an entry
   */
  constructor(point, fetch) {
    this.point = point;
    this.fetch = fetch;
    /** Those that are shown, without a gap up to the newest. @type {Entry[]} */
    this.entries = [];
    this.most = LINES;
    /** Goes up when others read it, or it begins anew. */
    this.reading = 0;
    /** Whether earlier lines are on their way; until they are here none is taken away. */
    this.isFetching = false;
    /** Whether somebody reads further up. */
    this.isAway = false;
    /** @type {string[]} */
    this.seats = [];
    /** The entry up to which the board shows it, if it does not show the newest. @type {number | null} */
    this.now = null;
    this.before = h("li.earlier", { hidden: true }, h("button.button.small", { type: "button", tabindex: "-1", onclick: () => this.earlier() }, t("m.log.earlier")));
    this.list = h("ol.log-lines");
    this.node = h("div.log", { tabindex: "0", role: "region", "aria-label": t("m.log"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) }, this.list);
    this.node.addEventListener("scroll", () => {
      // Upside down: what is further up has a place below nought.
      this.isAway = this.node.scrollTop < -8;
    }, { passive: true });
  }

  /** Whether entries are missing before these, or after them up to the newest. @param {Entry[]} news @param {number} newest */
  lacks(news, newest) {
    const known = this.entries.at(-1)?.seq ?? 0;
    return (news[0]?.seq ?? 0) > known + 1 || Math.max(known, news.at(-1)?.seq ?? 0) < newest;
  }

  /** @param {Entry[]} entries the newest */
  replace(entries) {
    this.reading += 1;
    this.most = Math.max(LINES, entries.length);
    this.entries = [...entries];
    if (this.isAway) this.node.scrollTop = 0;
    if (entries.length === 0) return show(this.list, h("li.nothing", null, t("m.log.empty")));
    this.list.replaceChildren(this.before, ...entries.map((entry) => this.line(entry)));
    this.group();
    this.tell();
  }

  /** @param {Entry[]} news */
  add(news) {
    const fresh = news.filter((entry) => entry.seq > (this.entries.at(-1)?.seq ?? 0));
    if (fresh.length === 0) return;
    if (this.entries.length === 0) this.list.replaceChildren(this.before);
    this.entries.push(...fresh);
    this.list.append(...fresh.map((entry) => this.line(entry)));
    if (!this.isFetching) this.trim();
    this.group();
    this.tell();
  }

  /** Takes away the oldest lines, if there are too many. */
  trim() {
    while (this.entries.length > this.most) {
      this.entries.shift();
      const oldest = this.before.nextElementSibling;
      if (oldest?.contains(document.activeElement)) this.node.focus({ preventScroll: true });
      oldest?.remove();
    }
  }

  /** Shows what lies before; the eye stays where it was, and the keyboard goes on upwards from there. */
  async earlier() {
    const { reading, fetch } = this;
    const first = this.entries[0]?.seq ?? 1;
    if (!fetch || this.isFetching || first <= 1) return;
    this.isFetching = true;
    try {
      const since = Math.max(0, first - 1 - LINES);
      const older = await fetch(since, first - 1 - since);
      // Another seat may look by now.
      if (reading !== this.reading) return;
      this.most += older.length;
      this.entries.unshift(...older);
      const lines = older.map((entry) => this.line(entry));
      this.before.after(...lines);
      if (this.before.contains(document.activeElement)) {
        const next = lines.findLast((line) => line.querySelector("button"));
        (next?.querySelector("button") ?? this.node).focus({ preventScroll: true });
      }
    } catch (error) {
      toastError(error);
    } finally {
      this.isFetching = false;
      this.trim();
      this.group();
      this.tell();
    }
  }

  /** Steps of one turn belong together, and what was taken back is struck through. */
  group() {
    const undone = undoneOf(this.entries);
    /** @type {Entry | undefined} */
    let before;
    for (const entry of this.entries) {
      const line = this.list.querySelector(`:scope > [data-seq="${entry.seq}"]`);
      line?.classList.toggle("turn-goes-on", before !== undefined && !before.summary && before.by === entry.by && entry.by !== null);
      line?.classList.toggle("undone", undone.has(entry.seq));
      before = entry;
    }
  }

  /** Which line the board shows, and which are still to come. @param {number | null} seq nothing if it shows the newest */
  mark(seq) {
    this.now = seq;
    for (const line of this.list.querySelectorAll(":scope > [data-seq]")) {
      const own = Number(line.getAttribute("data-seq"));
      line.classList.toggle("later", seq !== null && own > seq);
      line.classList.toggle("now", own === seq);
      if (own === seq) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    const now = this.list.querySelector(":scope > .now");
    if (!(now instanceof HTMLElement)) return;
    // Only the list moves, never the page.
    const [box, own] = [this.node.getBoundingClientRect(), now.getBoundingClientRect()];
    if (own.top < box.top || own.bottom > box.bottom) this.node.scrollTop += own.top - box.top - box.height / 2;
  }

  /** Whether there is more before what is shown. */
  tell() {
    this.before.hidden = !this.fetch || (this.entries[0]?.seq ?? 1) <= 1;
  }

  /** @param {Entry} entry */
  line(entry) {
    const words = entry.events.map((event) => event.text).filter(Boolean);
    // A roll that changes nothing is nothing to read.
    if (words.length === 0 && !entry.by && !entry.summary) return h("li", { hidden: true });
    const texts = words.length > 0 ? words : [entry.action ?? ""];
    const mark = entry.by ? token(entry.by, letters(this.seats)[entry.by - 1] ?? "") : h("span.no-one", { "aria-hidden": "true" }, "◆");
    const body = [h("span.number", null, String(entry.seq)), mark, h("span.words", null, texts.map((text) => h("span", null, capital(text), " ")))];
    const spots = entry.spots ?? [];
    // What a turn of several steps came to; that of a single one would say it twice.
    const summary = entry.summary && entry.summary !== texts.join(" ") && h("p.summary", null, entry.summary);
    return h("li", { class: entry.summary ? "turn-end" : "", "data-seq": entry.seq },
      h("button.line", { type: "button", tabindex: "-1", title: t("m.log.show"), onclick: () => this.point(spots, entry.seq) }, body), summary);
  }

  /** One stop for the Tab key; the arrows go from line to line. @param {KeyboardEvent} event */
  walk(event) {
    /** @type {NodeListOf<HTMLElement>} */
    const found = this.list.querySelectorAll("li:not([hidden]) > button");
    const lines = [...found];
    const at = lines.findIndex((line) => line === document.activeElement);
    /** @type {Record<string, number>} */
    const to = { ArrowUp: at < 0 ? lines.length - 1 : at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 };
    const line = lines[to[event.key] ?? -1];
    if (!line) return;
    event.preventDefault();
    event.stopPropagation();
    line.focus();
  }
}
