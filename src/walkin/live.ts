// Live views of queues: events for the desks, a ticket for its holder, the board for screens. However
// many watch a queue, each change of it is read once per instance.

import type pg from "pg";
import type { StoredEvent } from "../events/stored-events.ts";
import type { Feed } from "../events/feed.ts";
import { Live, sendIfNew, tellFollowers } from "../events/live.ts";
import type { Sink } from "../http/stream.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/log.ts";
import type { Queues } from "./queues.ts";
import * as store from "./store.ts";
import type { Queue } from "./store.ts";
import { queueView, ticketView, type TicketView } from "./view.ts";

export interface LiveDeps {
  pool: pg.Pool;
  queues: Queues;
  clock: Clock;
  log: Logger;
}

interface Desk {
  kind: "desk";
  sink: Sink;
  seq: number;
}

interface Holder {
  kind: "holder";
  sink: Sink;
  ticketId: string;
  sent?: string;
}

interface Screen {
  kind: "screen";
  sink: Sink;
  sent?: string;
}

export class LiveQueues {
  readonly #deps: LiveDeps;
  readonly #live: Live<Desk | Holder | Screen>;

  constructor(feed: Feed, deps: LiveDeps) {
    this.#deps = deps;
    this.#live = new Live(feed, deps.log, async (queueId, watchers) => {
      const queue = await deps.queues.anyQueue(queueId);
      const desks = watchers.filter((one) => one.kind === "desk");
      const holders = watchers.filter((one) => one.kind === "holder");
      const screens = watchers.filter((one) => one.kind === "screen");
      await this.#tellDesks(queue, desks);
      await this.#tellHolders(queue, holders);
      await this.#tellScreens(queue, screens);
    });
  }

  /** Every event from after `seq` on; without a place to resume, from now on. */
  watchDesk(queue: Queue, seq: number | null, sink: Sink): () => void {
    const from = seq ?? queue.line.eventSeq;
    // Told at once, so that a stream that breaks before its first event can be resumed too.
    if (seq === null) sink.mark(from);
    return this.#live.watch(queue.id, { kind: "desk", sink, seq: from });
  }

  watchTicket(queue: Queue, ticketId: string, sink: Sink): () => void {
    return this.#live.watch(queue.id, { kind: "holder", sink, ticketId });
  }

  watchBoard(queue: Queue, sink: Sink): () => void {
    return this.#live.watch(queue.id, { kind: "screen", sink });
  }

  async #tellDesks(queue: Queue, desks: readonly Desk[]): Promise<void> {
    if (desks.length === 0) return;
    const line = { orgId: queue.orgId, id: queue.id, lastSeq: queue.line.eventSeq };
    await tellFollowers(this.#deps.pool, line, desks, (events) => this.#messages(line.id, events));
  }

  async #messages(queueId: string, events: StoredEvent[]) {
    // Looked at again: an event must not come with a queue from before it.
    const queue = await this.#deps.queues.anyQueue(queueId);
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

  async #tellHolders(queue: Queue, holders: readonly Holder[]): Promise<void> {
    if (holders.length === 0) return;
    const tickets = await this.#viewsOf(
      queue,
      holders.map(({ ticketId }) => ticketId),
    );
    for (const holder of holders) {
      const ticket = tickets.get(holder.ticketId);
      // Transferred: this stream ends, the next one is opened on the other queue.
      if (ticket?.queueId !== queue.id) holder.sink.close();
      else sendIfNew(holder, "ticket", queue.line.eventSeq, ticket);
    }
  }

  async #tellScreens(queue: Queue, screens: readonly Screen[]): Promise<void> {
    if (screens.length === 0) return;
    const board = await this.#deps.queues.board(queue.id);
    for (const screen of screens) sendIfNew(screen, "board", queue.line.eventSeq, board);
  }

  /** These tickets as they are now, each with the name of the queue it is in now. */
  async #viewsOf(queue: Queue, ids: string[]): Promise<Map<string, TicketView>> {
    const { pool, queues, clock } = this.#deps;
    const found = await store.ticketsWithPositions(pool, queue.orgId, queue.id, ids);
    const elsewhere = new Map<string, Queue>([[queue.id, queue]]);
    for (const { ticket } of found.values()) {
      const { lineId } = ticket;
      if (!elsewhere.has(lineId)) elsewhere.set(lineId, await queues.anyQueue(lineId));
    }
    const now = approximateNow(clock);
    return new Map(
      [...found].map(([id, { ticket, position }]) => [
        id,
        ticketView(ticket, elsewhere.get(ticket.lineId)!, position, now),
      ]),
    );
  }
}
