// Reservations of boxes whose pickup is over, with their payments; and attempts to reserve one. What was
// sold stays counted on the inventory's line.

import type pg from "pg";
import { type DataClass, type Found, type Scope } from "../events/retention/classes.ts";
import { isDone, LineHistory } from "../events/retention/line-history.ts";

export const reservationHistory = new LineHistory({
  name: "reservations",
  // Index: box_inventory_unswept.
  lines: `select id from box_inventory where org_id = $1 and ends_at < $2 and not swept`,
  whole: true,
  // Unless money is still on its way. Index: ticket_past, box_payment_of_reservation,
  // box_refund_of_reservation.
  isOver: (before) => `${isDone(before)}
    and not exists (select from box_payment p where p.org_id = t.org_id and p.reservation_id = t.id
      and (p.state = 'OPEN' or p.due_at is not null))
    and not exists (select from box_refund r where r.org_id = t.org_id and r.reservation_id = t.id
      and r.state <> 'DONE')`,
  async ticketsRemoved(tx, orgId, ids) {
    for (const table of ["box_payment", "box_refund"]) {
      await tx.query(
        `delete from ${table} where org_id = $1 and reservation_id = any($2::uuid[])`,
        [orgId, ids],
      );
    }
  },
  async emptied(tx, orgId, lineId) {
    await tx.query(
      `update box_inventory set swept = true where id = $2
          and not exists (select from event e where e.org_id = $1 and e.line_id = $2)
          and not exists (select from ticket t where t.line_id = $2
            and (t.state in ('holding', 'serving') or t.state = 'done'))
          and not exists (select from waiting w where w.line_id = $2)`,
      [orgId, lineId],
    );
  },
});

/** They have no lock to hold; many at once, since each time the pages of those before are walked over. */
const attemptChunk = 5_000;

// Index: box_attempt_age.
const oldAttempts = `org_id = $1 and at < $2`;

export const attemptHistory: DataClass<true> = {
  name: "attempts",

  async find(db: pg.Pool, { orgId, before }: Scope): Promise<Found> {
    const { rows } = await db.query<{ rows: number; oldest: Date | null }>(
      `select count(*)::int as rows, min(at) as oldest from box_attempt where ${oldAttempts}`,
      [orgId, before],
    );
    return { ...rows[0]!, events: 0 };
  },

  async removeSome(tx: pg.PoolClient, { orgId, before }: Scope) {
    const { rowCount } = await tx.query(
      `delete from box_attempt where ctid = any(array(
         select ctid from box_attempt where ${oldAttempts} limit ${attemptChunk}))`,
      [orgId, before],
    );
    return { rows: rowCount!, events: 0, next: rowCount === attemptChunk ? true : null };
  },
};
