// What callers see of queues and tickets. One shape for staff and holder; the board shows numbers
// and desks only, never a name.

import type { z } from "zod";
import { waitingCount, type Line } from "../kernel/line.ts";
import { waitRange, type WaitRange } from "./pace.ts";
import { arrivedAt, statsOf } from "./stats.ts";
import { undoMs, type CounterTicket, type QueueSettings } from "./rules.ts";
import type { OnBoard, Queue } from "./store.ts";
import type * as schemas from "./schemas.ts";

export type QueueView = z.infer<typeof schemas.queue>;

export type TicketView = z.infer<typeof schemas.ticket>;

export type BoardView = z.infer<typeof schemas.board>;

export function queueView(queue: Queue): QueueView {
  return {
    id: queue.id,
    ...queue.settings,
    waiting: waitingCount(queue.line),
    createdAt: queue.createdAt.toISOString(),
  };
}

export function publicView(queue: Queue) {
  const { name, state, message } = queue.settings;
  const waiting = waitingCount(queue.line);
  return { id: queue.id, name, state, message, waiting, estimatedWait: waitAt(queue, waiting + 1) };
}

export function ticketView(
  ticket: CounterTicket,
  queue: { settings: QueueSettings; line: Line },
  position: number | null,
  now: number,
): TicketView {
  const { name, mobile, partySize, priority, desk, calls, from } = ticket.data;
  return {
    id: ticket.id,
    queueId: ticket.lineId,
    queueName: queue.settings.name,
    number: ticket.number,
    sequence: ticket.sequence,
    status: ticket.status,
    priority,
    name,
    mobile,
    partySize,
    position,
    estimatedWait: position === null ? null : waitAt(queue, position),
    desk,
    joinedAt: new Date(arrivedAt(ticket)).toISOString(),
    calledAt: instant(ticket.takenAt),
    servingAt: instant(ticket.startedAt),
    endedAt: instant(ticket.endedAt),
    calls,
    noShowAt: instant(ticket.deadlineAt),
    canUndo: ticket.previous !== null && now - ticket.previous.at <= undoMs,
    from: from ? { name: from.name, tokenId: from.tokenId } : null,
  };
}

export function boardView(queue: Queue, { present, next, waiting }: OnBoard): BoardView {
  const { name, state, timezone, message } = queue.settings;
  return {
    queue: { id: queue.id, name, state, timezone, message },
    serving: present.map((ticket) => ({
      number: ticket.number,
      desk: ticket.data.desk,
      status: ticket.status,
      calledAt: new Date(ticket.takenAt!).toISOString(),
      calls: ticket.data.calls,
    })),
    next: next.map((ticket) => ticket.number),
    waiting,
  };
}

function waitAt(queue: { settings: QueueSettings; line: Line }, position: number): WaitRange {
  return waitRange(statsOf(queue.line).pace, position, queue.settings.serviceMinutes * 60_000);
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
