/** A map is read at a glance: whose a land is, what is marked there, what was taken back, and what dice add up to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { facesOf } from "../js/dice.js";
import { undoneOf } from "../js/match/happenings.js";
import { open, scene, table } from "./harness.js";
import { act, luck, mouse, untilAsked } from "./player.js";

const here = table();

/** The first side may attack 102 from 101 by the classic rules. */
const BATTLE = `1.1.attacker.0.0._a40b4n1n1n1n1${"a1b1".repeat(18)}_1-0-0.0-1-0.${Array(4).fill("0-0-0").join(".")}_13-13-14.0-0-0_-.-.0.0.00000`;

scene(here, "what is chosen and what happened last are lines around a land, and its colour is still its owner's", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "risk", options: { rules: "classic" }, position: BATTLE, seats: ["me", "me"], private: true });
  await mouse.spot(page, "101");
  const chosen = page.locator("vb-board .tile.selected");
  await chosen.first().waitFor();
  assert.equal(await chosen.first().evaluate((tile) => getComputedStyle(tile).fill), "none");
  // Marks lie around a token: its number is free.
  const free = await page.evaluate(() => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const tokens = new Map([...board.drawn.values()].filter(({ half, spot }) => spot && half > 0).map(({ spot, middle, half }) => [spot, { middle, half }]));
    return [...board.marks.targets.keys()].map((spot) => {
      const token = tokens.get(spot) ?? { middle: { x: 0, y: 0 }, half: Infinity };
      const figures = [...board.querySelectorAll(".over .figure")].filter((figure) => figure.style.transform.includes(`${token.middle.x}px`));
      const ring = figures[0]?.querySelector("circle.ring");
      return { spot, clear: Number(ring?.getAttribute("r")) - token.half };
    });
  });
  assert.ok(free.length > 0 && free.every(({ clear }) => clear > 0), JSON.stringify(free));
  await mouse.spot(page, "102");
  await page.locator('.choices [data-spot="dice-3"]').waitFor();
  await page.keyboard.press("3");
  await page.locator("vb-board .battle-chip.result").waitFor();
  await untilAsked(page);
  const last = page.locator("vb-board .tile.last");
  if ((await last.count()) > 0) assert.equal(await last.first().evaluate((tile) => getComputedStyle(tile).fill), "none");
});

scene(here, "lines of what was taken back are struck through, and stay", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  const random = luck(3);
  for (let taken = 0; taken < 3; taken += 1) {
    await act(page, random, mouse, (choices) => choices.find(({ path }) => path.length === 2));
    await untilAsked(page);
  }
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator(".log .line", { hasText: "Taken back" }).waitFor();
  const struck = page.locator(".log li.undone");
  assert.equal(await struck.count(), 1);
  assert.equal(await struck.getAttribute("data-seq"), "3");
  assert.match(await struck.locator(".words").evaluate((words) => getComputedStyle(words).textDecorationLine), /line-through/);
  // Steps of one turn belong together: only the first of them has the token of who takes it.
  assert.equal(await page.locator(".log li.turn-goes-on").count(), 2);
  // After a reload they are still there.
  await page.reload();
  await untilAsked(page);
  assert.equal(await struck.count(), 1);
});

test("what was taken back is found, also twice and of steps that nature took", () => {
  const step = (/** @type {number} */ seq) => ({ seq, by: 1, action: "a", events: [] });
  const roll = (/** @type {number} */ seq) => ({ seq, by: null, events: [{ kind: "roll", text: "" }] });
  const back = (/** @type {number} */ seq, /** @type {number} */ steps) => ({ seq, by: null, events: [{ kind: "undo", steps, text: "" }] });
  const said = (/** @type {number} */ seq) => ({ seq, by: null, events: [{ kind: "draw-offered", text: "" }] });
  const entries = /** @type {any[]} */ ([step(1), roll(2), said(3), back(4, 2), step(5), step(6), back(7, 1)]);
  assert.deepEqual([...undoneOf(entries)].sort(), [1, 2, 6]);
});

test("the dice of a handful add up to their sum, each with a face that it has", () => {
  for (const sides of [6, 9]) {
    for (let amount = 1; amount <= 8; amount += 1) {
      for (let sum = amount; sum <= amount * sides; sum += 1) {
        const faces = facesOf({ amount, sides, sum });
        assert.equal(faces.reduce((all, face) => all + face, 0), sum);
        assert.ok(faces.length === amount && faces.every((face) => face >= 1 && face <= sides), `${amount} ${sides} ${sum}: ${faces}`);
      }
    }
  }
});
