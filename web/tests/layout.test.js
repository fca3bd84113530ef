/** The board stays where it is, whatever comes and goes around it; and everything fits. */

import assert from "node:assert/strict";
import { open, scene, table } from "./harness.js";
import { act, finger, luck, mouse, untilAsked } from "./player.js";

const here = table();

/** The names are needed before the server runs: tests are written down first. */
const CATALOGUE = (await import("./catalogue.js")).games;

/** Screens on which the board must not move. */
const SCREENS = /** @type {const} */ ([
  { name: "a laptop", viewport: { width: 1366, height: 768 }, hand: mouse, actions: 30 },
  { name: "a large screen", viewport: { width: 1440, height: 900 }, hand: mouse, actions: 30 },
  { name: "a telephone", viewport: { width: 360, height: 740 }, hand: finger, actions: 30 },
]);

/** How many actions are watched without much time; with it, all of them. */
const FEW = 8;
const THOROUGH = process.env["VAUBAN_THOROUGH"] !== undefined;

for (const [at, game] of CATALOGUE.entries()) {
  // Every game on one screen, every screen with some game; all of them if there is time.
  for (const { name, viewport, hand, actions } of THOROUGH ? SCREENS : [SCREENS[at % SCREENS.length] ?? SCREENS[0]]) {
    scene(here, `${game}: the board does not move by a pixel on ${name}, and what is beside it fits`, async (visit) => {
      const phone = viewport.width < 640 ? { hasTouch: true, isMobile: true } : {};
      const { page } = await visit({ viewport, ...phone });
      await open(page, { game, seats: ["me", "agent:1"], private: true });
      // Whatever its size or place was, for however short a time.
      await page.evaluate(() => {
        const board = /** @type {Element} */ (document.querySelector("vb-board"));
        const seen = /** @type {Set<string>} */ ((/** @type {any} */ (window)["boxes"] = new Set()));
        const measure = () => {
          const { x, y, width, height } = board.getBoundingClientRect();
          seen.add([x, y, width, height].map(Math.round).join(" "));
          requestAnimationFrame(measure);
        };
        measure();
      });
      const random = luck(11);
      for (let taken = 0; taken < (THOROUGH ? actions : FEW); taken += 1) {
        if (!(await act(page, random, hand))) break;
      }
      await untilAsked(page);
      const { boxes, scrolls } = await page.evaluate(() => ({ boxes: [.../** @type {any} */ (window)["boxes"]], scrolls: document.documentElement.scrollHeight > innerHeight + 1 }));
      assert.equal(boxes.length, 1, `${game}: ${boxes.join(" | ")}`);
      assert.ok(!scrolls, "the page need not be scrolled");
      if (viewport.width < 640) return;
      for (const word of ["Take back", "Resign"]) {
        const box = await page.locator(".main-tools button", { hasText: word }).boundingBox();
        assert.ok(box && box.y + box.height <= viewport.height, `${word} is seen whole`);
      }
    });
  }
}
