import assert from "node:assert/strict";
import { test } from "node:test";
import { Temporal } from "temporal-polyfill";
import {
  openIn,
  slotsIn,
  type Configuration,
  type Exception,
  type Schedule,
  type Window,
} from "./schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const everyDay = (start: string, end: string): Window[] =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start, end }));

function configuration(over: Partial<Configuration> = {}): Configuration {
  return {
    id: "c",
    validFrom: "2020-01-01",
    validTill: null,
    slotMinutes: 30,
    tokensPerSlot: 10,
    weekly: everyDay("10:00", "12:00"),
    ...over,
  };
}

function schedule(
  timezone: string,
  over: Partial<Configuration> = {},
  exceptions: Exception[] = [],
): Schedule {
  return { timezone, configurations: [configuration(over)], exceptions };
}

function exception(available: boolean, start: string, end: string): Exception {
  const id = `${start} ${end}`;
  return { id, available, start: Date.parse(start), end: Date.parse(end), reason: null };
}

/** Starts as the clock on the wall shows them, with the offset where it matters. */
function wall(timezone: string, instant: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  return `${at.toPlainTime().toString({ smallestUnit: "minute" })}${at.offset}`;
}

function slotsOn(schedule: Schedule, date: string): string[] {
  const { from, to } = localDay(schedule.timezone, date);
  return slotsIn(schedule, from, to).map(({ start }) => wall(schedule.timezone, start));
}

function localDay(timezone: string, date: string) {
  const day = Temporal.PlainDate.from(date);
  const from = day.toZonedDateTime(timezone).epochMilliseconds;
  return { from, to: day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds };
}

test("weekly hours become slots on the wall clock of the resource", () => {
  const weekly = [
    { day: 0, start: "10:00", end: "11:00" },
    { day: 0, start: "14:00", end: "15:00" },
  ];
  const doctor = schedule("Asia/Kolkata", { weekly });
  const { from, to } = localDay("Asia/Kolkata", "2026-03-02"); // a Monday
  assert.deepEqual(slotsIn(doctor, from, to), [
    slot("2026-03-02T04:30:00Z"),
    slot("2026-03-02T05:00:00Z"),
    slot("2026-03-02T08:30:00Z"),
    slot("2026-03-02T09:00:00Z"),
  ]);
  assert.deepEqual(slotsOn(doctor, "2026-03-03"), []);

  function slot(start: string) {
    return { start: Date.parse(start), end: Date.parse(start) + 30 * minute, capacity: 10 };
  }
});

test("a day that ends at 24:00 has its last slot before midnight", () => {
  const night = schedule("Asia/Kolkata", { weekly: everyDay("23:00", "24:00") });
  assert.deepEqual(slotsOn(night, "2026-03-02"), ["23:00+05:30", "23:30+05:30"]);
});

test("only slots that lie wholly in the range are given", () => {
  const doctor = schedule("UTC");
  const from = Date.parse("2026-03-02T10:15:00Z");
  assert.deepEqual(
    slotsIn(doctor, from, from + hour).map(({ start }) => wall("UTC", start)),
    ["10:30+00:00"],
  );
});

test("a configuration counts from its first date until before its last", () => {
  const early = configuration({ validTill: "2026-03-03" });
  const late = configuration({ validFrom: "2026-03-04", slotMinutes: 60, tokensPerSlot: 4 });
  const doctor = { timezone: "Europe/Berlin", configurations: [late, early], exceptions: [] };
  assert.equal(slotsOn(doctor, "2026-03-02").length, 4);
  assert.equal(slotsOn(doctor, "2026-03-03").length, 0);
  assert.equal(slotsOn(doctor, "2026-03-04").length, 2);
});

test("Europe/Berlin: slots in the skipped hour do not exist", () => {
  const night = schedule("Europe/Berlin", { weekly: everyDay("01:00", "04:00") });
  assert.deepEqual(slotsOn(night, "2026-03-29"), [
    "01:00+01:00",
    "01:30+01:00",
    "03:00+02:00",
    "03:30+02:00",
  ]);
});

test("Europe/Berlin: slots in the doubled hour take place once, the first time round", () => {
  const night = schedule("Europe/Berlin", { weekly: everyDay("01:00", "04:00") });
  assert.deepEqual(slotsOn(night, "2026-10-25"), [
    "01:00+02:00",
    "01:30+02:00",
    "02:00+02:00",
    "02:30+02:00",
    "03:00+01:00",
    "03:30+01:00",
  ]);
});

test("America/New_York: the change of the clock is at two in the morning there", () => {
  const night = schedule("America/New_York", {
    weekly: everyDay("01:00", "04:00"),
    slotMinutes: 60,
  });
  assert.deepEqual(slotsOn(night, "2026-03-08"), ["01:00-05:00", "03:00-04:00"]);
  assert.deepEqual(slotsOn(night, "2026-11-01"), ["01:00-04:00", "02:00-05:00", "03:00-05:00"]);
});

