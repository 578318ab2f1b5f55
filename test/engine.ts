// Engines without a server around them, and queues for them.

import { ageingMsOf, defaultSettings, type QueueSettings } from "../src/walkin/rules.ts";
import { insertQueue } from "../src/walkin/store.ts";
import { createOrganisationLine } from "../src/engine/audited-write.ts";
import { Engine, type EngineOptions } from "../src/engine/engine.ts";
import { statements } from "../src/engine/statements.ts";
import { databaseClock } from "../src/infra/clock.ts";
import { Connections } from "../src/infra/connections.ts";
import { newId } from "../src/infra/ids.ts";
import { createLog } from "../src/infra/log.ts";
import { freshDatabase, type FreshDatabase } from "./database.ts";

/** As a process of its own would have it. */
export function newEngine(url: string, options: Partial<EngineOptions> = {}): Engine {
  return new Engine({
    connections: new Connections(url, createLog("silent")),
    clock: databaseClock,
    log: createLog("silent"),
    maxInBatch: 500,
    maxInMailbox: 10_000,
    ...options,
  });
}

export interface Counts {
  reads: number;
  writes: number;
}

/** Counts how often lines are read before something is decided, and how often they are written. */
export function countingEngine(
  url: string,
  counts: Counts,
  options?: Partial<EngineOptions>,
): Engine {
  const counting = {
    ...statements,
    get lock() {
      counts.reads += 1;
      return statements.lock;
    },
    get updateLines() {
      counts.writes += 1;
      return statements.updateLines;
    },
  };
  return newEngine(url, { statements: counting, ...options });
}

/** An organisation in a database of its own. */
export class Premises {
  readonly orgId = newId();
  readonly database: FreshDatabase;

  private constructor(database: FreshDatabase) {
    this.database = database;
  }

  static async open(): Promise<Premises> {
    const premises = new Premises(await freshDatabase());
    const tx = await premises.database.pool.connect();
    await createOrganisationLine(tx, premises.orgId);
    tx.release();
    return premises;
  }

  async newQueue(settings: QueueSettings): Promise<string> {
    const { orgId, database } = this;
    const [id, ageingMs] = [newId(), ageingMsOf(settings)];
    const tx = await database.pool.connect();
    await insertQueue(tx, { orgId, id, settings, ageingMs, now: new Date() });
    tx.release();
    return id;
  }
}

export const queueSettings: QueueSettings = { ...defaultSettings, name: "Queue", prefix: "Q" };
