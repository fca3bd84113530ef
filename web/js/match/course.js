/**
 * How a match went, as lines: what the programs expect for each side, or any number of the game. The arrows go along it
 * and say each moment aloud.
 */

import { h, s, show } from "../dom.js";
import { number, t } from "../i18n.js";
import { capital, letters, token } from "./names.js";

/** @typedef {import("../wire.js").Wire["Course"]} Course */
/** One line for each seat. @typedef {{ name: string, values: number[][], isShare: boolean }} Lines */

/** The picture, in units of its own. */
const WIDE = 320;
const HIGH = 120;
const EDGE = { left: 36, right: 16, top: 8, bottom: 16 };

/** How the lines of the seats are dashed, so that nobody needs the colours. */
const DASHES = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"];

export class Graph {
  /** @param {{ go: (step: number) => void }} hands */
  constructor(hands) {
    this.hands = hands;
    /** @type {Course | null} */
    this.course = null;
    this.step = 0;
    this.chosen = 0;
    this.menu = h("select", { "aria-label": t("course.what"), onchange: () => this.choose(Number(this.menu.value)) });
    this.picture = s("svg", { class: "course-picture", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "slider", tabindex: "0", "aria-orientation": "horizontal" });
    this.picture.addEventListener("click", (event) => this.pointed(/** @type {MouseEvent} */ (event)));
    this.picture.addEventListener("keydown", (event) => this.keyed(/** @type {KeyboardEvent} */ (event)));
    this.told = h("p.course-told", { "aria-hidden": "true" });
    this.node = h("section.card.course", { hidden: true }, h("h2", null, t("course.title")), this.menu, this.picture, this.told);
  }

  /** @param {Course} course */
  show(course) {
    this.course = course;
    const all = this.lines();
    // With one moment there is nothing to see yet.
    this.node.hidden = course.steps.length < 2 || all.length === 0;
    if (this.node.hidden) return;
    this.chosen = Math.min(this.chosen, all.length - 1);
    show(this.menu, all.map(({ name }, at) => h("option", { value: at, selected: at === this.chosen }, capital(name))));
    this.draw();
  }

  /** What can be shown: of the game's numbers those that differ from each other or from moment to moment. @returns {Lines[]} */
  lines() {
    const { course } = this;
    if (!course) return [];
    const shares = course.shares ? [{ name: t("course.shares"), values: course.shares.map((line) => line.map((share) => Math.round(share * 100))), isShare: true }] : [];
    const moving = course.lines.filter(({ values }) => values.some((line) => line.some((value) => value !== line[0])));
    return [...shares, ...moving.map(({ name, values }) => ({ name, values, isShare: false }))];
  }

  /** @param {number} at */
  choose(at) {
    this.chosen = at;
    this.draw();
  }

  /** The step that the board shows. @param {number} step */
  at(step) {
    this.step = step;
    if (!this.node.hidden) this.draw();
  }

  /** The moment that is shown, or the last before it. */
  moment() {
    return Math.max(0, (this.course?.steps ?? []).findLastIndex((step) => step <= this.step));
  }

