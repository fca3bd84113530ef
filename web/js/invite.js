/**
 * Inviting somebody: a link, its QR code, and where it can be opened.
 */

import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { copy, openDialog, toast } from "./parts.js";

/**
 * A link to be passed on: as text, as a picture for telephones, and by what the device offers.
 * @param {string} link a whole address of this server
 * @param {string} label
 */
export function linkCard(link, label) {
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": label, onfocus: () => field.select() });
  const qr = h("img.qr", { alt: t("qr.alt"), width: 200, height: 200 });
  // By POST: the link may hold a secret, and addresses are written into logs.
  api.post("/qr", { text: link }).then(
    (svg) => qr.setAttribute("src", `data:image/svg+xml,${encodeURIComponent(svg)}`),
    () => qr.remove(),
  );
  const canShare = typeof navigator.share === "function";
  return h("div.link-card", null,
    qr,
    h("div", null,
      h("div.field", null, h("span.label", null, label), field),
      h("div.buttons", null,
        h("button.button.primary", { type: "button", onclick: () => copy(link) }, icon("copy"), t("copy")),
        canShare && h("button.button", {
          type: "button",
          onclick: () => navigator.share({ url: link, title: "Vauban" }).catch(() => toast(t("share.not"))),
        }, icon("share"), t("share"))),
      isLoopback() && h("p.hint", null, t("invite.loopback"), " ", h("code", null, "vauban serve --bind 0.0.0.0"))));
}

/** Whether other machines cannot open addresses of this page. */
function isLoopback() {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

/**
 * The whole address by which a friend sits down.
 * @param {{id: string, links?: {join: string} | null}} room
 */
export function joinLink(room) {
  const key = room.links ? `?key=${encodeURIComponent(room.links.join)}` : "";
  return `${location.origin}/match/${encodeURIComponent(room.id)}${key}`;
}

/**
 * Shows how to invite a friend to a match.
 * @param {{id: string, links?: {join: string, watch: string} | null}} room
 * @param {() => void} [then] when it is closed
 */
export function invite(room, then) {
  const dialog = openDialog(t("invite.title"), (_, close) => {
    const watch = room.links ? `${location.origin}/match/${encodeURIComponent(room.id)}?key=${encodeURIComponent(room.links.watch)}` : null;
    return {
      body: [
        h("p", null, t("invite.text")),
        linkCard(joinLink(room), t("invite.link")),
        ...(watch ? [h("details", null, h("summary", null, t("invite.watch")),
          h("p.row", null, h("input", { type: "text", readonly: true, value: watch, "aria-label": t("invite.watch") }),
            h("button.button", { type: "button", onclick: () => copy(watch) }, t("copy"))))] : []),
      ],
      footer: [h("button.button", { type: "button", onclick: close }, t("invite.board"))],
    };
  });
  if (then) dialog.addEventListener("close", then);
  return dialog;
}
