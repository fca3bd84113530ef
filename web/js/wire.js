/**
 * What the server sends, as the description of its API says. `npm run types` writes the types from it.
 */

/** @typedef {import("../types/api").components["schemas"]} Wire */

export {};
