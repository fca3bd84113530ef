// A match as it happens: a WebSocket that comes back by itself, or an event stream where none passes.

import { address, api, commandId, Problem } from "./api.js";

/** @typedef {import("./wire.js").Wire} Wire */

/**
 * One frame: the page with the match around it, and what is new since the last frame.
 * @typedef {{ type: "page", seq: number, match: string, room: Wire["RoomBody"], page: Wire["Page"], news: Wire["LogEntry"][], chat: Wire["RemarkBody"][] }} Frame
 */

/** @typedef {"connecting" | "open" | "offline"} LiveState */

/**
 * @typedef {object} LiveOptions
 * @property {number | null} [seat] which of several seats of one's own, from 1
 * @property {(page: Wire["Page"], frame: Frame) => void} onPage
 * @property {(state: LiveState) => void} [onState]
 * @property {() => void} [onGone] it may not be watched any more; nothing else comes
 */

/** @typedef {{ send(command: Record<string, any>): Promise<any>, close(): void, look(seat: number | null): void }} Live */

/** How long to wait before the next try, in milliseconds; the last one repeats. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** A server that goes down sends everybody to another one at about the same time: they come within so many milliseconds. */
const MOVING = 600;
/** What such a server closes its sockets with. */
const GOING_AWAY = 1001;
/** A socket that says nothing for so long after it was opened is not a socket. */
const OPENING = 6000;
/** After so many sockets that never said a word, the event stream is tried. */
const MOST_FAILURES = 2;
/** How long an answer to a command may take before the command is sent again. */
const SLOWEST = 10000;
/** The code by which a server ends a line that is not allowed any more. */
const NOT_ALLOWED = 1008;
/** How often a silent line is asked whether it is there, and how long it may take to say so. */
const HEARTBEAT = 25000;
const SILENCE = 8000;

/**
 * Watches the match `id` and sends commands to it.
 * @param {string} id
 * @param {LiveOptions} options
 * @returns {Live}
 */
