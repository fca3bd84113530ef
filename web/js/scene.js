/**
 * Scenes as SVG: what a shape covers, how it is drawn, how it is turned round. Knows no game.
 */

import { s } from "./dom.js";

/** @typedef {{ x: number, y: number }} Point */
/**
 * The outline of a shape around its own origin; exactly one of these.
 * @typedef {{
 *   rect?: { width: number, height: number, round: number },
 *   disc?: { radius: number },
 *   polygon?: { points: Point[] },
 *   line?: { to: Point, width: number, arrow: boolean },
 *   text?: { text: string, size: number },
 *   symbol?: { name: string, size: number },
 * }} Form
 */
/** @typedef {{ key: string, spot?: string, at: Point, form: Form, fill: string, line?: string, pattern?: string, glyph?: string }} Shape */
/** @typedef {{ name: string, shapes: Shape[] }} Layer */
/** @typedef {{ d: string, fill?: string, line?: [string, number] }} Stroke */
/** @typedef {{ width: number, height: number, symbols?: { name: string, paths: Stroke[] }[], layers: Layer[], turns?: boolean }} Scene */
/**
 * A place to click: where it is, how much room it has, and its outline.
 * @typedef {{ name: string, at: Point, form: Form, middle: Point, room: number, box: Box }} Place
 */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The custom property of a paint; paints.css gives it a colour for light and for dark. @param {string} paint */
const colour = (paint) => `var(--${paint})`;

/** The box around a form, relative to its origin. @param {Form} form @returns {Box} */
export function box(form) {
  if (form.rect) return { x: 0, y: 0, width: form.rect.width, height: form.rect.height };
  if (form.polygon) {
    const xs = form.polygon.points.map((point) => point.x);
    const ys = form.polygon.points.map((point) => point.y);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }
  if (form.line) {
    const { x, y } = form.line.to;
    return { x: Math.min(0, x), y: Math.min(0, y), width: Math.abs(x), height: Math.abs(y) };
  }
  const half = form.disc ? form.disc.radius : (form.text?.size ?? form.symbol?.size ?? 0) / 2;
  return { x: -half, y: -half, width: 2 * half, height: 2 * half };
}

/** Whether a point lies in an outline. @param {Point[]} points @param {Point} at */
function inside(points, at) {
  let within = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i, i += 1) {
    const one = /** @type {Point} */ (points[i]);
    const two = /** @type {Point} */ (points[j]);
    if (one.y > at.y !== two.y > at.y && at.x < ((two.x - one.x) * (at.y - one.y)) / (two.y - one.y) + one.x) within = !within;
  }
  return within;
}

