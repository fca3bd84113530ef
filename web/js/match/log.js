/** What happened, line by line. A line shows on the board where it happened. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { capital, letters, token } from "./names.js";

/** @typedef {{ seq: number, by: number | null, action: string | null, events: { kind: string, text: string }[], spots?: string[] }} Entry */

export class Log {
  /** @param {(spots: string[]) => void} point shows places on the board */
  constructor(point) {
    this.point = point;
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {string[]} */
    this.seats = [];
    this.list = h("ol.log-lines");
    this.node = h("div.log", { tabindex: "0", role: "region", "aria-label": t("m.log"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) }, this.list);
  }

  /** Whether entries are missing before these. @param {Entry[]} news */
  lacks(news) {
    const first = news[0];
    return first !== undefined && first.seq > (this.entries.at(-1)?.seq ?? 0) + 1;
  }

  /** @param {Entry[]} entries */
  replace(entries) {
    this.entries = entries;
    this.list.replaceChildren();
    if (entries.length === 0) return show(this.list, h("li.nothing", null, t("m.log.empty")));
    for (const entry of entries) this.append(entry);
    this.end();
  }

  /** @param {Entry[]} news */
  add(news) {
    const fresh = news.filter((entry) => entry.seq > (this.entries.at(-1)?.seq ?? 0));
    if (fresh.length === 0) return;
    if (this.entries.length === 0) this.list.replaceChildren();
    for (const entry of fresh) {
      this.entries.push(entry);
      this.append(entry);
    }
    this.end();
  }

  /** @param {Entry} entry */
  append(entry) {
    const words = entry.events.map((event) => event.text).filter(Boolean);
    const texts = words.length > 0 ? words : [entry.action ?? ""];
    const mark = entry.by ? token(entry.by, letters(this.seats)[entry.by - 1] ?? "") : h("span.no-one", { "aria-hidden": "true" }, "◆");
    const body = [h("span.number", null, String(entry.seq)), mark, h("span.words", null, texts.map((text) => h("span", null, capital(text), " ")))];
    const spots = entry.spots ?? [];
    this.list.append(h("li", null, spots.length > 0
      ? h("button.line", { type: "button", tabindex: "-1", title: t("m.log.show"), onclick: () => this.point(spots) }, body)
      : h("span.line", null, body)));
  }

  /** One stop for the Tab key; the arrows go from line to line. @param {KeyboardEvent} event */
  walk(event) {
    const lines = [...this.list.querySelectorAll("button")];
    const at = lines.findIndex((line) => line === document.activeElement);
    /** @type {Record<string, number>} */
    const to = { ArrowUp: at < 0 ? lines.length - 1 : at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 };
    const line = lines[to[event.key] ?? -1];
    if (!line) return;
    event.preventDefault();
    event.stopPropagation();
    line.focus();
  }

  end() {
    this.node.scrollTop = this.node.scrollHeight;
  }
}
