// Who was in a waiting room. Positions themselves are forgotten an hour after they ended; what is left of
// them are the events, and records of visits in rooms that nobody came to since.

import type pg from "pg";
import { chunk, earliest, type DataClass, type Scope } from "../events/retention/classes.ts";
import { EventWalk, type WalkCursor } from "../events/retention/event-walk.ts";

/** First the records of visits, then the events. */
type Cursor = "visits" | "events" | WalkCursor;

const events = new EventWalk(`select id from room where org_id = $1`, `p.ticket_id is not null`);

// Index: room_pkey, room_visit_forget.
const oldVisits = `room_id in (select id from room where org_id = $1) and org_id = $1
  and forget_at < extract(epoch from $2::timestamptz) * 1000`;

export const visitHistory: DataClass<Cursor> = {
  name: "visits",

  async find(db: pg.Pool, scope: Scope) {
    const { rows } = await db.query<{ rows: number; oldest: Date | null }>(
      `select count(*)::int as rows, to_timestamp(min(forget_at) / 1000.0) as oldest
         from room_visit where ${oldVisits}`,
      [scope.orgId, scope.before],
    );
    const visits = rows[0]!;
    const told = await events.find(db, scope);
    return { ...visits, ...told, oldest: earliest(visits.oldest, told.oldest) };
  },

  async removeSome(tx: pg.PoolClient, scope: Scope, cursor: Cursor | null) {
    if (cursor !== null && cursor !== "visits") {
      return events.removeSome(tx, scope, cursor === "events" ? null : cursor);
    }
    const { rowCount } = await tx.query(
      `delete from room_visit where ctid = any(array(
         select ctid from room_visit where ${oldVisits} limit ${chunk}))`,
      [scope.orgId, scope.before],
    );
    return { rows: rowCount!, events: 0, next: rowCount === chunk ? "visits" : "events" };
  },
};
