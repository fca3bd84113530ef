/**
 * The command bar: actions in the game's own language and commands, with what can be completed, and what was
 * said before. A click on the board while it is used writes the place.
 */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { complete, shared, textOf } from "./choices.js";
import { sign } from "./names.js";

/** @typedef {import("./choices.js").Choice} Choice */

const MOST_SHOWN = 7;
const MOST_KEPT = 60;

export class Bar {
  /** @param {{ send: (text: string) => void, grammar: () => Promise<string>, commands: import("./commands.js").Command[] }} options */
  constructor(options) {
    this.options = options;
    /** @type {Choice[]} */
    this.all = [];
    /** @type {string[]} */
    this.said = [];
    this.at = 0;
    this.draft = "";
    /** The places that were clicked, and the text that came of it. */
    this.clicked = { path: /** @type {string[]} */ ([]), text: "" };
    this.input = h("input", {
      type: "text", id: "command", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
      placeholder: t("m.bar.placeholder"), role: "combobox", "aria-expanded": "false", "aria-controls": "command-list", "aria-autocomplete": "list", "aria-describedby": "grammar",
      oninput: () => this.suggest(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event), onfocus: () => this.help(), onblur: () => setTimeout(() => this.hide(), 150),
    });
    this.list = h("ul.suggestions", { id: "command-list", role: "listbox", "aria-label": t("m.bar.list"), hidden: true });
    this.grammar = h("p.grammar.hint", { id: "grammar", hidden: true });
    this.go = h("button.button.icon-only", { type: "submit", "aria-label": t("m.bar.send"), title: t("m.bar.send") }, sign("send"));
    this.answer = h("div.bar-answer", { role: "status", tabindex: "0", hidden: true });
    this.node = h("form.bar", { autocomplete: "off", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit();
    } }, h("label.sr-only", { for: "command" }, t("m.bar")), h("div.row", null, this.input, this.go), this.list, this.answer, this.grammar);
  }

  /** Whether it has the keyboard. */
  get used() {
    return document.activeElement === this.input;
  }

  /** @param {Choice[]} all what can be answered now */
  update(all) {
    this.all = all;
  }

  /** Writes a place where the cursor is, so that it can be read again: apart from what stands before it, or as the action that all the clicks mean. @param {string} spot */
  write(spot) {
    const { input, clicked } = this;
    const only = input.value.trim() === "" ? [] : input.value === clicked.text ? clicked.path : null;
    const path = only && [...only, spot];
    const whole = path && this.all.find((choice) => choice.path.length === path.length && path.every((one, at) => choice.path[at] === one));
    // A place can be typed; what else there is to click, such as an arrow, stands for its action.
    const meant = whole && (whole.path.length > 1 || !textOf(whole).includes(spot)) ? whole : undefined;
    if (meant) this.fill(meant);
    else {
      const [from, to] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length];
      const gap = /[\p{L}\p{N}]$/u.test(input.value.slice(0, from)) ? " " : "";
      input.setRangeText(gap + spot, from, to, "end");
    }
    this.clicked = { path: path ?? [], text: path ? input.value : "" };
    this.suggest();
  }

  /** Shows what a command found, or nothing. @param {...(Node | string)} parts */
  tell(...parts) {
    const close = h("button.button.quiet.small.icon-only.dismiss", { type: "button", "aria-label": t("m.dismiss"), title: t("m.dismiss"), onclick: () => this.tell() }, sign("cross"));
    show(this.answer, close, ...parts);
    this.answer.hidden = parts.length === 0;
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
    this.tell();
    this.options.send(text);
  }

  suggest() {
    const found = complete(this.all, this.input.value, MOST_SHOWN);
    const typed = this.input.value.trim().toLowerCase();
    const words = typed === "" ? [] : this.options.commands.filter(({ word }) => word.startsWith(typed)).slice(0, MOST_SHOWN - found.length);
    const none = found.length + words.length === 0;
    this.list.hidden = none;
    this.input.setAttribute("aria-expanded", String(!none));
    /** @param {string} code @param {string} about @param {() => void} take */
    const line = (code, about, take) => h("li", { role: "option", "aria-selected": "false", onpointerdown: (/** @type {Event} */ event) => {
      event.preventDefault();
      take();
    } }, h("code", null, code), h("span", null, about));
    show(this.list, found.map((choice) => line(textOf(choice, "…"), choice.caption, () => this.take(choice))),
      words.map(({ word, form, about }) => line(form, about, () => this.begin(word))));
  }

  /** @param {Choice} choice */
  take(choice) {
    this.fill(choice);
    this.input.focus();
    this.suggest();
  }

  /** @param {Choice} choice */
  fill(choice) {
    this.input.value = textOf(choice);
    if (choice.amount) this.input.setSelectionRange(textOf(choice, "").length, this.input.value.length);
  }

  /** @param {string} word of a command */
  begin(word) {
    this.input.value = `${word} `;
    this.input.focus();
    this.hide();
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
      if (this.list.hidden && this.answer.hidden) input.blur();
      this.tell();
      this.hide();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
