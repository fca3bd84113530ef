/** What programs think is shown to who asks for it, and the strongest gives hints; never between people. */

import assert from "node:assert/strict";
import { call, introduce, open, scene, table } from "./harness.js";
import { act, luck, mouse, untilAsked } from "./player.js";

const here = table();

scene(here, "a program tells what it is thinking, and the strongest gives a hint", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "jungle", seats: ["me", "agent:2"], private: true });
  await untilAsked(page);
  await page.getByText("What is it thinking?").click();
  await page.getByText("Nothing to show").waitFor();
  await act(page, luck(7), mouse);
  await page.locator(".thought-list li").first().waitFor();
  assert.match((await page.locator(".thought-list").textContent()) ?? "", /% chance of winning/);
  await untilAsked(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint-told strong").waitFor();
  // It is only a hint: it is still one's turn.
  await untilAsked(page);
});

scene(here, "between people there are no hints", async (visit) => {
  const { page } = await visit();
  await introduce(page, "Élise");
  const { id } = await call(page, "POST", "/matches", { game: "jungle", seats: ["me", "open"], private: true });
  await page.goto(`/match/${id}`);
  await page.locator("vb-board").waitFor();
  assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0);
});
