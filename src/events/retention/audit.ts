// The audit trail: events of the organisation's own line, and on other lines those that are about no
// ticket, such as a change of settings. On lines that are over as a whole these go with the line.

import type pg from "pg";
import type { DataClass, Scope } from "./classes.ts";
import { EventWalk, type WalkCursor } from "./event-walk.ts";

/** `whole` are the products whose lines are over some day. */
export function auditOf(whole: readonly string[]): DataClass<WalkCursor> {
  const kept = whole.map((product) => `'${product}'`).join(", ");
  // Index: line_pkey.
  const walk = new EventWalk(
    `select id from line where org_id = $1 and group_id = id and product not in (${kept})`,
    `p.ticket_id is null`,
  );
  return {
    name: "audit",
    find: async (db: pg.Pool, scope: Scope) => ({ rows: 0, ...(await walk.find(db, scope)) }),
    removeSome: (tx, scope, cursor) => walk.removeSome(tx, scope, cursor),
  };
}
