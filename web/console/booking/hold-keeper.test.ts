import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { OwnHold } from "../../wire/booking.ts";
import type { NewHold } from "./booking-api.ts";
import { HoldKeeper } from "./hold-keeper.ts";

const wish = (kind: string): NewHold => ({ kind, resources: [] });

function stage(options: { refuses?: boolean } = {}) {
  const done: string[] = [];
  const held = (id: string): OwnHold => ({
    id,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    extended: false,
    resources: [],
  });
  let gate = Promise.resolve();
  const keeper = new HoldKeeper(
    {
      async hold({ kind }) {
        done.push(`take ${kind}`);
        await gate;
        if (options.refuses) throw new Error("taken");
        return held(kind);
      },
      extend: async (id) => ({ ...held(id), extended: true }),
      async release(id) {
        done.push(`give back ${id}`);
        await gate;
      },
    },
    0,
  );
  const changes = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => isThere() && resolve();
      keeper.subscribe(look);
      look();
    });
  return { keeper, done, changes, wait: (until: Promise<void>) => void (gate = until) };
}

test("another time is taken only after the one before was given back", async () => {
  const { keeper, done, changes } = stage();
  keeper.want(wish("ten"));
  await changes(() => keeper.snapshot().hold?.id === "ten");
  keeper.want(wish("eleven"));
  await changes(() => keeper.snapshot().hold?.id === "eleven");
  assert.deepEqual(done, ["take ten", "give back ten", "take eleven"]);
  await keeper.close();
});

test("a form that closes gives back what it has, also what arrives afterwards", async () => {
  const { keeper, done, changes, wait } = stage();
  let open = () => undefined as void;
  wait(new Promise((resolve) => (open = resolve)));
  keeper.want(wish("ten"));
  await changes(() => keeper.snapshot().isTaking);
  const closed = keeper.close();
  open();
  await closed;
  assert.deepEqual(done, ["take ten", "give back ten"]);
  assert.equal(keeper.snapshot().hold, null);
});

test("a time is kept until the server has given it back", async () => {
  const { keeper, done, changes, wait } = stage();
  keeper.want(wish("ten"));
  await changes(() => keeper.snapshot().hold !== null);
  let open = () => undefined as void;
  wait(new Promise((resolve) => (open = resolve)));
  keeper.want(null);
  await changes(() => keeper.snapshot().hold === null);
  assert.deepEqual(done, ["take ten", "give back ten"]);
  assert.equal(keeper.snapshot().isGivingBack, true);
  open();
  await changes(() => !keeper.snapshot().isGivingBack);
  await keeper.close();
});

test("what has become a booking is not given back", async () => {
  const { keeper, done, changes } = stage();
  keeper.want(wish("ten"));
  await changes(() => keeper.snapshot().hold !== null);
  keeper.used();
  await keeper.close();
  assert.deepEqual(done, ["take ten"]);
});

test("why a time cannot be kept is shown", async () => {
  const { keeper, changes } = stage({ refuses: true });
  keeper.want(wish("ten"));
  await changes(() => keeper.snapshot().problem !== null);
  assert.match(String(keeper.snapshot().problem), /taken/);
  await keeper.close();
});

test("when its time has run out the form says so, and a longer one lasts longer", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  try {
    const { keeper, changes } = stage();
    keeper.want(wish("ten"));
    mock.timers.tick(1);
    await changes(() => keeper.snapshot().hold !== null);
    mock.timers.tick(50_000);
    keeper.extend();
    await changes(() => keeper.snapshot().hold!.extended);
    mock.timers.tick(50_000);
    assert.equal(keeper.snapshot().isOver, false);
    mock.timers.tick(10_000);
    assert.equal(keeper.snapshot().isOver, true);
  } finally {
    mock.timers.reset();
  }
});
