/**
 * What a match costs the hand and the line: clicks and seconds of a conquest, of a turn of five moves, of a round against
 * two programs, of a first visit. Run by hand: `node tests/clicks.js`; with $VAUBAN_WEB
 * it measures that page. Prints rows for docs/bench.md.
 */

import { launch, visitor } from "./browser.js";
import { call, introduce } from "./harness.js";
import { act, choicesOf, finger, look, luck, mouse, untilAsked } from "./player.js";
import { Server } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./player.js").Hand & { press(page: Page, at: import("playwright-core").Locator): Promise<unknown> }} Hand */

/** The first side may attack 102, which has four armies, from 101, which has forty. */
const BATTLE = `1.1.attacker.0.0._a40b4n1n1n1n1${"a1b1".repeat(18)}_1-0-0.0-1-0.${Array(4).fill("0-0-0").join(".")}_13-13-14.0-0-0_-.-.0.0.00000`;

/** No task needs more. */
const MOST = 120;

/** Counts every click and tap. @param {import("playwright-core").BrowserContext} context */
async function counting(context) {
  await context.addInitScript(() => {
    Object.assign(window, { clicks: 0 });
    addEventListener("click", () => ((/** @type {any} */ (window)["clicks"] += 1)), true);
  });
}

/** @param {Page} page @param {() => Promise<unknown>} body */
async function timed(page, body) {
  await page.evaluate(() => ((/** @type {any} */ (window)["clicks"] = 0)));
  const begun = Date.now();
  await body();
  return { clicks: await page.evaluate(() => /** @type {any} */ (window)["clicks"]), seconds: (Date.now() - begun) / 1000 };
}

/** The country falls, by "Fight on" where there is one. @param {Page} page @param {Hand} hand */
async function conquest(page, hand) {
  await begin(page, { game: "risk", options: { rules: "classic" }, position: BATTLE, seats: ["me", "me"] });
  const fallen = page.locator(".log .line", { hasText: "takes East Africa" });
  return timed(page, async () => {
    await hand.spot(page, "101");
    await hand.spot(page, "102").catch(() => {});
    const on = page.locator(".fight-on");
    if (await on.waitFor({ timeout: 4000 }).then(() => true, () => false)) await hand.press(page, on);
    else {
      for (let more = 0; more < MOST && (await fallen.count()) === 0; more += 1) {
        const { ask } = await look(page);
        const choice = choicesOf(ask).findLast(({ path }) => path.some((spot) => /dice-|defence-|^102$|^101$/.test(spot))) ?? choicesOf(ask)[0];
        await act(page, luck(1), hand, () => choice);
        await untilAsked(page);
      }
    }
    await fallen.first().waitFor();
  });
}

/** Five units move, and the turn is over. @param {Page} page @param {Hand} hand */
async function fiveMoves(page, hand) {
  await begin(page, { game: "guerre", seats: ["me", "agent:1"] });
  return timed(page, async () => {
    for (let moves = 0; moves < MOST; moves += 1) {
      const { turn, ask } = await look(page);
      if (!ask || !turn.seats.includes(1)) break;
      const choices = choicesOf(ask);
      const quiet = choices.find(({ path, mark }) => path.length === 2 && mark !== "mark-attack");
      const done = moves >= 5 || !quiet;
      const ends = choices.find(({ path }) => path.length === 1);
      if (done && !ends) break;
      await act(page, luck(1), hand, () => (done ? ends : quiet));
      if (done) break;
      await page.waitForTimeout(50);
    }
  });
}

/** From one's own turn to the next, with one attack that is fought out. @param {Page} page @param {Hand} hand */
async function round(page, hand) {
  await begin(page, { game: "risk", options: { rules: "classic", players: "3" }, seats: ["me", "agent:1", "agent:1"] });
  const quick = async () => {
    const { ask } = await look(page);
    const choices = choicesOf(ask);
    const next = choices.find(({ path, amount }) => path.length === 1 && !amount) ?? choices[0];
    await act(page, luck(1), hand, () => next);
    await untilAsked(page);
  };
  // The first countries are given out and manned before it counts.
  for (let taken = 0; taken < MOST; taken += 1) {
    const { ask } = await look(page);
    if (/attack|attaque/i.test(JSON.stringify(ask.choices.map((/** @type {any} */ choice) => choice.caption)))) break;
    await quick();
  }
  return timed(page, async () => {
    const turn = () => page.evaluate(() => /** @type {any} */ (document.querySelector("vb-board")).page.status.turn);
    const begun = await turn();
    for (let taken = 0; taken < MOST && (await turn()) < begun + 3; taken += 1) await quick();
  });
}

/** From the address to the first move that is saved, against a program. @param {Page} page @param {Hand} hand */
async function firstMove(page, hand) {
  const begun = Date.now();
  await page.goto("/");
  await page.evaluate(() => ((/** @type {any} */ (window)["clicks"] = 0)));
  await hand.press(page, page.locator(".game-card").first().getByRole("button", { name: /^Play/ }));
  await untilAsked(page);
  await act(page, luck(1), hand);
  return { clicks: await page.evaluate(() => /** @type {any} */ (window)["clicks"]), seconds: (Date.now() - begun) / 1000 };
}

/** @param {Page} page @param {unknown} wish */
async function begin(page, wish) {
  const room = await call(page, "POST", "/matches", { .../** @type {object} */ (wish), private: true });
  await page.goto(`/match/${room.id}`);
  await untilAsked(page);
}

const server = await Server.start();
const browser = await launch();
try {
  const screens = /** @type {const} */ ([
    ["desktop", { viewport: { width: 1366, height: 768 } }, { ...mouse, press: (/** @type {Page} */ _, /** @type {any} */ at) => at.click() }],
    ["phone", { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true }, { ...finger, press: (/** @type {Page} */ _, /** @type {any} */ at) => at.tap() }],
  ]);
  for (const [screen, options, hand] of screens) {
    for (const [name, task] of Object.entries({ conquest, fiveMoves, round, firstMove })) {
      const { context, page } = await visitor(browser, server.address, options);
      await counting(context);
      if (task !== firstMove) await introduce(page, "Élise");
      const told = await task(page, hand).catch((/** @type {Error} */ error) => error.message.split("\n")[0] ?? "");
      console.log(`${screen} ${name}: ${typeof told === "string" ? told : `${told.clicks} clicks, ${told.seconds.toFixed(1)} s`}`);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.end();
}
