/**
 * The games as cards: one click plays.
 */

import { api, isKnown } from "../api.js";
import { h, icon, show } from "../dom.js";
import { lang, register, t } from "../i18n.js";
import { boardPicture, failed, loading, toastError } from "../parts.js";
import { againstLevel, atThisScreen, games, startDialog, withFriend } from "../start.js";
import { featured, keepLevel, keepPreset, usualLevel, usualPreset } from "../usual.js";
import front from "../texts/front.js";

register(front);

/** @typedef {import("../start.js").Game} Game */

/** @param {HTMLElement} root */
export function mount(root) {
  const going = h("div.going");
  const cards = h("div.game-cards", null, loading());
  show(root,
    h("section.hero", null,
      h("div", null,
        h("h1", null, t("home.title")),
        h("p.lead", null, t("home.lead")))),
    going,
    h("section", { "aria-label": t("bar.games") }, cards),
    h("section.more", null,
      more("lobby", "/lobby", t("home.lobby"), t("home.lobby.text")),
      more("upload", "/import", t("home.import"), t("home.import.text")),
      more("person", "/mine", t("home.mine"), t("home.mine.text"))));

  const load = async () => {
    show(cards, loading());
    try {
      const list = await games(lang());
      show(cards, list.map(card));
      void offline(going);
      void goOn(going, list);
    } catch (error) {
      show(cards, failed(error, load));
    }
  };
  void load();
  return () => {};
}

/** The server may be away although the games are still known. @param {HTMLElement} root */
async function offline(root) {
  try {
    await fetch("/healthz", { method: "HEAD" });
  } catch {
    show(root, h("div.notice.warn", { role: "status" }, icon("offline"),
      h("div", null, h("p", null, h("strong", null, t("offline.title"))), h("p", null, t("offline.works")))));
  }
}

/** What waits for the visitor, if anything does. @param {HTMLElement} root @param {Game[]} list */
async function goOn(root, list) {
  // Who was never here has no matches; asking would only make an error.
  if (!isKnown()) return;
  try {
    const { matches } = await api.get("/me/matches?stage=running");
    const waiting = matches.filter((/** @type {any} */ match) => match.yours?.some((/** @type {number} */ seat) => match.turn.includes(seat)));
    const match = waiting[0];
    if (!match) return;
    const title = list.find((game) => game.name === match.game)?.title ?? match.game;
    root.prepend(h("a.continue", { href: `/match/${match.id}` },
      icon("play"),
      h("span", null, h("strong", null, t("home.turn", { game: title })), " ", h("span.soft", null, match.seats.join(" – "))),
      waiting.length > 1 && h("span.badge.accent", null, t("home.more", { n: waiting.length - 1 }))));
  } catch {
    // Home is no place to complain: the list of one's matches will.
  }
}

/** @param {string} name @param {string} href @param {string} title @param {string} text */
function more(name, href, title, text) {
  return h("a.more-link", { href }, icon(name), h("span", null, h("strong", null, title), h("span.soft", null, text)));
}

/** How strong a level is; nothing if nobody has measured it. @param {{ rating: number }} level */
function rating(level) {
  return level.rating ? ` ${t("home.rating", { n: level.rating })}` : "";
}

/** @param {Game} game */
function card(game) {
  let level = usualLevel(game);
  const play = h("button.button.primary.play", { type: "button" }, icon("play"), t("home.play"));
  /** @param {HTMLButtonElement} button @param {() => Promise<void>} action */
  const start = (button, action) => {
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await action();
      } catch (error) {
        toastError(error);
      } finally {
        button.disabled = false;
      }
    });
    return button;
  };
  start(play, () => againstLevel(game, level));
  const about = h("p.soft.level-about", { role: "status" });
  const describe = () => {
    const chosen = game.levels.find((each) => each.level === level);
    if (chosen) show(about, h("strong", null, chosen.name), rating(chosen), " · ", sentence(chosen.about));
  };
  describe();
  const small = (/** @type {string} */ name, /** @type {string} */ text) => h("button.button.small", { type: "button" }, icon(name), text);
  const two = game.seats.max === 2;
  return h("article.game-card", { "data-game": game.name, "aria-labelledby": `game-${game.name}` },
    h("div.game-picture", null, boardPicture(game.name)),
    h("div.game-text", null,
      h("h2", { id: `game-${game.name}` }, game.title),
      h("p.soft", null, sentence(game.about)),
      h("div.play-row", null,
        play,
        h("div.levels", null,
          h("span.label", { id: `level-${game.name}` }, t("home.level")),
          h("div.segments", { role: "radiogroup", "aria-labelledby": `level-${game.name}` },
            game.levels.map((each) => h("label", { title: `${each.name}${rating(each)} · ${each.about}` },
              h("input", {
                type: "radio", name: `level-${game.name}`, value: each.level, checked: each.level === level,
                onchange: () => {
                  level = each.level;
                  keepLevel(game, level);
                  describe();
                },
              }),
              h("span", null, each.level)))))),
      about,
      featured(game).length > 1 && presetChoice(game),
      h("div.other-ways", null,
        start(small("friends", t("home.friend")), () => withFriend(game)),
        start(small("screen", t(two ? "home.two" : "home.all")), () => atThisScreen(game)),
        h("button.button.small", { type: "button", onclick: () => startDialog(game) }, icon("options"), t("home.options")),
        game.lesson && h("a.button.small.learn", { href: `/learn/${game.name}`, title: t("home.learn.about", { n: game.lesson.tasks }) }, icon("learn"), t("home.learn")),
        h("a.button.small", { href: `/rules/${game.name}` }, icon("book"), t("home.rules")))));
}

/** By which rules. @param {Game} game */
function presetChoice(game) {
  const about = h("p.soft.preset-about", { role: "status" });
  const describe = () => show(about, sentence(usualPreset(game)?.about ?? ""));
  describe();
  return h("div.preset-choice", null,
    h("span.label", { id: `preset-${game.name}` }, t("home.preset")),
    h("div.segments", { role: "radiogroup", "aria-labelledby": `preset-${game.name}` },
      featured(game).map(({ name, title }) => h("label", null,
        h("input", { type: "radio", name: `preset-${game.name}`, value: name, checked: usualPreset(game)?.name === name, onchange: () => {
          keepPreset(game, name);
          describe();
        } }),
        h("span", null, title)))),
    about);
}

/** With a capital and a full stop. @param {string} text */
function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
