// Reads bookings, holds and the waitlist, for views and for questions before a decision. Only batches write
// them; only settings of kinds are written here.

import type pg from "pg";
import type { Booking, Hold, Status, Wait, WaitStatus } from "./booking.ts";
import type { Due } from "./due.ts";
import type { KindSettings } from "../kinds/kinds.ts";
import {
  bookingColumns,
  bookingOf,
  holdColumns,
  holdOf,
  touching,
  waitColumns,
  waitOf,
} from "./statements.ts";

type Db = pg.Pool | pg.ClientBase;

// Index: booking_pkey.
export async function findBooking(db: Db, orgId: string, id: string): Promise<Booking | null> {
  const { rows } = await db.query<Booking>(
    `select ${bookingColumns} from booking b where b.org_id = $1 and b.id = $2`,
    [orgId, id],
  );
  return rows[0] ? bookingOf(rows[0]) : null;
}

/** The booking that took this token, while it has it. Index: booking_by_token. */
export async function approvedWithTokens(
  db: Db,
  orgId: string,
  tokenIds: readonly string[],
): Promise<Booking[]> {
  const { rows } = await db.query<Booking>(
    `select ${bookingColumns} from booking b where b.token_id = any($2::uuid[])
        and b.org_id is not distinct from $1 and b.status = 'approved'`,
    [orgId, tokenIds],
  );
  return rows.map(bookingOf);
}

/** Approved bookings of a resource in a range that have tokens. Index: booking_use_by_time. */
export async function withTokens(
  db: Db,
  orgId: string,
  resourceId: string,
  from: Date,
  to: Date | null,
): Promise<Booking[]> {
  const { rows } = await db.query<Booking>(
    `select ${bookingColumns} from booking b
      where b.org_id is not distinct from $1 and b.token_id is not null and b.status = 'approved'
        and b.id in (select u.owner_id from booking_use u where u.resource_id = $2
          and ${touching("u", "$3::timestamptz", "coalesce($4::timestamptz, 'infinity')")})`,
    [orgId, resourceId, from, to],
  );
  return rows.map(bookingOf);
}

export interface BookingFilter {
  /** Those that use any of them. */
  resourceIds?: readonly string[] | undefined;
  patientId?: string | undefined;
  seriesId?: string | undefined;
  kind?: string | undefined;
  bookedBy?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  status?: readonly Status[] | undefined;
}

export interface Place {
  start: number;
  id: string;
}

/**
 * In order of start. Of some resources by what is used of them (booking_use_by_time), else by the whole
 * booking (booking_by_start, booking_requested, booking_by_patient, booking_by_series, booking_by_maker).
 */
export async function listBookings(
  db: Db,
  orgId: string,
  filter: BookingFilter,
  after: Place | null,
  limit: number,
): Promise<Booking[]> {
  const { resourceIds, patientId, seriesId, kind, bookedBy, from, to, status } = filter;
  const values: unknown[] = [orgId, limit];
  const value = (given: unknown) => `$${values.push(given)}`;
  const when = (ms: number | undefined, none: string) =>
    `${value(ms === undefined ? none : new Date(ms))}::timestamptz`;
  const conditions = ["b.org_id = $1"];
  if (resourceIds !== undefined) {
    const [start, end] = [when(from, "-infinity"), when(to, "infinity")];
    conditions.push(`b.id in (select u.owner_id from booking_use u where u.org_id is not distinct from $1
      and u.resource_id = any(${value(resourceIds)}::uuid[]) and ${touching("u", start, end)}
      and u.end_at > ${start} and u.start_at < ${end})`);
  } else {
    if (from !== undefined) conditions.push(`b.end_at > ${when(from, "")}`);
    if (to !== undefined) conditions.push(`b.start_at < ${when(to, "")}`);
  }
  if (patientId !== undefined) conditions.push(`b.patient_id = ${value(patientId)}`);
  if (seriesId !== undefined) conditions.push(`b.series_id = ${value(seriesId)}`);
  if (bookedBy !== undefined) conditions.push(`b.booked_by = ${value(bookedBy)}`);
  if (kind !== undefined) conditions.push(`b.kind = ${value(kind)}`);
  if (status !== undefined) conditions.push(`b.status = any(${value(status)}::text[])`);
  if (after) {
    conditions.push(
      `(b.start_at, b.id) > (${value(new Date(after.start))}, ${value(after.id)}::uuid)`,
    );
  }
  const { rows } = await db.query<Booking>(
    `select ${bookingColumns} from booking b where ${conditions.join(" and ")}
      order by b.start_at, b.id limit $2`,
    values,
  );
  return rows.map(bookingOf);
}

