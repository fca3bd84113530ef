/** What keys do in a match, wherever the focus is. */

import { NEXT } from "./choices.js";
import { prefs } from "./prefs.js";

/** What takes a key for itself. */
const TYPING = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select";
const PRESSED = "button, a, summary, [role=tab], input[type=range]";

/** @param {import("../pages/match.js").MatchPage} match @returns {(event: KeyboardEvent) => void} */
export function keysOf(match) {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const within = (/** @type {string} */ kinds) => event.target instanceof Element && event.target.closest(kinds) !== null;
    const typing = within(TYPING);
    if (event.key === "Escape" && !typing) {
      if (match.past.isOpen) match.past.leave();
      else if (match.card.open) match.card.hide();
      else if (match.plan?.isOpen && match.selection.path.length === 0) match.plan.leave();
      else match.cancel();
      return;
    }
    if (typing || match.frame.isCurtained) return;
    const act = actsOf(match, within(PRESSED))[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** @param {import("../pages/match.js").MatchPage} match @param {boolean} onButton @returns {Record<string, () => void>} */
function actsOf(match, onButton) {
  /** @type {Record<string, () => void>} */
  const acts = { "?": () => match.keys(), "/": () => match.bar.focus() };
  if (match.film.isRunning && !onButton) acts[" "] = () => match.film.skip();
  if (!onButton) Object.assign(acts, { ArrowLeft: () => void match.past.go(-1), ArrowRight: () => void match.past.go(1) });
  if (match.past.isOpen) acts["End"] = () => match.past.leave();
  if (!prefs.letters) return acts;
  Object.assign(acts, { b: () => match.board.focusSpot(), l: () => match.lenses.turn(), u: () => match.undo(), f: () => match.flip(), m: () => match.toggleSound() });
  for (const [letter, spot] of match.dock.keys) acts[letter] = () => match.click(spot);
  // Where only one thing can be done, going on does it, whatever the game calls it.
  const [only, ...more] = match.dock.keys.values();
  if (!match.dock.keys.has(NEXT) && only !== undefined && more.length === 0) acts[NEXT] = () => match.click(only);
  if (match.plan?.isOpen) return { ...acts, ...match.plan.keys() };
  if (!match.planTool.hidden) acts["t"] = () => void match.planTurn();
  return acts;
}
