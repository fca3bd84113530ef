/** The maps of the position: which one, for which side, what its shades mean, and the same in words. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { prefer, prefs } from "./prefs.js";
import { letters, sign, token } from "./names.js";

/** @typedef {import("../wire.js").Wire["LensPage"]} LensPage */
/** @typedef {import("../wire.js").Wire["LensBody"]} LensBody */

/** @typedef {import("../wire.js").Wire["PlannedLensBody"]} PlannedLens */

/** What was chosen in the match that was looked at last, so that another language does not take it away. @type {{ match: string, chosen: string | null, sides: Set<number> } | null} */
let last = null;

export class Lenses {
  /** @param {string} match @param {string} game whose favourites are kept @param {{ ask: (name: string, seat: number, zone: string | null) => Promise<LensBody>, lay: (layers: import("../scene.js").Layer[], numbers: { seat: number, values: Record<string, number> }[]) => void }} options */
  constructor(match, game, options) {
    this.match = match;
    this.game = game;
    this.options = options;
    /** @type {string | null} */
    this.chosen = null;
    /** A part of the board, as the game names it. @type {string | null} */
    this.zone = null;
    /** @type {Set<number>} */
    this.sides = new Set();
    /** What lies on the board while nothing is tried. @type {LensBody[]} */
    this.found = [];
    /** @type {LensPage[]} */
    this.all = [];
    /** @type {string[]} */
    this.seats = [];
    /** Asks again where a plan leads, while there is one. @type {(() => void) | null} */
    this.planning = null;
    /** What the plan makes of what was chosen. @type {PlannedLens[] | null} */
    this.planned = null;
    this.asked = 0;
    this.begun = false;
    this.menu = h("div.lens-menu", { role: "radiogroup", "aria-label": t("m.lens") });
    this.switches = h("div.lens-sides", { role: "group", "aria-label": t("m.lens.sides") });
    this.told = h("div.lens-told", { "aria-live": "polite" });
    this.after = h("input", { type: "checkbox", onchange: () => this.compare(this.after.checked) });
    this.after.checked = prefs.after;
    this.node = h("div.lenses", null, this.menu,
      h("div.lens-options", null, this.switches, h("label.check", { title: t("m.lens.after.more") }, this.after, t("m.lens.after"))), this.told);
    this.words = h("span.lens-words");
    this.difference = h("button.lens-after", { type: "button", "aria-pressed": String(prefs.after), "aria-label": t("m.lens.difference"), title: t("m.lens.after.more"), onclick: () => this.compare(!prefs.after) }, "±");
    this.off = h("button.lens-off", { type: "button", "aria-label": t("m.lens.off"), title: t("m.lens.off"), onclick: () => this.choose(null) }, sign("cross"));
    /** Below the board: what is shown, in words, and whether an action's change is. */
    this.chip = h("div.lens-chip", { hidden: true, role: "group", "aria-label": t("m.lens") }, this.words, this.difference, this.off);
  }

  /** Whether it is shown what an action would change. @param {boolean} after */
  compare(after) {
    prefer({ after });
    this.after.checked = after;
    this.difference.setAttribute("aria-pressed", String(after));
    this.restore();
  }

  /** @param {any} page @param {number | null} eye the seat that looks */
  update(page, eye) {
    const same = JSON.stringify([this.all, this.seats]) === JSON.stringify([page.lenses, page.seats]);
    this.all = page.lenses;
    this.seats = page.seats;
    if (!this.begun) {
      this.begun = true;
      const known = last?.match === this.match ? last : null;
      this.sides = known?.sides ?? new Set(eye && !page.lenses.some((/** @type {LensPage} */ lens) => lens.initial) ? [eye] : page.seats.map((/** @type {string} */ _, /** @type {number} */ at) => at + 1));
      this.chosen = known ? known.chosen : page.lenses.find((/** @type {LensPage} */ lens) => lens.initial)?.name ?? null;
    }
    if (!same) this.draw();
    void this.refresh();
  }

  /** What somebody likes best of this game. @returns {string[]} */
  get favourites() {
    return (prefs.favourites[this.game] ?? []).filter((name) => this.all.some((lens) => lens.name === name));
  }

  /** Likes one, or no more. @param {string} name */
  like(name) {
    const before = this.favourites;
    const after = before.includes(name) ? before.filter((one) => one !== name) : [...before, name];
    prefer({ favourites: { ...prefs.favourites, [this.game]: after } });
    this.draw();
    /** @type {HTMLElement | null} */ (this.menu.querySelector(`.lens-star[data-lens="${CSS.escape(name)}"]`))?.focus();
  }

  /** Every heading with what stands under it; what somebody likes best comes first. @returns {[string, LensPage[]][]} */
  groups() {
    const { favourites } = this;
    const others = this.all.filter(({ name }) => !favourites.includes(name));
    const groups = [...new Set(others.map(({ group }) => group))].map((group) => /** @type {[string, LensPage[]]} */ ([group, others.filter((lens) => lens.group === group)]));
    const best = favourites.flatMap((name) => this.all.find((lens) => lens.name === name) ?? []);
    return [...(best.length > 0 ? [/** @type {[string, LensPage[]]} */ ([t("m.lens.favourites"), best])] : []), ...groups];
  }

