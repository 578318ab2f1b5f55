// SQL of calendars from outside.

import type pg from "pg";
import { openText, sealText, type SealedColumn } from "../infra/sealed-column.ts";
import type { Vault } from "../infra/vault.ts";
import { refuse } from "./refusals.ts";

type Db = pg.Pool | pg.ClientBase;

export interface OutsideCalendar {
  orgId: string;
  resourceId: string;
  id: string;
  name: string;
  url: string | null;
  conflicts: "keep" | "move";
  refreshMinutes: number;
  busy: number;
  leftOutside: number;
  attempts: number;
  failures: number;
  failure: string | null;
  triedAt: Date | null;
  readAt: Date | null;
  nextAt: Date;
  createdAt: Date;
}

/** With the last good copy. */
export interface Copy extends OutsideCalendar {
  ics: string | null;
  etag: string | null;
  modified: string | null;
}

/** Anybody who has the address can read the whole calendar. */
export const sealedUrls: SealedColumn = {
  table: "outside_calendar",
  column: "url",
  purposeOf: (id) => `outside calendar ${id}`,
};

function opened<Row extends { id: string; url: string | null }>(vault: Vault, row: Row): Row {
  return row.url === null ? row : { ...row, url: openText(sealedUrls, vault, row.id, row.url) };
}

const shown = `org_id as "orgId", resource_id as "resourceId", id, name, url, conflicts,
  refresh_minutes as "refreshMinutes", busy, left_outside as "leftOutside", attempts, failures, failure,
  tried_at as "triedAt", read_at as "readAt", next_at as "nextAt", created_at as "createdAt"`;
const all = `${shown}, ics, etag, modified`;
const one = `org_id = $1 and resource_id = $2 and id = $3`;

const maxPerResource = 10;

export async function listCalendars(
  db: Db,
  vault: Vault,
  orgId: string,
  resourceId: string,
): Promise<OutsideCalendar[]> {
  const { rows } = await db.query<OutsideCalendar>(
    `select ${shown} from outside_calendar where org_id = $1 and resource_id = $2 order by id`,
    [orgId, resourceId],
  );
  return rows.map((row) => opened(vault, row));
}

export async function findCalendar(
  db: Db,
  vault: Vault,
  orgId: string,
  resourceId: string,
  id: string,
): Promise<OutsideCalendar> {
  const { rows } = await db.query<OutsideCalendar>(
    `select ${shown} from outside_calendar where ${one}`,
    [orgId, resourceId, id],
  );
  if (!rows[0]) throw refuse("NOT_FOUND", "There is no such calendar");
  return opened(vault, rows[0]);
}

export interface NewCalendar {
  orgId: string;
  resourceId: string;
  id: string;
  name: string;
  url: string | null;
  ics: string | null;
  conflicts: "keep" | "move";
  refreshMinutes: number;
  busy: number;
  leftOutside: number;
  readAt: Date | null;
  nextAt: Date;
}

