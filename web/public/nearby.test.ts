import assert from "node:assert/strict";
import { test } from "node:test";
import type { Box } from "../wire/boxes.ts";
import { distanceText, inOrder, metresBetween, priceAt, stateOf } from "./nearby.ts";

const now = Date.parse("2026-03-02T17:30:00Z");

function box(id: string, more: Partial<Box> = {}): Box {
  return {
    id,
    title: "Bread box",
    description: null,
    value: null,
    merchantId: `merchant-${id}`,
    merchant: {
      name: `Bakery ${id}`,
      address: null,
      town: null,
      latitude: null,
      longitude: null,
      payment: "at_pickup",
      mostPerReservation: 5,
    },
    boxTypeId: null,
    date: "2026-03-02",
    pickupStart: "17:00",
    pickupEnd: "19:00",
    startsAt: "2026-03-02T17:00:00Z",
    endsAt: "2026-03-02T19:00:00Z",
    timezone: "Etc/UTC",
    currency: "EUR",
    status: "ACTIVE",
    quantity: 5,
    remaining: 3,
    waiting: 0,
    price: 400,
    fullPrice: 500,
    priceDrops: null,
    priceChanges: [],
    ...more,
  };
}

const at = (one: Box, latitude: number, longitude: number): Box => ({
  ...one,
  merchant: { ...one.merchant, latitude, longitude },
});
const ids = (boxes: Box[]) => boxes.map(({ id }) => id).join(" ");

test("distances are right to the percent", () => {
  const berlin = { latitude: 52.52, longitude: 13.405 };
  const hamburg = { latitude: 53.551, longitude: 9.994 };
  assert.ok(Math.abs(metresBetween(berlin, hamburg) - 255_000) < 2_000);
  assert.equal(metresBetween(berlin, berlin), 0);
});

test("distances are in the visitor's measures", () => {
  assert.equal(distanceText(10, "en-IE"), "50 m");
  assert.equal(distanceText(320, "en-IE"), "300 m");
  assert.equal(distanceText(1_240, "en-IE"), "1.2 km");
  assert.equal(distanceText(12_400, "de").replace("\u00a0", " "), "12 km");
  assert.equal(distanceText(1_609, "en-GB"), "1 mi");
});

test("what can be had comes before what is sold out, paused or over", () => {
  const boxes = [
    box("over", { endsAt: "2026-03-02T17:30:00Z" }),
    box("paused", { status: "PAUSED" }),
    box("gone", { remaining: 0, status: "SOLD_OUT" }),
    box("open"),
  ];
  assert.equal(ids(inOrder(boxes, null, now)), "open gone paused over");
  assert.deepEqual(
    boxes.map((one) => stateOf(one, now)),
    ["over", "paused", "soldOut", "open"],
  );
});

test("without a place what can be collected first comes first, then what closes first", () => {
  const boxes = [
    box("evening", { startsAt: "2026-03-02T18:00:00Z" }),
    box("long", { startsAt: "2026-03-02T16:00:00Z", endsAt: "2026-03-02T21:00:00Z" }),
    box("soon gone", { startsAt: "2026-03-02T17:00:00Z", endsAt: "2026-03-02T18:00:00Z" }),
  ];
  assert.equal(ids(inOrder(boxes, null, now)), "soon gone long evening");
});

test("with a place the nearest comes first, and shops without one come last", () => {
  const boxes = [box("nowhere"), at(box("far"), 52.6, 13.4), at(box("near"), 52.53, 13.4)];
  const here = { latitude: 52.52, longitude: 13.405 };
  assert.equal(ids(inOrder(boxes, here, now)), "near far nowhere");
});

test("the price is what the server said it would be by now", () => {
  const falling = box("a", {
    price: 400,
    priceChanges: [
      { at: "2026-03-02T17:40:00Z", price: 300 },
      { at: "2026-03-02T18:40:00Z", price: 200 },
    ],
  });
  const minute = 60_000;
  assert.deepEqual(priceAt(falling, now), {
    price: 400,
    next: { at: now + 10 * minute, price: 300 },
  });
  assert.equal(priceAt(falling, now + 10 * minute).price, 300);
  assert.deepEqual(priceAt(falling, now + 70 * minute), { price: 200, next: null });
});
