import assert from "node:assert/strict";
import { test } from "node:test";
import { getMigrations } from "better-auth/db/migration";
import { freshDatabase } from "../../test/database.ts";
import { testVault } from "../../test/vault.ts";
import { databaseClock } from "../infra/clock.ts";
import { createLog } from "../infra/log.ts";
import { loadSecrets } from "../infra/secrets.ts";
import { authOptions } from "./auth.ts";

test("better-auth finds every table and column it needs in our migrations", async () => {
  const database = await freshDatabase();
  try {
    const notes: string[] = [];
    const options = authOptions({
      pool: database.pool,
      secrets: (await loadSecrets(database.pool, testVault())).secrets,
      publicUrl: "http://127.0.0.1:3000",
      clock: databaseClock,
      log: createLog("silent"),
    });
    const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations({
      ...options,
      // The adapter with hashes hides the database from it.
      database: database.pool,
      logger: { log: (_level: string, message: string) => void notes.push(message) },
    });
    assert.deepEqual(
      { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems, notes },
      { toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [], schemaProblems: [], notes: [] },
    );
  } finally {
    await database.drop();
  }
});
