// Bookings whose time is over, entries of waitlists that came to an end, and their events. A booking is
// removed under the locks of its resources, as it is decided.

import type pg from "pg";
import { chunk, earliest, type DataClass, type Scope } from "../events/retention/classes.ts";
import { EventWalk, type WalkCursor } from "../events/retention/event-walk.ts";

// Index: booking_by_start; a booking that is over has begun before.
const isOver = (before: string) => `b.start_at < ${before} and b.end_at < ${before}`;
// Index: booking_wait_by_time.
const isEnded = (before: string) => `w.created_at < ${before} and w.latest < ${before}
  and w.status not in ('waiting', 'offered')`;

/** Of bookings and waits that are gone; holds leave nothing but events. Index: booking_pkey, booking_wait_pkey. */
const events = new EventWalk(
  `select id from line where org_id = $1 and product = 'resource'`,
  `p.ticket_id is not null and p.type like 'booking.%'
    and not exists (select from booking b
      where b.org_id = $1 and b.id = p.ticket_id and not (${isOver("$4")}))
    and not exists (select from booking_wait w
      where w.org_id = $1 and w.id = p.ticket_id and not (${isEnded("$4")}))`,
);

type Cursor = "bookings" | "waits" | "events" | WalkCursor;

export const bookingHistory: DataClass<Cursor> = {
  name: "bookings",

  async find(db: pg.Pool, scope: Scope) {
    const { rows } = await db.query<{ rows: number; oldest: Date | null }>(
      `select count(*)::int as rows, min(at) as oldest from (
         select b.end_at as at from booking b where b.org_id = $1 and ${isOver("$2")}
         union all
         select w.latest from booking_wait w where w.org_id = $1 and ${isEnded("$2")}) old`,
      [scope.orgId, scope.before],
    );
    const bookings = rows[0]!;
    const told = await events.find(db, scope);
    return { ...bookings, ...told, oldest: earliest(bookings.oldest, told.oldest) };
  },

  async removeSome(tx: pg.PoolClient, scope: Scope, cursor: Cursor | null) {
    switch (cursor) {
      case null:
      case "bookings": {
        const { rows, more } = await removeBookings(tx, scope);
        return { rows, events: 0, next: more ? "bookings" : "waits" };
      }
      case "waits": {
        const { rows, more } = await removeWaits(tx, scope);
        return { rows, events: 0, next: more ? "waits" : "events" };
      }
      default:
        return events.removeSome(tx, scope, cursor === "events" ? null : cursor);
    }
  },
};

async function removeBookings(tx: pg.PoolClient, { orgId, before }: Scope) {
  const { rows: old } = await tx.query<{ id: string }>(
    `select b.id from booking b where b.org_id = $1 and ${isOver("$2")}
      order by b.start_at, b.id limit ${chunk}`,
    [orgId, before],
  );
  if (old.length === 0) return { rows: 0, more: false };
  const ids = old.map(({ id }) => id);
  await tx.query(`set local synchronous_commit = off`);
  // In the order in which everybody locks. Index: booking_use_pkey, line_by_id.
  await tx.query(
    `select 1 from line where id in (
       select u.resource_id from booking_use u where u.org_id = $1 and u.owner_id = any($2::uuid[]))
      order by id for update`,
    [orgId, ids],
  );
  const { rows: gone } = await tx.query<{ id: string }>(
    `delete from booking b where b.org_id = $1 and b.id = any($2::uuid[]) and ${isOver("$3")}
     returning b.id`,
    [orgId, ids, before],
  );
  await tx.query(`delete from booking_use where org_id = $1 and owner_id = any($2::uuid[])`, [
    orgId,
    gone.map(({ id }) => id),
  ]);
  return { rows: gone.length, more: old.length === chunk };
}

async function removeWaits(tx: pg.PoolClient, { orgId, before }: Scope) {
  const { rowCount } = await tx.query(
    `delete from booking_wait where org_id = $1 and id in (
       select w.id from booking_wait w where w.org_id = $1 and ${isEnded("$2")}
        order by w.created_at limit ${chunk})`,
    [orgId, before],
  );
  return { rows: rowCount!, more: rowCount === chunk };
}
