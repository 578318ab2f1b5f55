import assert from "node:assert/strict";
import { test } from "node:test";
import { isPhone, phoneEnd, samePhone } from "./phone.ts";

test("one number is the same however it is written", () => {
  for (const [a, b] of [
    ["+49 30 1234567", "+49 (30) 123-4567"],
    ["+49 30 1234567", "0049301234567"],
    ["+49 30 1234567", "030 1234567"],
    ["+91 98765 43210", "98765 43210"],
    ["+1 202 555 0123", "202.555.0123"],
    ["+45 12 34 56 78", "12345678"],
    ["030 1234", "0301234"],
  ] as const) {
    assert.ok(samePhone(a, b) && samePhone(b, a), `${a} and ${b}`);
    assert.equal(phoneEnd(a), phoneEnd(b), "or it would not be looked at");
  }
});

test("other numbers are other numbers, also when one ends as the other does", () => {
  for (const [a, b] of [
    ["+49 30 1234567", "+43 30 1234567"],
    ["+49 30 1234567", "030 1234568"],
    ["+49 30 1234567", "34567"],
    ["+4930123 4567", "1234567"],
    ["030 1234567", "040 1234567"],
    ["", ""],
    ["+", "00"],
  ] as const) {
    assert.ok(!samePhone(a, b) && !samePhone(b, a), `${a} and ${b}`);
  }
});

test("what is no number is told from one", () => {
  for (const right of ["12345", "+49 30 1234", " (030) 12.34/5 "]) assert.ok(isPhone(right), right);
  for (const wrong of ["", "1234", "call me", "((((((", "1".repeat(30), "+49 30 12a4"]) {
    assert.ok(!isPhone(wrong), wrong);
  }
});
