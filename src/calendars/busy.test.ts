import assert from "node:assert/strict";
import { test } from "node:test";
import { busyTimes, CalendarFault, maxBusy, type Reading } from "./busy.ts";

const march: Reading = {
  timezone: "Europe/Berlin",
  from: Date.parse("2026-03-01T00:00:00Z"),
  to: Date.parse("2026-05-01T00:00:00Z"),
};

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR"].join("\r\n");

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"];

/** "2026-03-02T09:00Z/10:00Z" */
function busy(ics: string, reading: Partial<Reading> = {}): string[] {
  const text = (ms: number) => new Date(ms).toISOString().replace(/:00\.000Z$/, "Z");
  return busyTimes(ics, { ...march, ...reading }).map(
    ({ start, end }) => `${text(start)}/${text(end)}`,
  );
}

test("an event in UTC is busy from its start to its end", () => {
  const ics = calendar(...event("DTSTART:20260302T090000Z", "DTEND:20260302T100000Z"));
  assert.deepEqual(busy(ics), ["2026-03-02T09:00Z/2026-03-02T10:00Z"]);
});

test("a time without a zone is one on the resource's wall", () => {
  const ics = calendar(...event("DTSTART:20260302T090000", "DURATION:PT90M"));
  assert.deepEqual(busy(ics), ["2026-03-02T08:00Z/2026-03-02T09:30Z"]);
  assert.deepEqual(busy(ics, { timezone: "Asia/Kolkata" }), [
    "2026-03-02T03:30Z/2026-03-02T05:00Z",
  ]);
});

test("a zone by its name needs no VTIMEZONE, and each end has its own", () => {
  const ics = calendar(
    ...event(
      "DTSTART;TZID=America/New_York:20260302T090000",
      "DTEND;TZID=Asia/Kolkata:20260302T203000",
    ),
  );
  assert.deepEqual(busy(ics), ["2026-03-02T14:00Z/2026-03-02T15:00Z"]);
});

