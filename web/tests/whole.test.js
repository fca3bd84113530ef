/**
 * Whole matches against a program, by mouse and by keyboard alone: every game of the catalogue from the
 * first action to its real end. Nobody resigns.
 */

import assert from "node:assert/strict";
import { open, scene, table } from "./harness.js";
import { act, choose, keyboard, look, luck, mouse } from "./player.js";

/** After so many actions who plays a whole match ends his turns as soon as he may, so that the program comes to an end with him. */
const LIVELY = 20;

/** Far more than any match took; every game ends by itself. */
const MOST = 1_000;

/** What makes a whole match short; who draws evenly and the usual options where nothing is said. @type {Record<string, {program?: string, options?: Record<string, string>}>} */
const SHORT = {
  jungle: { program: "4" },
  garden: { program: "bold" },
  risk: { program: "heuristic", options: { win: "17" } },
  landbuster: { program: "heuristic" },
};

const here = table();

/** The names are needed before the server runs: tests are written down first. */
const CATALOGUE = (await import("./catalogue.js")).games;

/** Every game is played once, the first by mouse, the next by keyboard, and so on; both ways if there is time. */
const THOROUGH = process.env["VAUBAN_THOROUGH"] !== undefined;

for (const [at, game] of CATALOGUE.entries()) {
  const hands = /** @type {[string, import("./player.js").Hand][]} */ ([["by clicks", mouse], ["by keyboard alone", keyboard]]);
  for (const [by, hand] of THOROUGH ? hands : hands.slice(at % 2, at % 2 + 1)) {
    scene(here, `${game}: a whole match against a program ${by}, from the first action to its real end`, async (visit) => {
      const { page } = await visit();
      const { program, options } = { program: "uniform", options: {}, ...SHORT[game] };
      await open(page, { game, options, seats: ["me", `agent:${program}`], private: true });
      const random = luck(43);
      let taken = 0;
      const pick = (/** @type {import("./player.js").Choice[]} */ choices) =>
        (taken < LIVELY ? undefined : choices.find(({ path, amount }) => path.length === 1 && !amount)) ?? choose(choices, random);
      while (taken < MOST && (await act(page, random, hand, pick))) taken += 1;
      const { result } = await look(page);
      assert.ok(result, `it ends within ${MOST} actions`);
      assert.notEqual(result.reason, "resignation");
      await page.getByRole("dialog").getByText(result.text).first().waitFor();
      console.log(`${game}: ${taken} actions ${by} to the end: ${result.text}`);
    });
  }
}
