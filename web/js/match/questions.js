/** What the page asks the server about a match, through the eyes of who sits before it. */

import { api } from "../api.js";

/** @typedef {{ signal?: AbortSignal }} Until */
/** @typedef {Partial<import("../wire.js").Wire["PlanBody"]>} Plan */
/** @typedef {import("../wire.js").Wire["PlannedBody"]} Planned */

export class Questions {
  /** @param {string} match @param {() => number | null} seat whose eyes it is seen by @param {() => Record<string, string>} [more] what every question says besides */
  constructor(match, seat, more = () => ({})) {
    this.match = match;
    this.seat = seat;
    this.more = more;
    /** Ends the questions about actions that are not open any more. */
    this.open = new AbortController();
    /** What is asked about: the answers below hold for it alone. */
    this.position = "";
    /** @type {Map<string, Promise<Planned | null>>} */
    this.plans = new Map();
    /** Actions, and results of rolls, that are planned before whatever is asked about. @type {string[]} */
    this.sofar = [];
  }

  /** @param {string} question @param {Record<string, string | number | null | undefined>} [query] */
  path(question, query = {}) {
    const search = new URLSearchParams();
    /** @type {typeof query} */
    const asked = { ...query, ...this.more(), seat: this.seat() };
    for (const [name, value] of Object.entries(asked)) {
      if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
    }
    return `/matches/${encodeURIComponent(this.match)}/${question}?${search}`;
  }

  /** @param {string} question @param {Record<string, string | number | undefined>} [query] @returns {Promise<any>} */
  ask(question, query) {
    return api.get(this.path(question, query));
  }

  /** What was wondered about an action is not worth an answer any more. */
  forget() {
    this.open.abort();
    this.open = new AbortController();
    this.plans.clear();
  }

  /** From now on another position is asked about, unless it is the same. @param {string} position */
  about(position) {
    if (position === this.position) return;
    this.position = position;
    this.plans.clear();
  }

  /** From now on it is asked about the position after these. @param {string[]} actions */
  plannedSoFar(actions) {
    if (actions.join(";") === this.sofar.join(";")) return;
    this.sofar = actions;
    this.plans.clear();
  }

  /** The names of all spots. @returns {Promise<any[]>} */
  spots() {
    return this.ask("spots").catch(() => []);
  }

  /** What is at a spot, and what an action would lead to: one request, and none the second time. @param {Plan} plan @returns {Promise<Planned | null>} */
  plan(plan) {
    const name = JSON.stringify(plan);
    const known = this.plans.get(name);
    if (known) return known;
    const planned = this.sofar.length;
    const whole = planned === 0 ? plan : { ...plan, actions: [...this.sofar, ...(plan.actions ?? [])], planned };
    const answer = api.post(this.path("plan"), whole, { signal: this.open.signal }).then((/** @type {Planned} */ found) => {
      const own = found.steps.findIndex(({ of }) => of !== null && of >= planned);
      return { ...found, steps: own < 0 ? [] : found.steps.slice(own) };
    }).catch(() => {
      // It can be asked again.
      if (this.plans.get(name) === answer) this.plans.delete(name);
      return null;
    });
    this.plans.set(name, answer);
    return answer;
  }

  /** The same for somebody who asked in so many words, and is told what went wrong. @param {Plan} plan @returns {Promise<Planned & { refusals: import("../api.js").Refusal[] }>} */
  wonder(plan) {
    return api.post(this.path("plan"), plan);
  }

  /** What chance may make of an action, at once and if it is fought out; `keep`: if so many are kept. @param {string} text @param {number} [keep] @returns {Promise<import("./odds.js").Outlook | null>} */
  async chances(text, keep) {
    return outlookOf(await this.plan({ actions: [text], ...(keep !== undefined && { keep }) }));
  }
}

/** What chance has to do with a plan, if anything: at its last step that it decides. @param {Planned | null} planned @returns {import("./odds.js").Outlook | null} */
export function outlookOf(planned) {
  return planned?.steps.findLast((step) => step.odds.length > 0) ?? null;
}
