/**
 * The shell: which page an address means, the bar above it, the language and the theme.
 */

import { icon, h, show } from "./dom.js";
import { lang, register, setLang, t } from "./i18n.js";
import { isDark } from "./parts.js";
import texts from "./texts/shell.js";

/** @typedef {Record<string, string>} Params the named parts of the path, and `query` unread */
/** @typedef {() => void} Unmount */
/** @typedef {{mount(root: HTMLElement, params: Params): Unmount | Promise<Unmount>, title?(params: Params): string}} Page */

register(texts);

/** Every address, the module that shows it, and what it looks like beyond the shell. The server knows the same list. @type {[RegExp, string, ...string[]][]} */
const ROUTES = [
  [/^\/$/, "home"],
  [/^\/lobby$/, "lobby"],
  [/^\/mine$/, "mine"],
  [/^\/match\/(?<id>[^/]+)$/, "match", "match"],
  [/^\/replay\/(?<id>[^/]+)$/, "replay", "match"],
  [/^\/rules\/(?<game>[^/]+)$/, "rules"],
  [/^\/learn\/(?<game>[^/]+)$/, "learn", "match", "lesson"],
  [/^\/import$/, "import"],
];

const main = /** @type {HTMLElement} */ (document.getElementById("page"));
const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));

/** The style sheets that were asked for. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();
/** @type {Unmount} */
let unmount = () => {};
/** Goes up with every change of page, so that a slow one does not overtake a newer one. */
let visit = 0;
/** What the page shows, without the place in it. */
let shown = "";

const address = () => location.pathname + location.search;

/**
 * Shows the page of the current address.
 * @param {{keepScroll?: boolean, keepFocus?: boolean}} [how]
 */
async function arrive(how = {}) {
  const mine = ++visit;
  shown = address();
  const found = ROUTES.map(([pattern, name, ...styles]) => ({ name, styles, match: pattern.exec(location.pathname) }))
    .find(({ match }) => match);
  const name = found?.name ?? "missing";
  const params = { ...found?.match?.groups };
  for (const key of Object.keys(params)) params[key] = decodeURIComponent(params[key] ?? "");
  let page;
  try {
    [page] = /** @type {[Page, ...unknown[]]} */ (await Promise.all([import(`./pages/${name}.js`), ...(found?.styles ?? []).map(style)]));
  } catch {
    page = /** @type {Page} */ (await import("./pages/offline.js"));
  }
  if (mine !== visit) return;
  unmount();
  unmount = () => {};
  const root = h("div.page", { "data-page": name });
  show(main, root);
  const title = page.title?.(params);
  document.title = title ? `${title} · Vauban` : "Vauban";
  drawBar(name);
  if (!how.keepScroll) scrollTo(0, 0);
  const leave = await page.mount(root, params);
  if (mine === visit) unmount = leave ?? (() => {});
  else leave?.();
  if (!how.keepFocus && !location.hash && !root.contains(document.activeElement)) main.focus({ preventScroll: true });
}

/** A style sheet that only some pages need. @param {string} name @returns {Promise<unknown>} */
function style(name) {
  // Beside this file, so that it is kept with the same version.
  const href = new URL(`../css/${name}.css`, import.meta.url).pathname;
  let sheet = sheets.get(href);
  if (!sheet) {
    const link = h("link", { rel: "stylesheet", href });
    sheet = new Promise((done, fail) => {
      link.addEventListener("load", done);
      link.addEventListener("error", () => {
        sheets.delete(href);
        link.remove();
        fail(new Error(href));
      });
    });
    sheets.set(href, sheet);
    document.head.append(link);
  }
  return sheet;
}

/** Goes to an address of ours without loading everything anew. @param {string} to */
export function go(to) {
  history.pushState(null, "", to);
  void arrive();
}

/** Another address for what is shown already. @param {URL} to */
export function rename(to) {
  history.replaceState(null, "", to);
  shown = address();
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
  // Within the page, as the skip link or a paragraph of the rules.
  if (link.hash && link.pathname + link.search === address()) {
    shown = address();
    return;
  }
  event.preventDefault();
  go(link.href);
});

window.addEventListener("popstate", () => {
  // Another place of the same page is also told here; the page stays, and so does the focus.
  // A key behind the `#` is no place: it opens what was closed.
  if (address() !== shown || /[#&]key=/.test(location.hash)) void arrive({ keepScroll: true });
});
window.addEventListener("vauban:lang", () => {
  void arrive({ keepScroll: true, keepFocus: true });
});

/** The bar above every page. @param {string} page */
function drawBar(page) {
  const focused = document.activeElement?.id;
  /** @param {string} name @param {string} href @param {string} text */
  const link = (name, href, text) =>
    h("a", { href, "aria-current": name === page ? "page" : null }, text);
  const other = lang() === "en" ? "fr" : "en";
  show(bar,
    h("a.skip", { href: "#page" }, t("bar.skip")),
    h("a.brand", { href: "/", "aria-label": t("bar.home") }, icon("fort"), h("span", null, "Vauban")),
    h("nav", { "aria-label": t("bar.nav") },
      link("home", "/", t("bar.games")),
      link("lobby", "/lobby", t("bar.lobby")),
      link("mine", "/mine", t("bar.mine"))),
    h("div.tools", null,
      h("button.tool", {
        id: "lang", type: "button", lang: other, "aria-label": t("bar.lang"), title: t("bar.lang"),
        onclick: () => setLang(other),
      }, other.toUpperCase()),
      h("button.tool", {
        id: "theme", type: "button", "aria-label": t(isDark() ? "bar.light" : "bar.dark"),
        title: t(isDark() ? "bar.light" : "bar.dark"), onclick: switchTheme,
      }, icon(isDark() ? "sun" : "moon"))));
  if (focused === "lang" || focused === "theme") document.getElementById(focused)?.focus();
}

function switchTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem("vauban.theme", next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  window.dispatchEvent(new CustomEvent("vauban:theme", { detail: next }));
  drawBar(main.querySelector("[data-page]")?.getAttribute("data-page") ?? "");
}

if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {
    // The page works without it, only not offline.
  });
}

void arrive({ keepFocus: true });
