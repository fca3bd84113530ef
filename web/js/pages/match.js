/** A match: the board and everything around it. Shows pages, sends answers; knows no rule. */

import { api, commandId, ensureGuest, setKnown } from "../api.js";
import { Board } from "../board.js";
import { h, show } from "../dom.js";
import { register, t } from "../i18n.js";
import { openLive } from "../live.js";
import { useKey } from "../key.js";
import { go } from "../main.js";
import { confirm, empty, failed, loading, toast, toastError } from "../parts.js";
import { Absence } from "../match/absence.js";
import { Bar } from "../match/bar.js";
import { Card } from "../match/card.js";
import { Chat } from "../match/chat.js";
import { nameOf, preyOf, Selection, textOf } from "../match/choices.js";
import { Dock } from "../match/dock.js";
import { Guide } from "../match/guide.js";
import { Film } from "../match/film.js";
import { Frame } from "../match/frame.js";
import { Orders, readOrder } from "../match/orders.js";
import { keysOf } from "../match/keys.js";
import { Lenses } from "../match/lens.js";
import { LINES, Log } from "../match/log.js";
import { Look } from "../match/look.js";
import { called, sign } from "../match/names.js";
import { heard, noticed, proposed } from "../match/notices.js";
import { outlook } from "../match/odds.js";
import { Past } from "../match/past.js";
import { People } from "../match/people.js";
import { prefer, prefs, SPEEDS } from "../match/prefs.js";
import { Questions } from "../match/questions.js";
import { Recap } from "../match/recap.js";
import { Sender } from "../match/sender.js";
import * as sound from "../match/sound.js";
import { Thoughts } from "../match/thoughts.js";
import { Waiting } from "../match/waiting.js";
import texts from "../texts/match.js";

register(texts);

/** @param {HTMLElement} root @param {Record<string, string>} params */
export async function mount(root, params) {
  show(root, loading());
  try {
    const id = params["id"] ?? "";
    await useKey(id);
    const room = await api.get(`/matches/${encodeURIComponent(id)}`);
    // The cookie may have outlived the note of it: who sits here must not become somebody else.
    if (room.you.seats.length > 0 || room.you.may_reclaim.length > 0) setKnown(true);
    const me = await ensureGuest();
    const game = await api.get(`/games/${encodeURIComponent(room.game)}`);
    const page = new MatchPage(root, { me, room, game });
    return () => page.end();
  } catch (problem) {
    show(root, h("div.page", null, failed(problem, () => void mount(root, params))));
    return () => {};
  }
}

