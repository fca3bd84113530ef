/** Every page and every game has room for everything, from a telephone to a large screen, in both themes and languages. */

import { mkdirSync } from "node:fs";
import { call, introduce, scene, settled, table } from "./harness.js";
import { act, luck, mouse, untilAsked } from "./player.js";
import { LOCALES, roomy, SCREENS, seenBy, sheet, THEMES } from "./room.js";

const here = table();

/** The names are needed before the server runs: tests are written down first. */
const CATALOGUE = (await import("./catalogue.js")).games;

const THOROUGH = process.env["VAUBAN_THOROUGH"] !== undefined;
/** A folder for sheets of pictures, if somebody wants to look at them. */
const SHEETS = process.env["VAUBAN_SHEETS"];

/** Every combination if there is time; else each screen once, with each theme and language among them. */
const COMBINATIONS = SCREENS.flatMap((screen) => THEMES.flatMap((theme) => LOCALES.map((locale) => ({ screen, theme, locale }))));
const LOOKS = THOROUGH ? COMBINATIONS : SCREENS.map((screen, at) => ({ screen, theme: THEMES[at % 2] ?? "light", locale: LOCALES[(at >> 1) % 2] ?? "en-GB" }));

/** Before anything is said of a match, it begins. @param {import("playwright-core").Page} page @param {string} game */
async function begun(page, game) {
  const room = await call(page, "POST", "/matches", { game, seats: ["me", "me"], private: true });
  await page.goto(`/match/${room.id}`);
  const random = luck(5);
  for (let taken = 0; taken < 6; taken += 1) await act(page, random, mouse);
  await untilAsked(page);
  return room.id;
}

for (const { screen, theme, locale } of LOOKS) {
  scene(here, `at ${screen.width} px, ${theme}, ${locale}, every page and game has room`, async (visit) => {
    const { page } = await visit({ ...seenBy(screen, theme, locale), expected: /nowhere/ });
    await introduce(page, "Élise");
    /** @type {{ name: string, picture: Buffer }[]} */
    const pictures = [];
    const look = async (/** @type {string} */ name) => {
      await settled(page);
      if (SHEETS) pictures.push({ name, picture: await page.screenshot() });
      await roomy(page, `${name} at ${screen.width} px, ${theme}, ${locale}`);
    };
    const shown = async () => {
      for (const [name, path] of [["home", "/"], ["lobby", "/lobby"], ["mine", "/mine"], ["import", "/import"], ["nowhere", "/nowhere"]]) {
        await page.goto(path ?? "/");
        await look(name ?? "");
      }
      for (const [at, game] of CATALOGUE.entries()) {
        // Each game on one screen at least; all of them on all if there is time.
        if (!THOROUGH && at % SCREENS.length !== SCREENS.indexOf(screen) % CATALOGUE.length && !(at === SCREENS.length && screen === SCREENS[0])) continue;
        await page.goto(`/rules/${game}`);
        await look(`${game}: rules`);
        const id = await begun(page, game);
        await look(`${game}: match`);
        await page.goto(`/replay/${id}?step=3`);
        await page.locator("vb-board .hit").first().waitFor();
        await look(`${game}: replay`);
        await page.goto("/");
        await page.locator(".game-card").nth(at).getByRole("button", { name: /Options/ }).click();
        await page.getByRole("dialog").waitFor();
        await look(`${game}: options`);
        await page.keyboard.press("Escape");
      }
    };
    try {
      await shown();
    } finally {
      if (SHEETS && pictures.length > 0) {
        mkdirSync(SHEETS, { recursive: true });
        await sheet(here.browser, pictures, `${SHEETS}/${screen.width}-${theme}-${locale}.png`, screen.width < 640 ? 200 : 420);
      }
    }
  });
}
