// Answers that are kept for the case that the same Idempotency-Key comes again. The event stays; what it
// was answered with, and the key, are forgotten: from then on the key counts as new.

import type pg from "pg";
import { chunk, type DataClass, type Found, type Scope } from "./classes.ts";

// Index: event_answered.
const old = `e.org_id = $1 and num_nonnulls(e.idem) = 1 and e.at < $2`;

export const answers: DataClass<string> = {
  name: "answers",

  async find(db: pg.Pool, { orgId, before }: Scope): Promise<Found> {
    const { rows } = await db.query<{ rows: number; oldest: Date | null }>(
      `select count(*)::int as rows, min(e.at) as oldest from event e where ${old}`,
      [orgId, before],
    );
    return { ...rows[0]!, events: 0 };
  },

  /** Those before the cursor are forgotten, and need not be walked over again. */
  async removeSome(tx: pg.PoolClient, { orgId, before }: Scope, from: string | null) {
    await tx.query(`set local synchronous_commit = off`);
    const { rows } = await tx.query<{ n: number; last: string | null }>(
      `with o as (
         select e.line_id, e.seq, e.at from event e
          where ${old} and e.at >= coalesce($3::timestamptz, '-infinity') order by e.at limit ${chunk}
       ), gone as (
         update event set idem = null, fingerprint = null, answer = null from o
          where event.org_id = $1 and event.line_id = o.line_id and event.seq = o.seq
         returning 1)
       select (select count(*)::int from gone) as n, max(o.at)::text as last from o`,
      [orgId, before, from],
    );
    const { n, last } = rows[0]!;
    return { rows: n, events: 0, next: n === chunk ? last : null };
  },
};
