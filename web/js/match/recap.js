/** What others did since one's own last action, in a line, and a way to see it again. */

import { h, show } from "../dom.js";
import { t } from "../i18n.js";
import { capital, sign } from "./names.js";

export class Recap {
  /** @param {{ again: () => void }} hands */
  constructor(hands) {
    this.words = h("span.recap-words");
    this.button = h("button.button.quiet.small.again", { type: "button", onclick: () => hands.again() }, sign("again"), t("m.recap.again"));
    this.node = h("p.recap", { hidden: true }, this.words, this.button);
  }

  /** @param {string | null} summary nothing while there is nothing to tell */
  update(summary) {
    this.node.hidden = summary === null;
    if (summary !== null && this.words.textContent !== summary) {
      show(this.words, capital(summary));
      this.words.title = summary;
    }
  }
}
