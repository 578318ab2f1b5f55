// One server process of a run, as an operator starts it, behind a proxy to PostgreSQL of its own. One
// that ends by itself is noted, and started again as a supervisor would.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../test/port.ts";
import type { TcpProxy } from "../test/tcp-proxy.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const movedClock = new URL("moved-clock.ts", import.meta.url).href;
const startMs = 120_000;

export interface InstanceOptions {
  n: number;
  folder: string;
  proxy: TcpProxy;
  env: NodeJS.ProcessEnv;
}

export class Instance {
  readonly n: number;
  readonly proxy: TcpProxy;
  readonly url: string;
  readonly logFile: string;
  /** When it ended although nobody had asked it to, and with what. */
  readonly endedByItself: { atMs: number; how: string }[] = [];
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #wanted = false;

  private constructor(options: InstanceOptions, port: number) {
    this.n = options.n;
    this.proxy = options.proxy;
    this.url = `http://127.0.0.1:${port}`;
    this.logFile = join(options.folder, `server-${options.n}.log`);
    this.#env = { ...options.env, PORT: String(port) };
  }

  static async start(options: InstanceOptions): Promise<Instance> {
    const instance = new Instance(options, await freePort());
    await instance.start();
    return instance;
  }

  async start(): Promise<void> {
    this.#wanted = true;
    this.#launch();
    const deadline = Date.now() + startMs;
    while (!(await this.isReady())) {
      if (Date.now() > deadline)
        throw new Error(`server ${this.n} is not ready; see ${this.logFile}`);
      await pause(50);
    }
  }

  async kill(): Promise<void> {
    this.#wanted = false;
    await this.#end("SIGKILL");
  }

  /** As a deployment stops it. */
  async stop(): Promise<void> {
    this.#wanted = false;
    this.thaw();
    await this.#end("SIGTERM");
  }

  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  thaw(): void {
    this.#child?.kill("SIGCONT");
  }

  moveClock(shiftMs: number): void {
    this.#child?.send({ shiftMs });
  }

  async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2_000) });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  #launch(): void {
    const log = openSync(this.logFile, "a");
    const flags = ["--disable-warning=ExperimentalWarning", "--import", movedClock];
    const child = spawn(process.execPath, [...flags, main], {
      env: this.#env,
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
    this.#child = child;
    child.on("error", () => undefined);
    child.once("exit", (code, signal) => {
      if (!this.#wanted || this.#child !== child) return;
      this.endedByItself.push({ atMs: Date.now(), how: signal ?? `code ${code}` });
      // As supervisors do, not at once.
      setTimeout(() => this.#wanted && this.#launch(), 500);
    });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}
