/**
 * How a match is played by hand, beyond choosing: dragging, what a click on others' pieces says, cards that are
 * followed, watching what others did, dice, repairs of choices that do not go together.
 */

import assert from "node:assert/strict";
import { call, introduce, open, scene, table } from "./harness.js";
import { act, choicesOf, choose, look, luck, mouse, untilAsked } from "./player.js";

/** @typedef {import("playwright-core").Page} Page */

const here = table();

/** The names are needed before the server runs: tests are written down first. */
const CATALOGUE = (await import("./catalogue.js")).games;

/** The first side may attack 102 from 101 by the classic rules; each side has a card that the other does not know. */
const BATTLE = `1.1.attacker.0.0._a40b4n1n1n1n1${"a1b1".repeat(18)}_1-0-0.0-1-0.${Array(4).fill("0-0-0").join(".")}_13-13-14.0-0-0_-.-.0.0.00000`;
const CLASSIC = { game: "risk", options: { rules: "classic" }, position: BATTLE, private: true };

/** Where a spot is on the screen. @param {Page} page @param {string} spot */
function point(page, spot) {
  return page.evaluate((spot) => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const { middle } = board.places.get(spot);
    const { x, y } = new DOMPoint(middle.x, middle.y).matrixTransform(board.svg.querySelector("g.hits").getScreenCTM());
    return { x, y };
  }, spot);
}

/** @param {Page} page @param {string} from @param {string | { x: number, y: number }} to */
async function drag(page, from, to) {
  const one = await point(page, from);
  const two = typeof to === "string" ? await point(page, to) : to;
  await page.mouse.move(one.x, one.y);
  await page.mouse.down();
  await page.mouse.move(two.x, two.y, { steps: 5 });
  await page.mouse.up();
}

