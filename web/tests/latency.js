/**
 * How quick the page feels: from a click to what the eye sees of it, and from a click to what is saved.
 */

/** Watches from the first moment on. @param {import("playwright-core").BrowserContext} context */
export async function measure(context) {
  await context.addInitScript(() => {
    /** @type {{reaction: number[], saved: number[]}} */
    const times = { reaction: [], saved: [] };
    Object.assign(window, { times });
    let clicked = 0;
    let waits = false;
    let sent = false;
    // A path of several clicks is sent by the last of them.
    let sending = false;
    addEventListener("click", (event) => {
      if (!(event.target instanceof Element && event.target.closest("vb-board .hit, .choices, .amount"))) return;
      clicked = event.timeStamp;
      waits = true;
      sent = true;
    }, true);
    new MutationObserver(() => {
      const outcome = document.querySelector(".outcome");
      if (waits) {
        waits = false;
        const since = clicked;
        // What was drawn is seen with the next frame.
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => times.reaction.push(performance.now() - since);
          channel.port2.postMessage(null);
        });
      }
      if (sent && outcome?.classList.contains("sending")) sending = true;
      if (sent && sending && outcome?.classList.contains("saved")) {
        sent = false;
        sending = false;
        times.saved.push(performance.now() - clicked);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  });
}

/** @param {import("playwright-core").Page} page @returns {Promise<{reaction: number[], saved: number[]}>} */
export function times(page) {
  return page.evaluate(() => /** @type {any} */ (window)["times"]);
}

/** The value that so many of a hundred do not exceed. @param {number[]} values @param {number} share */
export function percentile(values, share) {
  const sorted = values.slice().sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {string} what @param {number[]} values */
export function line(what, values) {
  const ms = (/** @type {number} */ value) => `${value.toFixed(0)} ms`;
  return `${what}: p50 ${ms(percentile(values, 0.5))}, p95 ${ms(percentile(values, 0.95))}, most ${ms(Math.max(...values))} (${values.length} clicks)`;
}
