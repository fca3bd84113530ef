/**
 * The names of all games, as the program lists them.
 */

import { execFileSync } from "node:child_process";
import { program } from "./server.js";

/** @type {string[]} */
export const games = JSON.parse(execFileSync(program(), ["games", "--json"], { encoding: "utf8" })).map((/** @type {{name: string}} */ game) => game.name);