scene(here, "a token that is dragged keeps its number, and dragged onto an enemy it attacks", async (visit) => {
  const { page } = await visit();
  await open(page, { ...CLASSIC, seats: ["me", "me"] });
  /** Whether the number lies over its token. */
  const isOver = () => page.evaluate(() => {
    const node = (/** @type {string} */ key) => /** @type {Element} */ (document.querySelector(`vb-board .live [data-key="${key}"]`));
    return Boolean(node("token-101").compareDocumentPosition(node("armies-101")) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert.ok(await isOver());
  const sea = await page.locator("vb-board").boundingBox();
  await drag(page, "101", { x: (sea?.x ?? 0) + 4, y: (sea?.y ?? 0) + 4 });
  assert.ok(await isOver(), "the number is still to be seen");
  await drag(page, "101", "102");
  await page.locator('.choices [data-spot="dice-3"]').waitFor();
  assert.ok(await isOver());
  assert.match(await page.locator(".log").innerText(), /attacks East Africa/);
});

scene(here, "a click on an enemy with nothing chosen takes up who can attack it, or says what to choose", async (visit) => {
  const { page } = await visit();
  await open(page, { ...CLASSIC, seats: ["me", "me"] });
  await mouse.spot(page, "102");
  await page.locator('vb-board .hit[data-spot="101"][aria-pressed="true"]').waitFor();
  await page.locator('vb-board .hit.target[data-spot="102"]').waitFor();
  for (const { name } of here.games.filter(({ name }) => name === "jungle" || name === "guerre")) {
    await open(page, { game: name, seats: ["me", "me"], private: true });
    const { ask } = await look(page);
    const own = new Set(choicesOf(ask).flatMap(({ path }) => path));
    const enemy = await page.evaluate((own) => {
      const board = /** @type {any} */ (document.querySelector("vb-board"));
      return board.page.layers.flatMap((/** @type {any} */ layer) => layer.shapes).find((/** @type {any} */ shape) => shape.spot && shape.fill === "seat-2" && !own.includes(shape.spot)).spot;
    }, [...own]);
    await mouse.spot(page, enemy);
    await page.locator(".spot-card", { hasText: "Choose one of the marked places first." }).waitFor();
  }
});

scene(here, "a hand on its way to a card reaches it, though it passes over other places", async (visit) => {
  const { page } = await visit({ viewport: { width: 1366, height: 768 } });
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  const { ask } = await look(page);
  const from = choicesOf(ask).find(({ path }) => path.length === 2)?.path[0] ?? "";
  await mouse.spot(page, from);
  const card = page.locator(".spot-card:not([hidden]) .why a.cite");
  const [far] = await page.evaluate(() => {
    const { places } = /** @type {any} */ (document.querySelector("vb-board"));
    return [...places.values()].sort((one, two) => two.middle.x - one.middle.x || one.middle.y - two.middle.y).slice(3, 4).map(({ name }) => name);
  });
  const start = await point(page, far ?? "");
  // A few places away from the edge, so that others lie between.
  await page.mouse.move(start.x - 90, start.y);
  await card.first().waitFor();
  const box = await card.first().boundingBox();
  assert.ok(box);
  for (let part = 1; part <= 20; part += 1) {
    await page.mouse.move(start.x - 90 + ((box.x + 5 - start.x + 90) * part) / 20, start.y + ((box.y + 5 - start.y) * part) / 20);
    await page.waitForTimeout(45);
  }
  await page.mouse.down();
  await page.mouse.up();
  // The paragraph opens beside the board.
  await page.locator(".paragraph .rule").waitFor();
});

scene(here, "whoever has a link to watch is not offered a seat", async (visit) => {
  const [one, two] = [await visit(), await visit()];
  await introduce(one.page, "Nina");
  const room = await call(one.page, "POST", "/matches", { game: here.games[0].name, seats: ["me", "open"], private: true });
  const { key } = await call(one.page, "POST", `/matches/${room.id}/shares`);
  await two.page.goto(`/match/${room.id}#key=${key}`);
  await two.page.locator(".waiting .seats").waitFor();
  assert.equal(await two.page.getByRole("button", { name: "Sit down" }).count(), 0);
  // The page stays, and goes on by another key.
  await two.page.goto(`/match/${room.id}#key=${room.links.join}`);
  await two.page.getByRole("button", { name: "Sit down" }).waitFor();
});

scene(here, "a number of players that the rules do not allow repairs the rules, and says so at the field", async (visit) => {
  const { page } = await visit();
  for (const game of here.games.filter(({ seats, presets }) => presets.some((/** @type {any} */ one) => one.seats.max < seats.max))) {
    await page.goto("/");
    await page.locator(`[data-game="${game.name}"]`).getByRole("button", { name: "Options" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Preset").selectOption(game.presets.find((/** @type {any} */ one) => one.seats.max < game.seats.max).name);
    await dialog.getByLabel("Number of seats").selectOption(String(game.seats.max));
    await dialog.locator(".repaired", { hasText: `For ${game.seats.max} players` }).waitFor();
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.waitForURL("**/match/*");
    const room = await call(page, "GET", `/matches/${page.url().split("/match/")[1]}`);
    assert.equal(room.seats.length, game.seats.max);
  }
});

scene(here, "an imported position of a game with secrets is played on", async (visit) => {
  const { page } = await visit();
  await page.goto("/import");
  await page.getByLabel("Or paste the text").fill(BATTLE);
  await page.locator("#import-game").selectOption("risk");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForURL("**/replay/*");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "At this screen" }).click();
  await page.waitForURL("**/match/*");
  await untilAsked(page);
});

scene(here, "an imported match says who played it; an address without a match leads home", async (visit) => {
  const { page } = await visit({ expected: /404/ });
  await page.goto("/import");
  await page.getByLabel("Or paste the text").fill('[Game "jungle"]\n[Rules "jungle 1"]\n[Seats "Ann; Bob"]\n[Result "*"]\n\n1. j3j4 h11g11\n');
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForURL("**/replay/*");
  await page.locator(".replay-people", { hasText: "Ann" }).waitFor();
  assert.match(await page.locator(".replay-people").innerText(), /Bob/);
  await page.goto("/match/nothing");
  await page.getByRole("alert").getByRole("link", { name: "Games" }).click();
  await page.locator(".game-card").first().waitFor();
});

scene(here, "the places that the guide speaks of are lit as long as it does", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "jungle", seats: ["me", "agent:1"], private: true });
  await page.locator(".guide", { hasText: "light up" }).waitFor();
  await page.waitForTimeout(1800);
  assert.equal(await page.locator("vb-board .tile.lit").count(), 8);
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForFunction(() => document.querySelectorAll("vb-board .tile.lit").length === 0);
});

