// Random days at a doctor's: whatever is asked in whatever order, the hard limits hold.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Situation } from "../../engine/order.ts";
import { Book, type Decision } from "../../kernel/book.ts";
import { Change } from "../../kernel/decide.ts";
import { placesOpenTo, type Line } from "../../kernel/line.ts";
import { Refusal } from "../../kernel/refusal.ts";
import * as dayChanges from "../days/day-changes.ts";
import * as decisions from "./decisions.ts";
import { slotLineId } from "../days/ids.ts";
import { WaitingFirst } from "../days/places.ts";
import { policyOf } from "./policy.ts";
import {
  compareScore,
  defaultRules,
  emptySlotStats,
  isUncalled,
  levels,
  sources,
  type Day,
  type OpdRules,
  type Token,
} from "./rules.ts";

const hour = 3_600_000;
const morning = Date.parse("2026-03-02T09:00:00Z");
const slotCount = 3;

type Numbers = Pick<OpdRules, "numbering" | "numbersPer">;

function dayWith(numbers: Numbers, capacity: number, reserve: number): Day {
  return {
    dayId: "day",
    doctorId: "doctor",
    doctorName: "Dr Rao",
    active: true,
    date: "2026-03-02",
    timezone: "UTC",
    code: "R",
    endsAt: morning + 15 * hour,
    limits: { capacity, emergencyReserve: Math.min(reserve, capacity) },
    rules: { ...defaultRules, ...numbers },
    slots: Array.from({ length: slotCount }, (_, i) => ({
      start: morning + i * hour,
      end: morning + (i + 1) * hour,
      capacity,
    })),
  };
}

function lineFor(day: Day, i: number): Line {
  const slot = day.slots[i]!;
  const zeros = Array.from({ length: levels }, () => 0);
  return {
    orgId: "org",
    id: slotLineId(day.doctorId, slot.start),
    groupId: day.dayId,
    product: "opd",
    eventSeq: 0,
    sequence: 0,
    period: "",
    lastRank: 0,
    waiting: zeros,
    heads: zeros,
    ageingMs: null,
    capacity: slot.capacity,
    reserve: 0,
    taken: 0,
    stats: emptySlotStats(slot),
    deadlineAt: null,
  };
}

type Act =
  | { do: "allocate"; patient: number; slot: number; source: number; alternative: boolean }
  | { do: "token"; pick: number; verb: keyof typeof verbs }
  | { do: "move"; pick: number; slot: number }
  | { do: "call"; early: boolean }
  | { do: "resize"; slot: number; capacity: number; reserve: number }
  | { do: "due"; slot: number }
  | { do: "leave"; slot: number }
  | { do: "rules"; numbers: Numbers }
  | { do: "wait"; minutes: number };

