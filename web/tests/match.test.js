/**
 * Matches by hand: every game of the catalogue by clicks, by keys and by finger; secrets, undo, refusals,
 * replay, a line that breaks. Written once, run for every game.
 */

import assert from "node:assert/strict";
import { accessible, call, fits, introduce, open, scene, table } from "./harness.js";
import { line, measure, times } from "./latency.js";
import { act, choicesOf, finger, look, luck, mouse, play, resign, rest, untilAsked } from "./player.js";

const THOROUGH = process.env["VAUBAN_THOROUGH"] !== undefined;

/** How many actions a match may take before somebody gives up; whole.test.js plays every game to its end. */
const MOST = Number(process.env["VAUBAN_ACTIONS"] ?? (THOROUGH ? 24 : 8));

/** The colours of the page, by turns from game to game unless there is time for all. */
const THEMES = /** @type {const} */ (["light", "dark"]);

const here = table();

/** The names are needed before the server runs: tests are written down first. */
const CATALOGUE = (await import("./catalogue.js")).games;

/** Clicks where it is not allowed, until a card says why; follows it to the rule. @param {import("playwright-core").Page} page */
async function forbidden(page) {
  const { ask } = await look(page);
  const spots = await page.locator("vb-board .hit").evaluateAll((hits) => hits.map((hit) => hit.getAttribute("data-spot") ?? ""));
  const choices = choicesOf(ask).filter(({ path }) => spots.includes(path.at(-1) ?? ""));
  const before = choices[0]?.path.slice(0, -1);
  if (!before || before.length > 1) return null;
  const allowed = new Set(choicesOf(ask).flatMap(({ path }) => (path[0] === before[0] ? path : [path[0]])));
  for (const spot of spots.filter((spot) => !allowed.has(spot)).slice(0, 12)) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    for (const start of before) await (spots.includes(start) ? mouse.spot(page, start) : mouse.button(page, start));
    const answer = page.waitForResponse((response) => /\/plan\?/.test(response.url()));
    await mouse.spot(page, spot);
    const { refusals } = await (await answer).json();
    if (refusals.length === 0) continue;
    const link = page.locator(".spot-card:not([hidden]) .why a.cite").first();
    await page.locator(".spot-card:not([hidden]) .why li").first().waitFor();
    if ((await link.count()) === 0) continue;
    const rule = (await link.textContent())?.replace("§", "") ?? null;
    await link.click();
    return rule;
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  return null;
}

