// The rules of the schedule once more, minute by minute, as slowly and plainly as they can be said; and
// the fast way held against them over random schedules.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import type { Interval } from "./intervals.ts";
import { openIn, slotsIn, type Configuration, type Schedule } from "./schedule.ts";

const minute = 60_000;
const hour = 60 * minute;

const zones = [
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Africa/Cairo", // puts the clock back at midnight
  "America/Santiago", // jumps over midnight
  "Pacific/Apia", // 2011-12-30 did not take place
  "Africa/Casablanca",
];

interface Minute {
  date: string;
  weekday: number;
  minutes: number;
}

const alreadyRead = new Map<string, Minute>();

/** What calendar and clock on the wall show. */
function read(timezone: string, instant: number): Minute {
  const name = `${timezone} ${instant}`;
  if (!alreadyRead.has(name)) alreadyRead.set(name, look(timezone, instant));
  return alreadyRead.get(name)!;
}

function look(timezone: string, instant: number): Minute {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  return {
    date: at.toPlainDate().toString(),
    weekday: at.dayOfWeek - 1,
    minutes: at.hour * 60 + at.minute,
  };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A date is compared with the calendar on the wall, an instant with the moment. */
function configurationAt(
  { configurations, timezone }: Schedule,
  at: number,
): Configuration | undefined {
  const isReached = (text: string) =>
    text.length === 10 ? text <= read(timezone, at).date : Date.parse(text) <= at;
  return configurations.find(
    ({ validFrom, validTill }) =>
      isReached(validFrom) && (validTill === null || !isReached(validTill)),
  );
}

function inHours(schedule: Schedule, at: number): boolean {
  const shown = read(schedule.timezone, at);
  return (configurationAt(schedule, at)?.weekly ?? []).some(
    ({ day, start, end }) =>
      day === shown.weekday && minutesOf(start) <= shown.minutes && shown.minutes < minutesOf(end),
  );
}

const covers = (at: number) => (exception: Interval) => exception.start <= at && at < exception.end;

function slowlyOpen(schedule: Schedule, from: number, to: number): Interval[] {
  const open: Interval[] = [];
  for (let at = from; at < to; at += minute) {
    const around = schedule.exceptions.filter(covers(at));
    if (around.some(({ available }) => !available)) continue;
    if (around.length === 0 && !inHours(schedule, at)) continue;
    const last = open.at(-1);
    if (last?.end === at) last.end = at + minute;
    else open.push({ start: at, end: at + minute });
  }
  return open;
}

function slowlySlots(schedule: Schedule, from: number, to: number): Interval[] {
  const shown = new Map<number, Minute>();
  for (let at = from; at < to; at += minute) shown.set(at, read(schedule.timezone, at));
  const slots: Interval[] = [];
  const taken = new Set<string>();
  const opening = schedule.exceptions
    .filter(({ available }) => available)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  let run = 0;
  let runOf = "";
  for (const [at, { date, weekday, minutes }] of shown) {
    const configuration = configurationAt(schedule, at);
    if (!configuration) continue;
    const { slotMinutes } = configuration;
    const isOfIt = (moment: number) => configurationAt(schedule, moment) === configuration;
    const slot = { start: at, end: at + slotMinutes * minute };
    for (const hours of configuration.weekly.filter(({ day }) => day === weekday)) {
      const since = minutes - minutesOf(hours.start);
      if (since < 0 || since % slotMinutes !== 0) continue;
      if (minutes + slotMinutes > minutesOf(hours.end)) continue;
      const name = `${configuration.id} ${date} ${minutes}`;
      const whole = Array.from({ length: slotMinutes }, (_, i) => shown.get(at + i * minute));
      const inOnePiece = whole.every(
        (m, i) => m?.date === date && m.minutes === minutes + i && isOfIt(at + i * minute),
      );
      if (!inOnePiece || taken.has(name)) continue;
      taken.add(name);
      slots.push(slot);
    }
    // A run of minutes that one exception opens on one date, outside the hours, under one configuration.
    const by = inHours(schedule, at) ? -1 : opening.findIndex((each) => covers(at)(each));
    const name = by < 0 ? "" : `${by} ${date} ${configuration.id}`;
    const goesOn = name !== "" && name === runOf && shown.get(at - minute)?.date === date;
    run = name === "" ? 0 : goesOn ? run + 1 : 1;
    runOf = name;
    if (run > 0 && run % slotMinutes === 0) {
      slots.push({ start: at + minute - slotMinutes * minute, end: at + minute });
    }
  }
  const closing = schedule.exceptions.filter(({ available }) => !available);
  return slots
    .filter((slot) => !closing.some(({ start, end }) => start < slot.end && slot.start < end))
    .toSorted((a, b) => a.start - b.start);
}

const changes = [
  "2026-03-29",
  "2026-10-25",
  "2026-03-08",
  "2026-11-01",
  "2026-10-04",
  "2026-04-05",
  "2026-04-24",
  "2026-10-30",
  "2026-09-06",
  "2011-12-30",
  "2026-02-15",
  "2026-01-01",
  "2025-12-31",
];

/** In one zone or another the clock is changed on these dates; and at new year nothing changes. */
const places = fc.constantFrom(...changes).map((date) => Date.parse(`${date}T00:00:00Z`));

const weeks = fc.record({
  slotMinutes: fc.constantFrom(10, 15, 20, 30, 45, 60, 90),
  days: fc.array(
    fc.record({
      day: fc.nat(6),
      start: fc.nat(8).map((n) => n * 45),
      slots: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 10 },
  ),
});

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Windows of whole slots, never overlapping, never past midnight. */
function weeklyFrom({
  slotMinutes,
  days,
}: {
  slotMinutes: number;
  days: { day: number; start: number; slots: number[] }[];
}) {
  const used = new Set<number>();
  return days.flatMap(({ day, start, slots }) => {
    if (used.has(day)) return [];
    used.add(day);
    let at = start;
    return slots.flatMap((count, i) => {
      const from = at + i * 20;
      at = from + count * slotMinutes;
      return at > 24 * 60 ? [] : [{ day, start: clock(from), end: clock(at) }];
    });
  });
}

const schedules = fc
  .record({
    timezone: fc.constantFrom(...zones),
    around: places,
    weeks: fc.tuple(weeks, weeks),
    // Whole days, and in half of the cases a moment of the day.
    changesAfter: fc.integer({ min: -2, max: 2 }),
    atMinute: fc.option(fc.nat(1_439)),
    endsAfter: fc.option(fc.integer({ min: 1, max: 3_000 })),
    exceptions: fc.array(
      fc.record({
        available: fc.boolean(),
        start: fc.integer({ min: -3 * 1440, max: 3 * 1440 }),
        minutes: fc.integer({ min: 1, max: 2_000 }),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ timezone, around, weeks, changesAfter, atMinute, endsAfter, exceptions }) => {
    const day = around + changesAfter * 24 * hour;
    const moment = day + (atMinute ?? 0) * minute;
    const change = new Date(moment).toISOString().slice(0, atMinute === null ? 10 : undefined);
    // Two days later at least, so that it is after the change in every zone.
    const last = day + (2 * 1_440 + (endsAfter ?? 0)) * minute;
    const end = endsAfter === null ? null : new Date(last).toISOString();
    const [first, second] = weeks;
    const of = (week: typeof first) => ({
      slotMinutes: week.slotMinutes,
      weekly: weeklyFrom(week),
    });
    const result: Schedule = {
      timezone,
      configurations: [
        { id: "a", validFrom: "2000-01-01", validTill: change, tokensPerSlot: 1, ...of(first) },
        { id: "b", validFrom: change, validTill: end, tokensPerSlot: 2, ...of(second) },
      ],
      exceptions: exceptions.map(({ available, start, minutes }, i) => ({
        id: String(i),
        available,
        start: around + start * minute,
        end: around + (start + minutes) * minute,
        reason: null,
      })),
    };
    return { around, schedule: result };
  });

/** Whole local days, so that the slow way sees all of each day. */
function threeDays(timezone: string, around: number) {
  const { date } = read(timezone, around);
  const first = Temporal.PlainDate.from(date).subtract({ days: 1 });
  return {
    from: first.toZonedDateTime(timezone).epochMilliseconds,
    to: first.add({ days: 3 }).toZonedDateTime(timezone).epochMilliseconds,
  };
}

test("slots are the ones found minute by minute, in every zone and around every change", () => {
  fc.assert(
    fc.property(schedules, ({ around, schedule }) => {
      const { from, to } = threeDays(schedule.timezone, around);
      const found = slotsIn(schedule, from, to).map(({ start, end }) => ({ start, end }));
      assert.deepEqual(found, slowlySlots(schedule, from, to));
    }),
    { numRuns: 100 },
  );
});

test("open time is the time found minute by minute", () => {
  fc.assert(
    fc.property(schedules, ({ around, schedule }) => {
      const { from, to } = threeDays(schedule.timezone, around);
      assert.deepEqual(openIn(schedule, from, to), slowlyOpen(schedule, from, to));
    }),
    { numRuns: 100 },
  );
});

test("one question gives the same slots as many small ones, in order and never overlapping", () => {
  fc.assert(
    fc.property(schedules, fc.array(fc.nat(3 * 1440), { maxLength: 5 }), (drawn, cuts) => {
      const { schedule, around } = drawn;
      const { from, to } = threeDays(schedule.timezone, around);
      const whole = slotsIn(schedule, from, to);
      assert(whole.every((slot, i) => i === 0 || whole[i - 1]!.end <= slot.start));
      const open = openIn(schedule, from, to);
      for (const slot of whole) {
        assert(open.some(({ start, end }) => start <= slot.start && slot.end <= end));
      }
      const inside = cuts.map((cut) => Math.min(from + cut * minute, to));
      const edges = [from, ...inside, to].toSorted((a, b) => a - b);
      const parts = edges.slice(1).flatMap((edge, i) => slotsIn(schedule, edges[i]!, edge));
      const uncut = whole.filter(
        ({ start, end }) => !edges.some((edge) => start < edge && edge < end),
      );
      assert.deepEqual(parts, uncut);
    }),
    { numRuns: 300 },
  );
});
