// The log: all events of all lines in an order that can be followed. Positions follow the ids of
// transactions, which are given out in order; but transactions end in any order. So only what lies below
// the oldest one that is still open is read: nothing can appear there any more. Events of a line come in
// the order of their numbers (see the migration that made positions).

import type pg from "pg";
import type { StoredEvent } from "./stored-events.ts";

/** A place in the log: behind this event. */
export interface Place {
  position: number;
  lineId: string;
  seq: number;
}

export interface LoggedEvent extends StoredEvent, Place {
  orgId: string;
}

export const beginning = behind(0);

/** Behind everything below a position. */
function behind(position: number): Place {
  return { position, lineId: "00000000-0000-0000-0000-000000000000", seq: 0 };
}

// Positions below this one have all their events: the oldest transaction that is open in this statement's
// snapshot, or the first one that had not ended. Transactions of other databases on the same server write
// none of our events; where we may not see whose one is, it counts as ours.
const horizon = `(select base + coalesce(
    (select min(open::text::bigint) from pg_snapshot_xip(pg_current_snapshot()) as open
      where not exists (select from pg_stat_activity a, pg_database d
        where a.backend_xid = open::xid and d.oid = a.datid and d.datname <> current_database())),
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint) from event_log)`;

const columns = `org_id as "orgId", line_id as "lineId", seq, position, ticket_id as "ticketId",
  type, at, actor, before, after`;

export interface LogPage {
  events: LoggedEvent[];
  /** Everything before it has been read. */
  upTo: Place;
  /** There may be more: also when nothing was found among very many others. */
  hasMore: boolean;
}

/** Whose events, and of which types; all of them unless said. */
export interface Wanted {
  orgId?: string;
  types?: readonly string[];
}

const maxLookedThrough = 20_000;

/** The next events behind a place. What is not wanted stays in the database. Index: event_position. */
export async function readLog(
  db: Pick<pg.Pool, "query">,
  { orgId = null, types = null }: { [K in keyof Wanted]: Wanted[K] | null },
  after: Place,
  limit: number,
): Promise<LogPage> {
  const { rows } = await db.query<LoggedEvent & { end: number; isEnd: boolean }>(
    `with reach as materialized (
       select least(horizon, far) as "end", far is null or horizon <= far as "isEnd"
         from (select ${horizon} as horizon,
           (select position from event where position > $1 order by position offset $5 limit 1) as far
         ) both_ends
     )
     select reach.*, e.* from reach left join lateral (
       select ${columns} from event
        where position >= $1 and (position, line_id, seq) > ($1, $2::uuid, $3)
          and position < reach."end"
          and ($6::uuid is null or org_id = $6) and ($7::text[] is null or type = any($7))
        order by position, line_id, seq limit $4
     ) e on true`,
    [after.position, after.lineId, after.seq, limit, maxLookedThrough, orgId, types],
  );
  const { end, isEnd } = rows[0]!;
  const events: LoggedEvent[] = rows.filter(({ seq }) => seq !== null);
  const isFull = events.length === limit;
  const upTo = isFull ? events.at(-1)! : end > after.position ? behind(end) : after;
  return { events, upTo, hasMore: isFull || !isEnd };
}

/** After a restore into a server that has given out fewer transaction ids: goes on above what is there. */
export async function keepPositionsRising(db: Pick<pg.Pool, "query">): Promise<void> {
  const { rows } = await db.query<{ fall: boolean }>(
    `select coalesce(max(position), 0) >=
        (select base from event_log) + pg_current_xact_id()::text::bigint as fall
       from event`,
  );
  if (rows[0]!.fall) await db.query(`select rebase_event_positions()`);
}

/** Behind everything that can be read now. */
export async function endOfLog(db: Pick<pg.Pool, "query">): Promise<Place> {
  const { rows } = await db.query<{ position: number }>(`select ${horizon} as position`);
  return behind(rows[0]!.position);
}
