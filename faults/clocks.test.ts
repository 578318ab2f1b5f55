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

/** As somebody without a key. */
const post = (url: string, path: string, body: object) =>
  fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
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

    test("a session and a key end when the database says so, whatever the server's clock", async () => {
      const password = "correct horse battery";
      const email = `ada-${store}@example.org`.toLowerCase();
      const invited = await call(servers[0]!.url, "/v1/members", { email, role: "staff" }, store);
      const token = (invited.body as { inviteUrl: string }).inviteUrl.split("/").at(-1);
      const path = `/v1/invitations/${token}/accept`;
      const joined = await post(servers[0]!.url, path, { name: "Ada", password });
      assert.equal(joined.status, 200, await joined.text());
      const statuses = (headers: Record<string, string>) =>
        Promise.all(
          servers.map(async ({ url }) => (await fetch(`${url}/v1/me`, { headers })).status),
        );
      for (const [i, maker] of servers.entries()) {
        const signedIn = await post(maker.url, "/v1/session", { email, password });
        assert.equal(signedIn.status, 200, await signedIn.text());
        const cookies = signedIn.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
        const session = { cookie: cookies.join("; ") };
        const { rows } = await database.pool.query(
          `select round(extract(epoch from max(expires_at) - now()) / 3600)::int as hours from session
            where created_at = (select max(created_at) from session)`,
        );
        assert.equal(rows[0].hours, 30 * 24, "it lasts as long as everybody's");
        const made = await call(maker.url, "/v1/api-keys", { name: "K" }, `${store} key ${i}`);
        const { id, key: secret } = made.body as { id: string; key: string };
        const bearer = { authorization: `Bearer ${secret}` };

        const end = async (minutes: number) => {
          const at = `now() + interval '1 minute' * $1`;
          await database.pool.query(`update session set expires_at = ${at}`, [minutes]);
          await database.pool.query(`update api_key set expires_at = ${at} where id = $2`, [
            minutes,
            id,
          ]);
        };
        await end(30);
        assert.deepEqual(await statuses(session), [200, 200, 200]);
        await end(-30);
        assert.deepEqual(await statuses(session), [401, 401, 401]);
        // Asked for the first time: nobody has found it good before.
        assert.deepEqual(await statuses(bearer), [401, 401, 401]);
        const early = await call(maker.url, "/v1/api-keys", { name: "K" }, `${store} early ${i}`);
        const other = early.body as { id: string; key: string };
        await database.pool.query(
          `update api_key set expires_at = now() + interval '30 minutes' where id = $1`,
          [other.id],
        );
        const still = { authorization: `Bearer ${other.key}` };
        assert.deepEqual(await statuses(still), [200, 200, 200]);
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