scene(here, "at one screen no curtain falls for a roll, and a key means the same at every step", async (visit) => {
  const { page } = await visit();
  await open(page, { ...CLASSIC, seats: ["me", "me"] });
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ ((/** @type {any} */ (window)["seen"] = []));
    new MutationObserver(() => document.querySelector(".curtain:not([hidden])") && seen.push("a curtain")).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await drag(page, "101", "102");
  await page.locator('.choices [data-spot="dice-3"]').waitFor();
  const keys = await page.locator(".choices [data-spot]").evaluateAll((all) => all.map((one) => [one.getAttribute("data-spot"), one.getAttribute("aria-keyshortcuts")]));
  assert.deepEqual(keys, [["dice-1", "1"], ["dice-2", "2"], ["dice-3", "3"]]);
  await page.keyboard.press("3");
  await page.locator(".log .line", { hasText: " against " }).waitFor();
  await untilAsked(page);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window)["seen"]), []);
});

for (const game of CATALOGUE) {
  scene(here, `${game}: what others did stays on the board with a line about it until one acts`, async (visit) => {
    const { page } = await visit({ viewport: { width: 1366, height: 768 } });
    await open(page, { game, seats: ["me", "agent:1"], private: true });
    const random = luck(5);
    const ways = page.locator("vb-board :is(.arrow, .tile).trail");
    // Until the program has moved something.
    for (let actions = 0; actions < 40 && (await ways.count()) === 0; actions += 1) {
      await act(page, random, mouse, (choices) => choices.find(({ path, amount }) => path.length === 1 && !amount && actions > 6) ?? choose(choices, random));
      await untilAsked(page);
    }
    assert.ok((await ways.count()) > 0, "what the program did is on the board");
    assert.match(await page.locator(".recap:not([hidden]) .recap-words").innerText(), /\w{3}/);
    // These very ways go; a quick program may have left others by then, and the same words.
    await ways.evaluateAll((all) => all.forEach((way) => way.setAttribute("data-before", "")));
    await act(page, random, mouse);
    await page.waitForFunction(() => document.querySelectorAll("vb-board .trail[data-before]").length === 0);
  });
}

scene(here, "an opponent's turn is played step by step, is shown again, and ends at once when somebody acts", async (visit) => {
  const { page } = await visit({ reducedMotion: "no-preference" });
  await page.goto("/");
  await page.evaluate(() => localStorage.setItem("vauban-match", JSON.stringify({ speed: "fast", guides: ["guerre"] })));
  await open(page, { game: "guerre", seats: ["me", "agent:2"], private: true });
  // Every picture of the pieces that was shown.
  await page.evaluate(() => {
    const seen = /** @type {Set<string>} */ ((/** @type {any} */ (window)["pictures"] = new Set()));
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const look = () => {
      seen.add([...board.drawn.entries()].map(([key, { at }]) => `${key}@${at.x},${at.y}`).sort().join(" "));
      requestAnimationFrame(look);
    };
    look();
  });
  const again = page.getByRole("button", { name: "Show again" });
  let trails = 0;
  for (let turns = 0; turns < 6 && trails < 2; turns += 1) {
    await page.evaluate(() => /** @type {any} */ (window)["pictures"].clear());
    // A quick program has answered before anybody looks, so that another question is as good as none.
    const before = await page.evaluate(() => /** @type {any} */ (document.querySelector("vb-board")).page.ask?.id);
    await page.keyboard.press("n");
    await page.waitForFunction((before) => /** @type {any} */ (document.querySelector("vb-board")).page.ask?.id !== before, before);
    await again.waitFor();
    await untilAsked(page);
    trails = await page.locator("vb-board .arrow.trail").count();
  }
  const pictures = () => page.evaluate(() => /** @type {any} */ (window)["pictures"].size);
  assert.ok(trails >= 2, `${trails} ways`);
  assert.ok((await pictures()) >= trails, "each step was seen by itself");
  assert.equal(await page.locator("vb-board .note.number").count(), trails);
  // Shown again, and skipped by the space bar.
  const after = await page.evaluate(() => JSON.stringify([.../** @type {any} */ (document.querySelector("vb-board")).drawn.keys()].sort()));
  await again.click();
  await page.waitForFunction(() => document.querySelectorAll("vb-board .arrow.trail").length <= 1);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.press(" ");
  await page.waitForFunction((trails) => document.querySelectorAll("vb-board .arrow.trail").length === trails, trails);
  assert.equal(await page.evaluate(() => JSON.stringify([.../** @type {any} */ (document.querySelector("vb-board")).drawn.keys()].sort())), after);
  // A click acts at once, whatever is being shown.
  await again.click();
  const { ask } = await look(page);
  await mouse.spot(page, choicesOf(ask).find(({ path }) => path.length === 2)?.path[0] ?? "");
  await page.locator('vb-board .hit[aria-pressed="true"]').waitFor();
});

