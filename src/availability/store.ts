// SQL of availability. Nothing else touches its tables. A writer holds the lock of the resource's line
// (engine/audited-write.ts).

import type pg from "pg";
import type { ResourceType } from "./rules.ts";
import { endDateIn, firstDateIn, isDate } from "./moments.ts";
import type { Configuration, Exception, Hours, Schedule } from "./schedule.ts";

type Db = pg.Pool | pg.ClientBase;

export interface Resource {
  orgId: string;
  id: string;
  type: ResourceType;
  name: string;
  timezone: string;
  objectId: string | null;
  departmentId: string | null;
  active: boolean;
  createdAt: Date;
}

const resourceColumns = `org_id as "orgId", id, type, name, timezone, object_id as "objectId",
  department_id as "departmentId", active, created_at as "createdAt"`;

// Index: availability_resource_pkey.
export async function findResource(db: Db, orgId: string, id: string): Promise<Resource | null> {
  const { rows } = await db.query<Resource>({
    name: "availability_resource",
    text: `select ${resourceColumns} from availability_resource where org_id = $1 and id = $2`,
    values: [orgId, id],
  });
  return rows[0] ?? null;
}

// Index: availability_resource_pkey.
export async function findResources(
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<Resource[]> {
  const { rows } = await db.query<Resource>(
    `select ${resourceColumns} from availability_resource where org_id = $1 and id = any($2::uuid[])`,
    [orgId, ids],
  );
  return rows;
}

// Index: availability_resource_by_id.
export async function findAnyResource(db: Db, id: string): Promise<Resource | null> {
  const { rows } = await db.query<Resource>(
    `select ${resourceColumns} from availability_resource where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export interface ResourceFilter {
  type?: ResourceType | undefined;
  objectId?: string | undefined;
  /** "none": those in no department. */
  departmentId?: string | undefined;
  active?: boolean | undefined;
  /** Each of them is somewhere in the name, or in that of the department. */
  words?: readonly string[] | undefined;
  sort?: "created" | "name" | undefined;
}

// Ids ascend with time. A page goes on after the one shown last, wherever it is in the order by now.
const order = {
  created: { by: "id", after: "id > $3" },
  name: {
    by: `lower(name) collate "C", id`,
    after: `(lower(name) collate "C", id) >
      (select lower(name) collate "C", id from availability_resource where org_id = $1 and id = $3)`,
  },
};

// Index: availability_resource_pkey or availability_resource_by_name. An object and a department are found
// by indexes of their own.
export async function listResources(
  db: Db,
  orgId: string,
  { type, objectId, departmentId, active, words = [], sort = "created" }: ResourceFilter,
  after: string | null,
  limit: number,
): Promise<Resource[]> {
  const values: unknown[] = [orgId, limit, after];
  const where = ["org_id = $1", `($3::uuid is null or ${order[sort].after})`];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  if (type !== undefined) add(type, (one) => `type = ${one}`);
  if (objectId !== undefined) add(objectId, (one) => `object_id = ${one}`);
  if (active !== undefined) add(active, (one) => `active = ${one}`);
  if (departmentId === "none") where.push("department_id is null");
  else if (departmentId !== undefined) add(departmentId, (one) => `department_id = ${one}`);
  if (words.length > 0)
    add(words.map(pattern), (one) => `${searchedText} like all(${one}::text[])`);
  const { rows } = await db.query<Resource>(
    `select ${resourceColumns} from availability_resource as r
      where ${where.join(" and ")} order by ${order[sort].by} limit $2`,
    values,
  );
  return rows;
}

const searchedText = `lower(concat_ws(' ', name, (select d.name from availability_department d
  where d.org_id = r.org_id and d.id = r.department_id)))`;

function pattern(word: string): string {
  return `%${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

export async function insertResource(tx: pg.ClientBase, resource: Resource): Promise<void> {
  const { orgId, id, type, name, timezone, objectId, departmentId, active, createdAt } = resource;
  await tx.query(
    `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'resource')`,
    [orgId, id],
  );
  await tx.query(
    `insert into availability_resource
       (org_id, id, type, name, timezone, object_id, department_id, active, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [orgId, id, type, name, timezone, objectId, departmentId, active, createdAt],
  );
}

export async function saveResource(tx: pg.ClientBase, resource: Resource): Promise<void> {
  const { orgId, id, name, active, departmentId } = resource;
  await tx.query(
    `update availability_resource set name = $3, active = $4, department_id = $5
      where org_id = $1 and id = $2`,
    [orgId, id, name, active, departmentId],
  );
}

export interface FoundHours extends Hours {
  type: ResourceType;
  active: boolean;
}

interface HoursRow {
  type: ResourceType;
  active: boolean;
  timezone: string;
  configurations: Configuration[];
  opened: string | null;
  openedTill: string | null;
  closed: string | null;
  closedTill: string | null;
}

// As in availability_schedule: an instant where there is one, else the date.
const instantText = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const validFrom = `coalesce(${instantText("begins_at")}, valid_from::text)`;
const validTill = `coalesce(${instantText("ends_at")}, valid_till::text)`;

const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`;

/**
 * The hours alone, for slots and free time, which are asked for most. A thousand exceptions come as
 * four arrays in 1.0 ms; as rows it was 1.5 ms, from availability_schedule with ids and reasons 5 ms.
 * Index: availability_exception_by_end.
 */
export async function findHours(
  db: Db,
  orgId: string,
  resourceId: string,
  from: number,
  to: number,
): Promise<FoundHours | null> {
  const { rows } = await db.query<HoursRow>({
    name: "availability_hours",
    text: `select r.type, r.active, r.timezone, c.configurations, e.opened, e."openedTill", e.closed, e."closedTill"
      from availability_resource r
      cross join lateral (
        select coalesce(json_agg(json_build_object(
            'id', id, 'validFrom', ${validFrom}, 'validTill', ${validTill}, 'slotMinutes', slot_minutes,
            'tokensPerSlot', tokens_per_slot, 'weekly', weekly)), '[]') as configurations
          from availability_configuration
         where org_id = r.org_id and resource_id = r.id and replaced_at is null
           and valid_from <= ($4::timestamptz at time zone 'UTC')::date + 1
           and (valid_till is null or valid_till >= ($3::timestamptz at time zone 'UTC')::date - 1)) c
      cross join lateral (
        select array_agg(${ms("start_at")}) filter (where available)::text as opened,
               array_agg(${ms("end_at")}) filter (where available)::text as "openedTill",
               array_agg(${ms("start_at")}) filter (where not available)::text as closed,
               array_agg(${ms("end_at")}) filter (where not available)::text as "closedTill"
          from availability_exception
         where org_id = r.org_id and resource_id = r.id
           and end_at > $3::timestamptz - interval '2 days'
           and start_at < $4::timestamptz + interval '2 days') e
     where r.org_id = $1 and r.id = $2`,
    values: [orgId, resourceId, new Date(from), new Date(to)],
  });
  const [row] = rows;
  if (!row) return null;
  const { opened, openedTill, closed, closedTill, ...hours } = row;
  const exceptions = [...pairs(true, opened, openedTill), ...pairs(false, closed, closedTill)];
  return { ...hours, exceptions };
}

function pairs(available: boolean, starts: string | null, ends: string | null) {
  const till = numbersIn(ends);
  return numbersIn(starts).map((start, i) => ({ available, start, end: till[i]! }));
}

/** PostgreSQL writes {1,2,3}. */
function numbersIn(array: string | null): number[] {
  return array === null ? [] : (JSON.parse(`[${array.slice(1, -1)}]`) as number[]);
}

export interface FoundSchedule extends Schedule {
  type: ResourceType;
  active: boolean;
}

/** All that answers for [from, to); null when the organisation has no such resource. */
export async function findSchedule(
  db: Db,
  orgId: string,
  resourceId: string,
  from: number,
  to: number | null,
): Promise<FoundSchedule | null> {
  const { rows } = await db.query<{ schedule: string }>({
    name: "availability_schedule",
    text: `select availability_schedule(id, $3, $4)::text as schedule
             from availability_resource where org_id = $1 and id = $2`,
    values: [orgId, resourceId, new Date(from), to === null ? "infinity" : new Date(to)],
  });
  return rows[0] ? (JSON.parse(rows[0].schedule) as FoundSchedule) : null;
}

export interface ConfigurationEntry extends Configuration {
  createdAt: Date;
  replacedAt: Date | null;
}

/** The whole history, in the order in which they hold. */
export async function listConfigurations(
  db: Db,
  orgId: string,
  resourceId: string,
): Promise<ConfigurationEntry[]> {
  const { rows } = await db.query<ConfigurationEntry>(
    `select id, ${validFrom} as "validFrom", ${validTill} as "validTill",
            slot_minutes as "slotMinutes", tokens_per_slot as "tokensPerSlot", weekly,
            created_at as "createdAt", replaced_at as "replacedAt"
       from availability_configuration where org_id = $1 and resource_id = $2
      order by valid_from, begins_at nulls first, id`,
    [orgId, resourceId],
  );
  return rows;
}

export interface ExceptionEntry extends Exception {
  createdAt: Date;
}

interface ExceptionRow extends Omit<ExceptionEntry, "start" | "end"> {
  start: Date;
  end: Date;
}

const exceptionSelect = `select id, available, start_at as start, end_at as end, reason,
    created_at as "createdAt" from availability_exception where org_id = $1 and resource_id = $2`;
// Those that calendars from outside brought go with their calendar.
const ownSelect = `${exceptionSelect} and calendar_id is null`;

const exceptionOf = (row: ExceptionRow): ExceptionEntry => ({
  ...row,
  start: row.start.getTime(),
  end: row.end.getTime(),
});

export async function listExceptions(
  db: Db,
  orgId: string,
  resourceId: string,
): Promise<ExceptionEntry[]> {
  const { rows } = await db.query<ExceptionRow>(`${ownSelect} order by start_at, id`, [
    orgId,
    resourceId,
  ]);
  return rows.map(exceptionOf);
}

export async function findException(
  db: Db,
  orgId: string,
  resourceId: string,
  id: string,
): Promise<ExceptionEntry | null> {
  const { rows } = await db.query<ExceptionRow>(`${ownSelect} and id = $3`, [
    orgId,
    resourceId,
    id,
  ]);
  return rows[0] ? exceptionOf(rows[0]) : null;
}

/** How many entries there are already, to refuse growing without end. */
export async function countEntries(
  db: Db,
  orgId: string,
  resourceId: string,
): Promise<{ configurations: number; exceptions: number }> {
  const { rows } = await db.query<{ configurations: number; exceptions: number }>(
    `select
       (select count(*)::int from availability_configuration
         where org_id = $1 and resource_id = $2) as configurations,
       (select count(*)::int from availability_exception
         where org_id = $1 and resource_id = $2 and calendar_id is null) as exceptions`,
    [orgId, resourceId],
  );
  return rows[0]!;
}

export async function insertConfiguration(
  tx: pg.ClientBase,
  { orgId, id: resourceId, timezone }: Resource,
  configuration: Configuration,
  now: Date,
): Promise<void> {
  const { id, validFrom, validTill, slotMinutes, tokensPerSlot, weekly } = configuration;
  await tx.query(
    `insert into availability_configuration
       (org_id, resource_id, id, valid_from, begins_at, valid_till, ends_at, slot_minutes, tokens_per_slot,
        weekly, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      orgId,
      resourceId,
      id,
      firstDateIn(timezone, validFrom),
      instantIn(validFrom),
      validTill && endDateIn(timezone, validTill),
      instantIn(validTill),
      slotMinutes,
      tokensPerSlot,
      JSON.stringify(weekly),
      now,
    ],
  );
}

/** null for a date, which its own column says. */
function instantIn(text: string | null): Date | null {
  return text === null || isDate(text) ? null : new Date(text);
}

export async function endConfigurations(
  tx: pg.ClientBase,
  { orgId, id: resourceId, timezone }: Resource,
  ids: readonly string[],
  validTill: string,
): Promise<void> {
  await tx.query(
    `update availability_configuration set valid_till = $4, ends_at = $5
      where org_id = $1 and resource_id = $2 and id = any($3::uuid[])`,
    [orgId, resourceId, ids, endDateIn(timezone, validTill), instantIn(validTill)],
  );
}

export async function replaceConfigurations(
  tx: pg.ClientBase,
  { orgId, id: resourceId }: Resource,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    `update availability_configuration set replaced_at = $4
      where org_id = $1 and resource_id = $2 and id = any($3::uuid[])`,
    [orgId, resourceId, ids, now],
  );
}

export async function insertException(
  tx: pg.ClientBase,
  { orgId, id: resourceId }: Resource,
  exception: Exception,
  now: Date,
): Promise<void> {
  const { id, available, start, end, reason } = exception;
  await tx.query(
    `insert into availability_exception
       (org_id, resource_id, id, available, start_at, end_at, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [orgId, resourceId, id, available, new Date(start), new Date(end), reason, now],
  );
}

export async function deleteException(
  tx: pg.ClientBase,
  { orgId, id: resourceId }: Resource,
  id: string,
): Promise<void> {
  await tx.query(
    `delete from availability_exception where org_id = $1 and resource_id = $2 and id = $3`,
    [orgId, resourceId, id],
  );
}

// Index: availability_exception_by_calendar.
export async function exceptionsOf(
  db: Db,
  { orgId, id: resourceId }: Resource,
  calendarId: string,
): Promise<Exception[]> {
  const { rows } = await db.query<ExceptionRow>(
    `${exceptionSelect} and calendar_id = $3 order by start_at`,
    [orgId, resourceId, calendarId],
  );
  return rows.map((row) => {
    const { createdAt: _, ...exception } = exceptionOf(row);
    return exception;
  });
}

export async function replaceExceptions(
  tx: pg.ClientBase,
  { orgId, id: resourceId }: Resource,
  calendarId: string,
  gone: readonly string[],
  fresh: readonly Exception[],
  now: Date,
): Promise<void> {
  await tx.query(
    `delete from availability_exception
      where org_id = $1 and resource_id = $2 and id = any($3::uuid[])`,
    [orgId, resourceId, gone],
  );
  await tx.query(
    `insert into availability_exception
       (org_id, resource_id, id, available, start_at, end_at, reason, created_at, calendar_id)
     select $1, $2, id, false, start_at, end_at, reason, $7, $8
       from unnest($3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::text[])
         as fresh (id, start_at, end_at, reason)`,
    [
      orgId,
      resourceId,
      fresh.map(({ id }) => id),
      fresh.map(({ start }) => new Date(start)),
      fresh.map(({ end }) => new Date(end)),
      fresh.map(({ reason }) => reason),
      now,
      calendarId,
    ],
  );
}
