// The spec's failure strategies, one by one. What Redis can do wrong has tests of its own.

import assert from "node:assert/strict";
import { after as afterAll, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { newUser, openBakery, type Bakery } from "../../../test/boxes.ts";
import { newKey } from "../../../test/http.ts";
import { holdLine } from "../../../test/held-line.ts";

let app: TestApp;
let bakery: Bakery;
before(async () => {
  app = await startApp({ env: { LIMIT_MAILBOX: "2" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  bakery = await openBakery(app);
});

test("LOCK_ACQUISITION_FAILED: who cannot be decided in time is told when to try again", async () => {
  const box = await bakery.offer({ quantity: 50 });
  const release = await holdLine(app.databaseUrl, box.id);
  const asked = Array.from({ length: 30 }, () => box.ask());
  const [first] = await Promise.all([Promise.race(asked), Promise.resolve()]);
  assert.equal(first.status, 503);
  assert.deepEqual([first.body.code, first.body.retryAfter], ["LOCK_ACQUISITION_FAILED", 2_000]);
  assert.equal(first.headers.get("retry-after"), "2");
  await release();
  const answers = await Promise.all(asked);
  const won = answers.filter(({ status }) => status === 201).length;
  assert.ok(won > 0, "those who were let in are served");
  assert.equal((await box.view()).remaining, 50 - won);
  await box.reserve();
});

test("a lost connection to the database is opened anew, and nothing is done twice", async () => {
  const box = await bakery.offer();
  await box.reserve();
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'turnkeeper engine'`,
  );
  const wish = { userId: newUser() };
  const key = newKey();
  const answer = await box.ask(wish, { key });
  assert.equal(answer.status, 201);
  assert.deepEqual((await box.ask(wish, { key })).body, answer.body);
  assert.equal((await box.view()).remaining, 3);
});

test("what fails in the middle leaves nothing behind: there is nothing to compensate", async () => {
  const box = await bakery.offer();
  await app.pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`);
  await app.pool.query(`create trigger fail before insert on event
    for each row when (new.type = 'boxes.reserved') execute function fail()`);
  const userId = newUser();
  try {
    assert.equal((await box.ask({ userId })).status, 500);
  } finally {
    await app.pool.query(`drop trigger fail on event`);
  }
  const { remaining } = await box.view();
  assert.equal(remaining, 5);
  const { rows } = await app.pool.query(`select 1 from ticket where line_id = $1`, [box.id]);
  assert.equal(rows.length, 0);
  // Not even the uniqueKey on the merchant is left.
  await box.reserve({ userId });
});

test("expiry survives a restart: the next sweep does what is due", async () => {
  const box = await bakery.offer({ quantity: 1 });
  await box.reserve();
  app.clock.set("2026-03-02T18:00:00Z");
  // Nobody was there at the deadline; whoever comes an hour and more later gives it back. With so small
  // a mailbox what does not fit waits for a later sweep.
  for (let sweeps = 0; sweeps < 100 && (await box.view()).remaining === 0; sweeps++) {
    await app.sweep();
  }
  assert.equal((await box.view()).remaining, 1);
});
