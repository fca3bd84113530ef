/**
 * Scenes as SVG: what a shape covers, how it is drawn, how it is turned round. Knows no game.
 */

import { s } from "./dom.js";
import { DASHES, textureId, textures } from "./textures.js";

/** @typedef {{ x: number, y: number }} Point */
/**
 * The outline of a shape around its own origin; exactly one of these.
 * @typedef {{
 *   rect?: { width: number, height: number, round: number },
 *   disc?: { radius: number },
 *   plate?: { width: number, height: number, cut: number },
 *   polygon?: { points: Point[] },
 *   area?: { loops: Point[][], middle: Point },
 *   place?: {},
 *   trail?: { points: Point[], width: number, arrow: boolean },
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

/** How far the halo of a line reaches beyond it. */
const HALO = 0.04;

/** How far from its middle a line can still be clicked. */
const HANDY = 0.16;

/** The box around a form, relative to its origin. @param {Form} form @returns {Box} */
export function box(form) {
  if (form.rect) return { x: 0, y: 0, width: form.rect.width, height: form.rect.height };
  const points = form.polygon?.points ?? form.trail?.points ?? form.area?.loops.flat();
  if (points) {
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }
  if (form.line) {
    const { x, y } = form.line.to;
    return { x: Math.min(0, x), y: Math.min(0, y), width: Math.abs(x), height: Math.abs(y) };
  }
  if (form.plate) return { x: -form.plate.width / 2, y: -form.plate.height / 2, width: form.plate.width, height: form.plate.height };
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
  // An area says where its middle is.
  if (shape.form.area) {
    middle = shape.form.area.middle;
    room = Math.min(...shape.form.area.loops.map((points) => reach(points, middle)));
  }
  if (shape.form.trail) {
    middle = shape.form.trail.points[Math.floor(shape.form.trail.points.length / 2)] ?? middle;
    room = HANDY;
  }
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
  /** @param {Point[]} points */
  const around = (points) => points.map(({ x, y }) => ({ x: -x, y: -y }));
  if (form.area) {
    const [middle = form.area.middle] = around([form.area.middle]);
    return { ...shape, at: across, form: { area: { loops: form.area.loops.map(around), middle } } };
  }
  if (form.trail) return { ...shape, at: across, form: { trail: { ...form.trail, points: around(form.trail.points) } } };
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
  if (form.plate) return s("polygon", { points: corners(plate(form.plate)) });
  if (form.polygon) return s("polygon", { points: corners(form.polygon.points) });
  if (form.area) return s("path", { "fill-rule": "evenodd", d: form.area.loops.map((points) => `M${corners(points)}Z`).join("") });
  if (form.trail) return s("polyline", { class: "trail", points: corners(form.trail.points), "stroke-width": Math.max(form.trail.width, 2 * HANDY) });
  const around = box(form);
  return s("rect", { x: around.x, y: around.y, width: around.width, height: around.height });
}

/** The corners of an oblong whose own corners are cut. @param {{ width: number, height: number, cut: number }} form @returns {Point[]} */
function plate({ width, height, cut }) {
  const [wide, high] = [width / 2, height / 2];
  const half = [{ x: -wide, y: cut - high }, { x: cut - wide, y: -high }, { x: wide - cut, y: -high }, { x: wide, y: cut - high }];
  return [...half, ...half.map(({ x, y }) => ({ x: -x, y: -y }))];
}

/** @param {Point[]} points */
export const corners = (points) => points.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** A shape around its own origin. @param {Shape} shape @param {string} prefix of the ids of drawings and textures @returns {SVGElement[]} */
export function draw(shape, prefix) {
  const { form } = shape;
  if (form.text) return [word(shape, form.text)];
  if (form.line) return stroke(shape, { points: [{ x: 0, y: 0 }, form.line.to], width: form.line.width, arrow: form.line.arrow });
  if (form.trail) return stroke(shape, form.trail);
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
  texture.setAttribute("fill", `url(#${textureId(prefix, shape.pattern, shape.fill)})`);
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

/** A line, cut short where its arrow's head begins. @param {Shape} shape @param {{ points: Point[], width: number, arrow: boolean }} form */
function stroke(shape, { points, width, arrow }) {
  const whole = points.reduce((sum, point, i) => sum + far(points[i - 1] ?? point, point), 0);
  const head = arrow ? Math.min(width * 3.5, whole) : 0;
  const tip = points.at(-1) ?? { x: 0, y: 0 };
  const { shaft, base } = cut(points, whole - head);
  const dashes = (shape.pattern ? DASHES[shape.pattern] : undefined)?.map((length) => round(length * width)).join(" ");
  const line = s("polyline", { points: corners(head > 0 ? shaft : points), "stroke-width": width, fill: "none", "stroke-dasharray": dashes ?? null });
  line.style.setProperty("stroke", colour(shape.fill));
  if (head === 0) return halo(shape, [line], width);
  const [across, along] = [(base.y - tip.y) / 2, (tip.x - base.x) / 2];
  const point = s("polygon", { points: corners([tip, { x: base.x + across, y: base.y + along }, { x: base.x - across, y: base.y - along }]) });
  point.style.setProperty("fill", colour(shape.fill));
  return halo(shape, [line, point], width);
}

/** A line with an outline, so that it is seen on every ground. @param {Shape} shape @param {SVGElement[]} parts @param {number} width */
function halo(shape, parts, width) {
  if (!shape.line) return parts;
  const outlines = parts.map((part) => {
    const copy = /** @type {SVGElement} */ (part.cloneNode());
    copy.style.setProperty("stroke", colour(/** @type {string} */ (shape.line)));
    copy.setAttribute("stroke-width", String(part.tagName === "polyline" ? width + 2 * HALO : 2 * HALO));
    copy.setAttribute("stroke-linejoin", "round");
    return copy;
  });
  return [...outlines, ...parts];
}

/** @param {Point} one @param {Point} two */
const far = (one, two) => Math.hypot(two.x - one.x, two.y - one.y);

/** The part of a line up to a distance, and where it ends. @param {Point[]} points @param {number} distance */
function cut(points, distance) {
  let left = distance;
  for (let i = 1; i < points.length; i += 1) {
    const [one, two] = /** @type {[Point, Point]} */ ([points[i - 1], points[i]]);
    const length = far(one, two);
    if (length >= left && length > 0) {
      const base = { x: one.x + ((two.x - one.x) * left) / length, y: one.y + ((two.y - one.y) * left) / length };
      return { shaft: [...points.slice(0, i), base], base };
    }
    left -= length;
  }
  return { shaft: points, base: points.at(-1) ?? { x: 0, y: 0 } };
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
  return s("defs", {}, symbols, textures(prefix));
}
