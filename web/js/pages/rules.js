/**
 * The rules of a game, with an anchor for each paragraph.
 */

import { api } from "../api.js";
import { h, icon, show } from "../dom.js";
import { lang, register, t } from "../i18n.js";
import { markdown } from "../markdown.js";
import { boardPicture, failed, loading } from "../parts.js";
import { games } from "../start.js";
import front from "../texts/front.js";

register(front);

export const title = () => t("rules.title");

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  const name = params["game"] ?? "";
  let gone = false;
  /** @type {IntersectionObserver | null} */
  let observer = null;

  const load = async () => {
    show(root, loading());
    try {
      const [text, list] = await Promise.all([api.get(`/games/${encodeURIComponent(name)}/rules${location.search}`), games(lang())]);
      if (gone) return;
      const game = list.find((each) => each.name === name);
      if (game) document.title = `${game.title} · Vauban`;
      const blocks = markdown(text, (diagram, alt) => boardPicture(name, { diagram, alt }));
      const headings = blocks.filter((block) => block.tagName === "H2" && block.id);
      const contents = headings.map((heading) => h("li", null, h("a", { href: `#${heading.id}` }, heading.textContent)));
      show(root,
        h("div.rules", null,
          h("aside.rules-aside", null,
            h("div.rules-picture", null, boardPicture(name)),
            h("nav", { "aria-label": t("rules.contents") },
              h("p.label", null, t("rules.contents")),
              h("ol", null, contents)),
            others(list, name)),
          h("article.rulebook", null, blocks)));
      follow();
      observer = mark(headings, contents);
    } catch (error) {
      if (!gone) show(root, h("div.narrow", null, h("h1", null, t("rules.title")), failed(error, load)));
    }
  };

  /** To the paragraph that the address names. */
  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1)).replace("§", "");
    for (const old of root.querySelectorAll(".target")) old.classList.remove("target");
    const paragraph = id ? document.getElementById(id) : null;
    // The skip link names the whole page.
    if (!paragraph || !root.contains(paragraph)) return;
    paragraph.classList.add("target");
    paragraph.tabIndex = -1;
    paragraph.focus({ preventScroll: true });
    paragraph.scrollIntoView({ block: "center" });
  };
  addEventListener("hashchange", follow);
  void load();
  return () => {
    gone = true;
    observer?.disconnect();
    removeEventListener("hashchange", follow);
  };
}

/** The rules of the other games. @param {import("../start.js").Game[]} list @param {string} name */
function others(list, name) {
  return h("nav.rules-others", { "aria-label": t("rules.others") },
    h("p.label", null, t("rules.others")),
    h("ul", null, list.filter((game) => game.name !== name)
      .map((game) => h("li", null, icon("book"), h("a", { href: `/rules/${game.name}` }, game.title)))));
}

/** Shows in the contents which part is being read. @param {HTMLElement[]} headings @param {HTMLElement[]} contents */
function mark(headings, contents) {
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      const index = headings.indexOf(/** @type {HTMLElement} */ (entry.target));
      contents.forEach((item, at) => item.classList.toggle("here", at === index));
    }
  }, { rootMargin: "-10% 0px -70% 0px" });
  for (const heading of headings) observer.observe(heading);
  return observer;
}
