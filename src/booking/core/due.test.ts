// When a resource is looked at again after what has run out was cleared away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BatchState, Draft } from "./batch-state.ts";
import type { Hold } from "./booking.ts";
import * as holds from "./holds.ts";
import { endDue } from "./due.ts";
import { Kinds } from "../kinds/kinds.ts";
import { ourKinds } from "../kinds/index.ts";
import { minuteMs } from "./rules.ts";

const now = Date.parse("2026-03-09T00:00:00Z");
const start = now + 600 * minuteMs;
const times = { resourceId: "room", start, end: start + 60 * minuteMs };

function agendaWith(holds: Hold[], expiring: number | null): BatchState {
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "08:00", end: "18:00" }));
  const open = {
    validFrom: "2026-01-01",
    validTill: null,
    slotMinutes: 30,
    tokensPerSlot: 9,
    weekly,
  };
  const hours = { timezone: "UTC", configurations: [{ id: "hours", ...open }], exceptions: [] };
  const room = {
    resourceId: "room",
    name: "Room",
    type: "consultation_room" as const,
    active: true,
    hours,
  };
  return new BatchState({
    now,
    kinds: new Kinds(ourKinds),
    lines: new Map([["room", { id: "room", deadlineAt: now } as never]]),
    calendars: new Map([["room", { ...room, uses: [], others: [] }]]),
    known: [{ resourceId: "room", from: now, to: now + 1_440 * minuteMs }],
    bookings: new Map(),
    holds: new Map(holds.map((hold) => [hold.id, hold])),
    waits: new Map(),
    settings: new Map(),
    expiring: new Map(expiring === null ? [] : [["room", expiring]]),
  });
}

function holdUntil(expiresAt: number): Hold {
  const part = { ...times, busyFrom: times.start, busyTill: times.end };
  const used = {
    ...part,
    name: "Room",
    type: "consultation_room" as const,
    role: null,
    whole: false,
  };
  return { orgId: "org", id: "old", heldBy: "me", expiresAt, extended: false, parts: [used] };
}

function nextLook(state: BatchState, holds: Hold[]): number | null {
  const draft = new Draft(state, "org", "system");
  endDue(draft, "room", { holds, offered: [], waiting: [] });
  state.apply(draft);
  return state.lines.get("room")!.deadlineAt;
}

test("when nothing is left that could run out, nobody looks again", () => {
  const over = holdUntil(now);
  assert.equal(nextLook(agendaWith([over], null), [over]), null);
});

test("what ran out while the rest was looked up is looked at at once", () => {
  const over = holdUntil(now);
  assert.equal(nextLook(agendaWith([over], now - 1), [over]), now - 1);
});

test("a hold that was made in the same batch is not forgotten", () => {
  const over = holdUntil(now);
  const state = agendaWith([over], null);
  const draft = new Draft(state, "org", "somebody");
  holds.hold(draft, "new", null, [times], 60);
  state.apply(draft);
  assert.equal(nextLook(state, [over]), now + minuteMs);
});

test("a hold that was given more time meanwhile is not forgotten", () => {
  const extended = holdUntil(now + 5);
  assert.equal(nextLook(agendaWith([extended], null), [extended]), now + 5);
});
