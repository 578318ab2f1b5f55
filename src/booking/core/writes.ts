// What a batch writes of bookings: the last state of everything that its orders changed. Time that is given
// back goes first, so that the constraint on double bookings never sees a state that nobody decided.

import type { Sender } from "../../engine/connection.ts";
import type { Draft, Uses } from "./batch-state.ts";
import type { Booking, Hold, Wait } from "./booking.ts";

type Write = (connection: Sender) => Promise<unknown>;

const dropUses = `delete from booking_use u
  using unnest($1::uuid[], $2::uuid[]) as d(org_id, owner_id)
  where u.org_id = d.org_id and u.owner_id = d.owner_id`;

// Holds and offers that have run out count for nothing, but the constraint knows no clock. They stay
// until their own end is decided: a look for what has run out must find it. Index:
// booking_use_expiring.
const yieldExpired = `update booking_use set occupies = false
  where resource_id = any($1::uuid[]) and expires_at <= $2 and occupies`;

const rowsOf = (table: string) => `json_populate_recordset(null::${table}, $1)`;

const insertBookings = `insert into booking select * from ${rowsOf("booking")}`;

// The division is the fence: a booking that is not as it was decided on fails the whole batch.
const updateBookings = `update booking b set status = n.status, status_message = n.status_message,
    start_at = n.start_at, end_at = n.end_at, token_id = n.token_id,
    resources_used = n.resources_used, decided_at = n.decided_at, decided_by = n.decided_by,
    source = n.source, emergency = n.emergency, visit = n.visit,
    version = n.version + 0 / (b.version < n.version)::int
  from ${rowsOf("booking")} n where b.id = n.id and b.org_id is not distinct from n.org_id`;

const insertUses = `insert into booking_use select * from ${rowsOf("booking_use")}`;

const dropHolds = `delete from booking_hold h
  using unnest($1::uuid[], $2::uuid[]) as d(org_id, id) where h.org_id = d.org_id and h.id = d.id`;

const putHolds = `insert into booking_hold select * from ${rowsOf("booking_hold")}
  on conflict (org_id, id) do update
    set expires_at = excluded.expires_at, extended = excluded.extended`;

const putWaits = `insert into booking_wait select * from ${rowsOf("booking_wait")}
  on conflict (org_id, id) do update set status = excluded.status, offer = excluded.offer,
    offer_expires_at = excluded.offer_expires_at, booking_id = excluded.booking_id,
    version = excluded.version`;

export function writesOf(drafts: readonly Draft[], now: number): Write[] {
  const uses = last(drafts.map((draft) => draft.uses));
  const bookings = [...last(drafts.map((draft) => draft.bookings)).values()];
  const holds = last(drafts.map((draft) => draft.holds));
  const waits = [...last(drafts.map((draft) => draft.waits)).values()];
  const isNew = (id: string) => drafts.some((draft) => draft.bookings.get(id)?.version === 1);
  const made = bookings.filter(({ id }) => isNew(id));
  const changed = bookings.filter(({ id }) => !isNew(id));
  const kept = [...holds.values()].filter((hold) => hold !== null);
  const orgOf = new Map(drafts.flatMap((d) => [...d.holds.keys()].map((id) => [id, d.orgId])));
  const gone = [...holds].filter(([, hold]) => hold === null).map(([id]) => id);
  const used = [...uses.values()].flatMap(useRows);
  const taking = [...new Set(used.filter((row) => row.occupies).map((row) => row.resource_id))];
  const owners = [...uses.values()];
  const writes: Write[] = [];
  const add = (name: string, text: string, values: unknown[], rows: readonly unknown[]) => {
    if (rows.length > 0)
      writes.push((connection) => connection.sendText(`booking ${name}`, text, values));
  };
  add(
    "drop uses",
    dropUses,
    [owners.map(({ orgId }) => orgId), owners.map(({ ownerId }) => ownerId)],
    owners,
  );
  add("yield expired", yieldExpired, [taking, new Date(now)], taking);
  add("insert bookings", insertBookings, [JSON.stringify(made.map(bookingRow))], made);
  add("update bookings", updateBookings, [JSON.stringify(changed.map(bookingRow))], changed);
  add("insert uses", insertUses, [JSON.stringify(used)], used);
  add("drop holds", dropHolds, [gone.map((id) => orgOf.get(id)), gone], gone);
  add("put holds", putHolds, [JSON.stringify(kept.map(holdRow))], kept);
  add("put waits", putWaits, [JSON.stringify(waits.map(waitRow))], waits);
  return writes;
}

/** Later drafts have the last word. */
function last<T>(maps: readonly ReadonlyMap<string, T>[]): Map<string, T> {
  return new Map(maps.flatMap((map) => [...map]));
}

const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function bookingRow(booking: Booking) {
  return {
    org_id: booking.orgId,
    id: booking.id,
    kind: booking.kind,
    status: booking.status,
    status_message: booking.statusMessage,
    patient_id: booking.patientId,
    start_at: at(booking.start),
    end_at: at(booking.end),
    title: booking.title,
    contact: booking.contact,
    booked_by: booking.bookedBy,
    series_id: booking.seriesId,
    token_id: booking.tokenId,
    resources_used: booking.parts,
    source: booking.source,
    emergency: booking.emergency,
    visit: booking.visit,
    version: booking.version,
    created_at: at(booking.createdAt),
    decided_at: at(booking.decidedAt),
    decided_by: booking.decidedBy,
  };
}

function useRows({ owner, orgId, ownerId, parts, expiresAt }: Uses) {
  return parts.map((part, n) => ({
    org_id: orgId,
    resource_id: part.resourceId,
    owner_id: ownerId,
    n,
    owner,
    start_at: at(part.start),
    end_at: at(part.end),
    busy_from: at(part.busyFrom),
    busy_till: at(part.busyTill),
    whole: part.whole,
    sole: part.sole,
    occupies: part.occupies,
    expires_at: at(expiresAt),
  }));
}

function holdRow(hold: Hold) {
  return {
    org_id: hold.orgId,
    id: hold.id,
    held_by: hold.heldBy,
    expires_at: at(hold.expiresAt),
    extended: hold.extended,
    parts: hold.parts,
  };
}

function waitRow(wait: Wait) {
  return {
    org_id: wait.orgId,
    id: wait.id,
    kind: wait.kind,
    patient_id: wait.patientId,
    title: wait.title,
    contact: wait.contact,
    wished_by: wait.wishedBy,
    resource_ids: wait.resourceIds,
    earliest: at(wait.earliest),
    latest: at(wait.latest),
    minutes: wait.minutes,
    status: wait.status,
    offer: wait.offer,
    offer_expires_at: at(wait.offer?.expiresAt ?? null),
    booking_id: wait.bookingId,
    created_at: at(wait.createdAt),
    version: wait.version,
  };
}
