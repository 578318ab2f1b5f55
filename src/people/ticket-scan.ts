// All tickets of an organisation that hold something, found by looking at each, a page at a time: nobody
// is looked for often enough to be worth an index that every join would pay for. Index: ticket_pkey.

import type pg from "pg";

const pageSize = 20_000;

/** `which`: a condition on `t`, a ticket; its values begin with $3. */
export async function scanTickets(
  db: pg.Pool,
  orgId: string,
  which: string,
  values: readonly unknown[],
): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = "00000000-0000-0000-0000-000000000000";
  while (after !== null) {
    const page: pg.QueryResult<{ ids: string[] | null; last: string; n: number }> = await db.query(
      `with t as materialized (
         select * from ticket where org_id = $1 and id > $2 order by id limit ${pageSize})
       select (select array_agg(t.id::text) from t where ${which}) as ids,
              (select id::text from t order by id desc limit 1) as last,
              (select count(*)::int from t) as n`,
      [orgId, after, ...values],
    );
    const { ids, last, n } = page.rows[0]!;
    found.push(...(ids ?? []));
    after = n === pageSize ? last : null;
  }
  return found;
}

/** The line whose lock a ticket is changed under. Index: ticket_pkey, line_by_id. */
export const ticketsWithLocks = `select t.*, l.group_id from ticket t join line l on l.id = t.line_id
  where t.org_id = $1 and t.id = any($2::uuid[])`;
