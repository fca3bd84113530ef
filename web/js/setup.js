/**
 * The dialog with every choice of a new match: rules, seats, options, clocks, who sees it.
 */

import { h, icon, show } from "./dom.js";
import { register, t } from "./i18n.js";
import { invite } from "./invite.js";
import { go } from "./main.js";
import { askName } from "./name.js";
import { boardPicture, openDialog, seatMark, told } from "./parts.js";
import { open, tempoName } from "./start.js";
import { usualLevel, usualPreset, usualSeats } from "./usual.js";
import texts from "./texts/setup.js";
import front from "./texts/front.js";

register(texts);
register(front);

/** @typedef {import("./start.js").Game} Game */
/** @typedef {import("./start.js").Option} Option */
/** @typedef {import("./start.js").Wish} Wish */
/** @typedef {import("./wire.js").Wire["PresetBody"]} Preset */

/** How much time everybody may have: seconds for the match and for each turn, or days for each turn. */
const TEMPOS = [
  { kind: "increment", stock: 180, increment: 2 },
  { kind: "increment", stock: 300, increment: 5 },
  { kind: "increment", stock: 900, increment: 10 },
  { kind: "increment", stock: 2700, increment: 30 },
  { kind: "days", days: 1 },
  { kind: "days", days: 3 },
  { kind: "days", days: 7 },
];

/** @param {Game} game @returns {Record<string, string>} */
function defaults(game) {
  /** @type {Record<string, string>} */
  const options = {};
  for (const option of game.options) if (option.default) options[option.name] = option.default;
  return options;
}

/**
 * The dialog with every choice.
 * @param {Game} game
 * @param {{seats?: string[], private?: boolean}} [first] what is chosen at first
 */
export function startDialog(game, first = {}) {
  /** @type {Preset | undefined} What is chosen as a whole; nothing once an option was changed by hand. */
  let preset = usualPreset(game) ?? game.presets[0];
  /** @type {Record<string, string>} */
  let options = { ...defaults(game), ...preset?.options };
  let count = usualSeats(game);
  /** @type {string[]} */
  const seats = first.seats?.slice() ?? ["me", `agent:${usualLevel(game)}`];
  openDialog(game.title, (_, close) => {
    const preview = h("div.preview");
    const presets = h("div");
    const seatRows = h("div.seat-rows", { class: `seats-${game.seat_colours}` });
    const optionFields = h("div");
    const problem = h("div", { role: "alert" });
    const submit = h("button.button.primary", { type: "submit", form: "start" }, icon("play"), t("start.go"));

    /** What was changed so that everything chosen goes together. */
    let repaired = "";
    /** The named sets say how many seats go with which options: if so many do not, the first set that has them is taken; or as many seats as the options allow. @param {"seats" | "options"} [kept] what was chosen last */
    const repair = (kept = "seats") => {
      repaired = "";
      const fits = (/** @type {Preset} */ { seats }) => seats.min <= count && count <= seats.max;
      const meant = preset ? [preset] : game.presets.filter((one) => Object.entries(one.options).every(([name, value]) => options[name] === value));
      const known = meant.length > 0 ? meant : game.presets.filter((one) => Object.entries(one.options).some(([name, value]) => options[name] === value));
      if (known.length === 0 || known.some(fits)) return;
      if (kept === "options") {
        const { seats } = /** @type {Preset} */ (known[0]);
        count = Math.min(Math.max(count, seats.min), seats.max);
        repaired = t("start.repaired.seats", { n: count });
        return;
      }
      const other = game.presets.find(fits);
      if (!other) return;
      options = { ...options, ...other.options };
      preset = other;
      repaired = t("start.repaired.preset", { preset: other.title, n: count });
      drawPreview();
      drawOptions();
      drawPresets();
    };

    const drawPreview = () => show(preview, boardPicture(game.name, { options: chosen(game, options) }));
    const drawSeats = () => {
      const { min, max } = game.seats;
      count = Math.min(Math.max(count, min), max);
      while (seats.length < count) seats.push(`agent:${usualLevel(game)}`);
      const choice = min < max && countField(min, max, count, (chosen) => {
        count = chosen;
        repair();
        drawSeats();
        seatRows.querySelector("select")?.focus();
      });
      show(seatRows, choice, repaired !== "" && h("p.notice.repaired", { role: "status" }, repaired), ...Array.from({ length: count }, (_, index) => seatRow(game, index, seats)));
    };
    const drawPresets = () => show(presets, game.presets.length > 1 && presetField(game, preset, (chosen) => {
      preset = chosen;
      if (chosen) options = { ...defaults(game), ...chosen.options };
      repair("options");
      drawPreview();
      drawSeats();
      drawOptions();
      drawPresets();
      presets.querySelector("select")?.focus();
    }));
    const drawOptions = () => show(optionFields, game.options.map((option) => optionField(option, options, changed)));
    const changed = (/** @type {string} */ name, /** @type {string} */ value) => {
      options[name] = value;
      preset = undefined;
      repair("options");
      drawPreview();
      drawSeats();
      drawPresets();
    };
    drawPreview();
    drawPresets();
    drawSeats();
    drawOptions();
    const tempo = h("label.field", null, t("start.tempo"),
      h("select", { name: "tempo" },
        h("option", { value: "" }, t("start.tempo.none")),
        TEMPOS.map((each) => h("option", { value: JSON.stringify(each) }, tempoName(each)))));

    const form = h("form.start", {
      id: "start",
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(form);
        const hidden = data.get("visibility") !== "public";
        show(problem);
        submit.disabled = true;
        try {
          const taken = seats.slice(0, count);
          /** @type {Wish} */
          const wish = { game: game.name, options: chosen(game, options), seat_count: count, seats: taken, private: hidden, undo: String(data.get("undo")) };
          const tempo = data.get("tempo");
          if (tempo) wish.tempo = JSON.parse(String(tempo));
          if (taken.includes("open")) await askName();
          const room = await open(wish);
          close();
          if (hidden && taken.includes("open")) invite(room, () => go(`/match/${room.id}`));
          else go(`/match/${room.id}`);
        } catch (error) {
          show(problem, h("p.notice.error", null, icon("warn"), told(error)));
          problem.scrollIntoView({ block: "nearest" });
          submit.disabled = false;
        }
      },
    },
      preview,
      h("p.goal", null, game.goal, " ", h("span.soft", null, t("start.minutes", game.minutes))),
      presets,
      h("fieldset.plain", null, h("legend", null, t("start.seats")), seatRows),
      game.options.length > 0 && h("fieldset.plain", null, h("legend", null, t("start.options")), optionFields),
      h("fieldset.plain", null,
        h("legend", null, t("start.table")),
        h("div.field", null,
          h("span.label", { id: "who-sees" }, t("start.visibility")),
          h("div.segments", { role: "radiogroup", "aria-labelledby": "who-sees" },
            radio("visibility", "private", t("start.private"), first.private ?? true),
            radio("visibility", "public", t("start.public"), !(first.private ?? true))),
          h("span.hint", null, t("start.visibility.hint"))),
        h("label.field", null, t("start.undo"),
          h("select", { name: "undo" },
            h("option", { value: "ask" }, t("start.undo.ask")),
            h("option", { value: "own" }, t("start.undo.own")),
            h("option", { value: "all" }, t("start.undo.all")))),
        tempo));
    return { body: [form], footer: [problem, h("button.button", { type: "button", onclick: close }, t("cancel")), submit] };
  });
}

