// SQL of OPD: the days that have tokens, settings, and reading tokens for views. Tokens are written
// by the engine alone, and a doctor's hours are availability's.

import type pg from "pg";
import {
  lineColumns,
  lineOf,
  ticketColumns,
  ticketOf,
  type LineRow,
  type TicketRow,
} from "../../engine/rows.ts";
import { inTransaction, isDuplicate } from "../../engine/transaction.ts";
import type { Line } from "../../kernel/line.ts";
import {
  emptySlotStats,
  levels,
  type BookedTime,
  type DoctorLimits,
  type OpdRules,
  type Token,
  type SlotLimits,
} from "./rules.ts";
import { ensureCode } from "../days/doctor-codes.ts";
import { dayLineId, slotLineId } from "../days/ids.ts";

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
  doctorName: string;
  date: string;
  from: Date;
  to: Date;
  slots: { start: number; end: number; capacity: number }[];
}

/** Whether a day and its slots have their lines. A look without a lock: what is there stays. */
export async function isOpen(
  pool: pg.Pool,
  { doctorId, date, slots }: Pick<DayToOpen, "doctorId" | "date" | "slots">,
): Promise<boolean> {
  const ids = [dayLineId(doctorId, date), ...slots.map(({ start }) => slotLineId(doctorId, start))];
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from line where id = any($1::uuid[])`,
    [ids],
  );
  return rows[0]!.n === ids.length;
}

/**
 * Makes the lines of a day and its slots. The doctor's own line is shared-locked: a change of hours
 * that is under way is waited for, and one that comes later finds the day and locks it.
 */
export function openDay(pool: pg.Pool, day: DayToOpen): Promise<void> {
  const dayId = dayLineId(day.doctorId, day.date);
  const open = async (tx: pg.ClientBase) => {
    await tx.query(`select 1 from line where id = $1 for share`, [day.doctorId]);
    await ensureCode(tx, day.orgId, { id: day.doctorId, name: day.doctorName });
    await tx.query(
      `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'opd') on conflict do nothing`,
      [day.orgId, dayId],
    );
    await addSlots(tx, day);
    await tx.query(
      `insert into opd_day (org_id, line_id, doctor_id, date, starts_at, ends_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [day.orgId, dayId, day.doctorId, day.date, day.from, day.to],
    );
  };
  return inTransaction(pool, open, isDuplicate);
}

/** Lines for those slots that have none yet. */
export async function addSlots(
  tx: pg.ClientBase,
  { orgId, doctorId, date, slots }: Omit<DayToOpen, "doctorName" | "from" | "to">,
): Promise<void> {
  const zeros = Array.from({ length: levels }, () => 0);
  await tx.query(
    `insert into line (org_id, id, group_id, product, waiting, heads, capacity, memory)
     select $1, n.id, $2, 'opd', $3, $4, n.capacity, n.memory
       from unnest($5::uuid[], $6::int[], $7::json[]) as n(id, capacity, memory)
     on conflict do nothing`,
    [
      orgId,
      dayLineId(doctorId, date),
      zeros,
      zeros,
      slots.map((slot) => slotLineId(doctorId, slot.start)),
      slots.map((slot) => slot.capacity),
      slots.map((slot) => JSON.stringify(emptySlotStats(slot))),
    ],
  );
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
  from: Date;
  to: Date;
}

const dayColumns = `d.line_id as "dayId", d.doctor_id as "doctorId", d.date::text as date,
  d.starts_at as "from", d.ends_at as "to"`;

/** Locks the days of a doctor that touch the time, in the order in which the engine locks. Index: opd_day_pkey. */
export async function lockDays(
  tx: pg.ClientBase,
  orgId: string,
  doctorId: string,
  from: Date,
  to: Date | null,
): Promise<DayRow[]> {
  const { rows } = await tx.query<DayRow>(
    `select ${dayColumns} from opd_day d join line l on l.id = d.line_id
      where d.org_id = $1 and d.doctor_id = $2 and d.ends_at > $3 and ($4::timestamptz is null or d.starts_at < $4)
      order by l.id for update of l`,
    [orgId, doctorId, from, to],
  );
  return rows;
}

/** Locks every day of an organisation that is not over. Index: opd_day_pkey. */
export async function lockAllDays(tx: pg.ClientBase, orgId: string, now: Date): Promise<DayRow[]> {
  const { rows } = await tx.query<DayRow>(
    `select ${dayColumns} from opd_day d join line l on l.id = d.line_id
      where d.org_id = $1 and d.ends_at > $2 order by l.id for update of l`,
    [orgId, now],
  );
  return rows;
}

/**
 * Active tokens claim what the rules say from now on. Where a patient has tokens with several doctors
 * and only one a day is allowed from now on, the first one stands for the date.
 */
