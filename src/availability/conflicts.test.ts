import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { MadeUpCommitments, newResource, type TestResource } from "../../test/availability.ts";
import { api, type Answer } from "../../test/http.ts";

const commitments = new MadeUpCommitments();
let app: TestApp;
let doctor: TestResource;
before(async () => {
  app = await startApp({ commitments: [commitments] }); // it is 2026-03-02T09:00Z, a Monday
});
after(() => app.close());
beforeEach(async () => {
  commitments.commitments = [];
  commitments.settled = [];
  doctor = await newResource(app);
  await doctor.configure();
});

const leave = { available: false, start: "2026-03-03", end: "2026-03-04", reason: "Ill" };

function labelsIn(answer: Answer): string[] {
  assert.equal(answer.status, 409, JSON.stringify(answer.body));
  assert.equal(answer.body.code, "CLAIMS_OUTSIDE");
  return answer.body.claims.map(({ label }: { label: string }) => label);
}

test("a leave over tokens and bookings is refused with their list, and nothing is stored", async () => {
  commitments.token("2026-03-03T10:00:00Z", "Ana");
  commitments.booking("2026-03-03T14:15:00Z", 60, "Hip");
  commitments.token("2026-03-04T10:00:00Z", "Not that day");
  const answer = await doctor.except(leave);
  assert.deepEqual(labelsIn(answer), ["Ana", "Hip"]);
  assert.equal(answer.body.claimsTotal, 2);
  assert.deepEqual(answer.body.claims[0], {
    kind: "token",
    id: "token Ana 2026-03-03T10:00:00Z",
    start: "2026-03-03T10:00:00.000Z",
    end: "2026-03-03T10:30:00.000Z",
    label: "Ana",
  });
  assert.deepEqual((await doctor.get("/availability")).body.exceptions, []);
  assert.equal((await doctor.slotsOn("2026-03-03")).length, 8);
});

test("told to keep them, it is done and says so", async () => {
  const token = commitments.token("2026-03-03T10:00:00Z", "Ana");
  const { status, body } = await doctor.except({ ...leave, conflicts: "keep" });
  assert.equal(status, 201);
  assert.deepEqual(body.settled, [
    {
      kind: "token",
      id: token.id,
      start: "2026-03-03T10:00:00.000Z",
      end: "2026-03-03T10:30:00.000Z",
      label: "Ana",
      outcome: "kept",
      movedTo: null,
    },
  ]);
  assert.deepEqual(await doctor.slotsOn("2026-03-03"), []);
});

test("told to move them, the product gets the new schedule and finds them other places", async () => {
  commitments.token("2026-03-03T10:00:00Z", "Ana");
  const { body } = await doctor.except({ ...leave, conflicts: "move" });
  assert.equal(body.settled[0].outcome, "moved");
  assert.equal(body.settled[0].movedTo, "2026-03-10T10:00:00.000Z");
  const [change] = commitments.settled;
  assert.equal(change!.conflicts, "move");
  assert.deepEqual(
    change!.outside.map(({ label }) => label),
    ["Ana"],
  );
  assert.equal(change!.schedule.exceptions.length, 1);
});

test("tokens given out at reception count, those who wait for a place too", async () => {
  const reception = await newResource(app);
  await reception.configure({ tokensPerSlot: 2 });
  const slotStart = "2026-03-03T10:00:00Z";
  for (const name of ["Ana", "Bo", "Cy"]) {
    const patient = await api(app).post("/v1/patients", { name });
    await api(app).post("/v1/opd/tokens", {
      patientId: patient.body.id,
      doctorId: reception.id,
      slotStart,
      source: "walk_in",
      allowAlternative: false,
    });
  }
  assert.deepEqual(labelsIn(await reception.except(leave)), ["number 1", "number 2", "waiting"]);
  assert.deepEqual(labelsIn(await reception.configure({ tokensPerSlot: 1 })), ["number 2"]);
  const slots = await reception.get("/slots?from=2026-03-03&to=2026-03-04");
  assert.deepEqual(slots.body[0].taken, 2);
});

test("what was kept outside once is not asked about again", async () => {
  commitments.token("2026-03-03T10:00:00Z", "Ana");
  await doctor.except({ ...leave, conflicts: "keep" });
  const longer = await doctor.except({ ...leave, end: "2026-03-05" });
  assert.equal(longer.status, 201);
});

test("what is over does not count", async () => {
  commitments.token("2026-03-02T08:00:00Z", "This morning");
  await doctor.configure({ weekly: [{ day: 0, start: "08:00", end: "12:00" }] });
  const answer = await doctor.configure({ weekly: [{ day: 0, start: "10:00", end: "12:00" }] });
  assert.equal(answer.status, 200);
});