/** @param {string} name @param {string} value @param {string} text @param {boolean} checked */
function radio(name, value, text, checked) {
  return h("label", null, h("input", { type: "radio", name, value, checked }), h("span", null, text));
}

/** Only what differs from the defaults, so that the server draws what should be drawn. @param {Game} game @param {Record<string, string>} options */
function chosen(game, options) {
  const usual = defaults(game);
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => value !== "" && value !== usual[name]));
}

/** Named sets of options. @param {Game} game @param {Preset | undefined} preset @param {(chosen: Preset | undefined) => void} changed */
function presetField(game, preset, changed) {
  const select = h("select", {
    name: "preset",
    onchange: () => changed(game.presets.find(({ name }) => name === select.value)),
  },
    game.presets.map(({ name, title }) => h("option", { value: name }, title)),
    h("option", { value: "" }, t("start.preset.own")));
  select.value = preset?.name ?? "";
  return h("label.field", null, t("start.preset"), select, h("span.hint", null, preset?.about ?? t("start.preset.own.hint")));
}

/** How many seats there are. @param {number} min @param {number} max @param {number} count @param {(chosen: number) => void} changed */
function countField(min, max, count, changed) {
  const select = h("select", { name: "seat-count", onchange: () => changed(Number(select.value)) },
    Array.from({ length: max - min + 1 }, (_, index) => h("option", { value: min + index }, min + index)));
  select.value = String(count);
  return h("label.field", null, t("start.count"), select);
}

/** @param {Game} game @param {number} index @param {string[]} seats */
function seatRow(game, index, seats) {
  const name = game.seat_names[index] ?? t("seat", { n: index + 1 });
  const select = h("select", {
    "aria-label": name,
    onchange: () => {
      seats[index] = select.value;
    },
  },
    h("option", { value: "me" }, t("start.me")),
    h("option", { value: "open" }, t("start.open")),
    game.levels.map(({ level }) => h("option", { value: `agent:${level}` }, t("start.level", { level }))));
  select.value = seats[index] ?? "open";
  return h("div.seat-row", null, seatMark(index + 1, name), h("span.seat-name", null, name), select);
}

/**
 * @param {Option} option
 * @param {Record<string, string>} options
 * @param {(name: string, value: string) => void} changed
 */
function optionField(option, options, changed) {
  const { name } = option;
  /** @param {Event} event */
  const listen = (event) => changed(name, /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value);
  if (option.kind === "one-of") {
    const hint = h("span.hint");
    const about = () => show(hint, option.values?.find(({ value }) => value === options[name])?.about ?? "");
    const select = h("select", {
      name: `option-${name}`,
      onchange: (/** @type {Event} */ event) => {
        listen(event);
        about();
      },
    },
      !option.default && h("option", { value: "" }, t("start.usual")),
      option.values?.map(({ value, about }) => h("option", { value }, short(value, about))));
    select.value = options[name] ?? "";
    about();
    return h("label.field", null, option.title, select, hint);
  }
  if (option.kind === "seed") {
    const input = h("input", { name: `option-${name}`, inputmode: "numeric", pattern: "[0-9]*", value: options[name] ?? "", placeholder: t("start.seed.any"), onchange: listen });
    const draw = () => {
      input.value = String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1);
      changed(name, input.value);
    };
    return h("label.field", null, option.title,
      h("span.row", null, input, h("button.button", { type: "button", onclick: draw }, icon("dice"), t("start.seed.draw"))));
  }
  const numeric = option.kind === "number";
  return h("label.field", null, option.title,
    h("input", {
      name: `option-${name}`, type: numeric ? "number" : "text", value: options[name] ?? "",
      min: option.min, max: option.max, onchange: listen,
    }),
    numeric && h("span.hint", null, t("start.range", { min: option.min ?? 0, max: option.max ?? 0 })));
}

/** A value's own word, made readable. @param {string} value @param {string} about */
function short(value, about) {
  return about.length <= 48 ? about : value.replaceAll("_", " ");
}