/** How far a point is from an outline. @param {Point[]} points @param {Point} at */
function reach(points, at) {
  let least = Infinity;
  points.forEach((one, i) => {
    const two = /** @type {Point} */ (points[(i + 1) % points.length]);
    const [dx, dy] = [two.x - one.x, two.y - one.y];
    const part = Math.max(0, Math.min(1, ((at.x - one.x) * dx + (at.y - one.y) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(one.x + part * dx - at.x, one.y + part * dy - at.y));
  });
  return least;
}

/** The point of an outline that is farthest from its edges, near enough: where a mark has most room. @param {Point[]} points */
function heart(points) {
  const around = box({ polygon: { points } });
  let best = { x: around.x + around.width / 2, y: around.y + around.height / 2 };
  let room = inside(points, best) ? reach(points, best) : -1;
  const steps = 12;
  for (let i = 1; i < steps; i += 1) {
    for (let j = 1; j < steps; j += 1) {
      const at = { x: around.x + (around.width * i) / steps, y: around.y + (around.height * j) / steps };
      // A little better is not worth leaving the middle for.
      if (inside(points, at) && reach(points, at) > room * 1.08) [best, room] = [at, reach(points, at)];
    }
  }
  return { at: best, room };
}

/** A shape as a place to click. @param {Shape} shape @returns {Place} */
export function place(shape) {
  const around = box(shape.form);
  let middle = { x: around.x + around.width / 2, y: around.y + around.height / 2 };
  let room = Math.min(around.width, around.height) / 2;
  if (shape.form.polygon) ({ at: middle, room } = heart(shape.form.polygon.points));
  const { x, y } = shape.at;
  return {
    name: shape.spot ?? shape.key,
    at: shape.at,
    form: shape.form,
    middle: { x: x + middle.x, y: y + middle.y },
    room: room || 0.4,
    box: { x: x + around.x, y: y + around.y, width: around.width, height: around.height },
  };
}

/** The shape on a board that is turned round, itself still upright. What stands on a place keeps to it. @param {Shape} shape @param {Scene} scene @param {Place} [ground] the place under it @returns {Shape} */
export function turned(shape, scene, ground) {
  const { form, at } = shape;
  if (ground && ground.form !== form) {
    // Words and tokens keep where they are on their place.
    const middle = { x: scene.width - ground.middle.x, y: scene.height - ground.middle.y };
    return { ...shape, at: { x: middle.x + at.x - ground.middle.x, y: middle.y + at.y - ground.middle.y } };
  }
  const across = { x: scene.width - at.x, y: scene.height - at.y };
  if (form.rect) return { ...shape, at: { x: across.x - form.rect.width, y: across.y - form.rect.height } };
  if (form.polygon) {
    const points = form.polygon.points.map(({ x, y }) => ({ x: -x, y: -y }));
    return { ...shape, at: across, form: { polygon: { points } } };
  }
  if (form.line) {
    const { to } = form.line;
    return { ...shape, at: across, form: { line: { ...form.line, to: { x: -to.x, y: -to.y } } } };
  }
  return { ...shape, at: across };
}

/** The bare outline around its origin, to be filled by somebody else. @param {Form} form @returns {SVGElement} */
export function outline(form) {
  if (form.rect) return s("rect", { width: form.rect.width, height: form.rect.height, rx: form.rect.round || null });
  if (form.disc) return s("circle", { r: form.disc.radius });
  if (form.polygon) return s("polygon", { points: corners(form.polygon.points) });
  const around = box(form);
  return s("rect", { x: around.x, y: around.y, width: around.width, height: around.height });
}

/** @param {Point[]} points */
export const corners = (points) => points.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** A shape around its own origin. @param {Shape} shape @param {string} prefix of the ids of drawings and textures @returns {SVGElement[]} */
export function draw(shape, prefix) {
  const { form } = shape;
  if (form.text) return [word(shape, form.text)];
  if (form.line) return stroke(shape, form.line);
  if (form.symbol) {
    const { name, size } = form.symbol;
    const use = s("use", { href: `#${prefix}-${name}`, x: -size / 2, y: -size / 2, width: size, height: size });
    use.style.setProperty("fill", colour(shape.fill));
    return [use];
  }
  const surface = outline(form);
  surface.style.setProperty("fill", colour(shape.fill));
  if (shape.line) {
    surface.style.setProperty("stroke", colour(shape.line));
    surface.style.setProperty("stroke-width", shape.line === "grid" ? "0.02" : "0.035");
  }
  if (!shape.pattern) return [surface];
  const texture = outline(form);
  texture.setAttribute("fill", `url(#${prefix}-texture-${shape.pattern})`);
  return [surface, texture];
}

/** @param {Shape} shape @param {{ text: string, size: number }} form */
function word(shape, form) {
  const text = s("text", { "font-size": form.size, "dominant-baseline": "central", "text-anchor": "middle" }, form.text);
  text.style.setProperty("fill", colour(shape.fill));
  if (shape.line) {
    text.setAttribute("paint-order", "stroke");
    text.setAttribute("stroke-width", String(form.size * 0.16));
    text.style.setProperty("stroke", colour(shape.line));
  }
  return text;
}

/** A line, cut short where its arrow's head begins. @param {Shape} shape @param {{ to: Point, width: number, arrow: boolean }} form */
function stroke(shape, form) {
  const { to, width } = form;
  const length = Math.hypot(to.x, to.y);
  const head = form.arrow && length > 0 ? Math.min(width * 3.5, length) : 0;
  const kept = length > 0 ? 1 - head / length : 1;
  const line = s("line", { x2: to.x * kept, y2: to.y * kept, "stroke-width": width });
  line.style.setProperty("stroke", colour(shape.fill));
  if (head === 0) return [line];
  const [x, y] = [to.x * kept, to.y * kept];
  const [across, along] = [(-to.y / length) * head * 0.5, (to.x / length) * head * 0.5];
  const tip = s("polygon", { points: corners([to, { x: x + across, y: y + along }, { x: x - across, y: y - along }]) });
  tip.style.setProperty("fill", colour(shape.fill));
  return [line, tip];
}

/** A drawing of its own, as for the legend: the symbol in a box from 0 to 100. @param {{ paths: Stroke[] }} symbol @param {string} paint what it is filled with */
export function drawing(symbol, paint) {
  const svg = s("svg", { class: "drawing", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, strokes(symbol));
  svg.style.setProperty("fill", colour(paint));
  return svg;
}

/** @param {{ paths: Stroke[] }} symbol */
function strokes(symbol) {
  return symbol.paths.map((path) => {
    const element = s("path", { d: path.d });
    if (path.fill) element.style.setProperty("fill", colour(path.fill));
    if (path.line) {
      element.style.setProperty("stroke", colour(path.line[0]));
      element.setAttribute("stroke-width", String(path.line[1]));
    }
    return element;
  });
}

/** Drawings and textures that shapes refer to. @param {Scene} scene @param {string} prefix */
export function definitions(scene, prefix) {
  const symbols = (scene.symbols ?? []).map((symbol) =>
    s("symbol", { id: `${prefix}-${symbol.name}`, viewBox: "0 0 100 100" }, strokes(symbol)));
  const textures = Object.entries(TEXTURES).map(([name, { size, turn, marks }]) =>
    s("pattern", { id: `${prefix}-texture-${name}`, class: "texture", patternUnits: "userSpaceOnUse", width: size, height: size, patternTransform: `rotate(${turn})` }, marks()));
  return s("defs", {}, symbols, textures);
}

/** Textures that can be told apart without colour. @type {Record<string, { size: number, turn: number, marks: () => SVGElement }>} */
const TEXTURES = {
  stripes: { size: 0.16, turn: 45, marks: () => s("path", { d: "M0 .08H.16" }) },
  bars: { size: 0.16, turn: 0, marks: () => s("path", { d: "M.08 0V.16" }) },
  dots: { size: 0.2, turn: 45, marks: () => s("circle", { cx: 0.1, cy: 0.1, r: 0.022 }) },
  checks: { size: 0.25, turn: 0, marks: () => s("path", { class: "solid", d: "M0 0H.125V.125H0ZM.125 .125H.25V.25H.125Z" }) },
  waves: { size: 0.25, turn: 0, marks: () => s("path", { d: "M-.125 .155Q-.0625 .065 0 .125T.125 .125T.25 .125T.375 .125" }) },
  crosses: { size: 0.22, turn: 0, marks: () => s("path", { d: "M.07 .11H.15M.11 .07V.15" }) },
};
