// npm run rotate-keys: everything that is sealed in the database is sealed anew under the newest master key,
// while servers run. With a key file the new key is made here, and the old one leaves the file at the end.

import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "./infra/config.ts";
import { reachDatabase } from "./infra/reach-database.ts";
import { sealServerKeys } from "./infra/secrets.ts";
import { MasterKeyError, MasterKeys } from "./infra/vault.ts";
import { sealAll } from "./seal-all.ts";

/** Longer than any write that may have been sealed under the old key a moment ago. */
const settleMs = 6_000;

export async function rotateKeys(config: Config, say: (text: string) => void): Promise<void> {
  const vault = new MasterKeys(config.masterKey);
  const database = await reachDatabase(config, say);
  try {
    const { rowCount } = await database.pool.query(
      `select 1 from server_key where sealed is not null`,
    );
    if (rowCount === 0) {
      throw new MasterKeyError("Nothing is sealed in this database yet: start the server once.");
    }
    // Fails here, and not half-way, when the key is not the right one.
    await sealServerKeys(database.pool, vault);
    if (vault.isFile) {
      vault.addKey();
      say("Made a new master key. Servers that run take it up by themselves …");
      await pause(settleMs);
    }
    say(`Sealed ${await sealAll(database.pool, vault)} secrets anew.`);
    if (vault.isFile) {
      vault.dropOldKeys();
      say("The old master key is gone from the file. Back the file up again.");
    } else {
      say("Remove the old key from TURNKEEPER_MASTER_KEY and restart the servers one by one.");
    }
  } finally {
    await database.close();
  }
}