for (const [at, game] of CATALOGUE.entries()) {
  // What ends a match looks alike in all games: axe looks at it on one screen of each, on a telephone for every other.
  const isEndOnTelephone = !THOROUGH && at % 2 === 1;

  scene(here, `${game}: many actions by clicks, both seats at one screen, with nothing that axe finds on the way`, async (visit) => {
    const { context, page } = await visit();
    await measure(context);
    await page.goto("/");
    await page.locator(`[data-game="${game}"]`).getByRole("button", { name: /at this screen/ }).click();
    await page.waitForURL("**/match/*");
    await untilAsked(page);
    await accessible(page, `${game}: the first turn`);
    await fits(page, `${game}: the first turn`);
    const { actions, finished, result } = await play(page, { seed: 7, most: MOST, hand: mouse });
    const { reaction, saved } = await times(page);
    console.log(`${game}: ${actions} actions by clicks, ${finished ? "to the end" : "then resigned"}: ${result.text}`);
    console.log(line(`${game}: click to visible reaction`, reaction));
    console.log(line(`${game}: click to saved`, saved));
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    if (!isEndOnTelephone) await accessible(page, `${game}: the end`);
    await fits(page, `${game}: the end`);
  });

  for (const theme of THOROUGH ? THEMES : THEMES.slice(at % 2, at % 2 + 1)) {
    scene(here, `${game}: on a telephone, by finger, in French, ${theme}`, async (visit) => {
      const { page } = await visit({ locale: "fr-FR", colorScheme: theme, hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
      await open(page, { game, seats: ["me", "agent:1"], private: true });
      await page.getByText("À vous de jouer").first().waitFor();
      await accessible(page, `${game} on a telephone`);
      await fits(page, `${game} on a telephone`);
      const { actions } = await play(page, { seed: 3, most: 6, hand: finger });
      assert.ok(actions > 0);
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await fits(page, `${game}: the end on a telephone`);
      if (THOROUGH || isEndOnTelephone) await accessible(page, `${game}: the end on a telephone`);
    });
  }

  scene(here, `${game}: what was done is taken back`, async (visit) => {
    const { page } = await visit();
    await open(page, { game, seats: ["me", "me"], private: true, undo: "all" });
    await untilAsked(page);
    const before = await look(page);
    await act(page, luck(5), mouse);
    await untilAsked(page);
    assert.notDeepEqual((await look(page)).layers, before.layers);
    await page.locator(".main-tools button", { hasText: "Take back" }).click();
    const asBefore = JSON.stringify(before.layers);
    // Where seats hide something from each other, a curtain falls before the other one looks again.
    await page.waitForFunction((layers) => document.querySelector(".curtain:not([hidden])") || JSON.stringify(/** @type {any} */ (document.querySelector("vb-board")).page.layers) === layers, asBefore);
    await untilAsked(page);
    await page.waitForFunction((layers) => JSON.stringify(/** @type {any} */ (document.querySelector("vb-board")).page.layers) === layers, asBefore);
  });

  scene(here, `${game}: resting on a place asks the server once, and nothing the second time`, async (visit) => {
    const { page } = await visit({ viewport: { width: 1280, height: 800 } });
    await open(page, { game, seats: ["me", "me"], private: true });
    const spots = new Set(await page.locator("vb-board .hit").evaluateAll((hits) => hits.map((hit) => hit.getAttribute("data-spot") ?? "")));
    const random = luck(23);
    // An action from place to place, with an overlay of what it would change: the most that can be asked.
    /** @type {import("./player.js").Choice | undefined} */
    let choice;
    for (let actions = 0; actions < 12 && choice?.path.length !== 2; actions += 1) {
      if (actions > 0) await act(page, random, mouse);
      await untilAsked(page);
      const { ask } = await look(page);
      const offered = choicesOf(ask).filter(({ path }) => path.every((spot) => spots.has(spot)));
      choice = offered.find(({ amount }) => !amount) ?? offered[0] ?? choice;
    }
    assert.ok(choice, "something is done by clicks on the board alone");
    const last = choice.path.at(-1) ?? "";
    await page.locator("#tab-lens").click();
    await page.getByLabel("what an action would change").check();
    const pills = page.locator(".lens-menu input");
    await pills.nth(1).check();
    for (const spot of choice.path.slice(0, -1)) await mouse.spot(page, spot);
    await page.mouse.move(1, 1);
    await page.waitForLoadState("networkidle");
    /** @type {string[]} */
    let asked = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(request.url());
    });
    const elsewhere = [...spots].find((spot) => !choice.path.includes(spot)) ?? "";
    for (const spot of [last, elsewhere]) {
      for (const most of [1, 0]) {
        asked = [];
        await rest(page, spot);
        await page.waitForTimeout(300);
        assert.equal(asked.length, most, `${spot}: ${asked.join(" ")}`);
        await page.mouse.move(1, 1);
        await page.locator(".spot-card").waitFor({ state: "hidden" });
        await page.waitForTimeout(100);
        assert.equal(asked.length, most, `leaving ${spot}: ${asked.join(" ")}`);
      }
    }
  });

  scene(here, `${game}: a refusal tells why, and leads to the rule`, async (visit) => {
    const { page } = await visit({ expected: /422/ });
    await open(page, { game, seats: ["me", "me"], private: true });
    await untilAsked(page);
    // What nobody can read.
    const bar = page.getByPlaceholder("Type an action…");
    await bar.fill("?!");
    await bar.press("Enter");
    await page.locator(".outcome.refused .reasons li").first().waitFor();
    // What is read and not allowed, as soon as a click on the board can be: at a place where none is offered.
    const random = luck(29);
    let cited = null;
    for (let actions = 0; actions < 60 && cited === null; actions += 1) {
      if (actions > 0) await act(page, random, mouse);
      await untilAsked(page);
      cited = await forbidden(page);
    }
    assert.ok(cited, "a forbidden click cites a rule");
    // The paragraph opens beside the board; the whole book is one click further.
    await page.locator(`.paragraph .rule[id="${cited}"]`).waitFor();
    await page.locator(".paragraph a", { hasText: "All the rules" }).click();
    await page.waitForURL(`**/rules/${game}#*`);
    await page.locator(".rule.target").waitFor();
    assert.equal(await page.locator(".rule.target").getAttribute("id"), cited);
  });

  scene(here, `${game}: a match that is over is replayed step by step, and goes on from one of them`, async (visit) => {
    const { page } = await visit();
    const room = await open(page, { game, seats: ["me", "me"], private: true });
    const random = luck(17);
    for (let actions = 0; actions < 5; actions += 1) await act(page, random, mouse);
    await untilAsked(page);
    await resign(page);
    await page.getByRole("dialog").getByRole("link", { name: "Replay" }).click();
    await page.waitForURL(`**/replay/${room.id}*`);
    const count = page.locator(".transport .count");
    const board = page.locator("vb-board .hit").first();
    await board.waitFor();
    await page.keyboard.press("Home");
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step === 0);
    const steps = await page.evaluate(() => /** @type {any} */ (document.querySelector("vb-board")).page.steps);
    for (let step = 1; step <= 3; step += 1) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((step) => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step === step, step);
    }
    assert.equal(await count.textContent(), `3 of ${steps}`);
    // The log has the whole match, and says what of it happened up to here.
    await page.waitForFunction(() => document.querySelector(".replay-side .log .now")?.getAttribute("data-seq") === String(/** @type {any} */ (document.querySelector("vb-board")).page.seq));
    const lines = page.locator(".replay-side .log li[data-seq]");
    const upToHere = await page.locator(".replay-side .log li[data-seq]:not(.later)").count();
    assert.equal(upToHere, await page.evaluate(() => /** @type {any} */ (document.querySelector("vb-board")).page.log.length));
    assert.ok((await lines.count()) > upToHere, "the log goes on to the end");
    assert.match((await page.locator(".replay-side .log-lines .words").last().textContent()) ?? "", /\w/);
    // The transport is the same for all games, so a few of them try all of it.
    if (THOROUGH || at % 3 === 1) {
      await accessible(page, `${game}: the replay`);
      await fits(page, `${game}: the replay`);

      // A link to a step shows that step; through every eye, since it is over.
      assert.equal(new URL(page.url()).searchParams.get("step"), "3");
      await page.reload();
      await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step === 3);
      for (const eye of ["0", "1", "2"]) {
        const answer = page.waitForResponse((response) => new RegExp(`page\\?.*eye=${eye}`).test(response.url()));
        await page.getByLabel("Seen by").selectOption(eye);
        assert.equal((await answer).status(), 200);
      }

      // The slider and the end.
      await page.keyboard.press("End");
      await page.waitForFunction((steps) => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step === steps, steps);
      assert.equal(await page.locator(".replay-side .log .later").count(), 0);

      // A line of the log leads to its step, and so does the graph, whose numbers can be heard.
      await lines.first().locator("button").click();
      await page.waitForFunction((steps) => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step < steps, steps);
      const graph = page.getByRole("slider", { name: /over time/ });
      await graph.focus();
      await page.keyboard.press("End");
      await page.waitForFunction((steps) => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step === steps, steps);
      assert.match((await graph.getAttribute("aria-valuetext")) ?? "", /Turn \d+: .+ \d+/);
      assert.ok((await page.locator(".course option").count()) > 1, "the chance to win, and the game's numbers");
    }

    // Cards and overlays are those of the step.
    await page.keyboard.press("Home");
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step === 0);
    const spot = (await call(page, "GET", `/matches/${room.id}/spots?step=0`))[0].spot;
    await page.locator(`vb-board .hit[data-spot="${spot}"]`).focus();
    await page.keyboard.press("i");
    await page.locator(".spot-card:not([hidden]) .title").waitFor();
    await page.locator(".replay-lenses summary").click();
    const lens = page.waitForResponse((response) => /lens\?.*step=0/.test(response.url()));
    await page.evaluate(() => {
      const menu = document.querySelector(".lens-menu");
      const list = menu?.querySelector("select");
      if (!list) return void [...(menu?.querySelectorAll("input") ?? [])].find((input) => input.value !== "" && !input.checked)?.click();
      list.value = [...list.options].find(({ value }) => value !== "" && value !== list.value)?.value ?? "";
      list.dispatchEvent(new Event("change", { bubbles: true }));
    });
    assert.equal((await lens).status(), 200);
    const [record] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download the record" }).click()]);
    assert.match(record.suggestedFilename(), /\.vauban$/);

    // Back to the last step but one at which somebody was to act, and on from there.
    let step = steps - 1;
    for (let isTurn = false; !isTurn; step -= isTurn ? 0 : 1) {
      await page.getByLabel("Step", { exact: true }).fill(String(step));
      await page.waitForFunction((step) => /** @type {any} */ (document.querySelector("vb-board"))?.page?.step === step, step);
      isTurn = step < steps - 1 && (await look(page)).turn.seats.length > 0;
    }
    const there = (await look(page)).layers;
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "At this screen" }).click();
    await page.waitForURL("**/match/*");
    await untilAsked(page);
    const next = new URL(page.url()).pathname.split("/match/")[1];
    assert.notEqual(next, room.id);
    // Where there is only one choice it may have been made by itself.
    const now = await call(page, "GET", `/matches/${next}/page?step=${step}`);
    const pieces = (/** @type {any[]} */ layers) => JSON.stringify(layers.flatMap(({ shapes }) => shapes).filter(({ spot }) => spot).map(({ at, fill, spot }) => [at, fill, spot]).sort());
    assert.equal(pieces(now.layers), pieces(there));
    await act(page, random, mouse);
  });
}

