// Many deadlines of one line ran out while nobody looked, and then several servers look together: all
// end, each once, and what they held is given back once. With the lease that lets one of them look at a
// time, and without it, when all look at the same moment.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApp, type TestApp } from "./app.ts";
import { kinds, type Kind, type Overdue } from "./overdue.ts";
import { until } from "./until.ts";

let app: TestApp;
let servers: TestApp[];

before(async () => {
  app = await startApp({ now: "2026-01-05T09:00:00Z" });
  servers = [app, await startApp({ beside: app }), await startApp({ beside: app })];
});
after(async () => {
  for (const server of servers.toReversed()) await server.close();
});

describe("three servers take turns", () => tryEach(kinds.slice(0, 3)));

describe("three servers look at the same moment", () => {
  before(async () => {
    await app.pool.query(`
      create function over() returns trigger language plpgsql as
        $$ begin new.until := '-infinity'; return new; end $$;
      create trigger over before insert or update on lease for each row execute function over()`);
  });
  tryEach(kinds);
});

function tryEach(some: readonly Kind[]): void {
  for (const { name, arrange } of some) {
    test(name, async () => {
      const overdue = await arrange(app);
      assert.ok((await countOverdue()) > 0);
      for (const { server } of servers) server.deadlines.start();
      await until("nothing is overdue", async () => (await countOverdue()) === 0);
      await Promise.all(servers.map(({ server }) => server.deadlines.close()));
      await checkEvents(overdue);
      await overdue.check?.();
      assert.equal(await countOverdue(), 0);
    });
  }
}

async function countOverdue(): Promise<number> {
  const { rows } = await app.pool.query<{ n: number }>(
    `select (select count(*) from ticket where deadline_at <= $1)::int
          + (select count(*) from line where deadline_at <= $1)::int as n`,
    [app.clock.fixed()],
  );
  return rows[0]!.n;
}

async function checkEvents({ lineIds, events }: Overdue): Promise<void> {
  const { rows } = await app.pool.query<{ type: string; n: number; different: number }>(
    `select type, count(*)::int as n,
            count(distinct coalesce(ticket_id::text, after::text))::int as different
       from event where line_id = any($1::uuid[]) and type = any($2::text[]) group by type`,
    [lineIds, Object.keys(events)],
  );
  const found = Object.fromEntries(rows.map(({ type, n, different }) => [type, [n, different]]));
  const wanted = Object.entries(events).map(([type, n]) => [type, [n, n]] as const);
  assert.deepEqual(found, Object.fromEntries(wanted));
}
