/**
 * What others call one: asked for once, before the first match that is shared with them.
 */

import { api, ensureGuest, forgetGuest } from "./api.js";
import { h, show } from "./dom.js";
import { register, t } from "./i18n.js";
import { openDialog, told } from "./parts.js";
import front from "./texts/front.js";

register(front);

/** Names that nobody chose. */
const NAMELESS = ["Guest", "Invité"];

/** Notes that somebody would rather have none. */
const ASKED = "vauban.asked";

/** Whether the name has yet to be chosen. @param {{ name: string }} me */
function isNameless(me) {
  try {
    return NAMELESS.includes(me.name) && localStorage.getItem(ASKED) === null;
  } catch {
    return false;
  }
}

/** Asks for a name if none was chosen; done when one was, or when somebody would rather have none. @returns {Promise<void>} */
export async function askName() {
  const me = await ensureGuest();
  if (!isNameless(me)) return;
  await new Promise((/** @type {(value?: undefined) => void} */ done) => {
    const dialog = openDialog(t("name.title"), (_, close) => {
      const input = h("input", { name: "name", maxlength: 40, required: true, autocomplete: "nickname", id: "new-name", autofocus: true });
      const problem = h("div", { role: "alert" });
      const form = h("form", { id: "name-form", onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const { name } = await api.patch("/me", { name: input.value });
          localStorage.setItem("vauban.name", name);
          forgetGuest();
          close();
        } catch (error) {
          show(problem, h("p.notice.error", null, told(error)));
        }
      } }, h("label.field", { for: "new-name" }, t("mine.name"), input), h("p.hint", null, t("name.text")), problem);
      return {
        body: [form],
        footer: [h("button.button.primary", { type: "submit", form: "name-form" }, t("name.go")), h("button.button.quiet", { type: "button", onclick: close }, t("name.none"))],
      };
    });
    dialog.addEventListener("close", () => {
      try {
        localStorage.setItem(ASKED, "1");
      } catch {
        // Without storage it is asked again.
      }
      done();
    });
  });
}
