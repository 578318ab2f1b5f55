// What events tell of a person. Events of tickets name nobody; the answers that are kept for replays may,
// and so does the audit trail of those who were invited.

import type pg from "pg";
import { nobody, type Person } from "./person.ts";

/**
 * Answers that mention them or what is theirs are forgotten with their keys: somebody who asks again with
 * such a key asks anew. Index: event_answered.
 */
export async function forgetAnswers(
  tx: pg.PoolClient,
  { orgId, by, value }: Person,
  ids: readonly string[],
): Promise<number> {
  const said = by === "email" || by === "userId" ? [value.toLowerCase()] : [];
  const { rowCount } = await tx.query(
    `update event e set idem = null, fingerprint = null, answer = null
      where e.org_id = $1 and num_nonnulls(e.idem) = 1
        and (e.ticket_id = any($2::uuid[])
          or exists (select from unnest($3::text[]) as word where position(word in lower(e.answer)) > 0)
          or ($4::text is not null and position($4 in regexp_replace(e.answer, '[ ()./+-]', '', 'g')) > 0))`,
    [orgId, ids, [...ids, ...said], by === "phone" ? value : null],
  );
  return rowCount!;
}

/** In the organisation's own trail, wherever the address stands. Index: event_pkey. */
export async function eraseFromTrail(tx: pg.PoolClient, person: Person): Promise<number> {
  if (person.by !== "email") return 0;
  const { rows } = await tx.query<{ seq: number; before: unknown; after: unknown }>(
    `select seq, before, after from event
      where org_id = $1 and line_id = $1 and position($2 in lower(concat(before, after))) > 0`,
    [person.orgId, person.value],
  );
  for (const { seq, before, after } of rows) {
    await tx.query(
      `update event set before = $3, after = $4 where org_id = $1 and line_id = $1 and seq = $2`,
      [person.orgId, seq, ...[before, after].map((told) => textOf(without(told, person.value)))],
    );
  }
  return rows.length;
}

const textOf = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** An object that has the address loses it, and the name beside it. */
function without(value: unknown, email: string): unknown {
  if (typeof value === "string") return value.toLowerCase() === email ? nobody : value;
  if (Array.isArray(value)) return value.map((item) => without(item, email));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value);
  const isTheirs = entries.some(([, item]) => String(item).toLowerCase() === email);
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key,
      isTheirs && key === "name" && item !== null ? nobody : without(item, email),
    ]),
  );
}
