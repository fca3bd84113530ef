/**
 * What part of a picture is seen: the whole, or less of it and larger, moved by wheel, fingers and keys.
 */

/** @typedef {import("./scene.js").Box} Box */
/** @typedef {import("./scene.js").Point} Point */

/** How many units a picture shows at least, across. */
const CLOSEST = 5;

export class Camera {
  /** @param {SVGSVGElement} svg @param {HTMLElement} host */
  constructor(svg, host) {
    this.svg = svg;
    this.host = host;
    this.width = 1;
    this.height = 1;
    /** The middle of what is seen, and how much larger than the whole it is shown. */
    this.at = { x: 0.5, y: 0.5 };
    this.power = 1;
    /** Fingers on the picture. @type {Map<number, Point>} */
    this.fingers = new Map();
    this.observer = new ResizeObserver(() => this.apply());
  }

  watch() {
    this.observer.observe(this.host);
  }
  unwatch() {
    this.observer.disconnect();
  }

  /** A picture of this size, seen whole. @param {number} width @param {number} height */
  fit(width, height) {
    const same = this.width === width && this.height === height;
    [this.width, this.height] = [width, height];
    if (same) this.apply();
    else this.whole();
  }

  whole() {
    this.power = 1;
    this.at = { x: this.width / 2, y: this.height / 2 };
    this.apply();
  }

  /** Pixels for one unit. */
  scale() {
    const { clientWidth, clientHeight } = this.host;
    return Math.min(clientWidth / this.width, clientHeight / this.height) * this.power || 1;
  }

  most() {
    return Math.max(1, Math.min(this.width, this.height) / CLOSEST);
  }

  apply() {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.power = Math.max(1, Math.min(this.most(), this.power));
    const scale = this.scale();
    const [wide, high] = [clientWidth / scale, clientHeight / scale];
    this.at = { x: hold(this.at.x, wide, this.width), y: hold(this.at.y, high, this.height) };
    this.svg.setAttribute("viewBox", `${this.at.x - wide / 2} ${this.at.y - high / 2} ${wide} ${high}`);
    this.host.classList.toggle("zoomed", this.power > 1.01);
    this.host.dispatchEvent(new CustomEvent("camera", { bubbles: true }));
  }

  /** Larger or smaller around a point of the screen, else around the middle. @param {number} factor @param {Point} [around] */
  zoom(factor, around) {
    const before = around ? this.unit(around) : this.at;
    this.power = Math.max(1, Math.min(this.most(), this.power * factor));
    if (around) {
      const box = this.host.getBoundingClientRect();
      const scale = this.scale();
      this.at = {
        x: before.x - (around.x - box.left - box.width / 2) / scale,
        y: before.y - (around.y - box.top - box.height / 2) / scale,
      };
    }
    this.apply();
  }

  /** The unit under a point of the screen. @param {Point} point @returns {Point} */
  unit(point) {
    const box = this.host.getBoundingClientRect();
    const scale = this.scale();
    return { x: this.at.x + (point.x - box.left - box.width / 2) / scale, y: this.at.y + (point.y - box.top - box.height / 2) / scale };
  }

  /** Moves the picture with the hand. @param {number} dx @param {number} dy pixels */
  pan(dx, dy) {
    const scale = this.scale();
    this.at = { x: this.at.x - dx / scale, y: this.at.y - dy / scale };
    this.apply();
  }

  /** Moves as little as is needed to see a box. @param {Box} box */
  reveal(box) {
    if (this.power <= 1.01) return;
    const scale = this.scale();
    const [wide, high] = [this.host.clientWidth / scale / 2, this.host.clientHeight / scale / 2];
    const x = Math.max(box.x + box.width + 0.4 - wide, Math.min(box.x - 0.4 + wide, this.at.x));
    const y = Math.max(box.y + box.height + 0.4 - high, Math.min(box.y - 0.4 + high, this.at.y));
    this.at = { x, y };
    this.apply();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const out = event.deltaY > 0;
    // At its smallest the picture lets the page scroll.
    if (out && this.power <= 1.001 && !event.ctrlKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0018)), { x: event.clientX, y: event.clientY });
  }

  /** Whether this is the second finger. @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse") return false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    return this.fingers.size > 1;
  }

  /** Whether two fingers move the picture. @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || this.fingers.size < 2) {
      if (before) this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      return false;
    }
    const [one, two] = [...this.fingers.values()];
    const apart = (/** @type {Point} */ a, /** @type {Point} */ b) => Math.hypot(a.x - b.x, a.y - b.y);
    const old = apart(/** @type {Point} */ (one), /** @type {Point} */ (two));
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const [first, second] = /** @type {[Point, Point]} */ ([...this.fingers.values()]);
    this.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    if (old > 0) this.zoom(apart(first, second) / old, { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 });
    return true;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
  }
}

/** A middle that leaves no more empty room than there must be. @param {number} at @param {number} seen @param {number} size */
function hold(at, seen, size) {
  if (seen >= size) return size / 2;
  return Math.max(seen / 2, Math.min(size - seen / 2, at));
}
