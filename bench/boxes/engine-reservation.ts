// Our side: the engine with everything a reservation writes (ticket, claim of the user on the merchant,
// pickup code, event with its Idempotency-Key, inventory), each with a key and a user of its own.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Merchants } from "../../src/boxes/merchants.ts";
import { reserve } from "../../src/boxes/orders.ts";
import { noAttempts, noShield } from "../../src/boxes/ports.ts";
import { defaultSelling } from "../../src/boxes/rules.ts";
import { BoxesService } from "../../src/boxes/service.ts";
import { Deadlines } from "../../src/engine/deadlines.ts";
import { createOrganisationLine, fingerprintOf, idemOf } from "../../src/engine/effect.ts";
import { Engine } from "../../src/engine/engine.ts";
import { databaseClock } from "../../src/infra/clock.ts";
import { readConfig } from "../../src/infra/config.ts";
import "../../src/infra/database.ts";
import { newId } from "../../src/infra/ids.ts";
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";
import { loadSecrets } from "../../src/infra/secrets.ts";
import { Refusal } from "../../src/kernel/refusal.ts";
import type { Boxes } from "./spec-reservation.ts";

export interface EngineBoxes extends Boxes {
  /** Lets everything that is held fall due at one moment; says when it all was given back. */
  expireTogether(inMs: number): Promise<{ dueAt: number; decidedAt: number; committedAt: number }>;
  /** Boxes that the inventory counts as taken. */
  counted(): Promise<number>;
}

export async function openEngineBoxes(url: string): Promise<EngineBoxes> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  await migrate(pool);
  const { limits } = readConfig({}, import.meta.dirname);
  const log = createLog("warn");
  const clock = databaseClock;
  const engine = new Engine({
    url,
    clock,
    log,
    mostInBatch: limits.batch,
    mostInMailbox: Math.max(limits.mailbox, 10_000),
  });
  const shield = noShield;
  const merchants = new Merchants({ pool, engine, clock, shield });
  const secrets = await loadSecrets(pool);
  const limiter = { take: () => Promise.reject(new Error("nothing is limited here")) };
  const attempts = noAttempts;
  const service = new BoxesService({
    pool,
    engine,
    clock,
    merchants,
    secrets,
    limiter,
    shield,
    attempts,
  });
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
  let id = "";

  const asked = async <T>(text: string, values: unknown[] = [id]): Promise<T> =>
    (await pool.query(text, values)).rows[0] as T;

  return {
    async reset(quantity) {
      const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const box = { title: "Bread", quantity, price: 450, pickupStart: "17:00", pickupEnd: "19:00" };
      const { inventory } = await merchants.createInventory(by, merchant.id, { ...box, date });
      id = inventory.id;
      await pool.query("analyze line, ticket, box_inventory, merchant");
    },
    async reserve() {
      const key = randomUUID();
      const idem = idemOf("reserve", key);
      const order = reserve(
        { ...by, idem, fingerprint: fingerprintOf(key) },
        { id, merchantId: merchant.id },
        {
          ticketId: newId(),
          userId: key,
          guest: false,
          name: null,
          quantity: 1,
          waitlist: false,
        },
      );
      try {
        await engine.submit(order);
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.code === "INSUFFICIENT_INVENTORY") return false;
        throw error;
      }
    },
    async sold() {
      const { n } = await asked<{ n: number }>(
        `select count(*)::int as n from ticket where line_id = $1 and state = 'holding'`,
      );
      return n;
    },
    async counted() {
      return (await asked<{ taken: number }>(`select taken from line where id = $1`)).taken;
    },
    async expireTogether(inMs) {
      const { due } = await asked<{ due: Date }>(
        `select clock_timestamp() + $1 * interval '1 millisecond' as due`,
        [inMs],
      );
      await pool.query(
        `update ticket set deadline_at = $2 where line_id = $1 and state = 'holding'`,
        [id, due],
      );
      deadlines.start();
      for (;;) {
        const { left, now } = await asked<{ left: number; now: Date }>(
          `select count(*)::int as left, clock_timestamp() as now from ticket
            where line_id = $1 and state = 'holding' and deadline_at = $2`,
          [id, due],
        );
        if (left === 0) {
          const { last } = await asked<{ last: Date }>(
            `select max(ended_at) as last from ticket where line_id = $1`,
          );
          await deadlines.close();
          return { dueAt: +due, decidedAt: +last, committedAt: +now };
        }
        await pause(10);
      }
    },
    async close() {
      await deadlines.close();
      await engine.close();
      await pool.end();
    },
  };
}
