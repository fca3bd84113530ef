/**
 * What is asked now: the question in words, buttons for what lies beside the board, amounts, what others
 * propose, and how the last action stands: sending, saved, or refused with its reasons.
 */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { drawing } from "../scene.js";
import { amountOf } from "./amount.js";
import { keysOf, nameOf, textOf } from "./choices.js";
import { called, capital, reasons, sign } from "./names.js";
import { compared } from "./odds.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {{ kind: "idle" | "sending" | "saved" | "refused", text?: string, refusals?: any[], retry?: () => void }} Outcome */
/**
 * @typedef {object} Model
 * @property {any} room
 * @property {any} page
 * @property {import("./choices.js").Selection} selection
 * @property {Outcome} outcome
 * @property {(spot: string) => boolean} onBoard
 * @property {any[]} symbols
 * @property {{ name: string, title: string }[]} phases of a turn, if it has any
 * @property {boolean} letters whether buttons have keys
 */
/**
 * @typedef {object} Hands
 * @property {(spot: string) => void} click
 * @property {(choice: Choice, amount?: number) => void} send
 * @property {() => void} cancel
 * @property {(order: Record<string, any>) => void} order
 * @property {(text: string) => Promise<HTMLElement | null>} odds
 * @property {(text: string) => Promise<import("./odds.js").Outlook | null>} chances
 * @property {(x: number, y: number) => string | null} dropAt the spot of the board at a point of the screen
 */

/** So many buttons are weighed one by one. */
const FEW = 4;
/** So many attacks are told beside the board. */
const MOST_EFFECTS = 4;

