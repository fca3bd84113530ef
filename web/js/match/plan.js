/**
 * A turn that is planned before it is played: actions become steps, the board shows where they lead, and nothing is
 * sent before the player says so. Two drafts are kept as long as the page is.
 */

import { h, show } from "../dom.js";
import { register, t } from "../i18n.js";
import { toastError } from "../parts.js";
import texts from "../texts/plan.js";
import { actionsOf, captionOf, Selection } from "./choices.js";
import { trailsOf } from "./happenings.js";
import { reasons, sign } from "./names.js";
import { percent } from "./odds.js";

register(texts);

/** @typedef {import("../wire.js").Wire["PlannedBody"]} Planned */
/** @typedef {import("../wire.js").Wire["PlannedStepBody"]} Step */
/** @typedef {import("../api.js").Refusal} Refusal */
/** What one gesture plans; `picked`: the results of the rolls that follow it, if the player chose them. @typedef {{ actions: string[], caption: string, picked: string[] | null }} Entry */
/** An entry as it was tried. @typedef {{ entry: Entry, steps: Step[], state: "fine" | "refused" | "untried" }} Tried */

/** An order takes no more actions. */
const LONGEST_ORDER = 64;

const DRAFTS = /** @type {const} */ (["A", "B"]);

export class PlanMode {
  /** @param {import("../pages/match.js").MatchPage} match */
  constructor(match) {
    this.match = match;
    /** @type {Record<"A" | "B", Entry[]>} */
    this.drafts = { A: [], B: [] };
    /** @type {"A" | "B"} */
    this.draft = "A";
    this.isOpen = false;
    /** Whether the numbers beside the board were folded away to make room. */
    this.folded = false;
    /** The page of now, while another one is shown. @type {any} */
    this.base = null;
    /** The last answer. @type {Planned | null} */
    this.planned = null;
    /** What is on its way: what the match should have come to before the rest is sent, once it is known how far the order came. @type {{ entries: Entry[], expected: string | null } | null} */
    this.pending = null;
    /** Goes up with every question, so that a slow answer does not overtake a newer one. */
    this.asked = 0;
    this.tabs = h("div.segments.drafts", { role: "group", "aria-label": t("p.drafts") });
    this.sendTool = this.tool("send", t("p.send"), t("p.send.all"), "S", () => this.send());
    this.sendTool.classList.add("primary");
    this.resetTool = this.tool("undo", t("p.reset"), t("p.reset.all"), "R", () => this.reset());
    /** Over the question in the dock. */
    this.bar = h("div.plan-bar", { hidden: true, role: "group", "aria-label": t("p.title") }, this.tabs, this.sendTool, this.resetTool, this.tool("cross", t("p.leave"), t("p.leave.all"), "T", () => this.leave()));
    this.list = h("ol.plan-steps", { "aria-label": t("p.steps") });
    this.told = h("div.plan-told");
    /** What became of the plan that was sent. */
    this.note = h("p.notice", { role: "status", hidden: true });
    /** Beside the board. */
    this.node = h("section.plan", { hidden: true, "aria-label": t("p.title") }, h("h2", null, t("p.title")), this.note, this.list, this.told);
  }

  /** @param {string} name @param {string} word @param {string} title @param {string} key @param {() => void} act */
  tool(name, word, title, key, act) {
    return h("button.button.small", { type: "button", title, "aria-keyshortcuts": key, onclick: act }, sign(name), h("span", null, word), h("kbd", { "aria-hidden": "true" }, key));
  }

  get entries() {
    return this.drafts[this.draft];
  }

  get isPending() {
    return this.pending !== null;
  }

  /** What to ask for the whole draft. @param {Entry[]} [entries] */
  actions(entries = this.entries) {
    return entries.flatMap(({ actions, picked }) => [...actions, ...(picked ?? [])]);
  }

  /* Beginning and end. */

  open() {
    if (this.isOpen || !this.match.page?.ask || this.match.sender.isBusy) return;
    this.isOpen = true;
    this.base = this.match.page;
    this.match.lenses.planning = () => void this.renew();
    const { numbersFold } = this.match.frame;
    // Elsewhere they stand over the board, and it would move.
    this.folded = numbersFold.open && matchMedia("(min-width: 1000px)").matches;
    if (this.folded) numbersFold.open = false;
    this.bar.hidden = this.node.hidden = false;
    this.match.frame.say(t("p.said.begin", { name: this.draft, n: this.entries.length }));
    void this.renew();
  }

  leave() {
    if (!this.isOpen) return;
    this.close();
    this.match.frame.say(t("p.said.leave"));
  }

