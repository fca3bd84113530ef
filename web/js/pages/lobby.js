/**
 * The lobby: matches that wait for somebody, and matches to watch.
 */

import { api } from "../api.js";
import { h, icon, show } from "../dom.js";
import { lang, register, t } from "../i18n.js";
import { matchRow } from "../matches.js";
import { empty, failed, loading, openDialog } from "../parts.js";
import { games, startDialog } from "../start.js";
import front from "../texts/front.js";

register(front);

/** How often the lists are asked for anew, in milliseconds. */
const PERIOD = 4000;

export const title = () => t("bar.lobby");

/** @param {HTMLElement} root */
export function mount(root) {
  let gone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** What is shown now, as text: a list that did not change is left alone, with the focus in it. */
  let shown = "";
  /** @type {import("../start.js").Game[]} */
  let list = [];
  const open = h("ul.match-list", { "aria-label": t("lobby.open") });
  const running = h("ul.match-list", { "aria-label": t("lobby.running") });
  const over = h("ul.match-list", { "aria-label": t("lobby.over") });
  const body = h("div", null, loading());

  show(root,
    h("div.page-head", null,
      h("div", null, h("h1", null, t("bar.lobby")), h("p.soft", null, t("lobby.text"))),
      h("button.button.primary", { type: "button", onclick: () => choose(list) }, icon("plus"), t("lobby.create"))),
    body);

  const refresh = async () => {
    clearTimeout(timer);
    try {
      const [known, ...stages] = await Promise.all([
        games(lang()), api.get("/matches?stage=open"), api.get("/matches?stage=running"), api.get("/matches?stage=over"),
      ]);
      if (gone) return;
      list = known;
      const text = JSON.stringify(stages);
      if (text !== shown) {
        shown = text;
        const [waiting, going, finished] = stages.map(({ matches }) => matches);
        fillList(open, waiting, () => empty("lobby", t("lobby.open.none"), h("button.button", { type: "button", onclick: () => choose(list) }, t("lobby.create"))));
        fillList(running, going, () => empty("eye", t("lobby.running.none")));
        fillList(over, finished.slice(0, 20), () => empty("clock", t("lobby.over.none")));
        show(body,
          h("section", null, h("h2", null, t("lobby.open")), open),
          h("section", null, h("h2", null, t("lobby.running")), running),
          h("section", null, h("h2", null, t("lobby.over")), over));
      }
    } catch (error) {
      if (gone) return;
      shown = "";
      show(body, failed(error, refresh));
    }
    if (!gone && document.visibilityState === "visible") timer = setTimeout(refresh, PERIOD);
  };
  /** @param {HTMLElement} place @param {import("../matches.js").Listed[]} matches @param {() => Node} none */
  const fillList = (place, matches, none) => {
    show(place, matches.length > 0 ? matches.map((match) => matchRow(match, list)) : h("li.none", null, none()));
  };
  const seen = () => {
    if (document.visibilityState === "visible") void refresh();
  };
  document.addEventListener("visibilitychange", seen);
  void refresh();
  return () => {
    gone = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}

/** Which game to open for everybody. @param {import("../start.js").Game[]} list */
function choose(list) {
  openDialog(t("lobby.which"), (_, close) => ({
    body: [h("ul.choose-game", null, list.map((game) => h("li", null, h("button.button", {
      type: "button",
      onclick: () => {
        close();
        startDialog(game, { seats: ["me", ...Array(Math.max(1, game.seats.max - 1)).fill("open")], private: false });
      },
    }, game.title))))],
  }));
}
