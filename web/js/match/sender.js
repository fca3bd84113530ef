/** Sends what a player does; what becomes of it is always to be seen. */

import { Problem } from "../api.js";
import { t } from "../i18n.js";
import { toast, told } from "../parts.js";

/** How long `saved` stays, in milliseconds. */
const SAVED = 2600;

/** @typedef {import("./dock.js").Outcome} Outcome */
/** @typedef {import("../api.js").Refusal} Refusal */
/**
 * @typedef {object} Options
 * @property {(command: Record<string, any>) => Promise<any>} send
 * @property {() => any} room
 * @property {() => void} draw
 * @property {() => void} sending nothing else can be answered until this is
 * @property {() => void} saved
 * @property {(refusals: Refusal[], problem: Problem) => void} refused
 */

export class Sender {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** What became of the last thing that was sent. @type {Outcome} */
    this.outcome = { kind: "idle" };
    /** Whether an answer is on its way. */
    this.isBusy = false;
  }

  /** @param {Record<string, any>} command */
  send(command) {
    const { you } = this.options.room();
    const seat = you.seats.length > 1 && command["seat"] === undefined ? { seat: you.eye } : {};
    return this.options.send({ ...seat, ...command });
  }

  /**
   * @param {number} ask the question that is answered @param {import("./orders.js").Order} order
   * @param {{ told: (reply: { taken: number, stopped?: any }) => void, failed: () => void }} [plan] who wants to know how far it came
   */
  answer(ask, order, plan) {
    if (this.isBusy) return;
    const text = [order.text, ...(order.then ?? [])].join("; ");
    this.isBusy = true;
    this.outcome = { kind: "sending", text };
    this.options.sending();
    void this.send({ ask, ...order }).then((reply) => {
      const { taken, stopped } = reply;
      this.saved(text);
      if (plan) plan.told(reply);
      else if (stopped) toast(t("m.order.taken", { n: taken, why: stopped.text }));
    }, (problem) => {
      plan?.failed();
      this.refused(problem, text);
    });
  }

  /** An order whose refusal is shown. @param {Record<string, any>} command @param {() => void} [retry] */
  async try(command, retry) {
    try {
      await this.send(command);
      this.outcome = { kind: "idle" };
      this.options.draw();
    } catch (problem) {
      this.refused(problem, undefined, retry);
    }
  }

  undo() {
    const room = this.options.room();
    // Against programs alone, and where all seats are at this screen, nobody need be asked.
    const alone = room.seats.every((/** @type {any} */ seat) => room.you.seats.includes(seat.seat) || seat.kind === "agent");
    const ask = () => void this.try({ do: "ask-undo" });
    if (room.undo === "ask" && !alone) return ask();
    void this.send({ do: "undo" }).then(() => this.saved(), (problem) => this.refused(problem, undefined, alone ? undefined : ask));
  }

  /** The reader has seen the refusal. */
  dismiss() {
    if (this.outcome.kind === "refused") this.outcome = { kind: "idle" };
  }

  /** @param {string} [text] */
  saved(text) {
    /** @type {Outcome} */
    const outcome = { kind: "saved", text };
    this.outcome = outcome;
    this.options.saved();
    this.options.draw();
    setTimeout(() => {
      if (this.outcome !== outcome) return;
      this.outcome = { kind: "idle" };
      this.options.draw();
    }, SAVED);
  }

  /** @param {unknown} problem @param {string} [text] @param {() => void} [retry] */
  refused(problem, text, retry) {
    this.isBusy = false;
    if (!(problem instanceof Problem)) throw problem;
    if (problem.code === "closed") return;
    const refusals = problem.refusals ?? [{ code: problem.code, text: told(problem), rule: null, spots: [] }];
    this.outcome = { kind: "refused", text, refusals, retry };
    this.options.refused(refusals, problem);
    this.options.draw();
  }
}
