// What one can do with walk-in queues, for whoever may. Writes become orders for the engine; what
// happened is logged and counted here, without names or phone numbers.

import type pg from "pg";
import { runEffect } from "../engine/effect.ts";
import type { Engine } from "../engine/engine.ts";
import { wasDone } from "../engine/events.ts";
import type { Order } from "../engine/order.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Limiter } from "../http/public-writes.ts";
import type { Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import type { Logger } from "../infra/log.ts";
import type { Secrets } from "../infra/secrets.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import type { Ticket } from "../kernel/line.ts";
import { periodAt } from "./calendar.ts";
import * as orders from "./orders.ts";
import type { By } from "./orders.ts";
import {
  ageingMsOf,
  emptyDay,
  memoryOf,
  priorityIndex,
  type CounterTicket,
  type Person,
  type QueueSettings,
} from "./rules.ts";
import * as store from "./store.ts";
import type { Queue } from "./store.ts";
import {
  boardView,
  publicView,
  queueView,
  ticketView,
  type BoardView,
  type QueueView,
  type TicketView,
} from "./view.ts";

export interface CounterDeps {
  pool: pg.Pool;
  engine: Engine;
  clock: Clock;
  secrets: Secrets;
  limiter: Limiter;
  joinsPerMobilePerHour: number;
  metrics: Metrics;
  log: Logger;
}

export interface Request extends By {
  requestId: string;
  key?: string | undefined;
}

export interface Join {
  name: string;
  mobile: string | null;
  partySize: number;
  priority?: string | undefined;
}

export type Verb = "serve" | "complete" | "no-show" | "cancel" | "recall" | "undo";

const onBoard = 12;

export class CounterService {
  readonly #deps: CounterDeps;
  /** Which organisation a queue belongs to never changes. */
  readonly #owners = new Map<string, string>();

  constructor(deps: CounterDeps) {
    this.#deps = deps;
  }

  // ---- queues

  async createQueue(
    by: Request,
    settings: QueueSettings,
  ): Promise<{ queue: QueueView; replayed: boolean }> {
    const id = newId();
    const effect = { ...by, lineId: id, operation: "createQueue", clock: this.#deps.clock };
    const { answer, replayed } = await runEffect<QueueView>(
      this.#deps.pool,
      effect,
      async (tx, now) => {
        await store.insertQueue(tx, {
          orgId: by.orgId,
          id,
          settings,
          ageingMs: ageingMsOf(settings),
          now,
        });
        const view = { id, ...settings, waiting: 0, createdAt: now.toISOString() };
        return { type: "counter.queue_created", after: settings, answer: view };
      },
    );
    return { queue: answer, replayed };
  }

  async changeQueue(by: Request, id: string, patch: Partial<QueueSettings>): Promise<QueueView> {
    await this.queue(by.orgId, id);
    const effect = { ...by, lineId: id, operation: "changeQueue", clock: this.#deps.clock };
    const { answer } = await runEffect<QueueView>(this.#deps.pool, effect, async (tx) => {
      const queue = await store.findQueue(tx, id);
      if (!queue) throw refuse("NOT_FOUND");
      const settings = { ...queue.settings, ...patch };
      await this.#reorderIfNeeded(tx, queue, settings);
      await store.saveSettings(tx, by.orgId, id, settings);
      const answer = queueView({ ...queue, settings });
      return { type: "counter.queue_changed", before: queue.settings, after: settings, answer };
    });
    return answer;
  }

  async #reorderIfNeeded(tx: pg.ClientBase, queue: Queue, settings: QueueSettings): Promise<void> {
    const ageingMs = ageingMsOf(settings);
    const keys = settings.priorities.map((priority) => priority.key);
    const same =
      ageingMs === queue.line.ageingMs &&
      keys.join("\n") === queue.settings.priorities.map((priority) => priority.key).join("\n");
    if (same) return;
    const missing = (await store.prioritiesInUse(tx, queue.id)).filter(
      (key) => !keys.includes(key),
    );
    if (missing.length > 0) {
      throw refuse("PRIORITY_IN_USE", `Somebody is here with the priority ${missing.join(", ")}`);
    }
    await store.reorder(tx, queue.id, settings, ageingMs);
  }

  /** The queue, if it belongs to the organisation that asks. */
  async queue(orgId: string, id: string): Promise<Queue> {
    const queue = await store.findQueue(this.#deps.pool, id);
    if (!queue || queue.orgId !== orgId) throw refuse("NOT_FOUND", "There is no such queue");
    return queue;
  }

  async queueView(orgId: string, id: string): Promise<QueueView> {
    return queueView(await this.queue(orgId, id));
  }

  async anyQueue(id: string): Promise<Queue> {
    const queue = await store.findQueue(this.#deps.pool, id);
    if (!queue) throw refuse("NOT_FOUND", "There is no such queue");
    return queue;
  }

  async queues(orgId: string, after: string | null, limit: number): Promise<QueueView[]> {
    return (await store.listQueues(this.#deps.pool, orgId, after, limit)).map(queueView);
  }

  async publicQueue(id: string) {
    return publicView(await this.anyQueue(id));
  }

  async board(id: string): Promise<BoardView> {
    const { pool } = this.#deps;
    const [queue, present, next] = await Promise.all([
      this.anyQueue(id),
      store.presentTickets(pool, id, onBoard),
      store.waitingTickets(pool, id, null, onBoard),
    ]);
    return boardView(queue, present, next);
  }

  async stats(orgId: string, id: string) {
    const queue = await this.queue(orgId, id);
    const { day } = memoryOf(queue.line);
    const now = this.#deps.clock.fixed()?.getTime() ?? Date.now();
    const today = periodAt("daily", queue.settings.timezone, now);
    const counts = day.date === today ? day : emptyDay(today);
    return {
      waiting: queueView(queue).waiting,
      calledToday: counts.called,
      servedToday: counts.served,
      noShowsToday: counts.noShows,
      cancelledToday: counts.cancelled,
      averageWaitSeconds: average(counts.waitMs, counts.called),
      averageServiceSeconds: average(counts.serviceMs, counts.served),
    };
  }

  // ---- tickets

  /** Whose queue it is, for somebody who knows only its id. */
  async ownerOf(queueId: string): Promise<string> {
    const known = this.#owners.get(queueId);
    if (known) return known;
    const { orgId } = await this.anyQueue(queueId);
    if (this.#owners.size >= 100_000) this.#owners.clear();
    this.#owners.set(queueId, orgId);
    return orgId;
  }

  async join(
    by: Request,
    queueId: string,
    who: Join,
  ): Promise<{ ticket: TicketView & { secret: string }; replayed: boolean }> {
    const started = performance.now();
    const overtakesFrom = await this.#overtakesFrom(by.orgId, queueId, who.priority);
    const order = orders.join(by, queueId, { ...who, ticketId: newId(), overtakesFrom });
    const { ticket, replayed } = await this.#withinMobileLimit(by, who.mobile, () =>
      this.#submit(by, order),
    );
    if (!replayed) {
      const durationMs = Math.round(performance.now() - started);
      const { id, number, position } = ticket!;
      this.#deps.metrics.joins.inc();
      this.#deps.metrics.duration.observe({ operation: "join" }, durationMs / 1000);
      this.#deps.log.info(
        { requestId: by.requestId, queueId, ticketId: id, number, position, durationMs },
        "queue.created",
      );
    }
    return {
      ticket: { ...ticket!, secret: this.#deps.secrets.ticketSecret(by.orgId, ticket!.id) },
      replayed,
    };
  }

  /** null: nobody waits. */
  async callNext(
    by: Request,
    queueId: string,
    desk: string | null,
  ): Promise<{ ticket: TicketView | null; replayed: boolean }> {
    const started = performance.now();
    const result = await this.#submit(by, orders.callNext(by, queueId, desk));
    if (result.ticket && !result.replayed) {
      const durationMs = Math.round(performance.now() - started);
      this.#deps.metrics.calls.inc();
      this.#deps.metrics.duration.observe({ operation: "call_next" }, durationMs / 1000);
      this.#deps.log.info(
        { requestId: by.requestId, queueId, ticketId: result.ticket.id, desk, durationMs },
        "queue.called",
      );
    }
    return result;
  }

  async act(
    by: Request,
    ticketId: string,
    verb: Verb,
  ): Promise<{ ticket: TicketView; replayed: boolean }> {
    const { ticket } = await this.#find(by.orgId, ticketId);
    return this.#change(by, orderFor(verb)(by, ticket));
  }

  async requeue(by: Request, ticketId: string, to: "front" | "back") {
    const { ticket } = await this.#find(by.orgId, ticketId);
    return this.#change(by, orders.requeue(by, ticket, to));
  }

  async transfer(by: Request, ticketId: string, toQueueId: string) {
    const { ticket } = await this.#find(by.orgId, ticketId);
    if (ticket.lineId === toQueueId) throw refuse("SAME_QUEUE");
    return this.#change(by, orders.transfer(by, ticket, toQueueId));
  }

  async correct(by: Request, ticketId: string, data: Partial<Person>) {
    const { ticket } = await this.#find(by.orgId, ticketId);
    return this.#change(by, orders.correct(by, ticket, data));
  }

  /** Somebody called who did not come in time. */
  async expire(ticket: Ticket): Promise<void> {
    const by = { orgId: ticket.orgId, actor: "system", requestId: "deadline" };
    const order = orders.end(by, ticket as CounterTicket, "NO_SHOW", ticket.version);
    await this.#change(by, order);
  }

  async ticket(orgId: string, id: string): Promise<TicketView> {
    const { ticket, position } = await this.#find(orgId, id);
    return ticketView(ticket, await this.anyQueue(ticket.lineId), position);
  }

  async #find(orgId: string, id: string) {
    const found = await store.findTicket(this.#deps.pool, orgId, id);
    if (!found) throw refuse("NOT_FOUND", "There is no such ticket");
    return found;
  }

  async #change(
    by: Request,
    order: Order<QueueSettings>,
  ): Promise<{ ticket: TicketView; replayed: boolean }> {
    const { ticket, replayed } = await this.#submit(by, order);
    if (!ticket) throw new Error("an order on a ticket has no answer");
    if (!replayed) {
      this.#deps.metrics.transitions.inc({ status: ticket.status });
      const { id: ticketId, queueId, status } = ticket;
      this.#deps.log.info(
        { requestId: by.requestId, ticketId, queueId, status, actor: by.actor },
        "queue.status_changed",
      );
    }
    // Where it stands now is the queue's to say, and may have changed since the commit.
    if (ticket.status === "WAITING")
      return { ticket: await this.ticket(by.orgId, ticket.id), replayed };
    return { ticket, replayed };
  }

  async #submit(
    by: Request,
    order: Order<QueueSettings>,
  ): Promise<{ ticket: TicketView | null; replayed: boolean }> {
    const { answer, replayed } = await this.#deps.engine.submit(order);
    if (replayed) {
      this.#deps.metrics.replays.inc();
      this.#deps.log.info(
        { requestId: by.requestId, queueId: order.lineIds[0] },
        "queue.idempotency_reuse",
      );
    }
    return { ticket: answer as TicketView | null, replayed };
  }

  /** Counts the join first, so that two at once cannot both be the third, and takes it back if it was none. */
  async #withinMobileLimit(
    by: Request,
    mobile: string | null,
    joining: () => Promise<{ ticket: TicketView | null; replayed: boolean }>,
  ) {
    if (mobile === null) return joining();
    const { limiter, joinsPerMobilePerHour, metrics, log, pool } = this.#deps;
    const subject = `${by.orgId} ${mobile.replaceAll(/[^\d+]/g, "")}`;
    const taken = await limiter.take("joins per mobile", subject, joinsPerMobilePerHour, 3_600_000);
    // A repeated request is no new join: let the engine find out before refusing.
    if (!taken.allowed && !(by.idem && (await wasDone(pool, by.orgId, by.idem)))) {
      metrics.limitHits.inc({ limit: "mobile" });
      log.warn({ requestId: by.requestId, limit: "mobile" }, "rate_limit.hit");
      throw refuse("RATE_LIMITED", `At most ${taken.limit} tickets an hour for one mobile number`, {
        retryAfterSeconds: Math.max(1, taken.resetSeconds),
      });
    }
    try {
      const result = await joining();
      if (result.replayed) await taken.giveBack();
      return result;
    } catch (error) {
      if (error instanceof Refusal) await taken.giveBack();
      throw error;
    }
  }

  async #overtakesFrom(
    orgId: string,
    queueId: string,
    priority: string | undefined,
  ): Promise<number | undefined> {
    if (priority === undefined) return undefined;
    const { settings } = await this.queue(orgId, queueId);
    const index = priorityIndex(settings, priority);
    return index === settings.priorities.length - 1 ? undefined : index;
  }
}

function orderFor(verb: Verb): (by: By, ticket: CounterTicket) => Order<QueueSettings> {
  switch (verb) {
    case "serve":
      return orders.serve;
    case "complete":
      return (by, ticket) => orders.end(by, ticket, "SERVED");
    case "no-show":
      return (by, ticket) => orders.end(by, ticket, "NO_SHOW");
    case "cancel":
      return (by, ticket) => orders.end(by, ticket, "CANCELLED");
    case "recall":
      return orders.recall;
    case "undo":
      return orders.undo;
  }
}

function average(sumMs: number, count: number): number | null {
  return count === 0 ? null : Math.round(sumMs / count / 1000);
}
