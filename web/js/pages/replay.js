/**
 * A match step by step: arrow keys, a slider, autoplay; through every permitted eye; and on from any step.
 */

import "../board.js";
import { address, api, ensureGuest } from "../api.js";
import { h, icon, show } from "../dom.js";
import { lang, register, t } from "../i18n.js";
import { invite } from "../invite.js";
import { go, rename } from "../main.js";
import { Card } from "../match/card.js";
import { Graph } from "../match/course.js";
import { Lenses } from "../match/lens.js";
import { Log } from "../match/log.js";
import { capital, sign } from "../match/names.js";
import { pageOf } from "../match/past.js";
import { copy, failed, loading, openDialog, seatMark, toastError, told } from "../parts.js";
import { games } from "../start.js";
import { usualLevel } from "../usual.js";
import texts from "../texts/match.js";
import own from "../texts/replay.js";
import front from "../texts/front.js";

register(texts);
register(front);
register(own);

/** @typedef {import("../board.js").Board} Board */

/** A list that is longer is not shown to its end. */
const MOST_LINES = 5_000;

/** How long autoplay rests on a step, in milliseconds. */
const RESTS = [2400, 1200, 600, 250];

export const title = () => t("replay.title");

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  const id = params["id"] ?? "";
  const query = new URLSearchParams(location.search);
  /** @type {string | null} */
  let eye = query.get("eye");
  let step = 0;
  let steps = 0;
  let gone = false;
  /** Goes up with each wish for a page; an older answer is dropped. */
  let wish = 0;
  let playing = false;
  let pace = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {any} */
  let room = null;
  /** Pages that were fetched, by eye and step. @type {Map<string, Promise<any>>} */
  const pages = new Map();

  const board = /** @type {Board} */ (document.createElement("vb-board"));
  board.match = { id };
  board.interactive = false;
  const stage = h("div.replay-board", null);
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t("replay.step") });
  const count = h("output.count", { "aria-live": "off" });
  const status = h("p.replay-status", { "aria-live": "polite" });
  const log = new Log((spots, seq) => void find(spots, seq));
  const graph = new Graph({ go: (at) => {
    play(false);
    void to(at, { animate: false });
  } });
  const lenses = new Lenses(id, "", { ask: (lens, of, zone) => ask("lens", { step, eye, lens, of, zone }), lay: (layers, numbers) => board.lens(layers, numbers) });
  const card = new Card("", board);
  const eyes = h("select", { id: "replay-eye" });
  const playButton = tool("play", "replay.play", () => play(!playing));
  const head = h("div");
  const people = h("ul.replay-people");

  /** @param {string} name @param {string} text @param {() => void} action */
  function tool(name, text, action) {
    return h("button.button.icon-only", { type: "button", "aria-label": t(text), title: t(text), onclick: action }, icon(name));
  }

  /** @param {string} name @param {string} text @param {() => void} action */
  function view(name, text, action) {
    return h("button.button.quiet.icon-only", { type: "button", "aria-label": t(text), title: t(text), onclick: action }, sign(name));
  }

  /** @param {string} question @param {Record<string, string | number | null>} query @returns {Promise<any>} */
  const ask = (question, query) => api.get(address(`/matches/${encodeURIComponent(id)}/${question}`, query).replace("/api/v1", ""));

  /** @param {number} at */
  const fetchPage = (at) => {
    const name = `${eye ?? ""}/${at}`;
    let page = pages.get(name);
    if (!page) {
      page = ask("page", { step: at, eye });
      pages.set(name, page);
      page.catch(() => pages.delete(name));
    }
    return page;
  };

  /** @param {number} at @param {{animate?: boolean}} [how] */
  const to = async (at, how = {}) => {
    const mine = ++wish;
    step = Math.max(0, Math.min(at, steps));
    const here = step;
    slider.value = String(here);
    tell();
    try {
      const page = await fetchPage(here);
      if (gone || mine !== wish) return;
      await board.show(page, { animate: how.animate ?? true });
      const [from, target] = page.last;
      // What a step without a place belongs to happened at the last one that has any: dice to their battle.
      const last = page.last.length > 0 ? page.last : page.log.findLast((/** @type {any} */ entry) => entry.spots?.length > 0)?.spots ?? [];
      board.mark({ last, arrows: from && target ? [{ from, to: target, kind: "last" }] : [] });
      // A map too large for the screen is legible before anything stands on it, too.
      if (board.attended === "") board.camera.read([...board.places.values()].map(({ middle }) => middle));
      // The next one is likely to be asked for.
      if (here < steps) void fetchPage(here + 1).catch(() => {});
      describe(page);
      keepAddress();
    } catch (error) {
      if (!gone && mine === wish) {
        play(false);
        toastError(error);
      }
    }
  };

  const tell = () => {
    count.textContent = t("replay.count", { step, steps });
    slider.setAttribute("aria-valuetext", t("replay.count", { step, steps }));
  };

  /** The address always leads back to what is shown. */
  const keepAddress = () => {
    const link = new URL(location.href);
    link.searchParams.set("step", String(step));
    if (eye !== null) link.searchParams.set("eye", eye);
    else link.searchParams.delete("eye");
    rename(link);
  };

  /** @param {any} page */
  const describe = (page) => {
    log.mark(page.seq);
    graph.at(step);
    lenses.update(page, eye === null ? room.you.eye ?? null : Number(eye) || null);
    const words = page.log.at(-1)?.events.map((/** @type {{text: string}} */ event) => event.text).join(" ");
    status.textContent = [words, page.result?.text ?? page.status.phase].filter(Boolean).map(capital).join(/[.!?]$/.test(words ?? "") ? " " : " · ");
  };

  /** The whole list and the numbers, through the eye that is looked through. */
  const recount = async () => {
    const looked = eye;
    const first = await fetchPage(0);
    /** @type {any[]} */
    const events = [];
    for (let more = true; more;) {
      const some = await ask("events", { since: events.at(-1)?.seq ?? 0, eye });
      if (gone || looked !== eye) return;
      events.push(...some.events);
      more = some.events.length > 0 && events.length < MOST_LINES && some.events.at(-1).seq < some.seq;
    }
    log.seats = first.seats;
    log.replace(events);
    void fetchPage(step).then((page) => log.mark(page.seq));
    const course = await ask("course", { eye });
    if (gone || looked !== eye) return;
    graph.show(course);
    graph.at(step);
  };

  /** To the step of a line. @param {string[]} spots @param {number} seq */
  const find = async (spots, seq) => {
    play(false);
    try {
      const page = await pageOf(seq, steps, fetchPage);
      if (gone) return;
      await to(page.step, { animate: false });
      board.flash(spots);
    } catch (error) {
      toastError(error);
    }
  };

  /** The spot that is looked at. */
  let looked = "";
  board.addEventListener("peek", async (event) => {
    const { spot, box, how } = /** @type {CustomEvent} */ (event).detail;
    looked = spot;
    const [told] = await ask("spots", { step, eye, spot }).catch(() => []);
    if (gone || looked !== spot || !told) return;
    card.show({ card: { title: told.title, lines: told.lines ?? [] } }, box);
    if (how !== "hover") status.textContent = [told.title, ...(told.lines ?? []).map((/** @type {string[]} */ line) => line.join(" "))].join(". ");
  });
  board.addEventListener("unpeek", () => {
    looked = "";
    card.leave();
  });

  /** @param {boolean} on */
  const play = (on) => {
    playing = on;
    clearTimeout(timer);
    show(playButton, icon(on ? "pause" : "play"));
    const text = t(on ? "replay.pause" : "replay.play");
    playButton.setAttribute("aria-label", text);
    playButton.title = text;
    if (!on) return;
    const forward = async () => {
      await to(step + 1);
      if (!playing || gone) return;
      if (step >= steps) play(false);
      else timer = setTimeout(forward, RESTS[pace]);
    };
    if (step >= steps) void to(0).then(() => { timer = setTimeout(forward, RESTS[pace]); });
    else void forward();
  };

  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target instanceof HTMLElement && event.target.closest("input:not([type=range]), select, textarea")) return;
    /** @type {Record<string, () => unknown>} */
    const ways = {
      ArrowLeft: () => to(step - 1), ArrowRight: () => to(step + 1),
      PageUp: () => to(step - 10), PageDown: () => to(step + 10),
      Home: () => to(0), End: () => to(steps),
    };
    if (event.key === " " && !(event.target instanceof HTMLElement && event.target.closest("button, a"))) ways[" "] = () => play(!playing);
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    way();
  };

  slider.addEventListener("input", () => {
    play(false);
    void to(Number(slider.value), { animate: false });
  });
  eyes.addEventListener("change", () => {
    eye = eyes.value === "" ? null : eyes.value;
    card.hide();
    void to(step, { animate: false });
    void recount().catch(toastError);
  });
  document.addEventListener("keydown", keys);

  const load = async () => {
    show(root, loading());
    try {
      room = await api.get(`/matches/${encodeURIComponent(id)}`);
      lenses.game = room.game;
      const first = await fetchPage(0);
      if (gone) return;
      steps = first.steps;
      slider.max = String(steps);
      const list = await games(lang());
      if (gone) return;
      const game = list.find((each) => each.name === room.game);
      document.title = `${t("option.set", { title: t("replay.title"), value: game?.title ?? room.game })} · Vauban`;
      show(head, h("h1", null, game?.title ?? room.game), h("p.soft", null, t("replay.title")));
      root.classList.add(`seats-${game?.seat_colours}`);
      show(people, room.seats.map((/** @type {any} */ seat) => h("li", null, seatMark(seat.seat, seat.name), h("span", null, seat.name),
        h("span.soft", null, room.played?.[seat.seat - 1] ?? seat.player?.name ?? (seat.level ? t("start.level", { level: seat.level }) : t("list.seat.open"))))));
      show(eyes, permitted().map(([value, text]) => h("option", { value }, text)));
      eyes.value = eye ?? "";
      show(stage, board, board.overview, h("div.stage-tools", { role: "group", "aria-label": t("m.view") },
        view("plus", "m.zoom.in", () => board.zoom(1.5)), view("minus", "m.zoom.out", () => board.zoom(1 / 1.5)), view("whole", "m.zoom.whole", () => board.camera.whole())));
      const record = address(`/matches/${encodeURIComponent(id)}/record`);
      const own = address(`/matches/${encodeURIComponent(id)}/record`, { format: "own" });
      show(root, h("div.replay", null,
        h("section.replay-main", null,
          head,
          stage,
          h("div.transport", { role: "group", "aria-label": t("replay.controls") },
            h("div.transport-row", null, slider, count),
            h("div.buttons", null,
              tool("first", "replay.first", () => to(0)),
              tool("back", "replay.back", () => to(step - 1)),
              playButton,
              tool("next", "replay.next", () => to(step + 1)),
              tool("last", "replay.last", () => to(steps)),
              h("label.pace", null, h("span", null, t("replay.pace")), h("select", {
                onchange: (/** @type {Event} */ event) => {
                  pace = Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
                },
              }, RESTS.map((_, index) => h("option", { value: index, selected: index === pace }, t(`replay.pace.${index}`)))))),
            status)),
        h("aside.replay-side", null,
          h("section.card", null,
            people,
            h("div.field", null, h("label", { for: "replay-eye" }, t("replay.eye")), eyes),
            h("div.stack", null,
              h("button.button.primary", { type: "button", onclick: () => playOn() }, icon("fork"), t("replay.on")),
              h("button.button", { type: "button", onclick: share }, icon("link"), t("replay.link")),
              h("a.button", { href: record, download: `${id}.vauban` }, icon("download"), t("replay.record")),
              room.stage === "over" && ownFormat(own),
              room.stage !== "over" && h("a.button", { href: `/match/${id}` }, icon("play"), t("replay.match")))),
          graph.node,
          h("section.card", null, h("h2", null, t("replay.log")), log.node),
          h("details.card.replay-lenses", null, h("summary", null, t("m.lenses")), lenses.node),
          h("p.hint", null, t("replay.keys")))));
      const asked = query.get("step");
      root.append(card.node);
      await to(asked === null ? 0 : Number(asked) || 0, { animate: false });
      void recount().catch(toastError);
    } catch (error) {
      if (!gone) show(root, h("div.narrow", null, h("h1", null, t("replay.title")), failed(error, load)));
    }
  };

  /** The eyes that one may look through: one's own and nobody's, and everybody's when it is over. @returns {[string, string][]} */
  const permitted = () => {
    const over = room.stage === "over";
    const seats = room.seats.filter((/** @type {any} */ seat) => over || room.you.seats.includes(seat.seat));
    return [
      ["", t("replay.eye.own")],
      ["0", t("replay.eye.none")],
      ...seats.map((/** @type {any} */ seat) => [String(seat.seat), seat.name]),
    ];
  };

  /** The game's own file, where it has one; the server says so when asked. @param {string} href */
  const ownFormat = (href) => h("a.button", {
    href, download: `${id}.txt`,
    onclick: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const text = await api.get(href.replace("/api/v1", ""));
        const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
        h("a", { href: url, download: `${id}.txt` }).click();
        URL.revokeObjectURL(url);
      } catch (error) {
        toastError(error);
      }
    },
  }, icon("download"), t("replay.own"));

  const share = () => {
    const link = new URL(location.href);
    link.searchParams.set("step", String(step));
    void copy(String(link));
  };

  /** On from this step: against a level, with a friend, or alone. */
  const playOn = async () => {
    play(false);
    const from = step;
    const list = await games(lang()).catch(() => []);
    const game = list.find((each) => each.name === room.game);
    openDialog(t("replay.on"), (_, close) => {
      const problem = h("div", { role: "alert" });
      const level = h("select", { "aria-label": t("home.level") }, game?.levels.map((each) => h("option", { value: each.level }, t("start.level", { level: each.level }))));
      if (game) level.value = String(usualLevel(game));
      const side = h("select", { "aria-label": t("replay.side") }, room.seats.map((/** @type {any} */ seat) => h("option", { value: seat.seat }, seat.name)));
      /** @param {(index: number) => string} others @param {boolean} open */
      const start = async (others, open) => {
        show(problem);
        try {
          await ensureGuest();
          const mine = Number(side.value);
          const seats = room.seats.map((/** @type {any} */ seat) => (seat.seat === mine ? "me" : others(seat.seat)));
          // Who holds every seat may play on from what each of them hides; of others' matches what one was shown is copied.
          const whole = room.you.seats.length === room.seats.length;
          const source = whole ? { match: id } : { text: await api.get(`/matches/${encodeURIComponent(id)}/record`) };
          const made = await api.post("/imports", { game: room.game, ...source, ...(from < steps && { step: from }), seats, private: true });
          close();
          if (open) invite(made, () => go(`/match/${made.id}`));
          else go(`/match/${made.id}`);
        } catch (error) {
          show(problem, h("p.notice.error", null, icon("warn"), told(error)));
        }
      };
      return {
        body: [
          h("p", null, t("replay.on.text", { step: from })),
          h("label.field", null, t("replay.side"), side),
          h("div.stack", null,
            h("div.row", null,
              h("button.button.primary", { type: "button", onclick: () => start(() => `agent:${level.value}`, false) }, icon("program"), t("replay.on.level")), level),
            h("button.button", { type: "button", onclick: () => start(() => "open", true) }, icon("friends"), t("home.friend")),
            h("button.button", { type: "button", onclick: () => start(() => "me", false) }, icon("screen"), t("replay.on.alone"))),
          problem,
        ],
      };
    });
  };

  void load();
  return () => {
    gone = true;
    clearTimeout(timer);
    card.end();
    document.removeEventListener("keydown", keys);
  };
}
