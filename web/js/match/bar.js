/**
 * The command bar: actions in the game's own language, with what can be completed, and what was said
 * before. A click on the board while it is used writes the place.
 */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { complete, shared, textOf } from "./choices.js";
import { sign } from "./names.js";

/** @typedef {import("./choices.js").Choice} Choice */

const MOST_SHOWN = 7;
const MOST_KEPT = 60;

export class Bar {
  /** @param {{ send: (text: string) => void, grammar: () => Promise<string> }} options */
  constructor(options) {
    this.options = options;
    /** @type {Choice[]} */
    this.all = [];
    /** @type {string[]} */
    this.said = [];
    this.at = 0;
    this.draft = "";
    this.input = h("input", {
      type: "text", id: "command", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
      placeholder: t("m.bar.placeholder"), role: "combobox", "aria-expanded": "false", "aria-controls": "command-list", "aria-autocomplete": "list", "aria-describedby": "grammar",
      oninput: () => this.suggest(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event), onfocus: () => this.help(), onblur: () => setTimeout(() => this.hide(), 150),
    });
    this.list = h("ul.suggestions", { id: "command-list", role: "listbox", "aria-label": t("m.bar.list"), hidden: true });
    this.grammar = h("p.grammar.hint", { id: "grammar", hidden: true });
    this.go = h("button.button.icon-only", { type: "submit", "aria-label": t("m.bar.send"), title: t("m.bar.send") }, sign("send"));
    this.node = h("form.bar", { autocomplete: "off", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit();
    } }, h("label.sr-only", { for: "command" }, t("m.bar")), h("div.row", null, this.input, this.go), this.list, this.grammar);
  }

  /** Whether it has the keyboard. */
  get used() {
    return document.activeElement === this.input;
  }

  /** @param {Choice[]} all @param {boolean} open whether anything can be answered */
  update(all, open) {
    this.all = all;
    this.input.disabled = !open;
    this.go.disabled = !open;
    if (!open) this.hide();
  }

  /** Writes a place where the cursor is. @param {string} spot */
  write(spot) {
    const { input } = this;
    const [from, to] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length];
    input.setRangeText(spot, from, to, "end");
    this.suggest();
  }

  focus() {
    this.input.focus();
  }

  async help() {
    if (!this.grammar.hidden) return;
    try {
      this.grammar.textContent = await this.options.grammar();
      this.grammar.hidden = false;
    } catch {
      // It is only help.
    }
  }

  submit() {
    const text = this.input.value.trim();
    if (text === "") return;
    this.said = [...this.said.filter((old) => old !== text), text].slice(-MOST_KEPT);
    this.at = this.said.length;
    this.input.value = "";
    this.hide();
    this.options.send(text);
  }

  suggest() {
    const found = complete(this.all, this.input.value, MOST_SHOWN);
    this.list.hidden = found.length === 0;
    this.input.setAttribute("aria-expanded", String(found.length > 0));
    show(this.list, found.map((choice) => h("li", { role: "option", "aria-selected": "false", onpointerdown: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.take(choice);
    } }, h("code", null, textOf(choice, "…")), h("span", null, choice.caption))));
  }

  /** @param {Choice} choice */
  take(choice) {
    this.input.value = textOf(choice);
    this.input.focus();
    if (choice.amount) this.input.setSelectionRange(textOf(choice, "").length, this.input.value.length);
    this.suggest();
  }

  hide() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { input } = this;
    const end = input.selectionStart === input.value.length;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      if (this.at === this.said.length) this.draft = input.value;
      this.at = Math.max(0, Math.min(this.said.length, this.at + (event.key === "ArrowUp" ? -1 : 1)));
      input.value = this.said[this.at] ?? this.draft;
      this.hide();
    } else if ((event.key === "Tab" && !event.shiftKey && !this.list.hidden) || (event.key === "ArrowRight" && end && !this.list.hidden)) {
      const found = complete(this.all, input.value, Infinity);
      const more = shared(found, input.value);
      if (found.length === 1 && found[0]) this.take(found[0]);
      else if (more.length > input.value.length) {
        input.value = more;
        this.suggest();
      } else if (event.key === "Tab") return this.hide();
      if (found.length === 1 && found[0] && input.value === textOf(found[0])) this.hide();
    } else if (event.key === "Escape") {
      if (this.list.hidden) input.blur();
      this.hide();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