/** Under the lock of the resource's line, which keeps the count right. */
export async function insertCalendar(
  tx: pg.ClientBase,
  vault: Vault,
  calendar: NewCalendar,
  now: Date,
): Promise<void> {
  const { orgId, resourceId, id, name, url, ics, conflicts, refreshMinutes } = calendar;
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from outside_calendar where org_id = $1 and resource_id = $2`,
    [orgId, resourceId],
  );
  if (rows[0]!.n >= maxPerResource) throw refuse("CALENDARS_FULL");
  await tx.query(
    `insert into outside_calendar (org_id, resource_id, id, name, url, ics, conflicts,
        refresh_minutes, busy, left_outside, read_at, tried_at, next_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13)`,
    [
      orgId,
      resourceId,
      id,
      name,
      url === null ? null : sealText(sealedUrls, vault, id, url),
      ics,
      conflicts,
      refreshMinutes,
      calendar.busy,
      calendar.leftOutside,
      calendar.readAt,
      calendar.nextAt,
      now,
    ],
  );
}

export async function deleteCalendar(
  tx: pg.ClientBase,
  { orgId, resourceId, id }: OutsideCalendar,
): Promise<void> {
  await tx.query(`delete from outside_calendar where ${one}`, [orgId, resourceId, id]);
}

export interface Claiming {
  /** Organisations at most. */
  limit: number;
  /** Calendars of each at most. */
  perOrg: number;
  /** Organisations whose turn it is not. */
  except: readonly string[];
}

// Index: outside_calendar_due. The one that reads it has a while for that; then it is anybody's again.
export async function claimDue(
  db: Db,
  vault: Vault,
  now: Date | null,
  leaseMs: number,
  { limit, perOrg, except }: Claiming,
): Promise<Copy[]> {
  const { rows } = await db.query<Copy>(
    `update outside_calendar c set attempts = attempts + 1, ${claimed("$1", "$2")}
       from (select o.ctid from outside_calendar o join (
               select org_id, resource_id, id from (
                 select org_id, resource_id, id,
                        dense_rank() over (order by first_at, org_id) as turn,
                        row_number() over (partition by org_id order by next_at, id) as n
                   from (select *, min(next_at) over (partition by org_id) as first_at
                           from outside_calendar
                          where next_at <= coalesce($1::timestamptz, now())
                            and org_id <> all($5::uuid[])) due) ranked
                where turn <= $3 and n <= $4) chosen using (org_id, resource_id, id)
              where o.next_at <= coalesce($1::timestamptz, now())
                for update of o skip locked) due
      where c.ctid = due.ctid returning ${all}`,
    [now, leaseMs, limit, perOrg, except],
  );
  return rows.map((row) => opened(vault, row));
}

export async function claimOne(
  db: Db,
  vault: Vault,
  { orgId, resourceId, id }: OutsideCalendar,
  now: Date | null,
  leaseMs: number,
): Promise<Copy | null> {
  const { rows } = await db.query<Copy>(
    `update outside_calendar set attempts = attempts + 1, ${claimed("$4", "$5")}
      where ${one} returning ${all}`,
    [orgId, resourceId, id, now, leaseMs],
  );
  return rows[0] ? opened(vault, rows[0]) : null;
}

function claimed(now: string, leaseMs: string): string {
  const time = `coalesce(${now}::timestamptz, now())`;
  return `tried_at = ${time}, next_at = ${time} + ${leaseMs} * interval '1 millisecond'`;
}

export interface Read {
  ics: string;
  etag: string | null;
  modified: string | null;
  busy: number;
  /** null: nothing has changed, so it is what it was. */
  leftOutside: number | null;
  readAt: Date;
  nextAt: Date;
}

/** Refused when somebody else has begun to read it since: theirs is newer. */
export async function saveRead(
  db: Db,
  { orgId, resourceId, id, attempts }: OutsideCalendar,
  read: Read,
): Promise<void> {
  const { ics, etag, modified, busy, leftOutside, readAt, nextAt } = read;
  const { rowCount } = await db.query(
    `update outside_calendar set ics = $5, etag = $6, modified = $7, busy = $8,
            left_outside = coalesce($9, left_outside), read_at = $10, next_at = $11,
            failures = 0, failure = null
      where ${one} and attempts = $4`,
    [orgId, resourceId, id, attempts, ics, etag, modified, busy, leftOutside, readAt, nextAt],
  );
  if (!rowCount) throw refuse("WRONG_STATE", "The calendar was read or removed by somebody else");
}

/** What it said when it was last read stays. */
export async function saveFailure(
  db: Db,
  { orgId, resourceId, id, attempts }: OutsideCalendar,
  failure: string,
  nextAt: Date,
): Promise<void> {
  await db.query(
    `update outside_calendar set failures = failures + 1, failure = $5, next_at = $6
      where ${one} and attempts = $4`,
    [orgId, resourceId, id, attempts, failure, nextAt],
  );
}

export async function countFailing(db: Db): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from outside_calendar where failures > 0`,
  );
  return rows[0]!.n;
}
