import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue, ticketNow, type TestQueue } from "../../test/counter.ts";
import { api, newKey } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;
const priorities = ["VIP", "Elderly", "Standard"];

async function withPeople(settings: object): Promise<TestQueue> {
  const queue = await openQueue(app, { priorities, ...settings });
  await queue.join("Ann"); // 1
  await queue.join("Bob", { priority: "elderly" }); // 2
  await queue.join("Cem"); // 3
  await queue.join("Dan", { priority: "vip" }); // 4
  await queue.join("Eve", { priority: "elderly" }); // 5
  return queue;
}

const numbers = (...sequences: number[]) => sequences.map((n) => `A-00000${n}`);

test("a queue has what it was made with, and sensible settings for the rest", async () => {
  const { status, body } = await api(app).post("/v1/queues", { name: "Bakery", prefix: "B" });
  assert.equal(status, 201);
  const { id, createdAt, ...settings } = body;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.equal(createdAt, app.clock.fixed().toISOString());
  assert.deepEqual(settings, {
    name: "Bakery",
    prefix: "B",
    timezone: "UTC",
    numberReset: "daily",
    state: "open",
    priorities: [{ key: "standard", label: "Standard" }],
    ageingMinutes: 20,
    noShowMinutes: null,
    maxWaiting: null,
    serviceMinutes: 5,
    desks: [],
    message: null,
    waiting: 0,
  });
  assert.deepEqual((await api(app).get(`/v1/queues/${id}`)).body, body);
});

test("a priority may be given by its label alone, in any script", async () => {
  const queue = await openQueue(app, { priorities: ["Ältere Menschen", "急ぎ", "普通"] });
  const { body } = await queue.get();
  assert.deepEqual(body.priorities, [
    { key: "altere-menschen", label: "Ältere Menschen" },
    { key: "priority-2", label: "急ぎ" },
    { key: "priority-3", label: "普通" },
  ]);
  assert.equal((await queue.join("Ann", { priority: "急ぎ" })).priority, "priority-2");
  assert.equal((await queue.change({ priorities: body.priorities })).status, 200);
});

for (const [wrong, field] of [
  [{ name: "" }, "name"],
  [{ prefix: "A-B" }, "prefix"],
  [{ prefix: "" }, "prefix"],
  [{ timezone: "Mars/Olympus" }, "timezone"],
  [{ timezone: "+02:00" }, "timezone"],
  [{ numberReset: "hourly" }, "numberReset"],
  [{ priorities: [] }, "priorities"],
  [{ priorities: ["VIP", "vip"] }, "priorities"],
  [{ noShowMinutes: 0 }, "noShowMinutes"],
  [{ maxWaiting: 0 }, "maxWaiting"],
  [{ maxWaiting: 1.5 }, "maxWaiting"],
  [{ state: "open soon" }, "state"],
] as const) {
  test(`a queue cannot be made with ${JSON.stringify(wrong)}`, async () => {
    const { status, body } = await api(app).post("/v1/queues", {
      name: "Bakery",
      prefix: "B",
      ...wrong,
    });
    assert.equal(status, 422);
    assert.ok(
      body.errors.some((error: { field: string }) => error.field === field),
      JSON.stringify(body.errors),
    );
  });
}

test("minutes need not be whole", async () => {
  const queue = await openQueue(app, { priorities, ageingMinutes: 1.000_01, noShowMinutes: 1.5 });
  assert.equal((await queue.get()).body.ageingMinutes, 1.000_01);
  await queue.join();
  const { calledAt, noShowAt } = await queue.callNext();
  assert.equal(Date.parse(noShowAt) - Date.parse(calledAt), 90_000);
});

test("a change leaves the other settings as they were, and is an event of the queue", async () => {
  const queue = await openQueue(app, { desks: ["1", "2"], message: "Back at noon" });
  const { body } = await queue.change({ name: "Main desk" });
  assert.equal(body.name, "Main desk");
  assert.deepEqual(body.desks, ["1", "2"]);
  assert.equal(body.message, "Back at noon");
  assert.equal((await queue.change({})).status, 422);
});

test("the same change with the same key is made once", async () => {
  const queue = await openQueue(app);
  const key = newKey();
  const path = `/v1/queues/${queue.id}`;
  const first = await api(app).patch(path, { name: "One" }, { key });
  await queue.change({ name: "Two" });
  const again = await api(app).patch(path, { name: "One" }, { key });
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first.body);
  assert.equal((await queue.get()).body.name, "Two");
});

test("changing from strict priorities to ageing and back keeps the order within each priority", async () => {
  const queue = await withPeople({ ageingMinutes: null });
  assert.deepEqual(await queue.waiting(), numbers(4, 2, 5, 1, 3));
  await queue.change({ ageingMinutes: 10 });
  assert.deepEqual(await queue.waiting(), numbers(4, 2, 5, 1, 3));
  app.clock.advance(15 * minute);
  assert.equal((await queue.join("Fay", { priority: "vip" })).position, 4, "behind the elderly");
  await queue.change({ ageingMinutes: 100 });
  assert.deepEqual(await queue.waiting(), numbers(4, 6, 2, 5, 1, 3));
  await queue.change({ ageingMinutes: null });
  assert.deepEqual(await queue.waiting(), numbers(4, 6, 2, 5, 1, 3));
  assert.equal((await queue.get()).body.waiting, 6);
  assert.equal((await queue.callNext()).number, "A-000004");
});

