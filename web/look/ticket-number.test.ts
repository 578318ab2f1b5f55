import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf, spoken } from "./ticket-number.ts";

test("the digits that differ stand apart from prefix and zeros", () => {
  assert.deepEqual(partsOf("DEMO-000123"), { prefix: "DEMO-", zeros: "000", digits: "123" });
  assert.deepEqual(partsOf("A1-000100"), { prefix: "A1-", zeros: "000", digits: "100" });
  assert.deepEqual(partsOf("Z-1000000"), { prefix: "Z-", zeros: "", digits: "1000000" });
});

test("the number of a doctor's patient differs in its letters, too", () => {
  for (const number of ["R-12", "AR-7", "R-E1", "I-1/2"]) {
    assert.deepEqual(partsOf(number), { prefix: "", zeros: "", digits: number });
  }
  assert.equal(spoken("R-12"), "R 12");
  assert.equal(spoken("RAO-7"), "rao 7");
});

test("a number is never lost, whatever its form", () => {
  assert.deepEqual(partsOf("odd"), { prefix: "", zeros: "", digits: "odd" });
  const { prefix, zeros, digits } = partsOf("DEMO-000000");
  assert.equal(prefix + zeros + digits, "DEMO-000000");
});

test("a voice says words as words and initials as letters", () => {
  assert.equal(spoken("DEMO-000123"), "demo 123");
  assert.equal(spoken("A-000007"), "A 7");
  assert.equal(spoken("BX-000042"), "B X 42");
});
