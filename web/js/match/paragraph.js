/** A paragraph of the rules beside the board, which stays as it is. */

import { api } from "../api.js";
import { h, icon, show } from "../dom.js";
import { lang, t } from "../i18n.js";
import { markdown } from "../markdown.js";
import { boardPicture, loading, told } from "../parts.js";

/** Rulebooks that were read, by game and language. @type {Map<string, Promise<string>>} */
const books = new Map();

/** @param {string} game @returns {Promise<string>} */
function book(game) {
  const key = `${game}/${lang()}`;
  const text = books.get(key) ?? api.get(`/games/${encodeURIComponent(game)}/rules`);
  books.set(key, text);
  text.catch(() => books.delete(key));
  return text;
}

/** Shows the paragraph `number`, and after it the diagrams that belong to it. @param {string} game @param {string} number @param {HTMLElement} from what was clicked */
export async function showParagraph(game, number, from) {
  document.querySelector(".paragraph")?.remove();
  const body = h("div.rulebook", null, loading());
  const close = h("button.button.quiet.small.icon-only", { type: "button", "aria-label": t("close"), title: t("close"), onclick: () => node.hidePopover() }, icon("close"));
  const node = h("aside.paragraph", { popover: "auto", "aria-label": t("m.rule", { rule: number }), ontoggle: (/** @type {any} */ event) => {
    if (event.newState !== "closed") return;
    node.remove();
    from.focus({ preventScroll: true });
  } }, h("header", null, h("strong", null, t("m.rule", { rule: number })), close), body,
  h("p", null, h("a", { href: `/rules/${encodeURIComponent(game)}#${encodeURIComponent(number)}`, onclick: () => node.hidePopover() }, t("m.rule.all"))));
  document.body.append(node);
  node.showPopover();
  close.focus({ preventScroll: true });
  try {
    const blocks = markdown(await book(game), (diagram, alt) => boardPicture(game, { diagram, alt }));
    const at = blocks.findIndex((block) => block.id === number);
    const after = blocks.slice(at + 1);
    const end = after.findIndex((block) => block.tagName !== "FIGURE");
    show(body, at < 0 ? [] : [/** @type {HTMLElement} */ (blocks[at]), ...after.slice(0, end < 0 ? after.length : end)]);
  } catch (problem) {
    show(body, h("p.notice.error", null, told(problem)));
  }
}
