import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { configuration, newResource } from "../../test/availability.ts";
import { api, newKey } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp(); // it is 2026-03-02, a Monday
});
after(() => app.close());

const monday = (start: string, end: string) => [{ day: 0, start, end }];

test("weekly hours give slots with places", async () => {
  const { get, configure } = await newResource(app, { timezone: "Asia/Kolkata" });
  const { status, body } = await configure({ weekly: monday("10:00", "11:00") });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    ...configuration,
    id: body.id,
    weekly: monday("10:00", "11:00"),
    validTill: null,
    settled: [],
  });
  const slots = await get("/slots?from=2026-03-02&to=2026-03-16");
  assert.deepEqual(slots.body.slice(0, 2), [
    {
      start: "2026-03-02T04:30:00.000Z",
      end: "2026-03-02T05:00:00.000Z",
      capacity: 10,
      taken: 0,
      open: true,
    },
    {
      start: "2026-03-02T05:00:00.000Z",
      end: "2026-03-02T05:30:00.000Z",
      capacity: 10,
      taken: 0,
      open: true,
    },
  ]);
  assert.equal(slots.body.length, 4);
});

test("a new configuration ends the former one where it starts, and history is kept", async () => {
  const { get, configure, slotsOn } = await newResource(app);
  await configure({ validFrom: "2026-02-01" });
  await configure({ validFrom: "2026-03-04", slotMinutes: 60 });
  const { body } = await get("/availability");
  assert.deepEqual(
    body.configurations.map((each: { validFrom: string; validTill: string; status: string }) => [
      each.validFrom,
      each.validTill,
      each.status,
    ]),
    [
      ["2026-02-01", "2026-03-04", "present"],
      ["2026-03-04", null, "future"],
    ],
  );
  assert.equal((await slotsOn("2026-03-03")).length, 8);
  assert.equal((await slotsOn("2026-03-04")).length, 4);
});

test("one that starts on or before a future one replaces it", async () => {
  const { get, configure, slotsOn } = await newResource(app);
  await configure({ validFrom: "2026-02-01" });
  await configure({ validFrom: "2026-04-01", slotMinutes: 60 });
  await configure({ validFrom: "2026-03-15", slotMinutes: 20 });
  const { body } = await get("/availability");
  assert.deepEqual(
    body.configurations.map((each: { validTill: string; status: string }) => [
      each.status,
      each.validTill,
    ]),
    [
      ["present", "2026-03-15"],
      ["future", null],
      ["replaced", null],
    ],
  );
  assert.equal((await slotsOn("2026-04-01")).length, 12);
});

test("one for a season leaves what starts after it alone", async () => {
  const { get, configure, slotsOn } = await newResource(app);
  await configure();
  await configure({ validFrom: "2026-09-01", slotMinutes: 60 });
  await configure({ validFrom: "2026-07-01", validTill: "2026-08-01", slotMinutes: 20 });
  const { body } = await get("/availability");
  assert(body.configurations.every(({ status }: { status: string }) => status !== "replaced"));
  assert.equal((await slotsOn("2026-06-30")).length, 8);
  assert.equal((await slotsOn("2026-07-31")).length, 12);
  assert.equal((await slotsOn("2026-08-03")).length, 0);
  assert.equal((await slotsOn("2026-09-01")).length, 4);
});

test("the same start again is a correction: the former one is kept as replaced", async () => {
  const { get, configure, slotsOn } = await newResource(app);
  await configure();
  await configure({ tokensPerSlot: 4 });
  const { body } = await get("/availability");
  assert.deepEqual(
    body.configurations.map(({ status }: { status: string }) => status),
    ["replaced", "present"],
  );
  assert.equal((await slotsOn("2026-03-03")).length, 8);
});

test("an instant stands for its local date: from the start of the day, until the day is over", async () => {
  const { configure } = await newResource(app, { timezone: "America/New_York" });
  const { body } = await configure({
    validFrom: "2026-03-02T03:00:00Z", // the evening of the first there
    validTill: "2026-04-01T16:00:00Z",
  });
  assert.equal(body.validFrom, "2026-03-01");
  assert.equal(body.validTill, "2026-04-02");
  const midnight = await configure({ validFrom: "2026-03-02", validTill: "2026-04-02T04:00:00Z" });
  assert.equal(midnight.body.validTill, "2026-04-02");
});