export class MatchPage {
  /**
   * @param {HTMLElement} root
   * @param {{ me: import("../api.js").Player, room: any, game: any, open?: typeof openLive, guide?: import("../match/guide.js").Guiding, query?: () => Record<string, string> }} given
   * `open`: how it is watched, `guide`: what is said beside it, `query`: what every question about it says, if it is not a match as all others are
   */
  constructor(root, { me, room, game, open = openLive, guide = new Guide(room.game), query }) {
    this.root = root;
    this.id = room.id;
    this.room = room;
    this.game = game;
    /** None before the first frame. @type {import("../wire.js").Wire["Page"]} */
    this.page = /** @type {any} */ (null);
    this.selection = new Selection(null);
    /** The seat that sits before the screen. @type {number | null | undefined} */
    this.faced = undefined;
    /** The seat whose page is shown. @type {number | null | undefined} */
    this.shownEye = undefined;
    /** What lies behind the curtain. @type {any} */
    this.pending = null;
    /** Whether who shares this screen hides nothing from each other. */
    this.isOpenly = false;
    /** Whether the board is covered, and what comes waits. */
    this.isPaused = false;
    /** Goes up with every log that is asked for, so that a slow answer does not replace a newer one. */
    this.listening = 0;
    this.isEndShown = false;
    /** Whether something was taken back last. */
    this.isBack = false;
    /** Whether the overlay is that of an earlier position. */
    this.isStale = false;
    /** Whether one is on the way to the rematch. */
    this.isLeaving = false;
    /** Whether the command bar had the keyboard when the board was touched. */
    this.writing = false;
    /** @type {any[]} */
    this.symbols = [];
    /** A turn that is planned, once somebody has begun to. @type {import("../match/plan.js").PlanMode | null} */
    this.plan = null;

    // Dialogs lie beside the page's own root, so it is the whole document that wears the colours.
    this.colours = `seats-${game.seat_colours}`;
    document.documentElement.classList.add(this.colours);
    this.questions = new Questions(this.id, () => this.room.you.eye, query);
    this.people = new People();
    this.log = new Log((spots, seq) => void this.past.find(seq).then(() => this.point(spots)), async (since, most) => (await this.questions.ask("events", { since, most })).events);
    this.chat = new Chat({ match: this.id, say: (text) => this.sender.send({ do: "say", text }), mute: (player, muted) => this.sender.send({ do: "mute", player, muted }) });
    this.chat.own = me.id;
    this.bar = new Bar({ send: (text) => attempt(this.typed(text)), grammar: async () => (await this.questions.ask("legal")).grammar, commands: game.commands });
    this.sender = new Sender({
      send: (command) => this.live.send(command),
      room: () => this.room,
      draw: () => this.draw(),
      sending: () => {
        this.questions.forget();
        this.card.hide();
        this.draw();
      },
      saved: () => this.guide.saved(),
      refused: (refusals, problem) => this.refused(refusals, problem),
    });
    const order = (/** @type {Record<string, any>} */ command) => void this.sender.try(command);
    // Whoever sits down among others is asked for a name first, which the open line does not know yet.
    const sit = (/** @type {Record<string, any>} */ command) => void import("../name.js").then(({ askName }) => askName())
      .then(() => api.post(`/matches/${encodeURIComponent(this.id)}/commands`, { command_id: commandId(), ...command })).catch(toastError);
    this.waiting = new Waiting({ order, sit });
    this.board = new Board();
    this.board.match = { id: this.id };
    this.board.speed = SPEEDS[prefs.speed];
    this.card = new Card(room.game, this.board);
    this.lenses = new Lenses(this.id, room.game, { ask: (lens, of, zone) => this.questions.ask("lens", zone ? { lens, of, zone } : { lens, of }), lay: (layers, numbers) => this.board.lens(layers, numbers) });
    this.look = new Look({ questions: this.questions, board: this.board, card: this.card, lenses: this.lenses, now: () => this, say: (text) => this.frame.say(text) });
    const hands = { undo: () => this.sender.undo(), draw: () => order({ do: "draw" }), resign: () => this.resign(), pause: () => this.pause(), order, go };
    /** What can be typed besides actions; fetched when somebody does. */
    this.commands = async () => {
      const { Commands } = await import("../match/commands.js");
      return new Commands({ all: game.commands, game: room.game, match: this.id, questions: this.questions, lenses: this.lenses, bar: () => this.bar, hands });
    };
    this.film = new Film({
      board: this.board,
      step: (entry) => sound.knock((entry.gone?.length ?? 0) > 0),
      done: () => this.shown(),
    });
    this.past = new Past({ board: this.board, ask: (step) => this.questions.ask("page", { step }), before: () => this.film.skip(), now: () => this.present(), shown: (page) => this.remember(page) });
    this.recap = new Recap({ again: () => this.watchAgain() });
    this.guide = guide;
    this.guide.node.addEventListener("guide", () => this.draw());
    this.dock = new Dock({
      click: (spot) => this.click(spot),
      send: (choice, amount) => this.take(choice, amount),
      cancel: () => this.cancel(),
      order,
      odds: (text) => this.odds(text),
      chances: (text) => this.questions.chances(text),
      dropAt: (x, y) => this.board.spotAt(x, y),
    });
    this.absence = new Absence({ game, order, say: (text) => this.frame.say(text) });
    this.orders = new Orders({ order, repeat: (choice, repeat) => this.answer({ ...readOrder(textOf(choice)), repeat }), chances: (text, keep) => this.questions.chances(text, keep) });
    this.dock.chances.before(this.recap.node, this.orders.node);
    this.dock.node.append(this.absence.node);
    this.thoughts = new Thoughts({ questions: this.questions, point: (spots) => (this.draw(), this.point(spots)), say: (text) => this.frame.say(text) });
    this.dock.node.append(this.thoughts.node);
    this.frame = new Frame({
      room, game, board: this.board,
      parts: { people: this.people.node, dock: this.dock.node, guide: this.guide.node, waiting: this.waiting.node, log: this.log.node, lenses: this.lenses.node, chip: this.lenses.chip, chat: this.chat.node, bar: this.bar.node },
      hands: {
        undo: () => this.undo(), draw: () => order({ do: "draw" }), resign: () => this.resign(), flip: () => this.flip(),
        pause: () => this.pause(), save: () => attempt(this.save()), share: () => attempt(this.share()),
        keys: () => attempt(this.keys()), prefs: () => attempt(this.preferences()), table: () => attempt(this.table()), sound: () => this.toggleSound(), end: () => attempt(this.showEnd()),
      },
    });
    /** Where a turn is several actions, it can be planned. */
    this.planTool = h("button.button.quiet.small.plan-tool", { type: "button", hidden: true, title: t("m.plan.more"), "aria-keyshortcuts": "T", onclick: () => void this.planTurn() }, sign("plan"), h("span", null, t("m.plan")), h("kbd", { "aria-hidden": "true" }, "T"));
    this.dock.state.after(this.planTool);
    this.frame.tools.append(this.orders.standing);
    this.frame.stage.append(this.past.node);
    show(root, this.frame.node);
    this.frame.node.append(this.card.node);
    this.listen();
    this.onKey = keysOf(this);
    document.addEventListener("keydown", this.onKey);
    this.live = open(this.id, {
      onPage: (page, frame) => this.receive(page, frame),
      onState: (state) => this.frame.connection(state),
      onGone: () => this.gone(),
    });
  }

