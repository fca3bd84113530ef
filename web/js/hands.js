/**
 * Hands on a board: mouse, fingers and keys become the board's events (`spot`, `grab`, `drop`, `over`, `peek`).
 */

import { ring } from "./marks.js";

/** @typedef {import("./board.js").Board} Board */

/** How long a hand rests before a card is shown, in milliseconds. */
const HOVER = 420;
const PRESS = 480;
/** How far a hand may tremble. */
const SLACK = 6;

/** A finger hits what is this near, in pixels. */
const SNAP = 24;

/** @param {Board} board */
export function listen(board) {
  const svg = board.svg;
  /** @type {{ id: number, x: number, y: number, spot: string | null, mode: "press" | "drag" | "pan" | "held" } | null} */
  let hand = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  /** @type {string | null} */
  let over = null;
  let ignoreClick = false;
  let peeking = false;
  /** What is carried, each with what it lay below. @type {{ node: SVGElement, under: Node | null }[]} */
  let lifted = [];

  /** @param {EventTarget | null} target */
  const spotOf = (target) => (target instanceof Element ? target.getAttribute("data-spot") : null);
  /** @param {string} spot @param {string} how */
  const peek = (spot, how) => {
    peeking = true;
    board.tell("peek", { spot, box: board.boxOf(spot), how });
  };
  const unpeek = () => {
    clearTimeout(rest);
    if (peeking) board.tell("unpeek");
    peeking = false;
  };
  const putDown = () => {
    // From the top down, so that each finds what it lay below where it was.
    for (const { node, under } of lifted.toReversed()) {
      node.style.removeProperty("translate");
      node.classList.remove("lifted");
      if (under === null || under.parentNode === node.parentNode) node.parentNode?.insertBefore(node, under);
    }
    lifted = [];
  };

  svg.addEventListener("pointerdown", (event) => {
    ignoreClick = false;
    if (board.camera.down(event)) {
      // A second finger: from now on the picture is moved.
      clearTimeout(rest);
      putDown();
      hand = null;
      ignoreClick = true;
      return;
    }
    if (event.button !== 0) return;
    const spot = spotOf(event.target);
    hand = { id: event.pointerId, x: event.clientX, y: event.clientY, spot, mode: "press" };
    unpeek();
    if (event.pointerType !== "mouse" && spot) {
      rest = setTimeout(() => {
        if (hand?.mode !== "press") return;
        hand.mode = "held";
        peek(spot, "press");
      }, PRESS);
    }
  });

  svg.addEventListener("pointermove", (event) => {
    if (board.camera.move(event)) return;
    if (!hand) {
      const spot = event.pointerType === "mouse" ? spotOf(event.target) : null;
      if (spot === over) return;
      over = spot;
      board.tell("over", { spot });
      unpeek();
      if (spot) rest = setTimeout(() => peek(spot, "hover"), HOVER);
      return;
    }
    if (event.pointerId !== hand.id) return;
    const [dx, dy] = [event.clientX - hand.x, event.clientY - hand.y];
    if (hand.mode === "press" && Math.hypot(dx, dy) > SLACK) {
      unpeek();
      // Where places fill the window, they are moved about; only what is chosen can be dragged.
      const moves = board.camera.vast && board.camera.power > 1.01;
      const draggable = board.isInteractive && hand.spot !== null && ((!moves && board.marks.starts?.includes(hand.spot)) || board.marks.selected?.includes(hand.spot));
      hand.mode = draggable ? "drag" : "pan";
      svg.setPointerCapture(event.pointerId);
      if (draggable && hand.spot) {
        const from = hand.spot;
        board.tell("grab", { spot: from });
        lifted = carried(board, from).map((node) => ({ node, under: node.nextSibling }));
        for (const { node } of lifted) {
          node.classList.add("lifted");
          node.parentNode?.append(node);
        }
      }
    }
    if (hand.mode === "pan") {
      board.camera.pan(dx, dy);
      [hand.x, hand.y] = [event.clientX, event.clientY];
    }
    if (hand.mode === "drag") {
      const scale = board.camera.scale();
      for (const { node } of lifted) node.style.setProperty("translate", `${dx / scale}px ${dy / scale}px`);
    }
  });

  /** @param {PointerEvent} event */
  const up = (event) => {
    board.camera.up(event);
    if (!hand || event.pointerId !== hand.id) return;
    const { mode, spot } = hand;
    hand = null;
    clearTimeout(rest);
    if (mode !== "press") ignoreClick = true;
    if (mode === "held") return;
    if (mode === "drag" && spot && event.type === "pointerup") {
      const to = board.spotAt(event.clientX, event.clientY);
      if (to && to !== spot) board.tell("drop", { from: spot, to });
      else board.tell("drop", { from: spot, to: null });
    }
    putDown();
  };
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener("pointerleave", (event) => {
    over = null;
    // A finger leaves when it is lifted: the card of a long press stays until it is dismissed.
    if (!hand && event.pointerType === "mouse") unpeek();
    board.tell("over", { spot: null });
  });
  svg.addEventListener("contextmenu", (event) => {
    if (ignoreClick || hand?.mode === "held" || peeking) event.preventDefault();
  });
  svg.addEventListener("click", (event) => {
    if (ignoreClick) {
      ignoreClick = false;
      return;
    }
    const step = event.target instanceof Element ? event.target.closest("[data-step]")?.getAttribute("data-step") : null;
    if (step) return void board.tell("step", { n: Number(step) });
    const spot = spotOf(event.target);
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    board.tell("spot", { spot: finger ? snapped(board, spot, event.clientX, event.clientY) : spot, how: "click" });
  });
  svg.addEventListener("wheel", (event) => board.camera.wheel(event), { passive: false });

  /** @param {PointerEvent} event */
  const visit = (event) => {
    if (event.buttons !== 1) return;
    const box = board.overview.getBoundingClientRect();
    board.camera.go({ x: ((event.clientX - box.left) / box.width) * board.camera.width, y: ((event.clientY - box.top) / box.height) * board.camera.height });
  };
  board.overview.addEventListener("pointerdown", visit);
  board.overview.addEventListener("pointermove", visit);

  svg.addEventListener("focusin", (event) => {
    const spot = spotOf(event.target);
    if (!spot) return;
    roam(board, spot);
    board.tell("over", { spot });
    const shown = event.target instanceof Element && event.target.matches(":focus-visible");
    const found = board.places.get(spot);
    board.group("focus").replaceChildren(...(shown && found ? [ring(found)] : []));
    if (shown && found) {
      board.camera.reveal(found.box);
      clearTimeout(rest);
      rest = setTimeout(() => peek(spot, "focus"), HOVER);
    }
  });
  svg.addEventListener("focusout", () => {
    board.group("focus").replaceChildren();
    unpeek();
  });
  svg.addEventListener("keydown", (event) => {
    const spot = spotOf(event.target);
    if (spot && !event.ctrlKey && !event.metaKey && !event.altKey) key(board, event, spot, unpeek);
  });
}

