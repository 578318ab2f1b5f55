// Whose tokens are whose. A consumer of the log keeps the list, so that giving a token costs nothing more; a token
// that was given a moment ago is found by its unique key.

import type pg from "pg";
import { ticketColumns, ticketOf, type TicketRow } from "../../engine/rows.ts";
import type { Consumer } from "../../events/consumers.ts";
import type { LoggedEvent } from "../../events/log.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Token } from "../core/rules.ts";
import type { Db } from "./patient-store.ts";

export interface PlaceInTime {
  at: number;
  id: string;
}

/** Tokens of a patient, the latest slot first. Index: patient_visit_by_time, ticket_pkey. */
export async function visitsOf(
  db: Db,
  orgId: string,
  patientId: string,
  after: PlaceInTime | null,
  limit: number,
): Promise<Token[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from patient_visit v
       join ticket t on t.org_id = v.org_id and t.id = v.token_id
      where v.org_id = $1 and v.patient_id = $2
        and ($3::timestamptz is null or (v.slot_start, v.token_id) < ($3, $4::uuid))
      order by v.slot_start desc, v.token_id desc limit $5`,
    [orgId, patientId, after && new Date(after.at), after?.id ?? null, limit],
  );
  return rows.map((row) => ticketOf(row) as Token);
}

/** What is not over, whether or not the list has it already. Index: ticket_claim. */
export async function tokensInUse(db: Db, orgId: string, patientId: string): Promise<Token[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t
      where t.org_id = $1 and t.claim between $2 and $3 and starts_with(t.claim, $4)`,
    [
      orgId,
      `opd ${patientId} 0000-00-00`,
      `opd ${patientId} 9999-12-31 ffffffff-ffff-ffff-ffff-ffffffffffff`,
      `opd ${patientId} `,
    ],
  );
  return rows.map((row) => ticketOf(row) as Token);
}

/** What was seen or ended, and is old enough for nobody to decide about it any more. Index: patient_visit_by_time. */
export async function movePastVisits(
  tx: pg.ClientBase,
  orgId: string,
  fromId: string,
  to: { patientId: string; patientName: string },
  but: readonly string[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `update ticket t set previous = null, data = (t.data::jsonb || $4::jsonb)::json
       from patient_visit v
      where v.org_id = $1 and v.patient_id = $2 and t.org_id = v.org_id and t.id = v.token_id
        and t.id <> all($3::uuid[])`,
    [orgId, fromId, but, JSON.stringify(to)],
  );
  await moveVisits(tx, orgId, fromId, to.patientId);
  return rowCount!;
}

async function moveVisits(tx: pg.ClientBase, orgId: string, fromId: string, toId: string) {
  await tx.query(`update patient_visit set patient_id = $3 where org_id = $1 and patient_id = $2`, [
    orgId,
    fromId,
    toId,
  ]);
}

/** Index: patient_visit_pkey. */
export async function forgetVisits(tx: pg.ClientBase, orgId: string, tokenIds: readonly string[]) {
  await tx.query(`delete from patient_visit where org_id = $1 and token_id = any($2::uuid[])`, [
    orgId,
    tokenIds,
  ]);
}

/** `follow`: a token that was given to a record just as it became part of another one goes there, too. */
export function keepsVisits(
  pool: pg.Pool,
  follow: (orgId: string, tokenId: string) => Promise<void>,
): Consumer {
  return {
    name: "visits of patients",
    types: ["opd.allocated", "opd.waiting", "opd.moved", "opd.patient_merged"],
    from: "the beginning",

    async act(events) {
      for (const { orgId, tokenId } of await leftBehind(pool, events)) {
        await follow(orgId, tokenId).catch(ignoreRefusal);
      }
    },

    // In the order of the log: the tokens of a record come before it becomes part of another one.
    async write(tx, events) {
      const [orgIds, tokenIds] = tokensIn(events);
      await tx.query(
        `insert into patient_visit (org_id, token_id, patient_id, slot_start)
         select distinct t.org_id, t.id, coalesce(p.merged_into, (t.data->>'patientId')::uuid),
                to_timestamp((t.data->>'slotStart')::bigint / 1000.0)
           from unnest($1::uuid[], $2::uuid[]) as told(org_id, id)
           join ticket t on t.org_id = told.org_id and t.id = told.id
           left join patient p on p.org_id = t.org_id and p.id = (t.data->>'patientId')::uuid
         on conflict (org_id, token_id) do update
            set patient_id = excluded.patient_id, slot_start = excluded.slot_start`,
        [orgIds, tokenIds],
      );
      for (const { orgId, type, after } of events) {
        if (type !== "opd.patient_merged") continue;
        const { id, into } = after as { id: string; into: string };
        await moveVisits(tx, orgId, id, into);
      }
    },
  };
}

/** Index: ticket_pkey, patient_pkey. */
async function leftBehind(pool: pg.Pool, events: readonly LoggedEvent[]) {
  const { rows } = await pool.query<{ orgId: string; tokenId: string }>(
    `select distinct t.org_id as "orgId", t.id as "tokenId"
       from unnest($1::uuid[], $2::uuid[]) as told(org_id, id)
       join ticket t on t.org_id = told.org_id and t.id = told.id
       join patient p on p.org_id = t.org_id and p.id = (t.data->>'patientId')::uuid
      where p.merged_into is not null`,
    tokensIn(events),
  );
  return rows;
}

function tokensIn(events: readonly LoggedEvent[]): [string[], string[]] {
  const told = events.filter(({ ticketId }) => ticketId !== null);
  return [told.map(({ orgId }) => orgId), told.map(({ ticketId }) => ticketId!)];
}

/** The other record has a token for that day: both stay, and the reception sees both. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