for (const [what, wrong, field, message] of [
  [
    "overlapping windows",
    { weekly: [...monday("10:00", "12:00"), ...monday("11:30", "13:00")] },
    "weekly.1",
    "Monday 11:30–13:00 overlaps Monday 10:00–12:00",
  ],
  [
    "an end before the start",
    { weekly: monday("12:00", "10:00") },
    "weekly.0.end",
    "Monday 12:00–10:00 ends before it starts; hours past midnight are two windows, one until 24:00 and one from 00:00",
  ],
  [
    "a window past midnight",
    { weekly: monday("22:00", "02:00") },
    "weekly.0.end",
    "Monday 22:00–02:00 ends before it starts; hours past midnight are two windows, one until 24:00 and one from 00:00",
  ],
  [
    "a slot length that leaves a rest",
    { slotMinutes: 50, weekly: monday("10:00", "12:00") },
    "slotMinutes",
    "Monday 10:00–12:00 is not a whole number of slots of 50 minutes; 40 or 60 would fit",
  ],
  [
    "a slot length that fits only one of the windows",
    { slotMinutes: 45, weekly: [...monday("10:00", "11:30"), ...monday("14:00", "16:00")] },
    "slotMinutes",
    "Monday 14:00–16:00 is not a whole number of slots of 45 minutes; 30 would fit",
  ],
  [
    "a slot longer than its window",
    { slotMinutes: 90, weekly: monday("10:00", "11:00") },
    "slotMinutes",
    "Monday 10:00–11:00 is shorter than one slot of 90 minutes; 60 would fit",
  ],
  [
    "an end that is no later than the start",
    { validTill: "2026-03-01" },
    "validTill",
    "must be after validFrom, which is 2026-03-01",
  ],
  ["a date that does not exist", { validFrom: "2026-02-30" }, "validFrom", /instant.*local date/],
  ["a day that is none", { weekly: [{ day: 7, start: "10:00", end: "12:00" }] }, "weekly.0.day"],
  ["a time that is none", { weekly: monday("10:00", "25:00") }, "weekly.0.end"],
  ["a slot of no length", { slotMinutes: 0 }, "slotMinutes"],
  ["no places", { tokensPerSlot: 0 }, "tokensPerSlot"],
  ["a year long ago", { validFrom: "1066-10-14" }, "validFrom"],
] as const) {
  test(`${what} is refused, and nothing is stored`, async () => {
    const { get, configure } = await newResource(app);
    const { status, body } = await configure(wrong);
    assert.equal(status, 422, JSON.stringify(body));
    assert.equal(body.code, "INVALID");
    assert.equal(body.errors[0].field, field);
    if (typeof message === "string") assert.equal(body.errors[0].message, message);
    else if (message) assert.match(body.errors[0].message, message);
    assert.deepEqual((await get("/availability")).body.configurations, []);
  });
}

test("hours past midnight are said as two windows", async () => {
  const { configure, get } = await newResource(app, { timezone: "Europe/Berlin" });
  const night = [
    { day: 0, start: "22:00", end: "24:00" },
    { day: 1, start: "00:00", end: "02:00" },
  ];
  assert.equal((await configure({ weekly: night, slotMinutes: 60 })).status, 200);
  const { body } = await get("/free?from=2026-03-02&to=2026-03-04");
  assert.deepEqual(body, [{ start: "2026-03-02T21:00:00.000Z", end: "2026-03-03T01:00:00.000Z" }]);
});

test("the same key and body answer the same again, without a second configuration", async () => {
  const { id, get } = await newResource(app);
  const key = newKey();
  const put = () => api(app).put(`/v1/resources/${id}/availability`, configuration, { key });
  const first = await put();
  const again = await put();
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal((await get("/availability")).body.configurations.length, 1);
});

test("ten who configure at once leave one configuration that holds", async () => {
  const { get, configure } = await newResource(app);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => configure({ tokensPerSlot: i + 1 })),
  );
  assert(answers.every(({ status }) => status === 200));
  const { configurations } = (await get("/availability")).body;
  assert.equal(configurations.length, 10);
  const holding = configurations.filter(({ status }: { status: string }) => status === "present");
  assert.equal(holding.length, 1);
});
