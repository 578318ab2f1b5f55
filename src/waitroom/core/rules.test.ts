import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultSettings, isAdmitting, newState, rulesOf } from "./rules.ts";
import { waitRange } from "./wait.ts";

const now = Date.parse("2026-03-02T10:00:00Z");

test("nobody is admitted while it is paused, before it opens, or while those from before a loss come back", () => {
  const limits = { maxActive: 2, admitPerSecond: 1 };
  const site = { name: "Sale", targetUrl: "https://shop.example/" };
  const settings = { ...defaultSettings, ...site, ...limits };
  const rules = rulesOf({ ...settings, opensAt: new Date(now).toISOString() }, 1);
  const state = newState(rules, now);
  assert.ok(isAdmitting(rules, state, now));
  assert.ok(!isAdmitting(rules, state, now - 1));
  assert.ok(!isAdmitting({ ...rules, state: "paused" }, state, now));
  assert.ok(!isAdmitting(rules, { ...state, quarantineUntil: now + 1 }, now));
});

test("nobody is told a wait of centuries", () => {
  const site = { name: "Sale", targetUrl: "https://shop.example/", maxActive: 2 };
  const estimate = (admitPerSecond: number, ahead: number) => {
    const rules = rulesOf({ ...defaultSettings, ...site, admitPerSecond }, 1);
    return waitRange(ahead, { rules, state: newState(rules, now), held: 0, now });
  };
  assert.ok(estimate(1, 10));
  for (const rate of [1e-300, Number.MIN_VALUE, 0.0001]) assert.equal(estimate(rate, 1e6), null);
});