scene(here, "dice are shown at the battle, in pairs, and stay until the next action", async (visit) => {
  const { page } = await visit();
  await open(page, { ...CLASSIC, seats: ["me", "me"] });
  await drag(page, "101", "102");
  await page.locator(".fight-on", { hasText: /Fight on \(.*%\)/ }).waitFor();
  await page.keyboard.press("3");
  const chip = page.locator("vb-board .battle-chip.result");
  await chip.waitFor();
  assert.equal(await chip.locator(".die").count(), 5);
  assert.equal(await chip.locator(".die.wins").count(), 2);
  assert.equal(await chip.locator(".die.beaten").count(), 2);
});

scene(here, "the defender's dice keep their colour when the country falls", async (visit) => {
  const { page } = await visit();
  await open(page, { ...CLASSIC, position: BATTLE.replace("_a40b4", "_a40b1"), seats: ["me", "me"] });
  const fallen = page.locator(".log .line", { hasText: "takes East Africa" });
  const chip = page.locator("vb-board .battle-chip.result");
  for (let rolls = 0; rolls < 20 && (await fallen.count()) === 0; rolls += 1) {
    await drag(page, "101", "102");
    await page.locator('.choices [data-spot="dice-3"]').waitFor();
    await page.keyboard.press("3");
    await chip.waitFor();
    await untilAsked(page);
  }
  assert.equal(await fallen.count(), 1);
  const paints = await chip.locator(".die").evaluateAll((dice) => dice.map((die) => /** @type {HTMLElement} */ (die).style.getPropertyValue("--paint")));
  assert.deepEqual(paints, [...Array(3).fill("var(--seat-1)"), "var(--seat-2)"]);
});

scene(here, "a country is conquered in three clicks", async (visit) => {
  const { page } = await visit();
  await open(page, { ...CLASSIC, seats: ["me", "me"] });
  let clicks = 0;
  await page.exposeFunction("clicked", () => (clicks += 1));
  await page.evaluate(() => document.addEventListener("click", () => /** @type {any} */ (window)["clicked"](), true));
  await mouse.spot(page, "101");
  await mouse.spot(page, "102");
  await page.locator(".fight-on").click();
  await page.locator(".log .line", { hasText: "takes East Africa" }).waitFor();
  assert.equal(clicks, 3);
});

scene(here, "keys and lines of the log show how the board was, and one key leads back", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  const pieces = () => page.evaluate(() => JSON.stringify([.../** @type {any} */ (document.querySelector("vb-board")).drawn.entries()].map(([key, { at }]) => [key, at]).sort()));
  const boards = [await pieces()];
  const random = luck(3);
  for (let actions = 0; actions < 2; actions += 1) {
    await act(page, random, mouse, (choices) => choices.find(({ path }) => path.length === 2));
    await untilAsked(page);
    boards.push(await pieces());
  }
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  for (const step of [1, 0]) {
    await page.keyboard.press("ArrowLeft");
    await page.locator(".past", { hasText: `${step} of 2` }).waitFor();
    assert.equal(await pieces(), boards[step]);
  }
  assert.equal((await look(page)).interactive, false);
  await page.keyboard.press("Escape");
  await untilAsked(page);
  assert.equal(await pieces(), boards[2]);
  await page.locator(".log button.line").first().click();
  await page.locator(".past", { hasText: "1 of 2" }).waitFor();
  assert.equal(await pieces(), boards[1]);
  await page.getByRole("button", { name: "Back to now" }).click();
  await untilAsked(page);
  assert.equal(await pieces(), boards[2]);
});
