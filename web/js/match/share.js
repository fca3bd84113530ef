/** Sharing a match: a link to watch it, which can be withdrawn, a picture of the position, and all of it as an animation. */

import { address, api, commandId, Problem } from "../api.js";
import { h, show } from "../dom.js";
import { moment, register, t } from "../i18n.js";
import { linkCard } from "../invite.js";
import { link } from "../key.js";
import { isDark, openDialog, told } from "../parts.js";
import { sign } from "./names.js";
import texts from "../texts/dialogs.js";
import front from "../texts/front.js";

register(texts);
register(front);

/** The key of the link that was made in this browser: the server tells it once. @typedef {{ share: string, key: string }} Made */

/** @param {string} match */
const place = (match) => `vauban.share.${match}`;

/** @param {string} match @returns {Made | null} */
function made(match) {
  try {
    return JSON.parse(localStorage.getItem(place(match)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match @param {Made | null} share */
function note(match, share) {
  try {
    if (share) localStorage.setItem(place(match), JSON.stringify(share));
    else localStorage.removeItem(place(match));
  } catch {
    // Without storage the link is shown once.
  }
}

/**
 * @param {() => any} room as it is now
 * @param {string} me who one is
 */
export function showShare(room, me) {
  const links = h("section.share-links", { "aria-label": t("share.links") });
  const problem = h("div", { role: "alert" });
  const id = room().id;
  /** Made here, and told once. @type {Made | null} */
  let fresh = made(id);
  const path = `/matches/${encodeURIComponent(id)}`;
  /** @param {() => Promise<unknown>} act */
  const attempt = async (act) => {
    show(problem);
    try {
      await act();
    } catch (error) {
      show(problem, h("p.notice.error", null, told(error)));
    }
    draw(await api.get(path).catch(() => room()));
  };
  const share = () => attempt(async () => {
    fresh = await api.post(`${path}/shares`);
    note(id, fresh);
  });
  /** @param {string} which */
  const withdraw = (which) => attempt(async () => {
    await api.post(`${path}/commands`, { command_id: commandId(), do: "withdraw", share: which });
    if (fresh?.share !== which) return;
    fresh = null;
    note(id, null);
  });
  /** @param {any} room */
  const draw = (room) => {
    if (room.visibility === "listed") return show(links, h("p", null, t("share.listed")), linkCard(link(id, null), t("share.watch")));
    if (!room.links) return show(links, h("p.soft", null, t("share.players")));
    /** @type {{ share: string, by: { id: string, name: string }, at: number }[]} */
    const shares = room.shares ?? [];
    const own = fresh && shares.some((one) => one.share === fresh?.share) ? fresh : null;
    const others = shares.filter((one) => one.share !== own?.share);
    const button = (/** @type {string} */ which, /** @type {string} */ text) => h("button.button.small.danger", { type: "button", "data-withdraw": which, onclick: () => void withdraw(which) }, sign("cross"), t(text));
    show(links,
      h("p", null, t("share.text")),
      own ? h("div", null, linkCard(link(id, own.key), t("share.watch")), h("p", null, button(own.share, "share.withdraw"), " ", h("span.hint", null, t("share.withdraw.text"))))
        : h("p", null, h("button.button.primary", { type: "button", "data-share": true, onclick: () => void share() }, sign("eye"), t("share.make"))),
      others.length > 0 && h("ul.share-list", { "aria-label": t("share.others") }, others.map((one) => h("li", null,
        h("span", null, t("share.by", { name: one.by.name, time: moment(one.at) })), one.by.id === me && button(one.share, "share.withdraw.other")))));
  };
  draw(room());
  return openDialog(t("share.title"), () => ({ body: [links, problem, drawings(id)] }));
}

/** The position and the whole match as pictures that can be kept, as everybody may see them. @param {string} match */
function drawings(match) {
  const shown = h("div.share-picture", { "aria-live": "polite" });
  /** Goes up with every picture that is asked for, so that a slow one does not replace a newer one. */
  let asked = 0;
  /** @param {"png" | "gif"} kind */
  const make = async (kind) => {
    const mine = (asked += 1);
    show(shown, h("p.loading", { role: "status" }, t("share.drawing")));
    try {
      const picture = await fetched(match, kind);
      if (mine !== asked) return;
      const name = `${match}.${kind}`;
      const file = new File([picture], name, { type: picture.type });
      const canShare = navigator.canShare?.({ files: [file] });
      const save = h("button.button.small", { type: "button", onclick: () => keep(picture, name) }, sign("save"), t("share.save", { size: Math.max(1, Math.round(picture.size / 1000)) }));
      show(shown, h("img", { alt: t(`share.${kind}.alt`), src: await asData(picture) }),
        h("div.buttons", null, save, canShare && h("button.button.small", { type: "button", onclick: () => void navigator.share({ files: [file] }).catch(() => {}) }, t("share"))));
    } catch (error) {
      if (mine === asked) show(shown, h("p.notice.error", { role: "alert" }, told(error)));
    }
  };
  return h("section.share-drawings", { "aria-label": t("share.pictures") }, h("div.buttons", null,
    h("button.button", { type: "button", "data-draw": "png", onclick: () => void make("png") }, t("share.png")),
    h("button.button", { type: "button", "data-draw": "gif", onclick: () => void make("gif") }, t("share.gif"))), shown);
}

/** @param {string} match @param {string} kind @returns {Promise<Blob>} */
async function fetched(match, kind) {
  const path = address(`/matches/${encodeURIComponent(match)}/picture.${kind}`, { eye: 0, theme: isDark() ? "dark" : "light" });
  const response = await fetch(path).catch(() => {
    throw new Problem(0, { code: "offline", title: t("offline.title") });
  });
  if (response.ok) return response.blob();
  const wait = Number(response.headers.get("retry-after")) || null;
  throw new Problem(response.status, await response.json().catch(() => ({ title: response.statusText })), wait);
}

/** @param {Blob} picture @returns {Promise<string>} */
function asData(picture) {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(picture);
  });
}

/** @param {Blob} picture @param {string} name */
function keep(picture, name) {
  const url = URL.createObjectURL(picture);
  h("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
