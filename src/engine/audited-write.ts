// A rare write in a transaction of its own: a queue is created, a member invited, a key revoked.
// The same promises as a batch makes: the write, its event and the Idempotency-Key are one commit,
// and the same key answers the same again.

import { hash } from "node:crypto";
import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import { idText } from "../infra/ids.ts";
import { refuse } from "../kernel/refusal.ts";
import type { CommandContext } from "./command-context.ts";
import { CommitUnknown, inTransaction } from "./transaction.ts";

export interface AuditedWrite extends CommandContext {
  /** The line whose stream tells of it; the organisation's own for what concerns no other. */
  lineId: string;
  operation: string;
  /** Without it the database's clock decides. */
  clock?: Clock | undefined;
}

export interface Done<T> {
  type: string;
  before?: unknown;
  after: unknown;
  answer: T;
}

/** A key belongs to the organisation and the operation; what is kept is 128 bits of their hash. */
export function idemOf(operation: string, key: string): string {
  return hashId(`${operation}\0${key}`);
}

export function fingerprintOf(content: unknown): string {
  return hashId(JSON.stringify(content) ?? "");
}

const bits = new Uint8Array(16);

/** 128 bits of it. Taken out of a string of bytes, which Node makes three times as fast as a buffer. */
function hashId(text: string): string {
  const bytes = hash("sha256", text, "binary");
  for (let i = 0; i < bits.length; i++) bits[i] = bytes.charCodeAt(i);
  return idText(bits);
}

/** Who asked and for what: the same key is answered again only to the same. */
export interface Asked {
  actor: string;
  fingerprint?: string | null | undefined;
}

/** What a replay shows was meant for the one who asked first, and for nobody else who knows the key. */
export function isSameRequest(now: Asked, then: Asked): boolean {
  return now.actor === then.actor && (now.fingerprint ?? null) === (then.fingerprint ?? null);
}

export async function createOrganisationLine(tx: pg.ClientBase, orgId: string): Promise<void> {
  await tx.query(
    `insert into line (org_id, id, group_id, product) values ($1, $1, $1, 'organisation')`,
    [orgId],
  );
}

export function auditedWrite<T>(
  pool: pg.Pool,
  write: AuditedWrite,
  work: (tx: pg.PoolClient, now: Date) => Promise<Done<T>>,
): Promise<{ answer: T; replayed: boolean }> {
  // Two first uses of one key at once: the second try finds what the other one committed. And whether
  // a commit whose answer was lost took place, the key tells.
  const again = (error: unknown) =>
    isIdemConflict(error) || (error instanceof CommitUnknown && write.key !== undefined);
  return inTransaction(pool, (tx) => writeIn(tx, write, work), again);
}

async function writeIn<T>(
  tx: pg.PoolClient,
  write: AuditedWrite,
  work: (tx: pg.PoolClient, now: Date) => Promise<Done<T>>,
): Promise<{ answer: T; replayed: boolean }> {
  const { orgId, lineId, actor, operation, key, fingerprint } = write;
  // The organisation's line exists before any other of its lines; locking it orders what is made new.
  await tx.query(`select 1 from line where id = any($1::uuid[]) order by id for update`, [
    [...new Set([orgId, lineId])],
  ]);
  const idem = key === undefined ? null : idemOf(operation, key);
  if (idem) {
    const { rows } = await tx.query<Asked & { answer: string | null }>(
      `select actor, fingerprint, answer from event where org_id = $1 and idem = $2`,
      [orgId, idem],
    );
    const [replay] = rows;
    if (replay) {
      if (!isSameRequest(write, replay)) throw refuse("IDEMPOTENCY_KEY_REUSED");
      return { answer: JSON.parse(replay.answer ?? "null") as T, replayed: true };
    }
  }
  const now = write.clock?.fixed() ?? (await databaseNow(tx));
  const done = await work(tx, now);
  await recordEvent(tx, {
    orgId,
    lineId,
    actor,
    at: now,
    type: done.type,
    before: done.before,
    after: done.after,
    idem,
    fingerprint,
    answer: done.answer,
  });
  return { answer: done.answer, replayed: false };
}

export interface RecordedEvent {
  orgId: string;
  lineId: string;
  type: string;
  actor: string;
  at: Date;
  before?: unknown;
  after: unknown;
  idem?: string | null | undefined;
  fingerprint?: string | null | undefined;
  answer?: unknown;
}

/** Told in the stream of a line that the transaction has locked. */
export async function recordEvent(tx: pg.ClientBase, event: RecordedEvent): Promise<void> {
  const { orgId, lineId, type, actor, at, before, after, idem = null, fingerprint, answer } = event;
  const { rows } = await tx.query<{ event_seq: number }>(
    `update line set event_seq = event_seq + 1 where org_id = $1 and id = $2 returning event_seq`,
    [orgId, lineId],
  );
  const seq = rows[0]?.event_seq;
  if (seq === undefined) throw refuse("NOT_FOUND");
  await tx.query(
    `insert into event (org_id, line_id, seq, type, at, actor, before, after, idem, fingerprint, answer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      orgId,
      lineId,
      seq,
      type,
      at,
      actor,
      json(before),
      json(after),
      idem,
      idem ? (fingerprint ?? null) : null,
      idem ? JSON.stringify(answer) : null,
    ],
  );
  await tx.query(`select pg_notify('turnkeeper_events', $1)`, [`${lineId} ${seq}`]);
}

async function databaseNow(tx: pg.PoolClient): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>(`select clock_timestamp() as now`);
  return rows[0]!.now;
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

function isIdemConflict(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "event_idem";
}
