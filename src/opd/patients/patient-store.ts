// SQL of patients.

import type pg from "pg";

export interface Patient {
  id: string;
  name: string;
  phone: string | null;
  externalId: string | null;
}

interface PatientRow {
  id: string;
  name: string;
  phone: string | null;
  external_id: string | null;
}

const patientOf = (row: PatientRow): Patient => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  externalId: row.external_id,
});

const patientColumns = "id, name, phone, external_id";

/** Small letters without accents; numbers also by their digits alone, however they are written. */
function searchText({ name, phone, externalId }: Omit<Patient, "id">): string {
  const written = externalId === null || externalId === compact(externalId) ? "" : externalId;
  return plain([name, compact(phone ?? ""), compact(externalId ?? ""), written].join(" "));
}

/** What looks like a number without what is between its digits; anything else as it is. */
export function compact(text: string): string {
  return /^[+\d ()./-]+$/.test(text) ? text.replaceAll(/\D/g, "") : text;
}

export function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

export async function insertPatient(
  tx: pg.ClientBase,
  orgId: string,
  patient: Patient,
  now: Date,
): Promise<void> {
  const { id, name, phone, externalId } = patient;
  await tx.query(
    `insert into patient (org_id, id, name, phone, external_id, search, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [orgId, id, name, phone, externalId, searchText(patient), now],
  );
}

export async function updatePatient(
  tx: pg.ClientBase,
  orgId: string,
  patient: Patient,
): Promise<void> {
  await tx.query(
    `update patient set name = $3, phone = $4, external_id = $5, search = $6 where org_id = $1 and id = $2`,
    [orgId, patient.id, patient.name, patient.phone, patient.externalId, searchText(patient)],
  );
}

export async function findPatient(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
  id: string,
): Promise<Patient | null> {
  const { rows } = await db.query<PatientRow>(
    `select ${patientColumns} from patient where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0] ? patientOf(rows[0]) : null;
}

// Index: patient_pkey.
export async function findNames(
  db: pg.Pool,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select id, name from patient where org_id = $1 and id = any($2::uuid[])`,
    [orgId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Every word somewhere in name, phone or external id. Index: patient_search. */
export async function searchPatients(
  db: pg.Pool,
  orgId: string,
  words: string[],
  after: { name: string; id: string } | null,
  limit: number,
): Promise<Patient[]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows } = await db.query<PatientRow>(
    `select ${patientColumns} from patient
      where org_id = $1 and search like all($2::text[])
        and ($3::text is null or (name, id) > ($3, $4))
      order by name, id limit $5`,
    [orgId, patterns, after?.name ?? null, after?.id ?? null, limit],
  );
  return rows.map(patientOf);
}
