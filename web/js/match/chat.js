/** What is said at the match, and whom one does not want to hear. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { letters, sign, token } from "./names.js";

/** @typedef {import("../wire.js").Wire["RemarkBody"]} Remark */

export class Chat {
  /** @param {{ match: string, say: (text: string) => Promise<any>, mute: (player: string, muted: boolean) => Promise<any> }} options */
  constructor(options) {
    this.options = options;
    this.key = `vauban.muted.${options.match}`;
    /** @type {Remark[]} */
    this.remarks = [];
    /** The server does not tell again whom one has muted. @type {Map<string, string>} */
    this.muted = kept(this.key);
    /** @type {string[]} */
    this.seats = [];
    this.own = "";
    this.list = h("ol.remark-lines");
    this.box = h("div.remarks", { role: "log", "aria-label": t("m.chat"), tabindex: "0" }, this.list);
    this.mutedList = h("p.muted.hint", { hidden: true });
    this.input = h("input", { type: "text", maxlength: 500, autocomplete: "off", placeholder: t("m.chat.placeholder"), "aria-label": t("m.chat.placeholder"), enterkeyhint: "send" });
    this.error = h("p.hint.danger-text", { role: "alert", hidden: true });
    this.node = h("div.chat", null, this.box, this.mutedList, this.error, h("form.row", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.say();
    } }, this.input, h("button.button.icon-only", { type: "submit", "aria-label": t("m.chat.say"), title: t("m.chat.say") }, sign("send"))));
    this.draw();
  }

  /** @param {Remark[]} news @returns {number} how many of others are new */
  add(news) {
    const known = this.remarks.at(-1)?.number ?? 0;
    const fresh = news.filter((remark) => remark.number > known);
    if (fresh.length === 0) return 0;
    this.remarks = [...this.remarks, ...fresh].slice(-300);
    this.draw();
    return fresh.filter((remark) => remark.by.id !== this.own).length;
  }

  draw() {
    const signs = letters(this.seats);
    const heard = this.remarks.filter((remark) => !this.muted.has(remark.by.id));
    show(this.list, heard.length === 0
      ? h("li.nothing", null, t("m.chat.empty"))
      : heard.map((remark) => h("li", { class: remark.by.id === this.own ? "own" : "" },
        remark.seats[0] ? token(remark.seats[0], signs[remark.seats[0] - 1] ?? "") : h("span.no-one", { "aria-hidden": "true" }, "◦"),
        h("p", null, h("strong", null, remark.by.name), " ", remark.text),
        remark.by.id !== this.own && h("button.button.quiet.small.icon-only", { type: "button", "aria-label": t("m.chat.mute", { name: remark.by.name }), title: t("m.chat.mute", { name: remark.by.name }), onclick: () => this.mute(remark.by.id, remark.by.name, true) }, sign("mute")))));
    this.mutedList.hidden = this.muted.size === 0;
    show(this.mutedList, [...this.muted].map(([id, name]) => h("button.button.quiet.small", { type: "button", onclick: () => this.mute(id, name, false) }, t("m.chat.listen", { name }))));
  }

  async say() {
    const text = this.input.value.trim();
    if (text === "") return;
    try {
      await this.options.say(text);
      this.input.value = "";
      this.error.hidden = true;
      // What one says oneself one wants to see.
      this.box.scrollTop = 0;
    } catch (problem) {
      this.error.textContent = problem instanceof Error ? problem.message : String(problem);
      this.error.hidden = false;
    }
  }

  /** @param {string} id @param {string} name @param {boolean} muted */
  async mute(id, name, muted) {
    if (muted) this.muted.set(id, name);
    else this.muted.delete(id);
    keep(this.key, this.muted);
    this.draw();
    await this.options.mute(id, muted).catch(() => {
      // Here it is muted in any case.
    });
  }
}

/** @param {string} key @returns {Map<string, string>} */
function kept(key) {
  try {
    return new Map(JSON.parse(localStorage.getItem(key) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** @param {string} key @param {Map<string, string>} muted */
function keep(key, muted) {
  try {
    if (muted.size > 0) localStorage.setItem(key, JSON.stringify([...muted]));
    else localStorage.removeItem(key);
  } catch {
    // Without storage nobody can be heard again after a reload.
  }
}
