import assert from "node:assert/strict";
import { test } from "node:test";
import { asProposal, clashesOf, moved, stretched, type KnownTimes, type Part } from "./proposal.ts";

const at = (time: string) => `2026-03-02T${time}:00.000Z`;
const ms = (time: string) => Date.parse(at(time));
const minute = 60_000;

const resources = [
  part("theatre", "10:00", "12:00"),
  part("surgeon", "10:00", "12:00"),
  part("anaesthetist", "10:00", "10:30"),
];
const surgery = asProposal({ start: at("10:00"), end: at("12:00"), resources }, undefined);

function part(resourceId: string, from: string, to: string) {
  const [start, end] = [at(from), at(to)];
  const what = { name: resourceId, type: "ot" as const, role: null };
  return { resourceId, ...what, start, end, busyFrom: start, busyTill: end };
}

function said(parts: Part[]): string {
  const time = (value: number) => new Date(value).toISOString().slice(11, 16);
  return parts.map((one) => `${one.resourceId} ${time(one.startMs)}–${time(one.endMs)}`).join(", ");
}

function times(more: Partial<KnownTimes> = {}): Map<string, KnownTimes> {
  const open = [{ start: at("08:00"), end: at("18:00") }];
  return new Map([["theatre", { open, places: 1, taken: [], ...more }]]);
}

/** A theatre for that time: what is in the way of it. */
function clashes(
  start: string,
  end: string,
  known: Map<string, KnownTimes>,
  more: Partial<Part> = {},
) {
  const times = { startMs: ms(start), endMs: ms(end) };
  const alone = { beforeMs: 0, afterMs: 0, isAlone: false };
  const parts = [{ resourceId: "theatre", ...times, ...alone, ...more }];
  return clashesOf({ ...times, parts }, ["own"], known);
}

test("moving a booking takes all its parts along", () => {
  assert.equal(
    said(moved(surgery, 60 * minute).parts),
    "theatre 11:00–13:00, surgeon 11:00–13:00, anaesthetist 11:00–11:30",
  );
});

test("dropping it on another theatre changes that part alone", () => {
  const next = moved(surgery, 0, { from: "theatre", to: "theatre 2" });
  assert.match(said(next.parts), /^theatre 2 10:00–12:00, surgeon 10:00–12:00/);
});

test("stretching a part that reaches the end stretches the booking and all that reach there", () => {
  const longer = stretched(surgery, "theatre", "end", ms("13:00"), 15 * minute);
  assert.equal(longer.endMs, ms("13:00"));
  assert.equal(
    said(longer.parts),
    "theatre 10:00–13:00, surgeon 10:00–13:00, anaesthetist 10:00–10:30",
  );
});

test("a shorter part is stretched within the booking only", () => {
  const longer = stretched(surgery, "anaesthetist", "end", ms("14:00"), 15 * minute);
  assert.equal(longer.endMs, ms("12:00"));
  assert.match(said(longer.parts), /anaesthetist 10:00–12:00/);
});

test("nothing becomes shorter than the least, and no part leaves the booking", () => {
  const short = stretched(surgery, "theatre", "end", ms("09:00"), 15 * minute);
  assert.equal(
    said(short.parts),
    "theatre 10:00–10:15, surgeon 10:00–10:15, anaesthetist 10:00–10:15",
  );
  const late = stretched(surgery, "surgeon", "start", ms("11:00"), 15 * minute);
  assert.equal(late.startMs, ms("11:00"));
});

test("outside the hours does not fit, up to their edge does", () => {
  assert.deepEqual(clashes("17:00", "18:00", times()), []);
  const [clash] = clashes("17:30", "18:30", times());
  assert.deepEqual([clash!.why, clash!.startMs], ["closed", ms("18:00")]);
});

test("hours in two pieces that touch are one", () => {
  const open = [
    { start: at("10:30"), end: at("11:00") },
    { start: at("10:00"), end: at("10:30") },
  ];
  assert.deepEqual(clashes("10:00", "11:00", times({ open })), []);
});

test("a taken time is named with its whole interval, and right after it is free", () => {
  const taken = [{ id: "b1", kind: "booking" as const, start: at("11:00"), end: at("12:00") }];
  const [clash] = clashes("10:30", "11:15", times({ taken }));
  assert.deepEqual(clash, {
    resourceId: "theatre",
    why: "taken",
    startMs: ms("11:00"),
    endMs: ms("12:00"),
  });
  assert.deepEqual(clashes("12:00", "13:00", times({ taken })), []);
});

test("what is kept free afterwards is in the way, too", () => {
  const taken = [{ id: "b1", kind: "booking" as const, start: at("11:00"), end: at("12:00") }];
  const [clash] = clashes("10:00", "11:00", times({ taken }), { afterMs: 15 * minute });
  assert.equal(clash!.why, "taken");
});

test("a booking is not in its own way, and a hold says that it is one", () => {
  const taken = [{ id: "h1", kind: "hold" as const, start: at("10:00"), end: at("11:00") }];
  assert.equal(clashes("10:00", "11:00", times({ taken }))[0]!.why, "held");
  const own = [{ ...taken[0]!, id: "own" }];
  assert.deepEqual(clashes("10:00", "11:00", times({ taken: own })), []);
});

test("where several fit at once, one more is refused only when all places are taken", () => {
  const taken = [
    { id: "b1", kind: "booking" as const, start: at("10:00"), end: at("11:00") },
    { id: "b2", kind: "booking" as const, start: at("10:30"), end: at("11:30") },
  ];
  assert.deepEqual(clashes("09:00", "10:30", times({ taken, places: 2 })), []);
  assert.equal(clashes("09:00", "10:45", times({ taken, places: 2 })).length, 1);
  const alone = clashes("10:00", "10:15", times({ taken, places: 2 }), { isAlone: true });
  assert.equal(alone.length, 1, "whoever needs it alone fits with nobody");
});

test("a doctor's slot is full when tokens have what the reserve leaves", () => {
  const slot = { start: at("10:00"), end: at("11:00"), taken: 8, kept: 2 };
  const doctor = { places: 10, tokens: [slot] };
  assert.equal(clashes("10:30", "11:30", times(doctor))[0]?.why, "taken");
  assert.deepEqual(clashes("11:00", "12:00", times(doctor)), []);
  const oneLess = { places: 10, tokens: [{ ...slot, taken: 7 }] };
  assert.deepEqual(clashes("10:30", "11:30", times(oneLess)), []);
});

test("somebody who needs all of a doctor's time takes the reserve along", () => {
  const slot = { start: at("10:00"), end: at("11:00"), taken: 0, kept: 2 };
  const doctor = times({ places: 10, tokens: [slot] });
  assert.deepEqual(clashes("10:00", "11:00", doctor, { isAlone: true }), []);
});
