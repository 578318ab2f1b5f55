// SQL that reads reservations, for answers and streams. They are written by the engine alone.

import type pg from "pg";
import { ticketColumns, ticketOf, type TicketRow } from "../../engine/rows.ts";
import type { Reservation } from "./rules.ts";

type Db = pg.Pool | pg.ClientBase;

export async function findReservation(
  db: Db,
  orgId: string,
  id: string,
): Promise<Reservation | null> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t join box_inventory i on i.id = t.line_id
      where t.org_id = $1 and t.id = $2`,
    [orgId, id],
  );
  return rows[0] ? (ticketOf(rows[0]) as Reservation) : null;
}

/** The reservation of an inventory with this number. Index: ticket_present, waiting_pkey, ticket_past. */
export async function findByNumber(
  db: Db,
  merchant: { orgId: string; id: string },
  { ordinal, sequence }: { ordinal: number; sequence: number },
  now: Date,
): Promise<Reservation | null> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from box_inventory i
       join ticket t on t.line_id = i.id and t.state in ('holding', 'done') and t.sequence = $4
      where i.org_id = $1 and i.merchant_id = $2 and i.ordinal = $3
        and i.ends_at > $5::timestamptz - interval '1 day'
      order by i.ends_at desc limit 1`,
    [merchant.orgId, merchant.id, ordinal, sequence, now],
  );
  return rows[0] ? (ticketOf(rows[0]) as Reservation) : null;
}

/** Those who wait in an inventory, by their place in line. Index: waiting_pkey. */
export async function positionsIn(db: Db, inventoryId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; position: number }>(
    `select ticket_id as id, row_number() over (order by level, rank, ticket_id)::int as position
       from waiting where line_id = $1`,
    [inventoryId],
  );
  return new Map(rows.map(({ id, position }) => [id, position]));
}

export async function findReservations(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Reservation[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t where t.org_id = $1 and t.id = any($2::uuid[])`,
    [orgId, ids],
  );
  return rows.map((row) => ticketOf(row) as Reservation);
}

/**
 * Reservations of a merchant's date, the newest first. Index: box_inventory_by_date, ticket_present,
 * waiting_pkey, ticket_past.
 */
export async function reservationsOfDate(
  db: Db,
  asked: {
    orgId: string;
    merchantId: string;
    date: string;
    statuses: readonly string[] | null;
    before: string | null;
  },
  limit: number,
): Promise<Reservation[]> {
  const { orgId, merchantId, date, statuses, before } = asked;
  const { rows } = await db.query<TicketRow>(
    `with mine as (select id from box_inventory
       where org_id = $1 and merchant_id = $2 and date = $3)
     select * from (
       select ${ticketColumns} from mine join ticket t on t.line_id = mine.id
          and t.state in ('holding', 'serving')
       union all
       select ${ticketColumns} from mine join ticket t on t.line_id = mine.id and t.state = 'done'
       union all
       select ${ticketColumns} from mine join waiting w on w.line_id = mine.id
         join ticket t on t.org_id = w.org_id and t.id = w.ticket_id) t
      where ($4::text[] is null or t.status = any($4)) and ($5::uuid is null or t.id < $5)
      order by t.id desc limit $6`,
    [orgId, merchantId, date, statuses, before, limit],
  );
  return rows.map((row) => ticketOf(row) as Reservation);
}

/** How long the oldest of what is over has been over. Index: ticket_deadline. */
export async function overdueSeconds(db: Db, now: Date | null): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select coalesce(extract(epoch from coalesce($1::timestamptz, now()) - min(t.deadline_at)), 0)::float8
              as seconds
       from ticket t join line l on l.org_id = t.org_id and l.id = t.line_id
      where t.deadline_at <= coalesce($1::timestamptz, now()) and l.product = 'boxes'`,
    [now],
  );
  return rows[0]!.seconds;
}
