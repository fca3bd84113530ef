/**
 * Takes the pictures of docs/pictures: every page, as people see it. Run by hand: `node tests/pictures.js [folder [game …]]`;
 * with names of games, only the pictures of their matches.
 */

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, visitor } from "./browser.js";
import { call, introduce } from "./harness.js";
import { act, look, luck, mouse, resign, untilAsked } from "./player.js";
import { Server } from "./server.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });

const server = await Server.start();
const browser = await launch();
try {
  const games = await (await fetch(`${server.address}/api/v1/games?lang=en`)).json();
  const { page } = await visitor(browser, server.address, { viewport: { width: 1280, height: 860 } });
  const shoot = async (/** @type {string} */ name, /** @type {import("playwright-core").Page} */ of = page) => {
    await of.waitForLoadState("networkidle");
    await of.mouse.move(2, 400);
    await of.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))));
    await of.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 84 });
  };
  /** The pages before a match. */
  const front = async () => {
    for (const game of games) await call(page, "POST", "/matches", { game: game.name, seats: ["me", "open"] });
    await page.goto("/");
    await shoot("home");
    await page.goto("/lobby");
    await shoot("lobby");
    await page.goto("/import");
    await shoot("import");
    await page.goto(`/rules/${games[0].name}`);
    await shoot("rules");
    await page.goto("/");
    await page.locator(".game-card").last().getByRole("button", { name: "Options" }).click();
    await page.getByRole("dialog").waitFor();
    await shoot("start");
    await page.keyboard.press("Escape");
  };
  /** The pages after it, and on a phone. */
  const rest = async () => {
    await page.goto("/mine");
    await shoot("mine");

    const dark = await visitor(browser, server.address, { colorScheme: "dark", locale: "fr-FR", isMobile: true, hasTouch: true, deviceScaleFactor: 2, viewport: { width: 390, height: 800 } });
    await introduce(dark.page, "Élise");
    await dark.page.goto("/");
    await shoot("home-phone", dark.page);
    const room = await call(dark.page, "POST", "/matches", { game: games[0].name, seats: ["me", "me"], private: true });
    await dark.page.goto(`/match/${room.id}`);
    await untilAsked(dark.page);
    await shoot("match-phone", dark.page);
  };
  await introduce(page, "Élise");
  // Whoever has seen the guide sees the rest of the panel.
  await page.evaluate((names) => localStorage.setItem("vauban-match", JSON.stringify({ guides: names })), games.map((/** @type {{name: string}} */ game) => game.name));
  if (only.length === 0) await front();
  for (const game of games.filter((/** @type {{name: string}} */ { name }) => only.length === 0 || only.includes(name))) {
    const room = await call(page, "POST", "/matches", { game: game.name, seats: ["me", "me"], private: true });
    await page.goto(`/match/${room.id}`);
    const random = luck(9);
    for (let actions = 0; actions < 14; actions += 1) await act(page, random, mouse);
    await untilAsked(page);
    const { ask } = await look(page);
    const start = ask.choices.find((/** @type {any} */ choice) => choice.path.length > 0 && choice.targets?.length > 2)?.path[0];
    if (start) await mouse.spot(page, start).catch(() => {});
    await shoot(`match-${game.name}`);
    await page.keyboard.press("Escape");
    await untilAsked(page);
    await resign(page);
    await page.getByRole("dialog").waitFor();
    await shoot(`end-${game.name}`);
    await page.goto(`/replay/${room.id}?step=8`);
    await page.locator("vb-board .hit").first().waitFor();
    await shoot(`replay-${game.name}`);
  }
  if (only.length === 0) await rest();
} finally {
  await browser.close();
  await server.end();
}
