/**
 * A part of the page could not be fetched: what works without the server, and what does not.
 */

import { h, icon, show } from "../dom.js";
import { register, t } from "../i18n.js";
import front from "../texts/front.js";

register(front);

export const title = () => t("offline.title");

/** @param {HTMLElement} root */
export function mount(root) {
  const again = () => location.reload();
  addEventListener("online", again, { once: true });
  show(root,
    h("div.narrow", null,
      h("h1", null, t("offline.title")),
      h("p", null, t("offline.text")),
      h("ul", null,
        h("li", null, icon("check"), t("offline.rules")),
        h("li", null, icon("check"), t("offline.pictures")),
        h("li", null, icon("close"), t("offline.matches"))),
      h("p", null, t("offline.start"), " ", h("code", null, "vauban serve")),
      h("div.buttons", null,
        h("button.button.primary", { type: "button", onclick: again }, t("again")),
        h("a.button", { href: "/" }, t("bar.games")))));
  return () => removeEventListener("online", again);
}
