/**
 * Coming by a link to a private match. Its key stands behind the `#`, which no server is sent; it goes into a cookie
 * that the browser sends to that match alone, and out of the address.
 */

import { api, Problem } from "./api.js";
import { rename } from "./main.js";

/** The key of a link, if one came by one; links of older releases have it in the query. */
function given() {
  return new URLSearchParams(location.hash.slice(1)).get("key") ?? new URLSearchParams(location.search).get("key");
}

/** Gives the server the key of the address, if there is one. @param {string} match */
export async function useKey(match) {
  const key = given();
  if (key === null) return;
  try {
    await keep(match, key);
  } catch (problem) {
    // Who sits there needs no key; whoever does is told that there is no such match.
    if (!(problem instanceof Problem) || problem.status !== 404) throw problem;
  }
  const plain = new URL(location.href);
  plain.searchParams.delete("key");
  plain.hash = "";
  rename(plain);
}

/** From now on this browser comes to the match by the key. @param {string} match @param {string} key */
export async function keep(match, key) {
  await api.post(`/matches/${encodeURIComponent(match)}/key`, { key });
}

/** The whole address of a match, with a key behind the `#`. @param {string} match @param {string | null | undefined} key */
export function link(match, key) {
  return `${location.origin}/match/${encodeURIComponent(match)}${key ? `#key=${encodeURIComponent(key)}` : ""}`;
}