  draw() {
    const signs = letters(this.seats);
    /** @param {LensPage | null} lens */
    const choice = (lens) => h("label.lens-choice", { title: lens?.about ?? "" },
      h("input", { type: "radio", name: "lens", value: lens?.name ?? "", checked: this.chosen === (lens?.name ?? null), onchange: () => this.choose(lens?.name ?? null) }),
      h("span", null, lens?.title ?? t("m.lens.none")));
    const { favourites } = this;
    /** @param {LensPage} lens */
    const starred = (lens) => {
      const liked = favourites.includes(lens.name);
      const label = t(liked ? "m.lens.unlike" : "m.lens.like", { title: lens.title });
      return h("span.lens-item", null, choice(lens), h("button.lens-star", { type: "button", "data-lens": lens.name, "aria-pressed": String(liked), "aria-label": label, title: label, onclick: () => this.like(lens.name) }, sign("star")));
    };
    show(this.menu, choice(null), this.groups().map(([group, lenses]) => h("div.lens-group", { role: "group", "aria-label": group }, h("h2", null, group), h("div.lens-row", null, lenses.map(starred)))));
    show(this.switches, this.seats.map((name, at) => {
      const seat = at + 1;
      const box = h("input", { type: "checkbox", checked: this.sides.has(seat), onchange: () => {
        if (box.checked) this.sides.add(seat);
        else this.sides.delete(seat);
        void this.refresh();
      } });
      return h("label.check", null, box, token(seat, signs[at] ?? ""), name);
    }));
  }

  /** For the whole board, or for a part of it. @param {string | null} name @param {string | null} [zone] */
  choose(name, zone = null) {
    this.chosen = name;
    this.zone = zone;
    for (const input of this.menu.querySelectorAll("input")) input.checked = input.value === (name ?? "");
    void this.refresh();
  }

  /** For one side alone, or for those that were chosen. @param {number | null} seat */
  side(seat) {
    if (seat === null && this.sides.size > 0) return;
    this.sides = new Set(seat === null ? this.seats.map((_, at) => at + 1) : [seat]);
    this.draw();
  }

  /** The next lens, for a key: of those that somebody likes, if there are any. */
  turn() {
    const { favourites } = this;
    const names = [null, ...(favourites.length > 0 ? favourites : this.all.map((lens) => lens.name))];
    this.choose(names[(names.indexOf(this.chosen) + 1) % names.length] ?? null);
  }

  /** Takes away what one seat was shown, before the next one looks. */
  veil() {
    this.asked += 1;
    this.found = [];
    this.options.lay([], []);
    show(this.told);
  }

  /** The chosen lens for each side, as a plan asks for it. */
  get wishes() {
    const lens = this.chosen;
    return lens && this.all.some(({ name }) => name === lens) ? [...this.sides].sort().map((of) => ({ lens, of })) : [];
  }

  /** Fetches and lays the chosen lens. */
  async refresh() {
    const mine = (this.asked += 1);
    last = { match: this.match, chosen: this.chosen, sides: this.sides };
    if (this.planning) return this.planning();
    /** @type {LensBody[]} */
    let found = [];
    try {
      found = await Promise.all(this.wishes.map(({ lens, of }) => this.options.ask(lens, of, this.zone)));
    } catch {
      // A lens that cannot be drawn now is not drawn.
    }
    if (mine !== this.asked) return;
    this.found = found;
    this.lay(found);
  }

  /** No action is tried any more. */
  restore() {
    const { planned } = this;
    if (!planned) return this.lay(this.found);
    this.lay(planned.map(({ after, then }) => (prefs.after || !then ? after : then)), planned.map(({ before }) => before));
  }

  /** What a plan makes of it. @param {PlannedLens[]} planned */
  plan(planned) {
    this.planned = planned;
    this.restore();
  }

  /** Shows these: the position as it is, or what an action would change. @param {LensBody[]} found @param {LensBody[]} [before] */
  lay(found, before = []) {
    const card = this.all.find((lens) => lens.name === this.chosen);
    this.options.lay(found.map((body) => /** @type {import("../scene.js").Layer} */ (body.layer)), found);
    this.chip.hidden = !card;
    if (!card) return show(this.told, h("p.hint", null, this.all.length > 0 ? t("m.lens.about") : t("m.lens.nothing")));
    // One side after the other; what an action changes with how it was.
    const [own, ...others] = found.map(({ legend }, at) => (before[at] && before[at]?.legend !== legend ? t("m.lens.then", { before: before[at]?.legend ?? "", after: legend }) : legend));
    show(this.words, h("strong", null, card.title), own && h("span", { title: [own, ...others].join(" ") }, [own, ...others].join(" ")));
    const reading = found.find((body) => body.reading)?.reading;
    show(this.told,
      card.about && h("p", null, h("strong", null, card.title), ": ", card.about, "."),
      found.map((body, at) => this.legend(body, before[at])),
      found.flatMap((body) => body.notes).map((note) => h("p", null, note)),
      found.flatMap((body) => Object.entries(body.plans)).map(([spot, actions]) => h("p.plan", null, h("strong", null, spot), ": ", h("code", null, actions.join(" ")))),
      reading && h("p.reading", null, reading));
  }

  /** Shades, and the numbers in a sentence. @param {LensBody} body @param {LensBody} [before] */
  legend(body, before) {
    const diverging = body.layer.shapes.some((shape) => shape.fill.startsWith("heat"));
    const shades = diverging ? ["heat-m100", "heat-m50", "heat-p50", "heat-p100"] : [2, 5, 7, 10].map((step) => `wash-${body.seat}-${step}`);
    const ramp = h("span.ramp", { "aria-hidden": "true" }, shades.map((shade) => {
      const cell = h("span");
      cell.style.setProperty("background", `var(--${shade})`);
      return cell;
    }));
    const sentence = before && before.legend !== body.legend ? t("m.lens.then", { before: before.legend, after: body.legend }) : body.legend;
    const unsure = body.at_least.length > 0 ? ` ${t("m.lens.atleast", { spots: body.at_least.join(", ") })}` : "";
    return h("div.lens-line", null, token(body.seat, letters(this.seats)[body.seat - 1] ?? ""), ramp, h("p", null, sentence + unsure));
  }
}
