import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoardCall } from "../wire/types.ts";
import { keysOf, newCalls } from "./new-calls.ts";

const now = Date.parse("2026-03-02T09:00:00Z");

function call(number: string, over: Partial<BoardCall> = {}): BoardCall {
  const calledAt = "2026-03-02T08:59:50Z";
  return { number, desk: "1", status: "CALLED", calledAt, calls: 1, ...over };
}

test("each call is heard once, the oldest first", () => {
  const first = [call("A-000001")];
  const later = [call("A-000003"), call("A-000002"), ...first];
  const heard = newCalls(keysOf(first), later, now).map((one) => one.number);
  assert.deepEqual(heard, ["A-000002", "A-000003"]);
  assert.deepEqual(newCalls(keysOf(later), later, now), []);
});

test("a recall is heard again", () => {
  const before = keysOf([call("A-000001")]);
  assert.equal(newCalls(before, [call("A-000001", { calls: 2 })], now).length, 1);
});

test("somebody already being served is not called out", () => {
  assert.deepEqual(newCalls(new Set(), [call("A-000001", { status: "SERVING" })], now), []);
});

test("calls missed during a long cut are shown but not spoken", () => {
  const missed = call("A-000001", { calledAt: "2026-03-02T08:50:00Z" });
  assert.deepEqual(newCalls(new Set(), [missed], now), []);
});