scene(here, "a line that breaks, and a server that restarts, lose nothing in any game", async (visit) => {
  /** A screen at a match of each game, which is played on for a moment. */
  const screens = [];
  for (const game of CATALOGUE) {
    const { context, page, complaints } = await visit();
    await open(page, { game, seats: ["me", "me"], private: true });
    const random = luck(23);
    await act(page, random, mouse);
    await untilAsked(page);
    const lost = page.getByText("Connection lost; reconnecting…");

    await context.setOffline(true);
    await lost.waitFor();
    await context.setOffline(false);
    await lost.waitFor({ state: "hidden" });
    await act(page, random, mouse);
    await untilAsked(page);
    const { seq } = await look(page);
    screens.push({ game, page, complaints, random, lost, seq });
  }

  // As when the power fails: what was shown was saved.
  await here.server.kill();
  for (const { lost } of screens) await lost.waitFor();
  await here.server.run();
  for (const { game, page, complaints, random, lost, seq } of screens) {
    await lost.waitFor({ state: "hidden" });
    assert.equal((await look(page)).seq, seq, game);
    await act(page, random, mouse);
    await untilAsked(page);
    assert.ok((await look(page)).seq > seq, game);
    complaints.length = 0;
  }
});

scene(here, "a map that is too large for a telephone begins where its letters can be read, and is moved about by finger", async (visit) => {
  let vast = 0;
  for (const game of CATALOGUE) {
    const { page } = await visit({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
    await open(page, { game, seats: ["me", "me"], private: true });
    const board = page.locator("vb-board");
    if (!(await board.evaluate((board) => board.classList.contains("vast")))) continue;
    vast += 1;
    const random = luck(13);
    for (let actions = 0; actions < 4; actions += 1) await act(page, random, finger);
    await untilAsked(page);
    const least = await board.evaluate((board) => {
      const sizes = [...board.querySelectorAll(".live [data-layer] text")].map((text) => Number(text.getAttribute("font-size")) * /** @type {any} */ (board).camera.scale());
      return { letters: Math.min(...sizes), height: board.clientHeight };
    });
    assert.ok(least.letters >= 11, `${game}: letters of ${least.letters} px`);
    assert.ok(least.height >= 380, `${game}: a board of ${least.height} px`);
    // A finger moves it, wherever it is put down; the whole is one tap away.
    const at = () => board.evaluate((board) => {
      const { at, power, width } = /** @type {any} */ (board).camera;
      return { ...at, power, width };
    });
    const before = await at();
    await board.scrollIntoViewIfNeeded();
    const box = await board.boundingBox();
    assert.ok(box);
    const way = before.x > before.width / 2 ? 120 : -120;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + way, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
    assert.ok(Math.abs((await at()).x - before.x) > 1, "the map was moved");
    await page.getByRole("button", { name: "The whole board" }).tap();
    assert.equal((await at()).power, 1);
    await act(page, random, finger);
  }
  assert.ok(vast > 0, "some map is too large for a telephone");
});

scene(here, "two browsers set up in secret at once, and neither sees the other before both are done", async (visit) => {
  const hidden = here.games.flatMap((game) => game.options.flatMap((/** @type {any} */ option) =>
    (option.values ?? []).some((/** @type {{ value: string }} */ { value }) => value === "hidden") ? [{ game: game.name, options: { [option.name]: "hidden" } }] : []));
  assert.ok(hidden.length > 0, "some game can be set up in secret");
  for (const { game, options } of hidden) {
    const one = await visit();
    const two = await visit();
    await introduce(one.page, "North");
    await introduce(two.page, "South");
    const room = await call(one.page, "POST", "/matches", { game, options, seats: ["me", "open"], private: true });
    await one.page.goto(`/match/${room.id}`);
    await two.page.goto(`/match/${room.id}#key=${room.links.join}`);
    await two.page.getByRole("button", { name: "Sit down" }).click();
    await Promise.all([untilAsked(one.page), untilAsked(two.page)]);
    // What is in reserve is drawn as the own side has it.
    for (const { page } of [one, two]) await page.locator(".choices [data-spot].drawn svg.drawing").first().waitFor();
    const seen = async (/** @type {import("playwright-core").Page} */ page, /** @type {number} */ seat) => (await look(page)).layers
      .flatMap((/** @type {any} */ layer) => layer.shapes).filter((/** @type {any} */ shape) => shape.spot && shape.fill === `seat-${seat}`).length;
    const [theirs, ours] = [await seen(one.page, 2), await seen(two.page, 1)];

    /** Places what there is, while it may. */
    const place = async (/** @type {import("playwright-core").Page} */ page, /** @type {number} */ seed, /** @type {() => Promise<void>} */ check) => {
      const random = luck(seed);
      const spots = new Set(await page.locator("vb-board .hit").evaluateAll((hits) => hits.map((hit) => hit.getAttribute("data-spot") ?? "")));
      for (let actions = 0; actions < 200; actions += 1) {
        const taken = await act(page, random, mouse, (choices) => {
          // Rather what lies beside the board than what stands on it already, and done as soon as it is offered.
          const done = choices.find(({ path }) => path.length === 1);
          const reserve = choices.filter(({ path }) => !spots.has(path[0] ?? ""));
          return done ?? reserve[Math.floor(random() * reserve.length)] ?? choices[0];
        });
        if (taken?.path.length === 1) return;
        await check();
      }
      assert.fail("the set-up has no end");
    };
    // As long as a side is placing, nothing of the other one is to be seen.
    await Promise.all([
      place(one.page, 31, async () => assert.equal(await seen(one.page, 2), theirs, "the second side stays hidden")),
      place(two.page, 37, async () => assert.equal(await seen(two.page, 1), ours, "the first side stays hidden")),
    ]);
    for (const [page, seat, before] of /** @type {const} */ ([[one.page, 2, theirs], [two.page, 1, ours]])) {
      await page.waitForFunction(({ seat, before }) => /** @type {any} */ (document.querySelector("vb-board")).page.layers
        .flatMap((/** @type {any} */ layer) => layer.shapes).filter((/** @type {any} */ shape) => shape.spot && shape.fill === `seat-${seat}`).length > before, { seat, before });
    }
  }
});

scene(here, "each mark is drawn by the figure that its game gives it", async (visit) => {
  const { page } = await visit();
  await page.goto("/");
  await page.locator(`[data-game="${CATALOGUE[0]}"]`).getByRole("button", { name: /at this screen/ }).click();
  await page.waitForURL("**/match/*");
  await untilAsked(page);
  /** @type {[string, string][]} */
  const drawn = await page.evaluate(() => {
    const board = /** @type {any} */ (document.querySelector("vb-board"));
    const [spot] = board.places.keys();
    return Object.entries(board.figures).map(([mark, figure]) => {
      board.mark({ targets: new Map([[spot, mark]]) });
      return [figure, board.querySelector(`.figure.${mark}`).innerHTML];
    });
  });
  const figures = new Map(drawn);
  assert.ok(figures.size >= 5 && figures.has("crosshair"), [...figures.keys()].join());
  assert.equal(new Set(figures.values()).size, figures.size);
  for (const [figure, drawing] of drawn) assert.equal(drawing, figures.get(figure), figure);
});

scene(here, "another language keeps the overlay, and cuts off no tab", async (visit) => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 } });
  await open(page, { game: CATALOGUE[0], seats: ["me", "me"], private: true });
  await page.locator("#tab-lens").click();
  await page.locator(".lens-menu input").nth(1).check();
  await page.locator(".lens-chip:not([hidden])").waitFor();
  const before = await page.locator("vb-board .lens *").count();
  const lens = await page.locator(".lens-menu input:checked").getAttribute("value");
  await page.locator("#lang").click();
  await untilAsked(page);
  await page.locator(".lens-chip:not([hidden])").waitFor();
  assert.equal(await page.locator(".lens-menu input:checked").getAttribute("value"), lens);
  assert.ok(before > 0, "an overlay is drawn");
  await page.waitForFunction((count) => document.querySelectorAll("vb-board .lens *").length === count, before);
  const list = page.locator(".tabs");
  assert.equal(await list.locator("[role=tab]").last().textContent(), "Discussion");
  assert.ok(await list.evaluate((tabs) => tabs.scrollWidth <= tabs.clientWidth), "every tab is seen whole");
});

scene(here, "who watches sees every action and is asked nothing", async (visit) => {
  const one = await visit();
  const two = await visit();
  const game = here.games[0].name;
  const room = await open(one.page, { game, seats: ["me", "me"] });
  await two.page.goto(`/match/${room.id}`);
  await two.page.locator("vb-board .hit").first().waitFor();
  const { seq } = await look(two.page);
  await act(one.page, luck(41), mouse);
  await two.page.waitForFunction((seq) => /** @type {any} */ (document.querySelector("vb-board")).page.seq > seq, seq);
  assert.equal((await look(two.page)).ask, null);
});

scene(here, "a rematch changes the seats", async (visit) => {
  const { page } = await visit();
  const game = here.games[0].name;
  const room = await open(page, { game, seats: ["me", "agent:1"], private: true });
  await untilAsked(page);
  await resign(page, "keyboard");
  await page.getByRole("dialog").getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => /\/match\//.test(url.pathname) && !url.pathname.endsWith(room.id));
  await page.locator("vb-board .hit").first().waitFor();
  const again = await call(page, "GET", `/matches/${page.url().split("/match/")[1]}`);
  assert.equal(again.seats[0].kind, "agent");
  assert.equal(again.seats[1].kind, "person");
});