/** What a finger meant: the nearest place that is offered, if the one it touched is not and it is near enough. @param {Board} board @param {string | null} spot @param {number} x @param {number} y */
function snapped(board, spot, x, y) {
  const offered = board.marks.targets?.size ? [...board.marks.targets.keys(), ...(board.marks.selected ?? [])] : (board.marks.starts ?? []);
  if (!board.isInteractive || (spot !== null && offered.includes(spot))) return spot;
  let [best, least] = [spot, SNAP];
  const scale = board.camera.scale();
  const at = board.camera.unit({ x, y });
  for (const name of offered) {
    const place = board.places.get(name);
    if (!place) continue;
    const far = (Math.hypot(place.middle.x - at.x, place.middle.y - at.y) - place.room) * scale;
    if (far < least) [best, least] = [name, far];
  }
  return best;
}

/** What stands on a spot with what lies on it, such as a number, from the bottom up. @param {Board} board @param {string} spot */
function carried(board, spot) {
  const all = [...board.drawn.values()];
  const standing = all.filter((drawn) => drawn.spot === spot);
  const on = all.filter((drawn) => drawn.spot === undefined && standing.some((under) => under.half > 0
    && Math.hypot(drawn.middle.x - under.middle.x, drawn.middle.y - under.middle.y) < under.half * 0.8));
  return [...standing, ...on].map(({ node }) => node)
    .sort((one, two) => (one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** Only one spot is in the order of the Tab key. @param {Board} board @param {string} spot */
function roam(board, spot) {
  if (board.focused) board.hits.get(board.focused)?.setAttribute("tabindex", "-1");
  else board.svg.querySelector('.hit[tabindex="0"]')?.setAttribute("tabindex", "-1");
  board.focused = spot;
  board.hits.get(spot)?.setAttribute("tabindex", "0");
}

/** @param {Board} board @param {KeyboardEvent} event @param {string} spot @param {() => void} unpeek */
function key(board, event, spot, unpeek) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const way = ways[event.key];
  let done = true;
  if (way) board.focusSpot(nearest(board, spot, way) ?? spot);
  else if (event.key === "Enter" || event.key === " ") board.tell("spot", { spot, how: "key" });
  else if (event.key === "PageDown" || event.key === "PageUp") board.focusSpot(offered(board, spot, event.key === "PageDown" ? 1 : -1));
  else if (event.key === "i") board.tell("peek", { spot, box: board.boxOf(spot), how: "key" });
  else if (event.key === "+" || event.key === "=") board.zoom(1.4);
  else if (event.key === "-") board.zoom(1 / 1.4);
  else if (event.key === "0") board.camera.whole();
  else done = false;
  if (!done) return;
  if (event.key !== "i") unpeek();
  event.preventDefault();
  event.stopPropagation();
}

/** The nearest spot in a direction. @param {Board} board @param {string} spot @param {[number, number]} way @returns {string | null} */
function nearest(board, spot, [wx, wy]) {
  const here = board.places.get(spot)?.middle;
  if (!here) return null;
  let best = null;
  let least = Infinity;
  for (const [name, { middle }] of board.places) {
    const [dx, dy] = [middle.x - here.x, middle.y - here.y];
    const along = dx * wx + dy * wy;
    const across = Math.abs(dx * wy) + Math.abs(dy * wx);
    // Within half a right angle, and rather straight on.
    if (along <= 0.01 || across > along * 1.8) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/** The next spot that is offered, going round. @param {Board} board @param {string} spot @param {1 | -1} step @returns {string | null} */
function offered(board, spot, step) {
  const marked = board.marks.targets?.size ? [...board.marks.targets.keys()] : (board.marks.starts ?? []);
  const all = marked.filter((name) => board.places.has(name));
  if (all.length === 0) return spot;
  const at = all.indexOf(spot);
  return all[(at + step + all.length + (at < 0 && step < 0 ? 1 : 0)) % all.length] ?? spot;
}
