/**
 * What people do beside choosing on the board: take back, type commands, click into the command bar, save,
 * pause, and see what was taken.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, call, fits, open, scene, table } from "./harness.js";
import { act, choicesOf, look, luck, mouse, untilAsked } from "./player.js";

/** @typedef {import("playwright-core").Page} Page */

const here = table();

/** The names are needed before the server runs: tests are written down first. */
const CATALOGUE = (await import("./catalogue.js")).games;

/** @param {Page} page @param {string} line */
async function type(page, line) {
  await page.locator("#command").fill(line);
  await page.locator("#command").press("Enter");
}

/** What the bar says to a command. @param {Page} page @param {string} line */
async function answer(page, line) {
  await type(page, line);
  await page.locator(".bar-answer:not([hidden])").waitFor();
  return (await page.locator(".bar-answer").innerText()).trim();
}

/** @param {Page} page @param {any} layers */
const untilShown = (page, layers) => page.waitForFunction((layers) => JSON.stringify(/** @type {any} */ (document.querySelector("vb-board")).page.layers) === layers, JSON.stringify(layers));

const takeBack = (/** @type {Page} */ page) => page.locator(".main-tools button", { hasText: "Take back" }).click();

scene(here, "at one screen taking back crosses turns, the end of a turn too", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  const start = (await look(page)).layers;
  await act(page, luck(3), mouse, (choices) => choices.find(({ path }) => path.length === 2));
  await untilAsked(page);
  const moved = (await look(page)).layers;
  await type(page, "end");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board")).page.turn.seats[0] === 2);
  await takeBack(page);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board")).page.turn.seats[0] === 1);
  await untilShown(page, moved);
  await type(page, "revert");
  await untilShown(page, start);
});

scene(here, "several actions typed in one line are taken in turn and go back as one", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  const start = (await look(page)).layers;
  const ready = (/** @type {number} */ seq) => page.waitForFunction((seq) => /** @type {any} */ (document.querySelector("vb-board")).page.seq >= seq, seq);
  await type(page, "D3-C2; F5-F4; H4-J3");
  await ready(3);
  await untilAsked(page);
  assert.match(await page.locator(".log").innerText(), /D3 to C2[^]*F5 to F4[^]*H4 to J3/);
  await type(page, "revert");
  await untilShown(page, start);
  // What cannot be done ends the line, and what was done before it goes back as one, too.
  await untilAsked(page);
  await type(page, "D3-C2; F5-F4; A1-B2; H4-J3");
  await page.locator(".toast", { hasText: "2 actions taken, then: There is no unit on A1." }).waitFor();
  await takeBack(page);
  await untilShown(page, start);
});

scene(here, "a map is drawn with both seats in one hand, and its text can be read whole", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "guerre", preset: "editor", seats: ["me", "me"], private: true });
  const drawing = [["M", "C10 C11 C12 C13 D10 E10 G10 H10 I10 N11 N12 N13 N14 N15 N16 P16 Q16 R16"], ["CO", "F10 O16"], ["AR", "D8 B15 T3 T23"], ["F", "B8 I13 H21 M3 L15 O23"]];
  let drawn = 0;
  for (const [piece, squares = ""] of drawing) {
    const line = squares.split(" ").map((square) => `place ${piece} ${square}`);
    drawn += line.length;
    await type(page, line.join("; "));
    await page.waitForFunction((seq) => /** @type {any} */ (document.querySelector("vb-board")).page.seq >= seq, drawn);
    await untilAsked(page);
  }
  const told = page.locator(".log .line", { hasText: "map=25x20~fB8.aB15.mC10." });
  await told.waitFor();
  assert.ok(await told.evaluate((line) => line.scrollWidth <= line.clientWidth), "the map's text is cut off");
  assert.match(await page.locator(".log").innerText(), /South places a fort on O23\./);
});

scene(here, "against a program taking back goes to one's own last choice", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "jungle", seats: ["me", "agent:1"], private: true });
  const start = (await look(page)).layers;
  await act(page, luck(3), mouse);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board")).page.seq >= 2);
  await untilAsked(page);
  await takeBack(page);
  await untilShown(page, start);
  await untilAsked(page);
});