  /** The page of now is shown again. */
  close() {
    const { match } = this;
    this.isOpen = false;
    this.asked += 1;
    if (this.folded) match.frame.numbersFold.open = true;
    this.bar.hidden = this.node.hidden = true;
    this.note.hidden = true;
    match.questions.plannedSoFar([]);
    match.lenses.planning = match.lenses.planned = null;
    match.look.rename({});
    if (this.base) match.page = this.base;
    this.base = this.planned = null;
    match.selection = match.choices(match.page);
    match.present();
    void match.lenses.refresh();
    match.look.renew();
  }

  /** Another seat looks: nothing of this is for its eyes. */
  forget() {
    this.pending = null;
    this.drafts = { A: [], B: [] };
    if (this.isOpen) this.close();
  }

  /** Another page came. @param {any} page */
  receive(page) {
    if (!this.isOpen) return;
    const before = this.base;
    this.base = page;
    if (!page.ask || page.result) return this.close();
    if (before.seq !== page.seq || before.ask?.id !== page.ask.id) this.asked += 1;
    void this.renew();
  }

  /* Drafts. */

  /** One more step. @param {import("./choices.js").Choice} choice @param {number} [amount] */
  add(choice, amount) {
    this.plan(actionsOf(choice, amount), captionOf(choice, amount));
  }

  /** @param {string[]} actions @param {string} caption */
  plan(actions, caption) {
    if (this.actions().length + actions.length > LONGEST_ORDER) return;
    this.entries.push({ actions, caption, picked: null });
    this.match.selection.clear();
    void this.renew().then(() => {
      const tried = this.tried();
      const last = tried.at(-1);
      if (last?.state === "fine") this.match.frame.say(t("p.said.step", { n: tried.length, text: wordsOf(last) || caption }));
    });
  }

  /** @param {number} at */
  remove(at) {
    this.entries.splice(at, 1);
    this.match.frame.say(t("p.said.removed", { n: this.entries.length }));
    void this.renew();
  }

  /** The last step. */
  back() {
    if (this.entries.length > 0) this.remove(this.entries.length - 1);
  }

  reset() {
    this.drafts[this.draft] = [];
    this.match.frame.say(t("p.said.reset", { name: this.draft }));
    void this.renew();
  }

  /** The other draft, or this one. @param {"A" | "B"} [name] */
  turn(name = this.draft === "A" ? "B" : "A") {
    this.draft = name;
    this.match.frame.say(t("p.said.begin", { name, n: this.entries.length }));
    void this.renew();
  }

  /* What it leads to. */

  /** Asks where the draft leads, and shows it. */
  async renew() {
    const mine = (this.asked += 1);
    const { match } = this;
    this.drawBar();
    try {
      const planned = await match.questions.wonder({ actions: this.actions(), lenses: match.lenses.wishes, show: true });
      if (mine !== this.asked || !this.isOpen) return;
      this.planned = planned;
      this.show(planned);
    } catch (problem) {
      if (mine === this.asked && this.isOpen) toastError(problem);
    }
  }

  /** @param {Planned} planned */
  show(planned) {
    const { match, base } = this;
    const { after } = planned;
    if (!after) return;
    const { layers, ask, turn, phase, phase_name, left, statistics } = after;
    match.questions.plannedSoFar(planned.steps.filter(({ by }) => by === null || by === match.room.you.eye).map(({ text }) => text));
    // Each planned question is another one for whoever draws it.
    const question = ask && { ...ask, id: -this.asked };
    match.page = { ...base, layers, ask: question, turn, last: [], status: { ...base.status, phase, phase_name, left, statistics } };
    // Whoever has already begun the next step goes on with it.
    const { path } = match.selection;
    match.selection = new Selection(question);
    if (match.selection.left(path).length > 0) match.selection.path = path;
    void match.board.show(match.page).then(() => {
      if (match.page.layers !== layers) return;
      match.board.trails(this.trails());
      match.board.battle(null);
      match.look.rename(after.titles);
    });
    match.lenses.plan(planned.lenses);
    this.drawList();
    match.draw();
  }

  /** Each entry with its steps: what is assumed follows what made it due. @returns {Tried[]} */
  tried() {
    const steps = this.planned?.steps ?? [];
    const refused = this.planned?.allowed === false;
    let first = 0;
    /** The next step that belongs to no entry yet. */
    let at = 0;
    /** @type {Tried[]} */
    const tried = [];
    for (const entry of this.entries) {
      const end = first + entry.actions.length + (entry.picked?.length ?? 0);
      /** @type {Step[]} */
      const own = [];
      for (let step = steps[at]; step && (step.of === null ? own.length > 0 : step.of < end); step = steps[at]) {
        own.push(step);
        at += 1;
      }
      const taken = own.filter(({ of }) => of !== null).length;
      const whole = taken === end - first;
      const isFirst = tried.every(({ state }) => state === "fine");
      tried.push({ entry, steps: own, state: whole && isFirst ? "fine" : refused && isFirst ? "refused" : "untried" });
      first = end;
    }
    return tried;
  }

