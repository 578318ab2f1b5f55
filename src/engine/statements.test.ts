import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { pinned } from "./connection.ts";
import { statements } from "./statements.ts";

let database: FreshDatabase;

before(async () => (database = await freshDatabase()));
after(() => database.drop());

// A plan is made once per connection, often while the tables are new and all indexes look alike. One
// that read by organisation made every lookup read all that the organisation ever did.
const lookups = [
  { name: "replays", index: "event_idem", types: "uuid[], uuid[]", by: "idem = " },
  { name: "uniqueKeys", index: "ticket_claim", types: "uuid[], text[]", by: "claim = " },
  {
    name: "onward",
    index: "waiting_pkey",
    types: "uuid, smallint, bigint, uuid, int",
    by: "(line_id = $1) AND (ROW(level, rank, ticket_id) > ROW(",
  },
] as const;

for (const { name, index, types, by } of lookups) {
  for (const tables of ["new", "analysed while empty", "small", "full"]) {
    test(`${name} are found by their own index when the tables are ${tables}`, async () => {
      const client = await database.pool.connect();
      await client.query("begin");
      if (tables === "small") await client.query(people(20));
      if (tables === "full") await client.query(people(20_000));
      if (tables !== "new") await client.query("analyze event, ticket, waiting");
      await client.query(pinned);
      await client.query(`prepare looked_up (${types}) as ${statements[name]}`);
      const nothing = types.split(", ").map(() => "null");
      const { rows } = await client.query(`explain execute looked_up (${nothing.join()})`);
      await client.query("rollback");
      client.release(true);
      const plan = rows.map((row) => row["QUERY PLAN"] as string).join("\n");
      assert.ok(plan.includes(`Index Scan using ${index} on`), plan);
      assert.ok(plan.includes(`Index Cond: (${by}`), plan);
      assert.ok(!plan.includes("Sort"), plan);
    });
  }
}

/** All in one line. */
const people = (count: number) => `
  insert into event (org_id, line_id, seq, type, at, actor)
    select '${"0".repeat(32)}', '${"0".repeat(32)}', n, 'joined', now(), 'test'
    from generate_series(1, ${count}) n;
  insert into ticket (org_id, id, line_id, state, status, priority, level, rank, sequence, number,
      version, joined_at, data)
    select '${"0".repeat(32)}', gen_random_uuid(), '${"0".repeat(32)}', 'waiting', 'WAITING', 0, 0, n, n,
      'Q-1', 1, now(), '{}'
    from generate_series(1, ${count}) n;
  insert into waiting (org_id, line_id, level, rank, ticket_id)
    select org_id, line_id, level, rank, id from ticket;
`;
