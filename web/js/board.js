/**
 * `<vb-board>`: a scene that can be looked at, moved about and clicked, by mouse, finger or keyboard.
 * It knows places and marks, and no rule: what a click means is somebody else's business.
 */

import { api } from "./api.js";
import { Camera } from "./camera.js";
import { s } from "./dom.js";
import { listen } from "./hands.js";
import { arrow, figure, harm, tile } from "./marks.js";
import { drawNumbers } from "./numbers.js";
import { drawBattle, drawTrails } from "./trails.js";
import { box, definitions, draw, outline, place, turned } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** A scene, and the figures of the marks. @typedef {{ scene: Scene, marks: Wire["Backdrop"]["marks"] }} Backdrop */
/** @typedef {import("./wire.js").Wire} Wire */
/** @typedef {import("./scene.js").Shape} Shape */
/** @typedef {import("./scene.js").Layer} Layer */
/** @typedef {import("./scene.js").Place} Place */
/** @typedef {import("./scene.js").Point} Point */
/**
 * What is marked: tiles under the pieces, figures over them, arrows between places.
 * @typedef {object} Marks
 * @property {string[]} [starts] where a choice begins; these can be dragged
 * @property {Map<string, string>} [targets] the mark of each spot that can be clicked next
 * @property {string[]} [harmful] of these: where it harms oneself
 * @property {string[]} [selected]
 * @property {string[]} [prey] what of others' can be attacked
 * @property {string[]} [lit] what somebody speaks of
 * @property {string[]} [last] the spots of the last action
 * @property {{ from: string, to: string, kind: "last" | "planned" | "sending" }[]} [arrows]
 */
/** `half` is how far it reaches from its middle; 0 for what does not stand there. @typedef {{ at: Point, middle: Point, half: number, look: string, node: SVGElement, fill: string, spot?: string }} Drawn */

/** Under their hash: a backdrop never changes. @type {Map<string, Promise<Backdrop>>} */
const backdrops = new Map();

let boards = 0;


/**
 * Events (all bubble): `spot` {spot, how} a click or Enter · `drop` {from, to} a piece dragged ·
 * `step` {n} a planned step clicked · `grab` {spot} before it · `over` {spot} the mouse or the focus is on it · `peek` {spot, box, how} a rest on a spot · `unpeek`.
 */
export class Board extends HTMLElement {
  constructor() {
    super();
    this.ids = `board-${(boards += 1)}`;
    /** The match whose backdrops are shown. @type {{ id: string }} */
    this.match = { id: "" };
    /** Milliseconds that a shape takes to move; 0 moves at once. */
    this.speed = 320;
    /** What is said of a spot. @type {Map<string, string>} */
    this.labels = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    /** How each mark of the game is drawn. @type {Backdrop["marks"]} */
    this.figures = {};
    /** @type {Map<string, Place>} */
    this.places = new Map();
    this.svg = s("svg", { class: "picture", role: "group", "text-anchor": "middle" });
    this.camera = new Camera(/** @type {SVGSVGElement} */ (this.svg), this);
    /** @type {any} */
    this.page = null;
    /** @type {Layer[]} */
    this.lensLayers = [];
    /** @type {{ seat: number, values: Record<string, number> }[]} */
    this.lensNumbers = [];
    /** @type {Marks} */
    this.marks = {};
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    /** What the marks on the picture were made from. */
    this.marked = "";
    /** @type {Map<string, SVGElement>} */
    this.hits = new Map();
    this.isInteractive = false;
    this.isFlipped = false;
    this.hash = "";
    this.shown = 0;
    /** The paint of who looks, so that a picture too large to be read begins there. */
    this.own = "";
    /** What was asked when the picture was last moved by itself; nothing before its beginning. */
    this.attended = "";
    /** The whole, small, with what is seen of it. */
    this.overview = s("svg", { class: "overview", "aria-hidden": "true", focusable: "false" });
    /** @type {string | null} */
    this.focused = null;
    /** What others did, and what was fought last. @type {import("./match/happenings.js").Trail[]} */
    this.ways = [];
    /** @type {Shape[]} */
    this.ghosts = [];
    /** @type {import("./match/happenings.js").Battle | null} */
    this.fought = null;
  }

