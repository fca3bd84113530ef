/**
 * Writes the types of what the server sends, from the description of its API: `types/api.d.ts`, which the
 * page's modules refer to and `tsc` checks them against.
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import openapi, { astToString } from "openapi-typescript";
import { program } from "./server.js";

const description = execFileSync(program(), ["openapi"], { encoding: "utf8", maxBuffer: 1 << 26 });
const types = astToString(await openapi(description));
const folder = new URL("../types/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("api.d.ts", folder), types);
