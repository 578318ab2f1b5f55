// What an organisation set about keeping its data. Every transaction that removes something shares the
// lock of this row: once a change or a hold was answered, nothing is removed by what was set before.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../../engine/audited-write.ts";
import { refuse } from "../../kernel/refusal.ts";
import { defaultDays, type Days } from "./classes.ts";

export interface Hold {
  reason: string;
  since: Date;
  by: string;
}

export interface Retention {
  days: Days;
  hold: Hold | null;
}

interface Row {
  days: Partial<Days>;
  since: Date | null;
  by: string | null;
  reason: string | null;
}

const columns = `days, held_since as since, held_by as by, held_because as reason`;

function retentionOf(row: Row | undefined): Retention {
  const { since, by, reason } = row ?? {};
  return {
    days: { ...defaultDays, ...row?.days },
    hold: since && by && reason ? { since, by, reason } : null,
  };
}

export async function readRetention(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
): Promise<Retention> {
  const { rows } = await db.query<Row>(`select ${columns} from retention where org_id = $1`, [
    orgId,
  ]);
  return retentionOf(rows[0]);
}

/** The same, and it stays so until the transaction ends. */
export async function retentionWhileRemoving(tx: pg.ClientBase, orgId: string): Promise<Retention> {
  const { rows } = await tx.query<Row>(
    `select ${columns} from retention where org_id = $1 for share`,
    [orgId],
  );
  if (rows[0]) return retentionOf(rows[0]);
  await tx.query(`insert into retention (org_id) values ($1) on conflict do nothing`, [orgId]);
  return retentionWhileRemoving(tx, orgId);
}

/** Throws while everything has to be kept. */
export async function refuseOnHold(db: pg.Pool | pg.PoolClient, orgId: string): Promise<void> {
  const { hold } = await ("release" in db
    ? retentionWhileRemoving(db, orgId)
    : readRetention(db, orgId));
  if (!hold) return;
  throw refuse("LEGAL_HOLD", `Since ${hold.since.toISOString()}: ${hold.reason}`);
}

const writeBy = (by: CommandContext, operation: string) => ({ ...by, lineId: by.orgId, operation });

async function lockRetention(tx: pg.ClientBase, orgId: string): Promise<Retention> {
  await tx.query(`insert into retention (org_id) values ($1) on conflict do nothing`, [orgId]);
  const { rows } = await tx.query<Row>(
    `select ${columns} from retention where org_id = $1 for update`,
    [orgId],
  );
  return retentionOf(rows[0]);
}

export function changeDays(pool: pg.Pool, by: CommandContext, patch: Partial<Days>) {
  return auditedWrite<Retention>(pool, writeBy(by, "changeRetention"), async (tx) => {
    const { days: before, hold } = await lockRetention(tx, by.orgId);
    const days = { ...before, ...patch };
    await tx.query(`update retention set days = days || $2 where org_id = $1`, [
      by.orgId,
      JSON.stringify(patch),
    ]);
    const type = "organisation.retention_changed";
    return { type, before, after: days, answer: { days, hold } };
  });
}

export function setHold(
  pool: pg.Pool,
  by: CommandContext,
  { on, reason }: { on: boolean; reason: string },
) {
  const type = on ? "organisation.legal_hold_set" : "organisation.legal_hold_lifted";
  return auditedWrite<Retention>(pool, writeBy(by, "setLegalHold"), async (tx, now) => {
    const { days, hold: before } = await lockRetention(tx, by.orgId);
    const hold = on ? { reason, since: before?.since ?? now, by: by.actor } : null;
    await tx.query(
      `update retention set held_since = $2, held_by = $3, held_because = $4 where org_id = $1`,
      [by.orgId, hold?.since ?? null, hold?.by ?? null, hold?.reason ?? null],
    );
    return {
      type,
      before: before && { reason: before.reason },
      after: { reason },
      answer: { days, hold },
    };
  });
}
