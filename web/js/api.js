// The server's REST API under /api/v1: JSON in, JSON out, problems thrown with their reasons.

import { lang } from "./i18n.js";

/**
 * One reason why something is not allowed.
 * @typedef {{ code: string, text: string, rule: string | null, spots: string[], numbers?: Record<string, number> }} Refusal
 */

/** @typedef {{ id: string, name: string }} Player */

const ROOT = "/api/v1";

/** An answer that is not the one hoped for (RFC 9457). Status 0: the server was not reached. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Record<string, any>} body
   * @param {number | null} retryAfter seconds to wait before asking again, if the server said so
   */
  constructor(status, body, retryAfter = null) {
    super(String(body.title ?? status));
    this.name = "Problem";
    this.status = status;
    /** @type {string} */
    this.code = String(body.code ?? "");
    /** @type {string} */
    this.title = String(body.title ?? status);
    /** @type {string} */
    this.detail = String(body.detail ?? "");
    /** @type {Refusal[] | undefined} */
    this.refusals = body.refusals;
    /** The page as it is now, when the question was no longer open. @type {any} */
    this.page = body.page;
    this.retryAfter = retryAfter;
  }

  /** Whether the server could not be reached at all. */
  get offline() {
    return this.status === 0;
  }
}

/**
 * The address of a part of the API, with the reader's language.
 * @param {string} path below /api/v1, with or without a query
 * @param {Record<string, string | number | null | undefined>} [query] those without a value are left out
 */
export function address(path, query = {}) {
  const url = new URL(ROOT + path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") url.searchParams.set(name, String(value));
  }
  if (!url.searchParams.has("lang")) url.searchParams.set("lang", lang());
  return url.pathname + url.search;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<any>} the answer's JSON; a text if it is not JSON; nothing if there is none
 */
async function call(method, path, body, options = {}) {
  /** @type {RequestInit} */
  const request = { method, headers: { accept: "application/json", "accept-language": lang() }, credentials: "same-origin", signal: options.signal };
  if (body !== undefined) {
    request.headers = { ...request.headers, "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address(path), request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    const title = lang() === "fr" ? "Le serveur ne répond pas." : "The server does not answer.";
    throw new Problem(0, { code: "offline", title });
  }
  if (path.startsWith("/matches/")) setTime(response.headers.get("date"));
  const text = await response.text();
  const json = /json/.test(response.headers.get("content-type") ?? "");
  /** @type {any} */
  let told = text;
  if (json) {
    try {
      told = JSON.parse(text);
    } catch {
      throw new Problem(response.status, { code: "unreadable", title: text.slice(0, 200) });
    }
  }
  if (response.ok) return text === "" ? undefined : told;
  const wait = Number(response.headers.get("retry-after"));
  throw new Problem(response.status, json ? told : { title: text.slice(0, 200) || response.statusText }, wait > 0 ? wait : null);
}

export const api = {
  /** @param {string} path @param {{ signal?: AbortSignal }} [options] */
  get: (path, options) => call("GET", path, undefined, options),
  /** @param {string} path @param {unknown} [body] @param {{ signal?: AbortSignal }} [options] */
  post: (path, body = {}, options) => call("POST", path, body, options),
  /** @param {string} path @param {unknown} [body] */
  put: (path, body = {}) => call("PUT", path, body),
  /** @param {string} path @param {unknown} [body] */
  patch: (path, body = {}) => call("PATCH", path, body),
  /** @param {string} path */
  del: (path) => call("DELETE", path),
};

/** How far the server's clock is ahead of this one's, in milliseconds. */
let ahead = 0;

/** @param {string | null} date as the server told it, in whole seconds */
function setTime(date) {
  const told = Date.parse(date ?? "");
  if (!Number.isNaN(told)) ahead = told - Date.now();
}

/** The time on the server, at most a second late: what it allows from then on is not offered too early. */
export function now() {
  return Date.now() + ahead;
}

/** A name for a command that nobody else chose. */
export function commandId() {
  // `randomUUID` exists only where the page is served safely (https or localhost).
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {Promise<Player> | null} */
let guest = null;

/**
 * Who one is; whoever is nobody yet becomes a guest.
 * @param {string} [name] what a new guest is called
 * @returns {Promise<Player>}
 */
export function ensureGuest(name) {
  guest ??= welcome(name).catch((problem) => {
    guest = null;
    throw problem;
  });
  return guest;
}

/** Forgets who one was, after a new name or the end of a session. */
export function forgetGuest() {
  guest = null;
}

/** @param {string} [name] */
async function welcome(name) {
  if (isKnown()) {
    try {
      return await api.get("/me");
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
    }
  }
  const told = await api.post("/guests", { name: name || read("vauban.name") || (lang() === "fr" ? "Invité" : "Guest") });
  setKnown(true);
  return told.player;
}

/**
 * Whether this browser has been given a session. The cookie itself is hidden from scripts; without
 * this note every first visit would begin with a question that can only be answered by a problem.
 */
export function isKnown() {
  return read("vauban.known") !== null;
}

/** @param {boolean} known */
export function setKnown(known) {
  try {
    if (known) localStorage.setItem("vauban.known", "1");
    else localStorage.removeItem("vauban.known");
  } catch {
    // Without storage one is a new guest on every visit.
  }
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