const numbers = fc.constantFrom<Numbers>(
  { numbering: "stable", numbersPer: "day" },
  { numbering: "stable", numbersPer: "slot" },
  { numbering: "shifting", numbersPer: "day" },
);
const slot = fc.nat(slotCount - 1);
const pick = fc.nat(1_000);
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("allocate" as const),
      patient: fc.nat(40),
      slot,
      source: fc.nat(4),
      alternative: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("token" as const),
      pick,
      verb: fc.constantFrom<keyof typeof verbs>(
        "cancel",
        "noShow",
        "checkIn",
        "start",
        "complete",
        "callOne",
        "recall",
        "skip",
        "putBack",
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), pick, slot }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("call" as const), early: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("resize" as const),
      slot,
      capacity: fc.nat(6),
      reserve: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("due" as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("leave" as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rules" as const), numbers }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.nat(30) }) },
);

const histories = fc.record({
  numbers,
  capacity: fc.integer({ min: 1, max: 5 }),
  reserve: fc.nat(2),
  acts: fc.array(acts, { maxLength: 80 }),
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

interface Seen {
  act: Act;
  day: Day;
  book: Book;
  decision: Decision;
  tokens: Token[];
  now: number;
  /** As it was set when the day's first number was given. */
  numbersPerDay: boolean | undefined;
}

function play(history: History, check: (seen: Seen) => void): void {
  let day = dayWith(history.numbers, history.capacity, history.reserve);
  const all = day.slots;
  const book = new Book(
    [...day.slots.keys()].map((i) => lineFor(day, i)),
    [],
  );
  let now = morning - hour;
  let made = 0;
  let numbersPerDay: boolean | undefined;
  for (const act of history.acts) {
    if (act.do === "wait") {
      now += act.minutes * 60_000;
      continue;
    }
    if (act.do === "rules") day = { ...day, rules: { ...day.rules, ...act.numbers } };
    if (act.do === "leave")
      day = { ...day, slots: day.slots.filter((one) => one.start !== all[act.slot]!.start) };
    const at: Situation<Day> = {
      book,
      line: book.line(slotLineId("doctor", morning))!,
      settings: day,
      settingsOf: () => day,
      ahead: () => undefined,
      holderOf: (uniqueKey) => book.holderOf(uniqueKey),
      heldUntil: () => null,
      now,
    };
    const decideIt = (decide: (change: Change) => Refusal | undefined) => {
      const change = new Change(book, policyOf(day), now);
      return decide(change) ?? change.decision();
    };
    const perform = (change: Change) => performed(act, at, change, all, () => `t${made++}`);
    let decision: Decision | Refusal;
    try {
      decision = decideIt(perform);
    } catch (error) {
      // As the server does it: those who wait come first, then the same again.
      if (!(error instanceof WaitingFirst)) throw error;
      book.apply(decideIt((change) => dayChanges.settle(at, change)) as Decision);
      decision = decideIt(perform);
    }
    if (decision instanceof Refusal) continue;
    book.apply(decision);
    const tokens = [...book.tickets()] as Token[];
    if (tokens.some(({ number }) => number !== "")) {
      const { numbering, numbersPer } = day.rules;
      numbersPerDay ??= numbering === "stable" && numbersPer === "day";
    }
    check({ act, day, book, decision, tokens, now, numbersPerDay });
  }
}

const { cancel, checkIn, start, complete, recall, skip, putBack } = decisions;
type Decide = (at: Situation<Day>, change: Change, token: Token) => Refusal | undefined;
const noShow: Decide = (at, change, token) => decisions.noShowByHand(at, change, token, "Left");
const callOne: Decide = (at, change, token) => decisions.callOne(at, change, token, true);
const verbs = { cancel, noShow, checkIn, start, complete, callOne, recall, skip, putBack };

function performed(
  act: Exclude<Act, { do: "wait" }>,
  at: Situation<Day>,
  change: Change,
  all: Day["slots"],
  newId: () => string,
): Refusal | undefined {
  const tokens = [...at.book.tickets()] as Token[];
  switch (act.do) {
    case "allocate": {
      const ticketId = newId();
      const patient = `p${act.patient}`;
      return decisions.allocate(at, change, {
        ticketId,
        patientId: patient,
        patientName: patient,
        slotStart: all[act.slot]!.start,
        source: sources[act.source]!,
        emergency: false,
        allowAlternative: act.alternative,
      });
    }
    case "token": {
      const token = tokens[act.pick % Math.max(1, tokens.length)];
      return token && verbs[act.verb](at, change, token);
    }
    case "move": {
      const token = tokens[act.pick % Math.max(1, tokens.length)];
      return token && decisions.move(at, change, token, at.settings, all[act.slot]!.start);
    }
    case "call":
      return decisions.callNext(at, change, act.early);
    case "resize":
      return dayChanges.resize(at, change, all[act.slot]!.start, {
        capacity: act.capacity,
        emergencyReserve: Math.min(act.reserve, act.capacity),
      });
    case "rules":
      return dayChanges.settle(at, change);
    case "due":
      return dayChanges.slotDue(at, change, slotLineId("doctor", all[act.slot]!.start));
    case "leave": {
      const open = new Set(at.settings.slots.map((one) => slotLineId("doctor", one.start)));
      const outside = tokens.filter((token) => !open.has(token.lineId)).map((token) => token.id);
      return dayChanges.vacate(at, change, new Set(outside));
    }
  }
}

const holdsPlace = (token: Token) =>
  token.state === "holding" || token.state === "serving" || token.status === "COMPLETED";

function everyDay(name: string, check: (seen: Seen) => void): void {
  test(name, () => {
    fc.assert(
      fc.property(histories, (history) => play(history, check)),
      { numRuns: 1_500 },
    );
  });
}

everyDay(
  "no slot ever has more tokens than places, and knows how many it has",
  ({ book, tokens }) => {
    for (const line of book.lines()) {
      assert.equal(
        line.taken,
        tokens.filter((token) => token.lineId === line.id && holdsPlace(token)).length,
      );
      assert.ok(line.taken <= line.capacity!);
    }
  },
);

everyDay("nobody but an emergency takes a place of the reserve", ({ act, book, decision }) => {
  if (act.do === "resize") return; // the reserve itself changes
  for (const { before, after } of decision.transitions) {
    const took =
      holdsPlace(after as Token) &&
      !(before && holdsPlace(before as Token) && before.lineId === after.lineId);
    if (!took || after.priority === 0) continue;
    const line = book.line(after.lineId)!;
    assert.ok(line.taken <= line.capacity! - line.reserve);
  }
});

everyDay(
  "nobody waits in an open slot while a place is open to them",
  ({ day, book, tokens, now }) => {
    for (const { start, end } of day.slots) {
      if (end <= now) continue;
      const line = book.line(slotLineId("doctor", start))!;
      const first = tokens
        .filter((token) => token.lineId === line.id && token.state === "waiting")
        .toSorted(compareScore)[0];
      if (first) assert.equal(placesOpenTo(line, first.priority === 0), 0);
    }
  },
);

everyDay(
  "no two tokens of a slot have the same number, whoever was shifted or seen",
  ({ tokens }) => {
    const numbered = tokens.filter(
      (token) => token.number !== "" && (token.state !== "done" || token.status === "COMPLETED"),
    );
    for (const group of Map.groupBy(numbered, (token) => token.lineId).values()) {
      assert.equal(new Set(group.map((token) => token.number)).size, group.length);
    }
  },
);

everyDay(
  "no two tokens of a doctor's day ever have the same number",
  ({ tokens, numbersPerDay }) => {
    if (!numbersPerDay) return;
    const numbers = tokens.map(({ number }) => number).filter((number) => number !== "");
    assert.equal(new Set(numbers).size, numbers.length);
  },
);

everyDay("with stable numbers, no number that was given changes on that day", (seen) => {
  if (!seen.numbersPerDay) return;
  for (const { before, after } of seen.decision.transitions) {
    if (before && before.number !== "") assert.equal(after.number, before.number);
  }
});

everyDay("who was called or is being seen is not renumbered", ({ decision }) => {
  for (const { step, before } of decision.transitions) {
    if (step === "renumbered") assert.ok(isUncalled(before));
  }
});

everyDay("a patient has one active token a day", ({ tokens }) => {
  const active = tokens
    .filter((token) => token.state !== "done")
    .map((token) => token.data.patientId);
  assert.equal(new Set(active).size, active.length);
});

everyDay("who is due is called before who is early, who is here before who is not", (seen) => {
  const { act, decision, tokens } = seen;
  if (act.do !== "call") return;
  const called = decision.transitions[0]?.after as Token | undefined;
  if (!called) return;
  const isDue = ({ data }: Token) => data.slotStart <= called.data.calledAt!;
  const isHere = ({ data, priority }: Token) =>
    !data.skippedAt && (data.checkedInAt !== null || priority === 0);
  assert.ok(act.early || isDue(called));
  assert.ok(called.deadlineAt === null || called.deadlineAt > called.data.slotStart);
  for (const token of tokens.filter(isUncalled)) {
    if (isDue(token) !== isDue(called)) assert.ok(isDue(called));
    else if (isHere(token) !== isHere(called)) assert.ok(isHere(called));
    else if (!called.data.skippedAt && !token.data.skippedAt)
      assert.ok(compareScore(called, token) < 0);
  }
});

everyDay("the counts of those still to be called are right", ({ book, tokens }) => {
  for (const line of book.lines()) {
    const uncalled = Array.from(
      { length: levels },
      (_, priority) =>
        tokens.filter(
          (token) => token.lineId === line.id && isUncalled(token) && token.priority === priority,
        ).length,
    );
    assert.deepEqual((line.stats as { uncalled: number[] }).uncalled, uncalled);
  }
});

everyDay(
  "an emergency comes right behind the emergencies still to be called",
  ({ act, decision, tokens }) => {
    if (act.do !== "allocate") return;
    const id = decision.transitions[0]!.after.id;
    const token = tokens.find((one) => one.id === id)!;
    if (token.priority !== 0 || token.number.startsWith("E")) return;
    const inSlot = tokens.filter((one) => one.lineId === token.lineId && isUncalled(one));
    for (const other of inSlot) {
      if (other.id === id) continue;
      assert.ok(
        other.priority === 0 ? other.sequence < token.sequence : other.sequence > token.sequence,
      );
    }
  },
);
