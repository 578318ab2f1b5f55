// SQL of walk-in queues: their settings, and reading the kernel's tables for views. Tickets are written
// by the engine alone.

import type pg from "pg";
import {
  lineColumns,
  lineOf,
  ticketColumns,
  ticketOf,
  type LineRow,
  type TicketRow,
} from "../engine/rows.ts";
import { compareOrder, type Line } from "../kernel/line.ts";
import type { CounterTicket, QueueSettings, Status } from "./rules.ts";

export interface Queue {
  orgId: string;
  id: string;
  settings: QueueSettings;
  createdAt: Date;
  line: Line;
}

export const settingsSql = `select id as line_id, settings::text as settings from queue where id = any($1::uuid[])`;

type QueueRow = LineRow & { settings: QueueSettings; created_at: Date };

const queueSelect = `select ${lineColumns
  .split(", ")
  .map((column) => `l.${column}`)
  .join(", ")}, q.settings, q.created_at from queue q join line l on l.id = q.id`;

const queueOf = (row: QueueRow): Queue => ({
  orgId: row.org_id,
  id: row.id,
  settings: row.settings,
  createdAt: row.created_at,
  line: lineOf(row),
});

// Index: queue_by_id, line_by_id.
export async function findQueue(db: pg.Pool | pg.ClientBase, id: string): Promise<Queue | null> {
  const { rows } = await db.query<QueueRow>(`${queueSelect} where q.id = $1`, [id]);
  return rows[0] ? queueOf(rows[0]) : null;
}

// Index: queue_pkey. Ids ascend with time.
export async function listQueues(
  db: pg.Pool,
  orgId: string,
  after: string | null,
  limit: number,
): Promise<Queue[]> {
  const { rows } = await db.query<QueueRow>(
    `${queueSelect} where q.org_id = $1 and ($2::uuid is null or q.id > $2) order by q.id limit $3`,
    [orgId, after, limit],
  );
  return rows.map(queueOf);
}

export async function insertQueue(
  tx: pg.ClientBase,
  queue: { orgId: string; id: string; settings: QueueSettings; ageingMs: number | null; now: Date },
): Promise<void> {
  const zeros = queue.settings.priorities.map(() => 0);
  await tx.query(
    `insert into line (org_id, id, group_id, product, waiting, heads, ageing_ms)
     values ($1, $2, $2, 'counter', $3, $4, $5)`,
    [queue.orgId, queue.id, zeros, zeros, queue.ageingMs],
  );
  await tx.query(`insert into queue (org_id, id, settings, created_at) values ($1, $2, $3, $4)`, [
    queue.orgId,
    queue.id,
    JSON.stringify(queue.settings),
    queue.now,
  ]);
}

export async function saveSettings(
  tx: pg.ClientBase,
  orgId: string,
  id: string,
  settings: QueueSettings,
): Promise<void> {
  await tx.query(`update queue set settings = $3 where org_id = $1 and id = $2`, [
    orgId,
    id,
    JSON.stringify(settings),
  ]);
}

const positionOf = `case when t.state = 'waiting' then (
    select count(*) + 1 from waiting w
     where w.line_id = t.line_id and (w.level, w.rank, w.ticket_id) < (t.level, t.rank, t.id)
  )::int end as position`;

export interface Found {
  ticket: CounterTicket;
  /** null for one who does not wait. */
  position: number | null;
}

/** Index: ticket_pkey; the position counts along waiting_pkey. */
export async function findTicket(db: pg.Pool, orgId: string, id: string): Promise<Found | null> {
  const { rows } = await db.query<PositionedRow>(
    `select ${ticketColumns}, ${positionOf} from ticket t where t.org_id = $1 and t.id = $2`,
    [orgId, id],
  );
  return rows[0] ? foundOf(rows[0]) : null;
}

