// What a batch reads, and how rows become values. Named, so that each is planned once per connection.

import type { Booking, Hold, Wait } from "./booking.ts";

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

export const bookingColumns = `b.org_id as "orgId", b.id, b.kind, b.status,
  b.status_message as "statusMessage", b.patient_id as "patientId", ${ms("b.start_at")} as start,
  ${ms("b.end_at")} as "end", b.title, b.contact, b.booked_by as "bookedBy",
  b.series_id as "seriesId", b.token_id as "tokenId", b.resources_used as parts, b.source, b.emergency, b.visit, b.version,
  ${ms("b.created_at")} as "createdAt", ${ms("b.decided_at")} as "decidedAt",
  b.decided_by as "decidedBy"`;

export const holdColumns = `h.org_id as "orgId", h.id, h.held_by as "heldBy",
  ${ms("h.expires_at")} as "expiresAt", h.extended, h.parts`;

export const waitColumns = `w.org_id as "orgId", w.id, w.kind, w.patient_id as "patientId", w.title,
  w.contact, w.wished_by as "wishedBy", w.resource_ids as "resourceIds",
  ${ms("w.earliest")} as earliest, ${ms("w.latest")} as latest, w.minutes, w.status, w.offer,
  w.booking_id as "bookingId", ${ms("w.created_at")} as "createdAt", w.version`;

/** What touches [from, to) is found by its end, since nothing is longer than 32 days. */
export const touching = (use: string, from: string, to: string) =>
  `${use}.busy_till > ${from} and ${use}.busy_till < ${to} + interval '32 days'
     and ${use}.busy_from < ${to}`;

export const statements = {
  // Index: line_by_id.
  present: `select id from line where id = any($1::uuid[])`,

  // Availability's tables are read through its own function.
  schedules: `select want.id as resource_id,
      availability_schedule(want.id, want.from_at, want.to_at)::text as schedule
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
      as want(org_id, id, from_at, to_at)`,

  // Index: booking_use_by_time.
  uses: `select u.resource_id, u.owner_id, ${ms("u.busy_from")} as start,
      ${ms("u.busy_till")} as "end", u.whole, ${ms("u.expires_at")} as expires_at
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
      as want(org_id, id, from_at, to_at)
    join booking_use u on u.resource_id = want.id and u.org_id is not distinct from want.org_id
      and ${touching("u", "want.from_at", "want.to_at")}
    where u.occupies`,

  // Index: booking_by_id, booking_hold_pkey, booking_wait_by_id. The organisation is compared in a way
  // that no index serves: one that begins with it looks as good to PostgreSQL while tables are new.
  bookings: `select ${bookingColumns} from unnest($1::uuid[], $2::uuid[]) as want(org_id, id)
    join booking b on b.id = want.id and b.org_id is not distinct from want.org_id`,
  holds: `select ${holdColumns} from unnest($1::uuid[], $2::uuid[]) as want(org_id, id)
    join booking_hold h on h.org_id = want.org_id and h.id = want.id`,
  waits: `select ${waitColumns} from unnest($1::uuid[], $2::uuid[]) as want(org_id, id)
    join booking_wait w on w.id = want.id and w.org_id is not distinct from want.org_id`,

  // Index: booking_wait_waiting.
  waiting: `select ${waitColumns} from booking_wait w
    where w.resource_ids && $1::uuid[] and w.status = 'waiting'`,

  // Index: booking_kind_pkey.
  settings: `select org_id, kind, settings from booking_kind where org_id = any($1::uuid[])`,

  // What has run out already and is still there is among them. Index: booking_use_expiring.
  expiring: `select resource_id, ${ms("min(expires_at)")} as at from booking_use
    where resource_id = any($1::uuid[]) and expires_at is not null
      and not owner_id = any($2::uuid[])
    group by resource_id`,
};

export const bookingOf = (row: Booking): Booking => row;
export const holdOf = (row: Hold): Hold => row;
export const waitOf = (row: Wait): Wait => row;
