// Many passes, sessions and places in one room run out while no server looks, and then several look
// together: each ends once, and whoever still waits gets the places, each once.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { startRedis, type TestRedis } from "../../../test/redis.ts";
import { until } from "../../../test/until.ts";
import { actOn, openRoom, type TestRoom } from "../../../test/waitroom.ts";

const many = 36;
const rules = { maxActive: many, admitPerSecond: 1_000, heartbeatSeconds: 10, sessionMinutes: 1 };
type Visitor = Awaited<ReturnType<TestRoom["join"]>>;

for (const where of ["PostgreSQL", "Redis"]) {
  describe(`positions in ${where}`, () => {
    let redis: TestRedis | null = null;
    let app: TestApp;
    let servers: TestApp[];
    before(async () => {
      redis = where === "Redis" ? await startRedis() : null;
      const settings = redis ? { env: { REDIS_URL: redis.url } } : {};
      app = await startApp(settings);
      const beside = { ...settings, beside: app };
      servers = [app, await startApp(beside), await startApp(beside)];
    });
    after(async () => {
      for (const server of servers.toReversed()) await server.close();
      await redis?.stop();
    });

    const lookUntil = async (what: string, isSo: () => Promise<boolean>) =>
      until(what, async () => {
        await Promise.all(servers.map((server) => server.admit()));
        return isSo();
      });

    async function joined(room: TestRoom): Promise<Visitor[]> {
      const visitors: Visitor[] = [];
      for (let i = 0; i < many; i++) visitors.push(await room.join());
      return visitors;
    }

    /** How often each thing happened in the room, each to somebody else. */
    async function check(room: TestRoom, expected: Record<string, number>): Promise<void> {
      const told = async () => {
        const { rows } = await app.pool.query<{ type: string; n: number; different: number }>(
          `select type, count(*)::int as n, count(distinct ticket_id)::int as different
             from event where line_id = $1 and type like 'waitroom.%' and ticket_id is not null
            group by type`,
          [room.id],
        );
        return rows;
      };
      // Redis tells PostgreSQL a little later.
      await until("it is told", async () => {
        const rows = await told();
        return Object.entries(expected).every(([type, n]) =>
          rows.some((row) => row.type === `waitroom.${type}` && row.n >= n),
        );
      });
      for (const { type, n, different } of await told()) {
        const count = expected[type.replace("waitroom.", "")] ?? 0;
        assert.deepEqual([type, n, different], [type, count, count]);
      }
    }

    test("passes that nobody used", async () => {
      const room = await openRoom(app, rules);
      await joined(room);
      app.clock.advance(1_000);
      await lookUntil("all have a pass", async () => (await room.stats()).admitted === many);
      app.clock.advance(10 * 60_000);
      await lookUntil("all are out", async () => (await room.stats()).expired === many);
      assert.deepEqual((await room.stats()).admitted, 0);
      await check(room, { joined: many, admitted: many, expired: many });
    });

    test("sessions that have ended, and people who wait for their places", async () => {
      const room = await openRoom(app, rules);
      const first = await joined(room);
      app.clock.advance(1_000);
      await lookUntil("all have a pass", async () => (await room.stats()).admitted === many);
      for (const visitor of first) assert.equal((await actOn(app, visitor, "start")).status, 200);
      app.clock.advance(10 * 60_000);
      await joined(room);
      await lookUntil("the others have a pass", async () => (await room.stats()).admitted === many);
      const { active, admitted } = await room.stats();
      assert.deepEqual([active, admitted], [0, many]);
      await check(room, {
        joined: 2 * many,
        admitted: 2 * many,
        started: many,
        expired: many,
      });
    });

    test("people who wait and are not there any more", async () => {
      const room = await openRoom(app, { ...rules, maxActive: 1 });
      await joined(room);
      await room.change({ state: "paused" });
      app.clock.advance(10 * 60_000);
      await lookUntil("all are out", async () => (await room.stats()).expired === many);
      assert.equal((await room.stats()).waiting, 0);
      await check(room, { joined: many, expired: many });
    });
  });
}
