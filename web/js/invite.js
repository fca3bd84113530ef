/**
 * Inviting somebody: a link, its QR code, and where it can be opened.
 */

import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { register, t } from "./i18n.js";
import { link } from "./key.js";
import { copy, openDialog, toast } from "./parts.js";
import front from "./texts/front.js";

register(front);

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
  return link(room.id, room.links?.join);
}

/**
 * Shows how to invite a friend to a match; when everybody sits, it becomes the board.
 * @param {any} room
 * @param {() => void} then when it is closed
 */
export function invite(room, then) {
  const missing = h("p.hint", { role: "status" });
  const dialog = openDialog(t("invite.title"), (_, close) => ({
    body: [h("p", null, t("invite.text")), linkCard(joinLink(room), t("invite.link")), missing],
    footer: [h("button.button", { type: "button", onclick: close }, t("invite.board"))],
  }));
  const wait = waitFor(room, (now) => {
    const open = now.seats.filter((/** @type {{ kind: string }} */ seat) => seat.kind === "open").length;
    missing.textContent = t("invite.missing", { n: open });
    if (now.stage !== "open") dialog.close();
  });
  dialog.addEventListener("close", () => {
    void wait.then((live) => live.close());
    then();
  });
  return dialog;
}

/** Looks who sits down, with a sound for each. @param {any} room @param {(room: any) => void} look */
async function waitFor(room, look) {
  // What a match needs is fetched only by who has one.
  const [{ openLive }, sound] = await Promise.all([import("./live.js"), import("./match/sound.js")]);
  const open = (/** @type {any} */ now) => now.seats.filter((/** @type {{ kind: string }} */ seat) => seat.kind === "open").length;
  let before = open(room);
  return openLive(room.id, { onPage: (_, { room: now }) => {
    if (open(now) < before) sound.joined();
    before = open(now);
    look(now);
  } });
}
