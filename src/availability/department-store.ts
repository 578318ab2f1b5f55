// SQL of departments. A writer holds the lock of the organisation's line.

import type pg from "pg";

type Db = pg.Pool | pg.ClientBase;

export interface Department {
  id: string;
  name: string;
}

/** By name; `after` is the last one shown. Index: availability_department_by_name. */
export async function listDepartments(
  db: Db,
  orgId: string,
  after: string | null,
  limit: number,
): Promise<Department[]> {
  const { rows } = await db.query<Department>(
    `select id, name from availability_department
      where org_id = $1 and ($2::uuid is null or lower(name) >
        (select lower(name) from availability_department where org_id = $1 and id = $2))
      order by lower(name) limit $3`,
    [orgId, after, limit],
  );
  return rows;
}

// Index: availability_department_pkey.
export async function findDepartment(
  db: Db,
  orgId: string,
  id: string,
): Promise<Department | null> {
  const { rows } = await db.query<Department>(
    `select id, name from availability_department where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0] ?? null;
}

// Index: availability_department_by_name.
export async function findDepartmentByName(
  db: Db,
  orgId: string,
  name: string,
): Promise<Department | null> {
  const { rows } = await db.query<Department>(
    `select id, name from availability_department where org_id = $1 and lower(name) = lower($2)`,
    [orgId, name],
  );
  return rows[0] ?? null;
}

export async function countDepartments(db: Db, orgId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int from availability_department where org_id = $1`,
    [orgId],
  );
  return rows[0]!.count;
}

// Index: availability_resource_by_department.
export async function countResourcesIn(db: Db, orgId: string, id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int from availability_resource where org_id = $1 and department_id = $2`,
    [orgId, id],
  );
  return rows[0]!.count;
}

export async function insertDepartment(
  tx: pg.ClientBase,
  orgId: string,
  { id, name }: Department,
): Promise<void> {
  await tx.query(`insert into availability_department (org_id, id, name) values ($1, $2, $3)`, [
    orgId,
    id,
    name,
  ]);
}

export async function renameDepartment(
  tx: pg.ClientBase,
  orgId: string,
  { id, name }: Department,
): Promise<void> {
  await tx.query(`update availability_department set name = $3 where org_id = $1 and id = $2`, [
    orgId,
    id,
    name,
  ]);
}

export async function deleteDepartment(
  tx: pg.ClientBase,
  orgId: string,
  id: string,
): Promise<void> {
  await tx.query(`delete from availability_department where org_id = $1 and id = $2`, [orgId, id]);
}
