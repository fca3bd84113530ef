/**
 * Plans on a map, and what tells the players apart: arrows that a click cancels, the button that launches,
 * what was chosen last, a sound and a colour for each player, and the numbers of six of them on a phone.
 */

import assert from "node:assert/strict";
import { call, fits, introduce, open, scene, table } from "./harness.js";
import { act, mouse, untilAsked } from "./player.js";

const here = table();

/** On this map 44 has land borders with 36 and 41. The first seat is on turn. @param {Record<number, string>} lands @param {string} players @param {string} phase */
function position(lands, players, phase) {
  const all = Array.from({ length: 48 }, (_, at) => lands[at + 1] ?? "n0").join("");
  return `262115.4.1.1.${phase}.-.0.-_${all}_${players}_-_-`;
}

const WAR = { game: "landbuster", seat_count: 3, options: { map: "262115" }, seats: ["me", "me", "me"], private: true,
  position: position({ 44: "a90", 48: "a40", 41: "b10", 36: "c8", 13: "b0", 14: "c0" }, "44~-~-~2.13~-~-~2.14~-~-~2", "action") };

const plans = (/** @type {import("playwright-core").Page} */ page) => page.locator("vb-board [data-spot^=plan-].hit");
const launch = (/** @type {import("playwright-core").Page} */ page) => page.locator('.choices [data-spot="launch"]');

scene(here, "a planned attack is an arrow; a click on it cancels it, and the button that launches is there only meanwhile", async (visit) => {
  const { page } = await visit();
  await open(page, WAR);
  assert.equal(await launch(page).count(), 0);
  for (const to of ["41", "36"]) {
    await mouse.spot(page, "44");
    await mouse.spot(page, to);
    await page.locator(`vb-board .hit[data-spot="plan-44x${to}"]`).waitFor({ state: "attached" });
  }
  await launch(page).waitFor();
  assert.equal(await plans(page).count(), 2);
  await mouse.spot(page, "plan-44x41");
  await page.locator('vb-board .hit[data-spot="plan-44x41"]').waitFor({ state: "detached" });
  assert.equal(await plans(page).count(), 1);
  await launch(page).waitFor();
  // In the command bar an arrow stands for what a click on it does.
  await page.locator("#command").focus();
  await mouse.spot(page, "plan-44x36");
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#command")).value !== "");
  await page.keyboard.press("Enter");
  await page.locator("#command").blur();
  await launch(page).waitFor({ state: "detached" });
  await plans(page).first().waitFor({ state: "detached" });
  // And a whole plan is carried out.
  await mouse.spot(page, "44");
  await mouse.spot(page, "41");
  await launch(page).click();
  await page.waitForFunction(() => /conquer|takes|lost/.test(document.querySelector(".log")?.textContent ?? ""));
  await plans(page).first().waitFor({ state: "detached" });
});

scene(here, "whoever holds an item reads which one it is and what it does", async (visit) => {
  const { page } = await visit();
  await open(page, { ...WAR, position: WAR.position.replace("44~-~-~2", "44~-~t~2") });
  assert.match(await page.locator('.choices [data-spot="item"]').innerText(), /use the item\s+another turn follows/i);
  assert.match(await page.locator(".question").innerText(), /you hold the item “play twice”/i);
});

scene(here, "a move offers what was chosen last, the hero included; a second click leaves him out", async (visit) => {
  const { page } = await visit();
  // The hero stood on 44 and went along last time, with three quarters.
  await open(page, { ...WAR, position: position({ 44: "a90", 36: "a4", 41: "b10", 13: "b0", 14: "c0" }, "44~44~-~3h.13~-~-~2.14~-~-~2", "move") });
  const chosen = () => page.evaluate(() => /** @type {any} */ (document.querySelector("vb-board")).marks.selected);
  await mouse.spot(page, "44");
  assert.deepEqual(await chosen(), ["hero-44"]);
  await mouse.spot(page, "44");
  assert.deepEqual(await chosen(), ["44"]);
  await page.keyboard.press("Escape");
  assert.deepEqual(await chosen(), []);
  await mouse.spot(page, "44");
  await mouse.spot(page, "36");
  const parts = page.locator(".amount.named button");
  assert.deepEqual(await parts.allTextContents(), ["the hero alone", "1/4", "1/2", "3/4", "all"]);
  const usual = page.locator(".amount.named button[type=submit]");
  assert.equal(await usual.textContent(), "3/4");
  assert.ok(await usual.evaluate((button) => button === document.activeElement), "Enter takes it");
  await page.keyboard.press("Enter");
  // The turn is over: the next player sees the board.
  await page.locator(".curtain").waitFor();
  await untilAsked(page);
  // Three quarters of ninety, rounded down, come to the four that are there.
  const soldiers = (/** @type {string} */ land) => page.locator(`vb-board [data-key="army-${land}"]`).textContent();
  assert.deepEqual([await soldiers("44"), await soldiers("36")], ["R23", "R71"]);
  await page.locator('vb-board .hit[data-spot="hero-36"]').waitFor({ state: "attached" });
});

scene(here, "each player's turn begins with a sound of its own, which can be switched off", async (visit) => {
  const { context, page } = await visit();
  await context.addInitScript(() => {
    /** @type {number[]} */
    const heard = [];
    Object.assign(window, { heard });
    const real = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      const voice = real.call(this);
      const start = voice.start.bind(voice);
      voice.start = (when) => {
        if (voice.type === "triangle") heard.push(Math.round(voice.frequency.value));
        start(when);
      };
      return voice;
    };
  });
  await open(page, WAR);
  const heard = () => page.evaluate(() => /** @type {any} */ (window).heard.splice(0).join(" "));
  const pass = async () => {
    await act(page, () => 0, mouse, (choices) => choices.find(({ path }) => path[0] === "pass"));
    await untilAsked(page);
  };
  const motifs = new Set();
  for (let turns = 0; turns < 3; turns += 1) {
    await pass();
    await page.waitForFunction(() => /** @type {any} */ (window).heard.length >= 3);
    motifs.add(await heard());
  }
  assert.equal(motifs.size, 3, [...motifs].join(" / "));
  await page.keyboard.press("m");
  await pass();
  await page.waitForTimeout(600);
  assert.equal(await heard(), "");
});

scene(here, "six players on a phone: their numbers are in sight, and their colours are the game's own", async (visit) => {
  const { page } = await visit({ viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  await introduce(page, "Élise");
  const room = await call(page, "POST", "/matches", { game: "landbuster", seat_count: 6, seats: Array(6).fill("me"), private: true });
  await page.goto(`/match/${room.id}`);
  await untilAsked(page);
  await fits(page, "six players");
  const tallies = await page.locator(".person .tally").evaluateAll((all) => all.map((one) => ({ text: one.textContent, high: one.getBoundingClientRect().height })));
  assert.equal(tallies.length, 6);
  for (const { text, high } of tallies) assert.ok(high > 8 && /^\d+ · \d+$/.test(text ?? ""), `${text} ${high}`);
  const letters = await page.locator(".person .token text").allTextContents();
  assert.deepEqual(letters, ["R", "C", "Y", "V", "B", "P"]);
  const red = await page.locator(".person .token > :first-child").first().evaluate((shape) => getComputedStyle(shape).fill);
  const [r = 0, g = 0, b = 0] = (red.match(/\d+/g) ?? []).map(Number);
  assert.ok(r > 150 && g < 110 && b < 110, red);
});
