/**
 * Matches with others: clocks, talk, offers, a rematch, who is away, and a line without sockets.
 */

import assert from "node:assert/strict";
import { accessible, call, fits, introduce, open, scene, table } from "./harness.js";
import { act, choicesOf, finger, look, luck, mouse, resign, untilAsked } from "./player.js";

const here = table();

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {Parameters<Parameters<typeof scene>[2]>[0]} Visit */

/**
 * Two people at a private match, each in a browser of their own.
 * @param {Visit} visit
 * @param {Record<string, unknown>} [wish]
 * @param {Parameters<Visit>[0]} [options] of the second one
 */
async function together(visit, wish = {}, options = {}) {
  const one = await visit();
  const two = await visit(options);
  await introduce(one.page, "Nina");
  await introduce(two.page, "Otto");
  const game = wish["game"] ?? here.games[0].name;
  const room = await call(one.page, "POST", "/matches", { game, seats: ["me", "open"], private: true, ...wish });
  await one.page.goto(`/match/${room.id}`);
  await two.page.goto(`/match/${room.id}#key=${room.links.join}`);
  await two.page.getByRole("button", { name: /Sit down|S'asseoir/ }).click();
  await untilAsked(one.page);
  return { one: one.page, two: two.page, room };
}

/** Another match of the same two, in which the second one is on turn and has gone. @param {Page} one @param {Page} two @param {Record<string, unknown>} wish */
async function left(one, two, wish) {
  const room = await call(one, "POST", "/matches", { game: here.games[0].name, seats: ["me", "open"], private: true, ...wish });
  const [ours, there] = [await one.context().newPage(), await two.context().newPage()];
  await ours.goto(`/match/${room.id}`);
  await there.goto(`/match/${room.id}#key=${room.links.join}`);
  await there.getByRole("button", { name: "Sit down" }).click();
  await untilAsked(ours);
  await act(ours, luck(1), mouse);
  await untilAsked(there);
  await there.close();
  return ours;
}

/** @param {Page} page @param {string} name */
const tool = (page, name) => page.locator(".main-tools button", { hasText: name }).click();

/** What a clock shows, in seconds. @param {Page} page @param {number} seat */
async function clock(page, seat) {
  const text = (await page.locator(`.person.seat-${seat} .clock`).textContent()) ?? "";
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

scene(here, "without sockets a match is played over the event stream", async (visit) => {
  const { context, page } = await visit();
  await context.addInitScript(() => {
    // A proxy that lets no socket through.
    class Closed extends EventTarget {
      constructor() {
        super();
        this.readyState = 0;
        setTimeout(() => this.close(), 5);
      }
      close() {
        if (this.readyState === 3) return;
        this.readyState = 3;
        /** @type {any} */ (this)["onclose"]?.(new Event("close"));
      }
      send() {}
    }
    Object.assign(window, { WebSocket: Object.assign(Closed, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }) });
  });
  await introduce(page, "Élise");
  const room = await call(page, "POST", "/matches", { game: here.games[0].name, seats: ["me", "agent:1"], private: true });
  const stream = page.waitForRequest((request) => /\/stream\b/.test(request.url()));
  await page.goto(`/match/${room.id}`);
  await stream;
  const random = luck(3);
  for (let actions = 0; actions < 4; actions += 1) await act(page, random, mouse);
  await untilAsked(page);
  assert.equal(await page.locator(".connection").isVisible(), false);
  await resign(page);
  await page.getByRole("dialog").waitFor();
});

scene(here, "clocks tick for both, go red, and a fallen flag ends the match", async (visit) => {
  const { one, two } = await together(visit, { tempo: { kind: "increment", stock: 12, increment: 1 } });
  for (const page of [one, two]) await page.locator(".clock.runs").waitFor();
  const before = await clock(two, 1);
  await two.waitForFunction((before) => Number(document.querySelector(".person.seat-1 .clock")?.textContent?.split(":")[1]) < before - 1, before);
  // A click that only chooses does not set the clock back.
  const { ask } = await look(one);
  const shown = await clock(one, 1);
  await mouse.spot(one, choicesOf(ask)[0]?.path[0] ?? "");
  assert.ok((await clock(one, 1)) <= shown);
  await one.keyboard.press("Escape");
  await act(one, luck(1), mouse);
  await two.locator(".person.seat-2 .clock.runs.short").waitFor();
  for (const page of [one, two]) {
    await page.getByRole("dialog").waitFor();
    assert.match(await page.getByRole("dialog").innerText(), /time/i);
  }
});

scene(here, "days for each turn are told in days, chosen in the dialog", async (visit) => {
  const { page } = await visit();
  await page.goto("/");
  await page.locator(`[data-game="${here.games[0].name}"]`).getByRole("button", { name: "Options" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Clock").selectOption({ label: "3 days per turn" });
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.waitForURL("**/match/*");
  await untilAsked(page);
  const texts = await page.locator(".clock").allTextContents();
  assert.ok(texts.every((text) => /^(2 d 23 h|3 d 0 h)$/.test(text)), texts.join());
});

scene(here, "what is said is heard, and who is muted is not", async (visit) => {
  const { one, two } = await together(visit);
  const say = async (/** @type {Page} */ page, /** @type {string} */ text) => {
    if ((await page.locator("#tab-chat").getAttribute("aria-selected")) !== "true") await page.locator("#tab-chat").click();
    const input = page.getByPlaceholder("Say something…");
    await input.fill(text);
    await input.press("Enter");
    await page.locator(".remarks li.own", { hasText: text }).waitFor();
  };
  await say(two, "Good luck!");
  await one.locator("#tab-chat .news").waitFor();
  await one.locator("#tab-chat").click();
  await one.locator(".remarks li", { hasText: "Good luck!" }).waitFor();
  await one.getByRole("button", { name: "Mute Otto" }).click();
  await one.locator(".remarks li", { hasText: "Good luck!" }).waitFor({ state: "detached" });
  await say(two, "Do you hear me?");
  // What is said later has come by then.
  await say(one, "No.");
  await two.locator(".remarks li", { hasText: "No." }).waitFor();
  assert.equal(await one.locator(".remarks li", { hasText: "Do you hear me?" }).count(), 0);
  await accessible(one, "the chat");
  await one.reload();
  await one.locator("vb-board .hit").first().waitFor();
  await one.locator("#tab-chat").click();
  await one.locator(".remarks li", { hasText: "No." }).waitFor();
  assert.equal(await one.locator(".remarks li", { hasText: "Do you hear me?" }).count(), 0, "still muted after a reload");
  await one.getByRole("button", { name: "Unmute Otto" }).click();
  await say(two, "And now?");
  await one.locator(".remarks li", { hasText: "And now?" }).waitFor();
});

scene(here, "taking back is asked for, refused and granted; a draw is offered and accepted", async (visit) => {
  const { one, two } = await together(visit, { undo: "ask" });
  const begin = (await look(one)).layers;
  await act(one, luck(1), mouse);
  await untilAsked(two);
  await tool(one, "Take back");
  await one.getByText("You asked to take back; the others decide.").waitFor();
  await two.getByLabel("Your choices").getByText("Blue asks to take back.").waitFor();
  await two.getByRole("button", { name: "Refuse", exact: true }).click();
  await one.locator(".toast", { hasText: "Red does not agree to take back." }).waitFor();
  await one.getByText("You asked to take back; the others decide.").waitFor({ state: "detached" });
  assert.notDeepEqual((await look(one)).layers, begin);
  await tool(one, "Take back");
  await two.getByRole("button", { name: "Agree", exact: true }).click();
  for (const page of [one, two]) await page.waitForFunction((layers) => JSON.stringify(/** @type {any} */ (document.querySelector("vb-board")).page.layers) === layers, JSON.stringify(begin));

  // Declined, with a notice; then offered again.
  await tool(one, "Draw");
  await two.locator(".toast", { hasText: "Blue offers a draw." }).waitFor();
  await two.getByRole("button", { name: "Decline", exact: true }).click();
  await one.locator(".toast", { hasText: "Red declines the draw." }).waitFor();
  await one.getByText("You offered a draw.").waitFor({ state: "detached" });
  await tool(one, "Draw");
  await one.getByText("You offered a draw.").waitFor();
  await two.getByRole("button", { name: "Accept the draw" }).click();
  for (const page of [one, two]) await page.getByRole("dialog").getByText("A draw").first().waitFor();
});

scene(here, "both come to the rematch, with the seats changed", async (visit) => {
  const { one, two, room } = await together(visit);
  await resign(one);
  for (const page of [one, two]) await page.getByRole("dialog").waitFor();
  await one.getByRole("dialog").getByRole("button", { name: "Rematch" }).click();
  await two.getByRole("dialog").getByText("Your opponent asks for a rematch.").waitFor();
  await two.getByRole("dialog").getByRole("button", { name: "To the rematch" }).click();
  for (const page of [one, two]) {
    await page.waitForURL((url) => /\/match\//.test(url.pathname) && !url.pathname.endsWith(room.id));
    await page.locator("vb-board .hit").first().waitFor();
  }
  assert.equal(new URL(one.url()).pathname, new URL(two.url()).pathname);
  await untilAsked(two);
  await act(two, luck(1), mouse);
  await untilAsked(one);
});

scene(here, "who opened a match closes it before it begins, and nobody has won", async (visit) => {
  const { page } = await visit();
  await introduce(page, "Nina");
  const room = await call(page, "POST", "/matches", { game: here.games[0].name, seats: ["me", "open"] });
  await page.goto(`/match/${room.id}`);
  await page.locator("[data-close]").click();
  await page.getByRole("dialog").getByText(/^(No result|Sans résultat)$/).waitFor();
  await page.goto("/mine");
  const row = page.locator(`[data-match="${room.id}"]`);
  assert.match((await row.locator(".badge").first().textContent()) ?? "", /no result|sans résultat/);
});

scene(here, "for who is away a program plays on until they are back; who stays away loses by a claim", async (visit) => {
  // The least that may be chosen. Two matches, so that both ways out are waited for at once.
  const { one, two, room } = await together(visit, { claim_after: 30 });
  const second = await left(one, two, { claim_after: 30 });
  const otto = one.locator(".person.seat-2");
  const replace = one.getByRole("button", { name: "Let a program play on" });
  const context = two.context();
  await act(one, luck(1), mouse);
  await untilAsked(two);
  assert.equal(await otto.locator(".away-since").count(), 0);
  await two.close();
  await otto.getByText(/^away since \d/).waitFor();
  await one.getByText(/^Otto .* is away; you can claim the win in \d+ sec/).waitFor();
  assert.equal(await replace.count(), 0);
  await replace.waitFor();
  await accessible(one, "somebody is away");
  await one.setViewportSize({ width: 360, height: 740 });
  // The styles of the new width come with the next frame.
  await one.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  await fits(one, "somebody is away, on a telephone");
  await one.setViewportSize({ width: 1280, height: 900 });
  await one.getByLabel("Level of the program").selectOption({ label: "Program, level 1" });
  await replace.click();
  await otto.getByText("program, level 1, for Otto").waitFor();
  await untilAsked(one);
  assert.equal(await one.locator(".absence").isVisible(), false);

  // Who comes back needs no link, and nobody's leave.
  const again = await context.newPage();
  await again.goto(`/match/${room.id}`);
  await again.getByRole("button", { name: "Take my seat back" }).click();
  await otto.getByText("Otto", { exact: true }).waitFor();
  await again.locator(".person.seat-2.own").waitFor();
  await again.locator(".absence").waitFor({ state: "hidden" });
  await act(one, luck(2), mouse);
  await untilAsked(again);

  await second.getByRole("button", { name: "Claim the win" }).click();
  const sure = second.getByRole("dialog");
  await sure.getByText(/^Otto .* loses as if by resigning/).waitFor();
  await sure.getByRole("button", { name: "Claim the win" }).click();
  await second.locator("dialog [data-rematch]").waitFor();
  assert.equal((await look(second)).result.winner, 1);
  assert.equal(await second.locator(".absence").isVisible(), false);
});

scene(here, "who allows it is told of the own turn while another tab is looked at", async (visit) => {
  const { one, two } = await together(visit);
  await act(one, luck(1), mouse);
  await one.evaluate(() => {
    /** @type {string[]} */
    const shown = [];
    class Note {
      /** @param {string} title @param {{ body: string }} options */
      constructor(title, { body }) {
        shown.push(`${title} ${body}`);
      }
      static permission = "default";
      static async requestPermission() {
        return (Note.permission = "granted");
      }
    }
    Object.assign(window, { Notification: Note, shown });
    Object.defineProperty(document, "hidden", { value: true });
  });
  await one.getByRole("button", { name: "Settings" }).click();
  await one.getByLabel("Notify me when it is my turn").check();
  await one.keyboard.press("Escape");
  await act(two, luck(1), mouse);
  await one.waitForFunction(() => /** @type {any} */ (window)["shown"].length === 1);
  assert.match(await one.evaluate(() => /** @type {any} */ (window)["shown"][0]), /^Your turn /);
  assert.match(await one.title(), /Your turn/);
});

scene(here, "an amount is set by mouse, by digits and by finger", async (visit) => {
  /** A match in which the next answer has an amount. @param {Parameters<Visit>[0]} options @param {typeof mouse} hand */
  const asked = async (options, hand) => {
    // The later ones of the catalogue are those with armies.
    for (const { name } of here.games.toReversed()) {
      const { page } = await visit(options);
      await introduce(page, "Élise");
      const room = await call(page, "POST", "/matches", { game: name, seats: ["me", "me"], private: true });
      await page.goto(`/match/${room.id}`);
      const random = luck(2);
      for (let actions = 0; actions < 4; actions += 1) {
        await untilAsked(page);
        const choice = choicesOf((await look(page)).ask).find(({ amount }) => amount && amount.max - amount.min > 9);
        if (choice) {
          for (const spot of choice.path) await hand.spot(page, spot);
          await page.locator(".amount input[type=range]").waitFor();
          return { page, amount: choice.amount ?? { min: 0, max: 0, default: 0 } };
        }
        await act(page, random, hand);
      }
    }
    throw new Error("no game asks for an amount");
  };
  const value = (/** @type {Page} */ page) => page.locator(".amount-value").textContent();
  const sent = async (/** @type {Page} */ page, /** @type {string} */ text) => page.locator(".log .line", { hasText: text }).last().waitFor();

  const { page, amount } = await asked({}, mouse);
  const slider = page.locator(".amount input[type=range]");
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const middle = Number(await value(page));
  assert.ok(Math.abs(middle - (amount.min + amount.max) / 2) <= 2, `the middle is ${middle}`);
  await page.keyboard.press("1");
  assert.equal(await value(page), "1");
  await page.keyboard.press("2");
  assert.equal(await value(page), "12");
  await page.keyboard.press("Enter");
  await sent(page, "12");

  const phone = await asked({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }, finger);
  await fits(phone.page, "an amount on a telephone");
  const touched = await phone.page.locator(".amount input[type=range]").boundingBox();
  assert.ok(touched && touched.width > 100, "the slider has room");
  await phone.page.touchscreen.tap(touched.x + touched.width / 4, touched.y + touched.height / 2);
  const quarter = Number(await value(phone.page));
  assert.ok(quarter < (amount.min + amount.max) / 2, `a quarter is ${quarter}`);
  await phone.page.locator(".amount button[type=submit]").tap();
  await sent(phone.page, String(quarter));
});

/**
 * The first side may attack the second as often as it likes. With so many armies the battle goes on until somebody
 * stops it, however slow the machine is.
 */
const BATTLE = `1.1.attacker.0.0._a940b930n1n1n1n1${"a1b1".repeat(18)}_${Array(6).fill("0-0-0").join(".")}_14-14-14.0-0-0_-.-.0.0.00000`;

scene(here, "an attack is repeated against an answer that was left, until few are left, or until it is stopped", async (visit) => {
  const wish = { game: "risk", options: { rules: "classic" }, position: BATTLE };
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 }, locale: "fr-FR" };
  const { one, two } = await together(visit, wish, phone);
  await two.getByLabel("Répondre pour moi").selectOption("most");
  await two.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.querySelector("#standing")).value === "most");
  await fits(two, "an answer left on a telephone");

  /** Up to the dice. */
  const attack = async () => {
    await untilAsked(one);
    await mouse.spot(one, "101");
    await one.locator('vb-board .hit.target[data-spot="102"]').waitFor();
    await mouse.spot(one, "102");
    await one.locator(".often").waitFor();
  };
  await attack();
  await accessible(one, "how often an attack is made");
  await one.locator(".fight-on", { hasText: /Fight on/ }).waitFor();
  await one.getByLabel("How many to keep").fill("930");
  await one.getByRole("button", { name: /^Until I have 930 left/ }).click();
  const told = one.locator(".order", { hasText: /\d+ rounds, then: only the number you wanted to keep is left/ });
  await told.waitFor();
  const rounds = Number(/\d+/.exec((await told.textContent()) ?? "")?.[0]);
  const throws = await one.locator(".log .line", { hasText: " against " }).count();
  assert.equal(throws, rounds, "every round is in the log");
  assert.ok(await two.locator(".order").isHidden(), "only who gave the order is told of it");

  await attack();
  await one.locator(".fight-on").click();
  await one.getByRole("button", { name: "Stop" }).click();
  await one.locator(".order", { hasText: "interrupted" }).waitFor();
  await attack();
  assert.ok(await one.locator(".order").isHidden(), "what has ended is told until something else is done");

  // The same in words, by the command bar.
  const most = await one.getByLabel("How many to keep").getAttribute("max");
  await one.locator("#command").fill(`d3 until ${Number(most) - 3}`);
  await one.locator("#command").press("Enter");
  await one.locator(".order", { hasText: "then:" }).waitFor();
});

scene(here, "on one screen an attack is repeated before the eyes of who attacks; who has left no answer is called, and told why it ended", async (visit) => {
  const { page } = await visit();
  // Each has a card that the other does not know.
  const position = BATTLE.replace("_0-0-0.0-0-0.", "_1-0-0.0-1-0.").replace("_14-14-14.", "_13-13-14.");
  const { id } = await open(page, { game: "risk", options: { rules: "classic" }, position, seats: ["me", "me"] });
  /** @param {string | null} answer */
  const stand = (answer) => call(page, "POST", `/matches/${id}/commands`, { command_id: `stand-${answer}`, do: "stand", answer, seat: 2 });
  /** Until this many are left. @param {number} left */
  const attack = async (left) => {
    await mouse.spot(page, "101");
    await page.locator('vb-board .hit.target[data-spot="102"]').waitFor();
    await mouse.spot(page, "102");
    await page.getByLabel("How many to keep").fill(String(left));
    await page.getByRole("button", { name: /^Until I have/ }).click();
  };
  await stand("most");
  // Whatever covers or clears the page in between, and be it for a moment.
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ ((/** @type {any} */ (window)["seen"] = []));
    const look = () => {
      if (document.querySelector(".curtain:not([hidden])")) seen.push("a curtain");
      if (!document.querySelector(".log .line")) seen.push("an empty log");
      if (document.querySelector(".order:not([hidden])")?.textContent?.startsWith("Going on") && !document.querySelector(".order button:not([hidden])")) seen.push("no way to stop");
    };
    new MutationObserver(() => document.querySelector(".order:not([hidden])") && look()).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await attack(934);
  await page.locator(".order", { hasText: /rounds, then:/ }).waitFor();
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window)["seen"]), []);

  // Who attacked goes on; who must answer is called.
  await stand(null);
  await page.locator('vb-board .hit.start[data-spot="101"]').waitFor();
  await attack(1);
  await page.locator(".curtain:not([hidden])").waitFor();
  await untilAsked(page);
  await page.locator(".order", { hasText: "1 round, then: another player must answer" }).waitFor();
  await mouse.button(page, "defence-2");
  await page.locator(".curtain:not([hidden])").waitFor();
  await untilAsked(page);
  await page.locator('vb-board .hit.start[data-spot="101"]').waitFor();
});

