/** What a first visit costs the line, compressed as it is sent. */

import assert from "node:assert/strict";
import { introduce, scene, table } from "./harness.js";
import { besides, drawn, firstVisit, running } from "./weight.js";

const here = table();

/** The most bytes that a first visit may take, with every header and frame; a map takes more than a board, and the heaviest map is looked at. */
const HOME = 82_000;
const WORKER = 14_000;
const MATCH = 150_000;
/** What a match takes before anything of its game: modules, styles, drawings. */
const FRAME = 118_000;

const isLive = process.env["VAUBAN_WEB"] !== undefined && "a folder that is served live is not compressed as the program is: run it without VAUBAN_WEB";
const told = (/** @type {import("./weight.js").Parts} */ parts) => parts.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");

scene(here, "a first visit to the games is light", async () => {
  const { parts, bytes, complaints } = await firstVisit(here.browser, here.server.address, "/", ".game-card");
  assert.deepEqual(complaints, []);
  assert.ok(bytes <= HOME, `${bytes} bytes:\n${told(parts)}`);
  const more = await besides(here.server.address, parts);
  assert.ok(more <= WORKER, `${more} bytes by the worker`);
}, { skip: isLive });

scene(here, "a first visit to a match of any game is light", async (visit) => {
  const { page } = await visit();
  await introduce(page, "Élise");
  for (const [game, options] of here.games.flatMap((game) => drawn(game).map((options) => /** @type {const} */ ([game, options])))) {
    const match = await running(page, game.name, options);
    const { parts, bytes, complaints } = await firstVisit(here.browser, here.server.address, `/match/${match}`, "vb-board .hit");
    assert.deepEqual(complaints, []);
    assert.ok(bytes <= MATCH, `${game.name}: ${bytes} bytes:\n${told(parts)}`);
    const frame = parts.filter(({ path }) => /^\/(assets|css|js|icons)\//.test(path)).reduce((sum, part) => sum + part.bytes, 0);
    assert.ok(frame <= FRAME, `${frame} bytes before anything of a game`);
  }
}, { skip: isLive });
