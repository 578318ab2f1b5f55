// Tells this instance which lines have news, and whether the database is there at all. Every commit
// notifies with the lines and event numbers it wrote; one connection listens. A notice is only a hint,
// and can be lost: with its connection, ours or that of the committer, perhaps on another instance
// that has died since. So every second this connection also reads the last event numbers of the lines
// that somebody watches. That look is the database's pulse: without an answer in time it is away.

import type pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { wireOf, type Connections } from "../infra/connections.ts";
import { isFull } from "../infra/database-errors.ts";
import type { Logger } from "../infra/log.ts";
import { answerWithin } from "../infra/patience.ts";

type Watcher = () => void;

interface Watched {
  readonly watchers: Set<Watcher>;
  /** The number of the last event that was told; null before the first look. */
  seq: number | null;
}

const lookEveryMs = 1_000;
/** A machine that is only busy answers sooner. */
const silenceMs = 4_000;
/** A load balancer wants to know within two seconds whether the database is there. */
const readyMs = 1_500;
const maxAtOnce = 5_000;
const pauseMs = { least: 50, most: 500 };

// Index: line_by_id.
const lookSql = `select id, event_seq as seq from line where id = any($1::uuid[])`;

export class Feed {
  readonly #connections: Connections;
  readonly #log: Logger;
  readonly #lines = new Map<string, Watched>();
  readonly #anywhere = new Set<Watcher>();
  readonly #closing = new AbortController();
  /** Where the next look goes on, when there are more lines than fit. */
  #rest: string[] = [];
  #client: pg.Client | null = null;
  #running: Promise<void> = Promise.resolve();
  #checking: Promise<boolean> | null = null;

  constructor(connections: Connections, log: Logger) {
    this.#connections = connections;
    this.#log = log;
  }

  async start(): Promise<void> {
    this.#client = await this.#listen();
    this.#running = this.#run(this.#client);
  }

  /** Calls back when the line has news, or may have had while nobody listened. Returns the end of it. */
  watch(lineId: string, watcher: Watcher): () => void {
    const line = this.#lines.get(lineId) ?? { watchers: new Set(), seq: null };
    this.#lines.set(lineId, line);
    line.watchers.add(watcher);
    return () => {
      line.watchers.delete(watcher);
      if (line.watchers.size === 0 && this.#lines.get(lineId) === line) this.#lines.delete(lineId);
    };
  }

  /** Calls back when any line has news. A call can be lost, so the caller also looks by itself. */
  watchAll(watcher: Watcher): () => void {
    this.#anywhere.add(watcher);
    return () => this.#anywhere.delete(watcher);
  }

  /** Whether the database answers now. However many ask, it is asked once. */
  answers(): Promise<boolean> {
    const client = this.#client;
    if (!client || this.#connections.isAway) return Promise.resolve(false);
    this.#checking ??= answerWithin(client.query("select 1"), readyMs, tooLate)
      .then(() => true)
      .catch(() => false)
      .finally(() => (this.#checking = null));
    return this.#checking;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  /** The one loop there is: attends to a connection until it is lost, then makes the next one. */
  async #run(first: pg.Client): Promise<void> {
    for (let client: pg.Client | null = first; client; client = await this.#listenAgain()) {
      this.#client = client;
      await this.#attend(client);
      this.#client = null;
      // One that is lost is not waited for.
      if (!this.#closing.signal.aborted) wireOf(client).stream.destroy();
      await leave(client);
    }
  }

  async #listen(): Promise<pg.Client> {
    const client = await this.#connections.connect({
      name: "turnkeeper feed",
      pipeline: true,
      isPulse: true,
      settings: `; listen turnkeeper_events`,
    });
    client.on("notification", ({ payload }) => this.#onNotification(payload ?? ""));
    return client;
  }

  /** Until the connection is lost, or closed. */
  async #attend(client: pg.Client): Promise<void> {
    const ended = new AbortController();
    const { signal } = this.#closing;
    client.once("end", () => ended.abort());
    while (!signal.aborted) {
      try {
        await answerWithin(this.#look(client), silenceMs, tooLate);
      } catch (error) {
        this.#log.warn({ reason: error }, "feed.lost");
        if (error instanceof Silence) this.#connections.silent(error);
        return;
      }
      const either = AbortSignal.any([ended.signal, signal]);
      await pause(lookEveryMs, undefined, { signal: either }).catch(() => undefined);
    }
  }

  /** null: it is time to end. */
  async #listenAgain(): Promise<pg.Client | null> {
    const { signal } = this.#closing;
    for (let waitMs = pauseMs.least; !signal.aborted; waitMs = Math.min(waitMs * 2, pauseMs.most)) {
      try {
        const client = await this.#listen();
        this.#connections.back();
        this.#tellAll();
        return client;
      } catch (error) {
        this.#log.warn({ reason: error }, "feed.reconnect");
        // Where it lacks connections alone, those that others have still work.
        if (isFull(error)) this.#connections.back();
        else this.#connections.lost(error as Error);
      }
      // Half fixed, half chance: not every instance comes back in the same moment.
      const ms = waitMs / 2 + (Math.random() * waitMs) / 2;
      await pause(ms, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  async #look(client: pg.Client): Promise<void> {
    if (this.#rest.length === 0) this.#rest = [...this.#lines.keys()];
    const { rows } = await client.query<{ id: string; seq: number }>(lookSql, [
      this.#rest.splice(0, maxAtOnce),
    ]);
    for (const { id, seq } of rows) this.#tell(id, seq);
  }

  #onNotification(payload: string): void {
    for (const watcher of this.#anywhere) watcher();
    const words = payload.split(" ");
    for (let i = 0; i < words.length; i += 2) this.#tell(words[i]!, Number(words[i + 1]));
  }

  #tellAll(): void {
    for (const watcher of this.#anywhere) watcher();
    for (const line of this.#lines.values()) {
      line.seq = null; // also after a restore, which leads back
      for (const watcher of line.watchers) watcher();
    }
  }

  #tell(lineId: string, seq: number): void {
    const line = this.#lines.get(lineId);
    if (!line || line.seq === seq) return;
    // Behind what was told: a notice that a look has overtaken.
    if (line.seq !== null && seq < line.seq) return;
    line.seq = seq;
    for (const watcher of line.watchers) watcher();
  }
}

class Silence extends Error {}

const tooLate = () => new Silence("The database does not answer");

/** One that is frozen does not say goodbye. */
async function leave(client: pg.Client): Promise<void> {
  await answerWithin(client.end(), 500, tooLate).catch(() => wireOf(client).stream.destroy());
}
