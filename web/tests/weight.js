/**
 * What a first visit costs the line: every byte that comes, headers and frames included, compressed as it is sent. Run by
 * hand: `node tests/weight.js [-v]` prints rows for docs/bench.md, with `-v` also what the bytes are.
 */

import { fileURLToPath } from "node:url";
import { launch, visitor } from "./browser.js";
import { call, introduce } from "./harness.js";
import { Server } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */
/** Bytes by what they are for. @typedef {{ path: string, bytes: number }[]} Parts */

/**
 * The bytes that come while a page is opened for the first time, until nothing more does.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address of the server
 * @param {string} path
 * @param {string} seen what is there at the end
 */
export async function firstVisit(browser, address, path, seen) {
  const { context, page, complaints } = await visitor(browser, address, { viewport: { width: 1366, height: 768 } });
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  /** @type {Map<string, string>} */
  const asked = new Map();
  /** @type {Parts} */
  const parts = [];
  line.on("Network.requestWillBeSent", ({ requestId, request }) => asked.set(requestId, new URL(request.url).pathname));
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => parts.push({ path: asked.get(requestId) ?? "?", bytes: encodedDataLength }));
  line.on("Network.webSocketFrameReceived", ({ response }) => parts.push({ path: "frames", bytes: Buffer.byteLength(response.payloadData) }));
  await page.goto(path);
  await page.locator(seen).first().waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();
  return { parts, complaints, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
}

/** What the worker fetches beside a first visit, so that the shell opens without a server. @param {string} address @param {Parts} parts what the page has fetched itself */
export async function besides(address, parts) {
  const had = new Set(parts.map(({ path }) => path));
  const worker = await (await fetch(`${address}/worker.js`)).text();
  const files = /** @type {string[]} */ (JSON.parse(/const FILES = (\[.*?\]);/.exec(worker)?.[1] ?? "[]"));
  let bytes = 0;
  for (const file of files.filter((file) => !had.has(file))) {
    const answer = await fetch(`${address}${file}`, { headers: { "accept-encoding": "br, gzip" } });
    bytes += Number(answer.headers.get("content-length"));
    await answer.arrayBuffer();
  }
  return bytes;
}

/** Where something is drawn by lot: of the first 72 seeds those that make the heaviest maps of Land Buster. */
const SEEDS = ["2", "52"];

/** Options under which the same is drawn every time: one set for each seed, or none where nothing is drawn. @param {any} game @returns {Record<string, string>[]} */
export function drawn(game) {
  const lot = game.options.find((/** @type {any} */ option) => option.kind === "seed");
  return lot ? SEEDS.map((seed) => ({ [lot.name]: seed })) : [{}];
}

/** A match that runs, open to who wants to watch it. @param {Page} page @param {string} game @param {Record<string, string>} options */
export async function running(page, game, options) {
  const room = await call(page, "POST", "/matches", { game, options, seats: ["me", "agent:1"], private: false });
  return room.id;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const verbose = process.argv.includes("-v");
  const server = await Server.start();
  const browser = await launch();
  const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const kinds = /** @type {[string, RegExp][]} */ ([["modules", /\.js$/], ["styles", /\.css$/], ["pictures", /picture\.svg$/], ["backdrop", /backdrops/], ["other answers", /^\/api/], ["frames", /^frames$/], ["rest", /./]]);
  const told = (/** @type {Parts} */ parts) => {
    if (!verbose) return;
    const left = new Set(parts);
    for (const [name, pattern] of kinds) {
      const own = [...left].filter(({ path }) => pattern.test(path));
      for (const part of own) left.delete(part);
      console.log(`  ${name}: ${own.length}, ${kilobytes(own.reduce((sum, { bytes }) => sum + bytes, 0))}`);
      if (!/modules|styles/.test(name)) for (const { path, bytes } of own) console.log(`    ${path} ${bytes}`);
    }
  };
  try {
    const games = await (await fetch(`${server.address}/api/v1/games?lang=en`)).json();
    const home = await firstVisit(browser, server.address, "/", ".game-card");
    console.log(`home: ${kilobytes(home.bytes)}, and ${kilobytes(await besides(server.address, home.parts))} by the worker`);
    told(home.parts);
    const { page, context } = await visitor(browser, server.address);
    await introduce(page, "Élise");
    for (const game of games) {
      for (const options of drawn(game)) {
        const match = await firstVisit(browser, server.address, `/match/${await running(page, game.name, options)}`, "vb-board .hit");
        console.log(`match of ${game.name}: ${kilobytes(match.bytes)}`);
        told(match.parts);
      }
    }
    await context.close();
  } finally {
    await browser.close();
    await server.end();
  }
}
