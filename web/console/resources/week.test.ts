import assert from "node:assert/strict";
import { test } from "node:test";
import {
  copied,
  drawn,
  edited,
  hoursInSight,
  overlapping,
  plain,
  shifted,
  stretched,
  withMore,
} from "./week.ts";

const monday = { day: 0, start: "09:00", end: "12:00" };
const afternoon = { day: 0, start: "14:00", end: "16:00" };

test("what is drawn is whole slots, from a quarter of an hour on, in either direction", () => {
  assert.deepEqual(drawn(9 * 60 + 7, 10 * 60 + 41, 20), { start: "09:00", end: "10:40" });
  assert.deepEqual(drawn(10 * 60 + 41, 9 * 60 + 7, 20), { start: "09:00", end: "10:40" });
  assert.deepEqual(drawn(600, 601, 30), { start: "10:00", end: "10:30" });
  assert.deepEqual(drawn(23 * 60 + 50, 1_440, 30), { start: "23:30", end: "24:00" });
});

test("an end that is pulled keeps whole slots and does not pass the other end or midnight", () => {
  assert.deepEqual(stretched(monday, "end", 13 * 60 + 20, 30), { start: "09:00", end: "13:30" });
  assert.deepEqual(stretched(monday, "end", 60, 30), { start: "09:00", end: "09:30" });
  assert.deepEqual(stretched(monday, "start", 8 * 60 + 10, 30), { start: "08:00", end: "12:00" });
  assert.deepEqual(stretched(monday, "end", 5_000, 60), { start: "09:00", end: "24:00" });
});

test("hours taken elsewhere stay as long as they were, within one day", () => {
  assert.deepEqual(shifted(monday, 2, 37), { day: 2, start: "09:30", end: "12:30" });
  assert.deepEqual(shifted(monday, 9, 2_000), { day: 6, start: "21:00", end: "24:00" });
  assert.deepEqual(shifted(monday, 0, -2_000), { day: 0, start: "00:00", end: "03:00" });
});

test("copying a day gives the others its hours in place of theirs", () => {
  const week = edited([monday, afternoon, { day: 1, start: "08:00", end: "09:00" }]);
  const after = copied(week, 0, [0, 1, 2]);
  assert.deepEqual(
    plain(after).map(({ day, start }) => `${day} ${start}`),
    ["0 09:00", "0 14:00", "1 09:00", "1 14:00", "2 09:00", "2 14:00"],
  );
  assert.equal(new Set(after.map(({ key }) => key)).size, 6);
  assert.equal(plain(copied(week, 4, [1])).length, 2, "a day without hours empties the other");
});

test("more hours of a day come after the last ones, as whole slots", () => {
  assert.deepEqual(plain(withMore([], 3, 30)), [{ day: 3, start: "09:00", end: "12:00" }]);
  assert.deepEqual(plain(withMore(edited([monday]), 0, 30))[1], {
    day: 0,
    start: "13:00",
    end: "15:00",
  });
  const late = edited([{ day: 0, start: "20:00", end: "23:30" }]);
  assert.equal(withMore(late, 0, 30).at(-1)?.end, "24:00");
});

test("hours that overlap are known, those that touch are fine", () => {
  const touching = edited([monday, { day: 0, start: "12:00", end: "13:00" }]);
  assert.equal(overlapping(touching).size, 0);
  const crossing = edited([monday, { day: 0, start: "11:30", end: "13:00" }]);
  assert.equal(overlapping(crossing).size, 2);
  const otherDay = edited([monday, { day: 1, start: "11:30", end: "13:00" }]);
  assert.equal(overlapping(otherDay).size, 0);
});

test("the usual day is in sight, and more where the hours need it", () => {
  assert.deepEqual(hoursInSight([]), { from: 7, to: 20 });
  assert.deepEqual(hoursInSight([{ day: 0, start: "05:30", end: "22:15" }]), { from: 5, to: 23 });
});
