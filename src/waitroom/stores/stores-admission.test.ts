// Who is admitted by every store of positions, and when: the bucket, the cap, the opening, and what a turn
// writes and measures. Each test runs on both stores.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { makeStore, storeKinds, type TestStore } from "../../../test/room-store.ts";

for (const kind of storeKinds) {
  describe(`admission in ${kind}`, () => {
    let here: TestStore;
    before(async () => (here = await makeStore(kind)));
    after(() => here.close());

    const later = (seconds: number) => here.clock.advance(seconds * 1_000);

    describe("the bucket and the cap", () => {
      test("the bucket starts full, with as many as may be active", async () => {
        const room = await here.room({ maxActive: 5, admitPerSecond: 1 });
        for (let n = 0; n < 8; n++) await room.enter(`p${n}`);
        assert.equal((await room.tick()).admitted, 5);
        assert.deepEqual(await room.order(), ["p5", "p6", "p7"]);
      });

      test("it refills by fractions, which add up", async () => {
        const room = await here.room({ maxActive: 5, admitPerSecond: 0.5, heartbeatSeconds: 600 });
        for (let n = 0; n < 10; n++) await room.enter(`p${n}`);
        await room.tick();
        for (let n = 0; n < 5; n++) {
          await room.act(`p${n}`, "start");
          await room.act(`p${n}`, "complete");
        }
        const admitted: number[] = [];
        for (let step = 0; step < 8; step++) {
          later(0.5);
          admitted.push((await room.tick()).admitted);
        }
        assert.deepEqual(admitted, [0, 0, 0, 1, 0, 0, 0, 1]);
      });

      test("it never holds more than may be active", async () => {
        const room = await here.room({
          maxActive: 3,
          admitPerSecond: 100,
          heartbeatSeconds: 3_600,
        });
        later(600);
        for (let n = 0; n < 5; n++) await room.enter(`p${n}`);
        assert.equal((await room.tick()).admitted, 3);
      });

      test("passes and sessions together never pass the cap", async () => {
        const room = await here.room({ maxActive: 2, admitPerSecond: 100 });
        for (let n = 0; n < 5; n++) await room.enter(`p${n}`);
        await room.tick();
        await room.act("p0", "start");
        later(10);
        assert.equal((await room.tick()).admitted, 0);
        const { held, state } = await here.store.now(room.ref);
        assert.deepEqual([held, state.admitted, state.active], [2, 1, 1]);
      });

      test("who does not show up is replaced at once, and costs nobody a turn", async () => {
        const room = await here.room({
          maxActive: 1,
          admitPerSecond: 0.001,
          heartbeatSeconds: 600,
        });
        await room.enter("ann");
        await room.enter("bob");
        await room.tick();
        later(60);
        assert.deepEqual(await room.tick(), { expired: 1, admitted: 1 });
        assert.equal(await room.see("bob"), "ADMITTED");
      });

      test("a terminated visitor's place is free when their cookie has run out", async () => {
        const room = await here.room({ maxActive: 1, admitPerSecond: 100, heartbeatSeconds: 600 });
        await room.enter("ann");
        await room.enter("bob");
        await room.tick();
        await room.act("ann", "start", { withCookie: true });
        later(10);
        await here.store.renew(room.ref, room.idOf("ann"), null);
        await room.act("ann", "terminate");
        later(59.999);
        assert.equal((await room.tick()).admitted, 0);
        later(0.001);
        assert.equal((await room.tick()).admitted, 1);
      });

      test("nor does joining again free it", async () => {
        const room = await here.room({ maxActive: 1, admitPerSecond: 100, heartbeatSeconds: 600 });
        await room.enter("ann");
        await room.enter("bob");
        await room.tick();
        await room.act("ann", "start", { withCookie: true });
        await room.act("ann", "terminate");
        await room.enter("ann");
        later(59.999);
        assert.equal((await room.tick()).admitted, 0);
        later(0.001);
        await room.tick();
        assert.equal(await room.see("bob"), "ADMITTED");
        assert.equal(await room.see("ann"), "WAITING");
      });

      test("a session is renewed as long as it runs, and never beyond its end", async () => {
        const room = await here.room({ sessionMinutes: 2 });
        await room.enter("ann");
        await room.tick();
        const id = room.idOf("ann");
        assert.equal(await here.store.renew(room.ref, id, null), null);
        await room.act("ann", "start", { withCookie: true });
        later(90);
        const renewed = await here.store.renew(room.ref, id, null);
        assert.equal(renewed!.position.cookieUntil, renewed!.position.endsAt);
        later(30);
        assert.equal(await here.store.renew(room.ref, id, null), null);
        assert.equal(await room.see("ann"), "EXPIRED SESSION_TIMEOUT");
      });

      test("a pass of an earlier admission starts nothing", async () => {
        const room = await here.room();
        await room.enter("ann");
        await room.tick();
        const admittedAt = (await room.look("ann"))[0]!.position.admittedAt!;
        await room.act("ann", "cancel");
        later(1);
        await room.enter("ann");
        await room.tick();
        assert.equal((await room.act("ann", "start", { admittedAt })).outcome, "refused");
        assert.equal(await room.see("ann"), "ADMITTED");
      });

      test("paused, nobody is admitted; changes take effect at once", async () => {
        const room = await here.room({ maxActive: 1, admitPerSecond: 100 });
        for (const name of ["ann", "bob", "eve"]) await room.enter(name);
        await room.change({ state: "paused" });
        assert.equal((await room.tick()).admitted, 0);
        await room.change({ state: "open" });
        assert.equal((await room.tick()).admitted, 1);
        await room.change({ maxActive: 3 });
        later(1);
        assert.equal((await room.tick()).admitted, 2);
        await room.change({ maxActive: 1 });
        await room.enter("last");
        await room.act("ann", "cancel");
        assert.equal((await room.tick()).admitted, 0);
      });
    });

    describe("before the opening", () => {
      test("who comes before is drawn; nobody sees a place or goes in; later ones queue behind", async () => {
        const opensAt = new Date(here.clock.fixed().getTime() + 60_000).toISOString();
        const room = await here.room({ opensAt, heartbeatSeconds: 600, maxActive: 1 });
        await room.enter("first", { drawValue: 300 });
        await room.enter("second", { drawValue: 100 });
        await room.enter("third", { drawValue: 200 });
        assert.equal((await room.enter("first")).ahead, null);
        assert.equal((await room.tick()).admitted, 0);
        later(60);
        await room.enter("late", { drawValue: 1 });
        assert.deepEqual(await room.order(), ["second", "third", "first", "late"]);
        assert.equal(await room.ahead("first"), 2);
        assert.equal((await room.tick()).admitted, 1);
      });

      test("a wait is counted from the opening", async () => {
        const opensAt = new Date(here.clock.fixed().getTime() + 60_000).toISOString();
        const room = await here.room({ opensAt, heartbeatSeconds: 600 });
        await room.enter("ann", { drawValue: 1 });
        later(65);
        await room.tick();
        const { state } = await here.store.now(room.ref);
        assert.equal(state.waitMsTotal, 5_000);
      });

      test("levels count in the draw", async () => {
        const opensAt = new Date(here.clock.fixed().getTime() + 60_000).toISOString();
        for (const policy of ["strict", "skip-ahead"] as const) {
          const room = await here.room({ opensAt, heartbeatSeconds: 600, policy });
          await room.enter("normal", { drawValue: 10 });
          await room.enter("vip", { drawValue: 18, priority: 2 });
          await room.enter("premium", { drawValue: 1_000, priority: 3 });
          assert.deepEqual(await room.order(), ["premium", "vip", "normal"]);
        }
      });
    });

    describe("what is written", () => {
      /** Which transactions wrote the room last. */
      const written = async (roomId: string) => {
        const { rows } = await here.pool.query(
          `select l.xmin as line, r.xmin as room from line l join room r on r.id = l.id
            where l.id = $1`,
          [roomId],
        );
        return rows[0] as object;
      };

      for (const [name, settings] of [
        ["closed and empty", { state: "closed" }],
        ["empty", {}],
        ["full", { maxActive: 1, sessionMinutes: 60, heartbeatSeconds: 3_600 }],
      ] as const) {
        test(`a room that is ${name} writes nothing while nothing happens`, async () => {
          const room = await here.room(settings);
          if (name === "full") {
            await room.enter("ann");
            await room.enter("bob");
            await room.tick();
            await room.act("ann", "start");
          }
          later(1);
          await room.tick();
          await room.tick();
          const before = await written(room.ref.id);
          for (let turn = 0; turn < 5; turn++) {
            later(0.4);
            assert.deepEqual(await room.tick(), { expired: 0, admitted: 0 });
          }
          assert.deepEqual(await written(room.ref.id), before);
          const busy = await here.store.busyRooms();
          assert.equal(
            busy.some(({ id }) => id === room.ref.id),
            name === "full",
          );
        });
      }

      test("a lowered cap empties the bucket, also while nothing else happens", async () => {
        const room = await here.room({ maxActive: 10, admitPerSecond: 0.001 });
        await room.change({ maxActive: 1 });
        await room.tick();
        await room.change({ maxActive: 10 });
        for (const name of ["ann", "bob", "cat"]) await room.enter(name);
        assert.equal((await room.tick()).admitted, 1);
      });
    });

    describe("what is measured", () => {
      test("counts, averages and the last admission", async () => {
        const room = await here.room({ maxActive: 2, heartbeatSeconds: 600 });
        for (const name of ["ann", "bob", "eve"]) await room.enter(name);
        later(4);
        await room.tick();
        await room.act("ann", "start");
        later(6);
        await room.act("ann", "complete");
        await room.act("eve", "cancel");
        const { state, waiting } = await here.store.now(room.ref);
        assert.deepEqual(
          {
            waiting,
            admitted: state.admitted,
            active: state.active,
            joined: state.joinedTotal,
            completed: state.completedTotal,
            expired: state.expiredTotal,
            waitMs: state.waitMsTotal,
            sessionMs: state.sessionMsTotal,
            last: here.clock.fixed().getTime() - state.lastAdmissionAt!,
          },
          {
            waiting: 0,
            admitted: 1,
            active: 0,
            joined: 3,
            completed: 1,
            expired: 1,
            waitMs: 8_000,
            sessionMs: 6_000,
            last: 6_000,
          },
        );
      });

      test("the pace of admissions and how many leave", async () => {
        const room = await here.room({
          maxActive: 1_000,
          admitPerSecond: 2,
          heartbeatSeconds: 600,
        });
        await room.change({ maxActive: 1 });
        await room.tick();
        await room.change({ maxActive: 1_000 });
        for (let n = 0; n < 60; n++) await room.enter(`p${n}`);
        for (let second = 0; second < 20; second++) {
          later(1);
          await room.act(`p${59 - second}`, "cancel");
          await room.tick();
        }
        const { state } = await here.store.now(room.ref);
        assert.ok(Math.abs(state.admissionRate - 2) < 0.2, String(state.admissionRate));
        assert.ok(state.leavingRate > 0.01 && state.leavingRate < 0.2, String(state.leavingRate));
      });
    });
  });
}