scene(here, "letters that are typed into a field are text; on the board they are keys, unless somebody wants none", async (visit) => {
  const { page } = await visit();
  await open(page, { game: here.games[0].name, seats: ["me", "me"], private: true, undo: "all" });
  await act(page, luck(1), mouse);
  await untilAsked(page);
  /** Everything that a letter could change. */
  const state = () => page.evaluate(() => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    return { flipped: board.flipped, seq: board.page.seq, sound: JSON.parse(localStorage.getItem("vauban-match") ?? "{}").sound ?? true, lens: document.querySelectorAll(".lens-chip:not([hidden])").length };
  });
  const before = await state();
  const letters = "bflumnt?/1";
  await page.keyboard.press("/");
  const bar = page.getByPlaceholder("Type an action…");
  await page.keyboard.type(letters);
  assert.equal(await bar.inputValue(), letters);
  assert.deepEqual(await state(), before);
  await bar.fill("");
  await page.locator("#tab-chat").click();
  const chat = page.getByPlaceholder("Say something…");
  await chat.click();
  await page.keyboard.type(letters);
  assert.equal(await chat.inputValue(), letters);
  assert.deepEqual(await state(), before);

  // The same letter anywhere else is a key.
  await page.locator("vb-board .hit").first().focus();
  await page.keyboard.press("f");
  assert.deepEqual(await state(), { ...before, flipped: !before.flipped });
  await page.keyboard.press("f");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog").getByLabel(/^Keyboard shortcuts/).uncheck();
  await page.keyboard.press("Escape");
  await page.locator("vb-board .hit").first().focus();
  for (const letter of letters.replace(/[?/]/g, "")) await page.keyboard.press(letter);
  assert.deepEqual(await state(), before);
});

scene(here, "the command bar knows the commands of the server's list", async (visit) => {
  const { page } = await visit({ expected: /404|422/ });
  const room = await open(page, { game: "risk", seats: ["me", "me"], private: true });
  const game = await call(page, "GET", "/games/risk?lang=en");
  const help = await answer(page, "help");
  for (const { form, about } of game.commands) assert.ok(help.includes(form) && help.includes(about), `${form} is in the help`);
  await accessible(page, "the help of the command bar");
  await fits(page, "the help of the command bar");
  for (const word of ["help", "legal", "why", "odds", "lens", "revert", "draw", "resign", "save", "load"]) assert.ok(game.commands.some((/** @type {any} */ one) => one.word === word), word);
  assert.match(await answer(page, "legal"), /^1 legal actions: deal/);
  assert.match(await answer(page, "why"), /^Write: why ACTION/);
  assert.match(await answer(page, "why deal"), /deal is allowed/);
  assert.match(await answer(page, "why end"), /./);
  assert.match(await answer(page, "odds deal"), /./);
  const lens = game.name && (await page.evaluate(() => /** @type {any} */ (document.querySelector("vb-board")).page.lenses))[1];
  assert.ok((await answer(page, `lens ${lens.name} 2`)).startsWith(lens.title));
  assert.equal(await page.locator(".lens-chip strong").innerText(), lens.title);
  assert.match(await answer(page, `lens ${lens.name} in nowhere`), /nowhere/);
  assert.ok((await answer(page, `lens ${lens.name} in 101`)).startsWith(lens.title));
  await type(page, "lens off");
  await page.locator(".lens-chip").waitFor({ state: "hidden" });
  assert.match(await answer(page, "lens nonsense"), /Overlays here: /);
  // What one does is as good as the button for it.
  await type(page, "draw");
  await page.getByText(/draw/).first().waitFor();
  await type(page, "resign");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await type(page, "load");
  await page.waitForURL("**/import");
  await page.goto(`/match/${room.id}`);
  await untilAsked(page);
});

