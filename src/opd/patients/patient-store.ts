// SQL of patients. A record that was merged into another one is kept without anything about the person, so
// that an id which somebody wrote down leads to the record that is left.

import type pg from "pg";
import { compact, plain, phoneTail, type Patient, type PatientFields } from "./patient.ts";

export type Db = pg.Pool | pg.ClientBase;

export const patientColumns = `p.id, p.name, p.phone, p.external_id as "externalId",
  p.birth_date::text as "birthDate", p.sex, p.email, p.language, p.notes`;

/** Small letters without accents; numbers also by their digits alone, however they are written. */
function searchText({ name, phone, externalId, birthDate, email }: PatientFields): string {
  const written = externalId === null || externalId === compact(externalId) ? "" : externalId;
  const numbers = [compact(phone ?? ""), compact(externalId ?? ""), written];
  return plain([name, ...numbers, birthDate ?? "", email ?? ""].join(" ").trimEnd());
}

const valuesOf = (orgId: string, patient: Patient) => [
  orgId,
  patient.id,
  patient.name,
  patient.phone,
  patient.externalId,
  patient.birthDate,
  patient.sex,
  patient.email,
  patient.language,
  patient.notes,
  searchText(patient),
];

export async function insertPatient(
  tx: pg.ClientBase,
  orgId: string,
  patient: Patient,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into patient (org_id, id, name, phone, external_id, birth_date, sex, email, language, notes,
       search, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [...valuesOf(orgId, patient), now],
  );
}

export async function updatePatient(tx: pg.ClientBase, orgId: string, patient: Patient) {
  await tx.query(
    `update patient set name = $3, phone = $4, external_id = $5, birth_date = $6, sex = $7, email = $8,
       language = $9, notes = $10, search = $11 where org_id = $1 and id = $2`,
    valuesOf(orgId, patient),
  );
}

/** By its own id or by that of a record that became part of it. Index: patient_pkey. */
export async function findPatient(db: Db, orgId: string, id: string): Promise<Patient | null> {
  const { rows } = await db.query<Patient>(
    `select ${patientColumns} from patient asked
       join patient p on p.org_id = asked.org_id and p.id = coalesce(asked.merged_into, asked.id)
      where asked.org_id = $1 and asked.id = $2`,
    [orgId, id],
  );
  return rows[0] ?? null;
}

// Index: patient_pkey.
export async function findPatients(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Patient[]> {
  const { rows } = await db.query<Patient>(
    `select ${patientColumns} from patient p
      where p.org_id = $1 and p.id = any($2::uuid[]) and p.merged_into is null`,
    [orgId, ids],
  );
  return rows;
}

/** Nobody changes them until the end of the transaction. In the order of ids. */
export async function lockPatients(
  tx: pg.ClientBase,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, Patient>> {
  const { rows } = await tx.query<Patient>(
    `select ${patientColumns} from patient p
      where p.org_id = $1 and p.id = any($2::uuid[]) and p.merged_into is null
      order by p.id for update`,
    [orgId, ids],
  );
  return new Map(rows.map((patient) => [patient.id, patient]));
}

// Index: patient_pkey.
export async function findNames(
  db: pg.Pool,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select asked.id, p.name from patient asked
       join patient p on p.org_id = asked.org_id and p.id = coalesce(asked.merged_into, asked.id)
      where asked.org_id = $1 and asked.id = any($2::uuid[])`,
    [orgId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const maxCandidates = 200;

/** Who has the phone, the address, the birth date or all words of the name. Indexes: patient_by_…, patient_search. */
export async function candidates(
  db: Db,
  orgId: string,
  { name, phone, email, birthDate }: PatientFields,
): Promise<Patient[]> {
  const words = plain(name).split(/\s+/).filter(Boolean).slice(0, 8);
  const values: unknown[] = [orgId, phoneTail(phone), email?.toLowerCase() ?? null, birthDate];
  const named = words.map((word) => `p.search like $${values.push(`%${escaped(word)}%`)}`);
  const { rows } = await db.query<Patient>(
    [
      `p.phone is not null and right(regexp_replace(p.phone, '\\D', '', 'g'), 9) = $2`,
      `p.email is not null and lower(p.email) = $3`,
      `p.birth_date is not null and p.birth_date = $4::date`,
      named.join(" and "),
    ]
      .map(
        (condition) => `(select ${patientColumns} from patient p
          where p.org_id = $1 and p.merged_into is null and (${condition}) limit ${maxCandidates})`,
      )
      .join(" union "),
    values,
  );
  return rows;
}

/** As a part of a LIKE pattern that means itself. */
export const escaped = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

// ---- families

/** The others, in order of the name. Index: patient_by_family. */
export async function familyOf(db: Db, orgId: string, id: string): Promise<Patient[]> {
  const { rows } = await db.query<Patient>(
    `select ${patientColumns} from patient me
       join patient p on p.org_id = me.org_id and p.family_id = me.family_id and p.id <> me.id
      where me.org_id = $1 and me.id = $2 order by p.name, p.id`,
    [orgId, id],
  );
  return rows;
}

/** The families of both are one from now on; says how many it has. */
export async function joinFamilies(
  tx: pg.ClientBase,
  orgId: string,
  ids: readonly string[],
  familyId: string,
): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    `with joined as (update patient set family_id = $3 where org_id = $1
        and (id = any($2::uuid[]) or family_id in
          (select family_id from patient where org_id = $1 and id = any($2::uuid[])))
        returning 1)
     select count(*)::int as n from joined`,
    [orgId, ids, familyId],
  );
  return rows[0]!.n;
}

/** A family of one is none. */
export async function leaveFamily(tx: pg.ClientBase, orgId: string, id: string): Promise<void> {
  await tx.query(
    `update patient p set family_id = null where org_id = $1 and family_id =
        (select family_id from patient where org_id = $1 and id = $2)
      and (id = $2 or not exists (select from patient o
        where o.org_id = $1 and o.family_id = p.family_id and o.id not in ($2, p.id)))`,
    [orgId, id],
  );
}

// ---- merging

/** What is left of a record that became part of another one. Those that became part of it follow. */
export async function bury(
  tx: pg.ClientBase,
  orgId: string,
  loserId: string,
  winnerId: string,
): Promise<void> {
  await tx.query(
    `update patient set family_id = (select coalesce(w.family_id, l.family_id)
         from patient w, patient l where w.org_id = $1 and w.id = $3 and l.org_id = $1 and l.id = $2)
      where org_id = $1 and id = $3`,
    [orgId, loserId, winnerId],
  );
  await tx.query(
    `update patient set merged_into = $3, name = '', phone = null, external_id = null, birth_date = null,
       sex = null, email = null, language = null, notes = null, family_id = null, search = ''
      where org_id = $1 and (id = $2 or merged_into = $2)`,
    [orgId, loserId, winnerId],
  );
}