  connectedCallback() {
    if (this.svg.isConnected) return;
    this.append(this.svg);
    listen(this);
    this.camera.watch();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let settling;
    this.addEventListener("camera", () => {
      this.survey();
      // How large a number must be to be read depends on how near one is.
      clearTimeout(settling);
      if (this.lensNumbers.length > 0) settling = setTimeout(() => drawNumbers(this, this.lensNumbers), 200);
    });
    this.addEventListener("vast", () => {
      this.attended = "";
      if (this.scene) this.sketch(this.scene);
      if (!this.camera.vast) this.camera.whole();
      this.attend();
    });
  }

  disconnectedCallback() {
    this.camera.unwatch();
  }

  /** Whether pieces can be clicked and dragged; cards are shown in any case. */
  get interactive() {
    return this.isInteractive;
  }
  set interactive(value) {
    this.isInteractive = value;
  }

  get flipped() {
    return this.isFlipped;
  }
  set flipped(value) {
    if (value === this.isFlipped) return;
    this.isFlipped = value;
    if (this.scene) this.build(this.scene);
  }

  /**
   * Shows a page. Shapes with the same key glide from where they were.
   * @param {any} page
   * @param {{ animate?: boolean, from?: any }} [how] `from`: the page to start from, if not the one shown
   */
  async show(page, how = {}) {
    const mine = (this.shown += 1);
    const { scene, marks } = await this.backdrop(page.backdrop);
    if (mine !== this.shown) return;
    if (this.hash !== page.backdrop) {
      this.hash = page.backdrop;
      this.figures = marks;
      this.build(scene);
      how = { ...how, animate: false };
    }
    if (how.from) this.draw(how.from.layers, false);
    this.page = page;
    this.draw(page.layers, how.animate ?? true);
    this.remark();
  }

  /** @param {string} hash @returns {Promise<Backdrop>} */
  backdrop(hash) {
    const known = backdrops.get(hash);
    if (known) return known;
    const asked = api.get(`/matches/${encodeURIComponent(this.match.id)}/backdrops/${hash}`).catch((problem) => {
      backdrops.delete(hash);
      throw problem;
    });
    backdrops.set(hash, asked);
    return asked;
  }

  /** Lays a lens over the ground with its numbers, or takes it away. @param {Layer[]} layers @param {{ seat: number, values: Record<string, number> }[]} [numbers] */
  lens(layers, numbers = []) {
    [this.lensLayers, this.lensNumbers] = [layers, numbers];
    drawNumbers(this, numbers);
    const group = this.group("lens");
    group.replaceChildren();
    this.group("cover").classList.toggle("dim", layers.length > 0);
    for (const shape of layers.flatMap((layer) => layer.shapes)) group.append(this.node(shape));
  }

