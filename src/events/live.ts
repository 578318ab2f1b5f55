// Who watches which line. However many watch, each change of a line is read once per instance; what
// changes while one reading runs is seen by the next.

import type pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { troubleOf } from "../infra/database-errors.ts";
import type { Logger } from "../infra/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import { eventsAfter, type StoredEvent } from "./stored-events.ts";
import type { Feed } from "./feed.ts";

export interface Watcher {
  readonly sink: { close(): void };
}

/** Reads a line once and tells everybody who watches it. */
export type Tell<W extends Watcher> = (lineId: string, watchers: readonly W[]) => Promise<void>;

export class Live<W extends Watcher> {
  readonly #feed: Feed;
  readonly #log: Logger;
  readonly #tell: Tell<W>;
  readonly #lines = new Map<string, LiveLine<W>>();

  constructor(feed: Feed, log: Logger, tell: Tell<W>) {
    this.#feed = feed;
    this.#log = log;
    this.#tell = tell;
  }

  /** Tells the watcher how the line is, and again whenever it changes. Returns how to stop. */
  watch(lineId: string, watcher: W): () => void {
    const line = this.#lines.get(lineId) ?? this.#open(lineId);
    line.watchers.add(watcher);
    line.refresh();
    return () => {
      line.watchers.delete(watcher);
      if (line.watchers.size > 0 || this.#lines.get(lineId) !== line) return;
      line.unwatch();
      this.#lines.delete(lineId);
    };
  }

  #open(lineId: string): LiveLine<W> {
    const read = async (watchers: readonly W[]) => {
      try {
        await this.#tell(lineId, watchers);
      } catch (error) {
        if (isPassing(error)) return "read again";
        // They come back and catch up; pretending nothing happened would leave them behind.
        this.#log.warn({ reason: error, lineId }, "live.failed");
        for (const { sink } of watchers) sink.close();
      }
      return "told";
    };
    const line = new LiveLine(read);
    line.unwatch = this.#feed.watch(lineId, () => line.refresh());
    this.#lines.set(lineId, line);
    return line;
  }
}

/** The database, or a waiting room's Redis, is away for a while: watchers stay. */
export function isPassing(error: unknown): boolean {
  return troubleOf(error) !== null || (error instanceof Refusal && error.status === 503);
}

type Reading = "told" | "read again";

class LiveLine<W> {
  readonly watchers = new Set<W>();
  readonly #read: (watchers: readonly W[]) => Promise<Reading>;
  #running = false;
  #changed = false;
  unwatch: () => void = () => undefined;

  constructor(read: (watchers: readonly W[]) => Promise<Reading>) {
    this.#read = read;
  }

  refresh(): void {
    this.#changed = true;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    // The last one may have left: then nobody needs to be told.
    while (this.#changed && this.watchers.size > 0) {
      this.#changed = false;
      // Somebody who comes during a reading may need what it has not read: they get the next one.
      if ((await this.#read([...this.watchers])) === "told") continue;
      this.#changed = true;
      // Not all lines in the same moment.
      await pause(againMs / 2 + Math.random() * againMs, undefined, { ref: false });
    }
    // In the same turn as the last look: news that comes later starts a new run.
    this.#running = false;
  }
}

/** Somebody who is told every event of a line, once and in order. */
export interface Follower {
  readonly sink: {
    send(event: string, id: number, data: unknown): void;
    reset(id: number): void;
  };
  /** What they have heard up to. */
  seq: number;
}

const maxMissed = 1_000;
const againMs = 1_000;

/** Sends what is new to each, as `event: change`; reads it once for all of them. */
export async function tellFollowers(
  pool: pg.Pool,
  line: { orgId: string; id: string; lastSeq: number },
  followers: readonly Follower[],
  messagesOf: (events: StoredEvent[]) => Promise<{ seq: number }[]>,
): Promise<void> {
  if (followers.length === 0) return;
  const { orgId, id, lastSeq } = line;
  for (const follower of followers) {
    // Ahead of us: a place this stream never had, for instance after a restore.
    if (follower.seq <= lastSeq && lastSeq - follower.seq <= maxMissed) continue;
    follower.seq = lastSeq;
    follower.sink.reset(lastSeq);
  }
  const from = Math.min(...followers.map(({ seq }) => seq));
  const events = await eventsAfter(pool, orgId, id, from, maxMissed + 1);
  if (events.length === 0) return;
  const messages = await messagesOf(events);
  for (const follower of followers) {
    for (const message of messages) {
      if (message.seq <= follower.seq) continue;
      follower.sink.send("change", message.seq, message);
      follower.seq = message.seq;
    }
  }
}

/** Somebody who is told how something is, whenever it is not as it was. */
export interface Onlooker {
  readonly sink: { send(event: string, id: number, data: unknown): void };
  sent?: string;
}

export function sendIfNew(onlooker: Onlooker, event: string, seq: number, view: object): void {
  const text = JSON.stringify(view);
  if (onlooker.sent === text) return;
  onlooker.sent = text;
  onlooker.sink.send(event, seq, view);
}
