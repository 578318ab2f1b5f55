// SQL of OPD: patients, the days that have tokens, settings, and reading tokens for views. Tokens
// are written by the engine alone, and a doctor's hours are availability's.

import type pg from "pg";
import {
  lineColumns,
  lineOf,
  ticketColumns,
  ticketOf,
  type LineRow,
  type TicketRow,
} from "../engine/rows.ts";
import type { Line } from "../kernel/line.ts";
import { emptySlotMemory, levels, type DoctorLimits, type OpdRules, type Token } from "./rules.ts";
import { dayLineId, slotLineId } from "./ids.ts";

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

/** Small letters without accents; a phone number also by its digits alone. */
export function searchText({ name, phone, externalId }: Omit<Patient, "id">): string {
  const digits = phone?.replaceAll(/\D/g, "") ?? "";
  return plain([name, digits, externalId ?? ""].join(" "));
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

// ---- settings

export async function readRules(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
): Promise<Partial<OpdRules>> {
  const { rows } = await db.query<{ rules: Partial<OpdRules> }>(
    `select rules from opd_settings where org_id = $1`,
    [orgId],
  );
  return rows[0]?.rules ?? {};
}

export async function saveRules(tx: pg.ClientBase, orgId: string, rules: OpdRules): Promise<void> {
  await tx.query(
    `insert into opd_settings (org_id, rules) values ($1, $2)
     on conflict (org_id) do update set rules = excluded.rules`,
    [orgId, JSON.stringify(rules)],
  );
}

export async function readLimits(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
  doctorIds: string[],
): Promise<Map<string, DoctorLimits>> {
  const { rows } = await db.query<{ id: string; limits: DoctorLimits }>(
    `select id, limits from opd_doctor where org_id = $1 and id = any($2::uuid[])`,
    [orgId, doctorIds],
  );
  return new Map(rows.map((row) => [row.id, row.limits]));
}

export async function saveLimits(
  tx: pg.ClientBase,
  orgId: string,
  doctorId: string,
  limits: DoctorLimits,
): Promise<void> {
  await tx.query(
    `insert into opd_doctor (org_id, id, limits) values ($1, $2, $3)
     on conflict (org_id, id) do update set limits = excluded.limits`,
    [orgId, doctorId, JSON.stringify(limits)],
  );
}

// ---- days

export interface DayToOpen {
  orgId: string;
  doctorId: string;
  date: string;
  from: Date;
  to: Date;
  slots: { start: number; end: number; capacity: number }[];
}

/**
 * Makes the lines of a day and its slots. The doctor's own line is shared-locked: a change of hours
 * that is under way is waited for, and one that comes later finds the day and locks it.
 */
export async function openDay(pool: pg.Pool, day: DayToOpen): Promise<void> {
  const tx = await pool.connect();
  try {
    await tx.query("begin");
    await tx.query(`select 1 from line where id = $1 for share`, [day.doctorId]);
    const dayId = dayLineId(day.doctorId, day.date);
    const zeros = Array.from({ length: levels }, () => 0);
    await tx.query(
      `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'opd') on conflict do nothing`,
      [day.orgId, dayId],
    );
    await tx.query(
      `insert into line (org_id, id, group_id, product, waiting, heads, capacity, memory)
       select $1, n.id, $2, 'opd', $3, $4, n.capacity, n.memory
         from unnest($5::uuid[], $6::int[], $7::jsonb[]) as n(id, capacity, memory)
       on conflict do nothing`,
      [
        day.orgId,
        dayId,
        zeros,
        zeros,
        day.slots.map((slot) => slotLineId(day.doctorId, slot.start)),
        day.slots.map((slot) => slot.capacity),
        day.slots.map((slot) => JSON.stringify(emptySlotMemory(slot))),
      ],
    );
    await tx.query(
      `insert into opd_day (org_id, line_id, doctor_id, date, starts_at, ends_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [day.orgId, dayId, day.doctorId, day.date, day.from, day.to],
    );
    await tx.query("commit");
  } catch (error) {
    await tx.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    tx.release();
  }
}

/** Lines of a day's slots, in order of time. Index: line_by_group. */
export async function slotLines(
  db: pg.Pool | pg.ClientBase,
  dayIds: readonly string[],
): Promise<Line[]> {
  const { rows } = await db.query<LineRow>(
    `select ${lineColumns} from line where group_id = any($1::uuid[]) and group_id <> id
      order by (memory->>'start')::bigint`,
    [dayIds],
  );
  return rows.map(lineOf);
}

export interface DayRow {
  dayId: string;
  doctorId: string;
  date: string;
}

/** Days of a doctor that touch the time. Index: opd_day_pkey. */
export async function daysIn(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
  doctorId: string,
  from: Date,
  to: Date | null,
  lock: boolean,
): Promise<DayRow[]> {
  const { rows } = await db.query<DayRow>(
    `select d.line_id as "dayId", d.doctor_id as "doctorId", d.date::text as date
       from opd_day d join line l on l.id = d.line_id
      where d.org_id = $1 and d.doctor_id = $2 and d.ends_at > $3 and ($4::timestamptz is null or d.starts_at < $4)
      order by l.id ${lock ? "for update of l" : ""}`,
    [orgId, doctorId, from, to],
  );
  return rows;
}

/**
 * The slots of a range in which somebody has a place. Ninety days of them come with one question, so
 * they come as three texts: as rows of numbers 2,700 slots took 5.5 ms, like this 3.2 ms.
 * Index: opd_day_pkey, line_by_group.
 */
export async function takenPlaces(
  db: pg.Pool,
  orgId: string,
  doctorId: string,
  from: Date,
  to: Date,
): Promise<{ start: number; end: number; places: number }[]> {
  const { rows } = await db.query<Record<"starts" | "ends" | "places", string | null>>({
    name: "opd_taken_places",
    text: `select string_agg(l.memory->>'start', ',') as starts,
                  string_agg(l.memory->>'end', ',') as ends,
                  string_agg(l.taken::text, ',') as places
             from opd_day d join line l on l.group_id = d.line_id and l.group_id <> l.id
            where d.org_id = $1 and d.doctor_id = $2 and d.ends_at > $3 and d.starts_at < $4
              and l.taken > 0`,
    values: [orgId, doctorId, from, to],
  });
  const [starts, ends, places] = [rows[0]!.starts, rows[0]!.ends, rows[0]!.places].map(
    (list) => list?.split(",").map(Number) ?? [],
  );
  return starts!.map((start, i) => ({ start, end: ends![i]!, places: places![i]! }));
}

/** Active tokens of days. Index: line_by_group, ticket_present, waiting_pkey. */
export async function activeTokens(
  db: pg.Pool | pg.ClientBase,
  dayIds: readonly string[],
): Promise<Token[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from line l
       join ticket t on t.line_id = l.id and t.state in ('holding', 'serving')
      where l.group_id = any($1::uuid[])
     union all
     select ${ticketColumns} from line l join waiting w on w.line_id = l.id
       join ticket t on t.org_id = w.org_id and t.id = w.ticket_id
      where l.group_id = any($1::uuid[])`,
    [dayIds],
  );
  return rows.map((row) => ticketOf(row) as Token);
}

export async function findToken(db: pg.Pool, orgId: string, id: string): Promise<Token | null> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t join line l on l.id = t.line_id
      where t.org_id = $1 and t.id = $2 and l.product = 'opd'`,
    [orgId, id],
  );
  return rows[0] ? (ticketOf(rows[0]) as Token) : null;
}

/** How the tokens of a day ended, for counts. */
export async function endedTokens(
  db: pg.Pool,
  dayIds: readonly string[],
  limit: number,
): Promise<Token[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from line l join ticket t on t.line_id = l.id and t.state = 'done'
      where l.group_id = any($1::uuid[]) order by t.ended_at desc limit $2`,
    [dayIds, limit],
  );
  return rows.map((row) => ticketOf(row) as Token);
}
