/**
 * Everything around a match: home, lobby, own matches, rules, imports; widths, themes, languages.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, call, fits, introduce, scene, settled, table } from "./harness.js";

const here = table();

const PAGES = ["/", "/lobby", "/mine", "/import", "/rules/GAME"];

/** @param {string} path */
const everyGame = (path) => (path.includes("GAME") ? here.games.map(({ name }) => path.replace("GAME", name)) : [path]);

/** The colours of the page: at each width one of them for each page, by turns, and both if there is time. */
const THEMES = /** @type {const} */ (["light", "dark"]);
const THOROUGH = process.env["VAUBAN_THOROUGH"] !== undefined;

for (const [at, [width, locale]] of /** @type {const} */ ([[360, "en-GB"], [768, "fr-FR"], [1440, "en-GB"]]).entries()) {
  scene(here, `no page that is ${width} pixels wide has an obstacle that axe finds, nor anything cut off`, async (visit) => {
    const { page } = await visit({ locale, viewport: { width, height: 800 } });
    await introduce(page, "Élise");
    await call(page, "POST", "/matches", { game: here.games[0].name, seats: ["me", "open"] });
    for (const [turn, path] of PAGES.flatMap(everyGame).entries()) {
      const first = (at + turn) % THEMES.length;
      for (const theme of THOROUGH ? THEMES : THEMES.slice(first, first + 1)) {
        await page.emulateMedia({ colorScheme: theme });
        await page.goto(path);
        await settled(page);
        await accessible(page, `${path} at ${width}, ${theme}`);
        await fits(page, `${path} at ${width}, ${theme}`);
      }
    }
  });
}

scene(here, "every game of the catalogue has a card with a picture, and one click plays it", async (visit) => {
  const { page } = await visit();
  for (const game of here.games) {
    await page.goto("/");
    const card = page.locator(`[data-game="${game.name}"]`);
    await card.locator("img").evaluate((/** @type {HTMLImageElement} */ image) => image.decode());
    await card.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL("**/match/*");
    const id = page.url().split("/match/")[1] ?? "";
    const room = await call(page, "GET", `/matches/${id}`);
    assert.equal(room.game, game.name);
    assert.deepEqual(room.you.seats, [1]);
    assert.equal(room.seats[1].kind, "agent");
    assert.equal(room.stage, "running");
  }
});

scene(here, "the level that was chosen on a card is the one that plays, now and the next time", async (visit) => {
  const { page } = await visit();
  const game = here.games[0];
  await page.goto("/");
  const card = page.locator(`[data-game="${game.name}"]`);
  await card.getByRole("radio", { name: "1", exact: true }).check({ force: true });
  await card.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL("**/match/*");
  const room = await call(page, "GET", `/matches/${page.url().split("/match/")[1]}`);
  assert.equal(room.seats[1].level, 1);
  await page.goto("/");
  await page.locator(`[data-game="${game.name}"]`).getByRole("radio", { name: "1", exact: true, checked: true }).waitFor();
});

