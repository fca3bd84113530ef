/**
 * Sharing a match: a link to watch and its end, pictures, a friend who sits down, a name.
 */

import assert from "node:assert/strict";
import { accessible, call, fits, introduce, open, scene, table } from "./harness.js";
import { act, look, luck, mouse, untilAsked } from "./player.js";

const here = table();

/** What a browser says of a match that is not there any more. */
const GONE = /404|WebSocket connection .* failed/;

scene(here, "a match is shared by a link, watched in another browser, and withdrawn", async (visit) => {
  const one = await visit();
  const two = await visit({ expected: GONE });
  const room = await open(one.page, { game: here.games[0].name, seats: ["me", "me"], private: true });
  await two.page.goto(`/match/${room.id}`);
  await two.page.getByRole("alert").getByRole("link", { name: "Games" }).waitFor();

  await one.page.getByRole("button", { name: "Share" }).click();
  const dialog = one.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make a link to watch" }).click();
  const link = await dialog.getByLabel("Link to watch").inputValue();
  assert.match(link, new RegExp(`/match/${room.id}#key=[0-9a-f]{64}$`));
  await dialog.locator(".qr[src^='data:']").evaluate((/** @type {HTMLImageElement} */ image) => image.decode());
  await accessible(one.page, "the dialog that shares");
  await one.page.keyboard.press("Escape");

  // In the tab that found nothing before.
  await two.page.goto(link);
  await two.page.locator("vb-board .hit").first().waitFor();
  assert.equal(two.page.url().includes("key"), false, "the key leaves the address");
  assert.equal(await two.page.getByRole("button", { name: "Sit down" }).count(), 0);
  assert.equal(await two.page.locator(".person.own").count(), 0);
  const { seq } = await look(two.page);
  await act(one.page, luck(7), mouse);
  await two.page.waitForFunction((seq) => /** @type {any} */ (document.querySelector("vb-board")).page.seq > seq, seq);
  assert.equal((await look(two.page)).ask, null);
  // The browser remembers the key, also without the link.
  await two.page.reload();
  await two.page.locator("vb-board .hit").first().waitFor();
  // Who only watches cannot share.
  await two.page.getByRole("button", { name: "Share" }).click();
  await two.page.getByRole("dialog").getByText("Only the players of this match").waitFor();
  await two.page.keyboard.press("Escape");

  // The link is there again, and is withdrawn.
  await one.page.getByRole("button", { name: "Share" }).click();
  assert.equal(await dialog.getByLabel("Link to watch").inputValue(), link);
  await dialog.getByRole("button", { name: "Withdraw this link" }).click();
  await dialog.getByRole("button", { name: "Make a link to watch" }).waitFor();
  await two.page.getByText("This match can no longer be watched with this link").waitFor();
  await two.page.getByRole("link", { name: "Games" }).last().click();
  await two.page.locator(".game-card").first().waitFor();
  await two.page.goto(link);
  await two.page.getByRole("alert").waitFor();
});

scene(here, "every game is shared as a picture and as an animation", async (visit) => {
  for (const { name } of here.games) {
    const { page } = await visit();
    await open(page, { game: name, seats: ["me", "agent:1"], private: true });
    await act(page, luck(5), mouse);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    for (const [button, kind] of [["Picture of the position", "png"], ["Animation of the match", "gif"]]) {
      await dialog.getByRole("button", { name: button }).click();
      const picture = dialog.locator(`img[src^='data:image/${kind}']`);
      await picture.waitFor();
      const width = await picture.evaluate(async (/** @type {HTMLImageElement} */ image) => {
        await image.decode();
        return Math.max(image.naturalWidth, image.naturalHeight);
      });
      assert.equal(width, kind === "png" ? 1200 : 720, `${name} ${kind}`);
      const saved = page.waitForEvent("download");
      await dialog.getByRole("button", { name: /^Download/ }).click();
      assert.match((await saved).suggestedFilename(), new RegExp(`\\.${kind}$`));
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    await fits(page, `${name} shared, on a telephone`);
  }
});

scene(here, "the invitation becomes the board, with a sound, when the friend sits down", async (visit) => {
  const one = await visit();
  const two = await visit();
  await one.context.addInitScript(() => {
    const real = AudioContext.prototype.createOscillator;
    Object.assign(window, { notes: 0 });
    AudioContext.prototype.createOscillator = function () {
      /** @type {any} */ (window)["notes"] += 1;
      return real.call(this);
    };
  });
  await one.page.goto("/");
  await one.page.locator(".game-card").first().getByRole("button", { name: "With a friend" }).click();
  const dialog = one.page.getByRole("dialog");
  await dialog.getByLabel("Your name").fill("Nina");
  await dialog.getByRole("button", { name: "That's me" }).click();
  const link = await dialog.getByLabel("Link to play").inputValue();
  await dialog.getByText("1 seat is still free").waitFor();
  const before = await one.page.evaluate(() => /** @type {any} */ (window)["notes"]);

  await two.page.goto(link);
  await two.page.getByText("Nina").first().waitFor();
  await two.page.getByRole("button", { name: "Sit down" }).click();
  await two.page.getByRole("dialog").getByLabel("Your name").fill("Otto");
  await two.page.getByRole("button", { name: "That's me" }).click();
  await one.page.waitForURL("**/match/*");
  assert.equal(await dialog.count(), 0);
  await untilAsked(one.page);
  await one.page.locator(".person", { hasText: "Otto" }).waitFor();
  await one.page.waitForFunction((before) => /** @type {any} */ (window)["notes"] > before, before);
  // The name is asked for once.
  await two.page.goto("/");
  await two.page.locator(".game-card").first().getByRole("button", { name: "With a friend" }).click();
  await two.page.getByRole("dialog").getByLabel("Link to play").waitFor();
});

scene(here, "a row of the lobby tells the clock, and sits down at once", async (visit) => {
  const [one, two] = [await visit(), await visit()];
  await introduce(one.page, "Nina");
  await introduce(two.page, "Otto");
  const room = await call(one.page, "POST", "/matches", { game: here.games[0].name, seats: ["me", "open"], tempo: { kind: "increment", stock: 300, increment: 5 } });
  await two.page.goto("/lobby");
  const row = two.page.locator(`[data-match="${room.id}"]`);
  assert.match((await row.textContent()) ?? "", /5 min, plus 5 s per turn/);
  await row.getByRole("button", { name: /^Sit down/ }).click();
  await two.page.locator(".person.own", { hasText: "Otto" }).waitFor();
  assert.equal((await call(two.page, "GET", `/matches/${room.id}`)).stage, "running");
});
