// Old events of a line, looked through from its first one on. Events are numbered as time goes on, so
// that the first one that is not old ends the walk. Index: event_pkey.

import type pg from "pg";
import type { Found, Scope } from "./classes.ts";

export interface RemovedEvent {
  type: string;
  after: Record<string, unknown> | null;
}

export interface EventPage {
  removed: RemovedEvent[];
  /** Go on behind this one; null: this was the last that is old. */
  next: number | null;
}

const looked = 1_000;
const counted = 20_000;

const pageOf = (size: number) => `select e.seq, e.at, e.position, e.ticket_id, e.type from event e
  where e.org_id = $1 and e.line_id = $2 and e.seq > $3 order by e.seq limit ${size}`;

const isOld = `p.at < $4 and p.position < $5`;

/** `which`: a condition on `p`, an event. $1 is the organisation, $4 the time before which things are old. */
export async function removeEvents(
  tx: pg.PoolClient,
  { orgId, before, horizon }: Scope,
  lineId: string,
  after: number,
  which: string,
): Promise<EventPage> {
  const { rows } = await tx.query<{
    removed: RemovedEvent[] | null;
    last: number | null;
    n: number;
    more: boolean;
  }>(
    `with p as materialized (${pageOf(looked)}),
     gone as (
       delete from event e using p
        where e.org_id = $1 and e.line_id = $2 and e.seq = p.seq and ${isOld} and (${which})
       returning e.type, e.after)
     select (select json_agg(gone) from gone) as removed, max(p.seq) as last, count(*)::int as n,
            coalesce(bool_or(p.at < $4), false) as more
       from p`,
    [orgId, lineId, after, before, horizon],
  );
  const { removed, last, n, more } = rows[0]!;
  return { removed: removed ?? [], next: more && n === looked ? last : null };
}

/** The same, only counted. */
export async function findEvents(
  db: pg.Pool,
  scope: Scope,
  lineId: string,
  which: string,
): Promise<Pick<Found, "events" | "oldest">> {
  let events = 0;
  let oldest: Date | null = null;
  for (let after: number | null = 0; after !== null;) {
    const page: CountedPage = await countPage(db, scope, lineId, after, which);
    events += page.found;
    oldest ??= page.oldest;
    after = page.more && page.n === counted ? page.last : null;
  }
  return { events, oldest };
}

interface CountedPage {
  found: number;
  oldest: Date | null;
  last: number | null;
  n: number;
  more: boolean;
}

async function countPage(
  db: pg.Pool,
  { orgId, before, horizon }: Scope,
  lineId: string,
  after: number,
  which: string,
): Promise<CountedPage> {
  const { rows } = await db.query<CountedPage>(
    `with p as materialized (${pageOf(counted)}),
     old as (select p.at from p where ${isOld} and (${which}))
     select (select count(*)::int from old) as found, (select min(at) from old) as oldest,
            max(p.seq) as last, count(*)::int as n, coalesce(bool_or(p.at < $4), false) as more
       from p`,
    [orgId, lineId, after, before, horizon],
  );
  return rows[0]!;
}