  end() {
    document.documentElement.classList.remove(this.colours);
    this.live.close();
    this.people.close();
    this.absence.close();
    this.film.stop();
    this.card.end();
    document.removeEventListener("keydown", this.onKey);
  }

  /** It may not be watched any more. */
  gone() {
    this.end();
    show(this.root, h("h1.sr-only", null, this.game.title), empty("eye", t("m.gone"), h("a.button.primary", { href: "/" }, t("bar.games"))));
  }

  listen() {
    const { board } = this;
    /** @param {string} name @param {(detail: any) => void} act */
    const on = (name, act) => board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    // Before the click takes the focus away from the bar.
    board.addEventListener("pointerdown", (event) => {
      this.writing = this.bar.used;
      if (this.writing) event.preventDefault();
    });
    board.addEventListener("mousedown", (event) => {
      if (this.writing) event.preventDefault();
    });
    on("spot", ({ spot }) => {
      if (this.writing && spot) this.bar.write(spot);
      else if (spot) this.click(spot);
      else this.cancel();
      this.writing = false;
    });
    on("step", ({ n }) => {
      if (this.plan?.isOpen) this.plan.remove(n - 1);
    });
    on("grab", ({ spot }) => {
      if (this.selection.path.length === 0 || !this.selection.next().has(spot)) {
        if (this.selection.begins(spot)) this.selection.begin(spot);
      }
      this.card.hide();
      this.draw();
    });
    on("drop", ({ to }) => {
      if (to) this.click(to);
      else this.draw();
    });
    on("peek", ({ spot, box, how }) => void this.look.at(spot, box, how));
    on("unpeek", () => this.look.away());
    on("over", ({ spot }) => {
      const from = [...this.selection.path].reverse().find((one) => board.places.has(one)) ?? null;
      const last = spot && this.selection.next().get(spot)?.last;
      board.aim(last ? from : null, spot);
      const told = last ? this.selection.left([...this.selection.path, spot])[0] : undefined;
      this.dock.foretell(told);
      // Who goes from place to place by keys hears what would happen there.
      if (told && board.hits.get(spot) === document.activeElement) this.frame.say(told.effect ?? told.warning ?? "");
    });
    for (const event of ["focusin", "pointerdown"]) board.addEventListener(event, () => void this.look.label());
    this.frame.node.addEventListener("pointerdown", (event) => {
      const within = event.target instanceof Node && (board.contains(event.target) || this.card.node.contains(event.target));
      if (!within) this.card.hide();
    });
  }

