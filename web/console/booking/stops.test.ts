import assert from "node:assert/strict";
import { test } from "node:test";
import { stopBeside, stopNear, stopsOf } from "./stops.ts";

const rows = { start: 600, end: 720 };
const said = ({ minute, block }: { minute: number; block: string | null }) =>
  `${minute}${block ? ` ${block}` : ""}`;

test("down goes through free rows and bookings in the order of the day", () => {
  const stops = stopsOf(rows, 30, [{ key: "a", start: 630, end: 690 }]);
  assert.deepEqual(stops.map(said), ["600", "630 a", "690"]);
});

test("a row that is taken in part is reached at its first free minute", () => {
  const stops = stopsOf(rows, 30, [{ key: "a", start: 600, end: 615 }]);
  assert.deepEqual(stops.map(said).slice(0, 3), ["600 a", "615", "630"]);
});

test("bookings side by side are passed one after another", () => {
  const stops = stopsOf(rows, 30, [
    { key: "a", start: 600, end: 660 },
    { key: "b", start: 600, end: 660 },
  ]);
  assert.deepEqual(stops.map(said), ["600 a", "600 b", "660", "690"]);
  const first = stops[0]!;
  assert.equal(said(stopBeside(stops, first, 1)), "600 b");
  assert.equal(said(stopBeside(stops, first, -1)), "600 a");
  assert.equal(said(stopBeside(stops, stops.at(-1)!, 1)), "690");
});

test("sideways leads to what is there at that time", () => {
  const stops = stopsOf(rows, 30, [{ key: "a", start: 615, end: 690 }]);
  assert.equal(said(stopNear(stops, 660)), "615 a");
  assert.equal(said(stopNear(stops, 0)), "600");
});

test("what began before the hours in sight is reached at their start", () => {
  const stops = stopsOf(rows, 30, [{ key: "a", start: 0, end: 630 }]);
  assert.deepEqual(stops.map(said).slice(0, 2), ["600 a", "630"]);
});

test("after a colleague has changed the day, the nearest place goes on", () => {
  const stops = stopsOf(rows, 30, []);
  assert.equal(said(stopBeside(stops, { minute: 645, block: "gone" }, 1)), "630");
});
