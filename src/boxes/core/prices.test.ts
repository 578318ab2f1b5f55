import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import fc from "fast-check";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, openBakery } from "../../../test/boxes.ts";
import { priceAt, priceChanges, priceChangesAfter, wrongDrops, type Pricing } from "./prices.ts";

const endsAt = Date.parse("2026-03-02T19:00:00Z");
const minute = 60_000;

const pricings: fc.Arbitrary<Pricing> = fc
  .tuple(
    fc.integer({ min: 1, max: 100_000 }),
    fc.oneof(
      fc.constant(null),
      fc.record({
        kind: fc.constant("line" as const),
        fromMinutesBeforeEnd: fc.integer({ min: 1, max: 2_880 }),
        floor: fc.nat(100_000),
      }),
      fc.record({
        kind: fc.constant("steps" as const),
        steps: fc.array(fc.record({ minutesBeforeEnd: fc.nat(600), price: fc.nat(100_000) }), {
          minLength: 1,
          maxLength: 5,
        }),
      }),
    ),
  )
  .map(([price, drops]) => ({ price, drops, endsAt }))
  .filter(({ price, drops }) => wrongDrops(price, drops) === null);

test("a price is a whole number of minor units, never rises and never goes below the floor", () => {
  fc.assert(
    fc.property(pricings, fc.array(fc.integer({ min: -3_000, max: 10 })), (pricing, minutes) => {
      const floor =
        pricing.drops === null
          ? pricing.price
          : pricing.drops.kind === "line"
            ? pricing.drops.floor
            : Math.min(...pricing.drops.steps.map((step) => step.price));
      let last = pricing.price;
      for (const at of minutes.toSorted((a, b) => a - b)) {
        const price = priceAt(pricing, endsAt + at * minute);
        assert.ok(Number.isInteger(price) && price <= last && price >= floor);
        last = price;
      }
      assert.equal(priceAt(pricing, endsAt), floor);
    }),
  );
});

test("a page that follows the announced changes shows what the server would say", () => {
  fc.assert(
    fc.property(pricings, fc.integer({ min: -3_000, max: 0 }), fc.nat(3_000), (pricing, at, on) => {
      const seen = endsAt + at * minute;
      const later = seen + on * minute;
      const announced = priceChangesAfter(pricing, seen).findLast((change) => change.at <= later);
      assert.equal(announced?.price ?? priceAt(pricing, seen), priceAt(pricing, later));
      assert.ok(priceChanges(pricing).length <= 120);
    }),
  );
});

test("a straight line is straight", () => {
  const drops = { kind: "line" as const, fromMinutesBeforeEnd: 100, floor: 200 };
  const at = (minutesBefore: number) =>
    priceAt({ price: 400, drops, endsAt }, endsAt - minutesBefore * minute);
  assert.deepEqual([at(101), at(100), at(50), at(25), at(0)], [400, 400, 300, 250, 200]);
});

let app: TestApp;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test("the price shown, reserved and paid agree, step by step", async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  const bakery = await openBakery(app);
  const steps = [
    { minutesBeforeEnd: 120, price: 400 },
    { minutesBeforeEnd: 30, price: 250 },
  ];
  const box = await bakery.offer({ quantity: 10, priceDrops: { kind: "steps", steps } });
  const shown = async () => (await box.view()).price as number;
  assert.deepEqual((await box.view()).priceChanges, [
    { at: "2026-03-02T17:00:00.000Z", price: 400 },
    { at: "2026-03-02T18:30:00.000Z", price: 250 },
  ]);
  for (const [time, price] of [
    ["16:59:59.999", 450],
    ["17:00:00.000", 400],
    ["18:30:00.000", 250],
  ] as const) {
    app.clock.set(`2026-03-02T${time}Z`);
    assert.equal(await shown(), price);
    const reserved = await box.reserve({ quantity: 2, price: await shown() });
    assert.deepEqual([reserved.unitPrice, reserved.amount], [price, price * 2]);
  }
});

test("what was reserved keeps its amount, however the price falls", async () => {
  app.clock.set("2026-03-02T16:50:00Z");
  const bakery = await openBakery(app);
  const priceDrops = { kind: "steps", steps: [{ minutesBeforeEnd: 120, price: 100 }] };
  const { id, pickupCode } = await (await bakery.offer({ priceDrops })).reserve();
  app.clock.set("2026-03-02T17:05:00Z");
  assert.equal((await act(app, id, "confirm")).amount, 450);
  assert.equal((await bakery.pickUp(pickupCode)).body.amount, 450);
});

test("an offer from the waitlist has the price of the moment of the offer", async () => {
  app.clock.set("2026-03-02T16:50:00Z");
  const bakery = await openBakery(app);
  const priceDrops = { kind: "steps", steps: [{ minutesBeforeEnd: 120, price: 100 }] };
  const box = await bakery.offer({ quantity: 1, priceDrops });
  const [held] = await box.sellOut();
  const { id } = await box.waitlist();
  app.clock.set("2026-03-02T17:05:00Z");
  await act(app, held.id, "cancel");
  assert.equal((await act(app, id, "accept")).amount, 100);
});

test("PRICE_CHANGED: nobody pays more than they were shown", async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  const bakery = await openBakery(app);
  const box = await bakery.offer();
  assert.equal((await box.change({ price: 500 })).body.price, 500);
  const refused = await box.ask({ price: 450 });
  assert.deepEqual([refused.status, refused.body.code], [409, "PRICE_CHANGED"]);
  assert.equal(refused.body.price, 500);
  assert.equal((await box.reserve({ price: 600 })).amount, 500);
});

test("drops that would raise the price are refused", async () => {
  app.clock.set("2026-03-02T16:00:00Z");
  const bakery = await openBakery(app);
  const steps = (...prices: number[]) => ({
    kind: "steps",
    steps: prices.map((price, i) => ({ minutesBeforeEnd: 60 - i, price })),
  });
  const wrong = [
    steps(450),
    steps(300, 300),
    steps(300, 400),
    { kind: "line", fromMinutesBeforeEnd: 60, floor: 450 },
  ];
  for (const priceDrops of wrong) {
    const { body } = await bakery.ask({
      title: "Bread",
      date: "2026-03-02",
      quantity: 1,
      price: 450,
      pickupStart: "17:00",
      pickupEnd: "19:00",
      priceDrops,
    });
    assert.deepEqual([body.code, body.errors[0].field], ["INVALID", "priceDrops"]);
  }
  const box = await bakery.offer({ priceDrops: steps(300) });
  const refused = await box.change({ price: 200 });
  assert.equal(refused.body.errors[0].field, "priceDrops");
  assert.equal((await box.change({ price: 200, priceDrops: null })).status, 200);
});