  /* What comes. */

  /** @param {any} page @param {import("../live.js").Frame} frame */
  receive(page, frame) {
    const eye = frame.room.you.eye ?? null;
    // Whatever comes meanwhile is shown when one goes on, step after step.
    if (this.isPaused) {
      this.pending = { page, frame };
      return;
    }
    // Once it has fallen nobody knows who sits there, even if the last one is asked again.
    if (frame.room.you.curtain && (eye !== this.faced || this.frame.isCurtained) && !this.isOpenly) {
      this.pending = { page, frame };
      // What is still on its way, or lies on the board, is not for the next one's eyes.
      this.look.hide();
      this.lenses.veil();
      this.film.stop();
      this.frame.hush();
      this.plan?.forget();
      this.bar.tell();
      this.hush();
      return this.frame.curtain(page.seats[(eye ?? 1) - 1] ?? "", (openly) => {
        this.faced = eye;
        this.isOpenly = openly;
        this.hush();
        const { page, frame } = this.pending;
        this.frame.raise();
        this.receive(page, frame);
        this.board.focusSpot();
      });
    }
    if (this.frame.isCurtained) this.frame.raise();
    this.past.close();
    if (this.plan?.isOpen) this.page = this.plan.base;
    const before = { page: this.page, room: this.room, eye: this.shownEye };
    this.faced = eye;
    this.shownEye = eye;
    this.room = frame.room;
    this.orders.defend(frame.room);
    this.page = page;
    this.questions.about(`${eye}/${this.askOf(page)}`);
    const turned = before.page !== null && before.eye !== eye;
    const first = before.page === null;
    if (first || turned || this.askOf(before.page) !== this.askOf(page)) {
      const kept = this.kept(turned);
      this.selection = this.choices(page);
      this.selection.path = kept.filter((spot) => this.selection.begins(spot));
      this.sender.isBusy = false;
      this.frame.settle();
    }
    void this.hear(frame, first || turned);
    this.board.own = `seat-${eye}`;
    this.display(frame, first || turned, first || turned || before.page.seq !== page.seq);
    if (first) void this.settle();
    heard(before.page, page, this.board.speed);
    this.draw();
    if (before.page && before.room.stage === "open" && this.room.stage === "running") sound.joined();
    noticed(before.page, page, { title: this.game.title, room: this.room, say: (text) => this.frame.say(text) });
    if (page.result && !this.isEndShown) {
      this.isEndShown = true;
      if (!first) {
        sound.ended(this.room.you.seats.includes(page.result.winner));
        const end = () => (this.film.isRunning ? setTimeout(end, 200) : attempt(this.showEnd()));
        setTimeout(end, this.board.speed + 500);
      }
    }
    if (!page.result) this.isEndShown = false;
    if (turned) this.plan?.forget();
    this.plan?.receive(page);
    if (this.room.rematch && before.page && !before.room.rematch && !this.isLeaving) void import("../match/rematch.js").then(({ invited }) => invited(), toastError);
  }

  /** What one seat did and was told is not for the next one, though the answer to it may still come. */
  hush() {
    this.sender.outcome = { kind: "idle" };
    this.dock.drawState({ outcome: this.sender.outcome, room: this.room });
  }