scene(here, "whose browser has forgotten all but the cookie still sits where they sat", async (visit) => {
  const { page } = await visit();
  const { id } = await open(page, { game: "guerre", seats: ["me", "agent:1"] });
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/match/${id}`);
  await untilAsked(page);
});

scene(here, "of a long log the newest lines are shown, the earlier ones when asked for", async (visit) => {
  const { page } = await visit();
  await introduce(page, "Élise");
  const { id } = await call(page, "POST", "/matches", { game: "guerre", seats: ["agent:uniform", "agent:uniform"] });
  while ((await call(page, "GET", `/matches/${id}`)).stage !== "over");
  const { seq } = await call(page, "GET", `/matches/${id}/page`);
  await page.goto(`/match/${id}`);
  await page.keyboard.press("Escape");
  const numbers = () => page.locator(".log .number").allTextContents();
  const upTo = (/** @type {number} */ first) => Array.from({ length: seq - first + 1 }, (_, index) => String(first + index));
  const earlier = page.locator(".log .earlier button");
  await earlier.waitFor({ state: "attached" });
  const lines = (await numbers()).length;
  assert.ok(lines < seq, "it was a long match");
  let first = seq - lines + 1;
  assert.deepEqual(await numbers(), upTo(first));
  const log = page.locator(".log");
  /** How far the eye is from the newest line. */
  const away = () => log.evaluate((log) => Math.round(log.scrollTop));
  assert.equal(await away(), 0, "the newest line is in sight");
  for (let keys = true; first > 1; keys = !keys) {
    if (keys) {
      await log.focus();
      await page.keyboard.press("Home");
    } else {
      await earlier.scrollIntoViewIfNeeded();
    }
    const before = await away();
    assert.ok(before < 0, "it was scrolled to");
    await (keys ? page.keyboard.press("Enter") : earlier.click());
    first = Math.max(1, first - lines);
    await page.locator(".log .number").nth(seq - first).waitFor({ state: "attached" });
    assert.deepEqual(await numbers(), upTo(first));
    assert.ok(Math.abs((await away()) - before) < 3, "the eye stays where it was");
    // The keyboard goes on from the last line that was added.
    const at = await page.evaluate(() => document.activeElement?.querySelector(".number")?.textContent);
    assert.ok(Number(at) < first + lines && Number(at) >= first, `at ${at}`);
  }
  assert.ok(await earlier.isHidden());
});

scene(here, "what happened while the line was broken stands in the log", async (visit) => {
  const { one, two } = await together(visit, {}, { expected: /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/ });
  const told = () => two.locator(".log .number").allTextContents();
  const lost = two.getByText("Connection lost; reconnecting…");
  await two.context().setOffline(true);
  await lost.waitFor();
  await act(one, luck(1), mouse);
  await two.context().setOffline(false);
  await lost.waitFor({ state: "hidden" });
  await untilAsked(two);
  const { seq } = await look(two);
  await two.locator(".log .number", { hasText: new RegExp(`^${seq}$`) }).waitFor();
  assert.deepEqual(await told(), Array.from({ length: seq }, (_, at) => String(at + 1)));
});

scene(here, "a slow answer to one seat does not show its log to the next", async (visit) => {
  const { page } = await visit();
  await open(page, { game: here.games[0].name, seats: ["me", "me"], private: true });
  /** @type {(() => void) | undefined} */
  let release;
  await page.route(/\/events\?.*seat=2/, async (route) => {
    await new Promise((go) => {
      release = () => go(undefined);
    });
    await route.continue();
  }, { times: 1 });
  const random = luck(1);
  const asked = page.waitForRequest(/\/events\?.*seat=2/);
  await act(page, random, mouse);
  await asked;
  await act(page, random, mouse);
  const lines = page.locator(".log .number");
  await lines.nth(1).waitFor();
  const first = await lines.first().elementHandle();
  const late = page.waitForResponse(/\/events\?.*seat=2/);
  release?.();
  await (await late).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.ok(await first?.evaluate((line) => line.isConnected), "the log that is read stays");
});
