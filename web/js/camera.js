/**
 * What part of a picture is seen: the whole, or less of it and larger, moved by wheel, fingers and keys.
 */

/** @typedef {import("./scene.js").Box} Box */
/** @typedef {import("./scene.js").Point} Point */

/** How many units a picture shows at least, across. */
const CLOSEST = 5;
/** A place narrower than this many pixels cannot be told from its neighbours. */
const TINY = 9;
/** And one that is narrower cannot be hit by a finger. */
const TINY_FOR_FINGERS = 16;
/** The least height of letters that are read without effort, in pixels. */
const LEGIBLE = 11.2;

/** Letters lower than this are specks, in pixels. */
const SPECKS = 5.5;

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
    /** The narrowest place and the smallest letters, in units; none: the picture is always seen whole at first. */
    this.fine = { place: Infinity, letter: Infinity };
    /** Whether the whole is too small to be read here, so that it is looked at in parts. */
    this.vast = false;
    /** Fingers on the picture. @type {Map<number, Point>} */
    this.fingers = new Map();
    this.observer = new ResizeObserver(() => {
      const before = this.vast;
      this.judge();
      this.apply();
      if (this.vast !== before) this.host.dispatchEvent(new CustomEvent("vast"));
    });
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
    this.judge();
    if (same) this.apply();
    else this.whole();
  }

  /** Whether all of it is too much for this width; then it gets more of the window's height. */
  judge() {
    const { clientWidth } = this.host;
    if (clientWidth === 0) return;
    const tiny = matchMedia("(pointer: coarse)").matches ? TINY_FOR_FINGERS : TINY;
    this.vast = (clientWidth / this.width) * this.fine.place < tiny;
    this.host.classList.toggle("vast", this.vast);
  }

  /** So large that letters can be read, with as many of these points in sight as possible. @param {Point[]} points */
  read(points) {
    if (!this.vast) return;
    this.enlarge();
    this.gather(points);
  }

  /** As large as letters must be. */
  enlarge() {
    this.power = Math.max(1, (LEGIBLE / this.fine.letter / this.scale()) * this.power);
  }

  /** To a place of the picture; from the whole to where letters can be read. @param {Point} point */
  go(point) {
    if (this.power <= 1.01) this.enlarge();
    this.at = point;
    this.apply();
  }

  /** Moves to where most of these points are in sight. @param {Point[]} points */
  gather(points) {
    const { wide, high } = this.seen();
    let best = points[0] ?? this.at;
    let most = 0;
    for (const { x, y } of points) {
      const near = points.filter((point) => Math.abs(point.x - x) < wide * 0.42 && Math.abs(point.y - y) < high * 0.42);
      if (near.length <= most) continue;
      most = near.length;
      best = { x: near.reduce((sum, point) => sum + point.x, 0) / most, y: near.reduce((sum, point) => sum + point.y, 0) / most };
    }
    this.at = best;
    this.apply();
  }

  /** Whether a point is in sight. @param {Point} point */
  shows({ x, y }) {
    const { wide, high } = this.seen();
    return Math.abs(x - this.at.x) <= wide / 2 && Math.abs(y - this.at.y) <= high / 2;
  }

  /** How many units are seen, across and down. */
  seen() {
    const scale = this.scale();
    return { wide: this.host.clientWidth / scale, high: this.host.clientHeight / scale };
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
    return Math.max(1, Math.min(this.width, this.height) / CLOSEST, this.vast ? Math.max(this.width, this.height) / CLOSEST : 1);
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
    this.host.classList.toggle("distant", scale * this.fine.letter < SPECKS);
    // Where the picture goes on, its edge is shaded.
    const [left, top] = [this.at.x - wide / 2, this.at.y - high / 2];
    const beyond = { left: left > 0.05, right: left + wide < this.width - 0.05, top: top > 0.05, bottom: top + high < this.height - 0.05 };
    for (const [side, more] of Object.entries(beyond)) this.host.style.setProperty(`--more-${side}`, more ? "1" : "0");
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
