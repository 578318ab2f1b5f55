// Each thing one can do with a walk-in ticket, as an order for the engine. What a rule of the
// counter forbids is refused here, on the state found under the lock.

import type { Decision } from "../kernel/book.ts";
import { compareOrder } from "../kernel/line.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Order, Product, Situation } from "../engine/order.ts";
import {
  findPriority,
  mayJoin,
  mayReceive,
  policyOf,
  positionOnArrival,
  priorityIndex,
  type CounterTicket,
  type Person,
  type QueueSettings,
} from "./rules.ts";
import { settingsSql } from "./store.ts";
import { ticketView, type TicketView } from "./view.ts";

export const counter: Product<QueueSettings> = {
  name: "counter",
  settingsSql,
  parse(text) {
    const settings = JSON.parse(text) as QueueSettings;
    return { settings, policy: policyOf(settings) };
  },
  describe(ticket) {
    const { desk, priority } = ticket.data as Person;
    return { status: ticket.status, number: ticket.number, queueId: ticket.lineId, priority, desk };
  },
};

export interface By {
  orgId: string;
  actor: string;
  idem?: string | undefined;
  fingerprint?: string | undefined;
}

type CounterOrder = Order<QueueSettings>;

export interface Joining {
  ticketId: string;
  name: string;
  mobile: string | null;
  partySize: number;
  priority?: string | undefined;
  /** Which priority that was when last seen, unless it is the ordinary one. */
  overtakesFrom?: number | undefined;
}

export function join(by: By, queueId: string, who: Joining): CounterOrder {
  return {
    ...common(by),
    lineIds: [queueId],
    reach: 0,
    // Only somebody with a priority can overtake; everybody else arrives at the very end.
    ...(who.overtakesFrom === undefined ? {} : { overtakesFrom: who.overtakesFrom }),
    command({ settings, line }) {
      const refusal = mayJoin(settings, line);
      if (refusal) return refusal;
      if (who.priority !== undefined && findPriority(settings, who.priority) === -1) {
        const keys = settings.priorities.map((one) => one.key).join(", ");
        const errors = [{ field: "priority", message: `must be one of ${keys}` }];
        return refuse("INVALID", "This queue has no such priority", { errors });
      }
      const priority = priorityIndex(settings, who.priority);
      const { key } = settings.priorities[priority]!;
      const { ticketId, name, mobile, partySize } = who;
      const data: Person = { name, mobile, partySize, priority: key, desk: null, calls: 0 };
      return { do: "arrive", lineId: queueId, ticketId, priority, data };
    },
    answer(situation, decision) {
      const ticket = decision.happenings[0]!.after as CounterTicket;
      const position = positionOnArrival(situation.line, ticket, behind(situation, ticket));
      return ticketView(ticket, situation, position);
    },
  };
}

export function callNext(by: By, queueId: string, desk: string | null): CounterOrder {
  return {
    ...common(by),
    lineIds: [queueId],
    reach: 1,
    command: () => ({ do: "take", lineId: queueId, data: { desk, calls: 1 } }),
    answer: present,
  };
}

export function serve(by: By, ticket: CounterTicket): CounterOrder {
  return { ...onTicket(by, ticket), command: () => ({ do: "start", ticketId: ticket.id }) };
}

export type CounterEnding = "SERVED" | "CANCELLED" | "NO_SHOW";

export function end(
  by: By,
  ticket: CounterTicket,
  ending: CounterEnding,
  ifVersion?: number,
): CounterOrder {
  return {
    ...onTicket(by, ticket),
    command: () => ({
      do: "end",
      ticketId: ticket.id,
      ending,
      ...(ifVersion === undefined ? {} : { ifVersion }),
    }),
  };
}

export function recall(by: By, ticket: CounterTicket): CounterOrder {
  return {
    ...onTicket(by, ticket),
    command({ book }) {
      const now = book.ticket(ticket.id) as CounterTicket;
      if (now.state !== "holding") {
        return refuse("WRONG_STATE", `A ticket that is ${now.status} cannot be called again`, {
          ticketStatus: now.status,
        });
      }
      const data = { calls: now.data.calls + 1 };
      return { do: "change", ticketId: ticket.id, data, renewDeadline: true };
    },
  };
}

export function requeue(by: By, ticket: CounterTicket, to: "front" | "back"): CounterOrder {
  return {
    ...onTicket(by, ticket),
    reach: 1,
    command: () => ({ do: "put back", ticketId: ticket.id, to, data: { desk: null } }),
  };
}

export function transfer(by: By, ticket: CounterTicket, toQueueId: string): CounterOrder {
  return {
    ...onTicket(by, ticket),
    lineIds: [ticket.lineId, toQueueId],
    command({ book, settingsOf }) {
      const now = book.ticket(ticket.id) as CounterTicket;
      if (now.lineId === toQueueId) return refuse("SAME_QUEUE");
      const settings = settingsOf(toQueueId)!;
      const refusal = mayReceive(settings, book.line(toQueueId)!);
      if (refusal) return refusal;
      const priority = priorityIndex(settings, now.data.priority);
      const key = settings.priorities[priority]!.key;
      return {
        do: "move",
        ticketId: ticket.id,
        toLineId: toQueueId,
        priority,
        data: { desk: null, priority: key },
      };
    },
  };
}

export function undo(by: By, ticket: CounterTicket): CounterOrder {
  const former = ticket.previous?.lineId ?? ticket.lineId;
  return {
    ...onTicket(by, ticket),
    lineIds: former === ticket.lineId ? [former] : [ticket.lineId, former],
    command: () => ({ do: "undo", ticketId: ticket.id }),
  };
}

export function correct(by: By, ticket: CounterTicket, data: Partial<Person>): CounterOrder {
  return { ...onTicket(by, ticket), command: () => ({ do: "change", ticketId: ticket.id, data }) };
}

function common(by: By) {
  const { orgId, actor, idem, fingerprint } = by;
  return {
    product: counter,
    orgId,
    actor,
    ...(idem === undefined ? {} : { idem }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

function onTicket(by: By, ticket: CounterTicket) {
  return {
    ...common(by),
    ticketId: ticket.id,
    lineIds: [ticket.lineId] as [string, ...string[]],
    // It may be the first of those who wait, and then somebody else in the batch needs the second.
    reach: 1,
    answer: present,
  };
}

/** The ticket as it is now; where it stands in the queue is for the reader of the queue to say. */
function present(situation: Situation<QueueSettings>, decision: Decision): TicketView {
  const ticket = decision.happenings[0]!.after as CounterTicket;
  const settings = situation.settingsOf(ticket.lineId) ?? situation.settings;
  return ticketView(ticket, { settings, line: situation.line }, null);
}

function behind(
  { book, line, behind: before, now }: Situation<QueueSettings>,
  ticket: CounterTicket,
): number {
  if (line.ageingMs === null || ticket.priority === line.waiting.length - 1) return 0;
  const sameBatch = book
    .queue(line.id)
    .filter((other) => other.joinedAt === now && compareOrder(other, ticket) > 0);
  return before + sameBatch.length;
}