  /** Draws the page, or lets what led to it be seen first. @param {import("../live.js").Frame} frame @param {boolean} anew @param {boolean} changed */
  display({ page, room, news }, anew, changed) {
    const known = this.film.seq;
    const fresh = news.filter((entry) => entry.seq > known);
    const whole = !anew && page.seq >= known && fresh.length === page.seq - known && fresh.every((entry) => entry.changed !== undefined || entry.gone !== undefined || entry.events.length > 0);
    if (page.seq !== known) this.isBack = page.seq < known;
    this.film.seq = page.seq;
    if (!anew && page.seq === known) return void (this.film.isRunning ? this.board.know(page) : this.board.show(page).then(() => this.learn(page)));
    const isWatched = whole && this.board.know(page) && this.film.add(page, fresh, room.you.seats);
    if (!whole) this.film.reset(page);
    this.isStale ||= changed;
    if (isWatched) return this.learn(page);
    void this.board.show(page, { animate: !anew }).then(() => this.shown());
  }

  /**
   * The only choice there is, if it is made by itself: not where somebody went back to it, not where it may be
   * repeated, and not where an answer at once could tell others what they may not know.
   */
  sole() {
    const [only, ...more] = this.selection.all;
    const is = prefs.only && !this.plan?.isOpen && !this.plan?.isPending && this.room.you.may_stand?.includes("only") && !this.isBack && this.page?.ask && only && more.length === 0 && !only.repeat && (!only.amount || only.amount.min === only.amount.max);
    return is ? only : undefined;
  }

  /** Where there is only one choice, nobody need click. */
  advance() {
    const only = this.sole();
    if (only && !this.sender.isBusy && !this.film.isRunning && !this.isPaused && !this.orders.runs(this.room)) this.take(only);
  }

  /** Everything was seen. */
  shown() {
    this.learn(this.page);
    if (this.isStale) this.lenses.update(this.page, this.room.you.eye ?? null);
    this.isStale = false;
    this.draw();
    if (this.plan?.isPending) void this.plan.resume();
    else this.advance();
  }

  /** The position of an earlier line, or now again. @param {any} page */
  remember(page) {
    this.log.mark(page?.seq ?? null);
    if (page) this.frame.say(`${t("replay.count", { step: page.step, steps: page.steps })}: ${page.log.at(-1)?.events.map((/** @type {{ text: string }} */ event) => event.text).join(" ") ?? ""}`);
  }

  /** From the past to now. */
  present() {
    void this.board.show(this.page, { animate: false }).then(() => {
      if (this.plan?.isOpen) this.board.trails(this.plan.trails());
      else this.film.leave();
      this.draw();
    });
  }

  watchAgain() {
    this.film.again();
    this.draw();
  }

  /** A button that placed something stays chosen: it will place the next one. @param {boolean} turned */
  kept(turned) {
    const [first, ...more] = this.selection.path;
    return first !== undefined && more.length > 0 && this.sender.isBusy && !turned && !this.board.places.has(first) ? [first] : [];
  }

  /** @param {any} page */
  choices(page) {
    return new Selection(page.ask);
  }

  /** @param {any} page */
  askOf(page) {
    return `${page?.ask?.id ?? ""}/${page?.seq ?? ""}`;
  }

  /** The own side sits below, if the scene has it above; unless somebody has turned it for this game. */
  async settle() {
    const kept = prefs.turned[this.room.game];
    if (kept !== undefined) this.board.flipped = kept;
    const { scene } = await this.board.backdrop(this.page.backdrop);
    if (kept !== undefined || this.room.you.seats.length !== 1 || !scene.turns) return;
    const paint = `seat-${this.room.you.eye}`;
    const shapes = this.page.layers.flatMap((/** @type {any} */ layer) => layer.shapes).filter((/** @type {any} */ shape) => shape.spot && /^seat-\d+$/.test(shape.fill));
    const mean = (/** @type {any[]} */ all) => all.reduce((sum, shape) => sum + shape.at.y, 0) / all.length;
    const [own, others] = [shapes.filter((/** @type {any} */ shape) => shape.fill === paint), shapes.filter((/** @type {any} */ shape) => shape.fill !== paint)];
    if (own.length > 0 && others.length > 0 && mean(own) < mean(others) - 2) this.board.flipped = true;
  }

