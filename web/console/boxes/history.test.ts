import assert from "node:assert/strict";
import { test } from "node:test";
import { totalsOf, unsoldOf } from "./history.ts";

const sunday = { date: "2026-03-01", quantity: 10, pickedUp: 6, notCollected: 1, takings: 2_400 };
const monday = { date: "2026-03-02", quantity: 5, pickedUp: 1, notCollected: 0, takings: 400 };

test("what was neither collected nor kept in vain was not sold", () => {
  assert.equal(unsoldOf(sunday, "2026-03-02"), 3);
});

test("what is out today may still be sold", () => {
  assert.equal(unsoldOf(monday, "2026-03-02"), 0);
});

test("days are added up", () => {
  assert.deepEqual(totalsOf([monday, sunday], "2026-03-02"), {
    quantity: 15,
    pickedUp: 7,
    notCollected: 1,
    takings: 2_800,
    unsold: 3,
  });
});
