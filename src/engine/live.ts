// Who watches which line. However many watch, each change of a line is read once per instance; what
// changes while one reading runs is seen by the next.

import type { Logger } from "../infra/log.ts";
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
        // They come back and catch up; pretending nothing happened would leave them behind.
        this.#log.warn({ reason: (error as Error).message, lineId }, "live.failed");
        for (const { sink } of watchers) sink.close();
      }
    };
    const line = new LiveLine(read);
    line.unwatch = this.#feed.watch(lineId, () => line.refresh());
    this.#lines.set(lineId, line);
    return line;
  }
}

class LiveLine<W> {
  readonly watchers = new Set<W>();
  readonly #read: (watchers: readonly W[]) => Promise<void>;
  #running = false;
  #changed = false;
  unwatch: () => void = () => undefined;

  constructor(read: (watchers: readonly W[]) => Promise<void>) {
    this.#read = read;
  }

  refresh(): void {
    this.#changed = true;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#changed) {
      this.#changed = false;
      // Whoever comes during a reading may need what it has not read: for them there is the next.
      await this.#read([...this.watchers]);
    }
    // In the same turn as the last look: news that comes later starts a new run.
    this.#running = false;
  }
}
