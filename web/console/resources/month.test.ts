import assert from "node:assert/strict";
import { test } from "node:test";
import { addMonths, touches, weeksOf } from "./month.ts";

test("a month is whole weeks from Monday", () => {
  const march = weeksOf("2026-03");
  assert.equal(march[0]![0], "2026-02-23");
  assert.equal(march.at(-1)!.at(-1), "2026-04-05");
  assert.ok(march.every((week) => week.length === 7));
  assert.equal(weeksOf("2027-02").length, 4);
});

test("months go on over the year's end", () => {
  assert.equal(addMonths("2026-12", 1), "2027-01");
  assert.equal(addMonths("2026-01", -1), "2025-12");
});

test("leave until midnight there leaves the next day alone", () => {
  const leave = {
    id: "1",
    available: false,
    start: "2026-03-02T18:30:00Z",
    end: "2026-03-03T18:30:00Z",
    reason: null,
    createdAt: "2026-03-01T00:00:00Z",
  };
  const on = (date: string) => touches(leave, date, "Asia/Kolkata");
  assert.deepEqual(["2026-03-02", "2026-03-03", "2026-03-04"].map(on), [false, true, false]);
});
