import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultSettings, isAdmitting, newState, rulesOf } from "./rules.ts";

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