export async function findTickets(
  db: pg.Pool,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, CounterTicket>> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t where t.org_id = $1 and t.id = any($2::uuid[])`,
    [orgId, ids],
  );
  return new Map(rows.map((row) => [row.id, ticketOf(row) as CounterTicket]));
}

/**
 * These tickets, each with its position if it waits in this line: one pass over the queue for
 * everybody who watches, and one snapshot, so that nobody is seen waiting without a position.
 */
export async function ticketsWithPositions(
  db: pg.Pool,
  orgId: string,
  lineId: string,
  ids: readonly string[],
): Promise<Map<string, Found>> {
  const { rows } = await db.query<PositionedRow>(
    `with asked as materialized (
       select ${ticketColumns} from ticket t where t.org_id = $1 and t.id = any($3::uuid[]))
     select asked.*, place.position from asked left join (
       select ticket_id, row_number() over (order by level, rank, ticket_id)::int as position
         from waiting where line_id = $2 and (select bool_or(state = 'waiting') from asked)
     ) place on place.ticket_id = asked.id`,
    [orgId, lineId, ids],
  );
  return new Map(rows.map((row) => [row.id, foundOf(row)]));
}

export interface WaitingKey {
  level: number;
  rank: number;
  id: string;
}

const beforeAll: WaitingKey = {
  level: -1,
  rank: 0,
  id: "00000000-0000-0000-0000-000000000000",
};

/** Those who wait, in calling order, from behind a place that may be empty by now. Index: waiting_pkey. */
export async function waitingTickets(
  db: pg.Pool | pg.PoolClient,
  lineId: string,
  after: WaitingKey | null,
  limit: number,
): Promise<Found[]> {
  const { level, rank, id } = after ?? beforeAll;
  const { rows } = await db.query<PositionedRow>(
    `select ${ticketColumns}, (
         select count(*) from waiting ahead where ahead.line_id = $1
          and (ahead.level, ahead.rank, ahead.ticket_id) <= ($2, $3, $4)
       )::int + row_number() over (order by w.level, w.rank, w.ticket_id)::int as position
       from waiting w join ticket t on t.org_id = w.org_id and t.id = w.ticket_id
      where w.line_id = $1 and (w.level, w.rank, w.ticket_id) > ($2, $3, $4)
      order by w.level, w.rank, w.ticket_id limit $5`,
    [lineId, level, rank, id, limit],
  );
  return rows.map(foundOf);
}

export interface TimeKey {
  at: number;
  id: string;
}

// The conditions are those of the partial indexes ticket_present and ticket_past.
const byTime = {
  present: { since: "taken_at", are: "t.state in ('holding', 'serving')" },
  past: { since: "ended_at", are: "t.state = 'done'" },
};

/** Those called or served, or those who are done; the latest first. */
export async function ticketsByTime(
  db: pg.Pool | pg.PoolClient,
  which: keyof typeof byTime,
  lineId: string,
  statuses: readonly Status[],
  before: TimeKey | null,
  limit: number,
): Promise<CounterTicket[]> {
  const { since, are } = byTime[which];
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t
      where t.line_id = $1 and ${are} and t.status = any($2::text[])
        and ($3::timestamptz is null or (t.${since}, t.id) < ($3, $4::uuid))
      order by t.${since} desc, t.id desc limit $5`,
    [lineId, statuses, before && new Date(before.at), before?.id ?? null, limit],
  );
  return rows.map((row) => ticketOf(row) as CounterTicket);
}

export interface OnBoard {
  /** Called or served, the last one first. */
  present: CounterTicket[];
  next: CounterTicket[];
  waiting: number;
}

/**
 * All at one moment: read one after another, somebody who is called in between would be twice on the
 * board, or not at all. Index: line_by_id, ticket_present, waiting_pkey.
 */
export async function onBoard(db: pg.Pool, lineId: string, limit: number): Promise<OnBoard> {
  const { rows } = await db.query<{ people: number } & (TicketRow | { id: null })>(
    `select (select sum(n) from unnest(l.waiting) as n)::int as people, ${ticketColumns}
       from line l left join lateral (
         (select p.* from ticket p where p.line_id = l.id and p.state in ('holding', 'serving')
           order by p.taken_at desc, p.id desc limit $2)
         union all
         (select p.* from waiting w join ticket p on p.org_id = w.org_id and p.id = w.ticket_id
           where w.line_id = l.id order by w.level, w.rank, w.ticket_id limit $2)
       ) t on true
      where l.id = $1`,
    [lineId, limit],
  );
  const tickets = rows.flatMap((row) => (row.id === null ? [] : [ticketOf(row) as CounterTicket]));
  const lastFirst = (a: CounterTicket, b: CounterTicket) =>
    b.takenAt! - a.takenAt! || (a.id < b.id ? 1 : -1);
  return {
    present: tickets.filter(({ state }) => state !== "waiting").toSorted(lastFirst),
    next: tickets.filter(({ state }) => state === "waiting").toSorted(compareOrder),
    waiting: rows[0]?.people ?? 0,
  };
}

type PositionedRow = TicketRow & { position: number | null };

const foundOf = (row: PositionedRow): Found => ({
  ticket: ticketOf(row) as CounterTicket,
  position: row.position,
});
