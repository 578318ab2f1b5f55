// SQL of the walk-in counter: its settings, and reading the kernel's tables for its views. Writes to
// tickets go through the engine alone.

import type pg from "pg";
import {
  lineColumns,
  lineOf,
  ticketColumns,
  ticketOf,
  type LineRow,
  type TicketRow,
} from "../engine/rows.ts";
import type { Line } from "../kernel/line.ts";
import type { CounterTicket, QueueSettings } from "./rules.ts";

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

/** Keys of the priorities that somebody waits, is called or is served with. */
export async function prioritiesInUse(tx: pg.ClientBase, lineId: string): Promise<string[]> {
  const { rows } = await tx.query<{ priority: string }>(
    `select t.data->>'priority' as priority
       from waiting w join ticket t on t.org_id = w.org_id and t.id = w.ticket_id where w.line_id = $1
     union
     select data->>'priority' from ticket
      where line_id = $1 and state in ('holding', 'serving')`,
    [lineId],
  );
  return rows.map((row) => row.priority);
}

/** Puts everybody who waits where the new priorities and ageing say, by the moment they came. */
export async function reorder(
  tx: pg.ClientBase,
  lineId: string,
  settings: QueueSettings,
  ageingMs: number | null,
): Promise<void> {
  const keys = settings.priorities.map((priority) => priority.key);
  await tx.query(
    `update ticket t set version = t.version + 1, previous = null, priority = n.priority,
       level = case when $3::bigint is null then n.priority else 0 end,
       rank = (extract(epoch from t.joined_at) * 1000000)::bigint
         + case when $3::bigint is null then 0 else n.priority * $3 * 1000 end
     from (select t.org_id, t.id, array_position($2::text[], t.data->>'priority') - 1 as priority
             from ticket t where t.line_id = $1 and t.state in ('holding', 'serving')
           union all
           select t.org_id, t.id, array_position($2::text[], t.data->>'priority') - 1
             from waiting w join ticket t on t.org_id = w.org_id and t.id = w.ticket_id
            where w.line_id = $1) n
     where t.org_id = n.org_id and t.id = n.id`,
    [lineId, keys, ageingMs],
  );
  const { rows: people } = await tx.query<{ ticket_id: string }>(
    `delete from waiting where line_id = $1 returning ticket_id`,
    [lineId],
  );
  await tx.query(
    `insert into waiting (org_id, line_id, level, rank, ticket_id)
     select t.org_id, t.line_id, t.level, t.rank, t.id
       from line l join ticket t on t.org_id = l.org_id and t.id = any($2::uuid[]) where l.id = $1`,
    [lineId, people.map((row) => row.ticket_id)],
  );
  await tx.query(
    `with lanes as (
       select lane, count(w.ticket_id)::int as people, coalesce(min(w.rank), 0) as head
         from generate_series(0, $2::int - 1) as lane
         left join waiting w on w.line_id = $1 and w.level = lane group by lane)
     update line set ageing_ms = $3,
       waiting = (select array_agg(people order by lane) from lanes),
       heads = (select array_agg(head order by lane) from lanes)
     where id = $1`,
    [lineId, keys.length, ageingMs],
  );
}

const positionOf = `case when t.state = 'waiting' then (
    select count(*) + 1 from waiting w
     where w.line_id = t.line_id and (w.level, w.rank, w.ticket_id) < (t.level, t.rank, t.id)
  )::int end as position`;

/** Index: ticket_pkey; the position counts along waiting_pkey. */
export async function findTicket(
  db: pg.Pool,
  orgId: string,
  id: string,
): Promise<{ ticket: CounterTicket; position: number | null } | null> {
  const { rows } = await db.query<TicketRow & { position: number | null }>(
    `select ${ticketColumns}, ${positionOf} from ticket t where t.org_id = $1 and t.id = $2`,
    [orgId, id],
  );
  return rows[0] ? ticketWithPosition(rows[0]) : null;
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

/** Positions of the first ones who wait, in one pass for everybody who watches. */
export async function positionsIn(
  db: pg.Pool,
  lineId: string,
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ ticket_id: string }>(
    `select ticket_id from waiting where line_id = $1 order by level, rank, ticket_id limit $2`,
    [lineId, limit],
  );
  return new Map(rows.map((row, i) => [row.ticket_id, i + 1]));
}

// Index: ticket_present.
export async function presentTickets(
  db: pg.Pool,
  lineId: string,
  limit: number,
): Promise<CounterTicket[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t
      where t.line_id = $1 and t.state in ('holding', 'serving')
      order by t.taken_at desc, t.id desc limit $2`,
    [lineId, limit],
  );
  return rows.map((row) => ticketOf(row) as CounterTicket);
}

export interface WaitingKey {
  level: number;
  rank: number;
  id: string;
}

// Index: waiting_pkey.
export async function waitingTickets(
  db: pg.Pool,
  lineId: string,
  after: WaitingKey | null,
  limit: number,
): Promise<CounterTicket[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from waiting w
      join ticket t on t.org_id = w.org_id and t.id = w.ticket_id
      where w.line_id = $1 and (w.level, w.rank, w.ticket_id) > ($2, $3, $4)
      order by w.level, w.rank, w.ticket_id limit $5`,
    [
      lineId,
      after?.level ?? -1,
      after?.rank ?? 0,
      after?.id ?? "00000000-0000-0000-0000-000000000000",
      limit,
    ],
  );
  return rows.map((row) => ticketOf(row) as CounterTicket);
}

// Index: ticket_past.
export async function pastTickets(
  db: pg.Pool,
  lineId: string,
  statuses: readonly string[],
  before: { endedAt: number; id: string } | null,
  limit: number,
): Promise<CounterTicket[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t
      where t.line_id = $1 and t.state = 'done' and t.status = any($2::text[])
        and ($3::timestamptz is null or t.ended_at < $3 or (t.ended_at = $3 and t.id < $4))
      order by t.ended_at desc, t.id desc limit $5`,
    [lineId, statuses, before && new Date(before.endedAt), before?.id ?? null, limit],
  );
  return rows.map((row) => ticketOf(row) as CounterTicket);
}

function ticketWithPosition(row: TicketRow & { position: number | null }) {
  return { ticket: ticketOf(row) as CounterTicket, position: row.position };
}
