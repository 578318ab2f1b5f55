// Starts Turnkeeper: reads the settings, opens the database, migrates, listens, and stops in order.
// The only place that reads the environment.

import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ConfigError, readConfig, type Config } from "./infra/config.ts";
import { FolderInUseError } from "./infra/database-owner.ts";
import { DatabaseError, openDatabase } from "./infra/database.ts";
import { createLog } from "./infra/log.ts";
import { migrate, MigrationError } from "./infra/migrate.ts";
import { PostgresError } from "./infra/postgres-home.ts";
import { MasterKeyError } from "./infra/vault.ts";
import { replay } from "./replay.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { makeServer } from "./server.ts";
import { StoreMismatch } from "./waitroom/stores/store-lease.ts";

const projectRoot = fileURLToPath(new URL("..", import.meta.url));
const say = (text: string) => process.stderr.write(`${text}\n`);
const patienceMs = 25_000;

async function main(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  // A signal that comes while the database opens takes effect as soon as it is open: given up in
  // the middle, a database of our own would be left running.
  let stop: ((graceMs: number) => Promise<void>) | null = null;
  let stopping: Promise<void> | null = null;
  let asked = false;
  // Somebody who stops it by hand waits for it: nobody has to be sent elsewhere then.
  const onSignal = (signal?: NodeJS.Signals) => {
    asked = true;
    const graceMs = signal === "SIGTERM" ? config.drainSeconds * 1000 : 0;
    if (stop) stopping ??= leave(() => stop!(graceMs), graceMs + patienceMs);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);

  const database = await openDatabase(config, log, say);
  stop = () => database.close();
  if (asked) onSignal();
  try {
    for (const name of await migrate(database.pool)) say(`Applied ${name}`);
    const server = await makeServer({ config, log, database });
    stop = async (graceMs) => {
      server.app.draining.begin();
      await pause(graceMs);
      await server.close();
      await database.close();
    };
    // Said before anything else can fail: it is stored already and will not be shown again.
    if (server.madeMasterKey && "file" in config.masterKey) say(backUp(config.masterKey.file));
    if (server.createdKey) say(`Owner key (shown once): ${server.createdKey}`);
    const { host, port } = config;
    await server.app.listen({ host, port });
    await server.start();
    say(`Turnkeeper is ready at ${config.publicUrl}`);
  } catch (error) {
    if (stopping) return; // what was under way when the signal came was cut off
    await stop(0).catch(() => undefined);
    throw error;
  }
}

const backUp = (file: string) =>
  `Made the master key ${file}. Back it up, apart from the database: without it nobody's ticket, ` +
  `calendar address or waiting room in the database works any more.`;

/** Exits 0 once everything in flight is answered; gives up on what does not end by itself. */
async function leave(stop: () => Promise<void>, withinMs: number): Promise<void> {
  const timer = setTimeout(() => process.exit(1), withinMs);
  timer.unref();
  try {
    await stop();
    process.exit(0);
  } catch (error) {
    say(`Stopping failed: ${(error as Error).message}`);
    process.exit(1);
  }
}

/** What the operator can put right is told in a line; anything else with where it happened. */
function explain(error: unknown): string {
  const told = [
    ConfigError,
    DatabaseError,
    FolderInUseError,
    MasterKeyError,
    MigrationError,
    PostgresError,
    StoreMismatch,
  ];
  if (told.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return `${message}: another program listens there; set PORT`;
  return stack ?? message;
}

try {
  const config = readConfig(process.env, projectRoot);
  const [command, name] = process.argv.slice(2);
  if (command === "rotate-keys") await rotateKeys(config, say);
  else if (command === "replay") await replay(config, name, say);
  else await main(config);
} catch (error) {
  say(explain(error));
  process.exit(1);
}
