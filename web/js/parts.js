/**
 * Parts that pages share: waiting, failing, having nothing, short messages, dialogs, pictures of games.
 */

import { address, Problem } from "./api.js";
import { h, icon, show } from "./dom.js";
import { lang, t } from "./i18n.js";
import { token } from "./token.js";

/** Something is on its way. @param {string} [text] */
export function loading(text = t("loading")) {
  return h("p.loading", { role: "status" }, text);
}

/** After an outage so long, in milliseconds. */
const RETRY = 3000;

/**
 * What went wrong, and a way to try again.
 * @param {unknown} error
 * @param {() => void} [again]
 */
export function failed(error, again) {
  const offline = error instanceof Problem && error.offline;
  const notice = h("div.notice.error", { role: "alert" },
    icon(offline ? "offline" : "warn"),
    h("div", null,
      h("p", null, h("strong", null, told(error))),
      offline && h("p", null, t("offline.start"), " ", h("code", null, "vauban serve")),
      again && h("div.buttons", null, h("button.button.small", { type: "button", onclick: again }, t("again")),
        location.pathname !== "/" && h("a.button.small", { href: "/" }, t("bar.games")))));
  // An outage passes by itself; whoever still looks is shown what they came for.
  if (offline && again) setTimeout(() => notice.isConnected && again(), RETRY);
  return notice;
}

/** Any error as a line for people. @param {unknown} error @returns {string} */
export function told(error) {
  if (error instanceof Problem) {
    const wait = error.retryAfter ? ` ${t("retry", { seconds: error.retryAfter })}` : "";
    return error.title.charAt(0).toUpperCase() + error.title.slice(1) + wait;
  }
  console.error(error);
  return t("broken");
}

/**
 * Nothing is there, and what to do about it.
 * @param {string} name of a drawing
 * @param {string} text
 * @param {...Node} actions
 */
export function empty(name, text, ...actions) {
  return h("div.empty", null, icon(name), h("p", null, text), actions.length > 0 && h("div.buttons", null, actions));
}

/** A short message that goes away by itself; a screen reader says it. @param {string} text */
export function toast(text) {
  let place = document.getElementById("toasts");
  if (!place) {
    place = h("div", { id: "toasts", role: "status", "aria-live": "polite", popover: "manual" });
    document.body.append(place);
  }
  // A dialog lies over everything that was shown before it.
  if (place.matches(":popover-open")) place.hidePopover();
  place.showPopover();
  const note = h("div.toast", null, text);
  place.append(note);
  setTimeout(() => {
    note.remove();
    if (place.childElementCount === 0 && place.matches(":popover-open")) place.hidePopover();
  }, 5000);
}

/** @param {unknown} error */
export function toastError(error) {
  toast(told(error));
}

/**
 * A dialog that is removed when it is closed.
 * @param {string} title
 * @param {(dialog: HTMLDialogElement, close: () => void) => {body: Node[], footer?: Node[]}} content
 */
export function openDialog(title, content) {
  const dialog = h("dialog", { "aria-labelledby": "dialog-title" });
  const close = () => dialog.close();
  const { body, footer } = content(dialog, close);
  show(dialog,
    h("header", null,
      h("h2", { id: "dialog-title" }, title),
      h("button.button.quiet.icon-only", { type: "button", "aria-label": t("close"), title: t("close"), onclick: close }, icon("close"))),
    h("div.body", null, body),
    footer ? h("footer", null, footer) : null);
  dialog.addEventListener("close", () => dialog.remove());
  // A click beside the dialog closes it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  window.addEventListener("vauban:lang", close, { once: true });
  document.body.append(dialog);
  dialog.showModal();
  // What is too long for the window is scrolled by keys, too.
  const inner = dialog.querySelector(".body");
  if (inner && inner.scrollHeight > inner.clientHeight) inner.setAttribute("tabindex", "0");
  return dialog;
}

/** Asks before something that cannot be taken back. @param {string} title @param {string} text @param {string} yes @param {() => void} act */
export function confirm(title, text, yes, act) {
  return openDialog(title, (_, close) => ({
    body: [h("p", null, text)],
    footer: [h("button.button.danger", { type: "button", onclick: () => {
      close();
      act();
    } }, yes), h("button.button", { type: "button", autofocus: true, onclick: close }, t("cancel"))],
  }));
}

/** Copies a text and says so. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(t("copy.failed"));
  }
}

/** Whether the page is dark now. */
export function isDark() {
  const set = document.documentElement.dataset["theme"];
  return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * The board of a game as it begins, or a diagram of its rules; follows the theme.
 * @param {string} game
 * @param {{options?: Record<string, string>, alt?: string, diagram?: string}} [how] `diagram`: one of its rulebook instead
 */
export function boardPicture(game, how = {}) {
  const source = () => address(`/games/${encodeURIComponent(game)}/${how.diagram ? `diagrams/${encodeURIComponent(how.diagram)}` : "picture.svg"}`, {
    ...how.options, theme: isDark() ? "dark" : "light", lang: lang(),
  });
  const image = h("img", { alt: how.alt ?? "", src: source(), loading: "lazy", decoding: "async", draggable: "false",
    // Options that do not go together have no picture.
    onerror: () => image.classList.add("broken"), onload: () => image.classList.remove("broken") });
  const change = () => {
    if (image.isConnected) image.src = source();
    else window.removeEventListener("vauban:theme", change);
  };
  window.addEventListener("vauban:theme", change);
  return image;
}

/** A seat's token, as on the board: colour, figure and letter. @param {number} seat from 1 @param {string} name */
export function seatMark(seat, name) {
  return token(seat, name.slice(0, 1).toUpperCase());
}
