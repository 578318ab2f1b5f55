import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { openQueue } from "../../test/counter.ts";
import { api } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

test("a number is the prefix and six digits, counting from one", async () => {
  const queue = await openQueue(app, { prefix: "DEMO" });
  const first = await queue.join();
  assert.equal(first.number, "DEMO-000001");
  assert.equal(first.sequence, 1);
  assert.equal((await queue.join()).number, "DEMO-000002");
});

test("queues count apart, also with the same prefix", async () => {
  const [one, other] = [await openQueue(app), await openQueue(app)];
  await one.join();
  assert.equal((await other.join()).number, "A-000001");
});

test("joins at the same time get all numbers without a gap, each once", async () => {
  const queue = await openQueue(app);
  const joined = await Promise.all(Array.from({ length: 60 }, () => queue.join()));
  const sequences = joined.map((ticket) => ticket.sequence).toSorted((a, b) => a - b);
  assert.deepEqual(
    sequences,
    Array.from({ length: 60 }, (_, i) => i + 1),
  );
});

test("a refused join takes no number", async () => {
  const queue = await openQueue(app, { maxWaiting: 1 });
  await queue.join();
  const refused = [
    await api(app).post(`/v1/queues/${queue.id}/tickets`, { name: "Too many" }),
    await api(app).post(`/v1/queues/${queue.id}/tickets`, { name: "" }),
    await api(app).post(`/v1/queues/${queue.id}/tickets`, { name: "Ann", priority: "none" }),
  ];
  assert.deepEqual(
    refused.map((answer) => answer.status),
    [409, 422, 409],
  );
  await queue.callNext();
  assert.equal((await queue.join()).number, "A-000002");
});

test("cancelled numbers are not used again", async () => {
  const queue = await openQueue(app);
  const ticket = await queue.join();
  await api(app).post(`/v1/tickets/${ticket.id}/cancel`);
  assert.equal((await queue.join()).number, "A-000002");
});

const midnights = [
  // [zone, last moment of a day, first moment of the next], in UTC
  ["UTC", "2026-03-09T23:59:59.999Z", "2026-03-10T00:00:00Z"],
  ["Asia/Kolkata", "2026-03-11T18:29:59.999Z", "2026-03-11T18:30:00Z"],
  // Clocks go forward at 02:00 on 29 March: that Sunday has 23 hours.
  ["Europe/Berlin", "2026-03-28T22:59:59.999Z", "2026-03-28T23:00:00Z"],
  ["Europe/Berlin", "2026-03-29T21:59:59.999Z", "2026-03-29T22:00:00Z"],
  // Clocks go back by half an hour at 02:00 on 5 April.
  ["Australia/Lord_Howe", "2026-04-04T12:59:59.999Z", "2026-04-04T13:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-05T13:29:59.999Z", "2026-04-05T13:30:00Z"],
  // Clocks go back at 02:00 on 1 November: that Sunday has 25 hours.
  ["America/New_York", "2026-11-01T03:59:59.999Z", "2026-11-01T04:00:00Z"],
  ["America/New_York", "2026-11-02T04:59:59.999Z", "2026-11-02T05:00:00Z"],
] as const;

for (const [timezone, lastOfDay, firstOfNext] of midnights) {
  test(`daily numbers start again at midnight in ${timezone} (${firstOfNext})`, async () => {
    const queue = await openQueue(app, { timezone, numberReset: "daily" });
    app.clock.set(lastOfDay);
    await queue.join();
    assert.equal((await queue.join()).number, "A-000002");
    app.clock.set(firstOfNext);
    assert.equal((await queue.join()).number, "A-000001");
    assert.equal((await queue.join()).number, "A-000002");
  });
}

test("weekly numbers start again on Monday, in the queue's zone, also when clocks change", async () => {
  const queue = await openQueue(app, { timezone: "Europe/Berlin", numberReset: "weekly" });
  app.clock.set("2027-03-22T00:00:00Z"); // Monday
  await queue.join();
  app.clock.set("2027-03-28T21:59:59Z"); // Sunday, one second before midnight, summer time
  assert.equal((await queue.join()).number, "A-000002");
  app.clock.set("2027-03-28T22:00:00Z");
  assert.equal((await queue.join()).number, "A-000001");
  app.clock.set("2027-03-31T12:00:00Z");
  assert.equal((await queue.join()).number, "A-000002");
});

test("numbers that are never reset go on over days and years", async () => {
  const queue = await openQueue(app, { numberReset: "never" });
  app.clock.set("2027-12-31T23:59:59Z");
  await queue.join();
  app.clock.set("2028-01-03T00:00:00Z");
  assert.equal((await queue.join()).number, "A-000002");
});

test("a clock that steps back over midnight does not hand out yesterday's numbers again", async () => {
  const queue = await openQueue(app, { numberReset: "daily" });
  app.clock.set("2028-02-01T23:59:59Z");
  await queue.join();
  app.clock.set("2028-02-02T00:00:00Z");
  assert.equal((await queue.join()).number, "A-000001");
  app.clock.set("2028-02-01T23:59:59.500Z");
  assert.equal((await queue.join()).number, "A-000002");
  app.clock.set("2028-02-02T00:00:01Z");
  assert.equal((await queue.join()).number, "A-000003");
});

for (const [from, to] of [
  ["daily", "never"],
  ["never", "daily"],
  ["daily", "weekly"],
  ["weekly", "daily"],
] as const) {
  test(`changing the reset from ${from} to ${to} repeats no number of the day`, async () => {
    const queue = await openQueue(app, { numberReset: from });
    app.clock.set("2028-03-01T10:00:00Z"); // a Wednesday
    await queue.join();
    await queue.change({ numberReset: to });
    assert.equal((await queue.join()).number, "A-000002");
    app.clock.set("2028-03-02T10:00:00Z");
    assert.equal((await queue.join()).sequence, to === "daily" ? 1 : 3);
  });
}

test("changing to weekly goes on after the highest number of the week", async () => {
  const queue = await openQueue(app, { numberReset: "daily" });
  app.clock.set("2028-03-06T10:00:00Z"); // Monday
  for (let i = 0; i < 3; i++) await queue.join();
  app.clock.set("2028-03-07T10:00:00Z");
  await queue.join();
  await queue.change({ numberReset: "weekly" });
  assert.equal((await queue.join()).number, "A-000004");
});

test("another time zone or prefix repeats no number of the day", async () => {
  const queue = await openQueue(app, { numberReset: "daily", timezone: "Asia/Kolkata" });
  app.clock.set("2028-04-04T20:00:00Z"); // the 5th in Kolkata, still the 4th in New York
  await queue.join();
  await queue.change({ timezone: "America/New_York" });
  assert.equal((await queue.join()).number, "A-000002");
  await queue.change({ prefix: "B" });
  assert.equal((await queue.join()).number, "B-000003");
  app.clock.set("2028-04-05T04:00:00Z"); // midnight in New York
  assert.equal((await queue.join()).number, "B-000001");
});
