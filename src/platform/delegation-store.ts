// SQL of owners and delegations.

import type pg from "pg";
import { invalid } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import type { Delegation, Given, Permission } from "./rights.ts";

type Db = pg.Pool | pg.ClientBase;

/** Kept with those that have ended, so bounded; and all that are in force are looked at together. */
const maxPerResource = 200;

export interface Person {
  userId: string;
  name: string;
  email: string;
}

export interface DelegationRow extends Person {
  id: string;
  resourceId: string;
  permissions: Permission[];
  until: Date | null;
  grantedBy: string | null;
  grantedByName: string | null;
  createdAt: Date;
  revokedAt: Date | null;
}

export async function checkResource(db: Db, orgId: string, id: string): Promise<void> {
  const { rowCount } = await db.query(
    `select 1 from line where org_id = $1 and id = $2 and product = 'resource'`,
    [orgId, id],
  );
  if (!rowCount) throw refuse("NOT_FOUND", "There is no such resource");
}

export async function checkRoom(
  tx: pg.ClientBase,
  orgId: string,
  resourceId: string,
  now: Date,
): Promise<void> {
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from delegation where org_id = $1 and resource_id = $2`,
    [orgId, resourceId],
  );
  if (rows[0]!.n < maxPerResource) return;
  // The oldest that has ended makes room: the audit trail remembers it.
  const { rowCount } = await tx.query(
    `delete from delegation where org_id = $1 and resource_id = $2 and id = (
       select id from delegation where org_id = $1 and resource_id = $2
          and (revoked_at is not null or until_at <= $3) order by id limit 1)`,
    [orgId, resourceId, now],
  );
  if (!rowCount) throw refuse("DELEGATIONS_FULL");
}

export async function findMember(db: Db, orgId: string, userId: string): Promise<Person> {
  const { rows } = await db.query<Person>(
    `select user_id as "userId", name, email from member
       join user_account on user_account.id = user_id where org_id = $1 and user_id = $2`,
    [orgId, userId],
  );
  if (rows[0]) return rows[0];
  throw invalid([{ field: "userId", message: "must be a member of the organisation" }]);
}

export async function findOwner(db: Db, orgId: string, resourceId: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(
    `select user_id as "userId", name, email from resource_owner
       join user_account on user_account.id = user_id where org_id = $1 and resource_id = $2`,
    [orgId, resourceId],
  );
  return rows[0] ?? null;
}

// Index: primary key.
export async function listDelegations(
  db: Db,
  orgId: string,
  resourceId: string,
): Promise<DelegationRow[]> {
  const { rows } = await db.query<DelegationRow>(
    `select d.id, d.resource_id as "resourceId", d.user_id as "userId", u.name, u.email, d.permissions,
            d.until_at as until, d.granted_by as "grantedBy", g.name as "grantedByName",
            d.created_at as "createdAt", d.revoked_at as "revokedAt"
       from delegation d join user_account u on u.id = d.user_id
       left join user_account g on g.id = d.granted_by
      where d.org_id = $1 and d.resource_id = $2 order by d.id desc`,
    [orgId, resourceId],
  );
  return rows;
}

interface GivenRow {
  resourceId: string;
  owner: string | null;
  delegations: Delegation[];
}

/** One question for all resources of a booking. Indexes: primary keys of both tables. */
export async function loadGiven(
  db: Db,
  orgId: string,
  resourceIds: readonly string[],
): Promise<Map<string, Given>> {
  const { rows } = await db.query<GivenRow>(
    `select r.id as "resourceId", o.user_id as owner, d.delegations
       from unnest($2::uuid[]) as r (id)
       left join resource_owner o on o.org_id = $1 and o.resource_id = r.id
       cross join lateral (
         select coalesce(json_agg(json_build_object('id', id, 'userId', user_id,
             'permissions', permissions, 'grantedBy', granted_by,
             'until', (extract(epoch from until_at) * 1000)::bigint)), '[]') as delegations
           from delegation
          where org_id = $1 and resource_id = r.id and revoked_at is null) d`,
    [orgId, resourceIds],
  );
  return new Map(rows.map(({ resourceId, ...given }) => [resourceId, given]));
}

export async function insertDelegation(
  tx: pg.ClientBase,
  orgId: string,
  row: DelegationRow,
  actor: string,
): Promise<void> {
  const { resourceId, id, userId, permissions, until, grantedBy, createdAt } = row;
  await tx.query(
    `insert into delegation
       (org_id, resource_id, id, user_id, permissions, until_at, granted_by, actor, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [orgId, resourceId, id, userId, permissions, until, grantedBy, actor, createdAt],
  );
}

export async function replaceOwner(
  tx: pg.ClientBase,
  orgId: string,
  resourceId: string,
  userId: string | null,
  since: Date,
): Promise<void> {
  await tx.query(`delete from resource_owner where org_id = $1 and resource_id = $2`, [
    orgId,
    resourceId,
  ]);
  if (userId === null) return;
  await tx.query(
    `insert into resource_owner (org_id, resource_id, user_id, since) values ($1, $2, $3, $4)`,
    [orgId, resourceId, userId, since],
  );
}

export async function markRevoked(
  tx: pg.ClientBase,
  orgId: string,
  { resourceId, id }: DelegationRow,
  now: Date,
): Promise<void> {
  await tx.query(
    `update delegation set revoked_at = $4 where org_id = $1 and resource_id = $2 and id = $3`,
    [orgId, resourceId, id, now],
  );
}

/** Resources that a user owns or has a delegation for. Indexes: …_by_user of both tables. */
export async function resourcesOf(db: Db, orgId: string, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select resource_id as id from resource_owner where org_id = $1 and user_id = $2
     union select resource_id from delegation
      where org_id = $1 and user_id = $2 and revoked_at is null order by id`,
    [orgId, userId],
  );
  return rows.map(({ id }) => id);
}

export async function ownedBy(db: Db, orgId: string, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select resource_id as id from resource_owner where org_id = $1 and user_id = $2 order by id`,
    [orgId, userId],
  );
  return rows.map(({ id }) => id);
}
