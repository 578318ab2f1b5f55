// Live views of a queue. However many watch, each change is read once per queue and instance: the
// new events for the desks, the positions for the holders, one board for all screens. Changes that
// come while one reading runs are seen by the next.

import type pg from "pg";
import type { Feed } from "../engine/feed.ts";
import { eventsAfter, type StoredEvent } from "../engine/events.ts";
import type { Sink } from "../http/stream.ts";
import type { Logger } from "../infra/log.ts";
import type { CounterService } from "./service.ts";
import * as store from "./store.ts";
import type { Queue } from "./store.ts";
import { queueView, ticketView } from "./view.ts";

const mostMissed = 1_000;
const mostPositions = 20_000;

export class LiveQueues {
  readonly #pool: pg.Pool;
  readonly #feed: Feed;
  readonly #service: CounterService;
  readonly #log: Logger;
  readonly #queues = new Map<string, LiveQueue>();

  constructor(pool: pg.Pool, feed: Feed, service: CounterService, log: Logger) {
    this.#pool = pool;
    this.#feed = feed;
    this.#service = service;
    this.#log = log;
  }

  /** Every event from after `seq` on; without a place to resume, from now on. */
  async watchDesk(queue: Queue, seq: number | null, sink: Sink): Promise<() => void> {
    const from = seq ?? queue.line.eventSeq;
    return this.#of(queue).add("desk", { sink, seq: from });
  }

  watchTicket(queue: Queue, ticketId: string, sink: Sink): () => void {
    return this.#of(queue).add("ticket", { sink, ticketId, seq: 0 });
  }

  watchBoard(queue: Queue, sink: Sink): () => void {
    return this.#of(queue).add("board", { sink, seq: 0 });
  }

  #of(queue: Queue): LiveQueue {
    const known = this.#queues.get(queue.id);
    if (known) return known;
    const live = new LiveQueue(this.#pool, this.#service, queue, this.#log);
    const unwatch = this.#feed.watch(queue.id, () => live.refresh());
    live.onEmpty = () => {
      unwatch();
      this.#queues.delete(queue.id);
    };
    this.#queues.set(queue.id, live);
    return live;
  }
}

interface Watcher {
  sink: Sink;
  /** What it has seen up to. */
  seq: number;
  ticketId?: string;
  /** What it was last sent, so that nothing is sent twice. */
  sent?: string;
}

type Kind = "desk" | "ticket" | "board";

class LiveQueue {
  readonly #pool: pg.Pool;
  readonly #service: CounterService;
  readonly #orgId: string;
  readonly #id: string;
  readonly #log: Logger;
  readonly #watchers: Record<Kind, Set<Watcher>> = {
    desk: new Set(),
    ticket: new Set(),
    board: new Set(),
  };
  #running = false;
  #dirty = false;
  onEmpty: () => void = () => undefined;

  constructor(pool: pg.Pool, service: CounterService, queue: Queue, log: Logger) {
    this.#pool = pool;
    this.#service = service;
    this.#orgId = queue.orgId;
    this.#id = queue.id;
    this.#log = log;
  }

  add(kind: Kind, watcher: Watcher): () => void {
    this.#watchers[kind].add(watcher);
    this.refresh();
    return () => {
      this.#watchers[kind].delete(watcher);
      if (Object.values(this.#watchers).every((some) => some.size === 0)) this.onEmpty();
    };
  }

  refresh(): void {
    this.#dirty = true;
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#dirty) {
      this.#dirty = false;
      try {
        const queue = await this.#service.anyQueue(this.#id);
        if (this.#watchers.desk.size > 0) await this.#tellDesks(queue);
        if (this.#watchers.ticket.size > 0) await this.#tellHolders(queue);
        if (this.#watchers.board.size > 0) await this.#tellBoards(queue);
      } catch (error) {
        // The watchers come back and catch up; pretending nothing happened would leave them behind.
        this.#log.warn({ reason: (error as Error).message, queueId: this.#id }, "live.failed");
        for (const some of Object.values(this.#watchers))
          for (const { sink } of [...some]) sink.close();
      }
    }
    // In the same turn as the last look: news that comes later starts a new run.
    this.#running = false;
  }

  async #tellDesks(queue: Queue): Promise<void> {
    const desks = this.#watchers.desk;
    for (const watcher of desks) {
      // Ahead of us: a place this stream never had, for instance after a restore.
      if (watcher.seq > queue.line.eventSeq || queue.line.eventSeq - watcher.seq > mostMissed) {
        watcher.seq = queue.line.eventSeq;
        watcher.sink.reset(watcher.seq);
      }
    }
    const from = Math.min(...[...desks].map((watcher) => watcher.seq));
    const events = await eventsAfter(this.#pool, this.#orgId, this.#id, from, mostMissed + 1);
    if (events.length === 0) return;
    const messages = await this.#deskMessages(queue, events);
    for (const watcher of desks) {
      for (const [i, event] of events.entries()) {
        if (event.seq <= watcher.seq) continue;
        watcher.sink.send("change", event.seq, messages[i]);
        watcher.seq = event.seq;
      }
    }
  }

  async #deskMessages(queue: Queue, events: StoredEvent[]): Promise<unknown[]> {
    const ids = [...new Set(events.flatMap((event) => event.ticketId ?? []))];
    const tickets = await store.findTickets(this.#pool, this.#orgId, ids);
    const waits = [...tickets.values()].some((ticket) => ticket.state === "waiting");
    const positions = waits
      ? await store.positionsIn(this.#pool, this.#id, mostPositions)
      : new Map();
    const view = queueView(queue);
    return events.map(({ seq, type, at, actor, ticketId, before, after }) => {
      const ticket = ticketId ? tickets.get(ticketId) : undefined;
      return {
        seq,
        type,
        at: at.toISOString(),
        actor,
        before,
        after,
        ticket: ticket ? ticketView(ticket, queue, positions.get(ticket.id) ?? null) : null,
        queue: ticketId ? null : view,
        waiting: view.waiting,
      };
    });
  }

  async #tellHolders(queue: Queue): Promise<void> {
    const holders = [...this.#watchers.ticket];
    const [tickets, positions] = await Promise.all([
      store.findTickets(
        this.#pool,
        this.#orgId,
        holders.map((watcher) => watcher.ticketId!),
      ),
      store.positionsIn(this.#pool, this.#id, mostPositions),
    ]);
    for (const watcher of holders) {
      const ticket = tickets.get(watcher.ticketId!);
      if (!ticket) continue;
      // Transferred: this stream ends, the next one is opened on the other queue.
      if (ticket.lineId !== this.#id) {
        watcher.sink.close();
        continue;
      }
      const position =
        ticket.state === "waiting" ? (positions.get(ticket.id) ?? mostPositions) : null;
      const view = ticketView(ticket, queue, position);
      this.#sendIfNew(watcher, "ticket", queue.line.eventSeq, view);
    }
  }

  async #tellBoards(queue: Queue): Promise<void> {
    const board = await this.#service.board(this.#id);
    for (const watcher of this.#watchers.board) {
      this.#sendIfNew(watcher, "board", queue.line.eventSeq, board);
    }
  }

  #sendIfNew(watcher: Watcher, event: string, seq: number, view: object): void {
    const text = JSON.stringify(view);
    if (watcher.sent === text) return;
    watcher.sent = text;
    watcher.sink.send(event, seq, view);
  }
}
