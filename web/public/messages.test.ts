import assert from "node:assert/strict";
import { test } from "node:test";
import { deskName, waitInWords } from "./messages.ts";

const minutes = (from: number, to: number) =>
  waitInWords({ fromSeconds: from * 60, toSeconds: to * 60 });

test("a wait is told as a range in plain words", () => {
  assert.equal(minutes(0, 0.5), "less than a minute");
  assert.equal(minutes(0, 4), "up to 4 minutes");
  assert.equal(minutes(3, 6), "3 to 6 minutes");
  assert.equal(minutes(12, 18), "10 to 20 minutes");
  assert.equal(minutes(45, 80), "45 to 80 minutes");
  assert.equal(minutes(70, 100), "70 minutes to 2 hours");
  assert.equal(minutes(95, 170), "1½ to 3 hours");
});

test("a range whose ends are one is told once", () => {
  assert.equal(minutes(5, 5), "5 minutes");
  assert.equal(minutes(120, 120), "2 hours");
});

test("a desk that is only a number gets the word, others keep their own name", () => {
  assert.equal(deskName("3"), "desk 3");
  assert.equal(deskName("Window B"), "Window B");
});
