// The pure rules, tried on many made-up calendars: what is said to fit never overfills a resource, what
// is said to be taken is, and whatever people do, nobody has a time twice or out of turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Refusal } from "../../kernel/refusal.ts";
import { BatchState, Draft, type Window } from "./batch-state.ts";
import type { Wait } from "./booking.ts";
import * as decisions from "./decisions.ts";
import * as holding from "./holds.ts";
import { Kinds } from "../kinds/kinds.ts";
import { ourKinds } from "../kinds/index.ts";
import {
  bestStart,
  conflictsOf,
  fullIn,
  minuteMs,
  placesIn,
  startsFor,
  type Calendar,
  type Part,
  type Use,
} from "./rules.ts";
import * as waitlist from "../waitlist/waitlist.ts";

const day = Date.parse("2026-03-09T00:00:00Z");
const hour = 60 * minuteMs;
const time = (minutes: number) => day + minutes * minuteMs;

function calendarOf(over: Partial<Calendar> & { places?: number } = {}): Calendar {
  const { places = 1, ...rest } = over;
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    day: weekday,
    start: "08:00",
    end: "18:00",
  }));
  const configuration = {
    id: "hours",
    validFrom: "2026-01-01",
    validTill: null,
    slotMinutes: 30,
    tokensPerSlot: places,
    weekly,
  };
  return {
    resourceId: "room",
    name: "Room",
    type: "consultation_room",
    active: true,
    hours: { timezone: "UTC", configurations: [configuration], exceptions: [] },
    uses: [],
    others: [],
    ...rest,
  };
}

/** A stretch of the day in steps of five minutes. */
const stretch = fc
  .tuple(fc.integer({ min: 84, max: 228 }), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]) => ({ start: time(from * 5), end: time((from + length) * 5) }));

const partIn = (whole: boolean) =>
  fc
    .tuple(stretch, fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
    .map(([{ start, end }, before, after]): Part => ({
      resourceId: "room",
      start,
      end,
      busyFrom: start - before * 5 * minuteMs,
      busyTill: end + after * 5 * minuteMs,
      whole,
    }));

const usesWithin = (places: number, parts: readonly Part[]): Use[] => {
  const uses: Use[] = [];
  for (const [i, part] of parts.entries()) {
    if (conflictsOf(calendarOf({ places, uses }), part, day).length > 0) continue;
    const { busyFrom: start, busyTill: end, whole } = part;
    uses.push({ ownerId: `owner ${i}`, start, end, whole, expiresAt: null });
  }
  return uses;
};

test("what fits one after another never overfills a resource at any moment", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean().chain(partIn), { maxLength: 40 }),
      (places, parts) => {
        const uses = usesWithin(places, parts);
        for (const moment of uses.flatMap(({ start, end }) => [start, end - 1])) {
          const here = uses.filter(({ start, end }) => start <= moment && moment < end);
          assert.ok(here.length <= places, `${here.length} at once of ${places}`);
          if (here.some(({ whole }) => whole)) assert.equal(here.length, 1);
        }
      },
    ),
  );
});

test("what is refused does conflict, and the interval named is really full or closed", () => {
  fc.assert(
    fc.property(fc.array(partIn(false), { maxLength: 20 }), partIn(false), (parts, wish) => {
      const uses = usesWithin(1, parts);
      for (const { kind, start, end } of conflictsOf(calendarOf({ uses }), wish, day)) {
        assert.ok(start < end);
        if (kind === "taken") {
          assert.ok(uses.some((use) => use.start < end && start < use.end));
          assert.ok(wish.busyFrom <= start && end <= wish.busyTill);
        } else assert.ok(start < time(8 * 60) || end > time(18 * 60));
      }
    }),
  );
});

test("what has expired counts for nothing", () => {
  const [start, end] = [time(600), time(660)];
  const use = { ownerId: "hold", start, end, whole: false, expiresAt: day + 1_000 };
  const part = { resourceId: "room", start, end, busyFrom: start, busyTill: end, whole: false };
  assert.equal(conflictsOf(calendarOf({ uses: [use] }), part, day).length, 1);
  assert.equal(conflictsOf(calendarOf({ uses: [use] }), part, day + 1_000).length, 0);
});

