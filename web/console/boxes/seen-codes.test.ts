import assert from "node:assert/strict";
import { test } from "node:test";
import { SeenCodes } from "./seen-codes.ts";

test("a code that is held before the camera is told once", () => {
  const seen = new SeenCodes();
  assert.equal(seen.isNew("K7M4XR", 0), true);
  for (let now = 120; now < 10_000; now += 120) assert.equal(seen.isNew("K7M4XR", now), false);
});

test("another code is told at once", () => {
  const seen = new SeenCodes();
  seen.isNew("K7M4XR", 0);
  assert.equal(seen.isNew("H73AXM", 120), true);
});

test("a code that was taken away and comes again is told again", () => {
  const seen = new SeenCodes();
  seen.isNew("K7M4XR", 0);
  assert.equal(seen.isNew("K7M4XR", 2_000), true);
});
