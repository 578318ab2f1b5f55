import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "../../test/app.ts";
import { api } from "../../test/http.ts";
import { ManualClock } from "../infra/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import { KeyRequests } from "./key-requests.ts";

test("an organisation's keys have so many requests in a minute together, and others have their own", async () => {
  const app = await startApp({ env: { LIMIT_KEY_REQUESTS_PER_MINUTE: "6" } });
  try {
    const { body: other } = await api(app).post("/v1/organisations", { name: "Another" });
    const { body: made } = await api(app).post("/v1/api-keys", { name: "Kiosk", role: "staff" });
    const kiosk = api(app, made.key);
    for (let n = 0; n < 2; n++) {
      assert.equal((await api(app).get("/v1/queues")).status, 200);
      assert.equal((await kiosk.get("/v1/queues")).status, 200);
    }
    const { status, body, headers } = await kiosk.get("/v1/queues");
    assert.deepEqual([status, body.code], [429, "RATE_LIMITED"]);
    assert.equal(headers.get("retry-after"), "60");
    assert.match(body.detail, /At most 6 /);
    assert.equal((await api(app).get("/v1/me")).status, 429);
    assert.equal((await api(app, other.apiKey).get("/v1/queues")).status, 200);
    assert.equal((await api(app, null).get("/v1/setup")).status, 200);
    app.clock.advance(60_000);
    assert.equal((await kiosk.get("/v1/queues")).status, 200);
  } finally {
    await app.close();
  }
});

test("the shared count is asked once for a hundredth of the limit, by however many at once", async () => {
  let takes = 0;
  const limiter = {
    take: (_name: string, _subject: string, limit: number) => {
      takes += 1;
      const allowed = takes <= limit;
      const giveBack = () => Promise.resolve();
      return Promise.resolve({ allowed, limit, remaining: 0, resetSeconds: 7, giveBack });
    },
  };
  const requests = new KeyRequests({
    limiter,
    refusals: { refusal: () => refuse("RATE_LIMITED") },
    perMinute: 1_000,
    clock: new ManualClock("2026-03-02T09:00:00Z"),
  });
  const request = { caller: { kind: "key", orgId: "o1" } } as never;
  const all = await Promise.allSettled(
    Array.from({ length: 1_005 }, () => requests.check(request)),
  );
  assert.equal(all.filter(({ status }) => status === "fulfilled").length, 1_000);
  assert.equal(takes, 101);
});
