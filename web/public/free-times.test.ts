import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOf, partOfDay } from "./free-times.ts";

const free = (start: string, resourceId = "a") => ({ start, resourceId });

test("times stand on the visitor's days, not on the place's", () => {
  const days = daysOf([free("2026-03-02T20:00:00Z")], "2026-03-02", "Asia/Tokyo");
  const found = days.filter(({ times }) => times.length > 0).map(({ date }) => date);
  assert.deepEqual(found, ["2026-03-03"]);
});

test("a time that several have free is offered once, and in order", () => {
  const [day] = daysOf(
    [free("2026-03-02T11:00:00Z"), free("2026-03-02T10:00:00Z", "b"), free("2026-03-02T10:00:00Z")],
    "2026-03-02",
    "UTC",
  );
  assert.deepEqual(
    day!.times.map(({ start }) => start.slice(11, 16)),
    ["10:00", "11:00"],
  );
});

test("what lies outside the days is left out", () => {
  const days = daysOf([free("2026-03-20T10:00:00Z")], "2026-03-02", "UTC");
  assert.ok(days.every(({ times }) => times.length === 0));
});

test("a day has three parts", () => {
  assert.deepEqual([9, 12, 16, 17].map(partOfDay), [
    "morning",
    "afternoon",
    "afternoon",
    "evening",
  ]);
});
