// What the checker knows: the history of all requests, what came between, and what the database says in
// the end. Read once, so that rules are pure and can be tried on made-up facts.

import type { Operation } from "../history.ts";
import type { FaultKind } from "../plan.ts";
import { poolSize, type World } from "../world.ts";

export interface EventRow {
  lineId: string;
  seq: number;
  ticketId: string | null;
  type: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface LineRow {
  id: string;
  product: string;
  lastSeq: number;
  sequence: number;
  capacity: number | null;
  reserve: number;
  taken: number;
  waiting: number;
}

export interface TicketRow {
  id: string;
  lineId: string;
  product: string;
  state: string;
  status: string;
  places: number;
  sequence: number;
  version: number;
  number: string;
  joinedOn: string;
  /** Has a row among those who wait. */
  waits: boolean;
  data: Record<string, unknown>;
}

export interface BookingRow {
  id: string;
  status: string;
  title: string | null;
  tokenId: string | null;
  /** How its token is; null without one. */
  tokenStatus: string | null;
  /** How many resources it names, and how many it really has. */
  named: number;
  used: number;
}

export interface PlannedTime {
  kind: FaultKind;
  instance: number;
  startMs: number;
  /** When what was away was there again. */
  backMs: number;
}

const redisLosses = new Set<FaultKind>([
  "Redis killed",
  "Redis emptied",
  "Redis back with what it was",
]);

/** Redis forgot: what it knew of rooms comes back with their visitors. */
export function isRedisLoss(kind: FaultKind): boolean {
  return redisLosses.has(kind);
}

export interface InstanceFacts {
  n: number;
  endedByItself: string[];
  ready: boolean;
  connections: number;
}

export interface Facts {
  operations: readonly Operation[];
  faults: readonly PlannedTime[];
  events: readonly EventRow[];
  lines: readonly LineRow[];
  tickets: readonly TicketRow[];
  patients: readonly { id: string; name: string }[];
  bookings: readonly BookingRow[];
  waits: readonly { id: string; title: string | null }[];
  inventories: readonly { id: string; title: string }[];
  /** How many places a resource has. */
  resources: readonly { id: string; places: number }[];
  /** The most uses of a resource at one time that count now. */
  busiest: readonly { resourceId: string; most: number }[];
  queues: readonly { id: string; daily: boolean }[];
  /** What is past its time and still there, by what it is. */
  overdue: readonly { what: string; count: number }[];
  /** Who waits for a lock, or keeps a transaction open. */
  locked: readonly string[];
  instances: readonly InstanceFacts[];
  maxConnections: number;
}

export interface Measured {
  operations: readonly Operation[];
  faults: readonly PlannedTime[];
}

/** Beside its pool: three lanes of the engine and one of bookings, each with one more for a line that
 * somebody keeps locked, one for snapshots, and one for the feed. */
const connectionsBesidePool = 10;

export async function readFacts(world: World, measured: Measured): Promise<Facts> {
  return world.atOneMoment(async (ask) => ({
    ...measured,
    events: await ask<EventRow>(
      `select line_id as "lineId", seq, ticket_id as "ticketId", type, before, after
         from event order by line_id, seq`,
    ),
    lines: await ask<LineRow>(
      `select id, product, event_seq as "lastSeq", sequence, capacity, reserve, taken,
              (select sum(n) from unnest(waiting) as n)::int as waiting from line`,
    ),
    tickets: await ask<TicketRow>(
      `select t.id, t.line_id as "lineId", l.product, t.state, t.status, t.places, t.sequence, t.version,
              t.number, to_char(t.joined_at at time zone 'UTC', 'YYYY-MM-DD') as "joinedOn", t.data,
              exists (select 1 from waiting w where w.ticket_id = t.id) as waits
         from ticket t join line l on l.id = t.line_id`,
    ),
    patients: await ask(`select id, name from patient`),
    bookings: await ask<BookingRow>(
      `select b.id, b.status, b.title, b.token_id as "tokenId", t.status as "tokenStatus",
              json_array_length(b.resources_used) as named,
              (select count(*) from booking_use u where u.owner_id = b.id and u.occupies)::int
                + (t.id is not null and b.status = 'approved')::int as used
         from booking b left join ticket t on t.id = b.token_id`,
    ),
    waits: await ask(`select id, title from booking_wait`),
    inventories: await ask(`select id, title from box_inventory`),
    resources: await ask(
      `select resource_id as id, tokens_per_slot as places from availability_configuration
        where replaced_at is null`,
    ),
    busiest: await ask(
      `select u.resource_id as "resourceId", max((
          select count(*) from booking_use o where o.resource_id = u.resource_id and o.occupies
             and (o.expires_at is null or o.expires_at > now())
             and o.busy_from <= u.busy_from and u.busy_from < o.busy_till))::int as most
         from booking_use u where u.occupies group by 1`,
    ),
    queues: await ask(`select id, settings->>'numberReset' = 'daily' as daily from queue`),
    overdue: await overdueIn(world),
    locked: await lockedIn(world),
    instances: await Promise.all(
      world.instances.map(async (instance) => ({
        n: instance.n,
        endedByItself: instance.endedByItself.map(({ how }) => how),
        ready: await instance.isReady(),
        connections: instance.proxy.connections,
      })),
    ),
    maxConnections: poolSize + connectionsBesidePool,
  }));
}

/** What should have been done by now, with some seconds to do it. */
export async function overdueIn({ ask }: World): Promise<Facts["overdue"]> {
  const rows = await ask<{ what: string; count: number }>(
    `with late as (select now() - interval '5 seconds' as than)
     select 'tickets' as what, count(*)::int as count from ticket, late where deadline_at < than
     union all select 'lines', count(*)::int from line, late where deadline_at < than
     union all select 'holds', count(*)::int from booking_hold, late where expires_at < than
     union all select 'offers of times', count(*)::int from booking_wait, late
       where status = 'offered' and offer_expires_at < than
     union all select 'bookings behind their tokens', count(*)::int
       from booking b join ticket t on t.id = b.token_id
       where b.status = 'approved' and t.status = 'CANCELLED'`,
  );
  return rows.filter(({ count }) => count > 0);
}

/** Locks and transactions that are older than any request may be. */
export async function lockedIn({ ask }: World): Promise<string[]> {
  const rows = await ask<{ what: string }>(
    `select coalesce(wait_event_type, state) || ' for ' ||
            extract(epoch from now() - xact_start)::int || ' s: ' || left(query, 60) as what
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and xact_start < now() - interval '5 seconds'`,
  );
  return rows.map(({ what }) => what);
}