export function openLive(id, options) {
  let seat = options.seat ?? null;
  let closed = false;
  let tries = 0;
  let failures = 0;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {EventSource | null} */
  let stream = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {LiveState | null} */
  let state = null;
  /** When something was last heard. */
  let heard = Date.now();
  /** Commands that were sent and not answered yet. @type {Map<string, { command: Record<string, any>, done: (body: any) => void, fail: (problem: Problem) => void, timer?: ReturnType<typeof setTimeout> }>} */
  const waiting = new Map();

  /** @param {LiveState} now */
  const tell = (now) => {
    if (state === now || closed) return;
    state = now;
    options.onState?.(now);
  };

  /** @param {"live" | "stream"} kind */
  const where = (kind) => address(`/matches/${encodeURIComponent(id)}/${kind}`, { seat });

  /** @param {any} frame */
  const receive = (frame) => {
    if (frame.type === "page") options.onPage(frame.page, frame);
    else if (frame.type === "reply") settle(frame);
  };

  /** @param {{ command_id: string, status: number, body: any }} reply */
  const settle = (reply) => {
    const sent = waiting.get(reply.command_id);
    if (!sent) return;
    waiting.delete(reply.command_id);
    clearTimeout(sent.timer);
    if (reply.status < 300) sent.done(reply.body);
    else sent.fail(new Problem(reply.status, reply.body ?? {}, Number(reply.body?.retry_after) || null));
  };

  const connect = () => {
    clearTimeout(timer);
    if (closed) return;
    drop();
    tell(tries === 0 ? "connecting" : "offline");
    if (failures >= MOST_FAILURES) return listen();
    const address = new URL(where("live"), location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    // Some proxies let a socket be opened and nothing pass through it.
    let spoke = false;
    const mine = new WebSocket(address);
    socket = mine;
    const patience = setTimeout(() => mine.close(), OPENING);
    mine.onopen = () => {
      tell("open");
      for (const { command } of waiting.values()) mine.send(JSON.stringify(command));
    };
    mine.onmessage = (event) => {
      heard = Date.now();
      if (!spoke) {
        spoke = true;
        clearTimeout(patience);
        tries = 0;
        failures = 0;
      }
      receive(JSON.parse(event.data));
    };
    mine.onclose = ({ code }) => {
      clearTimeout(patience);
      if (socket !== mine) return;
      socket = null;
      if (spoke && code === GOING_AWAY) return move();
      // A network that is away is not a reason to give sockets up.
      if (!spoke && navigator.onLine) failures += 1;
      if (code === NOT_ALLOWED || (!spoke && tries > 0)) void ask();
      else again();
    };
  };

  /** Whether the match is still there for who watches: a socket that is refused does not say why. */
  const ask = async () => {
    tell("offline");
    try {
      await api.get(`/matches/${encodeURIComponent(id)}`);
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404 && !closed) {
        close();
        return options.onGone?.();
      }
    }
    again();
  };

  const listen = () => {
    const mine = new EventSource(where("stream"));
    stream = mine;
    mine.onopen = () => {
      tries = 0;
      tell("open");
      for (const sent of waiting.values()) post(sent.command);
    };
    mine.addEventListener("page", (event) => receive(JSON.parse(event.data)));
    mine.onerror = () => {
      if (stream !== mine) return;
      mine.close();
      stream = null;
      failures = 0;
      again();
    };
  };

  /** To another server, which is there already: nobody need be told that the line was down. */
  const move = () => {
    if (closed) return;
    tries = 0;
    timer = setTimeout(connect, MOVING * Math.random());
  };

  const again = () => {
    if (closed) return;
    tell("offline");
    const wait = WAITS[Math.min(tries, WAITS.length - 1)] ?? 8000;
    tries += 1;
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  };

  const drop = () => {
    const old = socket;
    socket = null;
    old?.close();
    stream?.close();
    stream = null;
  };

  /** By a plain request, where there is no socket. @param {Record<string, any>} command */
  const post = async (command) => {
    const path = address(`/matches/${encodeURIComponent(id)}/commands`);
    try {
      const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(command) });
      const retry = Number(response.headers.get("retry-after")) || null;
      const body = await response.json();
      settle({ command_id: command.command_id, status: response.status, body: { ...body, retry_after: retry } });
    } catch {
      // Sent again when the stream is back: the same id does nothing twice.
    }
  };

  /** @param {Record<string, any>} command */
  const send = (command) => {
    const whole = { ...command, command_id: command.command_id ?? commandId() };
    return new Promise((done, fail) => {
      const sent = { command: whole, done, fail, timer: setTimeout(() => retry(whole.command_id), SLOWEST) };
      waiting.set(whole.command_id, sent);
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(whole));
      else if (stream) post(whole);
      else if (state === "offline") wake();
    });
  };

  /** Nothing came back: the line may be dead without knowing it. @param {string} command */
  const retry = (command) => {
    if (waiting.has(command) && !closed) connect();
  };

  // A browser does not show the server's pings. An order that orders nothing is refused, and so the line lives.
  const beat = setInterval(() => {
    const line = socket;
    if (line?.readyState !== WebSocket.OPEN || Date.now() - heard < HEARTBEAT) return;
    const asked = Date.now();
    line.send(JSON.stringify({ command_id: "heartbeat" }));
    setTimeout(() => {
      if (socket === line && heard < asked && !closed) connect();
    }, SILENCE);
  }, HEARTBEAT / 2);

  /** The network is back, or somebody looks again. */
  const wake = () => {
    if (closed || socket?.readyState === WebSocket.OPEN || socket?.readyState === WebSocket.CONNECTING || stream) return;
    tries = Math.min(tries, 1);
    connect();
  };
  const lost = () => {
    drop();
    tries = Math.max(tries, 1);
    again();
  };
  const seen = () => {
    if (document.visibilityState === "visible") wake();
  };
  const close = () => {
    closed = true;
    clearTimeout(timer);
    clearInterval(beat);
    removeEventListener("online", wake);
    removeEventListener("offline", lost);
    document.removeEventListener("visibilitychange", seen);
    drop();
    for (const sent of waiting.values()) {
      clearTimeout(sent.timer);
      sent.fail(new Problem(0, { code: "closed", title: "" }));
    }
    waiting.clear();
  };
  addEventListener("online", wake);
  addEventListener("offline", lost);
  document.addEventListener("visibilitychange", seen);
  connect();

  return {
    send,
    /** Looks through another seat of one's own; 0 or nothing lets the server choose. */
    look(next) {
      if (seat === (next || null)) return;
      seat = next || null;
      connect();
    },
    close,
  };
}
