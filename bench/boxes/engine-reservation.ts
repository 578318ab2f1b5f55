// Our side: the whole of boxes without HTTP, with everything a reservation writes (ticket, claim of the user on the merchant,
// pickup code, event with its Idempotency-Key, inventory), each with a key and a user of its own.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { makeBoxes } from "../../src/boxes/module.ts";
import { defaultSelling } from "../../src/boxes/core/rules.ts";
import { Deadlines } from "../../src/engine/deadlines.ts";
import { createOrganisationLine, fingerprintOf, idemOf } from "../../src/engine/audited-write.ts";
import { Engine } from "../../src/engine/engine.ts";
import { Feed } from "../../src/events/feed.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { databaseClock } from "../../src/infra/clock.ts";
import { readConfig } from "../../src/infra/config.ts";
import { Connections } from "../../src/infra/connections.ts";
import "../../src/infra/database.ts";
import { newId } from "../../src/infra/ids.ts";
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";
import { loadSecrets } from "../../src/infra/secrets.ts";
import { testVault } from "../../test/vault.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import { closedLoop } from "../harness.ts";
import type { Boxes } from "./spec-reservation.ts";

export interface EngineBoxes extends Boxes {
  /** Several fresh inventories of so many boxes each, every box held by somebody. */
  fill(inventories: number, quantity: number): Promise<void>;
  /** The same, but in any of the inventories. */
  reserveAnywhere(): Promise<boolean>;
  /** Lets everything that is held fall due at one moment; says when it all was given back. */
  expireTogether(inMs: number): Promise<{ dueAt: number; decidedAt: number; committedAt: number }>;
  /** Boxes that the inventories count as taken. */
  counted(): Promise<number>;
}

export async function openEngineBoxes(url: string): Promise<EngineBoxes> {
  const log = createLog("warn");
  const connections = new Connections(url, log);
  const pool = connections.pool(4);
  await migrate(pool);
  const { limits } = readConfig({}, import.meta.dirname);
  const clock = databaseClock;
  const engine = new Engine({
    connections,
    clock,
    log,
    maxInBatch: limits.batch,
    maxInMailbox: Math.max(limits.mailbox, 10_000),
  });
  const feed = new Feed(connections, log);
  await feed.start();
  const boxes = makeBoxes({
    budgets: { check: () => Promise.resolve() },
    pool,
    connections,
    engine,
    feed,
    hints: null,
    clock,
    log,
    secrets: (await loadSecrets(pool, testVault())).secrets,
    limits: { take: () => Promise.reject(new Error("nothing is limited here")) },
    metrics: new Metrics(),
    config: {
      stripe: null,
      publicUrl: "http://localhost",
      limits: { guestHoldsPerNetwork: Number.MAX_SAFE_INTEGER },
    },
  });
  const { merchants, service } = boxes;
  const deadlines = new Deadlines({
    pool,
    clock,
    log,
    products: { boxes: { ticket: (ticket) => service.expire(ticket) } },
  });
  const orgId = newId();
  const tx = await pool.connect();
  await createOrganisationLine(tx, orgId);
  tx.release();
  const by = { orgId, actor: "key:bench", requestId: "bench" };
  const { merchant } = await merchants.create(by, {
    ...defaultSelling,
    name: "Bench",
    timezone: "UTC",
    currency: "EUR",
    address: null,
    town: null,
    latitude: null,
    longitude: null,
  });
  let ids: string[] = [];

  const asked = async <T>(text: string, values: unknown[] = [ids]): Promise<T> =>
    (await pool.query(text, values)).rows[0] as T;

  async function open(inventories: number, quantity: number): Promise<void> {
    const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const times = { date, pickupStart: "17:00", pickupEnd: "19:00" };
    const box = { title: "Bread", quantity, price: 450, ...times };
    ids = [];
    for (let i = 0; i < inventories; i++) {
      const { inventory } = await merchants.createInventory(by, merchant.id, box);
      ids.push(inventory.id);
    }
    await pool.query("analyze line, ticket, box_inventory, merchant");
  }

  async function reserve(id: string): Promise<boolean> {
    const key = randomUUID();
    const request = { ...by, idem: idemOf("reserve", key), fingerprint: fingerprintOf(key) };
    const wish = { userId: key, guest: false, name: null, quantity: 1, waitlist: false };
    try {
      await service.reserve(request, id, wish);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === "INSUFFICIENT_INVENTORY") return false;
      throw error;
    }
  }

  return {
    reset: (quantity) => open(1, quantity),
    reserve: () => reserve(ids[0]!),
    reserveAnywhere: () => reserve(ids[Math.floor(Math.random() * ids.length)]!),
    async fill(inventories, quantity) {
      await open(inventories, quantity);
      let next = 0;
      const maxCalls = inventories * quantity;
      const load = { callers: 256, warmUpMs: 0, measureMs: 300_000, maxCalls };
      await closedLoop(load, () => reserve(ids[next++ % inventories]!));
    },
    async sold() {
      const { n } = await asked<{ n: number }>(
        `select count(*)::int as n from ticket where line_id = any($1::uuid[]) and state = 'holding'`,
      );
      return n;
    },
    async counted() {
      return (
        await asked<{ taken: number }>(
          `select sum(taken)::int as taken from line where id = any($1::uuid[])`,
        )
      ).taken;
    },
    async expireTogether(inMs) {
      const { due } = await asked<{ due: Date }>(
        `select clock_timestamp() + $1 * interval '1 millisecond' as due`,
        [inMs],
      );
      await pool.query(
        `update ticket set deadline_at = $2 where line_id = any($1::uuid[]) and state = 'holding'`,
        [ids, due],
      );
      deadlines.start();
      for (;;) {
        const { left, now } = await asked<{ left: number; now: Date }>(
          `select count(*)::int as left, clock_timestamp() as now from ticket
            where line_id = any($1::uuid[]) and state = 'holding' and deadline_at = $2`,
          [ids, due],
        );
        if (left === 0) {
          const { last } = await asked<{ last: Date }>(
            `select max(ended_at) as last from ticket where line_id = any($1::uuid[])`,
          );
          await deadlines.close();
          return { dueAt: +due, decidedAt: +last, committedAt: +now };
        }
        await pause(10);
      }
    },
    async close() {
      await deadlines.close();
      await boxes.attempts.close();
      await boxes.stock.close();
      await boxes.snapshots.close();
      await engine.close();
      await feed.close();
      await pool.end();
    },
  };
}
