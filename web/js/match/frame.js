/** The frame of a match: where its parts are, the tabs, the tools, the curtain, and what is said aloud. */

import { h, show } from "../dom.js";
import { number, t } from "../i18n.js";
import { differing } from "../options.js";
import { drawing } from "../scene.js";
import { letters, rulesOf, sign, token } from "./names.js";
import { prefs } from "./prefs.js";

/** @typedef {import("../board.js").Board} Board */
/**
 * @typedef {object} Options
 * @property {any} room
 * @property {any} game
 * @property {Board} board
 * @property {Record<"people" | "dock" | "guide" | "waiting" | "log" | "lenses" | "chip" | "chat" | "bar", HTMLElement>} parts
 * @property {Record<"undo" | "draw" | "resign" | "flip" | "keys" | "prefs" | "table" | "sound" | "end" | "pause" | "save" | "share", () => void>} hands
 */

/** How long words are gathered that are said together, in milliseconds. */
const BREATH = 60;

export class Frame {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    const { parts, hands, game, room } = options;
    this.board = options.board;
    this.board.setAttribute("role", "group");
    this.board.setAttribute("aria-label", t("m.board", { game: game.title }));
    this.state = h("p.connection", { role: "status", hidden: true });
    this.live = h("p.sr-only", { "aria-live": "polite", "aria-atomic": "true" });
    this.statistics = h("table.statistics");
    this.numbersBox = h("div.numbers-box", null, this.statistics);
    this.numbersFold = h("details.numbers", null, h("summary", null, t("m.numbers")), this.numbersBox);
    this.legendBox = h("div.legend");
    this.isCurtained = false;
    /** What is about to be said. @type {string[]} */
    this.breath = [];
    this.numbersDrawn = "";
    this.legendDrawn = "";

