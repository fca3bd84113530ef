/**
 * Film strips of an opponent's turn in each game, a picture every 100 ms, to be looked at: can one tell what happened
 * without reading the log? Run by hand: `node tests/strips.js FOLDER [game …]`.
 */

import { mkdirSync } from "node:fs";
import { launch, visitor } from "./browser.js";
import { call, introduce } from "./harness.js";
import { act, choicesOf, choose, look, luck, mouse, untilAsked } from "./player.js";
import { sheet } from "./room.js";
import { Server } from "./server.js";

const [folder, ...only] = process.argv.slice(2);
if (!folder) throw new Error("where to: node tests/strips.js FOLDER [game …]");
mkdirSync(folder, { recursive: true });

/** Between two pictures, in milliseconds, and how many there are at most. */
const EVERY = 100;
const MOST = 130;
/** The clock goes on until it is told to wait. */
const SOON = 400;

const server = await Server.start();
const browser = await launch();
try {
  const games = await (await fetch(`${server.address}/api/v1/games?lang=en`)).json();
  const { page } = await visitor(browser, server.address, { viewport: { width: 1100, height: 760 }, reducedMotion: "no-preference" });
  // A picture takes longer than the time between two of them: the page's clock waits for it.
  await page.clock.install();
  await introduce(page, "Élise");
  for (const { name, featured } of games) {
    if (only.length > 0 && !only.includes(name)) continue;
    const preset = featured?.[0]?.options ?? {};
    const room = await call(page, "POST", "/matches", { game: name, options: preset, seats: ["me", "agent:4"], private: true });
    await page.goto(`/match/${room.id}`);
    const random = luck(3);
    // Quick steps until somebody else's turn of several steps begins.
    for (let taken = 0; taken < 60; taken += 1) {
      await untilAsked(page);
      const { ask, result } = await look(page);
      if (result) break;
      const choices = choicesOf(ask);
      const ends = choices.find(({ path, amount }) => path.length === 1 && !amount);
      const last = taken > 24 && ends;
      const before = (await look(page)).seq;
      await act(page, random, mouse, () => (last ? ends : choose(choices, random)));
      const watched = await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board"))?.ways.length > 0, null, { timeout: 1500 }).catch(() => null);
      if (!watched || taken < 8) continue;
      /** @type {{ name: string, picture: Buffer }[]} */
      const pictures = [];
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + SOON);
      const clip = await page.locator("section.stage").boundingBox();
      while (pictures.length < MOST) {
        pictures.push({ name: `${pictures.length * EVERY} ms`, picture: await page.screenshot({ ...(clip && { clip }) }) });
        const { isAsked } = await page.evaluate(() => ({ isAsked: Boolean(/** @type {any} */ (document.querySelector("vb-board"))?.page.ask) && !document.querySelector(".recap[hidden]") }));
        if (isAsked) break;
        await page.clock.runFor(EVERY);
      }
      await page.clock.resume();
      pictures.push({ name: "at the end", picture: await page.screenshot({ ...(clip && { clip }) }) });
      await sheet(browser, pictures, `${folder}/strip-${name}.png`, 340);
      console.log(`${name}: ${pictures.length} pictures, entries ${before} to ${(await look(page)).seq}`);
      break;
    }
  }
} finally {
  await browser.close();
  await server.end();
}
