/**
 * The commands that can be typed into the bar. The server's one list says which there are; what they do on the page
 * is here.
 */

import { address, api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { told } from "../parts.js";
import { reasons } from "./names.js";
import { outlook } from "./odds.js";
import { outlookOf } from "./questions.js";

/** @typedef {{ word: string, form: string, about: string }} Command */
/**
 * @typedef {object} Hands
 * @property {() => void} undo
 * @property {() => void} draw
 * @property {() => void} resign
 * @property {() => void} pause
 * @property {(order: Record<string, any>) => void} order
 * @property {(path: string) => void} go
 */

export class Commands {
  /** @param {{ all: Command[], game: string, match: string, questions: import("./questions.js").Questions, lenses: import("./lens.js").Lenses, bar: () => import("./bar.js").Bar, hands: Hands }} options */
  constructor(options) {
    this.options = options;
    const { hands, game } = options;
    /** What each word does with the rest of the line; the promise is of what there is to read. @type {Record<string, (rest: string) => Promise<(Node | string)[]> | void>} */
    this.acts = {
      help: () => this.help(),
      legal: () => this.legal(),
      why: (action) => this.why(action),
      odds: (action) => this.odds(action),
      lens: (rest) => this.lens(rest),
      stand: (answer) => hands.order({ do: "stand", answer: answer === "off" ? null : answer }),
      revert: () => hands.undo(),
      draw: () => hands.draw(),
      resign: () => hands.resign(),
      save: (file) => this.save(file),
      load: () => hands.go("/import"),
      pause: () => hands.pause(),
      rules: () => hands.go(`/rules/${encodeURIComponent(game)}`),
    };
  }

  /** Carries out a line if it is a command. @param {string} line @returns {boolean} whether it is one */
  read(line) {
    const [, word = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? [];
    const command = this.options.all.find((one) => one.word === word.toLowerCase());
    const act = command && this.acts[command.word];
    if (!command || !act) return false;
    const bar = this.options.bar();
    const needs = /^\S+ [^[]/.test(command.form);
    if (needs && rest === "") {
      bar.tell(t("m.bar.form", { form: command.form }));
      return true;
    }
    void Promise.resolve(act(rest)).then((found) => found && bar.tell(...found), (problem) => bar.tell(...this.refused(problem)));
    return true;
  }

  /** @param {any} problem @returns {(Node | string)[]} */
  refused(problem) {
    return problem?.refusals?.length ? [reasons(problem.refusals, this.options.game)] : [told(problem)];
  }

  async help() {
    const { grammar } = await this.options.questions.ask("legal").catch(() => ({ grammar: "" }));
    return [h("p", null, grammar), h("dl.commands", null, this.options.all.map(({ form, about }) => h("div", null, h("dt", null, h("code", null, form)), h("dd", null, about))))];
  }

  async legal() {
    const { actions } = await this.options.questions.ask("legal");
    return [h("p", null, t("m.bar.legal", { n: actions.length }), " ", h("code", null, actions.join(" ")))];
  }

  /** @param {string} action */
  async why(action) {
    const { allowed, refusals } = await this.options.questions.wonder({ actions: [action] });
    return [allowed ? t("m.bar.allowed", { action }) : reasons(refusals, this.options.game)];
  }

  /** @param {string} action */
  async odds(action) {
    const [, before = action, keep] = /^(.*\S)\s+keep\s+(\d+)$/.exec(action) ?? [];
    const planned = await this.options.questions.wonder({ actions: [before], ...(keep && { keep: Number(keep) }) });
    if (!planned.allowed) return [reasons(planned.refusals, this.options.game)];
    const found = outlookOf(planned);
    return found ? [h("div.outlook", null, ...outlook(found))] : [t("m.bar.certain")];
  }

  /** @param {string} rest */
  async lens(rest) {
    const { lenses } = this.options;
    const [, place = rest, after] = /^(.*?)\s*\bafter\s+(.+)$/.exec(rest) ?? [];
    const [, before = place, zone = null] = /^(.*?)\s*\bin\s+(.+)$/.exec(place) ?? [];
    const words = before.split(/\s+/).filter(Boolean);
    const seat = words.find((word) => /^\d+$/.test(word));
    const name = words.find((word) => !/^\d+$/.test(word));
    const known = lenses.all.find((lens) => lens.name === (name ?? lenses.chosen ?? lenses.all[0]?.name));
    if (name === "off") lenses.choose(null);
    else if (!known || (seat && !lenses.seats[Number(seat) - 1])) return [t("m.bar.lenses", { all: lenses.all.map((lens) => lens.name).join(", ") })];
    else {
      // A part of the board that there is not is refused before anything changes.
      if (zone) await this.options.questions.ask("lens", { lens: known.name, of: Number(seat ?? 1), zone });
      lenses.side(seat ? Number(seat) : null);
      lenses.choose(known.name, zone);
      if (after) {
        const planned = await this.options.questions.wonder({ actions: [after], lenses: lenses.wishes });
        if (!planned.allowed) return [reasons(planned.refusals, this.options.game)];
        lenses.lay(planned.lenses.map((lens) => lens.after), planned.lenses.map((lens) => lens.before));
      }
      return [h("p", null, h("strong", null, known.title), ": ", known.about)];
    }
    return [];
  }

  /** The record, or the game's own format if the name of the file is not that of a record. @param {string} file */
  async save(file) {
    const { match } = this.options;
    const own = file !== "" && !/\.vauban$/i.test(file);
    const path = address(`/matches/${encodeURIComponent(match)}/record`, { format: own ? "own" : null });
    const text = await api.get(path.replace("/api/v1", ""));
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const name = file || `${match}.vauban`;
    h("a", { href: url, download: name }).click();
    URL.revokeObjectURL(url);
    return [t("m.bar.saved", { name })];
  }
}