  /** @param {any} page */
  learn(page) {
    if (this.symbols.length === 0) void this.look.label();
    const scene = this.board.scene;
    this.symbols = scene?.symbols ?? [];
    this.frame.legend(page, this.symbols);
    this.look.renew();
  }

  /** The log and the chat. @param {import("../live.js").Frame} frame @param {boolean} anew */
  async hear(frame, anew) {
    this.log.seats = this.page.seats;
    this.chat.seats = this.page.seats;
    if (anew) {
      this.chat.remarks = [];
      this.log.replace([]);
    }
    const heard = this.chat.add(frame.chat ?? []);
    if (!anew && heard > 0) this.frame.heard(heard, frame.chat.at(-1));
    const back = (this.log.entries.at(-1)?.seq ?? 0) > this.page.seq;
    if (anew || back || this.log.lacks(frame.news, this.page.seq)) {
      const mine = (this.listening += 1);
      const { log, seq } = this.page;
      const all = await this.questions.ask("events", { since: Math.max(0, seq - LINES) }).catch(() => ({ events: log }));
      // Another seat may look by now: what the last one was told is not for its eyes.
      if (mine === this.listening) this.log.replace(all.events);
      return;
    }
    this.log.add(frame.news);
    proposed(frame, this.room);
    const words = frame.news.flatMap((entry) => entry.events.map((/** @type {any} */ event) => event.text));
    if (words.length > 0) this.frame.say(words.join(" "));
  }

  /* What is shown. */

  draw() {
    const { room, page, selection, board } = this;
    if (!page || this.past.isOpen || (this.frame.isCurtained && !this.isPaused)) return;
    const beside = new Set((page.ask?.buttons ?? []).map((/** @type {{ spot: string }} */ button) => button.spot));
    const onBoard = (/** @type {string} */ spot) => !beside.has(spot);
    // Between two rounds nothing is offered that somebody might touch by mistake.
    const runs = this.orders.runs(room);
    const asked = page.ask !== null && !this.sender.isBusy && !runs && !this.sole();
    board.interactive = asked;
    // While something is shown nothing else is marked; whoever clicks has seen enough.
    const watches = this.film.isRunning;
    const next = asked && !watches ? selection.next() : new Map();
    const begun = selection.path.length > 0;
    const last = watches || board.ways.length > 0 ? [] : page.last;
    const plans = Boolean(this.plan?.isOpen);
    this.planTool.hidden = plans || !asked || this.game.phases.length === 0;
    this.guide.update(room, plans ? { ...page, ask: null } : page, selection, onBoard);
    const sent = this.sender.isBusy ? selection.path.filter(onBoard) : [];
    board.mark({
      starts: asked && !begun ? [...next.keys()].filter((spot) => !next.get(spot)?.last || onBoard(spot)) : [],
      prey: asked && !begun && !watches ? preyOf(selection) : [],
      lit: asked && !watches ? [...this.guide.lit, ...this.thoughts.litFor(page)] : [],
      targets: begun ? new Map([...next].map(([spot, { mark }]) => [spot, mark])) : new Map(),
      harmful: begun ? [...next].flatMap(([spot, { harms }]) => (harms ? [spot] : [])) : [],
      selected: selection.path,
      last: begun ? [] : last,
      arrows: [
        ...(sent.length > 1 ? [{ from: sent[0] ?? "", to: sent.at(-1) ?? "", kind: /** @type {const} */ ("sending") }] : []),
        ...(!begun && last.length > 1 ? [{ from: last[0] ?? "", to: last[1] ?? "", kind: /** @type {const} */ ("last") }] : []),
      ],
    });
    board.aim(null);
    this.people.update(room, page, this.symbols);
    this.absence.update(room, page);
    this.thoughts.update(room, page);
    this.orders.update(room, page, asked && !plans ? selection.all : []);
    this.waiting.update(room, page, this.game);
    this.dock.update({ room, page: runs ? { ...page, ask: null } : page, selection: asked ? selection : new Selection(null), outcome: this.sender.outcome, onBoard, symbols: this.symbols, phases: this.game.phases, letters: prefs.letters });
    this.bar.update(asked ? selection.all : []);
    this.recap.update(asked && !begun && !watches && !plans && this.film.isKept ? this.film.summary : null);
    this.frame.update(room, page);
    if (plans) this.frame.undoTool.disabled = this.plan?.entries.length === 0;
  }