    const { camera } = this.board;
    const zoom = h("div.stage-tools", { role: "group", "aria-label": t("m.view") },
      this.tool("plus", t("m.zoom.in"), () => this.board.zoom(1.5)),
      this.tool("minus", t("m.zoom.out"), () => this.board.zoom(1 / 1.5)),
      this.tool("whole", t("m.zoom.whole"), () => camera.whole()),
      this.tool("flip", t("m.flip"), hands.flip));
    this.soundTool = this.tool("sound", t("m.sound.off"), hands.sound);
    this.pauseTool = this.tool("pause", t("m.pause"), hands.pause);
    this.undoTool = this.wide("undo", t("m.undo"), hands.undo);
    this.drawTool = this.wide("hands", t("m.draw"), hands.draw);
    this.resignTool = this.wide("flag", t("m.resign"), hands.resign);
    this.endTool = this.wide("laurel", t("m.end"), hands.end);
    const rules = rulesOf(room);
    this.tools = h("div.match-tools", null,
      h("div.buttons.main-tools", null, this.undoTool, this.drawTool, this.resignTool, this.endTool),
      h("div.buttons.small-tools", null,
        h("a.button.quiet.icon-only", { href: rules, "aria-label": t("m.rules"), title: t("m.rules") }, sign("book")),
        this.tool("share", t("share"), hands.share),
        this.tool("save", t("m.save"), hands.save),
        h("a.button.quiet.icon-only", { href: "/import", "aria-label": t("m.load"), title: t("m.load") }, sign("load")),
        this.tool("table", t("m.table"), hands.table), this.pauseTool, this.soundTool, this.tool("keys", t("m.keys"), hands.keys), this.tool("gear", t("m.prefs"), hands.prefs)));
    this.stage = h("section.stage", { "aria-label": t("m.board", { game: game.title }) }, this.board, this.board.overview, parts.chip, zoom, this.state);
    this.tabs = this.buildTabs([["log", t("m.log"), parts.log], ["lens", t("m.lenses"), parts.lenses], ["legend", t("m.legend"), this.legendBox], ["chat", t("m.chat"), parts.chat]]);
    this.turn = h("span.turn-number");
    const head = h("header.match-head", null, h("h1", null, game.title), h("p.hint", null, this.turn, h("span.setting", null, settings(room, game))));
    this.head = head;
    this.goal = h("p.hint.goal", { title: game.goal }, game.goal);
    this.handle = h("button.handle", { type: "button", "aria-expanded": "false", onclick: () => this.pull() }, sign("minus"), h("span.sr-only", null, t("m.sheet")));
    /** On a narrow screen a sheet over the lower part of it; elsewhere what is in it has places of its own. */
    this.sheet = h("div.sheet", null, this.handle, parts.dock,
      h("aside.side", { "aria-label": t("m.side") }, parts.waiting, parts.guide, this.tabs, parts.bar, this.tools));
    this.body = h("div.match", null,
      h("div.top", null, head, parts.people),
      this.stage,
      this.sheet);
    this.cover = h("div.curtain", { hidden: true });
    this.node = h("div.match-root", null, this.body, this.cover, this.live);
    const narrow = matchMedia("(max-width: 639px)");
    const low = matchMedia("(max-height: 820px)");
    for (const one of [narrow, low]) one.addEventListener("change", () => this.place(narrow.matches, low.matches));
    this.place(narrow.matches, low.matches);
  }

  /** Pulls the sheet up over the board, or down again. @param {boolean} [up] */
  pull(up = !this.sheet.classList.contains("tall")) {
    this.sheet.classList.toggle("tall", up);
    this.handle.setAttribute("aria-expanded", String(up));
    if (!up) this.sheet.scrollTop = 0;
  }

  /** Something else is asked: it is read from its beginning. */
  settle() {
    if (!this.sheet.classList.contains("tall")) this.sheet.scrollTop = 0;
  }

  /** The numbers stand beside the names; on a narrow screen they are folded away below the board, on a low one where they are. @param {boolean} narrow @param {boolean} low */
  place(narrow, low) {
    this.numbersFold.open = !narrow && !low;
    if (narrow) this.tabs.before(this.goal, this.numbersFold);
    else this.options.parts.people.after(this.numbersFold);
    if (!narrow) this.head.append(this.goal);
  }

  /** @param {string} name @param {string} label @param {() => void} act */
  tool(name, label, act) {
    return h("button.button.quiet.icon-only", { type: "button", "aria-label": label, title: label, onclick: act }, sign(name));
  }

  /** @param {string} name @param {string} label @param {() => void} act */
  wide(name, label, act) {
    return h("button.button.small", { type: "button", onclick: act }, sign(name), h("span", null, label));
  }

  /** @param {[string, string, HTMLElement][]} parts */
  buildTabs(parts) {
    /** @param {string} name */
    const choose = (name) => {
      for (const [other] of parts) {
        const tab = node.querySelector(`#tab-${other}`);
        tab?.setAttribute("aria-selected", String(other === name));
        tab?.setAttribute("tabindex", other === name ? "0" : "-1");
        node.querySelector(`#panel-${other}`)?.toggleAttribute("hidden", other !== name);
      }
      node.querySelector(`#tab-${name} .news`)?.remove();
    };
    const list = h("div.tabs", { role: "tablist", "aria-label": t("m.side"), onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = parts.findIndex(([name]) => node.querySelector(`#tab-${name}`)?.getAttribute("aria-selected") === "true");
      const next = parts[(at + step + parts.length) % parts.length]?.[0] ?? "log";
      choose(next);
      /** @type {HTMLElement | null} */ (node.querySelector(`#tab-${next}`))?.focus();
      event.preventDefault();
    } }, parts.map(([name, label]) => h("button.tab", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => choose(name) }, label)));
    const node = h("div.tabbed", null, list, parts.map(([name, , part]) => h("div.panel", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: part.tabIndex < 0 ? "0" : null }, part)));
    choose("log");
    return node;
  }

  /** @param {any} room @param {any} page */
  update(room, page) {
    const running = room.stage === "running" && !page.result && room.you.seats.length > 0;
    this.undoTool.disabled = !running || page.seq === 0;
    this.pauseTool.hidden = !running || Boolean(page.clocks);
    this.drawTool.disabled = !running;
    this.resignTool.disabled = !running;
    for (const tool of [this.undoTool, this.drawTool, this.resignTool]) tool.hidden = Boolean(page.result) || room.you.seats.length === 0;
    this.endTool.hidden = !page.result;
    this.turn.textContent = room.stage === "open" ? "" : t("m.turn.number", { n: page.status.turn });
    show(this.soundTool, sign(prefs.sound ? "sound" : "mute"));
    const label = t(prefs.sound ? "m.sound.mute" : "m.sound.unmute");
    this.soundTool.setAttribute("aria-label", label);
    this.soundTool.title = label;
    this.numbers(page);
  }

  /** @param {any} page */
  numbers(page) {
    const all = page.status.statistics;
    const look = JSON.stringify([all, page.seats]);
    if (look === this.numbersDrawn) return;
    this.numbersDrawn = look;
    const signs = letters(page.seats);
    show(this.statistics,
      h("caption.sr-only", null, t("m.statistics")),
      h("thead", null, h("tr", null, h("td"), page.seats.map((/** @type {string} */ name, /** @type {number} */ at) => h("th", { scope: "col" }, token(at + 1, signs[at] ?? ""), h("span.sr-only", null, name))))),
      h("tbody", null, all.map((/** @type {{ name: string, values: number[] }} */ one) => h("tr", null, h("th", { scope: "row" }, one.name), one.values.map((value) => h("td", null, number(value)))))));
    // What is scrolled is scrolled by keys, too.
    requestAnimationFrame(() => {
      this.numbersBox.tabIndex = this.numbersBox.scrollHeight > this.numbersBox.clientHeight + 1 ? 0 : -1;
    });
  }

  /** Pieces and grounds with their drawings. @param {any} page @param {any[]} symbols */
  legend(page, symbols) {
    const look = JSON.stringify([page.legend, symbols.length]);
    if (look === this.legendDrawn) return;
    this.legendDrawn = look;
    show(this.legendBox, h("dl", null, page.legend.map((/** @type {any} */ line) => {
      const symbol = symbols.find((one) => one.name === line.symbol);
      return h("div", null, h("dt", null, symbol ? drawing(symbol, "ink") : h("span.glyph", { "aria-hidden": "true" }, line.glyph.trim()), line.title), h("dd", null, line.about));
    })));
  }

  /** @param {import("../live.js").LiveState} state */
  connection(state) {
    this.state.hidden = state === "open";
    this.state.className = `connection ${state}`;
    show(this.state, h("span.spinner", { "aria-hidden": "true" }), t(`m.live.${state}`));
  }

  /** @param {number} count @param {any} remark */
  heard(count, remark) {
    const tab = this.tabs.querySelector("#tab-chat");
    if (tab?.getAttribute("aria-selected") === "true") return;
    const before = Number(tab?.querySelector(".news")?.textContent ?? 0);
    tab?.querySelector(".news")?.remove();
    tab?.append(h("span.news", null, String(before + count)));
    if (remark) this.say(`${remark.by.name}: ${remark.text}`);
  }

  /** For those who hear the page: what is said in one breath is heard as a whole. @param {string} text */
  say(text) {
    if (text === "") return;
    if (this.breath.length === 0) {
      // The same words once more are heard once more only if they were gone.
      this.live.textContent = "";
      setTimeout(() => {
        this.live.textContent = this.breath.join(" ");
        this.breath = [];
      }, BREATH);
    }
    this.breath.push(/[.!?…]$/.test(text) ? text : `${text}.`);
  }

  /** Nothing that was said to one is for the next one's ears. */
  hush() {
    this.breath = [];
    this.live.textContent = "";
  }

  /** Nobody sees the board until the next person says to be there. @param {string} name @param {(openly: boolean) => void} raise */
  curtain(name, raise) {
    const button = h("button.button.primary", { type: "button", onclick: () => raise(false) }, t("m.curtain.open", { name }));
    const openly = h("button.button.quiet.small", { type: "button", onclick: () => raise(true) }, t("m.curtain.openly"));
    this.lower("eye", t("m.curtain", { name }), t("m.curtain.more"), [button, openly]);
  }

  /** Nothing is shown and nothing asked until somebody goes on. @param {() => void} raise */
  pause(raise) {
    this.lower("pause", t("m.pause"), t("m.pause.more"), [h("button.button.primary", { type: "button", onclick: raise }, t("m.pause.end"))]);
  }

  /** @param {string} mark @param {string} title @param {string} text @param {HTMLElement[]} buttons */
  lower(mark, title, text, buttons) {
    this.isCurtained = true;
    this.body.inert = true;
    this.body.classList.add("covered");
    this.cover.hidden = false;
    show(this.cover, h("div.card", null, sign(mark), h("h2", null, title), h("p", null, text), h("div.buttons", null, buttons)));
    buttons[0]?.focus();
  }

  raise() {
    this.isCurtained = false;
    this.body.inert = false;
    this.body.classList.remove("covered");
    this.cover.hidden = true;
  }
}

/** The options that differ from the usual ones, in a line; each says what it means when one rests on it. @param {any} room @param {any} game */
function settings(room, game) {
  return differing(game.options, room.options).flatMap(({ text, about }, at) => [at > 0 ? " · " : null, h("span", { title: about || null }, text)]);
}
