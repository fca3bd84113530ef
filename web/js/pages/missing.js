/**
 * There is no such page.
 */

import { h, show } from "../dom.js";
import { register, t } from "../i18n.js";
import { empty } from "../parts.js";
import front from "../texts/front.js";

register(front);

export const title = () => t("missing.title");

/** @param {HTMLElement} root */
export function mount(root) {
  show(root, h("h1.sr-only", null, t("missing.title")), empty("question", t("missing.text"), h("a.button.primary", { href: "/" }, t("bar.games"))));
  return () => {};
}