  /** Shows on the board where something happened. @param {string[]} spots */
  point(spots) {
    this.board.flash(spots);
    const box = this.board.places.get(spots[0] ?? "")?.box;
    if (box) this.board.camera.reveal(box);
    if (this.board.getBoundingClientRect().bottom < 80) this.board.scrollIntoView({ behavior: "smooth", block: "center" });
  }

  /* What hands do. */

  /** @param {string} spot @returns {void} */
  click(spot) {
    this.film.skip();
    this.card.hide();
    if (this.past.isOpen) return this.past.leave();
    if (this.sender.isBusy || !this.page?.ask || this.orders.runs(this.room)) return void this.look.at(spot, this.board.boxOf(spot), "click");
    const path = [...this.selection.path, spot];
    const result = this.selection.click(spot);
    this.sender.dismiss();
    if (result === "none") {
      this.draw();
      // Of what can be taken with nothing chosen: who can.
      const who = this.selection.path.length === 0 ? this.selection.takers(spot) : [];
      if (who.length === 1 && who[0]) return this.click(who[0]);
      if (who.length > 1) this.board.flash(who);
      return void this.look.at(spot, this.board.boxOf(spot), "click", path, who);
    }
    const whole = this.selection.whole();
    if (result === "whole" && whole.length === 1 && whole[0] && !whole[0].amount) return this.take(whole[0]);
    this.draw();
    const next = [...this.selection.next().keys()];
    if (this.board.contains(document.activeElement)) this.frame.say(t("m.said.chosen", { spot: this.board.labels.get(spot) ?? nameOf(this.page.ask, spot), n: next.length }));
  }

  cancel() {
    this.selection.clear();
    this.card.hide();
    this.sender.dismiss();
    this.draw();
  }

  /** @param {import("../match/choices.js").Choice} choice @param {number} [amount] */
  take(choice, amount) {
    if (this.plan?.isOpen) return this.plan.add(choice, amount);
    this.answer(readOrder(textOf(choice, amount)));
  }

  /** What was typed into the bar: a command, or an order of actions. @param {string} text */
  async typed(text) {
    const [word = ""] = text.trim().toLowerCase().split(/\s/, 1);
    const isCommand = this.game.commands.some((/** @type {{ word: string }} */ one) => one.word === word);
    if (isCommand && (await this.commands()).read(text)) return;
    if (this.plan?.isOpen) {
      const { text: first, then = [] } = readOrder(text);
      return this.plan.plan([first, ...then], text);
    }
    if (this.page?.ask && !this.sender.isBusy) return this.answer(readOrder(text));
    const { turn, result } = this.page ?? {};
    this.bar.tell(result || !turn ? t("m.over") : t("m.turn.other", { name: called(this.room, turn.seats) }));
  }

  /** @param {import("../match/orders.js").Order} order */
  answer(order) {
    const ask = this.page?.ask?.id;
    if (ask !== undefined) this.sender.answer(ask, order);
  }

