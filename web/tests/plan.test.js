/**
 * A turn that is planned before it is played: steps as numbered arrows, drafts, rolls that are assumed, one order;
 * overlays that one reads; and what will happen, told before it does.
 */

import assert from "node:assert/strict";
import { accessible, call, fits, open, scene, table } from "./harness.js";
import { choicesOf, look, mouse, finger, rest, untilAsked } from "./player.js";

const here = table();

/** @typedef {import("playwright-core").Page} Page */

/** Cavalry beside infantry that has one friend, and more cavalry that can fall in behind it. */
const CHARGE = { game: "guerre", seats: ["me", "me"], private: true, position: "n5.0.0_B15.D8~T3.T23_cJ11.cK12.iD8.rE12~iK13.iK14.iT3" };

const steps = (/** @type {Page} */ page) => page.locator(".plan-step");
const numbers = (/** @type {Page} */ page) => page.locator("vb-board .notes .number text").allTextContents();
const begin = async (/** @type {Page} */ page) => {
  await page.keyboard.press("t");
  await page.locator(".plan:not([hidden])").waitFor();
};
/** @param {Page} page @param {number} count */
const planned = async (page, count) => {
  await page.waitForFunction((count) => document.querySelectorAll(".plan-step.fine").length === count, count);
};

scene(here, "a turn is planned on the board, nothing is sent, and then all of it as one order", async (visit) => {
  const { page } = await visit();
  const room = await open(page, CHARGE);
  /** @type {string[]} */
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await page.reload();
  await untilAsked(page);
  const before = await call(page, "GET", `/matches/${room.id}/page`);
  await begin(page);
  await mouse.spot(page, "J11");
  await mouse.spot(page, "K11");
  await planned(page, 1);
  // The board shows where it leads, and offers what can be done there.
  assert.ok((await look(page)).layers.some((/** @type {any} */ layer) => layer.shapes.some((/** @type {any} */ shape) => shape.spot === "K11")));
  await mouse.spot(page, "K11");
  await page.locator("vb-board .figure.mark-attack").first().waitFor({ state: "attached" });
  assert.match(await page.locator(".effects").innerText(), /K13\s*destroys K13: 14 − 12 ≥ 2/);
  await mouse.spot(page, "K13");
  await planned(page, 2);
  assert.deepEqual(await numbers(page), ["1", "2"]);
  assert.match(await steps(page).nth(1).innerText(), /destroys K13: 14 − 12 ≥ 2/);
  const now = await call(page, "GET", `/matches/${room.id}/page`);
  assert.deepEqual([now.seq, now.hash], [before.seq, before.hash], "nobody is told");
  assert.ok(!sent.some((text) => text.includes("J11-K11")), "nothing is sent");
  await page.keyboard.press("s");
  await page.locator(".plan[hidden]").waitFor({ state: "attached" });
  await page.waitForFunction((seq) => /** @type {any} */ (document.querySelector("vb-board")).page.seq >= seq + 2, before.seq);
  const orders = sent.filter((text) => text.includes("J11-K11"));
  assert.equal(orders.length, 1, "one order");
  assert.match(orders[0] ?? "", /"then":\["K11xK13"\]/);
});

scene(here, "two drafts, one key for each thing, and the first step that is not possible is told with its reasons", async (visit) => {
  const { page } = await visit();
  await open(page, CHARGE);
  await begin(page);
  for (const spot of ["J11", "K11", "K11", "K13"]) await mouse.spot(page, spot);
  await planned(page, 2);
  await page.keyboard.press("x");
  await planned(page, 0);
  assert.equal(await page.locator('.draft[aria-pressed="true"]').innerText(), "B");
  await mouse.spot(page, "E12");
  await mouse.spot(page, "F12");
  await planned(page, 1);
  await page.keyboard.press("x");
  await planned(page, 2);
  // Without the first step the second cannot be taken.
  await steps(page).first().locator("button").click();
  await page.locator(".plan-step.refused .reasons").waitFor();
  assert.equal(await steps(page).count(), 1);
  await page.waitForFunction(() => /Step 1 is not possible/.test(document.querySelector(".match-root > [aria-live]")?.textContent ?? ""));
  await page.keyboard.press("r");
  await page.waitForFunction(() => document.querySelectorAll(".plan-step").length === 0);
  await page.keyboard.press("x");
  await planned(page, 1);
  await page.keyboard.press("Backspace");
  await planned(page, 0);
  await page.keyboard.press("t");
  await page.locator(".plan[hidden]").waitFor({ state: "attached" });
  assert.deepEqual(await numbers(page), []);
});

