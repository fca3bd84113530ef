/**
 * What a screen reader says of a match: whatever changes in a live region, and what gets the focus. By hand,
 * `node tests/heard.js [file]` writes down ten moves of every game against a program (docs/heard.md).
 */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, visitor } from "./browser.js";
import { call, introduce } from "./harness.js";
import { act, choicesOf, choose, keyboard, look, luck, untilAsked } from "./player.js";
import { Server } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

/** Listens from the first moment on. @param {import("playwright-core").BrowserContext} context */
export async function listen(context) {
  await context.addInitScript(() => {
    /** @type {string[]} */
    const heard = [];
    Object.assign(window, { heard });
    const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
    const words = (/** @type {Element} */ element) => {
      const copy = /** @type {Element} */ (element.cloneNode(true));
      for (const gone of copy.querySelectorAll("[aria-hidden=true], [hidden], svg")) gone.remove();
      return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
    };
    /** What each region said last. @type {WeakMap<Element, string>} */
    const said = new WeakMap();
    new MutationObserver((changes) => {
      const regions = new Set(changes.flatMap(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(LIVE) ?? []));
      for (const region of regions) {
        if (region.closest("[hidden], [inert]") || getComputedStyle(region).visibility === "hidden") continue;
        const text = words(region);
        if (text !== "" && text !== said.get(region)) heard.push(text);
        said.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"] });
    addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      const name = target.getAttribute("aria-label") ?? words(target);
      const state = target.getAttribute("aria-pressed") === "true" ? ", pressed" : "";
      if (name) heard.push(`[${name}${state}]`);
    });
  });
}

/** What was heard since the last time. @param {Page} page @returns {Promise<string[]>} */
export function heard(page) {
  return page.evaluate(() => /** @type {any} */ (window)["heard"].splice(0));
}

/** Ten moves of a game by keyboard, with what is heard of each. @param {Page} page @param {string} game @param {number} moves @param {number} [breath] how long whoever plays listens after each, in milliseconds */
export async function tenMoves(page, game, moves = 10, breath = 300) {
  const room = await call(page, "POST", "/matches", { game, seats: ["me", "agent:2"], private: true });
  await page.goto(`/match/${room.id}`);
  await untilAsked(page);
  const random = luck(21);
  await page.waitForTimeout(breath + 100);
  const lines = [{ done: "", told: await heard(page), events: /** @type {string[]} */ ([]) }];
  for (let move = 0; move < moves; move += 1) {
    const { ask, seq, result } = await look(page);
    if (result) break;
    const choices = choicesOf(ask);
    const choice = choose(choices, random);
    await act(page, random, keyboard, () => choice);
    await untilAsked(page);
    // What is said is gathered for a moment.
    await page.waitForTimeout(breath);
    const { events } = await call(page, "GET", `/matches/${room.id}/events?since=${seq}`);
    lines.push({ done: choice?.caption ?? "", told: await heard(page), events: events.flatMap((/** @type {any} */ entry) => entry.events.map((/** @type {any} */ event) => event.text)).filter(Boolean) });
  }
  return lines;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = process.argv[2] ?? fileURLToPath(new URL("../../docs/heard.md", import.meta.url));
  const server = await Server.start();
  const browser = await launch();
  const out = ["# What a screen reader says", "", "Ten moves of every game against a program, by keyboard alone, as `node tests/heard.js` in `web/` heard them. In brackets: what gets the focus. The rest is said by itself.", ""];
  try {
    const games = await (await fetch(`${server.address}/api/v1/games?lang=en`)).json();
    const { context, page } = await visitor(browser, server.address);
    await listen(context);
    await introduce(page, "Élise");
    for (const { name, title } of games) {
      out.push(`## ${title}`, "");
      for (const { done, told } of await tenMoves(page, name, 10, 1500)) {
        if (done) out.push(`**${done}**`, "");
        out.push(...told.map((line) => `- ${line}`), "");
      }
    }
    writeFileSync(file, `${out.join("\n").replace(/\n{3,}/g, "\n\n").trimEnd()}\n`);
  } finally {
    await browser.close();
    await server.end();
  }
}