export async function renewUniqueKeys(
  tx: pg.ClientBase,
  dayIds: readonly string[],
  duplicates: OpdRules["duplicates"],
): Promise<void> {
  const perDoctor = `t.data->>'patientId' || ' ' || (t.data->>'date') || ' ' || (t.data->>'doctorId')`;
  const perDate = `t.data->>'patientId' || ' ' || (t.data->>'date')`;
  const mine = `from ticket t join line l on l.id = t.line_id
      where l.group_id = any($1::uuid[]) and t.claim is not null`;
  await tx.query(
    duplicates === "per_doctor"
      ? `update ticket u set claim = 'opd ' || n.claim
           from (select t.org_id, t.id, ${perDoctor} as claim ${mine}) n
          where u.org_id = n.org_id and u.id = n.id`
      : `update ticket u set claim = 'opd ' || n.claim
           from (select distinct on (${perDate}) t.org_id, t.id, ${perDate} as claim ${mine}
                  order by ${perDate}, t.joined_at, t.id) n
          where u.org_id = n.org_id and u.id = n.id`,
    [dayIds],
  );
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

/** What is booked or held of a doctor's time, by the same function as under the lock. */
export async function bookedTime(
  db: pg.Pool,
  orgId: string,
  doctorId: string,
  from: Date,
  to: Date,
): Promise<BookedTime[]> {
  const { rows } = await db.query<{ booked: BookedTime[] }>(
    `select booked_time($1, $2, $3, $4) as booked`,
    [orgId, doctorId, from, to],
  );
  return rows[0]!.booked;
}

export interface SlotsRow {
  from: number;
  to: number;
  /** JSON, as are the next two. */
  limits: string | null;
  rules: string | null;
  slots: string | null;
}

export type SlotInUse = [start: number, end: number, taken: number, override: SlotLimits | null];

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** What is set and taken of doctors' slots, for bookings of their time. Index: opd_day_pkey, line_by_group. */
export const slotsSql = `select want.id as resource_id, ${ms("want.from_at")} as "from",
    ${ms("want.to_at")} as "to",
    (select limits::text from opd_doctor o where o.org_id = want.org_id and o.id = want.id) as limits,
    (select rules::text from opd_settings s where s.org_id = want.org_id) as rules,
    (select json_agg(json_build_array(l.memory->'start', l.memory->'end', l.taken, l.memory->'override'))::text
       from opd_day d join line l on l.group_id = d.line_id and l.group_id <> l.id
      where d.org_id = want.org_id and d.doctor_id = want.id
        and d.ends_at > want.from_at and d.starts_at < want.to_at
        and (l.taken > 0 or json_typeof(l.memory->'override') = 'object')) as slots
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
    as want(org_id, id, from_at, to_at)`;

/** Days in which somebody waits for a place. Index: opd_day_pkey, line_by_group. */
export async function daysWithWaiting(
  db: pg.Pool,
  orgId: string,
  windows: readonly { resourceId: string; from: number; to: number }[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct d.line_id as id
       from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as want(id, from_at, to_at)
       join opd_day d on d.org_id = $1 and d.doctor_id = want.id
         and d.ends_at > want.from_at and d.starts_at < want.to_at
       join line l on l.group_id = d.line_id and l.group_id <> l.id
      where 0 < any(l.waiting)`,
    [
      orgId,
      windows.map(({ resourceId }) => resourceId),
      windows.map(({ from }) => new Date(from)),
      windows.map(({ to }) => new Date(to)),
    ],
  );
  return rows.map(({ id }) => id);
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

const maxEnded = 500;

/** Those that ended without a visit, the last one first. Index: line_by_group, ticket_past. */
export async function endedTokens(db: pg.Pool, dayId: string): Promise<Token[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from line l join ticket t on t.line_id = l.id and t.state = 'done'
      where l.group_id = $1 and l.group_id <> l.id and t.status in ('CANCELLED', 'EXPIRED')
      order by t.ended_at desc, t.id limit $2`,
    [dayId, maxEnded],
  );
  return rows.map((row) => ticketOf(row) as Token);
}

export async function findToken(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
  id: string,
): Promise<Token | null> {
  const [token] = await findTokens(db, orgId, [id]);
  return token ?? null;
}

export async function findTokens(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
  ids: readonly string[],
): Promise<Token[]> {
  const { rows } = await db.query<TicketRow>(
    `select ${ticketColumns} from ticket t join line l on l.id = t.line_id
      where t.org_id = $1 and t.id = any($2::uuid[]) and l.product = 'opd'`,
    [orgId, ids],
  );
  return rows.map((row) => ticketOf(row) as Token);
}

/** Which tokens hold these unique keys. Index: ticket_claim. */
export async function keyHolders(
  db: pg.Pool,
  orgId: string,
  keys: readonly string[],
): Promise<[key: string, tokenId: string][]> {
  const { rows } = await db.query<{ claim: string; id: string }>(
    `select claim, id from ticket where claim = any($2::text[]) and org_id = $1`,
    [orgId, [...new Set(keys)]],
  );
  return rows.map(({ claim, id }) => [claim, id]);
}

/** How many wait, and how much is taken, in slots that are not over. Index: opd_day_pkey, line_by_group. */
export async function loadNow(
  db: pg.Pool,
  now: Date,
): Promise<{ waiting: number; taken: number; places: number }> {
  const { rows } = await db.query<{ waiting: number; taken: number; places: number }>(
    `select coalesce(sum((select sum(n) from unnest(l.waiting) as n)), 0)::int as waiting,
            coalesce(sum(l.taken), 0)::int as taken, coalesce(sum(l.capacity), 0)::int as places
       from opd_day d join line l on l.group_id = d.line_id and l.group_id <> l.id
      where d.ends_at > $1 and (l.memory->>'end')::bigint > $2`,
    [now, now.getTime()],
  );
  return rows[0]!;
}
