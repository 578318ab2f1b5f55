// A whole server in this process, on a database of its own, with a clock that the test moves.

import type pg from "pg";
import type { CommitmentPort } from "../src/availability/service.ts";
import { readConfig } from "../src/infra/config.ts";
import { ManualClock } from "../src/infra/clock.ts";
import { createLog } from "../src/infra/log.ts";
import { makeServer, type Server, type ServerOptions } from "../src/server.ts";
import { checkAnswer } from "./answers.ts";
import { freshDatabase, sameDatabase, type FreshDatabase } from "./database.ts";
import { quickPasswords } from "./passwords.ts";
import { freePort } from "./port.ts";
import { masterKey } from "./vault.ts";

export const ownerKey = "owner-key-for-tests-0123456789";

export interface TestApp {
  url: string;
  databaseUrl: string;
  pool: pg.Pool;
  ownerKey: string;
  clock: ManualClock;
  server: Server;
  /** Everything logged so far, one object a line. */
  logged: Record<string, unknown>[];
  /** Ends what is overdue by the test's clock. */
  sweep(): Promise<number>;
  /** Lets everybody in from waiting rooms who may go in by the test's clock. */
  admit(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** One more server on the database and the clock of this one; closed before it. */
  beside?: TestApp;
  /** Settings as environment variables. */
  env?: Record<string, string>;
  now?: string;
  /** Let the server make its own key, as on a laptop. */
  withoutKey?: boolean;
  /** Decide by the database's clock, as in production. */
  realTime?: boolean;
  /** Another than a fresh one of the run's PostgreSQL; dropped with the server. */
  database?: FreshDatabase;
  /** Claims on resources that the test makes up. */
  commitments?: CommitmentPort[];
  plugins?: ServerOptions["plugins"];
  kinds?: ServerOptions["kinds"];
  resolveTxt?: ServerOptions["resolveTxt"];
  hostFiles?: ServerOptions["hostFiles"];
}

/** No test asks the world where a name leads. */
const leadNowhere: ServerOptions["hostFiles"] = {
  resolve: (_name, _options, callback) => callback(new Error("ENOTFOUND"), []),
};

export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const database =
    options.database ?? (beside ? sameDatabase(beside.databaseUrl) : await freshDatabase());
  const clock = beside?.clock ?? new ManualClock(options.now ?? "2026-03-02T09:00:00Z"); // a Monday
  const logged: Record<string, unknown>[] = [];
  const log = createLog("info", {
    write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const port = await freePort();
  const config = readConfig(
    {
      PORT: String(port),
      DATABASE_URL: database.url,
      TURNKEEPER_MASTER_KEY: masterKey,
      ...(options.withoutKey ? {} : { TURNKEEPER_API_KEY: ownerKey }),
      ...options.env,
    },
    ".",
  );
  const server = await makeServer({
    config,
    log,
    database: { ...database, close: () => database.drop() },
    ...(options.realTime ? {} : { clock }),
    ...(options.commitments ? { commitments: options.commitments } : {}),
    ...(options.plugins ? { plugins: options.plugins } : {}),
    ...(options.kinds ? { kinds: options.kinds } : {}),
    ...(options.resolveTxt ? { resolveTxt: options.resolveTxt } : {}),
    hostFiles: options.hostFiles ?? leadNowhere,
    passwords: quickPasswords,
    // The document does not know of what a plugin declares.
    checkAnswer: options.plugins ? undefined : checkAnswer,
    gaugesBelievedMs: 0,
  });
  await server.app.listen({ host: config.host, port });
  return {
    url: config.publicUrl,
    databaseUrl: database.url,
    pool: database.pool,
    ownerKey: server.createdKey ?? ownerKey,
    clock,
    server,
    logged,
    async sweep() {
      await server.consumers.catchUp();
      return server.deadlines.sweep();
    },
    admit: () => server.admission.run(),
    async close() {
      await server.close();
      try {
        await checkEventTypes(server, database);
      } finally {
        await database.drop();
      }
    },
  };
}
/** What is written is declared: the list of types in docs/event-types.md is whole. */
async function checkEventTypes({ catalogue }: Server, { pool }: FreshDatabase): Promise<void> {
  const known = new Set(catalogue.eventTypes);
  const found = await pool
    .query<{ type: string }>(`select distinct type from event`)
    .catch(() => ({ rows: [] })); // a test may have taken its database away
  const unknown = found.rows.map(({ type }) => type).filter((type) => !known.has(type));
  if (unknown.length > 0) throw new Error(`nobody declares these events: ${unknown.join(", ")}`);
}