test("every start that is offered works, and every other one does not", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 }),
      fc.array(partIn(false), { maxLength: 15 }),
      partIn(false),
      (places, parts, wish) => {
        const calendar = calendarOf({ places, uses: usesWithin(places, parts) });
        const need = {
          calendar,
          from: 0,
          till: wish.end - wish.start,
          beforeMs: wish.start - wish.busyFrom,
          afterMs: wish.busyTill - wish.end,
          whole: false,
          inSlot: false,
        };
        const starts = startsFor([need], time(7 * 60), time(17 * 60), day);
        for (let start = time(7 * 60); start <= time(17 * 60); start += 5 * minuteMs) {
          const shift = start - wish.start;
          const part = {
            ...wish,
            start,
            end: wish.end + shift,
            busyFrom: wish.busyFrom + shift,
            busyTill: wish.busyTill + shift,
          };
          const fits = conflictsOf(calendar, part, day).length === 0;
          const offered = starts.some((each) => each.start <= start && start <= each.end);
          assert.equal(offered, fits, new Date(start).toISOString());
        }
      },
    ),
    { numRuns: 50 },
  );
});

test("the nearest start to a wish is chosen, the first without one", () => {
  const starts = [
    { start: 10, end: 20 },
    { start: 40, end: 50 },
  ];
  assert.equal(bestStart(starts), 10);
  assert.equal(bestStart(starts, 15), 15);
  assert.equal(bestStart(starts, 29), 20);
  assert.equal(bestStart(starts, 31), 40);
  assert.equal(bestStart([], 15), null);
});

test("places are those of the configuration that holds at the time", () => {
  const { hours } = calendarOf({ places: 3 });
  const [now] = hours.configurations;
  const later = { ...now!, id: "later", validFrom: "2026-03-10", tokensPerSlot: 1 };
  const both = {
    ...hours,
    configurations: [{ ...now!, validTill: "2026-03-10" }, later],
  };
  assert.equal(placesIn(both, time(600), time(660)), 3);
  assert.equal(placesIn(both, time(600) + 24 * hour, time(660) + 24 * hour), 1);
});

test("tokens of a slot count as long as the slot is", () => {
  const others = [{ start: time(600), end: time(660), places: 2, kept: 0 }];
  const full = fullIn(calendarOf({ places: 2, others }), time(570), time(690), false, day);
  assert.deepEqual(full, [{ start: time(600), end: time(660) }]);
});

test("places that are kept count for one more, and not for somebody who needs all of it", () => {
  const others = [{ start: time(600), end: time(660), places: 0, kept: 2 }];
  const calendar = calendarOf({ places: 2, others });
  const slot = [{ start: time(600), end: time(660) }];
  assert.deepEqual(fullIn(calendar, time(570), time(690), false, day), slot);
  assert.deepEqual(fullIn(calendar, time(570), time(690), true, day), []);
  const more = calendarOf({
    places: 2,
    others: [{ ...slot[0]!, places: 2, kept: -1 }],
  });
  assert.deepEqual(fullIn(more, time(570), time(690), false, day), []);
});

// ---- whatever people do

const rooms = ["one", "two", "three"];
const kinds = new Kinds(ourKinds);
const room = kinds.get("room");
const windows = rooms.map((resourceId): Window => ({
  resourceId,
  from: day - 40 * 24 * hour,
  to: day + 40 * 24 * hour,
}));

type Step =
  | { do: "book" | "hold" | "wait"; rooms: string[]; start: number; minutes: number }
  | { do: "approve" | "cancel" | "reschedule" | "accept" | "release"; which: number; start: number }
  | { do: "pass"; minutes: number };

const someRooms = fc.subarray(rooms, { minLength: 1 });
const startAt = fc.integer({ min: 0, max: 40 }).map((n) => time(480 + n * 15));
const minutes = fc.integer({ min: 1, max: 8 }).map((n) => n * 15);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom("book" as const, "hold" as const, "wait" as const),
    rooms: someRooms,
    start: startAt,
    minutes,
  }),
  fc.record({
    do: fc.constantFrom(
      "approve" as const,
      "cancel" as const,
      "reschedule" as const,
      "accept" as const,
      "release" as const,
    ),
    which: fc.nat(10),
    start: startAt,
  }),
  fc.record({ do: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 40 }) }),
);

/** A server's worth of decisions, in memory. */
class World {
  state: BatchState;
  n = 0;

  constructor() {
    this.state = this.#at(day, null);
  }

