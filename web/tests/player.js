/**
 * Somebody who plays any game by hand: reads what the page asks, and clicks, taps or types what it offers.
 * Knows no rule. The choices come from the page; that each of their spots is really offered on the
 * screen is what the hands find out.
 */

import assert from "node:assert/strict";
import { expand as choicesOf } from "../js/match/choices.js";

export { choicesOf };

/** @typedef {import("../js/match/choices.js").Choice} Choice */
/** @typedef {import("playwright-core").Page} Page */

/** The same luck every time. @param {number} seed @returns {() => number} from 0 to 1 */
export function luck(seed) {
  let state = seed >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What the screen shows now. @param {Page} page */
export function look(page) {
  return page.evaluate(() => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const { seq, ask, result, turn, layers } = board.page;
    return { seq, ask, result, turn, layers, interactive: board.interactive };
  });
}

/** Waits until this screen is asked, or the match is over. @param {Page} page */
export async function untilAsked(page) {
  await page.waitForFunction(() => {
    if (document.querySelector(".curtain:not([hidden])")) return true;
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    if (!board?.page) return false;
    if (board.page.result) return true;
    // Asked, and drawn: something can be clicked.
    return board.interactive && board.page.ask && document.querySelector(".hit.start, .choices [data-spot]");
  });
  const curtain = page.locator(".curtain:not([hidden]) button.primary");
  if (await curtain.isVisible()) {
    await curtain.click();
    await untilAsked(page);
  }
}

/** Rather what moves the match on: who only wanders plays for ever. @param {Choice[]} choices @param {() => number} random */
export function choose(choices, random) {
  /** @param {Choice} choice */
  const weight = ({ mark, path }) => {
    if (mark === "mark-victory") return 10_000;
    if (mark === "mark-attack") return 60;
    if (mark === "mark-jump") return 4;
    // To pass, to end a turn: seldom, or nothing ever happens.
    return path.length === 1 ? 0.5 : 1;
  };
  const sum = choices.reduce((total, choice) => total + weight(choice), 0);
  let at = random() * sum;
  for (const choice of choices) {
    at -= weight(choice);
    if (at <= 0) return choice;
  }
  return choices.at(-1);
}

/** A place and the point in it that people aim at: the middle of what surrounds it may lie outside. @param {Page} page @param {string} spot */
async function aim(page, spot) {
  // Of a map that is too large for the screen the small picture of the whole brings the place into sight.
  const hidden = await page.evaluate((spot) => {
    const { places, camera } = /** @type {any} */ (document.querySelector("vb-board"));
    const { middle } = places.get(spot);
    return camera.vast && !camera.shows(middle) ? { x: middle.x / camera.width, y: middle.y / camera.height } : null;
  }, spot);
  if (hidden) {
    const overview = page.locator(".overview");
    const box = await overview.boundingBox();
    assert.ok(box, "there is a small picture of the whole");
    await overview.click({ position: { x: hidden.x * box.width, y: hidden.y * box.height } });
  }
  const hit = page.locator(`vb-board .hit[data-spot="${spot}"]`);
  // The box of a line is wider than its points, so the point is measured on the screen.
  const point = await hit.evaluate((element, spot) => {
    const { middle } = /** @type {any} */ (document.querySelector("vb-board")).places.get(spot);
    const board = /** @type {SVGGraphicsElement} */ (element.parentNode);
    const { x, y } = new DOMPoint(middle.x, middle.y).matrixTransform(board.getScreenCTM() ?? undefined);
    return { x, y };
  }, spot);
  const around = await hit.boundingBox();
  assert.ok(around, `${spot} is on the screen`);
  const position = { x: point.x - around.x, y: point.y - around.y };
  return { hit, position };
}

/** Rests on a place until its card is there. @param {Page} page @param {string} spot */
export async function rest(page, spot) {
  const { hit, position } = await aim(page, spot);
  await hit.hover({ position });
  await page.locator(".spot-card:not([hidden]) .title").first().waitFor();
}

/** By mouse. @type {Hand} */
export const mouse = {
  spot: async (page, spot) => {
    const { hit, position } = await aim(page, spot);
    await hit.click({ position });
  },
  button: async (page, spot) => page.locator(`.choices [data-spot="${spot}"]`).click(),
  send: async (page) => page.locator(".amount button[type=submit]").first().click(),
};

/** By finger. @type {Hand} */
export const finger = {
  spot: async (page, spot) => {
    const { hit, position } = await aim(page, spot);
    await hit.tap({ position });
  },
  button: async (page, spot) => page.locator(`.choices [data-spot="${spot}"]`).tap(),
  send: async (page) => page.locator(".amount button[type=submit]").first().tap(),
};

