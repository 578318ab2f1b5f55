// What happened to an organisation, newest first: the events of its own line.

import type { StaffCaller } from "../http/access.ts";
import type { Platform } from "./platform.ts";

export interface AuditEvent {
  seq: number;
  type: string;
  at: string;
  actor: string;
  before: unknown;
  after: unknown;
}

export async function listAudit(
  { pool }: Pick<Platform, "pool">,
  caller: StaffCaller,
  before: number | null,
  limit: number,
): Promise<AuditEvent[]> {
  // Index: primary key of event.
  const { rows } = await pool.query<Omit<AuditEvent, "at"> & { at: Date }>(
    `select seq, type, at, actor, before, after
     from event
     where org_id = $1 and line_id = $1 and ($2::bigint is null or seq < $2)
     order by seq desc
     limit $3`,
    [caller.orgId, before, limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