// Index: booking_hold_pkey.
export async function findHold(db: Db, orgId: string, id: string): Promise<Hold | null> {
  const { rows } = await db.query<Hold>(
    `select ${holdColumns} from booking_hold h where h.org_id = $1 and h.id = $2`,
    [orgId, id],
  );
  return rows[0] ? holdOf(rows[0]) : null;
}

// Index: booking_wait_pkey.
export async function findWait(db: Db, orgId: string, id: string): Promise<Wait | null> {
  const { rows } = await db.query<Wait>(
    `select ${waitColumns} from booking_wait w where w.org_id = $1 and w.id = $2`,
    [orgId, id],
  );
  return rows[0] ? waitOf(rows[0]) : null;
}

export interface WaitFilter {
  resourceId?: string | undefined;
  status?: WaitStatus | undefined;
}

// Index: booking_wait_by_time.
export async function listWaits(
  db: Db,
  orgId: string,
  { resourceId = null as never, status = null as never }: WaitFilter,
  after: { createdAt: number; id: string } | null,
  limit: number,
): Promise<Wait[]> {
  const { rows } = await db.query<Wait>(
    `select ${waitColumns} from booking_wait w where w.org_id = $1
        and ($2::uuid is null or $2 = any(w.resource_ids)) and ($3::text is null or w.status = $3)
        and ($4::timestamptz is null or (w.created_at, w.id) > ($4, $5::uuid))
      order by w.created_at, w.id limit $6`,
    [orgId, resourceId, status, after && new Date(after.createdAt), after?.id ?? null, limit],
  );
  return rows.map(waitOf);
}

/** As many as one commit ends. */
const maxDue = 100;

/** Holds and offers that have run out, the first ones first, and whether there are more. */
export async function dueOn(
  db: Db,
  orgId: string,
  resourceId: string,
  now: Date | null,
): Promise<Due & { more: boolean }> {
  // Index: booking_use_expiring.
  const holds = await db.query<Hold>(
    `with due as (select owner_id, min(expires_at) as at from booking_use
       where resource_id = $2 and org_id is not distinct from $1 and owner = 'hold'
         and expires_at <= coalesce($3::timestamptz, now())
       group by owner_id order by at, owner_id limit ${maxDue})
     select ${holdColumns} from due join booking_hold h on h.org_id = $1 and h.id = due.owner_id`,
    [orgId, resourceId, now],
  );
  // Index: booking_wait_offered.
  const offered = await db.query<Wait>(
    `select ${waitColumns} from booking_wait w where w.org_id = $1 and w.status = 'offered'
        and w.offer_expires_at <= coalesce($3::timestamptz, now()) and $2 = any(w.resource_ids)
      order by w.offer_expires_at, w.id limit ${maxDue}`,
    [orgId, resourceId, now],
  );
  // Not more than may wait for a resource. Index: booking_wait_waiting.
  const waiting = await db.query<Wait>(
    `select ${waitColumns} from booking_wait w where w.org_id = $1 and w.status = 'waiting'
        and w.resource_ids && array[$2::uuid]`,
    [orgId, resourceId],
  );
  return {
    holds: holds.rows.map(holdOf),
    offered: offered.rows.map(waitOf),
    waiting: waiting.rows.map(waitOf),
    more: holds.rows.length === maxDue || offered.rows.length === maxDue,
  };
}

// ---- what is set for kinds

export async function readSettings(
  db: Db,
  orgId: string,
): Promise<Map<string, Partial<KindSettings>>> {
  const { rows } = await db.query<{ kind: string; settings: Partial<KindSettings> }>(
    `select kind, settings from booking_kind where org_id = $1`,
    [orgId],
  );
  return new Map(rows.map(({ kind, settings }) => [kind, settings]));
}

export async function saveSettings(
  tx: pg.ClientBase,
  orgId: string,
  kind: string,
  settings: Partial<KindSettings>,
): Promise<void> {
  await tx.query(
    `insert into booking_kind (org_id, kind, settings) values ($1, $2, $3)
     on conflict (org_id, kind) do update set settings = excluded.settings`,
    [orgId, kind, JSON.stringify(settings)],
  );
}