  #at(now: number, before: BatchState | null): BatchState {
    return new BatchState({
      now,
      kinds,
      lines: new Map(rooms.map((id) => [id, { id, deadlineAt: null } as never])),
      calendars:
        before?.calendars ??
        new Map(rooms.map((resourceId) => [resourceId, calendarOf({ resourceId })])),
      known: windows,
      bookings: before?.bookings ?? new Map(),
      holds: before?.holds ?? new Map(),
      waits: before?.waits ?? new Map(),
      settings: new Map(),
      expiring: new Map(),
    });
  }

  pass(ms: number): void {
    this.state = this.#at(this.state.now + ms, this.state);
  }

  decide<T>(work: (draft: Draft) => T | Refusal): T | Refusal {
    const draft = new Draft(this.state, "org", "somebody");
    const result = work(draft);
    if (!(result instanceof Refusal)) this.state.apply(draft);
    return result;
  }

  take(step: Step): void {
    const id = `id ${String(++this.n).padStart(4, "0")}`;
    switch (step.do) {
      case "book": {
        const end = step.start + step.minutes * minuteMs;
        const parts = step.rooms.map((resourceId) => ({ resourceId }));
        const about = { patientId: null, title: null, contact: null, statusMessage: null };
        const urgency = { source: null, emergency: false };
        const ids = { id, tokenId: id, seriesId: null, holdId: null };
        const wish = { ...about, ...urgency, ...ids, kind: room, start: step.start, end, parts };
        const approved = this.n % 3 !== 0;
        return void this.decide((draft) => decisions.create(draft, { ...wish, approved }));
      }
      case "hold": {
        const end = step.start + step.minutes * minuteMs;
        const parts = step.rooms.map((resourceId) => ({ resourceId, start: step.start, end }));
        return void this.decide((draft) => holding.hold(draft, id, null, parts, 60));
      }
      case "wait": {
        const { start: earliest, minutes: length } = step;
        const latest = earliest + 2 * length * minuteMs;
        const about = { patientId: null, title: null, contact: null, wishedBy: "somebody" };
        const wait = { ...about, orgId: "org", id, kind: "room", resourceIds: step.rooms };
        return void this.decide((draft) =>
          waitlist.join(draft, room, { ...wait, earliest, latest, minutes: length }),
        );
      }
      case "pass":
        return this.pass(step.minutes * minuteMs);
      default:
        return this.#act(step.do, step.which, step.start, id);
    }
  }

  #act(verb: string, which: number, start: number, id: string): void {
    const { bookings, holds, waits } = this.state;
    const any = <T>(all: Map<string, T>) => [...all.values()][which % Math.max(1, all.size)];
    const booking = any(bookings);
    const hold = any(holds);
    const wait = any(waits);
    const to = { start, holdId: null, tokenId: id, statusMessage: null };
    this.decide((draft): object | Refusal => {
      if (verb === "release" && hold) return holding.release(draft, hold.id);
      if (verb === "accept" && wait) {
        return decisions.accept(draft, room, wait, { bookingId: id, tokenId: id });
      }
      if (!booking) return {};
      if (verb === "approve") return decisions.approve(draft, room, booking.id, id, null);
      if (verb === "cancel") return decisions.end(draft, room, booking.id, "cancel", null);
      if (verb === "reschedule") return decisions.reschedule(draft, room, booking.id, to);
      return {};
    });
  }
}

test("whatever people do, nobody has a time twice, in parts, or before those who wait for it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new World();
      for (const each of steps) {
        world.take(each);
        checkTimes(world.state);
        checkTurns(world.state);
      }
    }),
    { numRuns: 200 },
  );
});

function checkTimes({ calendars, bookings, now }: BatchState): void {
  for (const { uses } of calendars.values()) {
    const live = uses.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    for (const [i, one] of live.entries()) {
      for (const other of live.slice(i + 1)) {
        assert.ok(one.end <= other.start || other.end <= one.start, "a time was given twice");
      }
    }
  }
  for (const { id, status, parts } of bookings.values()) {
    for (const { resourceId, busyFrom } of parts) {
      const has = calendars
        .get(resourceId)!
        .uses.some((use) => use.ownerId === id && use.start === busyFrom);
      assert.equal(has, status === "approved", `a ${status} booking`);
    }
  }
}

/** Who has an offer came before everybody who waits and could have had exactly that time. */
function checkTurns({ waits }: BatchState): void {
  const couldHave = (wait: Wait, other: Wait) =>
    other.resourceIds.every((id) => wait.resourceIds.includes(id)) &&
    other.earliest <= wait.offer!.start &&
    wait.offer!.start + other.minutes * minuteMs <= Math.min(other.latest, wait.offer!.end);
  for (const wait of waits.values()) {
    if (wait.status !== "offered" || wait.offer!.expiresAt < wait.createdAt) continue;
    for (const other of waits.values()) {
      if (other.status !== "waiting" || other.createdAt > wait.createdAt) continue;
      const earlier = other.createdAt < wait.createdAt || other.id < wait.id;
      assert.ok(!earlier || !couldHave(wait, other), "somebody was overtaken");
    }
  }
}