scene(here, "a step is taken out of the plan by its arrow's number on the board", async (visit) => {
  const { page } = await visit();
  await open(page, CHARGE);
  await begin(page);
  for (const spot of ["J11", "K11", "E12", "F12"]) await mouse.spot(page, spot);
  await planned(page, 2);
  assert.deepEqual(await numbers(page), ["1", "2"]);
  await page.locator('vb-board .steps [data-step="1"]').click();
  await planned(page, 1);
  assert.deepEqual(await numbers(page), ["1"]);
  assert.match(await steps(page).first().innerText(), /E12-F12/);
  assert.equal(await page.locator(".match-root > [aria-live]").innerText(), "Step removed, 1 left.");
});

/** Four creatures of Blue's beside two of Red's. */
const FIGHT = { game: "garden", seats: ["me", "me"], private: true, position: "7.11.6.conquest.-.c0,0,0,0,0,0.s0,0,0,0,0,0.-r3---/--r2---/---b4---/------/-----" };

scene(here, "a plan goes on past a roll with an assumed result, which one may change", async (visit) => {
  const { page } = await visit();
  await open(page, FIGHT);
  await begin(page);
  for (const spot of ["c4", "b3"]) await mouse.spot(page, spot);
  await planned(page, 1);
  const pick = page.locator(".plan-roll select");
  assert.deepEqual((await pick.locator("option").allTextContents()).map((text) => /\(([\d.]+)\s?%\)$/.exec(text)?.[1] !== undefined), [true, true], "won or lost, each with its share");
  assert.equal(await page.locator(".plan-roll .badge").innerText(), "assumed");
  // The creatures that won can go on.
  assert.ok(choicesOf((await look(page)).ask).some(({ path }) => path[0] === "b3"));
  const other = await pick.evaluate((list) => [.../** @type {HTMLSelectElement} */ (list).options].findIndex((option) => !option.selected));
  await pick.selectOption(String(other));
  await page.locator(".plan-roll .badge").waitFor({ state: "detached" });
  assert.ok(!choicesOf((await look(page)).ask).some(({ path }) => path[0] === "b3"), "they lost");
  assert.match(await page.locator(".plan-told").innerText(), /The chance that the rolls come out like this is [\d.]+\s?%/);
});

scene(here, "what depends on a roll follows if it comes out as planned, and otherwise waits for another look", async (visit) => {
  const { page } = await visit();
  await open(page, FIGHT);
  await begin(page);
  for (const spot of ["c4", "b3"]) await mouse.spot(page, spot);
  await planned(page, 1);
  for (const spot of ["b3", "b2"]) await mouse.spot(page, spot);
  await planned(page, 2);
  await page.keyboard.press("s");
  // The roll says which of the two comes.
  const note = page.locator(".plan:not([hidden]) .notice:not([hidden])");
  await page.waitForFunction(() => {
    const { page } = /** @type {any} */ (document.querySelector("vb-board"));
    return page.seq >= 3 && (document.querySelector(".plan:not([hidden]) .notice:not([hidden])") || /b3 to b2|from b3/.test(document.querySelector(".log")?.textContent ?? ""));
  });
  const { layers } = await look(page);
  const holds = (/** @type {string} */ cell) => layers.some((/** @type {any} */ layer) => layer.shapes.some((/** @type {any} */ shape) => shape.spot === cell && shape.fill === "seat-1"));
  if (holds("b3")) {
    assert.equal(await note.count(), 0);
    assert.ok(holds("b2"), "the rest was sent");
  } else {
    assert.match(await note.innerText(), /differently/);
    assert.match(await page.locator(".plan-step.refused").innerText(), /no longer possible/);
  }
});