test("new hours that leave tokens outside are refused with their list", async () => {
  commitments.token("2026-03-09T10:00:00Z", "Still there");
  commitments.token("2026-03-09T11:30:00Z", "No more");
  commitments.token("2026-03-05T11:30:00Z", "Before the change");
  const shorter = { validFrom: "2026-03-06", weekly: [{ day: 0, start: "10:00", end: "11:00" }] };
  assert.deepEqual(labelsIn(await doctor.configure(shorter)), ["No more"]);
  assert.equal((await doctor.get("/availability")).body.configurations.length, 1);
  const told = await doctor.configure({ ...shorter, conflicts: "move" });
  assert.equal(told.status, 200);
  assert.equal(told.body.settled.length, 1);
});

test("a token needs its slot: other slot lengths leave it outside, open as it may be", async () => {
  commitments.token("2026-03-09T10:30:00Z", "Ana");
  commitments.booking("2026-03-09T10:40:00Z", 40, "Hip");
  assert.deepEqual(labelsIn(await doctor.configure({ slotMinutes: 20 })), ["Ana"]);
});

test("fewer places per slot leave the last ones outside", async () => {
  for (const label of ["Ana", "Bo", "Cy"]) commitments.token("2026-03-09T10:30:00Z", label);
  assert.deepEqual(labelsIn(await doctor.configure({ tokensPerSlot: 1 })), ["Bo", "Cy"]);
  for (const commitment of commitments.commitments) commitment.capacity = 2; // set for that slot alone
  assert.equal((await doctor.configure({ tokensPerSlot: 1 })).status, 200);
});

test("a configuration that ends leaves outside what comes after it", async () => {
  commitments.token("2026-06-01T10:00:00Z", "In June");
  assert.deepEqual(labelsIn(await doctor.configure({ validTill: "2026-06-01" })), ["In June"]);
});

test("removing what opened a day leaves its tokens outside", async () => {
  const saturday = { start: "2026-03-07T09:00:00Z", end: "2026-03-07T10:30:00Z" };
  const { body } = await doctor.except({ available: true, ...saturday });
  commitments.token("2026-03-07T09:30:00Z", "Ana");
  const path = `/v1/resources/${doctor.id}/exceptions/${body.id}`;
  assert.deepEqual(labelsIn(await api(app).delete(path)), ["Ana"]);
  const removed = await api(app).delete(`${path}?conflicts=keep`);
  assert.equal(removed.status, 200);
  assert.equal(removed.body.settled[0].outcome, "kept");
});

test("an earlier opening on the same day can shift the slots of another: that is told too", async () => {
  await doctor.except({
    available: true,
    start: "2026-03-07T09:00:00Z",
    end: "2026-03-07T10:00:00Z",
  });
  commitments.token("2026-03-07T09:30:00Z", "Ana");
  const earlier = { available: true, start: "2026-03-07T08:45:00Z", end: "2026-03-07T09:15:00Z" };
  assert.deepEqual(labelsIn(await doctor.except(earlier)), ["Ana"]);
});

test("a preview of a leave shows the slots that are left and who is left outside", async () => {
  commitments.token("2026-03-03T10:00:00Z", "Ana");
  commitments.token("2026-03-03T15:30:00Z", "Bo");
  const half = { available: false, start: "2026-03-03T09:00:00Z", end: "2026-03-03T15:00:00Z" };
  const { status, body } = await doctor.preview(half);
  assert.equal(status, 200);
  assert.deepEqual(
    body.slots.map(({ start, taken }: { start: string; taken: number }) => [start, taken]),
    [
      ["2026-03-03T15:00:00.000Z", 0],
      ["2026-03-03T15:30:00.000Z", 1],
    ],
  );
  assert.deepEqual(
    body.outside.map(({ label }: { label: string }) => label),
    ["Ana"],
  );
  assert.equal(body.outsideTotal, 1);
  assert.equal((await doctor.slotsOn("2026-03-03")).length, 8);
});

test("a preview of a configuration shows its first week, or the range that is asked for", async () => {
  const weekly = [{ day: 1, start: "08:00", end: "09:00" }];
  const change = { validFrom: "2026-03-09", slotMinutes: 30, tokensPerSlot: 3, weekly };
  const week = await doctor.preview(change);
  assert.deepEqual(
    week.body.slots.map(({ start }: { start: string }) => start),
    ["2026-03-10T08:00:00.000Z", "2026-03-10T08:30:00.000Z"],
  );
  const asked = await doctor.preview(change, "?from=2026-03-01&to=2026-03-09");
  assert.equal(asked.body.slots.length, 5 * 8);
  assert.equal((await doctor.get("/availability")).body.configurations.length, 1);
});

test("a preview of what would be refused is refused in the same words", async () => {
  const { status, body } = await doctor.preview({
    validFrom: "2026-03-09",
    slotMinutes: 50,
    tokensPerSlot: 3,
    weekly: [{ day: 1, start: "08:00", end: "10:00" }],
  });
  assert.equal(status, 422);
  assert.match(body.detail, /40 or 60 would fit/);
});

test("twenty previews at once do not wait for each other for ever", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => doctor.preview(leave)));
  assert(answers.every(({ status }) => status === 200));
});
