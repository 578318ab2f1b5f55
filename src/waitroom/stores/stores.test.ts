// What every store of positions does with a position: the table of transitions, joining, and the order of
// those who wait, in the specification's words. Each test runs on both stores.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { makeStore, storeKinds, type TestStore } from "../../../test/room-store.ts";

for (const kind of storeKinds) {
  describe(`positions in ${kind}`, () => {
    let here: TestStore;
    before(async () => (here = await makeStore(kind)));
    after(() => here.close());

    const later = (seconds: number) => here.clock.advance(seconds * 1_000);

    describe("the table of transitions", () => {
      test("NULL, enqueue: WAITING; a position is made and its heartbeat timer starts", async () => {
        const room = await here.room();
        const { outcome, position, ahead } = await room.enter("ann");
        assert.deepEqual([outcome, position.status, ahead], ["joined", "WAITING", 0]);
        later(30);
        assert.deepEqual(await room.tick(), { expired: 1, admitted: 0 });
      });

      test("WAITING, admit: ADMITTED; out of the queue", async () => {
        const room = await here.room();
        await room.enter("ann");
        assert.deepEqual(await room.tick(), { expired: 0, admitted: 1 });
        assert.equal(await room.see("ann"), "ADMITTED");
        assert.deepEqual(await room.order(), []);
      });

      test("WAITING, timeout: EXPIRED; out of the queue, with the reason", async () => {
        const room = await here.room({ state: "paused" });
        await room.enter("ann");
        later(29.999);
        await room.tick();
        assert.equal(await room.see("ann"), "WAITING");
        later(0.001);
        await room.tick();
        assert.equal(await room.see("ann"), "EXPIRED HEARTBEAT_TIMEOUT");
        assert.deepEqual(await room.order(), []);
      });

      test("a heartbeat, and only one's own, keeps the place", async () => {
        const room = await here.room({ state: "paused" });
        await room.enter("ann");
        await room.enter("bob");
        later(20);
        await room.look("ann", true);
        await room.look("bob", false);
        later(20);
        await room.tick();
        assert.deepEqual(await room.order(), ["ann"]);
        assert.equal(await room.ahead("ann"), 0);
      });

      test("WAITING, cancel: EXPIRED; out of the queue", async () => {
        const room = await here.room();
        await room.enter("ann");
        await room.enter("bob");
        assert.equal((await room.act("ann", "cancel")).outcome, "done");
        assert.equal(await room.see("ann"), "EXPIRED CANCELLED");
        assert.deepEqual(await room.order(), ["bob"]);
      });

      test("ADMITTED, session_start: ACTIVE; a session is made", async () => {
        const room = await here.room();
        await room.enter("ann");
        await room.tick();
        const started = await room.act("ann", "start");
        assert.ok(started.outcome === "done");
        const { status, startedAt, endsAt } = started.position;
        assert.deepEqual([status, endsAt! - startedAt!], ["ACTIVE", 10 * 60_000]);
      });

      test("ADMITTED, timeout: EXPIRED; the pass starts nothing any more", async () => {
        const room = await here.room();
        await room.enter("ann");
        await room.tick();
        later(60);
        const late = await room.act("ann", "start");
        assert.deepEqual(late, { outcome: "refused", status: "EXPIRED", reason: "PASS_NOT_USED" });
        await room.enter("bob");
        await room.tick();
        later(60);
        assert.equal((await room.tick()).expired, 1);
        assert.equal(await room.see("bob"), "EXPIRED PASS_NOT_USED");
      });

      test("ACTIVE, timeout: EXPIRED; the session is over", async () => {
        const room = await here.room({ sessionMinutes: 5 });
        await room.enter("ann");
        await room.tick();
        await room.act("ann", "start");
        later(5 * 60 - 0.001);
        assert.equal((await room.tick()).expired, 0);
        later(0.001);
        assert.equal((await room.tick()).expired, 1);
        assert.equal(await room.see("ann"), "EXPIRED SESSION_TIMEOUT");
      });

      test("ACTIVE, complete: COMPLETED; the place is free", async () => {
        const room = await here.room({ maxActive: 1, admitPerSecond: 100 });
        await room.enter("ann");
        await room.enter("bob");
        await room.tick();
        await room.act("ann", "start");
        later(1);
        assert.equal((await room.tick()).admitted, 0);
        await room.act("ann", "complete");
        assert.equal(await room.see("ann"), "COMPLETED");
        assert.equal((await room.tick()).admitted, 1);
      });

      test("ACTIVE, terminate: EXPIRED; the place is free", async () => {
        const room = await here.room({ maxActive: 1, admitPerSecond: 100 });
        await room.enter("ann");
        await room.enter("bob");
        await room.tick();
        await room.act("ann", "start");
        await room.act("ann", "terminate");
        assert.equal(await room.see("ann"), "EXPIRED TERMINATED");
        later(1);
        assert.equal((await room.tick()).admitted, 1);
      });

      test("everything else is refused, and what has happened already is not done twice", async () => {
        const room = await here.room({ maxActive: 10 });
        const outcomes = async (name: string) => {
          const seen: string[] = [];
          for (const act of ["start", "complete", "cancel", "terminate"] as const) {
            seen.push((await room.act(name, act)).outcome);
          }
          return seen;
        };
        await room.enter("cancelled");
        await room.act("cancelled", "cancel");
        assert.deepEqual(await outcomes("cancelled"), ["refused", "refused", "already", "already"]);
        await room.enter("ann");
        assert.equal((await room.act("ann", "start")).outcome, "refused");
        assert.equal((await room.act("ann", "complete")).outcome, "refused");
        await room.tick();
        assert.equal((await room.act("ann", "complete")).outcome, "refused");
        await room.act("ann", "start");
        assert.equal((await room.act("ann", "start")).outcome, "already");
        assert.equal((await room.act("ann", "cancel")).outcome, "refused");
        await room.act("ann", "complete");
        assert.deepEqual(await outcomes("ann"), ["refused", "already", "refused", "refused"]);
        assert.equal((await room.act("nobody", "start")).outcome, "unknown");
      });

      test("who has left may come again, at the end", async () => {
        const room = await here.room({ state: "paused" });
        await room.enter("ann");
        await room.enter("bob");
        await room.act("ann", "cancel");
        assert.equal((await room.join("ann")).outcome, "joined");
        assert.deepEqual(await room.order(), ["bob", "ann"]);
      });

      test("who has left is forgotten after an hour", async () => {
        const room = await here.room();
        await room.enter("ann", { metadata: { shop: "north" } });
        assert.deepEqual(await here.store.metadataOf(room.ref, room.idOf("ann")), {
          shop: "north",
        });
        await room.act("ann", "cancel");
        later(3_599);
        await room.tick();
        assert.equal(await room.see("ann"), "EXPIRED CANCELLED");
        later(1);
        await room.tick();
        assert.equal(await room.see("ann"), "unknown");
        assert.equal(await here.store.metadataOf(room.ref, room.idOf("ann")), null);
      });
    });

    describe("joining", () => {
      test("one place per session: who is there already gets the same place", async () => {
        const room = await here.room();
        await room.enter("ann");
        await room.enter("bob");
        const { outcome, ahead } = await room.enter("bob");
        assert.deepEqual([outcome, ahead], ["existing", 1]);
        assert.deepEqual(await room.order(), ["ann", "bob"]);
      });

      test("two requests of one session in the same batch make one place", async () => {
        const room = await here.room();
        const one = {
          id: room.idOf("ann"),
          priority: 0,
          address: null,
          metadata: null,
          drawValue: null,
          signedPlace: null,
        };
        const outcomes = (await here.store.join(room.ref, [one, one])).map((each) => each.outcome);
        assert.deepEqual(outcomes, ["joined", "existing"]);
        assert.deepEqual(await room.order(), ["ann"]);
      });

      test("two questions of one lost session in the same batch bring it back once", async () => {
        const room = await here.room({ maxActive: 10 });
        await room.enter("ann");
        await room.tick();
        const [ann] = await room.look("ann");
        // As signed for somebody whom the store has forgotten.
        const position = { ...ann!.position, id: room.idOf("bob") };
        const signedPlace = { position, issuedAt: here.clock.fixed().getTime() };
        const asked = { id: position.id, beat: true, signedPlace };
        const both = await here.store.touch(room.ref, [asked, { ...asked }]);
        assert.deepEqual(
          both.map((standing) => standing?.position.status),
          ["ADMITTED", "ADMITTED"],
        );
        assert.equal((await here.store.now(room.ref)).state.admitted, 2);
      });

      test("a full room and a closed one refuse; nobody who is in loses the place", async () => {
        const room = await here.room({ maxWaiting: 1, state: "paused" });
        await room.enter("ann");
        assert.deepEqual(await room.join("bob"), { outcome: "refused", code: "ROOM_FULL" });
        await room.change({ maxWaiting: 2 });
        await room.enter("bob");
        await room.change({ state: "closed" });
        assert.deepEqual(await room.join("eve"), { outcome: "refused", code: "ROOM_CLOSED" });
        assert.equal((await room.join("bob")).outcome, "existing");
        assert.equal((await room.tick()).admitted, 2);
      });

      test("who is present can be listed, with their addresses", async () => {
        const room = await here.room({ maxActive: 1 });
        for (const name of ["ann", "bob", "eve"])
          await room.enter(name, { address: "203.0.113.7" });
        await room.tick();
        await room.act("eve", "cancel");
        const seen: string[] = [];
        for await (const { status, address } of here.store.present(room.ref)) {
          seen.push(`${status} ${address}`);
        }
        assert.deepEqual(seen.toSorted(), ["ADMITTED 203.0.113.7", "WAITING 203.0.113.7"]);
      });

      test("the queue is listed page by page, in order", async () => {
        const room = await here.room({ state: "paused" });
        for (let n = 0; n < 7; n++) await room.enter(`p${n}`, { priority: n % 2 === 0 ? 0 : 2 });
        const order = (await here.store.waiting(room.ref, { after: null, limit: 100 })).map(
          ({ id }) => id,
        );
        const paged: string[] = [];
        let last = null;
        do {
          const page = await here.store.waiting(room.ref, { after: last, limit: 2 });
          paged.push(...page.map(({ id }) => id));
          last = page.at(-1) ?? null;
        } while (last);
        assert.deepEqual(paged, order);
        assert.equal(order.length, 7);
      });
    });

    describe("the table of priorities", () => {
      test("strict: level 3 first, then 2, 1, 0; first in, first out within each", async () => {
        const room = await here.room({ state: "paused" });
        for (const name of ["0a", "1a", "2a", "3a", "0b", "1b", "2b", "3b"]) {
          await room.enter(name, { priority: Number(name[0]) });
        }
        assert.deepEqual(await room.order(), ["3a", "3b", "2a", "2b", "1a", "1b", "0a", "0b"]);
        assert.equal(await room.ahead("1a"), 4);
      });

      test("strict with ageing: a level is a head start, and nobody waits for ever", async () => {
        const room = await here.room({ state: "paused", ageingSeconds: 10, heartbeatSeconds: 600 });
        await room.enter("early");
        later(9);
        await room.enter("soon", { priority: 1 });
        later(2);
        await room.enter("late", { priority: 1 });
        await room.enter("vip", { priority: 3 });
        assert.deepEqual(await room.order(), ["vip", "soon", "early", "late"]);
      });

      test("skip-ahead: level 1 passes 10 %, level 2 passes 50 %, level 3 goes to the front", async () => {
        const room = await here.room({ state: "paused", policy: "skip-ahead" });
        for (let n = 1; n <= 10; n++) await room.enter(`n${n}`);
        await room.enter("elevated", { priority: 1 });
        assert.equal(await room.ahead("elevated"), 9);
        await room.enter("vip", { priority: 2 });
        assert.equal(await room.ahead("vip"), 5);
        await room.enter("premium", { priority: 3 });
        assert.equal(await room.ahead("premium"), 0);
        assert.equal(await room.ahead("n10"), 12);
      });

      test("skip-ahead: those of one level keep their order", async () => {
        const room = await here.room({ state: "paused", policy: "skip-ahead" });
        for (let n = 1; n <= 10; n++) await room.enter(`n${n}`);
        for (const level of [1, 2, 3]) {
          for (const turn of ["a", "b", "c"])
            await room.enter(`${level}${turn}`, { priority: level });
        }
        const order = await room.order();
        for (const level of [1, 2, 3]) {
          const theirs = order.filter((name) => name.startsWith(String(level)));
          assert.deepEqual(theirs, [`${level}a`, `${level}b`, `${level}c`]);
        }
        assert.deepEqual(order.slice(0, 3), ["3a", "3b", "3c"]);
      });

      test("skip-ahead with ageing: nobody who has waited that long is overtaken", async () => {
        const settings = {
          policy: "skip-ahead",
          ageingSeconds: 10,
          heartbeatSeconds: 600,
        } as const;
        const room = await here.room({ state: "paused", ...settings });
        await room.enter("old");
        later(11);
        await room.enter("new");
        await room.enter("premium", { priority: 3 });
        assert.deepEqual(await room.order(), ["old", "premium", "new"]);
      });
    });
  });
}
