/** Whoever hears the page can follow a match: every action is spoken, one's own turn after it, and nothing of another seat. */

import assert from "node:assert/strict";
import { call, introduce, scene, table } from "./harness.js";
import { listen, tenMoves } from "./heard.js";
import { act, luck, mouse, untilAsked } from "./player.js";

const here = table();

/** The names are needed before the server runs: tests are written down first. */
const CATALOGUE = (await import("./catalogue.js")).games;

const THOROUGH = process.env["VAUBAN_THOROUGH"] !== undefined;

for (const game of CATALOGUE) {
  scene(here, `${game}: everything that others do is spoken, in order, and then that it is one's turn`, async (visit) => {
    const { context, page } = await visit();
    await listen(context);
    await introduce(page, "Élise");
    for (const { done, told, events } of await tenMoves(page, game, THOROUGH ? 10 : 3)) {
      const all = told.filter((line) => !line.startsWith("[")).join(" ");
      let from = 0;
      for (const text of events) {
        const at = all.indexOf(text.slice(0, 60), from);
        assert.ok(at >= 0, `after “${done}” nobody says “${text}”, but: ${told.join(" | ")}`);
        from = at;
      }
    }
    // Places have their names before anybody goes there.
    await page.reload();
    await untilAsked(page);
    const spots = await call(page, "GET", `${new URL(page.url()).pathname.replace("/match/", "/matches/")}/spots`);
    await page.waitForFunction((spots) => spots.every((/** @type {any} */ { spot, title }) => {
      const hit = document.querySelector(`vb-board .hit[data-spot="${CSS.escape(spot)}"]`);
      return !hit || hit.getAttribute("aria-label") === title;
    }), spots);
  });
}

scene(here, "behind a curtain no live region keeps a word of the last seat", async (visit) => {
  const { page } = await visit();
  await introduce(page, "Élise");
  const rooms = await Promise.all(CATALOGUE.map((game) => call(page, "POST", "/matches", { game, seats: ["me", "me"], private: true })));
  const room = rooms.findLast(({ you }) => you.curtain);
  assert.ok(room, "a game has secrets");
  await page.goto(`/match/${room.id}`);
  const random = luck(8);
  let curtains = 0;
  for (let taken = 0; taken < 40 && curtains < 2; taken += 1) {
    await act(page, random, mouse, (choices) => choices.find(({ path, amount }) => path.length === 1 && !amount && taken > 2) ?? choices[0]);
    if (!(await page.locator(".curtain:not([hidden])").isVisible())) continue;
    curtains += 1;
    const left = await page.evaluate(() => [...document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log]")]
      // What is not shown at all is not read, either.
      .filter((region) => !region.closest(".curtain, [hidden]"))
      .map((region) => region.textContent?.trim()).filter(Boolean));
    assert.deepEqual(left, []);
    await untilAsked(page);
  }
  assert.ok(curtains > 0, "a curtain fell");
});
