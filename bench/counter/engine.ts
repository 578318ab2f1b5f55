// Our side: the engine, with everything that a join or a call writes (ticket, who waits, event with
// its Idempotency-Key, line), each call with a key of its own. What the HTTP server adds is
// measured in http.ts.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { callNext, join } from "../../src/walkin/orders.ts";
import { ageingMsOf, defaultSettings, type QueueSettings } from "../../src/walkin/rules.ts";
import { insertQueue } from "../../src/walkin/store.ts";
import { createOrganisationLine, fingerprintOf, idemOf } from "../../src/engine/audited-write.ts";
import { Engine } from "../../src/engine/engine.ts";
import { databaseClock } from "../../src/infra/clock.ts";
import { readConfig } from "../../src/infra/config.ts";
import { Connections } from "../../src/infra/connections.ts";
import "../../src/infra/database.ts";
import { newId } from "../../src/infra/ids.ts";
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";

export interface EngineQueues {
  join(queueId: string): Promise<void>;
  /** Fails when nobody was left: a call of nobody is not what is measured. */
  callNext(queueId: string): Promise<void>;
  newQueues(count: number): Promise<string[]>;
  /** Statistics and visibility as autovacuum would have left them. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const settings: QueueSettings = { ...defaultSettings, name: "Main desk", prefix: "DEMO" };

/** The tables must be there already, see prepareEngine. */
export function openEngine(url: string): EngineQueues {
  const log = createLog("warn");
  const connections = new Connections(url, log);
  const pool = connections.pool(2);
  const { limits } = readConfig({}, import.meta.dirname);
  const engine = new Engine({
    connections,
    clock: databaseClock,
    log,
    maxInBatch: limits.batch,
    maxInMailbox: limits.mailbox,
  });
  const orgId = newId();
  let organisation: Promise<void> | undefined;

  const by = (operation: string, content: unknown) => ({
    orgId,
    actor: "key:bench",
    idem: idemOf(operation, randomUUID()),
    fingerprint: fingerprintOf(content),
  });

  return {
    async join(queueId) {
      const who = { name: "Ada Lovelace", mobile: "+491700000000", partySize: 2 };
      await engine.submit(join(by("join", who), queueId, { ...who, ticketId: newId() }));
    },

    async callNext(queueId) {
      const desk = "1";
      const { answer } = await engine.submit(callNext(by("callNext", { desk }), queueId, desk));
      if (answer === null) throw new Error("nobody was left to call");
    },

    async newQueues(count) {
      organisation ??= inTransaction(pool, (tx) => createOrganisationLine(tx, orgId));
      await organisation;
      const ids = Array.from({ length: count }, () => newId());
      await inTransaction(pool, async (tx) => {
        for (const id of ids) {
          const ageingMs = ageingMsOf(settings);
          await insertQueue(tx, { orgId, id, settings, ageingMs, now: new Date() });
        }
      });
      return ids;
    },

    async settle() {
      await pool.query("vacuum (analyze)");
    },

    async close() {
      await engine.close();
      await pool.end();
    },
  };
}

export async function prepareEngine(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrate(pool);
  await pool.end();
}

async function inTransaction(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const tx = await pool.connect();
  try {
    await tx.query("begin");
    await work(tx);
    await tx.query("commit");
  } finally {
    tx.release();
  }
}
