/**
 * The real program on a folder and a port of its own, that can be stopped and started again. With
 * $VAUBAN_WEB it serves that folder, so that work on the page needs no build.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** `cargo xtask test` names the program that it built. */
export function program() {
  const named = process.env["VAUBAN"];
  const places = named ? [named] : ["ci", "debug", "release"].map((profile) => join(ROOT, "target", profile, "vauban"));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`no vauban at ${places.join(", ")}: cargo build -p vauban-cli --profile ci`);
  return found;
}

export class Server {
  /** @param {string} folder @param {string[]} more further arguments of `vauban serve` */
  constructor(folder, more) {
    this.folder = folder;
    this.more = more;
    this.port = 0;
    /** @type {import("node:child_process").ChildProcess | null} */
    this.child = null;
    /** The log, for when a test fails. */
    this.log = "";
  }

  /** @param {...string} more */
  static async start(...more) {
    const folder = await mkdtemp(join(tmpdir(), "vauban-web-"));
    const server = new Server(folder, more);
    await server.run();
    return server;
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it; after a stop at the same address again. */
  async run() {
    const live = process.env["VAUBAN_WEB"];
    const args = ["serve", "--port", String(this.port), "--data", this.folder, "--agent-cores", "2", ...(live ? ["--web", live] : []), ...this.more];
    const child = spawn(program(), args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, LANG: "C", VAUBAN_LOG: process.env["VAUBAN_LOG"] ?? "warn" } });
    this.child = child;
    child.stderr.on("data", (data) => {
      this.log = (this.log + data).slice(-20_000);
    });
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([
      once(lines, "line").then(([line]) => String(line)),
      once(child, "exit").then(([code]) => Promise.reject(new Error(`vauban serve ended with ${code}: ${this.log}`))),
    ]);
    const port = /:(\d+)\s*$/.exec(first)?.[1];
    if (!port) throw new Error(`vauban serve said ${first}`);
    this.port = Number(port);
  }

  /** In good order. */
  async stop() {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }

  /** At once, as when the power fails. */
  async kill() {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async end() {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
