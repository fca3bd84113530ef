/** Lessons: every game's is solved by hand in the page, as it says itself; and what a learner does wrong. */

import assert from "node:assert/strict";
import { solving } from "../js/match/solving.js";
import { Selection } from "../js/match/choices.js";
import { accessible, fits, scene, table } from "./harness.js";
import { act, look, luck, mouse, untilAsked } from "./player.js";

const here = table();

/** The task that the page shows. @param {import("playwright-core").Page} page */
const lesson = (page) => page.evaluate(() => /** @type {any} */ (document.querySelector("vb-board")).page.lesson);

/** Chooses the amount that is wanted, not the usual one. @param {string} action @returns {import("./player.js").Hand} */
const careful = (action) => ({
  ...mouse,
  send: async (page) => {
    const amount = Number(/\d+$/.exec(action)?.[0]);
    const slider = page.locator(".amount input[type=range]");
    if ((await slider.count()) === 0) {
      const { choice } = await page.evaluate(() => ({ choice: /** @type {any} */ (document.querySelector("vb-board")).page.ask.choices.find((/** @type {any} */ one) => one.amount_names) }));
      return page.locator(".amount.named .row button").nth(amount - choice.amount.min).click();
    }
    await slider.press("Home");
    for (let at = Number(await slider.inputValue()); at < amount; at += 1) await slider.press("ArrowRight");
    return page.locator(".amount button[type=submit]").click();
  },
});

/** Does what is left of the task. @param {import("playwright-core").Page} page @param {string[]} solution */
async function solve(page, solution) {
  /** @type {string[]} */
  let left = solution;
  while (left.length > 0) {
    const before = left;
    await untilAsked(page);
    const { ask } = await look(page);
    const choice = solving(new Selection(ask), before);
    const takes = choice?.first === undefined ? 1 : 2;
    await act(page, luck(1), careful(before[takes - 1] ?? ""), () => choice);
    left = before.slice(takes);
  }
}

scene(here, "every game with a lesson is learnt from its card to its farewell", async (visit) => {
  const { page } = await visit();
  const taught = here.games.filter((game) => game.lesson);
  assert.ok(taught.length >= 5, "every game of the catalogue teaches");
  for (const game of taught) {
    await page.goto("/");
    await page.locator(`[data-game="${game.name}"] a.learn`).click();
    for (let task = 0; task < game.lesson.tasks; task += 1) {
      await page.locator(".lesson-panel .badge", { hasText: `Task ${task + 1} of ${game.lesson.tasks}` }).waitFor();
      await untilAsked(page);
      const { text, solution, done } = await lesson(page);
      assert.equal(done, task, game.name);
      assert.equal(await page.locator(".lesson-task").innerText(), text);
      await solve(page, solution);
    }
    await page.getByRole("button", { name: "Play a match" }).waitFor();
    assert.equal(await page.locator("dialog[open]").count(), 0, "the lesson ends in its panel");
    const { praise, hint } = await lesson(page);
    assert.ok(praise && !hint, game.name);
  }
  await page.getByRole("button", { name: "Start again" }).click();
  await page.locator(".lesson-panel .badge", { hasText: "Task 1 of" }).waitFor();
});

scene(here, "what is not the task is refused with the hint, what is not allowed with its paragraph beside the board", async (visit) => {
  const { page } = await visit({ expected: /422/ });
  const game = here.games[0];
  await page.goto(`/learn/${game.name}`);
  await untilAsked(page);
  const first = await lesson(page);
  const { ask, seq } = await look(page);
  const right = solving(new Selection(ask), first.solution);
  const wrong = new Selection(ask).all.find((choice) => choice !== right && !choice.amount);
  assert.ok(wrong);
  const bar = page.getByPlaceholder("Type an action…");
  await bar.fill([wrong.stem, wrong.target].join(""));
  await bar.press("Enter");
  await page.locator(".outcome.refused", { hasText: first.hint }).waitFor();
  assert.equal((await look(page)).seq, seq, "nothing was taken");

  // An action of somebody else is against the rules: the paragraph opens, and the board stays.
  const box = await page.locator("vb-board").boundingBox();
  const [from = "", to = ""] = wrong.path;
  await bar.fill(`${to}${from}`);
  await bar.press("Enter");
  const cite = page.locator(".outcome.refused .cite").first();
  await cite.waitFor();
  const number = (await cite.innerText()).replace("§", "");
  await cite.click();
  const beside = page.locator(".paragraph");
  await beside.locator(`.rule[id="${number}"]`).waitFor();
  assert.deepEqual(await page.locator("vb-board").boundingBox(), box);
  assert.match(page.url(), /\/learn\//);
  await accessible(page, "a lesson with a paragraph");
  await page.keyboard.press("Escape");
  await beside.waitFor({ state: "detached" });

  // The hint lights up where to click, and a reload forgets nothing.
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".lesson-hint", { hasText: first.hint }).waitFor();
  await page.locator("vb-board .tile.lit").first().waitFor();
  await solve(page, first.solution);
  await page.locator(".lesson-panel .badge", { hasText: "Task 2 of" }).waitFor();
  await page.reload();
  await page.locator(".lesson-panel .badge", { hasText: "Task 2 of" }).waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator(".lesson-panel .badge", { hasText: "Task 1 of" }).waitFor();
  // Whoever brings an address that was never played begins anew.
  await page.goto("/");
  await page.goto(`/learn/${game.name}#nonsense`);
  await page.locator(".lesson-panel .badge", { hasText: "Task 1 of" }).waitFor();
});

for (const [width, height, theme] of /** @type {const} */ ([[360, 740, "light"], [768, 1024, "dark"], [1440, 900, "light"]])) {
  scene(here, `a lesson fits ${width} pixels, and axe finds nothing`, async (visit) => {
    const { page } = await visit({ viewport: { width, height }, colorScheme: theme, locale: theme === "dark" ? "fr-FR" : "en-GB" });
    for (const game of here.games) {
      await page.goto(`/learn/${game.name}`);
      await untilAsked(page);
      await fits(page, `${game.name} at ${width}`);
      const panel = await page.locator(".lesson-task").boundingBox();
      assert.ok(panel && panel.y >= 0 && panel.y + panel.height <= height, `${game.name} at ${width}: the task is seen without scrolling`);
      // The games differ in their words alone.
      if (game === here.games[0]) await accessible(page, `${game.name} at ${width}`);
    }
  });
}

scene(here, "the rules show their diagrams", async (visit) => {
  const { page } = await visit();
  for (const game of here.games) {
    await page.goto(`/rules/${game.name}`);
    const image = page.locator(".rulebook figure img").first();
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => /** @type {HTMLImageElement} */ (document.querySelector(".rulebook figure img")).naturalWidth > 0);
    assert.ok((await image.getAttribute("alt"))?.length, game.name);
  }
});
