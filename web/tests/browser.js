/**
 * A real Chromium, found where systems keep it, with every message of the pages collected.
 */

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"] ?? "",
  // The same engine without a browser's own windows: it takes a third less processor time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-sync",
  "--metrics-recording-only",
  "--mute-audio",
  "--no-first-run",
];

/** No single thing in the page takes longer, unless something is broken. */
export const PATIENCE = Number(process.env["VAUBAN_PATIENCE"] ?? 60_000);

export async function launch() {
  const executablePath = PLACES.find((place) => place !== "" && existsSync(place));
  if (!executablePath) throw new Error("Chromium is missing: install Debian's `chromium-headless-shell`, or name one in $CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS, headless: true });
}

/**
 * A fresh browser profile. Everything that its pages complain about ends up in `complaints`.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {import("playwright-core").BrowserContextOptions & {expected?: RegExp}} [options] `expected`: complaints that the test provokes
 */
export async function visitor(browser, address, options = {}) {
  const { expected, ...rest } = options;
  const context = await browser.newContext({
    baseURL: address, locale: "en-GB", serviceWorkers: "block", reducedMotion: "reduce",
    viewport: { width: 1280, height: 900 }, ...rest,
  });
  context.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const complaints = [];
  /** @param {string} text */
  const complain = (text) => {
    // The tests themselves keep the worker away, so that nothing comes from a cache.
    if (/Service Worker registration blocked/.test(text)) return;
    // A drawing that is opened by itself names no icon, so the browser looks for one.
    if (/favicon\.ico/.test(text)) return;
    if (!expected?.test(text)) complaints.push(text);
  };
  context.on("page", (page) => {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complain(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => complain(`exception: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      // A request that was given up by leaving the page is nobody's fault.
      if (!/ERR_ABORTED/.test(why)) complain(`request: ${request.url()} ${why}`);
    });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(address).origin) complain(`foreign: ${request.url()}`);
    });
  });
  const page = await context.newPage();
  return { context, page, complaints };
}
