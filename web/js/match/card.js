/** The card of a spot: what is there, what an action would do, and why it is not allowed. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { capital, reasons } from "./names.js";
import { outlook } from "./odds.js";

/** @typedef {import("../wire.js").Wire["SpotCard"]} SpotCard */
/**
 * @typedef {object} Told
 * @property {SpotCard | null} card
 * @property {string} [first] what to choose before it
 * @property {string} [warning] what harm it does
 * @property {string} [effect] what it comes to, with the sum
 * @property {string} [caption] the action that a click would take
 * @property {import("./odds.js").Outlook} [chances]
 * @property {boolean} [unknown] whether what it leads to depends on something unseen
 * @property {any[]} [refusals] why it may not be taken
 * @property {string} [action] the action that is meant
 */

/** So long a hand may rest on its way to the card, in milliseconds. */
const PATIENCE = 320;
/** A card is not made narrower than this, in pixels. */
const LEAST = 230;

/** How far a point is from a node. @param {HTMLElement} node @param {{ x: number, y: number }} point */
function distance(node, { x, y }) {
  const box = node.getBoundingClientRect();
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

export class Card {
  /** @param {string} game @param {import("../board.js").Board} board */
  constructor(game, board) {
    this.game = game;
    this.board = board;
    this.node = h("div.spot-card", { hidden: true, role: "group", "aria-label": t("m.card"), onpointerenter: () => clearTimeout(this.leaving), onpointerleave: () => this.leave() });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.leaving = undefined;
    /** Where the hand was last, where it left the spot for the card, and when it last came nearer. */
    this.hand = { x: 0, y: 0 };
    /** @type {{ x: number, y: number } | null} */
    this.from = null;
    this.nearer = 0;
    this.onMove = (/** @type {PointerEvent} */ event) => this.follow(event);
    document.addEventListener("pointermove", this.onMove, { passive: true });
  }

  /** It is not needed any more. */
  end() {
    document.removeEventListener("pointermove", this.onMove);
    this.node.remove();
  }

  /** Whether a hand is on its way to the card: what it passes over then does not take its place. */
  isApproached() {
    return this.open && this.from !== null && performance.now() - this.nearer < PATIENCE;
  }

  /** @param {PointerEvent} event */
  follow({ clientX: x, clientY: y }) {
    if (this.open && this.from) {
      const before = distance(this.node, this.hand);
      if (distance(this.node, { x, y }) < before - 0.5) this.nearer = performance.now();
    }
    this.hand = { x, y };
  }

  get open() {
    return !this.node.hidden;
  }

  /** @param {Told} told @param {DOMRect | null} box the spot's box on the screen */
  show(told, box) {
    clearTimeout(this.leaving);
    const { card, first, warning, effect, caption, chances, unknown, refusals, action } = told;
    if (!card && !first && !caption && !refusals?.length) return this.hide();
    show(this.node,
      card && h("p.title", null, card.title),
      card && card.lines.length > 0 && h("dl", null, card.lines.flatMap(([name, value]) => [h("dt", null, name), h("dd", null, value)])),
      first && h("p.will", null, first),
      caption && h("p.will", null, h("span.mark", { "aria-hidden": "true" }, "→"), caption),
      effect && h("p.effect", null, capital(effect)),
      warning && h("p.harm", null, h("span.mark", { "aria-hidden": "true" }, "⚠"), capital(warning)),
      ...(chances ? outlook(chances, (spot) => this.board.nameOf(spot)) : []),
      unknown && h("p.hint", null, t("m.unknown")),
      refusals && refusals.length > 0 && h("div.why", null, h("p", null, h("span.mark", { "aria-hidden": "true" }, "✗"), t("m.whynot"), action && h("code", null, action)), reasons(refusals, this.game)));
    this.node.hidden = false;
    this.from = null;
    this.put(box);
  }

  /** Beside the board, so that it hides no place that could be clicked; at the height of the spot. @param {DOMRect | null} box */
  put(box) {
    const { node } = this;
    const [wide, high] = [document.documentElement.clientWidth, window.innerHeight];
    node.style.removeProperty("max-width");
    let own = node.getBoundingClientRect();
    const stage = this.board.getBoundingClientRect();
    const sheet = this.board.querySelector(".sheet")?.getBoundingClientRect() ?? stage;
    const [left, right] = [Math.max(sheet.left, stage.left), Math.min(sheet.right, stage.right)];
    const spot = box ?? stage;
    const gap = 8;
    // Rather a narrow card than one that hides what is written beside the board.
    const room = stage.right - right;
    if (room >= LEAST && room < own.width) {
      node.style.setProperty("max-width", `${room}px`);
      own = node.getBoundingClientRect();
    }
    let x = right + gap;
    let y = spot.top + spot.height / 2 - own.height / 3;
    const nearLeft = spot.left + spot.width / 2 < (left + right) / 2;
    if (left - gap - own.width >= gap && (nearLeft || x + own.width > wide - gap)) x = left - gap - own.width;
    if (x + own.width > wide - gap) {
      // No room beside it: below it, or over its far half.
      x = Math.max(gap, (wide - own.width) / 2);
      y = Math.min(sheet.bottom, stage.bottom) + gap;
      if (y + own.height > high - gap) y = spot.top > high / 2 ? gap : high - own.height - gap;
    }
    y = Math.max(gap, Math.min(high - own.height - gap, y));
    node.style.setProperty("left", `${x}px`);
    node.style.setProperty("top", `${y}px`);
  }

  /** After a moment, so that a hand can reach the card and its links; while it comes nearer, the card stays. */
  leave() {
    clearTimeout(this.leaving);
    this.from ??= { ...this.hand };
    this.leaving = setTimeout(() => {
      if (this.isApproached() && !this.node.matches(":hover")) this.leave();
      else if (!this.node.matches(":hover")) this.hide();
    }, 260);
  }

  hide() {
    clearTimeout(this.leaving);
    this.node.hidden = true;
  }
}
