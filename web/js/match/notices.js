/** What tells somebody that something has happened: sounds, the title of the tab, a notice where nobody looks. */

import { t } from "../i18n.js";
import { toast } from "../parts.js";
import { capital } from "./names.js";
import { prefs } from "./prefs.js";
import * as sound from "./sound.js";

/** @param {any} before @param {any} page @param {number} speed of what moves */
export function heard(before, page, speed) {
  if (!before || before.seq === page.seq) return;
  const count = (/** @type {any} */ one) => one.layers.reduce((/** @type {number} */ sum, /** @type {any} */ layer) => sum + layer.shapes.length, 0);
  sound.knock(count(page) < count(before));
  const [old, now] = [before.turn.seats, page.turn.seats];
  if (now.length === 1 && String(old) !== String(now)) setTimeout(() => sound.motif(now[0]), speed);
}

/** What is proposed, accepted and declined: nobody should have to look for it in the log. */
const PROPOSALS = ["draw-offer", "draw-refused", "undo-wish", "undo-refused"];

/** Tells of what others propose, and of what they think of one's own proposals. @param {import("../live.js").Frame} frame @param {any} room */
export function proposed({ news }, room) {
  const own = room.you.seats;
  if (own.length === 0) return;
  for (const event of news.flatMap((entry) => /** @type {any[]} */ (entry.events))) {
    if (PROPOSALS.includes(event.kind) && !own.includes(event.seat)) toast(event.text);
  }
}

/** The title of the tab, and a notice if nobody looks. @param {any} before @param {any} page @param {{ title: string, room: any, say: (text: string) => void }} where */
export function noticed(before, page, { title, room, say }) {
  const mine = page.ask !== null && room.you.seats.length < room.seats.length;
  document.title = `${mine ? `● ${t("m.your.turn")} · ` : ""}${title} · Vauban`;
  if (!mine) return;
  const begins = !before || before.ask === null;
  if (begins) say(t("m.your.turn"));
  const { phase, left } = page.status;
  // What is to be done is said when it is something else, and how much of it is left.
  if (phase && (begins || before.status.phase !== phase)) say(begins ? capital(phase) : t("m.said.phase", { phase }));
  if (left && (begins || before.status.left?.count !== left.count)) say(t("m.left", { name: capital(left.name), n: left.count }));
  if (!before || !begins) return;
  if (document.hidden && prefs.notices && mayNotify()) {
    notify(t("m.your.turn"), { body: t("option.set", { title, value: page.status.phase }), tag: room.id }).catch(() => {
      // The title of the tab says it, too.
    });
  }
}

export function mayNotify() {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}

/** A notice of the system that leads back here; telephones let only the worker show one. @param {string} title @param {NotificationOptions} options */
async function notify(title, options) {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker?.active) return worker.showNotification(title, { ...options, data: location.href });
  const note = new Notification(title, options);
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
