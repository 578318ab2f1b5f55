// Tells this instance which lines have news. Every commit notifies with the lines and event numbers
// it wrote; one connection listens. A lost connection loses nothing: after it is back, everybody who
// watches looks again, and what they read is the stored stream, not the notice.

import pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../infra/log.ts";

type Watcher = () => void;

export class Feed {
  readonly #url: string;
  readonly #log: Logger;
  readonly #watchers = new Map<string, Set<Watcher>>();
  #client: pg.Client | null = null;
  #closed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#listen();
  }

  /** Calls back when the line has news, or may have had while nobody listened. Returns the end of it. */
  watch(lineId: string, watcher: Watcher): () => void {
    const watchers = this.#watchers.get(lineId) ?? new Set();
    this.#watchers.set(lineId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(lineId);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => undefined);
    await this.#running;
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: "turnkeeper feed",
    });
    client.on("error", () => undefined); // "end" follows
    client.on("end", () => {
      if (!this.#closed) this.#running = this.#reconnect();
    });
    client.on("notification", ({ payload }) => this.#heard(payload ?? ""));
    await client.connect();
    await client.query("listen turnkeeper_events");
    this.#client = client;
  }

  async #reconnect(): Promise<void> {
    this.#log.warn({}, "feed.lost");
    for (let waitMs = 100; !this.#closed; waitMs = Math.min(waitMs * 2, 2_000)) {
      await pause(waitMs);
      try {
        await this.#listen();
        break;
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, "feed.reconnect");
      }
    }
    for (const watchers of this.#watchers.values()) for (const watcher of watchers) watcher();
  }

  #heard(payload: string): void {
    const words = payload.split(" ");
    for (let i = 0; i < words.length; i += 2) {
      for (const watcher of this.#watchers.get(words[i]!) ?? []) watcher();
    }
  }
}