  draw() {
    const { course } = this;
    const line = this.lines()[this.chosen];
    if (!course || !line) return;
    const [first, last] = [course.steps[0] ?? 0, course.steps.at(-1) ?? 0];
    const all = line.values.flat();
    const [low, high] = line.isShare ? [0, 100] : [Math.min(0, ...all), Math.max(1, ...all)];
    const x = (/** @type {number} */ step) => EDGE.left + ((step - first) / Math.max(1, last - first)) * (WIDE - EDGE.left - EDGE.right);
    const y = (/** @type {number} */ value) => HIGH - EDGE.bottom - ((value - low) / (high - low)) * (HIGH - EDGE.top - EDGE.bottom);
    const signs = letters(course.seats);
    const ends = apart(line.values.map((values) => y(values.at(-1) ?? 0)));
    const shown = line.values.map((values, seat) => {
      const way = s("polyline", { class: "course-line", points: values.map((value, at) => `${x(course.steps[at] ?? 0).toFixed(1)},${y(value).toFixed(1)}`).join(" "), "stroke-dasharray": DASHES[seat] || null });
      const word = s("text", { class: "course-letter", x: WIDE - EDGE.right + 3, y: (ends[seat] ?? 0) + 3 }, signs[seat] ?? "");
      for (const part of [way, word]) part.style.setProperty("--paint", `var(--seat-${(seat % 6) + 1})`);
      return [way, word];
    });
    const rule = (/** @type {number} */ value) => [
      s("path", { class: "course-rule", d: `M${EDGE.left} ${y(value)}H${WIDE - EDGE.right}` }),
      s("text", { class: "course-number", x: EDGE.left - 4, y: y(value) + 3, "text-anchor": "end" }, line.isShare ? `${value} %` : number(value))];
    const now = x(Math.max(first, Math.min(last, this.step)));
    this.picture.replaceChildren(
      ...[low, Math.round((low + high) / 2), high].filter((value, at, some) => some.indexOf(value) === at).flatMap(rule),
      s("path", { class: "course-now", d: `M${now} ${EDGE.top - 4}V${HIGH - EDGE.bottom + 4}` }), ...shown.flat(),
      ...line.values.map((values, seat) => {
        const dot = s("circle", { class: "course-dot", cx: now, cy: y(values[this.moment()] ?? 0), r: 3 });
        dot.style.setProperty("--paint", `var(--seat-${(seat % 6) + 1})`);
        return dot;
      }),
      s("text", { class: "course-number", x: now, y: HIGH - 3, "text-anchor": "middle" }, t("course.turn", { n: course.turns[this.moment()] ?? 1 })));
    this.say(line, first, last);
  }

  /** @param {Lines} line @param {number} first @param {number} last */
  say(line, first, last) {
    const { course, picture } = this;
    if (!course) return;
    const at = this.moment();
    const values = course.seats.map((name, seat) => ({ name, seat, value: line.values[seat]?.[at] ?? 0 }));
    const word = (/** @type {number} */ value) => (line.isShare ? t("course.percent", { n: value }) : number(value));
    picture.setAttribute("aria-label", t("course.label", { name: line.name }));
    for (const [name, value] of Object.entries({ "aria-valuemin": first, "aria-valuemax": last, "aria-valuenow": course.steps[at] ?? 0 })) picture.setAttribute(name, String(value));
    picture.setAttribute("aria-valuetext", t("course.said", { turn: course.turns[at] ?? 1, values: values.map(({ name, value }) => `${name} ${word(value)}`).join(", ") }));
    const signs = letters(course.seats);
    show(this.told, values.map(({ seat, value }) => h("span", null, token(seat + 1, signs[seat] ?? ""), " ", word(value))));
  }

  /** @param {MouseEvent} event */
  pointed(event) {
    const box = this.picture.getBoundingClientRect();
    const { steps } = /** @type {Course} */ (this.course);
    const [first, last] = [steps[0] ?? 0, steps.at(-1) ?? 0];
    const along = ((event.clientX - box.left) / box.width * WIDE - EDGE.left) / (WIDE - EDGE.left - EDGE.right);
    this.hands.go(Math.round(first + Math.max(0, Math.min(1, along)) * (last - first)));
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (!this.course) return;
    const { steps } = this.course;
    const at = this.moment();
    const most = steps.length - 1;
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - 10, PageUp: at + 10, Home: 0, End: most };
    const to = ways[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.hands.go(steps[Math.max(0, Math.min(most, to))] ?? 0);
  }
}

/** Heights that lie so far apart that letters beside them do not cover each other. @param {number[]} heights */
function apart(heights) {
  const order = heights.map((height, at) => ({ height, at })).sort((one, two) => one.height - two.height);
  order.forEach((one, i) => {
    const before = order[i - 1];
    if (before) one.height = Math.max(one.height, before.height + 10);
  });
  const over = (order.at(-1)?.height ?? 0) - (HIGH - EDGE.bottom);
  const heightOf = new Map(order.map(({ height, at }) => [at, over > 0 ? height - over : height]));
  return heights.map((height, at) => heightOf.get(at) ?? height);
}
