// The server's database, for commands that run beside it; also the embedded one of a running server.

import type { Config } from "./config.ts";
import { FolderInUseError, urlOfRunning } from "./database-owner.ts";
import { openDatabase, type Database } from "./database.ts";
import { createLog } from "./log.ts";

export async function reachDatabase(
  config: Config,
  say: (text: string) => void,
): Promise<Database> {
  const log = createLog("silent");
  try {
    return await openDatabase(config, log, say);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    const databaseUrl = await urlOfRunning(config.dataDir, say);
    return openDatabase({ ...config, databaseUrl }, log, say);
  }
}
