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
      reserve: 0,
      left: 10,
      open: true,
    },
    {
      start: "2026-03-02T05:00:00.000Z",
      end: "2026-03-02T05:30:00.000Z",
      capacity: 10,
      taken: 0,
      reserve: 0,
      left: 10,
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

test("hours begin and end at an instant where one is said, and it is shown as it was said", async () => {
  const { configure, get, slotsOn } = await newResource(app, { timezone: "America/New_York" });
  const { body } = await configure({
    validFrom: "2026-03-02T14:30:00-05:00", // 14:30 there
    validTill: "2026-03-04T16:00:00Z", // 11:00 there
  });
  assert.equal(body.validFrom, "2026-03-02T19:30:00.000Z");
  assert.equal(body.validTill, "2026-03-04T16:00:00.000Z");
  const [kept] = (await get("/availability")).body.configurations;
  assert.deepEqual([kept.validFrom, kept.validTill], [body.validFrom, body.validTill]);
  assert.deepEqual((await get("/free?from=2026-03-02&to=2026-03-03")).body, [
    { start: "2026-03-02T19:30:00.000Z", end: "2026-03-02T21:00:00.000Z" },
  ]);
  const ofDay = async (date: string) =>
    (await get(`/slots?from=${date}T00:00:00-05:00&to=${date}T23:59:59-05:00`)).body.map(
      ({ start }: { start: string }) => start.slice(11, 16),
    );
  assert.deepEqual(await ofDay("2026-03-02"), ["19:30", "20:00", "20:30"]);
  assert.deepEqual(await ofDay("2026-03-04"), ["15:00", "15:30"]);
  assert.deepEqual(await slotsOn("2026-03-05"), []);
});

test("hours that begin in the middle of a day leave the slots before them as they were", async () => {
  const { configure, get, slotsOn } = await newResource(app);
  await configure({ validFrom: "2026-02-01" });
  await configure({ validFrom: "2026-03-03T11:00:00Z", slotMinutes: 20, tokensPerSlot: 3 });
  const starts = await slotsOn("2026-03-03");
  assert.equal(
    starts.join(" "),
    "10:00 10:30 11:00 11:20 11:40 14:00 14:20 14:40 15:00 15:20 15:40",
  );
  const slots = (await get("/slots?from=2026-03-03&to=2026-03-04")).body;
  assert.deepEqual(
    slots.slice(0, 3).map(({ capacity }: { capacity: number }) => capacity),
    [10, 10, 3],
  );
  const { configurations } = (await get("/availability")).body;
  assert.deepEqual(
    configurations.map((each: { validTill: string; status: string }) => [
      each.validTill,
      each.status,
    ]),
    [
      ["2026-03-03T11:00:00.000Z", "present"],
      [null, "future"],
    ],
  );
});

test("a slot that would be cut by new hours is in neither, and whose it was is asked about", async () => {
  const { configure, slotsOn, get } = await newResource(app);
  await configure({ validFrom: "2026-02-01", slotMinutes: 60 });
  await configure({ validFrom: "2026-03-03T10:30:00Z", slotMinutes: 30 });
  assert.deepEqual((await slotsOn("2026-03-03")).slice(0, 3), ["10:30", "11:00", "11:30"]);
  const open = "2026-03-03T10:00:00Z&to=2026-03-03T12:00:00Z";
  assert.equal((await get(`/check?from=${open}`)).body.open, true);
});

test("an instant is after a date of the same day, and has to be after the instant it follows", async () => {
  const { configure } = await newResource(app, { timezone: "Asia/Kolkata" });
  const before = await configure({
    validFrom: "2026-03-03",
    validTill: "2026-03-02T18:30:00Z", // midnight there, when the third begins
  });
  assert.equal(before.status, 422);
  assert.equal(before.body.errors[0].field, "validTill");
  const evening = { validFrom: "2026-03-03", validTill: "2026-03-03T12:00:00Z" };
  assert.equal((await configure(evening)).status, 200);
});

for (const [type, places] of [
  ["doctor", 10],
  ["ot", 1],
  ["lab", 1],
  ["consultation_room", 1],
  ["other", 1],
] as const) {
  test(`without tokensPerSlot a slot of a resource of type ${type} has ${places}`, async () => {
    const { configure, get } = await newResource(app, { type });
    const { status, body } = await configure({ tokensPerSlot: undefined });
    assert.equal(status, 200);
    assert.equal(body.tokensPerSlot, places);
    const [slot] = (await get("/slots?from=2026-03-03&to=2026-03-04")).body;
    assert.equal(slot.capacity, places);
  });
}

for (const type of ["ot", "lab", "consultation_room"]) {
  test(`more than one at a time in a resource of type ${type} has to be confirmed`, async () => {
    const { configure, get, preview } = await newResource(app, { type });
    const refused = await configure({ tokensPerSlot: 10 });
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, "SEVERAL_NOT_CONFIRMED");
    assert.match(refused.body.detail, /confirmSeveral: true/);
    assert.equal((await configure({ tokensPerSlot: 10, confirmSeveral: false })).status, 409);
    assert.deepEqual((await get("/availability")).body.configurations, []);
    const seen = await preview({ ...configuration, tokensPerSlot: 10 });
    assert.equal(seen.body.slots[0].capacity, 10);
    const { status, body } = await configure({ tokensPerSlot: 10, confirmSeveral: true });
    assert.equal(status, 200);
    assert.equal(body.tokensPerSlot, 10);
  });
}

test("a doctor, and what is nothing of the kind, takes several without a question", async () => {
  for (const type of ["doctor", "other"]) {
    const { configure } = await newResource(app, { type });
    assert.equal((await configure({ tokensPerSlot: 4 })).status, 200);
  }
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
