import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  holder,
  minutes,
  newUser,
  openBakery,
  type Bakery,
  type Body,
} from "../../../test/boxes.ts";
import { api, newKey } from "../../../test/http.ts";
import { createLog } from "../../infra/log.ts";
import { Metrics } from "../../http/metrics.ts";
import { AttemptLog } from "./attempts.ts";
import { BoxMetrics } from "../metrics.ts";

let app: TestApp;

before(async () => {
  app = await startApp({ now: "2026-03-02T16:00:00Z" });
});
after(() => app.close());

async function attemptsOf(
  bakery: Bakery,
  query = "",
): Promise<{ items: Body[]; nextCursor: Body }> {
  const answer = await api(app).get(`/v1/merchants/${bakery.id}/attempts${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** The lines of /metrics about boxes. */
async function metrics(): Promise<string[]> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return text.split("\n").filter((line) => line.includes("turnkeeper_boxes_"));
}

async function metric(name: string): Promise<number> {
  const line = (await metrics()).find((one) => one.startsWith(`turnkeeper_boxes_${name} `));
  return Number(line?.split(" ").at(-1));
}

describe("the audit of attempts", () => {
  test("has who asked for what and when, and what they were told, the newest first", async () => {
    const bakery = await openBakery(app);
    const box = await bakery.offer({ quantity: 2 });
    const [first, second] = [newUser(), newUser()];
    const key = newKey();
    await box.reserve({ userId: first }, { key });
    await box.reserve({ userId: first }, { key });
    app.clock.advance(minutes(1));
    await box.ask({ userId: first });
    await box.ask({ userId: second, quantity: 100 });
    await box.reserve();
    await box.ask({ userId: second });
    await box.reserve({ userId: second, waitlist: true });
    const { items } = await attemptsOf(bakery);
    assert.deepEqual(items.map(({ outcome }) => outcome).toReversed(), [
      "ACTIVE",
      "REPLAYED",
      "ACTIVE_RESERVATION_EXISTS",
      "INVALID",
      "ACTIVE",
      "INSUFFICIENT_INVENTORY",
      "WAITLISTED",
    ]);
    const newest = items.find(({ outcome }) => outcome === "WAITLISTED");
    assert.equal(newest.userId, second);
    assert.equal(newest.inventoryId, box.id);
    assert.equal(newest.quantity, 1);
    assert.equal(newest.at, "2026-03-02T16:01:00.000Z");
    assert.match(newest.actor, /^key:/);
  });

  test("also of shoppers without an account", async () => {
    const bakery = await openBakery(app);
    const box = await bakery.offer({ quantity: 1 });
    const path = `/v1/inventories/${box.id}/reservations`;
    await api(app, null).post(path, { userId: "phone-0123456789abcdef" });
    const { items } = await attemptsOf(bakery);
    assert.equal(items[0].actor, "public");
    assert.equal(items[0].outcome, "ACTIVE");
  });

  test("is read page by page", async () => {
    const bakery = await openBakery(app);
    const box = await bakery.offer({ quantity: 5 });
    for (let n = 0; n < 5; n++) await box.reserve();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await attemptsOf(bakery, `?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    assert.equal(new Set(seen).size, 5);
    assert.deepEqual(seen, seen.toSorted().toReversed());
    const foreign = await api(app).get(`/v1/merchants/${bakery.id}/attempts?cursor=nonsense`);
    assert.equal(foreign.status, 422);
  });

  test("is for staff alone, and each organisation's own", async () => {
    const bakery = await openBakery(app);
    const box = await bakery.offer();
    const reservation = await box.reserve();
    const path = `/v1/merchants/${bakery.id}/attempts`;
    assert.equal((await api(app, null).get(path)).status, 401);
    assert.equal((await holder(app, reservation).get(path)).status, 403);
  });

  test("forgets after a month", async () => {
    const bakery = await openBakery(app);
    const box = await bakery.offer();
    await box.reserve();
    assert.equal((await attemptsOf(bakery)).items.length, 1);
    app.clock.advance(minutes(31 * 24 * 60));
    await app.server.retention.sweep();
    assert.equal((await attemptsOf(bakery)).items.length, 0);
  });

  test("waits for a database that is away, up to a limit, and says what it had to forget", async () => {
    const registry = new Metrics();
    const log = new AttemptLog({
      pool: app.pool,
      clock: app.clock,
      log: createLog("silent"),
      metrics: new BoxMetrics(registry),
      maxGathered: 2,
    });
    const bakery = await openBakery(app);
    const box = await bakery.offer();
    const { rows } = await app.pool.query(`select org_id from merchant where id = $1`, [bakery.id]);
    const attempt = {
      orgId: rows[0].org_id as string,
      inventoryId: box.id,
      merchantId: bakery.id,
      userId: "somebody",
      guest: false,
      quantity: 1,
      waitlist: false,
      requestId: "request",
      actor: "public",
    };
    for (let n = 0; n < 3; n++) log.made(attempt, "INSUFFICIENT_INVENTORY", 1);
    await log.close();
    assert.equal((await attemptsOf(bakery)).items.length, 2);
    assert.match(await registry.registry.metrics(), /attempts_forgotten_total 1$/m);
  });
});

describe("the metrics of boxes", () => {
  test("count attempts by what they were told; sold out is no failure", async () => {
    const bakery = await openBakery(app);
    const box = await bakery.offer({ quantity: 1 });
    const reserved = 'attempts_total{outcome="ACTIVE",kind="reserved"}';
    const refused = 'attempts_total{outcome="INSUFFICIENT_INVENTORY",kind="refused"}';
    const before = [await metric(reserved), await metric(refused)];
    await box.reserve();
    await box.ask();
    await box.ask();
    assert.equal(await metric(reserved), before[0]! + 1);
    assert.equal(await metric(refused), before[1]! + 2);
    assert.deepEqual(
      (await metrics()).filter((line) => line.includes('kind="failed"')),
      [],
    );
  });

  test("say how late holds are given back", async () => {
    await app.sweep();
    const bakery = await openBakery(app);
    const box = await bakery.offer();
    await box.reserve();
    const soon = 'expiry_lag_seconds_bucket{le="60"}';
    const late = 'expiry_lag_seconds_bucket{le="300"}';
    const before = (await metric(late)) - (await metric(soon));
    app.clock.advance(minutes(22));
    assert.equal(await metric("overdue_seconds"), 120);
    await app.sweep();
    assert.equal(await metric("overdue_seconds"), 0);
    assert((await metric(late)) - (await metric(soon)) > before);
  });

  test("that the rules for alerts name all exist, and the thresholds are the specification's", async () => {
    const file = new URL("../../../docs/operations/alerts-boxes.yml", import.meta.url);
    const rules = readFileSync(file, "utf8");
    const named = new Set(rules.match(/turnkeeper_boxes_\w+/g));
    assert(named.size >= 6);
    const known = await metrics();
    for (const name of named)
      assert(
        known.some((line) => line.startsWith(`# TYPE ${name} `)),
        name,
      );
    for (const threshold of ["> 0.05", "> 0.1", "> 60"]) assert(rules.includes(threshold));
  });
});