  /** @param {import("../api.js").Refusal[]} refusals @param {import("../api.js").Problem} problem */
  refused(refusals, problem) {
    this.selection.clear();
    if (problem.page) {
      this.page = problem.page;
      this.selection = this.choices(problem.page);
      void this.board.show(problem.page);
    }
    sound.refused();
    this.board.flash(refusals.flatMap((refusal) => refusal.spots ?? []), "bad");
    this.frame.say(`${t("m.refused")} ${refusals.map((refusal) => refusal.text).join(" ")}`);
  }

  /** @param {string} text */
  async odds(text) {
    const chances = await this.questions.chances(text);
    return chances && h("div.outlook", null, ...outlook(chances, (spot) => this.board.nameOf(spot)));
  }

  /** Sketches the turn; nothing is sent before one says so. */
  async planTurn() {
    const { PlanMode } = await import("../match/plan.js");
    if (!this.plan) {
      this.plan = new PlanMode(this);
      this.dock.node.prepend(this.plan.bar);
      this.frame.tabs.before(this.plan.node);
    }
    this.plan.open();
    this.dock.node.scrollTop = 0;
  }

  /** The last step of a plan, or the last action. */
  undo() {
    if (this.plan?.isOpen) this.plan.back();
    else this.sender.undo();
  }

  resign() {
    confirm(t("m.resign"), t("m.resign.sure", { name: called(this.room, [this.room.you.eye]) }), t("m.resign"), () => void this.sender.try({ do: "resign" }));
  }

  pause() {
    if (!this.page || this.page.result || this.isPaused) return;
    if (this.page.clocks) return toast(t("m.pause.clocks"));
    this.isPaused = true;
    this.pending = null;
    this.look.hide();
    this.frame.pause(() => {
      this.isPaused = false;
      this.frame.raise();
      if (this.pending) this.receive(this.pending.page, this.pending.frame);
      this.board.focusSpot();
    });
  }

  async save() {
    const { showSave } = await dialogs();
    showSave((file) => attempt(this.commands().then((commands) => commands.read(`save ${file}`))), this.id);
  }

  async share() {
    const { showShare } = await import("../match/share.js");
    showShare(() => this.room, this.chat.own);
  }

  flip() {
    this.board.flipped = !this.board.flipped;
    prefer({ turned: { ...prefs.turned, [this.room.game]: this.board.flipped } });
    this.draw();
  }

  toggleSound() {
    prefer({ sound: !prefs.sound });
    this.frame.update(this.room, this.page);
    toast(t(prefs.sound ? "m.sound.on" : "m.sound.off"));
  }

  async keys() {
    const { showKeys } = await dialogs();
    const words = new Map([...this.dock.keys].map(([letter, spot]) => [letter, this.dock.label(this.page, this.selection, spot, false).word]));
    showKeys(words, this.game.phases.length > 0);
  }

  async preferences() {
    const { showPrefs } = await dialogs();
    showPrefs(() => {
      this.board.speed = SPEEDS[prefs.speed];
      this.draw();
    });
  }

  async table() {
    const [{ showTable }, spots] = await Promise.all([dialogs(), this.questions.spots()]);
    const taken = new Set(this.page.layers.flatMap((/** @type {any} */ layer) => layer.shapes).map((/** @type {any} */ shape) => shape.spot));
    showTable(spots, this.board.places, taken);
  }

  async showEnd() {
    const { showEnd } = await import("../match/over.js");
    if (this.page.result) showEnd(this.room, this.page, { rematch: () => this.rematch(), share: () => attempt(this.share()), steps: this.page.seq });
  }

  rematch() {
    this.isLeaving = true;
    attempt(import("../match/rematch.js").then(({ rematch }) => rematch(this.id)));
  }
}

/** What few need is fetched when somebody does. */
const dialogs = () => import("../match/dialogs.js");

/** What goes wrong on the way is told. @param {Promise<unknown>} done */
function attempt(done) {
  done.catch(toastError);
}
