/**
 * Film strips of an opponent's turn in each game, a picture every 100 ms, to be looked at: can one tell what happened
 * without reading the log? Run by hand: `node tests/strips.js FOLDER [game …]`.
 */

import { mkdirSync, writeFileSync } from "node:fs";
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
/** Every so many of them is also kept in its own size. */
const LARGE = 5;
/** The clock goes on until it is told to wait. */
const SOON = 400;
/** How long a program may take, in milliseconds of our own clock. */
const ANSWER = 900;
/** So many actions are tried for a turn of several steps. */
const LEAST = 6;

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
    const [preset] = featured;
    const room = await call(page, "POST", "/matches", { game: name, ...(preset && { preset }), seats: ["me", "agent:4"], private: true });
    await page.goto(`/match/${room.id}`);
    const random = luck(3);
    // Quick steps until somebody else's turn begins.
    for (let taken = 0; taken < 60; taken += 1) {
      await untilAsked(page);
      const { ask, result, seq } = await look(page);
      if (result) break;
      const choices = choicesOf(ask);
      const ends = choices.find(({ path, amount }) => path.length === 1 && !amount);
      // The page's clock waits from before the last click, so that nothing is missed.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + SOON);
      await act(page, random, mouse, () => (taken > 16 && ends ? ends : choose(choices, random)));
      await new Promise((done) => setTimeout(done, ANSWER));
      /** @type {{ name: string, picture: Buffer }[]} */
      const pictures = [];
      const clip = await page.locator("section.stage").boundingBox();
      const shown = () => page.evaluate(() => {
        const board = /** @type {any} */ (document.querySelector("vb-board"));
        return { trails: board.ways.filter((/** @type {any} */ way) => `seat-${way.seat}` !== board.own).length, isOver: Boolean(board.page.result) || (board.page.ask !== null && board.interactive && board.querySelector(".hit.start") !== null) };
      });
      for (let isOver = false, steps = 0; steps < MOST && !isOver; steps += 1) {
        pictures.push({ name: `${steps * EVERY} ms`, picture: await page.screenshot({ ...(clip && { clip }) }) });
        await page.clock.runFor(EVERY);
        ({ isOver } = await shown());
      }
      await page.clock.runFor(SOON);
      pictures.push({ name: "at the end", picture: await page.screenshot({ ...(clip && { clip }) }) });
      const { trails } = await shown();
      await page.clock.resume();
      // Of a turn in which little happened there is little to see.
      if (trails === 0 || (trails < 3 && taken < LEAST)) continue;
      await sheet(browser, pictures, `${folder}/strip-${name}.png`, 340);
      // Some of them as large as they were.
      for (const [at, { picture }] of pictures.entries()) if (at % LARGE === 0 || at === pictures.length - 1) writeFileSync(`${folder}/${name}-${String(at).padStart(3, "0")}.png`, picture);
      console.log(`${name}: ${pictures.length} pictures, ${trails} ways, entries ${seq} to ${(await look(page)).seq}`);
      break;
    }
  }
} finally {
  await browser.close();
  await server.end();
}
