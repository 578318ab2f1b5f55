import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, newUser, openBakery, type Bakery } from "../../../test/boxes.ts";
import { newKey } from "../../../test/http.ts";
import { holdLine } from "../../../test/held-line.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  bakery = await openBakery(app);
});

/** Somebody was told "sold out" before: the next ones are told after a look. */
async function knownToBeSoldOut(quantity = 1) {
  const box = await bakery.offer({ quantity });
  const held = await box.sellOut();
  assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
  return { box, held };
}

test("a rush on a box that is sold out does not even wait for its lock", async () => {
  const { box } = await knownToBeSoldOut();
  const release = await holdLine(app.databaseUrl, box.id);
  try {
    const answers = await Promise.all(Array.from({ length: 50 }, () => box.ask()));
    for (const { body } of answers) {
      assert.deepEqual([body.code, body.remaining], ["INSUFFICIENT_INVENTORY", 0]);
    }
  } finally {
    await release();
  }
});

test("a box that came back is never missed", async () => {
  const { box, held } = await knownToBeSoldOut();
  await act(app, held[0].id, "cancel");
  await box.reserve();
  assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
});

test("more boxes are for sale at once", async () => {
  const { box } = await knownToBeSoldOut();
  await box.change({ quantity: 2 });
  await box.reserve();
});

test("who won and asks again with the same key is told so, sold out or not", async () => {
  const box = await bakery.offer({ quantity: 1 });
  const wish = { userId: newUser() };
  const key = newKey();
  const won = await box.ask(wish, { key });
  assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
  const again = await box.ask(wish, { key });
  assert.deepEqual([again.status, again.body], [201, won.body]);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
});

test("one can still join the waitlist, and a look says nothing of those who wait", async () => {
  const { box, held } = await knownToBeSoldOut();
  await box.waitlist();
  await act(app, held[0].id, "cancel");
  assert.equal((await box.ask()).body.code, "INSUFFICIENT_INVENTORY");
});

test("paused and over are said as such, also of a box that was sold out", async () => {
  const { box } = await knownToBeSoldOut();
  await box.change({ paused: true });
  assert.equal((await box.ask()).body.code, "BOX_UNAVAILABLE");
  await box.change({ paused: false });
  app.clock.set("2026-03-02T19:00:00Z");
  assert.equal((await box.ask()).body.code, "PICKUP_WINDOW_CLOSED");
});

test("without a look the decision itself says no: nothing rests on it", async () => {
  const { box } = await knownToBeSoldOut();
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'turnkeeper engine'`,
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => box.ask()));
  for (const { body } of answers) assert.equal(body.code, "INSUFFICIENT_INVENTORY");
});
