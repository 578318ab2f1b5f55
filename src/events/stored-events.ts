// Reading the stream of a line. Its events are numbered under its lock, so the numbers follow the commits:
// a reader who asks for what comes after n misses nothing.

import type pg from "pg";

export interface StoredEvent {
  seq: number;
  ticketId: string | null;
  type: string;
  at: Date;
  actor: string;
  before: unknown;
  after: unknown;
}

// Index: event_pkey.
export async function eventsAfter(
  pool: pg.Pool,
  orgId: string,
  lineId: string,
  seq: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await pool.query<StoredEvent>(
    `select seq, ticket_id as "ticketId", type, at, actor, before, after from event
      where org_id = $1 and line_id = $2 and seq > $3 order by seq limit $4`,
    [orgId, lineId, seq, limit],
  );
  return rows;
}

/** Whether this key has had its effect. Index: event_idem. */
export async function wasDone(pool: pg.Pool, orgId: string, idem: string): Promise<boolean> {
  const { rows } = await pool.query(`select 1 from event where org_id = $1 and idem = $2`, [
    orgId,
    idem,
  ]);
  return rows.length > 0;
}

/** The number of the line's last event; 0 before anything happened. */
export async function lastSeqOf(pool: pg.Pool, orgId: string, lineId: string): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>(
    `select event_seq as seq from line where org_id = $1 and id = $2`,
    [orgId, lineId],
  );
  return rows[0]?.seq ?? 0;
}
