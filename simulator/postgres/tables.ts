// What the simulated PostgreSQL keeps, and how its rows are read. JSON is kept as text, as it was sent.

import { storedPrevious } from "../../src/engine/previous.ts";
import type { LineRow, TicketRow } from "../../src/engine/rows.ts";
import type { EventRow } from "../../src/engine/tables.ts";
import type { Line, Ticket } from "../../src/kernel/line.ts";
import { Table } from "./rows.ts";

type Stored<Row, Json extends keyof Row, Instants extends keyof Row> = Omit<Row, Json | Instants> &
  Record<Json, string> &
  Record<Instants, number | null>;

export type StoredLine = Stored<LineRow, "memory", "deadline_at">;
export type StoredTicket = Omit<
  Stored<TicketRow, "data", "taken_at" | "started_at" | "ended_at" | "deadline_at">,
  "previous" | "joined_at"
> & { previous: string | null; joined_at: number };

export interface StoredWaiting {
  org_id: string;
  line_id: string;
  level: number;
  rank: number;
  ticket_id: string;
}

export interface StoredSettings {
  line_id: string;
  product: string;
  settings: string;
  /** The line in whose stream a change of them is told, if that is another one. */
  depends_on: string | null;
}

export class Tables {
  readonly line = new Table<StoredLine>("line");
  readonly ticket = new Table<StoredTicket>("ticket", {
    ticket_claim: ({ org_id, claim }) => claim && `${claim} ${org_id}`,
  });
  readonly waiting = new Table<StoredWaiting>("waiting");
  readonly event = new Table<EventRow>("event", {
    event_idem: ({ orgId, idem }) => idem && `${idem} ${orgId}`,
  });
  readonly settings = new Table<StoredSettings>("simulated_settings");
}

export const ticketKey = (orgId: string, id: string) => `${orgId} ${id}`;
export const waitingKey = (lineId: string, level: number, rank: number, ticketId: string) =>
  `${lineId} ${level} ${rank} ${ticketId}`;
export const eventKey = ({ orgId, lineId, seq }: EventRow) => `${orgId} ${lineId} ${seq}`;

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));

export function readLine(line: StoredLine): LineRow {
  const { memory, deadline_at } = line;
  return { ...line, memory: JSON.parse(memory) as object, deadline_at: dateOf(deadline_at) };
}

export function readTicket(ticket: StoredTicket): TicketRow {
  const { data, previous } = ticket;
  return {
    ...ticket,
    joined_at: new Date(ticket.joined_at),
    taken_at: dateOf(ticket.taken_at),
    started_at: dateOf(ticket.started_at),
    ended_at: dateOf(ticket.ended_at),
    deadline_at: dateOf(ticket.deadline_at),
    data: JSON.parse(data) as object,
    previous: previous === null ? null : (JSON.parse(previous) as TicketRow["previous"]),
  };
}

export function storedLine(line: Line): StoredLine {
  return {
    org_id: line.orgId,
    id: line.id,
    group_id: line.groupId,
    product: line.product,
    event_seq: line.eventSeq,
    sequence: line.sequence,
    period: line.period,
    last_rank: line.lastRank,
    waiting: [...line.waiting],
    heads: [...line.heads],
    ageing_ms: line.ageingMs,
    capacity: line.capacity,
    reserve: line.reserve,
    taken: line.taken,
    memory: JSON.stringify(line.stats),
    deadline_at: line.deadlineAt,
  };
}

export function storedTicket(ticket: Ticket): StoredTicket {
  return {
    org_id: ticket.orgId,
    id: ticket.id,
    line_id: ticket.lineId,
    state: ticket.state,
    status: ticket.status,
    priority: ticket.priority,
    level: ticket.level,
    rank: ticket.rank,
    places: ticket.places,
    sequence: ticket.sequence,
    number: ticket.number,
    version: ticket.version,
    joined_at: ticket.joinedAt,
    taken_at: ticket.takenAt,
    started_at: ticket.startedAt,
    ended_at: ticket.endedAt,
    deadline_at: ticket.deadlineAt,
    claim: ticket.uniqueKey,
    data: JSON.stringify(ticket.data),
    previous: storedPrevious(ticket),
  };
}

export function storedWaiting({ orgId, lineId, level, rank, id }: Ticket): StoredWaiting {
  return { org_id: orgId, line_id: lineId, level, rank, ticket_id: id };
}
