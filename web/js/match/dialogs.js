/** Dialogs of a match, fetched when somebody opens one: the keys, what one likes, the board as a table, how to save it. */

import { h, show } from "../dom.js";
import { register, t } from "../i18n.js";
import { openDialog, toast } from "../parts.js";
import { mayNotify } from "./notices.js";
import { prefer, prefs, SPEEDS } from "./prefs.js";
import texts from "../texts/dialogs.js";

register(texts);

/** Every key. @param {Map<string, string>} buttons letters of the buttons with their words @param {boolean} plans whether a turn can be planned */
export function showKeys(buttons, plans) {
  /** @param {string[]} keys @param {string} text */
  const line = (keys, text) => h("tr", null, h("th", { scope: "row" }, keys.map((key) => [h("kbd", null, key), " "]).flat()), h("td", null, text));
  const dialog = openDialog(t("m.keys"), () => ({
    body: [h("table.keys", null, h("tbody", null,
      line(["←", "↑", "→", "↓"], t("m.keys.arrows")),
      line([t("m.key.enter")], t("m.keys.enter")),
      line([t("m.key.escape")], t("m.keys.escape")),
      line([t("m.key.pagedown"), t("m.key.pageup")], t("m.keys.offered")),
      line(["I"], t("m.keys.card")),
      line(["←", "→"], t("m.keys.past")),
      line(["+", "−", "0"], t("m.keys.zoom")),
      [...buttons].map(([letter, word]) => line([letter.toUpperCase()], word)),
      plans && [line(["T"], t("m.keys.plan")), line(["S"], t("m.keys.plan.send")), line(["X"], t("m.keys.plan.draft")), line(["R"], t("m.keys.plan.reset")), line(["⌫"], t("m.keys.plan.back"))],
      line(["B"], t("m.keys.board")),
      line(["/"], t("m.keys.bar")),
      line(["L"], t("m.keys.lens")),
      line(["U"], t("m.keys.undo")),
      line(["F"], t("m.keys.flip")),
      line(["M"], t("m.keys.sound")),
      line(["?"], t("m.keys.keys"))))],
  }));
  // A long list is scrolled by keys as well.
  dialog.querySelector(".body")?.setAttribute("tabindex", "0");
  return dialog;
}

/** @param {() => void} changed */
export function showPrefs(changed) {
  return openDialog(t("m.prefs"), () => {
    const speeds = /** @type {import("./prefs.js").Speed[]} */ (Object.keys(SPEEDS));
    const speed = h("fieldset.field", null, h("legend.label", null, t("m.prefs.speed")), h("div.segments", null, speeds.map((name) =>
      h("label", null, h("input", { type: "radio", name: "speed", value: name, checked: prefs.speed === name, onchange: () => {
        prefer({ speed: name });
        changed();
      } }), h("span", null, t(`m.speed.${name}`))))));
    /** @param {"sound" | "letters" | "only"} name */
    const check = (name) => {
      const box = h("input", { type: "checkbox", checked: prefs[name], onchange: () => {
        prefer({ [name]: box.checked });
        changed();
      } });
      return h("label.check", null, box, t(`m.prefs.${name}`));
    };
    const notices = h("input", { type: "checkbox", checked: prefs.notices && mayNotify(), disabled: typeof Notification === "undefined", onchange: async () => {
      const wanted = notices.checked;
      const allowed = wanted && (await Notification.requestPermission()) === "granted";
      notices.checked = allowed;
      prefer({ notices: allowed });
      if (wanted && !allowed) toast(t("m.prefs.notices.denied"));
    } });
    const again = h("button.button.small", { type: "button", onclick: () => {
      prefer({ guides: [] });
      again.disabled = true;
    } }, t("m.prefs.guide"));
    return { body: [speed, check("sound"), check("letters"), check("only"), h("label.check", null, notices, t("m.prefs.notices")), h("p", null, again)] };
  });
}

/** The board as a table, row by row. @param {{ spot: string, title: string }[]} spots @param {Map<string, import("../scene.js").Place>} places @param {Set<string>} taken where something stands */
export function showTable(spots, places, taken) {
  /** @type {{ y: number, cells: { spot: string, title: string, x: number }[] }[]} */
  const rows = [];
  for (const { spot, title } of spots) {
    const place = places.get(spot);
    if (!place) continue;
    const { x, y } = place.middle;
    let row = rows.find((one) => Math.abs(one.y - y) < place.room * 0.9);
    if (!row) rows.push((row = { y, cells: [] }));
    row.cells.push({ spot, title, x });
  }
  rows.sort((one, two) => one.y - two.y);
  return openDialog(t("m.table"), () => {
    const only = h("input", { type: "checkbox", checked: true, onchange: () => draw() });
    const body = h("tbody");
    const draw = () => show(body, rows.map((row, at) => {
      const cells = row.cells.sort((one, two) => one.x - two.x).filter((cell) => !only.checked || taken.has(cell.spot));
      return cells.length === 0 ? null : h("tr", null, h("th", { scope: "row" }, t("m.table.row", { n: at + 1 })), cells.map((cell) => h("td", null, cell.title)));
    }));
    draw();
    return { body: [h("label.check", null, only, t("m.table.taken")), h("div.board-table", { tabindex: "0", role: "region", "aria-label": t("m.table") }, h("table", null, h("caption.sr-only", null, t("m.table")), body))] };
  });
}

/** In which form the match is to be saved. @param {(file: string) => void} save @param {string} name */
export function showSave(save, name) {
  return openDialog(t("m.save"), (_, close) => {
    /** @param {string} file @param {string} text */
    const choice = (file, text) => h("p", null, h("button.button", { type: "button", onclick: () => {
      close();
      save(file);
    } }, text));
    return { body: [choice(`${name}.vauban`, t("m.save.record")), choice(`${name}.txt`, t("m.save.own"))] };
  });
}
