import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dateIn, instantOf, mondayOf, timeIn, timeOf, weekdayOf } from "./zone-time.ts";

test("an instant is shown as the clock on the doctor's wall shows it", () => {
  assert.equal(timeIn("2026-03-02T18:45:00Z", "Asia/Kolkata"), "00:15");
  assert.equal(dateIn("2026-03-02T18:45:00Z", "Asia/Kolkata"), "2026-03-03");
  assert.equal(timeIn("2026-03-02T05:00:00Z", "America/New_York"), "00:00");
});

test("what is typed there becomes the instant it means there", () => {
  assert.equal(instantOf("2026-03-02", "09:30", "Asia/Kolkata"), "2026-03-02T04:00:00.000Z");
  assert.equal(instantOf("2026-03-02", "24:00", "Europe/Berlin"), "2026-03-02T23:00:00.000Z");
  assert.equal(instantOf("2026-07-01", "00:00", "Australia/Lord_Howe"), "2026-06-30T13:30:00.000Z");
});

test("a time that is jumped over means as long after the jump, one that comes twice the first", () => {
  assert.equal(instantOf("2026-03-29", "02:30", "Europe/Berlin"), "2026-03-29T01:30:00.000Z");
  assert.equal(instantOf("2026-03-29", "03:00", "Europe/Berlin"), "2026-03-29T01:00:00.000Z");
  assert.equal(instantOf("2026-10-25", "02:30", "Europe/Berlin"), "2026-10-25T00:30:00.000Z");
  assert.equal(instantOf("2026-10-25", "03:00", "Europe/Berlin"), "2026-10-25T02:00:00.000Z");
});

test("every quarter of an hour of a year comes back as it was typed", () => {
  for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]) {
    for (let day = 0; day < 365; day += 1) {
      const date = addDays("2026-01-01", day);
      for (const time of ["00:00", "04:15", "12:00", "23:45"]) {
        const instant = instantOf(date, time, zone);
        assert.deepEqual([dateIn(instant, zone), timeIn(instant, zone)], [date, time], zone);
      }
    }
  }
});

test("a week starts on Monday", () => {
  assert.equal(weekdayOf("2026-03-02"), 0);
  assert.equal(weekdayOf("2026-03-08"), 6);
  assert.equal(mondayOf("2026-03-08"), "2026-03-02");
  assert.equal(timeOf(1_440), "24:00");
});
