// SQL of an import: thousands of rows in a few statements. The writer holds the lock of the organisation's line.

import type pg from "pg";
import type { Resource } from "../store.ts";
import type { Configuration } from "../schedule.ts";

/** "doctor dr rao": what is there already. Index: availability_resource_pkey. */
export async function takenNames(db: pg.Pool | pg.ClientBase, orgId: string): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select type || ' ' || lower(name) as key from availability_resource where org_id = $1`,
    [orgId],
  );
  return new Set(rows.map(({ key }) => key));
}

/** By their names in small letters. Index: availability_department_by_name. */
export async function departmentIds(
  db: pg.Pool | pg.ClientBase,
  orgId: string,
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select id, lower(name) as name from availability_department where org_id = $1`,
    [orgId],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function insertDepartments(
  tx: pg.ClientBase,
  orgId: string,
  departments: readonly { id: string; name: string }[],
): Promise<void> {
  await tx.query(
    `insert into availability_department (org_id, id, name)
     select $1, id, name from unnest($2::uuid[], $3::text[]) as fresh (id, name)`,
    [orgId, departments.map(({ id }) => id), departments.map(({ name }) => name)],
  );
}

export async function insertResources(
  tx: pg.ClientBase,
  orgId: string,
  resources: readonly Resource[],
  now: Date,
): Promise<void> {
  const ids = resources.map(({ id }) => id);
  await tx.query(
    `insert into line (org_id, id, group_id, product)
     select $1, id, id, 'resource' from unnest($2::uuid[]) as fresh (id)`,
    [orgId, ids],
  );
  await tx.query(
    `insert into availability_resource (org_id, id, type, name, timezone, department_id, active, created_at)
     select $1, id, type, name, timezone, department_id, true, $7
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[])
         as fresh (id, type, name, timezone, department_id)`,
    [
      orgId,
      ids,
      resources.map(({ type }) => type),
      resources.map(({ name }) => name),
      resources.map(({ timezone }) => timezone),
      resources.map(({ departmentId }) => departmentId),
      now,
    ],
  );
}

export interface HoursOf {
  resourceId: string;
  configuration: Configuration;
}

/** All of them begin with a date. */
export async function insertHours(
  tx: pg.ClientBase,
  orgId: string,
  hours: readonly HoursOf[],
  now: Date,
): Promise<void> {
  const each = <T>(of: (configuration: Configuration) => T) =>
    hours.map(({ configuration }) => of(configuration));
  await tx.query(
    `insert into availability_configuration
       (org_id, resource_id, id, valid_from, slot_minutes, tokens_per_slot, weekly, created_at)
     select $1, resource_id, id, valid_from, slot_minutes, tokens_per_slot, weekly, $8
       from unnest($2::uuid[], $3::uuid[], $4::date[], $5::integer[], $6::integer[], $7::jsonb[])
         as fresh (resource_id, id, valid_from, slot_minutes, tokens_per_slot, weekly)`,
    [
      orgId,
      hours.map(({ resourceId }) => resourceId),
      each(({ id }) => id),
      each(({ validFrom }) => validFrom),
      each(({ slotMinutes }) => slotMinutes),
      each(({ tokensPerSlot }) => tokensPerSlot),
      each(({ weekly }) => JSON.stringify(weekly)),
      now,
    ],
  );
}