scene(here, "on a phone a turn is planned by finger: tools in the dock, steps in the sheet, and the board stays where it is", async (visit) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  await open(page, CHARGE);
  const place = () => page.locator("vb-board").evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
  const before = await place();
  await page.locator(".plan-tool").tap();
  await page.locator(".plan-bar:not([hidden])").waitFor();
  for (const spot of ["J11", "K11"]) await finger.spot(page, spot);
  await planned(page, 1);
  assert.equal(await place(), before);
  await fits(page, "a plan on a phone");
  await accessible(page, "a plan on a phone");
  await page.locator(".plan-bar .primary").tap();
  await page.waitForFunction(() => /J11/.test(document.querySelector(".log")?.textContent ?? ""));
});

scene(here, "overlays stand under headings, favourites first and remembered for the game, and are told in plain words", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "guerre", seats: ["me", "agent:1"], private: true });
  await page.locator("#tab-lens").click();
  const headings = () => page.locator(".lens-group h2").allTextContents();
  assert.deepEqual(await headings(), ["Lines of communication", "Moves", "Attack", "Defence", "Who would win"]);
  await page.locator(".lens-chip strong").waitFor();
  assert.match(await page.locator(".lens-chip").innerText(), /North reaches \d+ squares\./);
  assert.match(await page.locator(".lens-told").innerText(), /North reaches \d+ squares\./);
  // Every place has its number, unless all there is to say is yes or no.
  assert.equal(await page.locator("vb-board .lens-number").count(), 0);
  await page.locator('.lens-menu input[value="defence"]').check();
  await page.waitForFunction(() => document.querySelectorAll("vb-board .lens-number").length > 20);
  const [values, drawn] = await page.evaluate(() => {
    const [side] = /** @type {any} */ (document.querySelector("vb-board")).lensNumbers;
    return [Object.values(side.values).filter((value) => value !== 0).length, document.querySelectorAll("vb-board .lens-number").length];
  });
  assert.ok(drawn >= values, `${drawn} of ${values}`);
  await page.locator('.lens-star[data-lens="hanging"]').click();
  assert.equal((await headings())[0], "Favourites");
  assert.deepEqual(await page.locator(".lens-group").first().locator("input").evaluateAll((all) => all.map((one) => /** @type {HTMLInputElement} */ (one).value)), ["hanging"]);
  await page.reload();
  await untilAsked(page);
  await page.locator("#tab-lens").click();
  assert.equal((await headings())[0], "Favourites");
  await accessible(page, "overlays with a favourite");
  await page.locator("h1").click();
  // From what is shown, which is none of them, to none, and to the first.
  await page.keyboard.press("l");
  await page.keyboard.press("l");
  await page.waitForFunction(() => /Hanging units/.test(document.querySelector(".lens-chip strong")?.textContent ?? ""));
});

scene(here, "on a phone an overlay of a map that is zoomed says what it shows, and the board stays where it is", async (visit) => {
  const { page } = await visit({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  await open(page, { game: "risk", seats: ["me", "agent:1"], private: true });
  const place = () => page.locator("vb-board").evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
  const before = await place();
  await page.locator("h1").tap();
  for (let lens = 0; lens < 7; lens += 1) {
    await page.keyboard.press("l");
    await page.locator(".lens-chip:not([hidden]) .lens-words span").waitFor();
    assert.equal(await place(), before);
    assert.ok((await page.locator(".lens-words").innerText()).includes("."), "a sentence");
  }
  await fits(page, "an overlay on a phone");
});

scene(here, "what an action would change in an overlay is one click on the board away", async (visit) => {
  const { page } = await visit();
  await open(page, CHARGE);
  await page.locator(".lens-chip:not([hidden])").waitFor();
  await page.locator(".lens-after").click();
  assert.equal(await page.locator(".lens-after").getAttribute("aria-pressed"), "true");
  await mouse.spot(page, "E12");
  await rest(page, "F12");
  await page.waitForFunction(() => /Now: .* Then: /.test(document.querySelector(".lens-words")?.textContent ?? ""));
});

scene(here, "before an attack one reads what it comes to, and who could help", async (visit) => {
  const { page } = await visit();
  await open(page, { ...CHARGE, options: { attack_timing: "end_of_turn" } });
  await mouse.spot(page, "K12");
  await rest(page, "K13");
  assert.match(await page.locator(".spot-card .effect").innerText(), /6 short \(7 − 12\): J11 could bring 7/);
  assert.match(await page.locator(".foretold").innerText(), /6 short/);
});