export class Dock {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.question = h("div.question");
    /** The phases of a turn, in their order. */
    this.phases = h("ol.phases", { "aria-label": t("m.phases"), hidden: true });
    this.buttons = h("div.buttons.choices");
    this.more = h("div.more");
    this.chances = h("div.chances");
    /** What the attacks that are offered come to. */
    this.effects = h("div.effects");
    this.effectsDrawn = "";
    /** What the choice that is pointed at comes to. */
    this.foretold = h("span.foretold");
    /** The question whose chances are shown. */
    this.weighed = "";
    // What happened is said by the page itself, and so are reasons: this is for the eye.
    this.state = h("div.outcome");
    this.node = h("section.dock", { "aria-label": t("m.dock") }, this.phases, h("div.dock-head", null, this.question, this.state, this.buttons), this.effects, this.chances, this.more);
    /** The key of each button. @type {Map<string, string>} */
    this.keys = new Map();
    this.cancel = h("button.button.quiet.small.cancel", { type: "button", hidden: true, onclick: () => this.hands.cancel() }, sign("cross"), t("m.cancel"));
    this.buttons.append(this.cancel);
    /** @type {number | null} */
    this.seat = null;
    this.drawn = "";
    this.moreDrawn = "";
  }

  /** @param {Model} model */
  update(model) {
    this.drawPhases(model);
    this.drawQuestion(model);
    this.drawState(model);
    this.drawButtons(model);
    this.drawMore(model);
    this.drawEffects(model);
    void this.drawChances(model);
  }

  /** Before it is taken: what a choice comes to, and what harm it does. @param {Choice} [choice] */
  foretell(choice) {
    show(this.foretold, choice && [choice.effect && h("span.effect", null, capital(choice.effect)), choice.warning && h("span.harm", null, `⚠ ${capital(choice.warning)}`)]);
  }

  /** Who cannot point at a place reads what the attacks come to, and takes them here. @param {Model} model */
  drawEffects({ selection }) {
    const { path } = selection;
    const told = path.length === 0 ? [] : selection.left().filter((choice) => choice.effect && choice.path.length === path.length + 1).slice(0, MOST_EFFECTS);
    const look = JSON.stringify(told.map((choice) => [textOf(choice), choice.effect]));
    if (look === this.effectsDrawn) return;
    this.effectsDrawn = look;
    show(this.effects, told.map((choice) => h("button.button.small.effect", { type: "button", onclick: () => this.hands.send(choice) }, h("strong", null, choice.target ?? choice.path.at(-1)), h("span", null, choice.effect))));
  }

  /** @param {Model} model */
  drawPhases({ page, phases }) {
    const now = page.result ? null : page.status.phase_name;
    this.phases.hidden = phases.length < 2;
    if (this.phases.dataset["now"] === String(now)) return;
    this.phases.dataset["now"] = String(now);
    show(this.phases, phases.map(({ name, title }) => h("li", { class: name === now ? "now" : "", "aria-current": name === now ? "step" : null }, title)));
  }

  /** Where a few buttons are all there is, what chance may make of each. @param {Model} model */
  async drawChances({ page, selection, onBoard }) {
    const few = selection.all.length <= FEW && selection.all.every(({ path, amount }) => path.length === 1 && !amount && !onBoard(path[0] ?? "")) ? selection.all : [];
    const question = few.length > 0 ? `${page.seq}/${page.ask?.id}` : "";
    if (question === this.weighed) return;
    this.weighed = question;
    show(this.chances);
    /** @type {{ caption: string, outlook: import("./odds.js").Outlook }[]} */
    const told = [];
    for (const choice of few) {
      const outlook = await this.hands.chances(textOf(choice));
      // What was answered meanwhile is not asked about any more.
      if (this.weighed !== question) return;
      if (!outlook) break;
      told.push({ caption: choice.caption, outlook });
    }
    if (told.length > 0) show(this.chances, compared(told));
  }

  /** @param {Model} model */
  drawQuestion({ room, page, selection, onBoard }) {
    const own = room.you.seats;
    const asked = page.ask !== null;
    const path = selection.path;
    /** @type {string} */
    let title;
    let hint = "";
    if (page.result) [title, hint] = [page.result.winner ? `${called(room, [page.result.winner])} ${t("m.won")}` : t("m.over"), page.result.text];
    else if (room.stage === "open") [title, hint] = [t("m.waiting"), t("m.waiting.more")];
    else if (asked) {
      title = own.length > 1 ? t("m.turn.of", { name: called(room, [room.you.eye]) }) : t("m.your.turn");
      const next = [...selection.next().keys()];
      if (path.length === 0) hint = next.some(onBoard) ? t("m.ask.start") : t("m.ask.button");
      else if (selection.whole().length > 0) hint = t("m.ask.amount");
      else hint = next.some(onBoard) ? t("m.ask.target", { spot: nameOf(page.ask, path.at(-1) ?? "") }) : t("m.ask.button");
    } else if (page.turn.chance) title = t("m.turn.chance");
    else {
      const seats = page.turn.seats;
      const programs = seats.every((/** @type {number} */ seat) => room.seats[seat - 1]?.kind === "agent");
      title = t(programs ? "m.turn.thinks" : "m.turn.other", { name: called(room, seats) });
    }
    const left = page.result ? null : page.status.left;
    show(this.question,
      h("p.title", { class: asked ? "asked" : "" }, title,
        left && h("span.badge.accent", null, t("m.left", { name: capital(left.name), n: left.count }))),
      h("p.hint", null, [page.result ? "" : page.status.phase, page.status.own, hint].filter((part) => part && capital(part) !== title).flatMap((part, at) => [at > 0 && " ", h("span", null, part === hint && path.length > 0 ? part : capital(part))])), this.foretold);
    this.foretell();
  }

  /** @param {Pick<Model, "outcome" | "room">} model */
  drawState({ outcome, room }) {
    this.state.className = `outcome ${outcome.kind}`;
    if (outcome.kind === "idle") return this.state.replaceChildren();
    const text = outcome.text ? h("code", null, outcome.text) : null;
    if (outcome.kind === "sending") return show(this.state, h("p", null, h("span.spinner"), h("span.word", null, t("m.sending")), " ", text));
    if (outcome.kind === "saved") return show(this.state, h("p", null, sign("check"), h("span.word", null, t("m.saved")), " ", text));
    show(this.state, h("p", null, sign("cross"), t("m.refused"), text,
      h("button.button.quiet.small.icon-only.dismiss", { type: "button", "aria-label": t("m.dismiss"), title: t("m.dismiss"), onclick: () => this.hands.cancel() }, sign("cross"))), reasons(outcome.refusals ?? [], room.game),
      outcome.retry && h("button.button.small", { type: "button", onclick: outcome.retry }, t("m.undo.ask")));
  }

  /** @param {Model} model */
  drawButtons(model) {
    const { page, selection, onBoard, letters, symbols } = model;
    this.seat = model.room.you.eye;
    const { path } = selection;
    const first = [...new Set(selection.all.map((choice) => choice.path[0] ?? ""))].filter((spot) => !onBoard(spot));
    const later = path.length > 0 ? [...selection.next().keys()].filter((spot) => !onBoard(spot)) : [];
    const spots = [...new Set([...later, ...first])];
    const texts = spots.map((spot) => this.label(page, selection, spot, later.includes(spot)));
    const letter = letters ? keysOf(texts, selection.all.every((choice) => choice.path.length === 1 && !onBoard(choice.path[0] ?? ""))) : [];
    this.keys = new Map(spots.flatMap((spot, at) => (letter[at] ? [[/** @type {string} */ (letter[at]), spot]] : [])));
    this.cancel.hidden = path.length === 0;
    // Drawn anew only when it differs: a hand may hold a button.
    const look = JSON.stringify([spots, texts, letter, this.seat, symbols.length]);
    if (look !== this.drawn) this.buildButtons(model, spots, later, texts, letter);
    this.drawn = look;
    for (const button of this.buttons.querySelectorAll("[data-spot]")) button.setAttribute("aria-pressed", String(path.includes(button.getAttribute("data-spot") ?? "")));
  }

  /** @param {Model} model @param {string[]} spots @param {string[]} later @param {{ word: string, count?: string, symbol?: string, about?: string }[]} texts @param {(string | null)[]} letter */
  buildButtons({ page, selection, onBoard, symbols }, spots, later, texts, letter) {
    const focused = this.buttons.contains(document.activeElement) ? document.activeElement?.getAttribute("data-spot") : null;
    const only = spots.length > 0 && selection.all.every((choice) => !onBoard(choice.path[0] ?? ""));
    show(this.buttons, spots.map((spot, at) => {
      const { word, count, symbol, about } = texts[at] ?? { word: spot };
      const found = symbols.find(({ name }) => name === symbol);
      const seat = page.ask && symbol ? `seat-${this.seat ?? 1}` : "ink";
      const button = h("button.button.choice", {
        type: "button", "data-spot": spot, "aria-pressed": "false",
        class: [only && spots.length === 1 && "primary", later.includes(spot) && "later", found && "drawn"].filter(Boolean).join(" "),
        "aria-keyshortcuts": letter[at] ?? null, onclick: () => this.hands.click(spot),
      }, found && drawing(found, seat), h("span", null, word, about && h("small", null, about)), count && h("span.badge", null, count), letter[at] && h("kbd", { "aria-hidden": "true" }, letter[at]?.toUpperCase()));
      if (!selection.left([spot]).some((choice) => choice.path.length === 1)) this.draggable(button, spot);
      return button;
    }));
    this.buttons.prepend(this.cancel);
    const again = focused && this.buttons.querySelector(`[data-spot="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** The words of a button: the action if one click takes it, else its card. @param {any} page @param {import("./choices.js").Selection} selection @param {string} spot @param {boolean} later @returns {{ word: string, whole: boolean, key?: string, count?: string, symbol?: string, about?: string }} */
  label(page, selection, spot, later) {
    const path = later ? [...selection.path, spot] : [spot];
    const exact = selection.left(path).find((choice) => choice.path.length === path.length);
    const button = page.ask?.buttons?.find((/** @type {any} */ one) => one.spot === spot);
    if (exact) return { word: exact.caption, whole: !exact.amount, key: exact.key ?? undefined, about: button?.lines?.length ? aboutOf(page.ask, button, exact.caption) : undefined };
    return { word: nameOf(page.ask, spot), whole: false, count: button?.lines?.[0]?.[1], symbol: button?.symbol };
  }

  /** A thing in the reserve can be carried to the board. @param {HTMLElement} button @param {string} spot */
  draggable(button, spot) {
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @type {{ x: number, y: number } | null} */
    let from = null;
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY };
      button.setPointerCapture(event.pointerId);
    });
    button.addEventListener("pointermove", (event) => {
      if (!from) return;
      if (!ghost) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < 8) return;
        ghost = h("div.ghost", { "aria-hidden": "true" }, button.querySelector("svg.drawing")?.cloneNode(true) ?? button.textContent);
        document.body.append(ghost);
        if (button.getAttribute("aria-pressed") !== "true") this.hands.click(spot);
      }
      ghost.style.setProperty("left", `${event.clientX}px`);
      ghost.style.setProperty("top", `${event.clientY}px`);
    });
    const up = (/** @type {PointerEvent} */ event) => {
      const carried = ghost !== null;
      ghost?.remove();
      ghost = null;
      from = null;
      if (!carried) return;
      // The click that follows a drag is not one.
      button.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
      const to = event.type === "pointerup" ? this.hands.dropAt(event.clientX, event.clientY) : null;
      if (to) this.hands.click(to);
    };
    button.addEventListener("pointerup", up);
    button.addEventListener("pointercancel", up);
  }

  /** Amounts, choices that share a path, and what others propose. @param {Model} model */
  drawMore({ room, page, selection, onBoard }) {
    const begun = selection.path.length;
    // How many is all there is to say: nobody need first say what.
    const whole = begun === 0 && selection.all.length === 1 && selection.all.every(({ path }) => path.length === 1 && !onBoard(path[0] ?? "")) ? selection.all : selection.whole();
    /** @type {(Node | null)[]} */
    const parts = [];
    if (whole.length > 1 || whole[0]?.amount) parts.push(...whole.map((choice) => amountOf(choice, this.hands)));
    const own = room.you.seats;
    const running = room.stage === "running" && !page.result && own.length > 0;
    const undo = page.offers.undo;
    const seat = room.you.eye;
    if (running && undo && !own.includes(undo.by) && !undo.agreed.includes(seat)) {
      parts.push(h("div.notice.offer", null, h("p", null, t("m.undo.wanted", { name: called(room, [undo.by]) })), h("div.buttons", null,
        h("button.button.small.primary", { type: "button", onclick: () => this.hands.order({ do: "consent", agrees: true }) }, t("m.undo.agree")),
        h("button.button.small", { type: "button", onclick: () => this.hands.order({ do: "consent", agrees: false }) }, t("m.undo.deny")))));
    } else if (running && undo && own.includes(undo.by)) parts.push(h("p.notice.offer", null, t("m.undo.waits")));
    const draw = page.offers.draw.filter((/** @type {number} */ one) => !own.includes(one));
    if (running && draw.length > 0) {
      parts.push(h("div.notice.offer", null, h("p", null, t("m.draw.offered", { name: called(room, draw) })),
        h("div.buttons", null,
          h("button.button.small.primary", { type: "button", onclick: () => this.hands.order({ do: "draw" }) }, t("m.draw.accept")),
          h("button.button.small", { type: "button", onclick: () => this.hands.order({ do: "decline" }) }, t("m.draw.decline")))));
    } else if (running && page.offers.draw.length > 0) parts.push(h("p.notice.offer", null, t("m.draw.waits")));
    const look = JSON.stringify([whole, begun, undo, page.offers.draw, own, seat, page.ask?.id, running]);
    if (look === this.moreDrawn) return;
    this.moreDrawn = look;
    show(this.more, parts);
    if (begun === 0) return;
    const slider = this.more.querySelector("input[type=range]");
    if (slider instanceof HTMLElement) slider.focus();
    else if (whole.length > 1 || whole[0]?.amount_names) /** @type {HTMLElement | null} */ (this.more.querySelector("button.primary") ?? this.more.querySelector("button"))?.focus();
  }
}

/** What the card of a button says: what it is, if its caption does not say it, and what it does. @param {any} ask @param {import("./choices.js").Button} button @param {string} caption */
function aboutOf(ask, button, caption) {
  const name = nameOf(ask, button.spot);
  return [name === button.spot || capital(name) === capital(caption) ? "" : name, ...(button.lines ?? []).map((line) => line[1])].filter(Boolean).join(": ");
}