scene(here, "the page speaks the browser's language, and another when asked", async (visit) => {
  const { page } = await visit({ locale: "fr-CA" });
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: /Jeux de guerre/ }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  await page.getByRole("button", { name: "Read in English" }).click();
  await page.getByRole("heading", { level: 1, name: /War games/ }).waitFor();
  await page.goto("/lobby");
  await page.getByRole("heading", { level: 1, name: "Lobby" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

scene(here, "no text is without its other language", async (visit) => {
  const { page } = await visit();
  await page.goto("/");
  const lacking = await page.evaluate(async () => {
    const found = [];
    for (const name of ["shell", "front", "match", "dialogs", "import", "learn", "mine", "plan", "replay", "setup"]) {
      const root = document.querySelector("script[type=module]")?.getAttribute("src")?.replace("main.js", "") ?? "";
      const { default: texts } = await import(`${root}texts/${name}.js`);
      for (const [key, pair] of Object.entries(texts)) {
        const [en, fr] = /** @type {[string, string]} */ (pair);
        const params = (/** @type {string} */ text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort().join();
        if (!en || !fr || params(en) !== params(fr)) found.push(key);
      }
    }
    return found;
  });
  assert.deepEqual(lacking, []);
});

scene(here, "the theme can be switched and stays", async (visit) => {
  const { page } = await visit({ colorScheme: "light" });
  await page.goto("/");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Dark theme" }).click();
  // The colours follow with the next frame.
  const isOther = (/** @type {string} */ light) => getComputedStyle(document.body).backgroundColor !== light;
  await page.waitForFunction(isOther, light);
  await page.reload();
  await page.waitForFunction(isOther, light);
  assert.notEqual(await paper(), light);
});

scene(here, "the keyboard alone gets from the bar to a running match", async (visit) => {
  const { page } = await visit();
  await page.goto("/");
  await page.locator(".game-card").first().waitFor();
  const card = await page.locator(".game-card").first().elementHandle();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to content");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/#page");
  /** @type {string | undefined} */
  let at;
  for (let presses = 0; presses < 20 && at !== "Play"; presses += 1) {
    await page.keyboard.press("Tab");
    at = await page.evaluate(() => document.activeElement?.textContent ?? "");
  }
  assert.equal(at, "Play");
  assert.ok(await card?.evaluate((card) => card.isConnected), "to skip to the content does not load it anew");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/match/*");
});

scene(here, "a link to another device works in a tab that is already there", async (visit) => {
  const { page } = await visit();
  await page.goto("/mine");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const head = await page.getByRole("heading", { level: 1 }).elementHandle();
  await page.goto(`/mine#recover=${"0".repeat(64)}`);
  await page.locator(".notice.good").waitFor();
  assert.ok(await head?.evaluate((head) => head.isConnected));
});

scene(here, "every paragraph of the rules has an address, and a refusal's link shows it", async (visit) => {
  const { page } = await visit();
  for (const { name } of here.games) {
    const text = await (await fetch(`${here.server.address}/api/v1/games/${name}/rules`)).text();
    const numbers = text.split("\n").flatMap((line) => /^(\d+(?:\.\d+)+[a-z]?) /.exec(line)?.[1] ?? []);
    assert.ok(numbers.length > 5, `${name} has numbered paragraphs`);
    const last = numbers.at(-1) ?? "";
    await page.goto(`/rules/${name}#${last}`);
    await page.locator(".rule.target").waitFor();
    assert.equal(await page.locator(".rule.target").getAttribute("id"), last);
    assert.ok(await page.locator(".rule.target").evaluate((rule) => rule.getBoundingClientRect().top < innerHeight));
    const shown = await page.locator(".rule").evaluateAll((rules) => rules.map(({ id }) => id));
    assert.deepEqual(shown, numbers);
  }
  // The skip link is no paragraph.
  await page.goto(`/rules/${here.games[0].name}`);
  await page.locator(".rule").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash === "#page");
  assert.equal(await page.locator(".target").count(), 0);
  assert.ok(await page.getByRole("heading", { level: 1 }).evaluate((head) => head.getBoundingClientRect().bottom > 0));
});

scene(here, "the dialog offers every option of a game, and the match has what was chosen", async (visit) => {
  const { page } = await visit();
  for (const game of here.games) {
    await page.goto("/");
    await page.locator(`[data-game="${game.name}"]`).getByRole("button", { name: "Options" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await accessible(page, `the dialog of ${game.name}`);
    /** @type {Record<string, string>} */
    const wanted = {};
    for (const option of game.options) {
      const field = dialog.locator(`[name="option-${option.name}"]`);
      await field.waitFor();
      if (option.kind !== "one-of") continue;
      const value = option.values.at(-1).value;
      await field.selectOption(value);
      wanted[option.name] = value;
    }
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.waitForURL("**/match/*");
    const room = await call(page, "GET", `/matches/${page.url().split("/match/")[1]}`);
    for (const [name, value] of Object.entries(wanted)) assert.equal(room.options[name], value, `${game.name} ${name}`);
  }
});

scene(here, "a preset sets its options, and the match has as many seats as were chosen", async (visit) => {
  const { page } = await visit();
  for (const game of here.games.filter(({ presets }) => presets.length > 1)) {
    await page.goto("/");
    await page.locator(`[data-game="${game.name}"]`).getByRole("button", { name: "Options" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(game.goal).waitFor();
    const preset = game.presets.at(-1);
    await dialog.getByLabel("Preset").selectOption({ label: preset.title });
    await dialog.getByText(preset.about).waitFor();
    const count = dialog.getByLabel("Number of seats");
    if (preset.seats.min < preset.seats.max) await count.selectOption(String(preset.seats.max));
    else assert.equal(await count.count(), 0, game.name);
    await accessible(page, `the dialog of ${game.name} with a preset`);
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.waitForURL("**/match/*");
    const room = await call(page, "GET", `/matches/${page.url().split("/match/")[1]}`);
    assert.equal(room.seats.length, preset.seats.max, game.name);
    for (const [name, value] of Object.entries(preset.options)) assert.equal(room.options[name], value, `${game.name} ${name}`);
  }
});

scene(here, "a friend who opens the link sits down, and so the match begins", async (visit) => {
  const one = await visit();
  await one.page.goto("/");
  await one.page.locator(".game-card").first().getByRole("button", { name: "With a friend" }).click();
  const dialog = one.page.getByRole("dialog");
  // Before the first match with others a name is asked for; one may go without.
  await dialog.getByLabel("Your name").waitFor();
  await accessible(one.page, "the question for a name");
  await dialog.getByRole("button", { name: "Stay a guest" }).click();
  await dialog.locator(".qr[src^='data:']").evaluate((/** @type {HTMLImageElement} */ image) => image.decode());
  await accessible(one.page, "the invitation");
  const link = await dialog.getByLabel("Link to play").inputValue();
  assert.match(link, /\/match\/\w+#key=\w+$/);
  await dialog.getByRole("button", { name: "Go to the board" }).click();
  await one.page.waitForURL("**/match/*");
  const id = one.page.url().split("/match/")[1] ?? "";

  const stranger = await visit();
  await introduce(stranger.page, "Stranger");
  const hidden = await stranger.page.evaluate((id) => fetch(`/api/v1/matches/${id}`).then(({ status }) => status), id);
  assert.equal(hidden, 404);
  stranger.complaints.length = 0;

  const two = await visit();
  await introduce(two.page, "Friend");
  const key = link.split("#key=")[1];
  await call(two.page, "POST", `/matches/${id}/key`, { key });
  await call(two.page, "POST", `/matches/${id}/commands`, { command_id: "sit", do: "join" });
  const room = await call(two.page, "GET", `/matches/${id}`);
  assert.equal(room.stage, "running");
});

scene(here, "the lobby shows a new open match without being asked, and who wants can watch or sit down", async (visit) => {
  const one = await visit();
  const two = await visit();
  await introduce(one.page, "Host");
  await two.page.goto("/lobby");
  await two.page.getByText("Nobody is waiting").or(two.page.locator(".match-row")).first().waitFor();
  const game = here.games[0];
  await one.page.goto("/lobby");
  await one.page.getByRole("button", { name: "New match" }).first().click();
  await one.page.getByRole("dialog").getByRole("button", { name: game.title }).click();
  await one.page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
  await one.page.waitForURL("**/match/*");
  const id = one.page.url().split("/match/")[1] ?? "";
  const row = two.page.locator(`[data-match="${id}"][data-stage="open"]`);
  await row.waitFor();
  assert.match((await row.textContent()) ?? "", /Host/);
  assert.match((await row.textContent()) ?? "", /No clock/);
  await row.getByRole("button", { name: /^Sit down/ }).click();
  await two.page.getByRole("dialog").getByLabel("Your name").fill("Otto");
  await two.page.getByRole("button", { name: "That's me" }).click();
  await two.page.waitForURL(`**/match/${id}`);
  await two.page.locator(".person.own").getByText("Otto").waitFor();
  await one.page.locator(".person", { hasText: "Otto" }).waitFor();
});

scene(here, "one's name, another device, and being forgotten", async (visit) => {
  const one = await visit();
  await introduce(one.page, "Before");
  await call(one.page, "POST", "/matches", { game: here.games[0].name, seats: ["me", "me"], private: true });
  await one.page.goto("/mine");
  await one.page.getByLabel("Your name").fill("After");
  await one.page.getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Your name is now After.").waitFor();
  assert.equal((await call(one.page, "GET", "/me")).name, "After");
  await one.page.getByRole("button", { name: "Continue on another device" }).click();
  const link = await one.page.getByLabel("Your personal link").inputValue();

  const two = await visit();
  await two.page.goto(link);
  await two.page.getByRole("button", { name: "Continue here" }).click();
  await two.page.getByText("Welcome back, After.").waitFor();
  await two.page.locator(".match-row").waitFor();

  await one.page.keyboard.press("Escape");
  await one.page.getByRole("button", { name: "Forget me on this device" }).click();
  await one.page.getByRole("button", { name: "Forget me", exact: true }).click();
  await one.page.waitForURL(/\/$/);
  assert.equal(await one.page.evaluate(() => fetch("/api/v1/me").then(({ status }) => status)), 401);
  one.complaints.length = 0;
  await two.page.reload();
  await two.page.locator(".match-row").waitFor();
});

const RECORD = `[Game "jungle"]
[Rules "jungle 1"]
[Options "powers=seed"]
[Date "2026-01-01"]
[Result "*"]

1. j3j4 h11g11 2. j4j5 g11g10
`;

/** What people bring, and how many steps it has. @type {[string, string, string, number][]} */
const FILES = [
  ["a record", RECORD, "", 4],
  ["a position", "1.b2c3d2e3h3i2j4k2.k12j11i12g11e11d12c11b12.2", "jungle", 0],
  ["Jungle War's replay.txt", JSON.stringify({ length: 1, commands: [{ animalID: 7, orderID: 1, player: false, xDestination: 9, yDestination: 3 }] }), "", 1],
  ["a save of Jeu de la Guerre", readFileSync(new URL("../../crates/games/src/guerre/published.save", import.meta.url), "utf8"), "", 0],
];

for (const [what, text, game, steps] of FILES) {
  scene(here, `${what} can be pasted, and is shown step by step`, async (visit) => {
    const { page } = await visit();
    await page.goto("/import");
    await page.getByLabel("Or paste the text").fill(text);
    if (game) await page.locator("#import-game").selectOption(game);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForURL("**/replay/*");
    await page.getByText(`0 of ${steps}`, { exact: true }).waitFor();
  });
}

scene(here, "a file can be dropped; of several records one is chosen; what cannot be read is told", async (visit) => {
  const { page } = await visit({ expected: /422/ });
  await page.goto("/import");
  await page.locator("#import-file").setInputFiles({ name: "two.vauban", mimeType: "text/plain", buffer: Buffer.from(`${RECORD}\n${RECORD.replace("2026-01-01", "2026-02-02")}`) });
  await page.getByRole("button", { name: /2026-02-02/ }).click();
  await page.waitForURL("**/replay/*");
  await page.goto("/import");
  await page.getByLabel("Or paste the text").fill("this is no match");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("alert").getByText("choose the game").waitFor();
  await page.locator("#import-game").selectOption("jungle");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("alert").filter({ hasNotText: "choose the game" }).locator("strong").waitFor();
  assert.match(page.url(), /\/import$/);
});

scene(here, "an address that leads nowhere says so and shows the way back", async (visit) => {
  const { page } = await visit({ expected: /404/ });
  await page.goto("/nowhere");
  await page.getByText("There is no page at this address.").waitFor();
  await page.getByRole("link", { name: "Games" }).last().click();
  await page.locator(".game-card").first().waitFor();
  await page.goto("/replay/nothing");
  await page.getByRole("alert").getByText("there is no such match").waitFor();
});

scene(here, "an address of the API is no page: programs get problems", async () => {
  const answer = await fetch(`${here.server.address}/api/v1/nowhere`, { headers: { accept: "text/html" } });
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get("content-type"), "application/problem+json");
});

scene(here, "without the server the shell still opens, says so, and the rules can be read", async (visit) => {
  const { page, complaints } = await visit({ serviceWorkers: "allow" });
  const game = here.games[0].name;
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(`/rules/${game}`);
  await page.locator(".rule").first().waitFor();
  await page.goto("/");
  await page.locator(".game-card").first().waitFor();
  await here.server.stop();
  try {
    await page.reload();
    await page.getByText("The server cannot be reached").waitFor();
    await page.locator(".game-card").first().waitFor();
    await page.goto(`/rules/${game}`);
    await page.locator(".rule").first().waitFor();
    await page.goto("/lobby");
    await page.getByRole("alert").getByText("The server does not answer.").waitFor();
  } finally {
    await here.server.run();
  }
  // It comes back by itself.
  await page.getByRole("heading", { name: "Waiting for players" }).waitFor();
  complaints.length = 0;
}, { skip: process.env["VAUBAN_WEB"] !== undefined && "a folder that is served live is not kept by the worker: run it without VAUBAN_WEB" });

scene(here, "a server that goes down sends the page to another one without a word; a line that breaks is told", async (visit) => {
  const { page } = await visit();
  await page.goto("/");
  const told = await page.evaluate(async () => {
    /** @type {any[]} */
    const lines = [];
    /** @type {string[]} */
    const states = [];
    class Line {
      static CONNECTING = 0;
      static OPEN = 1;
      readyState = 0;
      constructor() {
        lines.push(this);
        setTimeout(() => {
          this.readyState = Line.OPEN;
          /** @type {any} */ (this).onopen();
          /** @type {any} */ (this).onmessage({ data: JSON.stringify({ type: "page", page: {} }) });
        });
      }
      send() {}
      close() {}
    }
    const real = window.WebSocket;
    window.WebSocket = /** @type {any} */ (Line);
    const file = "/js/live.js";
    const { openLive } = await import(file);
    const live = openLive("m", { onPage() {}, onState: (/** @type {string} */ state) => states.push(state) });
    const until = async (/** @type {number} */ number) => {
      while (lines.length < number || (lines[number - 1].readyState !== Line.OPEN)) await new Promise((done) => setTimeout(done, 5));
      return states.splice(0);
    };
    const first = await until(1);
    lines[0].onclose({ code: 1001 });
    const moved = await until(2);
    lines[1].onclose({ code: 1006 });
    const lost = await until(3);
    live.close();
    window.WebSocket = real;
    return { first, moved, lost };
  });
  assert.deepEqual(told, { first: ["connecting", "open"], moved: ["connecting", "open"], lost: ["offline", "open"] });
});

scene(here, "what is the same for everybody is sent compressed", async () => {
  for (const path of ["games", `games/${here.games[0].name}/picture.svg`, `games/${here.games[0].name}/rules`]) {
    const answer = await fetch(`${here.server.address}/api/v1/${path}`, { headers: { "accept-encoding": "gzip" } });
    assert.equal(answer.headers.get("content-encoding"), "gzip", path);
    assert.ok((await answer.text()).length > 1000, path);
  }
});

scene(here, "the page can be installed as an app", async () => {
  const manifest = await (await fetch(`${here.server.address}/manifest.webmanifest`)).json();
  for (const icon of manifest.icons) {
    const answer = await fetch(here.server.address + icon.src);
    assert.equal(answer.status, 200, icon.src);
    assert.equal(answer.headers.get("content-type"), icon.type);
  }
  assert.equal(manifest.display, "standalone");
});
