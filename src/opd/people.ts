// What OPD holds of people: patients, and their tokens.

import { digitsOf, nobody, type Person, type PersonPart } from "../people/person.ts";
import { scanTickets, ticketsWithLocks } from "../people/ticket-scan.ts";
import type pg from "pg";
import { patientColumns } from "./patients/patient-store.ts";

export const patientsOfPeople: PersonPart = {
  kind: "patients",
  find: async (_db, { patientIds }) => [...patientIds],

  async read(db, orgId, ids) {
    const { rows } = await db.query(
      `select ${patientColumns}, p.created_at as "createdAt" from patient p
        where p.org_id = $1 and p.id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map((data) => ({ id: data.id, lineId: null, open: null, data }));
  },

  async erase(tx, orgId, ids) {
    await tx.query(
      `update patient set name = $3, phone = null, external_id = null, birth_date = null, sex = null,
              email = null, language = null, notes = null, family_id = null, search = ''
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids, nobody],
    );
  },
};

/**
 * With the records that became part of theirs, whose ids others may still hold. Index: patient_pkey, patient_by_email,
 * patient_merged; by phone every patient is looked at.
 */
export async function findPatients(
  db: pg.Pool,
  { orgId, by, value }: Omit<Person, "patientIds">,
): Promise<string[]> {
  if (by === "userId") return [];
  const mine = {
    patientId: `id::text = $2`,
    phone: `${digitsOf("phone")} = $2`,
    email: `lower(email) = $2`,
  };
  const { rows } = await db.query<{ id: string }>(
    `with theirs as (select coalesce(merged_into, id) as id from patient where org_id = $1 and ${mine[by]})
     select id from theirs
      union select p.id from theirs t join patient p on p.org_id = $1 and p.merged_into = t.id`,
    [orgId, value],
  );
  return rows.map(({ id }) => id);
}

export const tokensOfPeople = (end: NonNullable<PersonPart["end"]>): PersonPart => ({
  kind: "tokens",
  end,

  async find(db, { orgId, patientIds }) {
    if (patientIds.length === 0) return [];
    return scanTickets(db, orgId, `t.data->>'patientId' = any($3::text[])`, [patientIds]);
  },

  /** A token is over with its slot, also when nobody was called. */
  async read(db, orgId, ids, now) {
    const { rows } = await db.query(ticketsWithLocks, [orgId, ids]);
    return rows.map((t) => ({
      id: t.id,
      lineId: t.group_id,
      open: t.state === "done" || t.data.slotEnd <= now.getTime() ? null : t.status,
      data: {
        id: t.id,
        number: t.number,
        status: t.status,
        ...t.data,
        createdAt: t.joined_at,
        startedAt: t.started_at,
        endedAt: t.ended_at,
      },
    }));
  },

  async erase(tx, orgId, ids) {
    await tx.query(
      `update ticket set previous = null,
              data = ((data::jsonb - 'note') || jsonb_build_object('patientName', $3::text))::json
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids, nobody],
    );
  },
});