test("a zone of the file's own is read from its VTIMEZONE, over a change of the clock", () => {
  const zone = [
    "BEGIN:VTIMEZONE",
    "TZID:W. Europe Standard Time",
    "BEGIN:STANDARD",
    "DTSTART:16010101T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ];
  const rule = "RRULE:FREQ=WEEKLY;UNTIL=20260406T080000Z";
  const start = "DTSTART;TZID=W. Europe Standard Time:20260323T100000";
  const ics = calendar(...zone, ...event(start, "DURATION:PT1H", rule));
  assert.deepEqual(busy(ics), [
    "2026-03-23T09:00Z/2026-03-23T10:00Z",
    "2026-03-30T08:00Z/2026-03-30T09:00Z",
    "2026-04-06T08:00Z/2026-04-06T09:00Z",
  ]);
});

test("a zone that nobody knows is a fault, not a guess", () => {
  const ics = calendar(...event("DTSTART;TZID=Narnia/Castle:20260302T090000", "DURATION:PT1H"));
  assert.throws(() => busy(ics), /zone “Narnia\/Castle”/);
});

test("whole days are those of the resource, without an end one of them", () => {
  const two = ["DTSTART;VALUE=DATE:20260328", "DTEND;VALUE=DATE:20260330"];
  // The clock is put forward on the 29th: that day is an hour shorter.
  assert.deepEqual(busy(calendar(...event(...two))), ["2026-03-27T23:00Z/2026-03-29T22:00Z"]);
  const one = event("DTSTART;VALUE=DATE:20260302");
  assert.deepEqual(busy(calendar(...one)), ["2026-03-01T23:00Z/2026-03-02T23:00Z"]);
});

test("a rule keeps the time on the wall when the clock is put forward", () => {
  const ics = calendar(
    ...event(
      "DTSTART;TZID=Europe/Berlin:20260327T100000",
      "DTEND;TZID=Europe/Berlin:20260327T110000",
      "RRULE:FREQ=DAILY;COUNT=4",
    ),
  );
  assert.deepEqual(
    busy(ics).map((each) => each.slice(0, 17)),
    ["2026-03-27T09:00Z", "2026-03-28T09:00Z", "2026-03-29T08:00Z", "2026-03-30T08:00Z"],
  );
});

test("a rule ends at UNTIL, the moment or the day included", () => {
  const weekly = (until: string) =>
    busy(
      calendar(
        ...event(
          "DTSTART;TZID=America/New_York:20260302T190000",
          "DURATION:PT1H",
          `RRULE:FREQ=WEEKLY;UNTIL=${until}`,
        ),
      ),
    ).length;
  // 19:00 in New York on the 16th is 23:00 UTC: daylight saving began on the 8th.
  assert.equal(weekly("20260316T230000Z"), 3);
  assert.equal(weekly("20260316T225959Z"), 2);
  assert.equal(weekly("20260316"), 3);
});

test("what EXDATE takes out is free, also when it is said in another zone", () => {
  const ics = calendar(
    ...event(
      "DTSTART;TZID=Europe/Berlin:20260302T100000",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=5",
      "EXDATE;TZID=Europe/Berlin:20260303T100000,20260304T100000",
      "EXDATE:20260305T090000Z",
    ),
  );
  assert.deepEqual(
    busy(ics).map((each) => each.slice(0, 10)),
    ["2026-03-02", "2026-03-06"],
  );
});

test("what RDATE adds is busy, once", () => {
  const ics = calendar(
    ...event(
      "DTSTART:20260302T100000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=2",
      "RDATE:20260303T100000Z,20260310T100000Z",
    ),
  );
  assert.deepEqual(
    busy(ics).map((each) => each.slice(0, 10)),
    ["2026-03-02", "2026-03-03", "2026-03-10"],
  );
});

test("a period that RDATE adds lasts as long as it says", () => {
  const ics = calendar(
    ...event(
      "DTSTART:20260302T100000Z",
      "DURATION:PT1H",
      "RDATE;VALUE=PERIOD:20260303T100000Z/20260303T150000Z,20260304T100000Z/PT3H",
      "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260305T100000/PT2H",
    ),
  );
  assert.deepEqual(busy(ics), [
    "2026-03-02T10:00Z/2026-03-02T11:00Z",
    "2026-03-03T10:00Z/2026-03-03T15:00Z",
    "2026-03-04T10:00Z/2026-03-04T13:00Z",
    "2026-03-05T09:00Z/2026-03-05T11:00Z",
  ]);
});

test("a calendar that was used for decades is read: what matters is what it says now", () => {
  const since = (year: number, hour: number, rule: string, more: string[] = []) =>
    event(`DTSTART;TZID=Europe/Berlin:${year}0103T${hour}0000`, "DURATION:PT1H", rule, ...more);
  const daily = Array.from({ length: 60 }, (_, i) =>
    since(1985 + (i % 30), 10, "RRULE:FREQ=DAILY"),
  );
  const ics = calendar(
    ...daily.flat(),
    ...since(1990, 14, "RRULE:FREQ=HOURLY;INTERVAL=7;BYHOUR=14"),
    ...since(1970, 16, "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
  );
  const week = { from: Date.parse("2026-03-02T00:00Z"), to: Date.parse("2026-03-09T00:00Z") };
  const found = busy(ics, week);
  assert.equal(found.filter((each) => /T09:00Z\//.test(each)).length, 7);
});

test("a rule that is entered in the middle says the same as one from its beginning", () => {
  const rules = [
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=DAILY;COUNT=280",
    "FREQ=DAILY;INTERVAL=3;COUNT=95",
    "FREQ=DAILY;BYDAY=MO,TH",
    "FREQ=DAILY;BYDAY=MO;COUNT=40",
    "FREQ=WEEKLY;INTERVAL=2",
    "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,WE;WKST=SU",
    "FREQ=WEEKLY;COUNT=40",
    "FREQ=HOURLY;INTERVAL=5",
    "FREQ=HOURLY;INTERVAL=5;COUNT=1320",
    "FREQ=MINUTELY;INTERVAL=1000;COUNT=395",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=YEARLY;BYMONTH=3,4;BYDAY=2TU",
  ];
  for (const rule of rules) {
    const ics = calendar(...event("DTSTART:20250617T093000Z", "DURATION:PT20M", `RRULE:${rule}`));
    // From its beginning nothing can be left out; a short range in the middle is the same, cut.
    const whole = busy(ics, { from: Date.parse("2025-01-01T00:00Z") });
    const middle = busy(ics, {});
    assert.deepEqual(
      middle,
      whole.filter((each) => each >= "2026-03-01"),
      rule,
    );
  }
});

test("a rule since the first years of the calendar says the same as a later one", () => {
  for (const rule of [
    "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
    "FREQ=MONTHLY;INTERVAL=5",
    "FREQ=YEARLY;COUNT=2026",
  ]) {
    const since = (year: string) =>
      busy(calendar(...event(`DTSTART:${year}0329T090000Z`, "DURATION:PT1H", `RRULE:${rule}`)));
    const later = since(rule.includes("COUNT") ? "2026" : "2001");
    assert.deepEqual(since("0001"), later, rule);
  }
});

test("a rule whose next time never comes is none, at once", () => {
  for (const rule of [
    "FREQ=YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15,16,17,18,19,20,21",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31",
    "FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
  ]) {
    const ics = calendar(...event("DTSTART:20260101T090000Z", "DURATION:PT1H", `RRULE:${rule}`));
    let found: string[] | null = null;
    try {
      found = busy(ics, { to: march.from + 400 * 86_400_000 });
    } catch (error) {
      assert.ok(error instanceof CalendarFault, rule);
    }
    assert.ok(found === null || found.length <= 1, `${rule}: ${found?.join()}`);
  }
});

test("a line that cannot be read is told in short, a value without the library's words", () => {
  const long = `${"x".repeat(60_000)}\u0007`;
  assert.throws(
    () => busy(calendar(long)),
    (error: Error) => error.message.length < 200 && /begins with “x{60}”$/.test(error.message),
  );
  const odd = calendar(
    ...event("DTSTART:20260302T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;BYDAY=XX"),
  );
  assert.throws(
    () => busy(odd),
    /^CalendarFault: (A value in it cannot be read|It is no iCalendar)/,
  );
});

test("one of a series that was moved is busy where it is now; one cancelled is free", () => {
  const ics = calendar(
    ...event("DTSTART:20260302T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"),
    ...event("RECURRENCE-ID:20260303T100000Z", "DTSTART:20260303T150000Z", "DURATION:PT30M"),
    ...event(
      "RECURRENCE-ID:20260304T100000Z",
      "DTSTART:20260304T100000Z",
      "DURATION:PT1H",
      "STATUS:CANCELLED",
    ),
  );
  assert.deepEqual(busy(ics), [
    "2026-03-02T10:00Z/2026-03-02T11:00Z",
    "2026-03-03T15:00Z/2026-03-03T15:30Z",
  ]);
});

test("a change of this and all later ones moves them all", () => {
  const ics = calendar(
    ...event("DTSTART:20260302T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"),
    ...event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20260303T100000Z",
      "DTSTART:20260303T120000Z",
      "DURATION:PT2H",
    ),
  );
  assert.deepEqual(busy(ics), [
    "2026-03-02T10:00Z/2026-03-02T11:00Z",
    "2026-03-03T12:00Z/2026-03-03T14:00Z",
    "2026-03-04T12:00Z/2026-03-04T14:00Z",
  ]);
});

test("what is transparent or cancelled does not count", () => {
  const span = ["DTSTART:20260302T090000Z", "DTEND:20260302T100000Z"];
  for (const line of ["TRANSP:TRANSPARENT", "STATUS:CANCELLED"]) {
    assert.deepEqual(busy(calendar(...event(...span, line))), [], line);
  }
  const tentative = calendar(...event(...span, "STATUS:TENTATIVE", "TRANSP:OPAQUE"));
  assert.equal(busy(tentative).length, 1);
});

test("a calendar that only tells when somebody is busy counts, too", () => {
  const ics = calendar(
    "BEGIN:VFREEBUSY",
    "FREEBUSY;FBTYPE=BUSY:20260302T090000Z/20260302T100000Z,20260303T090000Z/PT2H",
    "FREEBUSY;FBTYPE=FREE:20260304T090000Z/20260304T100000Z",
    "END:VFREEBUSY",
  );
  assert.deepEqual(busy(ics), [
    "2026-03-02T09:00Z/2026-03-02T10:00Z",
    "2026-03-03T09:00Z/2026-03-03T11:00Z",
  ]);
});

test("only what touches the range is read, and a rule without end ends with it", () => {
  const ics = calendar(...event("DTSTART:20250101T233000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"));
  const week = {
    from: Date.parse("2026-03-02T00:00:00Z"),
    to: Date.parse("2026-03-04T00:00:00Z"),
  };
  assert.deepEqual(busy(ics, week), [
    "2026-03-02T00:00Z/2026-03-02T00:30Z",
    "2026-03-02T23:30Z/2026-03-03T00:30Z",
    "2026-03-03T23:30Z/2026-03-04T00:00Z",
  ]);
});

test("what overlaps or touches is one busy time", () => {
  const ics = calendar(
    ...event("DTSTART:20260302T090000Z", "DTEND:20260302T100000Z"),
    ...event("DTSTART:20260302T100000Z", "DTEND:20260302T110000Z"),
    ...event("DTSTART:20260302T093000Z", "DTEND:20260302T094500Z"),
  );
  assert.deepEqual(busy(ics), ["2026-03-02T09:00Z/2026-03-02T11:00Z"]);
});

for (const [what, ics] of [
  ["a web page", "<!doctype html><html></html>"],
  ["an empty text", ""],
  ["two calendars in one", `${calendar()}\r\n${calendar()}`],
  ["an event without a start", calendar(...event("DURATION:PT1H"))],
  ["a start that is no time", calendar(...event("DTSTART:tomorrow", "DURATION:PT1H"))],
  ["a rule of every second", calendar(...event("DTSTART:20250101T000000Z", "RRULE:FREQ=SECONDLY"))],
] as const) {
  test(`${what} is a fault`, () => {
    assert.throws(() => busy(ics), CalendarFault);
  });
}

test("more busy times than are kept are a fault, rather than some of them", () => {
  const hours = event(
    "DTSTART:20260301T000000Z",
    "DURATION:PT1M",
    "RRULE:FREQ=MINUTELY;INTERVAL=2",
  );
  const much = { to: march.from + (maxBusy + 1) * 120_000 };
  assert.throws(() => busy(calendar(...hours), much), /more than 5000 busy times/);
  const fits = { to: march.from + maxBusy * 120_000 };
  assert.equal(busy(calendar(...hours), fits).length, maxBusy);
});
