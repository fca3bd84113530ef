/** A lesson: a match whose tasks are beside the board. Nobody need be known, and the address remembers it. */

import { api } from "../api.js";
import { h, show } from "../dom.js";
import { lang, register, t } from "../i18n.js";
import { LessonPanel, Walk } from "../match/lesson.js";
import { rulesOf } from "../match/names.js";
import { failed, loading, toastError } from "../parts.js";
import { againstLevel, games } from "../start.js";
import texts from "../texts/learn.js";
import { MatchPage } from "./match.js";

register(texts);

export const title = () => t("l.lesson");

/** @param {HTMLElement} root @param {Record<string, string>} params */
export async function mount(root, params) {
  const name = params["game"] ?? "";
  const walk = new Walk(name);
  show(root, loading());
  try {
    const [game, frame] = await Promise.all([api.get(`/games/${encodeURIComponent(name)}`), walk.begin()]);
    document.title = `${game.title} · Vauban`;
    const page = new LessonPage(root, { walk, room: frame.room, game });
    return () => page.end();
  } catch (problem) {
    show(root, h("div.narrow", null, h("h1", null, t("l.lesson")), failed(problem, () => void mount(root, params))));
    return () => {};
  }
}

class LessonPage extends MatchPage {
  /** @param {HTMLElement} root @param {{ walk: Walk, room: any, game: any }} given */
  constructor(root, { walk, room, game }) {
    const play = async () => {
      try {
        const all = await games(lang());
        const known = all.find((each) => each.name === game.name);
        if (known) await againstLevel(known, 1);
      } catch (problem) {
        toastError(problem);
      }
    };
    const panel = new LessonPanel({ again: () => void walk.go([]).catch(toastError), play, rules: rulesOf(room), draw: () => this.draw() });
    super(root, { me: { id: "", name: "" }, room, game, guide: panel, open: (_, options) => walk.open(options), query: () => walk.query() });
    this.frame.node.classList.add("lesson");
    this.thoughts.node.remove();
    const wide = matchMedia("(min-width: 1024px)");
    const place = () => (wide.matches ? this.frame.tabs.before(panel.node) : this.dock.node.before(panel.node));
    wide.addEventListener("change", place);
    place();
  }

  /** Nothing is done for the learner. */
  sole() {
    return undefined;
  }

  /** The lesson ends in its panel. */
  async showEnd() {}
}
