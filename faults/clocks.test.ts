// Servers whose clocks are an hour wrong, beside one whose clock is right: the database's clock decides
// for all of them.

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { startRedis, type TestRedis } from "../test/redis.ts";
import { call, key, startServer } from "./processes.ts";

const hourMs = 3_600_000;
const metricsToken = "metrics-token-for-clocks";

for (const store of ["PostgreSQL", "Redis"]) {
  describe(`clocks an hour wrong, rooms in ${store}`, () => {
    let database: FreshDatabase;
    let redis: TestRedis | null = null;
    let servers: Awaited<ReturnType<typeof startServer>>[];

    before(async () => {
      database = await freshDatabase();
      if (store === "Redis") redis = await startRedis();
      const start = (aheadMs: number) =>
        startServer({
          ...process.env,
          ...(redis ? { REDIS_URL: redis.url } : {}),
          DATABASE_URL: database.url,
          TURNKEEPER_API_KEY: key,
          PUBLIC_URL: "http://turnkeeper.test", // passes are signed with it
          METRICS_TOKEN: metricsToken,
          CLOCK_AHEAD_MS: String(aheadMs),
        });
      servers = [await start(0), await start(hourMs), await start(-hourMs)];
    });
    after(async () => {
      for (const { child } of servers) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await redis?.stop();
      await database.drop();
    });

    /** Somebody who has just been let in, by whichever server saw it first. */
    async function admitted(): Promise<{ roomId: string; pass: string }> {
      const made = await call(servers[0]!.url, "/v1/rooms", {
        name: "Sale",
        targetUrl: "https://shop.example/",
        maxActive: 5,
        admitPerSecond: 100,
        sessionMinutes: 0.05,
      });
      const { id: roomId } = made.body as { id: string };
      const joined = await call(servers[0]!.url, `/v1/rooms/${roomId}/positions`, {});
      const { id, secret } = joined.body as { id: string; secret: string };
      const headers = { authorization: `Bearer ${secret}` };
      for (;;) {
        const seen = await fetch(`${servers[0]!.url}/v1/positions/${id}`, { headers });
        const { pass } = (await seen.json()) as { pass: string | null };
        if (pass) return { roomId, pass };
        await pause(50);
      }
    }

    test("a fresh pass is good everywhere, and a session that is over nowhere", async () => {
      for (const { url } of servers) {
        const { roomId, pass } = await admitted();
        const redeemed = await call(url, `/v1/rooms/${roomId}/redeem`, { pass });
        assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
        const { session } = redeemed.body as { session: string };
        const verify = async (at: string) => {
          const headers = { cookie: `tk_session_${roomId}=${session}` };
          return (await fetch(`${at}/v1/rooms/${roomId}/verify`, { headers })).status;
        };
        while ((await verify(servers[0]!.url)) === 204) await pause(50);
        for (const other of servers) assert.equal(await verify(other.url), 401);
      }
    });

    test("each says how far it is off, and what it shows is right", async () => {
      const drifts = await Promise.all(
        servers.map(async ({ url }) => {
          const headers = { authorization: `Bearer ${metricsToken}` };
          const text = await (await fetch(`${url}/metrics`, { headers })).text();
          return Math.round(Number(/^turnkeeper_clock_drift_seconds (.*)$/m.exec(text)![1]) / 60);
        }),
      );
      assert.deepEqual(drifts.map(Math.abs), [0, 60, 60]);
      assert.ok(drifts[1]! > 0 && drifts[2]! < 0);
    });

    test("a time in ten minutes has not passed, one ten minutes ago has", async () => {
      const times = (fromNowMs: number) => ({
        start: new Date(Date.now() + fromNowMs).toISOString(),
        end: new Date(Date.now() + fromNowMs + 60_000).toISOString(),
      });
      const resources = [{ resourceId: "0198a000-0000-7000-8000-000000000000" }];
      for (const { url } of servers) {
        const codes: unknown[] = [];
        for (const fromNowMs of [600_000, -600_000]) {
          const asked = { kind: "room", ...times(fromNowMs), resources };
          const { body } = await call(url, "/v1/bookings", asked);
          codes.push((body as { code: string }).code);
        }
        assert.deepEqual(codes, ["NOT_FOUND", "TIME_PASSED"]);
      }
    });
  });
}
