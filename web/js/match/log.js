/** What happened, line by line. A line shows on the board where it happened. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { capital, letters, token } from "./names.js";

/** @typedef {{ seq: number, by: number | null, action: string | null, events: { kind: string, text: string }[], spots?: string[] }} Entry */

/** So many lines are shown at first, and so many more when asked for: a long match has thousands. */
export const LINES = 150;

export class Log {
  /**
   * @param {(spots: string[]) => void} point shows places on the board
   * @param {(since: number, most: number) => Promise<Entry[]>} [fetch] what was told after an entry
   */
  constructor(point, fetch) {
    this.point = point;
    this.fetch = fetch;
    /** Those that are shown, without a gap up to the newest. @type {Entry[]} */
    this.entries = [];
    this.most = LINES;
    /** @type {string[]} */
    this.seats = [];
    this.before = h("li.earlier", { hidden: true }, h("button.button.small", { type: "button", tabindex: "-1", onclick: () => this.earlier() }, t("m.log.earlier")));
    this.list = h("ol.log-lines");
    this.node = h("div.log", { tabindex: "0", role: "region", "aria-label": t("m.log"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) }, this.list);
  }

  /** Whether entries are missing before these. @param {Entry[]} news */
  lacks(news) {
    const first = news[0];
    return first !== undefined && first.seq > (this.entries.at(-1)?.seq ?? 0) + 1;
  }

  /** @param {Entry[]} entries the newest */
  replace(entries) {
    this.most = Math.max(LINES, entries.length);
    this.fill(entries);
  }

  /** @param {Entry[]} news */
  add(news) {
    const fresh = news.filter((entry) => entry.seq > (this.entries.at(-1)?.seq ?? 0));
    if (fresh.length === 0) return;
    if (this.entries.length === 0) this.list.replaceChildren(this.before);
    this.entries.push(...fresh);
    this.list.append(...fresh.map((entry) => this.line(entry)));
    for (let more = this.entries.length - this.most; more > 0; more -= 1) {
      this.entries.shift();
      this.before.nextElementSibling?.remove();
    }
    this.tell();
  }

  /** Shows what lies before; the eye stays where it was. */
  async earlier() {
    const first = this.entries[0]?.seq ?? 1;
    const since = Math.max(0, first - 1 - LINES);
    const older = await this.fetch?.(since, first - 1 - since).catch(() => []) ?? [];
    // Another seat may look by now, or the list have moved on.
    if (older.length === 0 || this.entries[0]?.seq !== first) return;
    this.most += older.length;
    this.fill([...older, ...this.entries]);
    this.node.focus({ preventScroll: true });
  }

  /** @param {Entry[]} entries */
  fill(entries) {
    this.entries = entries;
    if (entries.length === 0) return show(this.list, h("li.nothing", null, t("m.log.empty")));
    this.list.replaceChildren(this.before, ...entries.map((entry) => this.line(entry)));
    this.tell();
  }

  /** Whether there is more before what is shown. */
  tell() {
    this.before.hidden = !this.fetch || (this.entries[0]?.seq ?? 1) <= 1;
  }

  /** @param {Entry} entry */
  line(entry) {
    const words = entry.events.map((event) => event.text).filter(Boolean);
    const texts = words.length > 0 ? words : [entry.action ?? ""];
    const mark = entry.by ? token(entry.by, letters(this.seats)[entry.by - 1] ?? "") : h("span.no-one", { "aria-hidden": "true" }, "◆");
    const body = [h("span.number", null, String(entry.seq)), mark, h("span.words", null, texts.map((text) => h("span", null, capital(text), " ")))];
    const spots = entry.spots ?? [];
    return h("li", null, spots.length > 0
      ? h("button.line", { type: "button", tabindex: "-1", title: t("m.log.show"), onclick: () => this.point(spots) }, body)
      : h("span.line", null, body));
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