scene(here, "the record and the game's own format are saved while the match runs", async (visit) => {
  const { page } = await visit({ expected: /404/ });
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  await act(page, luck(3), mouse);
  await untilAsked(page);
  /** @param {() => Promise<unknown>} how */
  const saved = async (how) => {
    const [file] = await Promise.all([page.waitForEvent("download"), how()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const record = await saved(() => type(page, "save mine.vauban"));
  assert.equal(record.name, "mine.vauban");
  assert.match(record.text, /^\[Game "guerre"\]/m);
  const own = await saved(() => type(page, "save mine.txt"));
  assert.equal(own.name, "mine.txt");
  assert.doesNotMatch(own.text, /\[Game/);
  // The same by the button, for who does not type.
  const again = await saved(async () => {
    await page.getByRole("button", { name: "Save the match" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "own format" }).click();
  });
  assert.equal(again.text, own.text);
  // It can be loaded again.
  const loaded = await call(page, "POST", "/imports", { game: "guerre", text: own.text, seats: ["me", "me"] });
  assert.equal(loaded.game, "guerre");
});

for (const game of CATALOGUE) {
  scene(here, `${game}: clicks into the command bar write what can be read again`, async (visit) => {
    const { page } = await visit({ expected: /422/ });
    await open(page, { game, seats: ["me", "me"], private: true });
    const spots = new Set(await page.locator("vb-board .hit").evaluateAll((hits) => hits.map((hit) => hit.getAttribute("data-spot") ?? "")));
    const random = luck(11);
    /** @type {import("./player.js").Choice | undefined} */
    let choice;
    for (let actions = 0; actions < 40 && !choice; actions += 1) {
      if (actions > 0) await act(page, random, mouse);
      await untilAsked(page);
      const offered = choicesOf((await look(page)).ask).filter(({ path }) => path.every((spot) => spots.has(spot)));
      choice = offered.find(({ path }) => path.length === 2) ?? (actions > 30 ? offered[0] : undefined);
    }
    assert.ok(choice, "something is done by clicks on the board alone");
    const bar = page.locator("#command");
    await bar.fill("");
    for (const spot of choice.path) await mouse.spot(page, spot);
    const typed = await bar.inputValue();
    const { seq } = await look(page);
    await bar.press("Enter");
    await page.waitForFunction((seq) => /** @type {any} */ (document.querySelector("vb-board")).page.seq > seq || document.querySelector(".outcome.refused"), seq);
    assert.ok((await look(page)).seq > seq, `“${typed}” is read and taken`);
  });
}

scene(here, "between two places that are clicked after a word stands a space", async (visit) => {
  const { page } = await visit();
  await open(page, { game: "guerre", seats: ["me", "me"], private: true });
  const [choice] = choicesOf((await look(page)).ask).filter(({ path }) => path.length === 2);
  assert.ok(choice);
  const bar = page.locator("#command");
  await bar.fill("why move ");
  for (const spot of choice.path) await mouse.spot(page, spot);
  assert.equal(await bar.inputValue(), `why move ${choice.path.join(" ")}`);
  await bar.press("Enter");
  await page.locator(".bar-answer", { hasText: "is allowed" }).waitFor();
});

scene(here, "what was taken is shown with the number of the turn, and a pause covers the board", async (visit) => {
  const { page } = await visit();
  // Blue's lion stands before Red's cat.
  await open(page, { game: "jungle", seats: ["me", "me"], private: true, position: "1.b2c3d2e3h3i2j3k2.k12j4i12h11e11d12c11b12.0" });
  const number = page.locator(".turn-number");
  assert.equal(await number.innerText(), "Turn 1");
  assert.equal(await page.locator(".taken").count(), 0);
  const random = luck(9);
  await act(page, random, mouse, (choices) => choices.find(({ mark }) => mark === "mark-attack"));
  await untilAsked(page);
  assert.equal(await page.locator(".person.seat-2 .taken").getAttribute("aria-label"), "Lost: cat");
  assert.equal(await page.locator(".taken svg").count(), 1);
  assert.equal(await number.innerText(), "Turn 2");
  await accessible(page, "what was taken");

  await page.getByRole("button", { name: "Pause" }).click();
  const cover = page.locator(".curtain:not([hidden])");
  await cover.getByRole("heading", { name: "Pause" }).waitFor();
  assert.equal(await page.locator(".match").evaluate((match) => /** @type {any} */ (match).inert), true);
  await accessible(page, "a pause");
  await cover.getByRole("button", { name: "Resume" }).click();
  await cover.waitFor({ state: "hidden" });
  await act(page, random, mouse);
});
