import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { MadeUpCommitments, newResource, type TestResource } from "../../test/availability.ts";

const commitments = new MadeUpCommitments();
let app: TestApp;
let doctor: TestResource;
before(async () => {
  app = await startApp({ commitments: [commitments] });
});
after(() => app.close());
beforeEach(async () => {
  commitments.commitments = [];
  doctor = await newResource(app);
  await doctor.configure({ tokensPerSlot: 2 });
});

const morning = "from=2026-03-03T10:00:00Z&to=2026-03-03T12:00:00Z";

test("slots show how many places are taken, and whether somebody more can have one", async () => {
  commitments.token("2026-03-03T10:30:00Z", "Ana");
  commitments.token("2026-03-03T11:00:00Z", "Bo");
  commitments.token("2026-03-03T11:00:00Z", "Cy");
  const { body } = await doctor.get(`/slots?${morning}`);
  assert.deepEqual(
    body.map(({ taken, open }: { taken: number; open: boolean }) => [taken, open]),
    [
      [0, true],
      [1, true],
      [2, false],
      [0, true],
    ],
  );
});

test("a booking has its time alone: every slot it touches is full", async () => {
  commitments.booking("2026-03-03T10:45:00Z", 30);
  const { body } = await doctor.get(`/slots?${morning}`);
  assert.deepEqual(
    body.map(({ taken, open }: { taken: number; open: boolean }) => [taken, open]),
    [
      [0, true],
      [2, false],
      [2, false],
      [0, true],
    ],
  );
});

test("free is where it is open and nothing is booked or held", async () => {
  commitments.booking("2026-03-03T10:45:00Z", 30);
  commitments.token("2026-03-03T11:30:00Z");
  const { body } = await doctor.get("/free?from=2026-03-03&to=2026-03-04");
  assert.deepEqual(body, [
    { start: "2026-03-03T10:00:00.000Z", end: "2026-03-03T10:45:00.000Z" },
    { start: "2026-03-03T11:15:00.000Z", end: "2026-03-03T11:30:00.000Z" },
    { start: "2026-03-03T14:00:00.000Z", end: "2026-03-03T16:00:00.000Z" },
  ]);
});

test("a time inside the hours is open and free", async () => {
  const { body } = await doctor.get("/check?from=2026-03-03T10:10:00Z&to=2026-03-03T11:20:00Z");
  assert.deepEqual(body, { active: true, open: true, free: true, left: 2, conflicts: [] });
});

test("a time that somebody has is open, and not free", async () => {
  commitments.booking("2026-03-03T10:45:00Z", 30);
  const { body } = await doctor.get(`/check?${morning}`);
  assert.deepEqual(body, {
    active: true,
    open: true,
    free: false,
    left: 0,
    conflicts: [
      {
        kind: "taken",
        start: "2026-03-03T10:45:00.000Z",
        end: "2026-03-03T11:15:00.000Z",
        reason: null,
        places: 1,
      },
    ],
  });
});

test("a time that is not open says which part of it, and why", async () => {
  await doctor.except({
    available: false,
    start: "2026-03-03T11:00:00Z",
    end: "2026-03-03T13:00:00Z",
    reason: "Fire drill",
  });
  const { body } = await doctor.get("/check?from=2026-03-03T09:30:00Z&to=2026-03-03T14:30:00Z");
  assert.equal(body.open, false);
  assert.equal(body.free, false);
  assert.deepEqual(body.conflicts, [
    conflict("outside_hours", "09:30", "10:00"),
    conflict("exception", "11:00", "13:00", "Fire drill"),
    conflict("outside_hours", "13:00", "14:00"),
  ]);
});

function conflict(kind: string, from: string, to: string, reason: string | null = null) {
  const [start, end] = [from, to].map((time) => `2026-03-03T${time}:00.000Z`);
  return { kind, start, end, reason, places: null };
}

for (const question of ["slots", "free", "check"]) {
  for (const [what, range, field] of [
    ["a range over a year", "from=2026-03-03&to=2027-03-05", "to"],
    ["an end before the start", "from=2026-03-03&to=2026-03-02", "to"],
    ["no end", "from=2026-03-03", "to"],
    ["a time that is none", "from=yesterday&to=2026-03-02", "from"],
  ] as const) {
    test(`${question}: ${what} is refused`, async () => {
      const { status, body } = await doctor.get(`/${question}?${range}`);
      assert.equal(status, 422);
      assert.equal(body.code, "INVALID");
      assert.equal(body.errors[0].field, field);
    });
  }

  test(`${question}: a whole year, a leap year too, is answered`, async () => {
    assert.equal((await doctor.get(`/${question}?from=2028-01-01&to=2029-01-01`)).status, 200);
  });
}

test("more slots than anybody can look at are refused", async () => {
  const around = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "00:00", end: "24:00" }));
  await doctor.configure({ slotMinutes: 5, weekly: around });
  const { status, body } = await doctor.get("/slots?from=2026-03-03&to=2027-03-03");
  assert.equal(status, 422);
  assert.match(body.detail, /fewer days/);
});

test("wall-clock hours follow daylight saving over HTTP too", async () => {
  const night = await newResource(app, { timezone: "Europe/Berlin" });
  const weekly = [{ day: 6, start: "01:00", end: "04:00" }];
  await night.configure({ slotMinutes: 60, weekly });
  assert.deepEqual(await night.slotsOn("2026-03-22"), ["00:00", "01:00", "02:00"]);
  assert.deepEqual(await night.slotsOn("2026-03-29"), ["00:00", "01:00"]);
  assert.deepEqual(await night.slotsOn("2026-10-25"), ["23:00", "00:00", "02:00"]);
});
