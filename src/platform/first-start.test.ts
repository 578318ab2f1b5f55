import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { freshDatabase } from "../../test/database.ts";
import { testVault } from "../../test/vault.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { databaseClock } from "../infra/clock.ts";
import { declared } from "../declared.ts";
import { Catalogue } from "../http/catalogue.ts";
import { createLog } from "../infra/log.ts";
import { loadSecrets } from "../infra/secrets.ts";
import { makeAuth } from "./auth.ts";
import { firstStart } from "./first-start.ts";

let database: FreshDatabase;
const pools: pg.Pool[] = [];

before(async () => {
  database = await freshDatabase();
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

async function instance() {
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // Dropping the database ends connections that are just closing.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pools.push(pool);
  const { secrets } = await loadSecrets(pool, testVault());
  const log = createLog("silent");
  return {
    pool,
    secrets,
    scopes: new Catalogue(declared).scopes,
    auth: makeAuth({ pool, secrets, publicUrl: "http://localhost", clock: databaseClock, log }),
  };
}

const count = async (table: string) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;

test("many instances that start at once make one organisation and show one key", async () => {
  const instances = await Promise.all(Array.from({ length: 4 }, instance));
  const started = await Promise.all(instances.map((each) => firstStart({ ...each, apiKey: null })));
  const keys = started.map(({ createdKey }) => createdKey).filter((key) => key !== null);
  assert.equal(keys.length, 1);
  assert.deepEqual(
    [
      await count("organisation"),
      await count("api_key"),
      await count("line"),
      await count("event"),
    ],
    [1, 1, 1, 1],
  );
  const { valid } = await instances[0]!.auth.api.verifyApiKey({ body: { key: keys[0]! } });
  assert.equal(valid, true);
});

test("a later start shows no key", async () => {
  assert.deepEqual(await firstStart({ ...(await instance()), apiKey: null }), { createdKey: null });
});

test("a key given later opens the first organisation, verbatim and once", async () => {
  const apiKey = "operator's way back in!";
  const instances = await Promise.all([instance(), instance()]);
  await Promise.all(instances.map((each) => firstStart({ ...each, apiKey })));
  await firstStart({ ...instances[0], apiKey });
  assert.deepEqual([await count("organisation"), await count("api_key")], [1, 2]);
  const { key } = await instances[0].auth.api.verifyApiKey({ body: { key: apiKey } });
  const { rows } = await database.pool.query<{ id: string }>(`select id from organisation`);
  assert.deepEqual([key?.referenceId, key?.permissions], [rows[0]!.id, { role: ["owner"] }]);
});