test("a change of priorities does not bring somebody back who was sent to the back", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"], ageingMinutes: null });
  const ann = await queue.join("Ann"); // 1
  await queue.join("Bob"); // 2
  app.clock.advance(minute);
  await act(app, ann.id, "requeue", { to: "back" });
  assert.deepEqual(await queue.waiting(), numbers(2, 1));
  await queue.change({ ageingMinutes: 20 });
  assert.deepEqual(await queue.waiting(), numbers(2, 1));
  await queue.change({ priorities: ["Royal", "VIP", "Standard"] });
  assert.deepEqual(await queue.waiting(), numbers(2, 1));
});

test("priorities in another order put people in that order", async () => {
  const queue = await withPeople({ ageingMinutes: null });
  await queue.change({ priorities: ["Elderly", "VIP", "Standard"] });
  assert.deepEqual(await queue.waiting(), numbers(2, 5, 4, 1, 3));
  assert.equal((await queue.join("Fay", { priority: "elderly" })).position, 3);
});

test("a priority that somebody waits or is served with cannot be removed", async () => {
  const queue = await withPeople({ ageingMinutes: null });
  const refused = await queue.change({ priorities: ["VIP", "Standard"] });
  assert.equal(refused.status, 409);
  assert.equal(refused.body.code, "PRIORITY_IN_USE");
  assert.match(refused.body.detail, /elderly/);
  assert.deepEqual(await queue.waiting(), numbers(4, 2, 5, 1, 3), "nothing has changed");

  const called = [await queue.callNext(), await queue.callNext(), await queue.callNext()];
  const stillUsed = await queue.change({ priorities: ["VIP", "Standard"] });
  assert.equal(stillUsed.status, 409, "the elderly are at the desks");
  for (const ticket of called) await act(app, ticket.id, "complete");
  assert.equal((await queue.change({ priorities: ["VIP", "Standard"] })).status, 200);
  assert.deepEqual(await queue.waiting(), numbers(1, 3));
});

test("somebody who was done before priorities were removed comes back as an ordinary one", async () => {
  const queue = await openQueue(app, { priorities, ageingMinutes: null });
  const gone = await queue.join("Ann", { priority: "elderly" }); // 1
  await queue.callNext();
  await act(app, gone.id, "no-show");
  await queue.join("Bob"); // 2
  await queue.change({ priorities: ["Standard"] });
  const back = await act(app, gone.id, "requeue", { to: "back" });
  assert.equal(back.priority, "standard");
  assert.equal(back.position, 2);
  assert.deepEqual(await queue.waiting(), numbers(2, 1));
});

test("undoing a step from before the order changed goes back to the place that is right now", async () => {
  const queue = await openQueue(app, { priorities, ageingMinutes: null });
  await queue.join("Ann"); // 1
  app.clock.advance(minute);
  const bob = await queue.join("Bob"); // 2
  app.clock.advance(minute);
  await queue.join("Cem"); // 3
  await act(app, bob.id, "cancel");
  await queue.change({ ageingMinutes: 10 });
  assert.equal((await act(app, bob.id, "undo")).position, 2);
  assert.deepEqual(await queue.waiting(), numbers(1, 2, 3));

  await act(app, bob.id, "cancel");
  await queue.change({ ageingMinutes: null, priorities: ["Standard"] });
  assert.equal((await act(app, bob.id, "undo")).position, 2);
  assert.deepEqual(await queue.waiting(), numbers(1, 2, 3));
});

test("a call can still be undone after the order changed", async () => {
  const queue = await withPeople({ ageingMinutes: null });
  const dan = await queue.callNext();
  await queue.change({ priorities: ["Elderly", "VIP", "Standard"] });
  const undone = await act(app, dan.id, "undo");
  assert.equal(undone.status, "WAITING");
  assert.equal(undone.position, 3);
  assert.deepEqual(await queue.waiting(), numbers(2, 5, 4, 1, 3));
  assert.equal((await ticketNow(app, dan.id)).position, 3);
});

test("a lower maximum sends nobody away", async () => {
  const queue = await withPeople({});
  assert.equal((await queue.change({ maxWaiting: 2 })).status, 200);
  assert.equal((await queue.get()).body.waiting, 5);
  const refused = await api(app).post(`/v1/queues/${queue.id}/tickets`, { name: "Fay" });
  assert.equal(refused.body.code, "QUEUE_FULL");
});

test("queues are listed page by page, each once", async () => {
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.push((await openQueue(app)).id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await api(app).get(`/v1/queues?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
    assert.ok(body.items.length <= 2);
    seen.push(...body.items.map((queue: { id: string }) => queue.id));
    cursor = body.nextCursor;
  } while (cursor);
  assert.deepEqual(
    seen.filter((id) => made.includes(id)),
    made,
  );
  assert.equal(new Set(seen).size, seen.length);
});