  /** An arrow for each step, with its number. */
  trails() {
    return this.tried().flatMap(({ steps }, at) => {
      const ways = trailsOf(steps.map(({ by, events }) => /** @type {any} */ ({ by, events })));
      const way = ways.find(({ from }) => from !== undefined) ?? ways[0];
      return way ? [{ ...way, n: at + 1, isPlanned: true, isAttack: ways.some(({ isAttack }) => isAttack), lost: ways.flatMap(({ lost }) => lost) }] : [];
    });
  }

  /* What is drawn. */

  drawBar() {
    show(this.tabs, DRAFTS.map((name) => h("button.draft", { type: "button", "aria-pressed": String(name === this.draft), "aria-keyshortcuts": "X", "aria-label": t("p.draft.short", { name: t("p.draft", { name }), n: this.drafts[name].length }), onclick: () => this.turn(name) },
      name, this.drafts[name].length > 0 && h("span.badge", null, String(this.drafts[name].length)))));
    this.sendTool.disabled = this.resetTool.disabled = this.entries.length === 0;
  }

  drawList() {
    const tried = this.tried();
    const focused = this.node.contains(document.activeElement) ? document.activeElement?.getAttribute("data-step") : null;
    show(this.list, tried.map((one, at) => this.line(one, at)));
    const again = focused && (this.list.querySelector(`[data-step="${CSS.escape(focused)}"]`) ?? this.list.querySelector("button"));
    if (again instanceof HTMLElement) again.focus();
    this.drawTold(tried);
    const refused = tried.findIndex(({ state }) => state === "refused");
    if (refused >= 0) this.match.frame.say(t("p.said.refused", { n: refused + 1, text: (this.planned?.refusals ?? []).map(({ text }) => text).join(" ") }));
  }

  /** @param {Tried} tried @param {number} at */
  line({ entry, steps, state }, at) {
    const own = steps.filter(({ by }) => by !== null);
    const odds = own.findLast((step) => step.odds.length > 0)?.odds.filter(({ ways }) => ways > 0) ?? [];
    const effect = own.findLast((step) => step.effect)?.effect;
    const roll = steps.find((step) => (step.results?.length ?? 0) > 0);
    const unknown = steps.some((step) => step.unknown);
    const chips = odds.length > 1 && !roll ? odds.slice(0, 3).map(({ text, ways, of }) => h("span.chip", null, `${text} `, h("strong", null, percent(ways / of)))) : [];
    return h("li.plan-step", { class: state },
      h("div.plan-words", null,
        h("strong", null, entry.caption), " ", h("code", null, entry.actions.join("; ")),
        effect && h("p.effect", null, effect),
        chips.length > 0 && h("p", null, chips),
        roll && this.results(roll, steps, entry, at),
        unknown && h("p.hint", null, t("p.unknown")),
        state !== "fine" && h("p.danger-text", null, t(state === "refused" ? "p.impossible" : "p.untried")),
        state === "refused" && reasons(this.planned?.refusals ?? [], this.match.room.game)),
      h("button.button.quiet.small.icon-only", { type: "button", "data-step": String(at), "aria-label": t("p.remove", { n: at + 1, text: entry.caption }), title: t("p.remove", { n: at + 1, text: entry.caption }), onclick: () => this.remove(at) }, sign("cross")));
  }

  /** What the rolls may come to; one of them is assumed. @param {Step} roll @param {Step[]} steps @param {Entry} entry @param {number} at */
  results(roll, steps, entry, at) {
    const all = roll.results ?? [];
    const rolled = steps.filter(({ by }) => by === null).map(({ text }) => text);
    const here = all.findIndex(({ texts }) => texts.every((text, place) => rolled[place] === text));
    const list = h("select", { "aria-label": t("p.pick"), "data-step": `pick-${at}`, onchange: () => {
      entry.picked = all[Number(list.value)]?.texts ?? null;
      void this.renew();
    } }, all.map(({ words, share }, place) => h("option", { value: place, selected: place === here }, share === null ? words : t("p.share", { words, share: percent(share) }))));
    return h("p.plan-roll", null, sign("dice"), list, roll.assumed && h("span.badge", null, t("p.assumed")));
  }