/** By keyboard alone: to the board, through what is offered, and Enter. @type {Hand} */
export const keyboard = {
  spot: async (page, spot) => {
    if (!(await page.evaluate(() => document.activeElement?.matches("vb-board .hit")))) await page.keyboard.press("b");
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-spot"));
    const offered = await page.locator("vb-board .hit.start, vb-board .hit.target").count();
    for (let presses = 0; presses <= offered + 1 && (await at()) !== spot; presses += 1) await page.keyboard.press("PageDown");
    assert.equal(await at(), spot, "every spot that is offered is reached");
    await page.keyboard.press("Enter");
  },
  button: async (page, spot) => {
    const button = page.locator(`.choices [data-spot="${spot}"]`);
    const letter = await button.getAttribute("aria-keyshortcuts");
    if (letter) return page.keyboard.press(letter);
    await tabTo(page, `.choices [data-spot="${spot}"]`);
    return page.keyboard.press("Enter");
  },
  send: async (page) => page.keyboard.press("Enter"),
};

/** @typedef {{spot(page: Page, spot: string): Promise<unknown>, button(page: Page, spot: string): Promise<unknown>, send(page: Page): Promise<unknown>}} Hand */

/** Presses Tab until something has the focus. @param {Page} page @param {string} selector */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/**
 * Takes one action that the page offers. The answer is what was chosen; nothing when the match is over.
 * @param {Page} page
 * @param {() => number} random
 * @param {Hand} hand
 * @param {(choices: Choice[]) => Choice | undefined} [pick]
 */
export async function act(page, random, hand, pick = (choices) => choose(choices, random)) {
  await untilAsked(page);
  const before = await look(page);
  if (before.result) return undefined;
  const choice = pick(choicesOf(before.ask));
  assert.ok(choice, "something is offered");
  for (const [at, spot] of choice.path.entries()) {
    // The first click takes up what was taken up last time; the second one the place itself.
    if (at === 0 && before.ask.instead?.[spot]) await hand.spot(page, spot);
    // What was chosen for the last action may still be: it need not be clicked again.
    if (await page.evaluate((spot) => document.querySelector(`.choices [data-spot="${spot}"]`)?.getAttribute("aria-pressed") === "true", spot)) continue;
    const onBoard = await page.evaluate((spot) => /** @type {any} */ (document.querySelector("vb-board")).places.has(spot), spot);
    if (onBoard) await hand.spot(page, spot);
    else await hand.button(page, spot);
  }
  if (choice.amount) await hand.send(page);
  // A path that several answers share is told apart by their words.
  const whole = page.locator(".dock .more > button", { hasText: choice.caption });
  if (!choice.amount && (await whole.count()) > 0) await whole.first().click();
  await page.waitForFunction(({ seq, ask }) => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const curtain = document.querySelector(".curtain:not([hidden])");
    const refused = document.querySelector(".outcome.refused");
    if (refused) throw new Error(`refused: ${refused.textContent}`);
    return curtain || board.page.seq !== seq || board.page.ask?.id !== ask;
  }, { seq: before.seq, ask: before.ask.id });
  return choice;
}

/**
 * Plays until the end, or `most` actions long; then gives up by the button, as people do.
 * @param {Page} page
 * @param {{seed: number, most: number, hand: Hand}} how
 */
export async function play(page, { seed, most, hand }) {
  const random = luck(seed);
  let actions = 0;
  while (actions < most && (await act(page, random, hand))) actions += 1;
  await untilAsked(page);
  const finished = (await look(page)).result !== null;
  if (!finished) await resign(page);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board")).page.result !== null);
  return { actions, finished, result: (await look(page)).result };
}

/** @param {Page} page @param {"mouse" | "keyboard"} by */
export async function resign(page, by = "mouse") {
  const button = page.locator(".main-tools button", { hasText: /Resign|Abandonner/ });
  const sure = page.locator("dialog footer button", { hasText: /Resign|Abandonner/ });
  if (by === "mouse") {
    await button.click();
    await sure.click();
    return;
  }
  await button.evaluate((element) => element.setAttribute("data-wanted", ""));
  await tabTo(page, "[data-wanted]");
  await page.keyboard.press("Enter");
  await sure.waitFor();
  await sure.evaluate((element) => element.setAttribute("data-sure", ""));
  await tabTo(page, "[data-sure]");
  await page.keyboard.press("Enter");
}
