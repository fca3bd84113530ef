/**
 * One's own matches, one's name, and the way to another device.
 */

import { api, ensureGuest, forgetGuest, isKnown, setKnown } from "../api.js";
import { h, icon, show } from "../dom.js";
import { lang, register, t } from "../i18n.js";
import { linkCard } from "../invite.js";
import { isYourTurn, matchRow } from "../matches.js";
import { empty, failed, loading, openDialog, toast, toastError } from "../parts.js";
import { games } from "../start.js";
import { go } from "../main.js";
import texts from "../texts/mine.js";
import front from "../texts/front.js";

register(texts);
register(front);

export const title = () => t("bar.mine");

/** @param {HTMLElement} root */
export function mount(root) {
  let gone = false;
  const who = h("section.card.who", { "aria-label": t("mine.who") });
  const body = h("div", null, loading());
  const recovery = h("div");
  show(root, h("div.page-head", null, h("h1", null, t("bar.mine")),
    h("div.buttons", null, h("a.button", { href: "/import" }, icon("upload"), t("home.import")))),
  recovery, h("div.with-side", null, body, who));
  const offer = () => offerRecovery(recovery);
  offer();
  addEventListener("hashchange", offer);

  const load = async () => {
    if (!isKnown()) {
      show(who, stranger());
      show(body, empty("fort", t("mine.none"), h("a.button.primary", { href: "/" }, t("mine.play"))));
      return;
    }
    try {
      const [me, list, { matches, next }] = await Promise.all([ensureGuest(), games(lang()), api.get("/me/matches")]);
      if (gone) return;
      show(who, ...identity(me));
      const place = h("div");
      show(body, place);
      if (matches.length === 0) show(place, empty("fort", t("mine.none"), h("a.button.primary", { href: "/" }, t("mine.play"))));
      else sections(place, matches, next, list);
    } catch (error) {
      if (!gone) show(body, failed(error, load));
    }
  };
  void load();
  return () => {
    gone = true;
    removeEventListener("hashchange", offer);
  };
}

/**
 * @param {HTMLElement} place
 * @param {import("../matches.js").Listed[]} matches
 * @param {string | null} next
 * @param {import("../start.js").Game[]} list
 */
function sections(place, matches, next, list) {
  const groups = [
    { title: t("mine.turn"), of: matches.filter(isYourTurn) },
    { title: t("mine.running"), of: matches.filter((match) => match.stage === "running" && !isYourTurn(match)) },
    { title: t("mine.open"), of: matches.filter((match) => match.stage === "open") },
    { title: t("mine.over"), of: matches.filter((match) => match.stage === "over") },
  ];
  const more = h("button.button", {
    type: "button",
    onclick: async () => {
      try {
        const answer = await api.get(`/me/matches?after=${encodeURIComponent(next ?? "")}`);
        sections(place, [...matches, ...answer.matches], answer.next, list);
      } catch (error) {
        toastError(error);
      }
    },
  }, t("list.more"));
  show(place,
    groups.filter((group) => group.of.length > 0).map((group) => h("section", null,
      h("h2", null, group.title),
      h("ul.match-list", { "aria-label": group.title }, group.of.map((match) => matchRow(match, list))))),
    next && more);
}

/** @param {{name: string}} me */
function identity(me) {
  const input = h("input", { name: "name", value: me.name, maxlength: 40, required: true, autocomplete: "nickname", id: "own-name" });
  const form = h("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const renamed = await api.patch("/me", { name: input.value });
        localStorage.setItem("vauban.name", renamed.name);
        input.value = renamed.name;
        forgetGuest();
        toast(t("mine.renamed", { name: renamed.name }));
      } catch (error) {
        toastError(error);
      }
    },
  },
    h("label", { for: "own-name" }, t("mine.name")),
    h("div.row", null, input, h("button.button", { type: "submit" }, t("save"))),
    h("p.hint", null, t("mine.name.hint")));
  return [
    form,
    h("div.stack", null,
      h("button.button", { type: "button", onclick: moveOn }, icon("phone"), t("mine.recovery")),
      h("button.button.danger", { type: "button", onclick: leave }, icon("trash"), t("mine.leave"))),
  ];
}

function stranger() {
  return h("p", null, t("mine.stranger"));
}

async function moveOn() {
  try {
    const { secret } = await api.post("/me/recovery");
    const link = `${location.origin}/mine#recover=${secret}`;
    openDialog(t("mine.recovery"), () => ({
      body: [h("p", null, t("mine.recovery.text")), linkCard(link, t("mine.recovery.link"))],
    }));
  } catch (error) {
    toastError(error);
  }
}

function leave() {
  openDialog(t("mine.leave"), (_, close) => ({
    body: [h("p", null, t("mine.leave.text"))],
    footer: [
      h("button.button", { type: "button", onclick: close }, t("cancel")),
      h("button.button.danger", {
        type: "button",
        onclick: async () => {
          try {
            await api.del("/me");
            setKnown(false);
            forgetGuest();
            close();
            go("/");
            toast(t("mine.left"));
          } catch (error) {
            toastError(error);
          }
        },
      }, t("mine.leave.sure")),
    ],
  }));
}

/** A link from another device: the secret is behind the `#`, so it never reached a server's log. @param {HTMLElement} place */
function offerRecovery(place) {
  const secret = /^#recover=([0-9a-f]{64})$/.exec(location.hash)?.[1];
  if (!secret) return;
  show(place, h("div.notice.good", null, icon("phone"),
    h("div", null,
      h("p", null, t(isKnown() ? "mine.recover.replace" : "mine.recover")),
      h("p", null, h("button.button.primary", {
        type: "button",
        onclick: async () => {
          try {
            const { player } = await api.post("/recoveries", { secret });
            setKnown(true);
            forgetGuest();
            history.replaceState(null, "", "/mine");
            go("/mine");
            toast(t("mine.recovered", { name: player.name }));
          } catch (error) {
            toastError(error);
          }
        },
      }, t("mine.recover.go"))))));
}