  /** @param {Tried[]} tried */
  drawTold(tried) {
    const { planned } = this;
    const after = planned?.after;
    const shares = tried.flatMap(({ steps }) => {
      const roll = steps.find((step) => (step.results?.length ?? 0) > 0);
      const rolled = steps.filter(({ by }) => by === null).map(({ text }) => text);
      return roll?.results?.find(({ texts }) => texts.every((text, place) => rolled[place] === text))?.share ?? [];
    });
    const course = shares.reduce((all, share) => all * share, 1);
    const lenses = planned?.lenses ?? [];
    show(this.told,
      tried.length === 0 && h("p", null, t("p.empty")),
      shares.length > 0 && h("p", null, t("p.course", { share: percent(course) })),
      after?.result ? h("p", null, t("p.end", { text: after.result.text })) : tried.length > 0 && after?.ask === null && h("p", null, t("p.over")),
      tried.length > 0 && lenses.filter(({ before, then }) => then && before.legend !== then.legend).map(({ before, then }) => h("p.hint", null, t("p.before", { text: before.legend }), h("br"), t("p.after", { text: then?.legend ?? "" }))),
      h("p.hint", null, t("p.secret")));
  }

  /* Sending. */

  /** Everything as one order; what depends on a roll follows if it comes out as planned. */
  send() {
    const { match, planned } = this;
    const entries = [...this.entries];
    if (!this.isOpen || entries.length === 0 || !planned) return;
    const tried = this.tried();
    this.drafts[this.draft] = [];
    this.close();
    this.dispatch(entries, tried);
    match.draw();
  }

  /** @param {Entry[]} entries @param {Tried[]} tried */
  dispatch(entries, tried) {
    const { match } = this;
    const [text = "", ...then] = entries.flatMap(({ actions }) => actions);
    const ask = match.page?.ask?.id;
    if (ask === undefined) return void (this.drafts[this.draft] = entries);
    this.pending = { entries, expected: null };
    match.sender.answer(ask, { text, ...(then.length > 0 && { then }) }, {
      told: (reply) => this.replied(entries, tried, reply),
      failed: () => {
        this.pending = null;
        this.drafts[this.draft] = entries;
      },
    });
  }

  /** The order went as far as it could. @param {Entry[]} entries @param {Tried[]} tried @param {{ taken: number, stopped?: any }} reply */
  replied(entries, tried, { taken, stopped }) {
    let left = taken;
    const at = entries.findIndex(({ actions }) => (left -= actions.length) < 0);
    if (at < 0 || !stopped) return void (this.pending = null);
    const rest = entries.slice(at).map((entry, place) => (place === 0 ? { ...entry, actions: entry.actions.slice(entry.actions.length + left) } : entry));
    // Of what was taken, rolls included, the last step says where the match should be.
    const expected = tried.slice(0, at).flatMap(({ steps }) => steps).at(-1)?.position ?? "";
    this.pending = { entries: rest, expected: stopped.code === "refused" ? "" : expected };
    if (this.match.page?.ask && !this.match.film.isRunning) void this.resume();
  }

  /** The rest of a plan: it goes on by itself only if everything came as planned. */
  async resume() {
    const { match, pending } = this;
    if (!pending || pending.expected === null || match.sender.isBusy || !match.page?.ask) return;
    const position = match.askOf(match.page);
    const planned = await match.questions.wonder({ actions: this.actions(pending.entries), show: true }).catch(() => null);
    if (this.pending !== pending || match.askOf(match.page) !== position || match.sender.isBusy) return;
    this.pending = null;
    if (planned?.allowed && planned.position === pending.expected) {
      match.frame.say(t("p.rest"));
      this.planned = planned;
      this.drafts[this.draft] = pending.entries;
      const tried = this.tried();
      this.drafts[this.draft] = [];
      return this.dispatch(pending.entries, tried);
    }
    this.drafts[this.draft] = pending.entries;
    this.open();
    this.note.textContent = t("p.differs");
    this.note.hidden = false;
    match.frame.say(t("p.differs"));
  }

  /** What keys do while something is planned. @returns {Record<string, () => void>} */
  keys() {
    return { t: () => this.leave(), r: () => this.reset(), x: () => this.turn(), s: () => this.send(), u: () => this.back(), Backspace: () => this.back() };
  }
}

/** What the steps of an entry tell. @param {Tried} tried */
function wordsOf({ steps }) {
  return steps.flatMap(({ events }) => events.map(({ text }) => text)).filter(Boolean).join(" ");
}
