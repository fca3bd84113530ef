/**
 * What every test file begins with: one server, one browser, and visitors whose pages must not complain.
 */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { launch, visitor } from "./browser.js";
import { untilAsked } from "./player.js";
import { Server } from "./server.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** No test takes longer, unless something hangs. */
const LONGEST = 15 * 60_000;

/** @typedef {Awaited<ReturnType<typeof visitor>>} Visitor */

/**
 * A server and a browser for the tests of one file.
 * @param {...string} more further arguments of `vauban serve`
 */
export function table(...more) {
  const here = {
    /** @type {Server} */ server: /** @type {any} */ (null),
    /** @type {import("playwright-core").Browser} */ browser: /** @type {any} */ (null),
    /** Every game of the catalogue. @type {any[]} */ games: [],
    /** @param {Parameters<typeof visitor>[2]} [options] */
    visit: (options) => visitor(here.browser, here.server.address, options),
  };
  before(async () => {
    here.server = await Server.start(...more);
    here.browser = await launch();
    here.games = await (await fetch(`${here.server.address}/api/v1/games?lang=en`)).json();
  }, { timeout: LONGEST });
  after(async () => {
    await here.browser?.close();
    await here.server?.end();
  }, { timeout: LONGEST });
  return here;
}

/**
 * A test with visitors of its own; afterwards none of their pages may have complained.
 * @param {string} name
 * @param {(visit: (options?: Parameters<typeof visitor>[2]) => Promise<Visitor>) => Promise<void>} body
 * @param {ReturnType<typeof table>} here
 * @param {{ skip?: string | false }} [how] `skip`: why it cannot be tried here
 */
export function scene(here, name, body, { skip = false } = {}) {
  test(name, { timeout: LONGEST, skip }, async () => {
    /** @type {Visitor[]} */
    const visitors = [];
    const visit = async (/** @type {Parameters<typeof visitor>[2]} */ options) => {
      const one = await here.visit(options);
      visitors.push(one);
      return one;
    };
    try {
      await body(visit);
      for (const { complaints } of visitors) assert.deepEqual(complaints, []);
    } catch (error) {
      await picture(visitors, name);
      throw error;
    } finally {
      for (const { context } of visitors) await context.close();
    }
  });
}

/** What was on the screens when a test failed: in words, and as pictures if somebody wants to see them. @param {Visitor[]} visitors @param {string} name */
async function picture(visitors, name) {
  const folder = process.env["VAUBAN_FAILURES"];
  for (const [index, { page, complaints }] of visitors.entries()) {
    if (folder) await page.screenshot({ path: `${folder}/${name.replace(/\W+/g, "-")}-${index}.png` }).catch(() => {});
    const words = await page.evaluate(() => [
      document.body.innerText.replace(/\s*\n\s*/g, " | ").slice(0, 600),
      `focus: ${document.activeElement?.outerHTML.slice(0, 120)}`,
    ]).catch(() => []);
    console.error([`visitor ${index} at ${page.url()}`, ...words, ...complaints].join("\n"));
  }
}

/**
 * axe-core finds nothing to complain about.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function accessible(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const axe = /** @type {any} */ (window)["axe"];
    const { violations } = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ violation) => `${violation.id}: ${violation.help}\n${violation.nodes.slice(0, 4).map((/** @type {any} */ node) => `    ${node.html.slice(0, 200)}\n    ${node.failureSummary}`).join("\n")}`);
  });
  assert.deepEqual(violations, [], `${where}:\n${violations.join("\n")}`);
}

/**
 * Nothing sticks out of the window, and no text is cut off.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function fits(page, where) {
  const problems = await page.evaluate(() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth - innerWidth} px too wide`);
    for (const element of document.querySelectorAll("button, a, h1, h2, h3, label, select")) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || getComputedStyle(element).visibility === "hidden" || element.closest(".skip, .sr-only, vb-board, [hidden]")) continue;
      const scrolls = [];
      for (let up = element.parentElement; up; up = up.parentElement) if (/auto|scroll/.test(getComputedStyle(up).overflowX)) scrolls.push(up);
      if (scrolls.length === 0 && (box.right > innerWidth + 1 || box.left < -1)) found.push(`beside the window: ${element.outerHTML.slice(0, 160)}`);
      if (/BUTTON|A/.test(element.tagName) && element.scrollWidth > element.clientWidth + 2 && getComputedStyle(element).display !== "inline") found.push(`cut off: ${element.outerHTML.slice(0, 160)}`);
    }
    return found;
  });
  assert.deepEqual(problems, [], `${where}: ${problems.join("\n")}`);
}

/** Waits until a page has everything that it shows: a silent network would say so half a second later. @param {import("playwright-core").Page} page */
export async function settled(page) {
  await page.waitForFunction(() => document.readyState === "complete" && document.querySelector("[data-page] *") !== null && document.querySelector(".loading") === null
    && [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight));
}

/**
 * The API, as the visitor.
 * @param {import("playwright-core").Page} page a page of ours
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export function call(page, method, path, body) {
  return page.evaluate(async ([method, path, body]) => {
    const request = { method, headers: { "content-type": "application/json" }, body: body === undefined ? undefined : JSON.stringify(body) };
    const response = await fetch(`/api/v1${path}`, /** @type {RequestInit} */ (request));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return /json/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text;
  }, /** @type {const} */ ([/** @type {any} */ (method), path, body]));
}

/**
 * Becomes a guest without playing, so that the API can be asked.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function introduce(page, name) {
  // A page of ours with next to nothing on it.
  await page.goto("/icons/fort.svg");
  await call(page, "POST", "/guests", { name });
  await page.evaluate(() => localStorage.setItem("vauban.known", "1"));
}

/** A match for a visitor who was never here, until he is asked. @param {import("playwright-core").Page} page @param {unknown} wish */
export async function open(page, wish) {
  await introduce(page, "Élise");
  const room = await call(page, "POST", "/matches", wish);
  await page.goto(`/match/${room.id}`);
  await untilAsked(page);
  return room;
}
