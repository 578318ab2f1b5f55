// SQL of the addresses of calendar feeds.

import type pg from "pg";

type Db = pg.Pool | pg.ClientBase;

/** A feed shows one resource, or what concerns one person. */
export type FeedOf = { resourceId: string } | { userId: string };

export interface CalendarFeed {
  orgId: string;
  id: string;
  resourceId: string | null;
  userId: string | null;
  names: boolean;
  createdAt: Date;
}

const columns = `org_id as "orgId", id, resource_id as "resourceId", user_id as "userId", names,
  created_at as "createdAt"`;

const whose = `org_id = $1 and ($2::uuid is null or resource_id = $2) and ($3::uuid is null or user_id = $3)`;
const ofValues = (of: FeedOf) => ("resourceId" in of ? [of.resourceId, null] : [null, of.userId]);

// Indexes: calendar_feed_of_resource, calendar_feed_of_user.
export async function feedOf(db: Db, orgId: string, of: FeedOf): Promise<CalendarFeed | null> {
  const { rows } = await db.query<CalendarFeed>(
    `select ${columns} from calendar_feed where ${whose}`,
    [orgId, ...ofValues(of)],
  );
  return rows[0] ?? null;
}

export async function findFeed(db: Db, orgId: string, id: string): Promise<CalendarFeed | null> {
  const { rows } = await db.query<CalendarFeed>(
    `select ${columns} from calendar_feed where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0] ?? null;
}

export async function deleteFeed(tx: pg.ClientBase, orgId: string, of: FeedOf): Promise<boolean> {
  const { rowCount } = await tx.query(`delete from calendar_feed where ${whose}`, [
    orgId,
    ...ofValues(of),
  ]);
  return (rowCount ?? 0) > 0;
}

/** Of a resource; somebody's own ends with their membership by itself. */
export async function endFeedsOf(
  tx: pg.ClientBase,
  orgId: string,
  madeBy: readonly string[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from calendar_feed where org_id = $1 and made_by = any($2::text[])`,
    [orgId, madeBy],
  );
  return rowCount ?? 0;
}

export async function insertFeed(
  tx: pg.ClientBase,
  feed: CalendarFeed,
  madeBy: string,
): Promise<void> {
  const { orgId, id, resourceId, userId, names, createdAt } = feed;
  await tx.query(
    `insert into calendar_feed (org_id, id, resource_id, user_id, names, made_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [orgId, id, resourceId, userId, names, madeBy, createdAt],
  );
}
