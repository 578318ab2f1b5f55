// One queue that is being watched: the new events for the desks, the positions for the holders, one
// board for all screens. Changes that come while one reading runs are seen by the next.

import type pg from "pg";
import { eventsAfter, type StoredEvent } from "../engine/events.ts";
import type { Sink } from "../http/stream.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import type { Queues } from "./queues.ts";
import type { CounterTicket } from "./rules.ts";
import * as store from "./store.ts";
import type { Queue } from "./store.ts";
import { queueView, ticketView, type TicketView } from "./view.ts";

export interface LiveDeps {
  pool: pg.Pool;
  queues: Queues;
  clock: Clock;
  log: Logger;
}

export interface Watcher {
  sink: Sink;
  /** What it has seen up to. */
  seq: number;
  ticketId?: string;
  /** What it was last sent, so that nothing is sent twice. */
  sent?: string;
}

export type WatcherKind = "desk" | "ticket" | "board";

const mostMissed = 1_000;

export class LiveQueue {
  readonly #deps: LiveDeps;
  readonly #orgId: string;
  readonly #id: string;
  readonly #onEmpty: () => void;
  readonly #watchers: Record<WatcherKind, Set<Watcher>> = {
    desk: new Set(),
    ticket: new Set(),
    board: new Set(),
  };
  #running = false;
  #dirty = false;

  constructor(deps: LiveDeps, queue: Queue, onEmpty: () => void) {
    this.#deps = deps;
    this.#orgId = queue.orgId;
    this.#id = queue.id;
    this.#onEmpty = onEmpty;
  }

  add(kind: WatcherKind, watcher: Watcher): () => void {
    this.#watchers[kind].add(watcher);
    this.refresh();
    return () => {
      const left = this.#watchers[kind].delete(watcher);
      const empty = Object.values(this.#watchers).every((some) => some.size === 0);
      if (left && empty) this.#onEmpty();
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
      // Whoever comes during a reading may need what it has not read: for them there is the next.
      const desks = [...this.#watchers.desk];
      const holders = [...this.#watchers.ticket];
      const boards = [...this.#watchers.board];
      try {
        const queue = await this.#deps.queues.anyQueue(this.#id);
        if (desks.length > 0) await this.#tellDesks(queue, desks);
        if (holders.length > 0) await this.#tellHolders(queue, holders);
        if (boards.length > 0) await this.#tellBoards(queue, boards);
      } catch (error) {
        // The watchers come back and catch up; pretending nothing happened would leave them behind.
        const { message: reason } = error as Error;
        this.#deps.log.warn({ reason, queueId: this.#id }, "live.failed");
        for (const { sink } of [...desks, ...holders, ...boards]) sink.close();
      }
    }
    // In the same turn as the last look: news that comes later starts a new run.
    this.#running = false;
  }

  async #tellDesks(queue: Queue, desks: Watcher[]): Promise<void> {
    const { eventSeq } = queue.line;
    for (const watcher of desks) {
      // Ahead of us: a place this stream never had, for instance after a restore.
      if (watcher.seq <= eventSeq && eventSeq - watcher.seq <= mostMissed) continue;
      watcher.seq = eventSeq;
      watcher.sink.reset(eventSeq);
    }
    const from = Math.min(...desks.map((watcher) => watcher.seq));
    const { pool, queues } = this.#deps;
    const events = await eventsAfter(pool, this.#orgId, this.#id, from, mostMissed + 1);
    if (events.length === 0) return;
    // Looked at again: an event must not come with a queue from before it.
    const messages = await this.#deskMessages(await queues.anyQueue(this.#id), events);
    for (const watcher of desks) {
      for (const message of messages) {
        if (message.seq <= watcher.seq) continue;
        watcher.sink.send("change", message.seq, message);
        watcher.seq = message.seq;
      }
    }
  }

  async #deskMessages(queue: Queue, events: StoredEvent[]) {
    const ids = [...new Set(events.flatMap((event) => event.ticketId ?? []))];
    const tickets = await this.#viewsOf(queue, ids);
    const view = queueView(queue);
    return events.map(({ seq, type, at, actor, ticketId, before, after }) => ({
      seq,
      type,
      at: at.toISOString(),
      actor,
      before,
      after,
      ticket: (ticketId && tickets.get(ticketId)) ?? null,
      queue: ticketId ? null : view,
      waiting: view.waiting,
    }));
  }

  async #tellHolders(queue: Queue, holders: Watcher[]): Promise<void> {
    const ids = holders.map((watcher) => watcher.ticketId!);
    const tickets = await this.#viewsOf(queue, ids);
    for (const watcher of holders) {
      const ticket = tickets.get(watcher.ticketId!);
      // Transferred: this stream ends, the next one is opened on the other queue.
      if (ticket?.queueId !== this.#id) watcher.sink.close();
      else this.#sendIfNew(watcher, "ticket", queue.line.eventSeq, ticket);
    }
  }

  /** These tickets as they are now, each with the name of the queue it is in now. */
  async #viewsOf(queue: Queue, ids: string[]): Promise<Map<string, TicketView>> {
    const { pool, queues, clock } = this.#deps;
    const tickets = await store.findTickets(pool, this.#orgId, ids);
    const waits = (ticket: CounterTicket) => ticket.state === "waiting";
    const waiting = [...tickets.values()].filter(waits).map(({ id }) => id);
    const positions =
      waiting.length > 0 ? await store.positionsOf(pool, this.#id, waiting) : new Map();
    const elsewhere = new Map<string, Queue>([[this.#id, queue]]);
    for (const { lineId } of tickets.values()) {
      if (!elsewhere.has(lineId)) elsewhere.set(lineId, await queues.anyQueue(lineId));
    }
    const now = approximateNow(clock);
    return new Map(
      [...tickets].map(([id, ticket]) => {
        const position = (positions.get(id) as number | undefined) ?? null;
        return [id, ticketView(ticket, elsewhere.get(ticket.lineId)!, position, now)];
      }),
    );
  }

  async #tellBoards(queue: Queue, boards: Watcher[]): Promise<void> {
    const board = await this.#deps.queues.board(this.#id);
    for (const watcher of boards) this.#sendIfNew(watcher, "board", queue.line.eventSeq, board);
  }

  #sendIfNew(watcher: Watcher, event: string, seq: number, view: object): void {
    const text = JSON.stringify(view);
    if (watcher.sent === text) return;
    watcher.sent = text;
    watcher.sink.send(event, seq, view);
  }
}
