/**
 * Texts in English and in French. Every text is a pair in one place, so that none can be forgotten.
 */

import { typeset } from "./dom.js";

/** @typedef {"en" | "fr"} Lang */
/** @typedef {Record<string, readonly [string, string]>} Texts */

const KEY = "vauban.lang";

/** @type {Map<string, readonly [string, string]>} */
const known = new Map();

/** @type {Lang} */
let current = chosen() ?? preferred();
document.documentElement.lang = current;

/** What was chosen here before, if anything. @returns {Lang | null} */
function chosen() {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "en" || kept === "fr" ? kept : null;
  } catch {
    return null;
  }
}

/** The first language of the browser that we speak. @returns {Lang} */
function preferred() {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const code = tag.slice(0, 2).toLowerCase();
    if (code === "en" || code === "fr") return code;
  }
  return "en";
}

/** Adds texts, `{key: [en, fr]}`. @param {Texts} texts */
export function register(texts) {
  for (const [key, pair] of Object.entries(texts)) known.set(key, pair);
}

/** @returns {Lang} */
export function lang() {
  return current;
}

/**
 * Speaks another language from now on. Whoever shows texts hears the event `vauban:lang` of the window.
 * @param {Lang} next
 */
export function setLang(next) {
  if (next === current) return;
  current = next;
  document.documentElement.lang = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  window.dispatchEvent(new CustomEvent("vauban:lang", { detail: next }));
}

/**
 * The text of `key` with `{name}` replaced. A text may hold `{n|one|many}`: the first form is for one
 * (in French also for zero).
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 * @returns {string}
 */
export function t(key, params = {}) {
  const pair = known.get(key);
  if (!pair) return key;
  const text = current === "fr" ? pair[1] : pair[0];
  return typeset(text).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (one === undefined) return typeof value === "number" ? number(value) : value;
    const single = current === "fr" ? Number(value) < 2 : Number(value) === 1;
    return single ? one : many;
  });
}

/** A number as it is written here. @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(current).format(value);
}

/** How long ago a moment was, in words. @param {number} millis */
export function ago(millis) {
  const seconds = Math.round((millis - Date.now()) / 1000);
  const format = new Intl.RelativeTimeFormat(current, { numeric: "auto" });
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(Math.min(0, seconds), "second");
}

/** How long something takes, rounded up: `3 min`. @param {number} millis */
export function span(millis) {
  const seconds = Math.ceil(millis / 1000);
  /** @type {[string, number][]} */
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, length] = units.find(([, length]) => seconds > length * 2) ?? ["second", 1];
  return new Intl.NumberFormat(current, { style: "unit", unit, unitDisplay: "short" }).format(Math.ceil(seconds / length));
}

/** The time of the day, and the day if it is another one. @param {number} millis */
export function moment(millis) {
  const today = new Date(millis).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(current, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(today ? {} : { day: "numeric", month: "short" }) }).format(millis);
}
