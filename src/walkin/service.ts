// The use cases of walk-in tickets. Writes become orders for the engine.

import type { CommandContext } from "../engine/command-context.ts";
import type pg from "pg";
import type { Engine } from "../engine/engine.ts";
import type { Order } from "../engine/order.ts";
import type { Limiter } from "../http/public-writes.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import type { Secrets } from "../infra/secrets.ts";
import type { Ticket } from "../kernel/line.ts";
import { refuse } from "../kernel/refusal.ts";
import { withinMobileLimit } from "./mobile-limit.ts";
import * as orders from "./orders.ts";
import type { Queues } from "./queues.ts";
import type { Reports, TicketEvent } from "./reports.ts";
import { priorityIn, type CounterTicket, type Person, type QueueSettings } from "./rules.ts";
import * as store from "./store.ts";
import { ticketView, type TicketView } from "./view.ts";

export interface WalkinDeps {
  pool: pg.Pool;
  engine: Engine;
  clock: Clock;
  queues: Queues;
  secrets: Secrets;
  limiter: Limiter;
  joinsPerMobilePerHour: number;
  reports: Reports;
}

export interface Join {
  name: string;
  mobile: string | null;
  partySize: number;
  priority?: string | undefined;
}

export type Verb = "serve" | "complete" | "no-show" | "cancel" | "recall" | "undo";

export interface Answered<T extends TicketView | null = TicketView> {
  ticket: T;
  /** Answered again, without a second effect. */
  replayed: boolean;
}

export class WalkinService {
  readonly #deps: WalkinDeps;

  constructor(deps: WalkinDeps) {
    this.#deps = deps;
  }

  async join(
    by: CommandContext,
    queueId: string,
    who: Join,
  ): Promise<Answered<TicketView & { secret: string }>> {
    const startedAt = performance.now();
    const overtakesAs = await this.#overtakesAs(by.orgId, queueId, who.priority);
    const order = orders.join(by, queueId, { ...who, ticketId: newId(), overtakesAs });
    const submit = () => this.#submit(by, order);
    const { ticket, replayed } = await (who.mobile === null
      ? submit()
      : withinMobileLimit(this.#deps, by, who.mobile, submit));
    if (!ticket) throw new Error("a join has no answer");
    if (!replayed) this.#deps.reports.joined(by, ticket, startedAt);
    const secret = this.#deps.secrets.ticketSecret(by.orgId, ticket.id);
    return { ticket: { ...ticket, secret }, replayed };
  }

  /** null: nobody waits. */
  async callNext(
    by: CommandContext,
    queueId: string,
    desk: string | null,
  ): Promise<Answered<TicketView | null>> {
    const startedAt = performance.now();
    const called = await this.#submit(by, orders.callNext(by, queueId, desk));
    if (called.ticket && !called.replayed) this.#deps.reports.called(by, called.ticket, startedAt);
    return called;
  }

  async act(by: CommandContext, ticketId: string, verb: Verb): Promise<Answered> {
    const ticket = await this.#find(by.orgId, ticketId);
    switch (verb) {
      case "serve":
        return this.#change(by, orders.serve(by, ticket));
      case "complete":
        return this.#change(by, orders.end(by, ticket, "SERVED"));
      case "no-show":
        return this.#change(by, orders.end(by, ticket, "NO_SHOW"));
      case "cancel":
        return this.#change(by, orders.end(by, ticket, "CANCELLED"));
      case "recall":
        return this.#change(by, orders.recall(by, ticket), "queue.recalled");
      case "undo": {
        const former = await this.#deps.queues.anyQueue(ticket.previous?.lineId ?? ticket.lineId);
        return this.#change(by, orders.undo(by, ticket, former));
      }
    }
  }

  async requeue(by: CommandContext, ticketId: string, to: "front" | "back"): Promise<Answered> {
    const ticket = await this.#find(by.orgId, ticketId);
    const { lineId, data } = ticket;
    const overtakesAs =
      to === "back" ? await this.#overtakesAs(by.orgId, lineId, data.priority) : undefined;
    return this.#change(by, orders.requeue(by, ticket, to, overtakesAs));
  }

  async transfer(
    by: CommandContext,
    ticketId: string,
    toQueueId: string,
    place: orders.TransferPlace,
  ): Promise<Answered> {
    const ticket = await this.#find(by.orgId, ticketId);
    const to = await this.#deps.queues.queue(by.orgId, toQueueId);
    return this.#change(by, orders.transfer(by, ticket, to, place));
  }

  async correct(by: CommandContext, ticketId: string, data: Partial<Person>): Promise<Answered> {
    const ticket = await this.#find(by.orgId, ticketId);
    return this.#change(by, orders.correct(by, ticket, data), "queue.corrected");
  }

  /** Somebody called who did not come in time. */
  async expire(ticket: Ticket): Promise<void> {
    const by = { orgId: ticket.orgId, actor: "system", requestId: "deadline" };
    await this.#change(by, orders.end(by, ticket as CounterTicket, "NO_SHOW", ticket.version));
  }

  async ticket(orgId: string, id: string): Promise<TicketView> {
    const { pool, queues, clock } = this.#deps;
    const found = await store.findTicket(pool, orgId, id);
    if (!found) throw notThere();
    const queue = await queues.anyQueue(found.ticket.lineId);
    return ticketView(found.ticket, queue, found.position, approximateNow(clock));
  }

  async #find(orgId: string, id: string): Promise<CounterTicket> {
    const tickets = await store.findTickets(this.#deps.pool, orgId, [id]);
    const ticket = tickets.get(id);
    if (!ticket) throw notThere();
    return ticket;
  }

  async #change(
    by: CommandContext,
    order: Order<QueueSettings>,
    event: TicketEvent = "queue.status_changed",
  ): Promise<Answered> {
    const startedAt = performance.now();
    const { ticket, replayed } = await this.#submit(by, order);
    if (!ticket) throw new Error("an order on a ticket has no answer");
    if (!replayed) this.#deps.reports.changed(event, by, ticket, startedAt);
    return { ticket, replayed };
  }

  async #submit(
    by: CommandContext,
    order: Order<QueueSettings>,
  ): Promise<Answered<TicketView | null>> {
    const { answer, replayed } = await this.#deps.engine.submit(order);
    if (replayed) this.#deps.reports.replayed(by, order.lineIds[0]);
    return { ticket: answer as TicketView | null, replayed };
  }

  /** The priority, unless it is the ordinary one, whose people never overtake. */
  async #overtakesAs(
    orgId: string,
    queueId: string,
    priority: string | undefined,
  ): Promise<number | undefined> {
    if (priority === undefined) return undefined;
    const { settings } = await this.#deps.queues.queue(orgId, queueId);
    const { index } = priorityIn(settings, priority);
    return index === settings.priorities.length - 1 ? undefined : index;
  }
}

const notThere = () => refuse("NOT_FOUND", "There is no such ticket");