  /** Marks places; what was marked before is forgotten. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    const marked = JSON.stringify({ ...marks, targets: [...(marks.targets ?? [])] });
    if (marked === this.marked) return this.attend();
    this.marked = marked;
    const under = this.group("under");
    const over = this.group("over");
    under.replaceChildren();
    over.replaceChildren();
    /** @param {string} spot */
    const at = (spot) => this.places.get(spot);
    /** What stands on each place: the largest of it. @type {Map<string | undefined, Drawn>} */
    const taken = new Map();
    for (const drawn of this.drawn.values()) if (drawn.half >= (taken.get(drawn.spot)?.half ?? 0)) taken.set(drawn.spot, drawn);
    /** Places in somebody's colour. */
    const held = new Set([...this.drawn.values()].flatMap(({ spot, fill }) => (spot && /^(held|wash)-/.test(fill) ? spot : [])));
    /** @param {string[] | undefined} spots @param {string} kind */
    const tiles = (spots, kind) => {
      for (const spot of spots ?? []) {
        const place = at(spot);
        if (place) under.append(tile(place, held.has(spot) ? `${kind} held` : kind));
      }
    };
    tiles(marks.last, "last");
    tiles(marks.lit, "lit");
    tiles(marks.starts, "start");
    tiles(marks.prey, "prey");
    tiles(marks.selected, "selected");
    for (const { from, to, kind } of marks.arrows ?? []) {
      const [one, two] = [at(from), at(to)];
      if (one && two) (kind === "last" ? under : over).append(arrow(one, two, kind));
    }
    for (const [spot, mark] of marks.targets ?? []) {
      const place = at(spot);
      const stands = taken.get(spot);
      // Around what stands there, which need not be in the middle, and may have less room than it takes.
      const beside = place && stands && stands.half > 0 && stands.half < Math.max(place.box.width, place.box.height) * 0.45
        && (place.form.area || Math.hypot(stands.middle.x - place.middle.x, stands.middle.y - place.middle.y) > 0.05);
      const around = beside ? { ...place, middle: stands.middle, room: stands.half * 1.45 } : place;
      if (around) over.append(figure(around, mark, this.figures[mark] ?? "dot", stands !== undefined));
    }
    for (const spot of marks.harmful ?? []) {
      const place = at(spot);
      if (place) over.append(harm(place));
    }
    const starts = new Set(marks.starts ?? []);
    for (const [spot, hit] of this.hits) {
      hit.classList.toggle("start", starts.has(spot));
      hit.classList.toggle("target", marks.targets?.has(spot) ?? false);
      const pressed = String(marks.selected?.includes(spot) ?? false);
      if (hit.getAttribute("aria-pressed") !== pressed) hit.setAttribute("aria-pressed", pressed);
    }
    this.attend();
  }

  /** The same marks, around what stands there now. */
  remark() {
    this.marked = "";
    this.mark(this.marks);
  }

  /** A picture of which only a part is seen shows the part that matters; it moves no more than once for what is asked. */
  attend() {
    const { camera, marks } = this;
    if (!camera.vast || !this.page) return;
    /** @param {Iterable<string>} spots */
    const points = (spots) => [...spots].flatMap((spot) => this.places.get(spot)?.middle ?? []);
    const targets = points(marks.targets?.keys() ?? []);
    const starts = points(marks.starts ?? []);
    const last = points(marks.last ?? []);
    const asked = [targets, starts, last].find((some) => some.length > 0) ?? [];
    const key = JSON.stringify([this.page.seq, asked]);
    const tokens = [...this.drawn.values()].filter((drawn) => drawn.spot);
    if (key === this.attended || asked.length + tokens.length === 0) return;
    const first = this.attended === "";
    this.attended = key;
    if (first) {
      const own = tokens.filter((drawn) => drawn.fill === this.own);
      return camera.read([starts, targets, last].find((some) => some.length > 0) ?? (own.length > 0 ? own : tokens).map((drawn) => drawn.at));
    }
    // Who looks at the whole, or sees some of it already, is left in peace.
    if (camera.power <= 1.01 || asked.length === 0) return;
    const chosen = points(marks.selected ?? []);
    if (targets.length > 0 && !targets.every((point) => camera.shows(point))) camera.gather([...chosen, ...targets]);
    else if (!asked.some((point) => camera.shows(point))) camera.gather(asked);
  }

  /** What is seen, on the small picture of the whole. */
  survey() {
    const { at, width, height } = this.camera;
    const { wide, high } = this.camera.seen();
    const window = this.overview.querySelector(".seen");
    if (!window) return;
    const box = { x: Math.max(0, at.x - wide / 2), y: Math.max(0, at.y - high / 2) };
    const far = { x: Math.min(width, at.x + wide / 2), y: Math.min(height, at.y + high / 2) };
    for (const [name, value] of Object.entries({ ...box, width: far.x - box.x, height: far.y - box.y })) window.setAttribute(name, String(value));
  }

  /** Larger or smaller, towards what is chosen. @param {number} factor */
  zoom(factor) {
    const chosen = this.places.get(this.marks.selected?.find((spot) => this.places.has(spot)) ?? "");
    if (chosen && factor > 1) this.camera.at = chosen.middle;
    this.camera.zoom(factor);
  }

  /** Takes a page for the one of now without drawing it: somebody shows what led to it. @param {any} page @returns {boolean} whether the ground is the same */
  know(page) {
    if (this.hash !== page.backdrop) return false;
    this.shown += 1;
    this.page = page;
    return true;
  }

  /** What others did, until the next time. @param {import("./match/happenings.js").Trail[]} ways @param {Shape[]} [ghosts] what they left of what is gone */
  trails(ways, ghosts = []) {
    [this.ways, this.ghosts] = [ways, ghosts];
    drawTrails(this, ways, ghosts);
  }

  /** The dice of a battle beside it; they roll for a while. @param {import("./match/happenings.js").Battle | null} battle @param {number} [roll] */
  battle(battle, roll = 0) {
    this.fought = battle;
    drawBattle(this, battle, roll);
  }

  /** An arrow for what is planned, until the next one. @param {string | null} from @param {string | null} [to] */
  aim(from, to = null) {
    const [one, two] = [from && this.places.get(from), to && this.places.get(to)];
    this.group("aim").replaceChildren(...(one && two ? [arrow(one, two, "planned")] : []));
  }

  /** Makes places light up for a moment. @param {string[]} spots @param {string} [kind] */
  flash(spots, kind = "notice") {
    const group = this.group("flash");
    for (const spot of spots) {
      const place = this.places.get(spot);
      if (!place) continue;
      const shape = tile(place, `flash ${kind}`);
      group.append(shape);
      const done = shape.animate([{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: 1600 });
      done.onfinish = () => shape.remove();
      done.oncancel = () => shape.remove();
    }
  }

  /** The spot at a point of the screen. @param {number} x @param {number} y @returns {string | null} */
  spotAt(x, y) {
    const hit = document.elementFromPoint(x, y);
    if (!hit || !this.contains(hit)) return null;
    return hit.getAttribute("data-spot");
  }

  /** The spot's box on the screen. @param {string} spot */
  boxOf(spot) {
    return this.hits.get(spot)?.getBoundingClientRect() ?? null;
  }

  /** Puts the keyboard's focus on a spot. @param {string | null} [spot] */
  focusSpot(spot = this.focused ?? this.marks.starts?.[0] ?? [...this.places.keys()][0] ?? null) {
    if (spot) this.hits.get(spot)?.focus({ preventScroll: true });
  }

  /** What a spot is called: what its label says first. @param {string} spot */
  nameOf(spot) {
    return this.labels.get(spot)?.split(/\s*:/)[0] || spot;
  }

  /** What is said of the spots. @param {Map<string, string>} labels */
  name(labels) {
    this.labels = labels;
    for (const [spot, hit] of this.hits) hit.setAttribute("aria-label", labels.get(spot) ?? spot);
  }

  /* From here on: building. */

  /** @param {string} name @returns {SVGElement} */
  group(name) {
    const found = this.svg.querySelector(`:scope > g.${name}`);
    return found instanceof SVGElement ? found : /** @type {SVGElement} */ (this.svg.appendChild(s("g", { class: name })));
  }

  /** The ground, once for each match and side. @param {Scene} scene */
  build(scene) {
    this.scene = scene;
    this.drawn.clear();
    this.hits.clear();
    this.places.clear();
    this.svg.replaceChildren(
      definitions(scene, this.ids),
      s("rect", { class: "sheet", width: scene.width, height: scene.height, rx: 0.22 }),
      ...["ground", "cover", "rim", "lens", "under", "words", "trail", "live", "aim", "over", "numbers", "notes", "battle", "flash", "focus", "hits", "steps"].map((name) => s("g", { class: name })));
    const ground = this.group("ground");
    /** Upright places, before the board is turned. @type {Map<string, Place>} */
    this.grounds = new Map();
    for (const shape of scene.layers.flatMap((layer) => layer.shapes)) {
      if (shape.spot && !this.grounds.has(shape.spot) && isSurface(shape)) this.grounds.set(shape.spot, place(shape));
    }
    const last = scene.layers.findLastIndex((layer, i) => layer.shapes.some((shape) => shape.spot && isSurface(shape)
      && !scene.layers.slice(0, i).some((lower) => lower.shapes.some((other) => other.spot === shape.spot && isSurface(other)))));
    for (const [height, layer] of scene.layers.entries()) {
      const group = s("g", { "data-layer": layer.name });
      for (const shape of layer.shapes) {
        group.append(this.node(shape));
        const turned = this.turn(shape);
        if (turned.spot && !this.places.has(turned.spot) && isSurface(turned)) this.offer(place(turned));
      }
      // Words stay readable over what is marked.
      (layer.shapes.every(({ form, fill }) => form.text || fill === "clear") ? this.group("words") : height > last ? this.group("rim") : ground).append(group);
    }
    const letters = scene.layers.flatMap((layer) => layer.shapes).flatMap(({ spot, form }) => (spot && form.text ? form.text.size : []));
    this.camera.fine = { place: Math.min(...[...this.places.values()].map(({ room }) => 2 * room)), letter: Math.min(0.3, ...letters) };
    this.attended = "";
    this.camera.fit(scene.width, scene.height);
    this.sketch(scene);
    this.style.setProperty("--ratio", String(scene.width / scene.height));
    this.lens(this.lensLayers, this.lensNumbers);
    if (this.page) this.draw(this.page.layers, false);
    this.remark();
    this.trails(this.ways, this.ghosts);
    this.battle(this.fought);
  }

  /** The small picture of the whole, where it is shown: the ground and what stands on it, as they are. @param {Scene} scene */
  sketch(scene) {
    // A copy that nobody sees would be made anew with every change.
    if (!this.camera.vast) return this.overview.replaceChildren();
    for (const name of ["ground", "cover", "rim", "live"]) this.group(name).setAttribute("id", `${this.ids}-${name}`);
    this.overview.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    this.overview.replaceChildren(
      ...["ground", "cover", "rim", "live"].map((name) => s("use", { href: `#${this.ids}-${name}` })),
      s("rect", { class: "seen", rx: 0.3 }));
    this.survey();
  }

  /** @param {Shape} shape */
  turn(shape) {
    if (!this.isFlipped || !this.scene) return shape;
    const ground = shape.spot ? this.grounds?.get(shape.spot) : undefined;
    const isGround = ground && ground.at.x === shape.at.x && ground.at.y === shape.at.y && JSON.stringify(ground.form) === JSON.stringify(shape.form);
    return turned(shape, this.scene, isGround ? undefined : ground);
  }

  /** A shape that covers its place, with the place's own form. @param {Shape} shape @returns {Shape} */
  laid(shape) {
    const ground = shape.form.place && shape.spot ? this.grounds?.get(shape.spot) : undefined;
    return ground ? { ...shape, at: ground.at, form: ground.form } : shape;
  }

  /** @param {Shape} shape @returns {SVGElement} */
  node(shape) {
    const upright = this.turn(this.laid(shape));
    const node = s("g", { "data-key": shape.key }, draw(upright, this.ids));
    node.style.setProperty("transform", `translate(${upright.at.x}px, ${upright.at.y}px)`);
    return node;
  }

  /** A place to be clicked and to be focused. @param {Place} place */
  offer(place) {
    this.places.set(place.name, place);
    const hit = outline(place.form);
    hit.setAttribute("class", "hit");
    hit.setAttribute("data-spot", place.name);
    hit.setAttribute("role", "button");
    hit.setAttribute("tabindex", this.hits.size === 0 ? "0" : "-1");
    hit.setAttribute("aria-label", this.labels.get(place.name) ?? place.name);
    hit.style.setProperty("transform", `translate(${place.at.x}px, ${place.at.y}px)`);
    this.group("hits").append(hit);
    this.hits.set(place.name, hit);
  }

  /** What changes. @param {Layer[]} layers @param {boolean} animate */
  draw(layers, animate) {
    const speed = animate && !matchMedia("(prefers-reduced-motion: reduce)").matches ? this.speed : 0;
    const [live, cover] = [this.group("live"), this.group("cover")];
    const left = new Map(this.drawn);
    /** @type {Set<string>} */
    const extra = new Set();
    for (const layer of layers) {
      // What covers whole places lies below the marks and the words.
      const height = layer.shapes.length > 0 && layer.shapes.every(({ form }) => form.place) ? cover : live;
      let group = /** @type {SVGElement | null} */ (height.querySelector(`:scope > [data-layer="${CSS.escape(layer.name)}"]`));
      if (!group) height.append((group = s("g", { "data-layer": layer.name })));
      /** Places on which something moved: what lies over it there stays over it. @type {Set<string>} */
      const raised = new Set();
      for (const shape of layer.shapes) {
        left.delete(shape.key);
        const moved = this.drawShape(shape, group, speed);
        // What belongs to no place, such as the number on a piece, may lie over any of them.
        const over = (shape.spot === undefined ? raised.size > 0 : raised.has(shape.spot)) && this.drawn.get(shape.key)?.node;
        if (moved && shape.spot) raised.add(shape.spot);
        else if (over) group.append(over);
        const upright = this.turn(shape);
        if (upright.spot && !this.grounds?.has(upright.spot)) {
          extra.add(upright.spot);
          if (!this.places.has(upright.spot)) this.offer(place(upright));
        }
      }
    }
    for (const [key, old] of left) {
      this.drawn.delete(key);
      vanish(old.node, speed);
    }
    for (const spot of [...this.places.keys()]) {
      if (this.grounds?.has(spot) || extra.has(spot)) continue;
      this.places.delete(spot);
      this.hits.get(spot)?.remove();
      this.hits.delete(spot);
    }
  }

  /** Draws a shape, or what has changed of it, and says whether it lies over the others now. @param {Shape} shape @param {SVGElement} group @param {number} speed @returns {boolean} */
  drawShape(shape, group, speed) {
    const { at, form, fill, line, pattern } = this.turn(this.laid(shape));
    const look = JSON.stringify([form, fill, line, pattern]);
    const around = box(form);
    const middle = { x: at.x + around.x + around.width / 2, y: at.y + around.y + around.height / 2 };
    const half = isSolid(shape) ? Math.max(around.width, around.height) / 2 : 0;
    const old = this.drawn.get(shape.key);
    if (!old) {
      const node = this.node(shape);
      if (isSolid(shape)) node.classList.add("piece");
      group.append(node);
      this.drawn.set(shape.key, { at, middle, half, look, node, fill, spot: shape.spot });
      if (speed > 0) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: speed, easing: "ease-out" });
      return true;
    }
    if (old.look !== look) old.node.replaceChildren(...this.node(shape).childNodes);
    const moved = old.at.x !== at.x || old.at.y !== at.y;
    if (moved) {
      // What moves passes over what stands.
      group.append(old.node);
      old.node.style.setProperty("transform", `translate(${at.x}px, ${at.y}px)`);
      const from = `translate(${old.at.x}px, ${old.at.y}px)`;
      if (speed > 0) old.node.animate([{ transform: from }, { transform: `translate(${at.x}px, ${at.y}px)` }], { duration: speed, easing: "cubic-bezier(.3,.1,.2,1)" });
    }
    this.drawn.set(shape.key, { at, middle, half, look, node: old.node, fill, spot: shape.spot });
    return moved;
  }

  /** @param {string} name @param {Record<string, any>} [detail] */
  tell(name, detail = {}) {
    return this.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));
  }
}

/** @param {Shape} shape */
function isSurface({ form }) {
  return Boolean(form.rect ?? form.disc ?? form.plate ?? form.polygon ?? form.area);
}

/** Whether it stands on the board, so that it throws a shadow. @param {Shape} shape */
function isSolid(shape) {
  return Boolean(shape.spot) && !shape.form.text && !shape.form.line && !shape.form.trail && !shape.form.place && shape.fill !== "clear" && !shape.fill.startsWith("on-");
}

/** @param {SVGElement} node @param {number} speed */
function vanish(node, speed) {
  if (speed === 0) return node.remove();
  node.classList.add("gone");
  const fading = node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: speed, easing: "ease-in", fill: "forwards" });
  fading.onfinish = () => node.remove();
  fading.oncancel = () => node.remove();
}

customElements.define("vb-board", Board);
