import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { openBakery, type Bakery } from "../../../test/boxes.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp({ now: "2026-03-02T16:00:00Z" });
  bakery = await openBakery(app);
});
afterAll(() => app.close());

test("10,000 holds that fall due together are each given back once, and sold once more", async () => {
  const quantity = 10_000;
  const box = await bakery.offer({ quantity, pickupStart: "17:00", pickupEnd: "23:00" });
  await holdAll(box.id, quantity);
  assert.equal((await box.view()).remaining, 0);
  app.clock.set("2026-03-02T16:20:00Z");
  const [swept, alsoSwept] = await Promise.all([app.sweep(), app.sweep()]);
  assert.equal(Math.max(swept, alsoSwept), quantity);
  assert.equal((await box.view()).remaining, quantity);
  const { rows } = await app.pool.query<{ lapsed: number; tickets: number }>(
    `select count(*)::int as lapsed, count(distinct ticket_id)::int as tickets from event
      where line_id = $1 and type = 'boxes.hold_lapsed'`,
    [box.id],
  );
  assert.deepEqual(rows[0], { lapsed: quantity, tickets: quantity });
  const { boxes } = await box.counts();
  assert.deepEqual([boxes.held, boxes.lapsed], [0, quantity]);
  await box.change({ quantity: 3 });
  const again = await Promise.all(Array.from({ length: 6 }, () => box.ask()));
  assert.equal(again.filter(({ status }) => status === 201).length, 3);
});

/** As if each had been reserved one by one. */
async function holdAll(inventoryId: string, count: number): Promise<void> {
  const one = await app.pool.query<{ org_id: string }>(`select org_id from line where id = $1`, [
    inventoryId,
  ]);
  const orgId = one.rows[0]!.org_id;
  const data = {
    merchantId: bakery.id,
    guest: false,
    name: null,
    ttlMinutes: 20,
    unitPrice: 450,
    amount: 450,
    confirmedAt: null,
    offeredAt: null,
    acceptedAt: null,
    paymentStatus: "PENDING",
    paymentReference: null,
    reason: null,
  };
  await app.pool.query(
    `insert into ticket (org_id, id, line_id, state, status, priority, level, rank, sequence, number,
       version, joined_at, taken_at, deadline_at, claim, data)
     select $1, gen_random_uuid(), $2, 'holding', 'ACTIVE', 0, 0, n, n, 'code ' || n, 1,
       '2026-03-02T16:00Z', '2026-03-02T16:00Z', '2026-03-02T16:20Z', 'box ' || $3 || ' user many-' || n,
       ($4::jsonb || jsonb_build_object('userId', 'many-' || n))::json
       from generate_series(1, $5) n`,
    [orgId, inventoryId, bakery.id, JSON.stringify(data), count],
  );
  await app.pool.query(
    `update line set taken = $2::int, sequence = $2::int, last_rank = $2::int,
       memory = jsonb_set(memory::jsonb, '{boxes,held}', to_jsonb($2::int))::json where id = $1`,
    [inventoryId, count],
  );
}
