// What someone would use instead: the queue libraries, one job per call. Each gets the better of a
// few settings, tried for a moment before the measured rounds, and the table says which it was. No
// more than the 256 callers that the engine has: with more both get faster (BullMQ 1.1 ×).

import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { PgBoss } from "pg-boss";
import { closedLoop, type Figures } from "../harness.ts";
import type { Pace } from "./pace.ts";

/** A peer at the setting that served it best. */
export interface Peer {
  name: string;
  measure(): Promise<Figures>;
  close(): Promise<void>;
}

const job = { name: "Ada Lovelace", mobile: "+491700000000", partySize: 2 };

export async function openPgBoss(url: string, pace: Pace): Promise<Peer> {
  return bestOf(pace, [
    () => pgBossWith(url, pace, 10, 256),
    () => pgBossWith(url, pace, 32, 256),
    () => pgBossWith(url, pace, 10, 64),
  ]);
}

async function pgBossWith(url: string, pace: Pace, pool: number, callers: number): Promise<Peer> {
  const boss = new PgBoss({
    connectionString: url,
    schema: "pgboss",
    max: pool,
    // No maintenance beside the measurement.
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => {
    throw error;
  });
  await boss.start();
  await boss.createQueue("bench");
  return {
    name: `pg-boss send, ${callers} callers, pool of ${pool}`,
    async measure() {
      await boss.deleteAllJobs("bench");
      return closedLoop({ callers, ...pace.phase }, () => boss.send("bench", job, { priority: 1 }));
    },
    close: () => boss.stop({ graceful: false }),
  };
}

export async function openBullMq(port: number, pace: Pace): Promise<Peer> {
  return bestOf(pace, [
    () => bullMqWith(port, pace, 256, false),
    () => bullMqWith(port, pace, 256, true),
    () => bullMqWith(port, pace, 128, false),
  ]);
}

async function bullMqWith(
  port: number,
  pace: Pace,
  callers: number,
  enableAutoPipelining: boolean,
): Promise<Peer> {
  const options = { port, maxRetriesPerRequest: null, enableAutoPipelining };
  const connection = new Redis(options);
  const queue = new Queue("bench", { connection });
  await queue.waitUntilReady();
  return {
    name: `BullMQ add, ${callers} callers${enableAutoPipelining ? ", auto-pipelining" : ""}`,
    async measure() {
      await connection.flushall();
      return closedLoop({ callers, ...pace.phase }, () => queue.add("join", job, { priority: 1 }));
    },
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}

async function bestOf(pace: Pace, settings: readonly (() => Promise<Peer>)[]): Promise<Peer> {
  let best: { peer: Peer; perSecond: number } | undefined;
  for (const open of settings) {
    const peer = await open();
    const { perSecond } = await peer.measure();
    pace.progress(`  trying ${peer.name}: ${Math.round(perSecond)}/s`);
    if (best === undefined || perSecond > best.perSecond) {
      await best?.peer.close();
      best = { peer, perSecond };
    } else {
      await peer.close();
    }
  }
  if (best === undefined) throw new Error("a peer needs at least one setting");
  return best.peer;
}
