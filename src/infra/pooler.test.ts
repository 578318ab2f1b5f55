import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { freshDatabase } from "../../test/database.ts";
import { startPgBouncer } from "../../test/pgbouncer.ts";
import { readConfig } from "./config.ts";
import { Connections } from "./connections.ts";
import { openDatabase, type Database } from "./database.ts";
import { createLog } from "./log.ts";

type Mode = Parameters<typeof startPgBouncer>[1];

/** Opens a database as a server does when it starts, through a PgBouncer. */
async function through(t: TestContext, mode: Mode): Promise<Database> {
  const database = await freshDatabase();
  const bouncer = await startPgBouncer(database.url, mode);
  t.after(async () => {
    await bouncer.stop();
    await database.drop();
  });
  return open(bouncer.url);
}

function open(url: string): Promise<Database> {
  const settings = {
    DATABASE_URL: url,
    ALLOW_UNSAFE_DATABASE: "true",
    TURNKEEPER_MASTER_KEY: "a-master-key-for-tests-long-enough",
  };
  return openDatabase(readConfig(settings, "/nowhere"), createLog("silent"), assert.fail);
}

for (const mode of ["transaction", "statement"] as const) {
  test(`a pooler that shares connections is refused (${mode} mode)`, async (t) => {
    await assert.rejects(through(t, mode), {
      name: "DatabaseError",
      message: /pooler.*pool_mode = session/s,
    });
  });
}

test("a pooler that keeps a connection for whoever opened it is fine", async (t) => {
  const database = await through(t, "session");
  const { rows } = await database.pool.query(`select 1 as one`);
  assert.deepEqual(rows, [{ one: 1 }]);
  const heard = Promise.withResolvers<void>();
  const listener = await database.connections.connect({ name: "test" });
  listener.on("notification", () => heard.resolve());
  await listener.query("listen turnkeeper_events");
  await database.pool.query(`notify turnkeeper_events`);
  await heard.promise;
  await listener.end();
  await database.close();
});

test("a pooler that shares connections is refused while others use them", async (t) => {
  const database = await freshDatabase();
  const bouncer = await startPgBouncer(database.url, "transaction");
  t.after(async () => {
    await bouncer.stop();
    await database.drop();
  });
  const others = new Connections(bouncer.url, createLog("silent")).pool(8);
  let going = true;
  const busy = Array.from({ length: 8 }, async () => {
    while (going) await others.query("select pg_sleep(0.001)");
  });
  await assert.rejects(open(bouncer.url), /pooler/);
  going = false;
  await Promise.all(busy);
  await others.end();
});
