/**
 * Matches from files: records, positions, and the games' own formats.
 */

import { api, ensureGuest } from "../api.js";
import { h, icon, show } from "../dom.js";
import { lang, register, t } from "../i18n.js";
import { go } from "../main.js";
import { failed } from "../parts.js";
import { games } from "../start.js";
import texts from "../texts/import.js";

register(texts);

/** The largest file, in characters; the server takes no more than a megabyte. */
const LONGEST = 900_000;

export const title = () => t("import.title");

/** @param {HTMLElement} root */
export function mount(root) {
  const text = h("textarea", { id: "import-text", name: "text", spellcheck: "false", autocapitalize: "off", placeholder: t("import.placeholder") });
  const which = h("select", { id: "import-game", name: "game" }, h("option", { value: "" }, t("import.detect")));
  const file = h("input.sr-only", { type: "file", id: "import-file", accept: ".vauban,.txt,.save,text/plain" });
  const several = h("div");
  const problem = h("div");
  const drop = h("label.drop", { for: "import-file" }, icon("upload"), h("strong", null, t("import.drop")), h("span.soft", null, t("import.kinds")));

  /** @param {string} record */
  const open = async (record) => {
    show(problem);
    try {
      await ensureGuest();
      const game = which.value;
      const list = await games(lang());
      const named = game || (/\[Game "([^"]+)"\]/.exec(record)?.[1] ?? "");
      const seats = Array(list.find((each) => each.name === named)?.seats.min ?? 2).fill("me");
      const room = await api.post("/imports", { game, text: record, seats, private: true });
      go(`/replay/${room.id}`);
    } catch (error) {
      show(problem, failed(error));
      problem.scrollIntoView({ block: "nearest" });
    }
  };

  const submit = () => {
    show(several);
    show(problem);
    const records = split(text.value);
    if (records.length > 1) choose(records);
    else if (text.value.trim() !== "") void open(text.value);
  };

  /** @param {string[]} records */
  const choose = (records) => {
    show(several,
      h("h2", null, t("import.several", { n: records.length })),
      h("ol.records", null, records.map((record) => h("li", null,
        h("button.button", { type: "button", onclick: () => open(record) }, named(record))))));
    several.scrollIntoView({ block: "nearest" });
  };

  /** @param {File | undefined} chosen */
  const take = async (chosen) => {
    if (!chosen) return;
    if (chosen.size > LONGEST) {
      show(problem, h("p.notice.error", { role: "alert" }, icon("warn"), t("import.large")));
      return;
    }
    text.value = await chosen.text();
    submit();
  };
  file.addEventListener("change", () => take(file.files?.[0]));
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    void take(event.dataTransfer?.files[0]);
  });

  show(root,
    h("div.narrow", null,
      h("h1", null, t("import.title")),
      h("p.soft", null, t("import.text")),
      h("form", {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          submit();
        },
      },
        file, drop,
        h("div.field", null, h("label", { for: "import-text" }, t("import.paste")), text),
        h("div.field", null, h("label", { for: "import-game" }, t("import.game")), which, h("span.hint", null, t("import.game.hint"))),
        problem,
        h("button.button.primary", { type: "submit" }, icon("play"), t("import.open"))),
      several));
  games(lang()).then((list) => {
    which.append(...list.map((game) => h("option", { value: game.name }, game.title)));
  }, (error) => show(problem, failed(error)));
  return () => {};
}

/** A file of records, one by one: each begins with a tag after something that is none. @param {string} text */
function split(text) {
  /** @type {string[][]} */
  const records = [];
  let inTags = false;
  for (const line of text.split("\n")) {
    const isTag = /^\s*\[\w+ "/.test(line);
    if (isTag && !inTags) records.push([]);
    inTags = isTag || (inTags && line.trim() === "" && (records.at(-1)?.length ?? 0) === 0);
    if (records.length === 0) return [text];
    records.at(-1)?.push(line);
  }
  return records.map((lines) => lines.join("\n"));
}

/** What a record says about itself. @param {string} record */
function named(record) {
  const tag = (/** @type {string} */ name) => new RegExp(`\\[${name} "([^"]*)"\\]`).exec(record)?.[1];
  return [tag("Game"), tag("Date"), tag("Result")].filter(Boolean).join(" · ") || record.slice(0, 60);
}
