/** Which of the choices solves a task. */

import { actionsOf } from "./choices.js";

/** The choice that solves what is left of a task, if it is offered. @param {import("./choices.js").Selection} selection @param {string[]} solution */
export function solving(selection, solution) {
  return selection.all.find((choice) => {
    const last = solution[choice.first === undefined ? 0 : 1] ?? "";
    const texts = actionsOf(choice, /\d+$/.exec(last)?.[0]);
    return texts.every((text, at) => text === solution[at]);
  });
}
