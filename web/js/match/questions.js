/** What the page asks the server about a match, through the eyes of who sits before it. */

import { api } from "../api.js";

/** @typedef {{ signal?: AbortSignal }} Until */

export class Questions {
  /** @param {string} match @param {string | null} key of a private match @param {() => number | null} seat whose eyes it is seen by */
  constructor(match, key, seat) {
    this.match = match;
    this.key = key;
    this.seat = seat;
    /** Ends the questions about actions that are not open any more. */
    this.open = new AbortController();
    /** Kinds of actions in which nothing is left to chance. @type {Set<string>} */
    this.certain = new Set();
    /** Kinds of actions of which nothing is forecast beyond the next roll. @type {Set<string>} */
    this.single = new Set();
  }

  /** @param {string} question @param {Record<string, string | number | undefined>} [query] @param {Until} [until] @returns {Promise<any>} */
  ask(question, query = {}, { signal } = {}) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, key: this.key, seat: this.seat() })) {
      if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
    }
    return api.get(`/matches/${encodeURIComponent(this.match)}/${question}?${search}`, { signal });
  }

  /** As long as what is asked now stays open. @returns {Until} */
  get whileOpen() {
    return { signal: this.open.signal };
  }

  /** What was wondered about an action is not worth an answer any more. */
  forget() {
    this.open.abort();
    this.open = new AbortController();
  }

  /** What is to be read at a spot. @param {string} spot @returns {Promise<any>} */
  card(spot) {
    return this.ask(`spots/${encodeURIComponent(spot)}`).catch(() => null);
  }

  /** The names of all spots. @returns {Promise<any[]>} */
  spots() {
    return this.ask("spots").catch(() => []);
  }

  /** Why these clicks are no action. @param {string[]} path @param {Until} until @returns {Promise<any>} */
  why(path, until) {
    return this.ask("why", { path: path.join(",") }, until).catch(() => null);
  }

  /** What chance may make of an action, at once and if it is fought out. @param {string} text @param {string} [kind] actions that are alike in this @param {Until} [until] */
  async chances(text, kind = "", until = this.whileOpen) {
    if (this.certain.has(kind)) return null;
    const odds = await this.ask("odds", { text }, until).catch(() => null);
    if (odds?.length === 0 && kind) this.certain.add(kind);
    if (!odds?.length) return null;
    const forecasts = this.single.has(kind) ? [] : await this.ask("forecasts", { text }, until).catch(() => null);
    if (forecasts?.length === 0 && kind) this.single.add(kind);
    return { odds, forecasts: forecasts ?? [] };
  }
}
