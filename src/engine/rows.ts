// Rows of the kernel's tables and how they become kernel values. Instants are milliseconds here;
// ranks are microseconds and stay well below 2^53.

import type { Line, State, Ticket } from "../kernel/line.ts";
import { readPrevious, type StoredPrevious } from "./previous.ts";

export interface LineRow {
  org_id: string;
  id: string;
  group_id: string;
  product: string;
  event_seq: number;
  sequence: number;
  period: string;
  last_rank: number;
  waiting: number[];
  heads: (number | string)[];
  ageing_ms: number | null;
  capacity: number | null;
  reserve: number;
  taken: number;
  memory: object;
  deadline_at: Date | null;
}

export interface TicketRow {
  org_id: string;
  id: string;
  line_id: string;
  state: State;
  status: string;
  priority: number;
  level: number;
  rank: number;
  places: number;
  sequence: number;
  number: string;
  version: number;
  joined_at: Date;
  taken_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  deadline_at: Date | null;
  claim: string | null;
  data: object;
  previous: StoredPrevious | null;
}

export const lineColumns =
  "org_id, id, group_id, product, event_seq, sequence, period, last_rank, waiting, heads, ageing_ms, capacity, reserve, taken, memory, deadline_at";

export const ticketColumns =
  "t.org_id, t.id, t.line_id, t.state, t.status, t.priority, t.level, t.rank, t.places, t.sequence, t.number, t.version, t.joined_at, t.taken_at, t.started_at, t.ended_at, t.deadline_at, t.claim, t.data, t.previous";

export function lineOf(row: LineRow): Line {
  return {
    orgId: row.org_id,
    id: row.id,
    groupId: row.group_id,
    product: row.product,
    eventSeq: row.event_seq,
    sequence: row.sequence,
    period: row.period,
    lastRank: row.last_rank,
    waiting: row.waiting,
    heads: row.heads.map(Number),
    ageingMs: row.ageing_ms,
    capacity: row.capacity,
    reserve: row.reserve,
    taken: row.taken,
    stats: row.memory,
    deadlineAt: row.deadline_at?.getTime() ?? null,
  };
}

export function ticketOf(row: TicketRow): Ticket {
  const ticket = {
    orgId: row.org_id,
    id: row.id,
    lineId: row.line_id,
    state: row.state,
    status: row.status,
    priority: row.priority,
    level: row.level,
    rank: row.rank,
    places: row.places,
    sequence: row.sequence,
    number: row.number,
    version: row.version,
    joinedAt: row.joined_at.getTime(),
    takenAt: row.taken_at?.getTime() ?? null,
    startedAt: row.started_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    deadlineAt: row.deadline_at?.getTime() ?? null,
    uniqueKey: row.claim,
    data: row.data,
  };
  return { ...ticket, previous: readPrevious(row.previous, ticket) };
}
