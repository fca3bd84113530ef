/**
 * Whether there is room for everything: nothing sticks out of the window, no word is cut off, nothing lies over
 * something else. With pictures of what was looked at, many on a sheet.
 */

import assert from "node:assert/strict";
import { fits } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** The widths of a telephone, a tablet, a laptop and a large screen, with their heights. */
export const SCREENS = [{ width: 360, height: 740 }, { width: 768, height: 1024 }, { width: 1366, height: 768 }, { width: 1440, height: 900 }];
export const THEMES = /** @type {const} */ (["light", "dark"]);
export const LOCALES = ["en-GB", "fr-FR"];

/** What a browser of this kind is. @param {{ width: number, height: number }} viewport @param {"light" | "dark"} colorScheme @param {string} locale */
export const seenBy = (viewport, colorScheme, locale) => ({ viewport, colorScheme, locale, ...(viewport.width < 640 && { isMobile: true, hasTouch: true }) });

/** Nothing is cut off, beside the window or over something else. @param {Page} page @param {string} where */
export async function roomy(page, where) {
  await fits(page, where);
  const covered = await page.evaluate(() => {
    const seen = (/** @type {Element} */ element) => {
      const style = getComputedStyle(element);
      return !/inset\(50%\)/.test(style.clipPath) && style.visibility !== "hidden" && style.display !== "none" && Number(style.opacity) > 0.05;
    };
    /** What of a box is seen: as much as everything around it lets through. @param {Element | null} from what is around it, first of all @param {DOMRect} box */
    const clipped = (from, box) => {
      let [left, top, right, bottom] = [Math.max(0, box.left), Math.max(0, box.top), Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
      for (let up = from; up; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.position === "fixed") break;
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const around = up.getBoundingClientRect();
        [left, top, right, bottom] = [Math.max(left, around.left), Math.max(top, around.top), Math.min(right, around.right), Math.min(bottom, around.bottom)];
      }
      return { left, top, right, bottom };
    };
    /** What may lie over something: a sheet that is pulled up, a notice that goes away. */
    const OVER = ".skip, .sr-only, .toasts, .toast, .spot-card, .sheet, .handle, .past, .suggestions, .bar-answer, [hidden], vb-board, .overview, svg, dialog:not([open])";
    const dialog = document.querySelector("dialog[open]");
    /** @type {{ element: Element, box: { left: number, top: number, right: number, bottom: number }, layer: Element | null }[]} */
    const parts = [];
    for (const element of (dialog ?? document.body).querySelectorAll("*")) {
      if (element.matches("option") || !seen(element)) continue;
      const over = element.closest(OVER);
      // A sheet covers what is below it, and what lies on it has room there.
      if (over && !over.matches(".sheet")) continue;
      const isControl = element.matches("button, a, select, input, textarea, summary");
      const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const boxes = isControl ? [element.getBoundingClientRect()] : words.flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
      for (const whole of boxes) {
        const box = clipped(isControl ? element.parentElement : element, whole);
        if (box.right - box.left > 3 && box.bottom - box.top > 3) parts.push({ element, box, layer: element.closest(".sheet, header.bar, .topbar, nav, [popover]") });
      }
    }
    const found = [];
    for (const [number, one] of parts.entries()) {
      for (const two of parts.slice(number + 1)) {
        if (one.layer !== two.layer || one.element.contains(two.element) || two.element.contains(one.element)) continue;
        const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
        const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
        // Letters have room above and below them.
        if (wide > 3 && high > 5) found.push(`${one.element.outerHTML.slice(0, 110)} lies over ${two.element.outerHTML.slice(0, 110)} by ${Math.round(wide)}×${Math.round(high)}`);
      }
    }
    return found.slice(0, 6);
  });
  assert.deepEqual(covered, [], `${where}:\n${covered.join("\n")}`);
}

/** Pictures side by side on one sheet. @param {import("playwright-core").Browser} browser @param {{ name: string, picture: Buffer }[]} pictures @param {string} path @param {number} [width] of each */
export async function sheet(browser, pictures, path, width = 300) {
  const context = await browser.newContext({ viewport: { width: Math.min(1800, 20 + pictures.length * (width + 8)), height: 400 } });
  const page = await context.newPage();
  await page.setContent("<body></body>");
  await page.addStyleTag({ content: `body { margin: 8px; display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; font: 12px sans-serif; background: #777; color: #fff } figure { margin: 0; width: ${width}px } img { width: 100%; display: block }` });
  for (const { name, picture } of pictures) {
    await page.evaluate(async ([name, data]) => {
      const figure = document.createElement("figure");
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      figure.append(image, name);
      document.body.append(figure);
    }, /** @type {const} */ ([name, picture.toString("base64")]));
  }
  await page.screenshot({ path, fullPage: true });
  await context.close();
}
