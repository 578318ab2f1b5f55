// Live views of queues: who watches which. However many watch a queue, each change of it is read
// once per instance.

import type { Feed } from "../engine/feed.ts";
import type { Sink } from "../http/stream.ts";
import { LiveQueue, type LiveDeps, type Watcher, type WatcherKind } from "./live-queue.ts";
import type { Queue } from "./store.ts";

export class LiveQueues {
  readonly #feed: Feed;
  readonly #deps: LiveDeps;
  readonly #queues = new Map<string, LiveQueue>();

  constructor(feed: Feed, deps: LiveDeps) {
    this.#feed = feed;
    this.#deps = deps;
  }

  /** Every event from after `seq` on; without a place to resume, from now on. */
  watchDesk(queue: Queue, seq: number | null, sink: Sink): () => void {
    const from = seq ?? queue.line.eventSeq;
    // Told at once, so that a stream that breaks before its first event can be resumed too.
    if (seq === null) sink.mark(from);
    return this.#watch(queue, "desk", { sink, seq: from });
  }

  watchTicket(queue: Queue, ticketId: string, sink: Sink): () => void {
    return this.#watch(queue, "ticket", { sink, ticketId, seq: 0 });
  }

  watchBoard(queue: Queue, sink: Sink): () => void {
    return this.#watch(queue, "board", { sink, seq: 0 });
  }

  #watch(queue: Queue, kind: WatcherKind, watcher: Watcher): () => void {
    const live = this.#queues.get(queue.id) ?? this.#open(queue);
    return live.add(kind, watcher);
  }

  #open(queue: Queue): LiveQueue {
    const live = new LiveQueue(this.#deps, queue, () => {
      unwatch();
      this.#queues.delete(queue.id);
    });
    const unwatch = this.#feed.watch(queue.id, () => live.refresh());
    this.#queues.set(queue.id, live);
    return live;
  }
}