test("Asia/Kolkata: no clock is changed, every day is like the other", () => {
  const night = schedule("Asia/Kolkata", { weekly: everyDay("01:00", "04:00"), slotMinutes: 60 });
  for (const date of ["2026-03-29", "2026-10-25", "2026-01-01"]) {
    assert.deepEqual(slotsOn(night, date), ["01:00+05:30", "02:00+05:30", "03:00+05:30"]);
  }
});

test("Australia/Lord_Howe: half an hour is skipped, and only slots that it touches are gone", () => {
  const weekly = everyDay("01:00", "04:00");
  assert.deepEqual(slotsOn(schedule("Australia/Lord_Howe", { weekly }), "2026-10-04"), [
    "01:00+10:30",
    "01:30+10:30",
    "02:30+11:00",
    "03:00+11:00",
    "03:30+11:00",
  ]);
  const hourly = schedule("Australia/Lord_Howe", { weekly, slotMinutes: 60 });
  assert.deepEqual(slotsOn(hourly, "2026-10-04"), ["01:00+10:30", "03:00+11:00"]);
});

test("Australia/Lord_Howe: of half an hour that comes twice, a slot takes the time that holds it whole", () => {
  const weekly = everyDay("01:00", "04:00");
  assert.deepEqual(slotsOn(schedule("Australia/Lord_Howe", { weekly }), "2026-04-05"), [
    "01:00+11:00",
    "01:30+11:00",
    "02:00+10:30",
    "02:30+10:30",
    "03:00+10:30",
    "03:30+10:30",
  ]);
  const shifted = schedule("Australia/Lord_Howe", {
    weekly: everyDay("00:45", "03:45"),
    slotMinutes: 60,
  });
  assert.deepEqual(slotsOn(shifted, "2026-04-05"), ["00:45+11:00", "01:45+10:30", "02:45+10:30"]);
});

test("whoever is open around the clock is open in the doubled hour and has no gap in the skipped one", () => {
  const theatre = schedule("Europe/Berlin", { weekly: everyDay("00:00", "24:00") });
  for (const [date, hours] of [
    ["2026-10-25", 25],
    ["2026-03-29", 23],
  ] as const) {
    const { from, to } = localDay("Europe/Berlin", date);
    assert.deepEqual(openIn(theatre, from, to), [{ start: from, end: from + hours * hour }]);
  }
});

test("a closing exception removes every slot it touches", () => {
  const away = exception(false, "2026-03-02T10:45:00Z", "2026-03-02T11:15:00Z");
  assert.deepEqual(slotsOn(schedule("UTC", {}, [away]), "2026-03-02"), [
    "10:00+00:00",
    "11:30+00:00",
  ]);
});

test("an opening exception gives slots from its start on a closed day", () => {
  const saturday = exception(true, "2026-03-07T08:10:00Z", "2026-03-07T09:30:00Z");
  const doctor = schedule("UTC", { weekly: [{ day: 0, start: "10:00", end: "12:00" }] }, [
    saturday,
  ]);
  assert.deepEqual(slotsOn(doctor, "2026-03-07"), ["08:10+00:00", "08:40+00:00"]);
});

test("an opening exception adds only what is not open already", () => {
  const longer = exception(true, "2026-03-02T09:40:00Z", "2026-03-02T13:00:00Z");
  assert.deepEqual(slotsOn(schedule("UTC", {}, [longer]), "2026-03-02"), [
    "10:00+00:00",
    "10:30+00:00",
    "11:00+00:00",
    "11:30+00:00",
    "12:00+00:00",
    "12:30+00:00",
  ]);
});

test("what is closed stays closed, whatever opens it", () => {
  const open = exception(true, "2026-03-02T14:00:00Z", "2026-03-02T15:00:00Z");
  const closed = exception(false, "2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z");
  const doctor = schedule("UTC", {}, [open, closed]);
  assert.deepEqual(slotsOn(doctor, "2026-03-02"), []);
  const { from, to } = localDay("UTC", "2026-03-02");
  assert.deepEqual(openIn(doctor, from, to), []);
});

test("a date without a configuration has no slots, yet an exception can open it", () => {
  const open = exception(true, "2019-03-02T14:00:00Z", "2019-03-02T15:00:00Z");
  const doctor = schedule("UTC", {}, [open]);
  const { from, to } = localDay("UTC", "2019-03-02");
  assert.deepEqual(slotsIn(doctor, from, to), []);
  assert.deepEqual(openIn(doctor, from, to), [{ start: open.start, end: open.end }]);
});
