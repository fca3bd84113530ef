/*
 * The shell without a network: the pages that need no server are kept from the first visit on, everything else that the
 * page is made of when it was read once, with the rules and pictures that were read last. Matches are played on the
 * server, so they are never kept here.
 */

/* The server writes its own version and files here; while a folder is served live, nothing is kept. */
const VERSION = "live";
const FILES = [];

const SHELL = `vauban-${VERSION}`;
const READ = "vauban-read";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  const keep = async () => {
    if (VERSION !== "live") {
      const cache = await caches.open(SHELL);
      await cache.addAll(["/", ...FILES]);
    }
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const clear = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("vauban-") && name !== SHELL && name !== READ) await caches.delete(name);
    }
    await worker.clients.claim();
  };
  event.waitUntil(clear());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || VERSION === "live") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(file(request));
  // A lesson is played on the server, too.
  else if (/^\/api\/v1\/games(\/|$)(?!.*\/lesson$)/.test(url.pathname)) event.respondWith(reading(request));
});

// A notice leads back to its match: to where it is open, else to a new window.
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const to = event.notification.data;
  if (typeof to !== "string") return;
  event.waitUntil(worker.clients.matchAll({ type: "window" }).then((/** @type {any[]} */ all) => {
    const open = all.find((client) => client.url === to);
    return open ? open.focus() : worker.clients.openWindow(to);
  }));
});

/** The network first: a page that is newer wins. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/", { cacheName: SHELL })) ?? Response.error();
  }
}

/** A file of one version never changes. @param {Request} request */
async function file(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  // An address of another version is answered with what there is now.
  if (response.ok && new URL(request.url).pathname.startsWith(`/assets/${VERSION}/`)) await cache.put(request, response.clone());
  return response;
}

/** Rules and pictures: the network first, else what was read last. @param {Request} request */
async function reading(request) {
  const cache = await caches.open(READ);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
