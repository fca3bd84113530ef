/** How many: a choice that is made with a number, or with one of a few that have names. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { textOf } from "./choices.js";
import { capital } from "./names.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {Pick<import("./dock.js").Hands, "send" | "odds">} Hands */

/** A choice, with what sets its amount if it has one. @param {Choice} choice @param {Hands} hands @returns {HTMLElement} */
export function amountOf(choice, hands) {
  if (!choice.amount) return h("button.button.primary", { type: "button", onclick: () => hands.send(choice) }, choice.caption);
  if (choice.amount_names) return named(choice, choice.amount_names, choice.amount, hands);
  return number(choice, choice.amount, hands);
}

/** Amounts that have names: a button for each; Enter takes the usual one. @param {Choice} choice @param {string[]} names @param {import("./choices.js").Range} range @param {Hands} hands */
function named(choice, names, { min, default: usual }, hands) {
  const button = (/** @type {string} */ name, /** @type {number} */ place) => {
    if (min + place === usual) return h("button.button.primary", { type: "submit" }, name);
    return h("button.button", { type: "button", onclick: () => hands.send(choice, min + place) }, name);
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    hands.send(choice, usual);
  };
  return h("form.amount.named", { onsubmit: send }, h("p", null, capital(choice.caption)), h("div.row", null, names.map(button)));
}

/** Numbers: a slider, one more, one less, and the usual ones. @param {Choice} choice @param {import("./choices.js").Range} range @param {Hands} hands */
function number(choice, { min, max, default: usual }, hands) {
  const value = h("output.amount-value", null, String(usual));
  const odds = h("div.amount-odds");
  let typed = "";
  const slider = h("input", { type: "range", min, max, step: 1, value: usual, "aria-label": t("m.amount"), oninput: () => tell() });
  const tell = () => {
    value.textContent = slider.value;
    go.textContent = t("m.amount.send", { n: Number(slider.value) });
    void hands.odds(textOf(choice, slider.value)).then((node) => show(odds, node));
  };
  /** @param {number} to */
  const set = (to) => {
    slider.value = String(Math.max(min, Math.min(max, to)));
    typed = "";
    tell();
  };
  /** @param {string} word @param {string} label @param {() => void} act */
  const small = (word, label, act) => h("button.button.small", { type: "button", "aria-label": label, onclick: act }, word);
  const half = Math.floor((min + max) / 2);
  const usuals = [...new Map([[1, "1"], [5, "5"], [half, t("m.amount.half")], [max, t("m.amount.all")]])].filter(([to]) => to >= min && to <= max).sort(([one], [two]) => one - two);
  const go = h("button.button.primary", { type: "submit" });
  const form = h("form.amount", { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    hands.send(choice, Number(slider.value));
  }, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      return form.requestSubmit();
    }
    if (!/^[0-9]$/.test(event.key)) return;
    // Digits make a number, as long as it is one of those allowed.
    const digits = Number(typed + event.key) <= max ? typed + event.key : event.key;
    set(Number(digits));
    typed = digits;
    event.preventDefault();
  } },
    h("p", null, capital(choice.caption)),
    h("div.row", null,
      small("−", t("m.amount.less"), () => set(Number(slider.value) - 1)), slider, small("+", t("m.amount.more"), () => set(Number(slider.value) + 1)),
      value, h("span.usuals", null, usuals.map(([to, word]) => small(word, t("m.amount.set", { n: to }), () => set(to)))), go),
    odds);
  tell();
  return form;
}
