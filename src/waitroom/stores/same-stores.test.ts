// Whatever happens in a room, both stores answer the same: random histories, told to both.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { ManualClock } from "../../infra/clock.ts";
import { makeStore, type TestStore, type TestStoreRoom } from "../../../test/room-store.ts";
import type { RoomSettings } from "../core/rules.ts";

const clock = new ManualClock("2026-03-02T09:00:00Z");
let stores: [TestStore, TestStore];
before(async () => {
  stores = [await makeStore("PostgreSQL", { clock }), await makeStore("Redis", { clock })];
});
after(() => Promise.all(stores.map((store) => store.close())));

const who = fc.integer({ min: 0, max: 11 }).map((n) => `p${n}`);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("join" as const),
      who,
      level: fc.nat(3),
      draw: fc.nat(1_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("beat" as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "start" as const,
        "complete" as const,
        "cancel" as const,
        "terminate" as const,
      ),
      who,
      cookie: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("renew" as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("tick" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("later" as const),
      ms: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      patch: fc.constantFrom<Partial<RoomSettings>>(
        { maxActive: 1 },
        { maxActive: 5 },
        { state: "paused" },
        { state: "open" },
        { state: "closed" },
        { maxWaiting: 3 },
        { maxWaiting: null },
        { policy: "skip-ahead" },
        { policy: "strict" },
        { ageingSeconds: 20 },
        { ageingSeconds: null },
      ),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

test("both stores answer the same to the same history", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.boolean(),
      async (steps, opensLater) => {
        const opensAt = opensLater
          ? new Date(clock.fixed().getTime() + 20_000).toISOString()
          : null;
        const settings = { maxActive: 3, admitPerSecond: 0.3, opensAt };
        const rooms = await Promise.all(stores.map((store) => store.room(settings)));
        for (const one of steps) {
          if (one.do === "later") {
            clock.advance(one.ms);
            continue;
          }
          const [first, second] = await Promise.all(
            rooms.map((room, place) => take(stores[place]!, room, one)),
          );
          assert.deepEqual(second, first, JSON.stringify(one));
        }
      },
    ),
    { numRuns: 40 },
  );
});

/** No two draw the same, as in life: ids would decide then, which are others in each store. */
const drawOf = ({ who: name, draw }: { who: string; draw: number }) =>
  draw * 100 + Number(name.slice(1));

/** What is done, what comes back, and how everything stands afterwards. */
async function take(store: TestStore, room: TestStoreRoom, one: Exclude<Step, { do: "later" }>) {
  const answered = await (async () => {
    switch (one.do) {
      case "join":
        return room.join(one.who, { priority: one.level, drawValue: drawOf(one) });
      case "beat":
        return room.look(one.who, true);
      case "renew":
        return store.store.renew(room.ref, room.idOf(one.who), null);
      case "tick":
        return room.tick();
      case "change":
        return room.change(one.patch);
      default:
        return room.act(one.who, one.do, { withCookie: one.cookie });
    }
  })();
  const now = await store.store.now(room.ref);
  return JSON.parse(
    JSON.stringify({ answered, now, order: await room.order() }, (key, value: unknown) => {
      if (key === "id") return undefined; // each store has ids of its own
      // The two have different libraries for exp().
      return typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(10) : value;
    }),
  ) as unknown;
}
