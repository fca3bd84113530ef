/** The maps of the position: which one, for which side, what its shades mean, and the same in words. */

import { h, show } from "../dom.js";
import { number, t } from "../i18n.js";
import { prefer, prefs } from "./prefs.js";
import { letters, token } from "./names.js";

/** @typedef {import("../wire.js").Wire["LensPage"]} LensPage */
/** @typedef {import("../wire.js").Wire["LensBody"]} LensBody */

/** More lenses than this are a list, not a row of pills. */
const MOST_PILLS = 8;

/** What was chosen in the match that was looked at last, so that another language does not take it away. @type {{ match: string, chosen: string | null, sides: Set<number> } | null} */
let last = null;

export class Lenses {
  /** @param {string} match @param {{ ask: (name: string, seat: number, zone: string | null) => Promise<LensBody>, lay: (layers: import("../scene.js").Layer[], numbers: { seat: number, values: Record<string, number> }[]) => void }} options */
  constructor(match, options) {
    this.match = match;
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
    this.asked = 0;
    this.begun = false;
    this.menu = h("div.lens-menu", { role: "radiogroup", "aria-label": t("m.lens") });
    this.switches = h("div.lens-sides", { role: "group", "aria-label": t("m.lens.sides") });
    this.told = h("div.lens-told", { "aria-live": "polite" });
    this.after = h("input", { type: "checkbox", onchange: () => prefer({ after: this.after.checked }) });
    this.after.checked = prefs.after;
    this.node = h("div.lenses", null, this.menu,
      h("div.lens-options", null, this.switches, h("label.check", { title: t("m.lens.after.more") }, this.after, t("m.lens.after"))), this.told);
    /** A word over the board. */
    this.chip = h("button.lens-chip", { type: "button", hidden: true, title: t("m.lens.off"), onclick: () => this.choose(null) });
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

  draw() {
    const signs = letters(this.seats);
    /** @param {LensPage | null} lens */
    const choice = (lens) => h("label.lens-choice", { title: lens?.about ?? "" },
      h("input", { type: "radio", name: "lens", value: lens?.name ?? "", checked: this.chosen === (lens?.name ?? null), onchange: () => this.choose(lens?.name ?? null) }),
      h("span", null, lens?.title ?? t("m.lens.none")));
    const list = h("select", { "aria-label": t("m.lens"), onchange: () => this.choose(list.value || null) },
      h("option", { value: "" }, t("m.lens.none")),
      this.all.map((lens) => h("option", { value: lens.name, selected: lens.name === this.chosen }, lens.title)));
    const many = this.all.length > MOST_PILLS;
    this.menu.setAttribute("role", many ? "group" : "radiogroup");
    show(this.menu, many ? list : [choice(null), ...this.all.map(choice)]);
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
    const list = this.menu.querySelector("select");
    if (list) list.value = name ?? "";
    void this.refresh();
  }

  /** For one side alone, or for those that were chosen. @param {number | null} seat */
  side(seat) {
    if (seat === null && this.sides.size > 0) return;
    this.sides = new Set(seat === null ? this.seats.map((_, at) => at + 1) : [seat]);
    this.draw();
  }

  /** The next lens, for a key. */
  turn() {
    const names = [null, ...this.all.map((lens) => lens.name)];
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
    this.lay(this.found);
  }

  /** Shows these: the position as it is, or what an action would change. @param {LensBody[]} found */
  lay(found) {
    const card = this.all.find((lens) => lens.name === this.chosen);
    this.options.lay(found.map((body) => /** @type {import("../scene.js").Layer} */ (body.layer)), found);
    this.chip.hidden = !card;
    if (!card) return show(this.told, h("p.hint", null, this.all.length > 0 ? t("m.lens.about") : t("m.lens.nothing")));
    show(this.chip, h("strong", null, card.title), h("span", { "aria-hidden": "true" }, "×"));
    const reading = found.find((body) => body.reading)?.reading;
    show(this.told,
      card.about && h("p", null, h("strong", null, card.title), ": ", card.about, "."),
      found.map((body) => this.legend(body)),
      found.flatMap((body) => body.notes).map((note) => h("p", null, note)),
      found.flatMap((body) => Object.entries(body.plans)).map(([spot, actions]) => h("p.plan", null, h("strong", null, spot), ": ", h("code", null, actions.join(" ")))),
      reading && h("p.reading", null, reading));
  }

  /** Shades, and the numbers in a sentence. @param {LensBody} body */
  legend(body) {
    const values = Object.values(body.values).filter((value) => value !== 0);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const diverging = body.layer.shapes.some((shape) => shape.fill.startsWith("heat"));
    const shades = diverging ? ["heat-m100", "heat-m50", "heat-p50", "heat-p100"] : [2, 5, 7, 10].map((step) => `wash-${body.seat}-${step}`);
    const ramp = h("span.ramp", { "aria-hidden": "true" }, shades.map((shade) => {
      const cell = h("span");
      cell.style.setProperty("background", `var(--${shade})`);
      return cell;
    }));
    const name = this.seats[body.seat - 1] ?? "";
    const top = Object.entries(body.values).filter(([, value]) => value === most && value !== 0).map(([spot]) => spot);
    const where = top.length > 0 && top.length <= 6 ? ` (${top.join(", ")})` : "";
    const sentence = values.length === 0
      ? t("m.lens.zero", { name })
      : least === most
        ? t("m.lens.flat", { name, count: body.count, value: number(most) })
        : t("m.lens.range", { name, count: body.count, least: number(least), most: number(most) }) + where;
    const unsure = body.at_least.length > 0 ? ` ${t("m.lens.atleast", { spots: body.at_least.join(", ") })}` : "";
    return h("div.lens-line", null, token(body.seat, letters(this.seats)[body.seat - 1] ?? ""), ramp, h("p", null, sentence + unsure));
  }
}
