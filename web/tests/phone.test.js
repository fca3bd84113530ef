/** One's own side is the near one; and on a telephone: a board that fingers can hit, cards that stay, a page that does not scroll. */

import assert from "node:assert/strict";
import { open, scene, table } from "./harness.js";
import { act, finger, look, luck, untilAsked } from "./player.js";

/** @typedef {import("playwright-core").Page} Page */

const here = table();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** How far down the pieces of a seat are on the screen, on the whole. @param {Page} page @param {number} seat */
function height(page, seat) {
  return page.evaluate((seat) => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const own = [...board.drawn.values()].filter(({ fill, spot }) => spot && fill === `seat-${seat}`).map(({ middle }) => middle.y);
    return own.reduce((sum, y) => sum + y, 0) / own.length;
  }, seat);
}

scene(here, "one's own side is at the bottom, whichever it is, and a board that is turned stays turned", async (visit) => {
  for (const own of [1, 2]) {
    const { page } = await visit();
    await open(page, { game: "guerre", seats: own === 1 ? ["me", "agent:1"] : ["agent:1", "me"], private: true });
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board")).drawn.size > 0);
    const down = async () => (await height(page, own)) > (await height(page, 3 - own));
    await assert.doesNotReject(page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board")).scene));
    assert.ok(await down(), `seat ${own} sits at the bottom`);
    await page.getByRole("button", { name: "Turn the board" }).click();
    assert.ok(!(await down()), "the other way round");
    await page.reload();
    await untilAsked(page);
    assert.ok(!(await down()), "it is remembered");
  }
});

/** A point of the screen. @param {Page} page @param {{ x: number, y: number }} at in units of the picture */
function onScreen(page, at) {
  return page.evaluate((at) => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(board.svg.querySelector("g.hits").getScreenCTM());
    return { x, y };
  }, at);
}

scene(here, "a board of many small squares opens enlarged beside its whole, and a tap beside a target means the target", async (visit) => {
  const { page } = await visit(PHONE);
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  const seen = await page.evaluate(() => {
    const { camera } = /** @type {any} */ (document.querySelector("vb-board"));
    return { vast: camera.vast, pixels: camera.scale() };
  });
  assert.ok(seen.vast && seen.pixels >= 24, JSON.stringify(seen));
  assert.ok(await page.locator(".overview").isVisible());
  await act(page, luck(2), finger, (choices) => choices.find(({ path }) => path.length === 2));
  await untilAsked(page);
  const before = (await look(page)).seq;
  const start = (await look(page)).ask.choices.find((/** @type {any} */ choice) => choice.path.length > 0)?.path[0];
  await finger.spot(page, start);
  await page.locator("vb-board .hit.target").first().waitFor();
  // A square that is not offered, beside one that is.
  const beside = await page.evaluate(() => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const offered = new Set([...board.marks.targets.keys(), ...board.marks.selected, ...(board.marks.starts ?? [])]);
    for (const [name, place] of board.places) {
      if (offered.has(name) || !board.camera.shows(place.middle)) continue;
      const far = [...board.marks.targets.keys()].map((target) => Math.hypot(board.places.get(target).middle.x - place.middle.x, board.places.get(target).middle.y - place.middle.y));
      if (Math.min(...far) < 1.05) return place.middle;
    }
    return null;
  });
  assert.ok(beside, "there is such a square");
  const { x, y } = await onScreen(page, beside);
  await page.touchscreen.tap(x, y);
  await page.waitForFunction((before) => /** @type {any} */ (document.querySelector("vb-board")).page.seq > before, before);
  const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1);
  assert.ok(!scrolls, "the page need not be scrolled");
});

scene(here, "the card of a long press stays until it is dismissed", async (visit) => {
  const { context, page } = await visit(PHONE);
  await open(page, { game: "jungle", seats: ["me", "me"], private: true });
  const { middle } = await page.evaluate(() => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    return board.places.get(board.marks.starts[0]);
  });
  const { x, y } = await onScreen(page, middle);
  const line = await context.newCDPSession(page);
  await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  const card = page.locator(".spot-card:not([hidden]) .title");
  await card.waitFor();
  await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  // Longer than a card stays that a hand has left.
  await page.waitForTimeout(900);
  assert.ok(await card.isVisible());
  await page.locator(".match-head").tap();
  await card.waitFor({ state: "hidden" });
});
