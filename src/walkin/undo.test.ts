import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue, ticketNow, type TestQueue } from "../../test/counter.ts";
import { api, newKey } from "../../test/http.ts";
import { Refusal } from "../kernel/refusal.ts";
import * as orders from "./orders.ts";
import * as store from "./store.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;

/** What undoing has to bring back; whether it can be undone once more is another matter. */
function asItWas(ticket: Record<string, unknown>) {
  const { canUndo: _, estimatedWait: _pace, ...rest } = ticket;
  return rest;
}

// Each with the steps before, on a ticket that came second of three.
const steps: [string, string[], (queue: TestQueue, id: string) => Promise<unknown>][] = [
  ["a call", ["first gone"], (queue) => queue.callNext("2")],
  ["serving", ["first gone", "call"], (_, id) => act(app, id, "serve")],
  ["a completion", ["first gone", "call", "serve"], (_, id) => act(app, id, "complete")],
  ["a completion without serving", ["first gone", "call"], (_, id) => act(app, id, "complete")],
  ["a no-show", ["first gone", "call"], (_, id) => act(app, id, "no-show")],
  ["leaving", [], (_, id) => act(app, id, "cancel")],
  ["leaving after the call", ["first gone", "call"], (_, id) => act(app, id, "cancel")],
  ["a requeue", ["first gone", "call"], (_, id) => act(app, id, "requeue", { to: "back" })],
  ["being sent to the back", [], (_, id) => act(app, id, "requeue", { to: "back" })],
  ["being brought to the front", [], (_, id) => act(app, id, "requeue", { to: "front" })],
];

for (const [name, before, step] of steps) {
  test(`${name} can be undone: everything is as it was`, async () => {
    const queue = await openQueue(app);
    await queue.join("First");
    const { id } = await queue.join("Second", { partySize: 2 });
    await queue.join("Third");
    for (const one of before) {
      if (one === "first gone" || one === "call") await queue.callNext();
      else await act(app, id, one);
    }
    const was = await ticketNow(app, id);
    const line = await queue.waiting();
    const stats = (await queue.get("/stats")).body;
    app.clock.advance(minute);
    await step(queue, id);
    app.clock.advance(minute);
    const undone = await act(app, id, "undo");
    assert.deepEqual(asItWas(undone), asItWas(was));
    assert.deepEqual(asItWas(await ticketNow(app, id)), asItWas(was));
    assert.deepEqual(await queue.waiting(), line);
    assert.deepEqual((await queue.get("/stats")).body, stats);
    const twice = await api(app).post(`/v1/tickets/${id}/undo`);
    assert.equal(twice.status, 409);
    assert.equal(twice.body.code, "NOTHING_TO_UNDO");
  });
}

test("a transfer can be undone: back in the first queue, at the same place, with the same priority", async () => {
  const priorities = ["VIP", "Elderly", "Standard"];
  const from = await openQueue(app, { priorities, ageingMinutes: null, name: "First" });
  const to = await openQueue(app, { prefix: "B" });
  await from.join("Ann", { priority: "elderly" });
  const { id } = await from.join("Bob", { priority: "elderly" });
  await from.join("Cem", { priority: "elderly" });
  await to.join("Dan");
  const was = await ticketNow(app, id);
  await act(app, id, "transfer", { queueId: to.id });
  const undone = await act(app, id, "undo");
  assert.deepEqual(asItWas(undone), asItWas(was));
  assert.equal(undone.queueName, "First");
  assert.deepEqual(await from.waiting(), ["A-000001", "A-000002", "A-000003"]);
  assert.deepEqual(await to.waiting(), ["B-000001"]);
  // Its priority is the one of this queue again: at the back it stands behind the other elderly.
  await from.join("Eve");
  assert.equal((await act(app, id, "requeue", { to: "back" })).position, 3);
});

test("an undone transfer brings back the grace time of the queue that it came from", async () => {
  const from = await openQueue(app, { noShowMinutes: 5 });
  const to = await openQueue(app, { noShowMinutes: null });
  const { id } = await from.join();
  await from.callNext();
  await act(app, id, "transfer", { queueId: to.id });
  const undone = await act(app, id, "undo");
  assert.equal(undone.status, "CALLED");
  assert.equal(Date.parse(undone.noShowAt) - app.clock.fixed().getTime(), 5 * minute);
});

test("a no-show by itself can be undone, and the grace time starts again", async () => {
  const queue = await openQueue(app, { noShowMinutes: 5 });
  const { id } = await queue.join();
  await queue.callNext();
  app.clock.advance(6 * minute);
  await app.sweep();
  const undone = await act(app, id, "undo");
  assert.equal(undone.status, "CALLED");
  await app.sweep();
  assert.equal((await ticketNow(app, id)).status, "CALLED");
  app.clock.advance(5 * minute);
  await app.sweep();
  assert.equal((await ticketNow(app, id)).status, "NO_SHOW");
});

test("what was corrected since stays corrected, but a call that is undone was never repeated", async () => {
  const queue = await openQueue(app);
  const { id } = await queue.join("Bbo");
  await queue.callNext();
  await act(app, id, "recall");
  await api(app).patch(`/v1/tickets/${id}`, { name: "Bob" });
  const undone = await act(app, id, "undo");
  assert.equal(undone.status, "WAITING");
  assert.equal(undone.name, "Bob");
  assert.equal(undone.calls, 0);
  assert.equal(undone.desk, null);
});

test("after ten minutes it is too late to undo, and the ticket says so", async () => {
  const queue = await openQueue(app);
  const { id, canUndo } = await queue.join();
  assert.equal(canUndo, false, "joining is not undone but cancelled");
  assert.equal((await queue.callNext()).canUndo, true);
  app.clock.advance(10 * minute);
  assert.equal((await ticketNow(app, id)).canUndo, true);
  app.clock.advance(1);
  assert.equal((await ticketNow(app, id)).canUndo, false);
  const { status, body } = await api(app).post(`/v1/tickets/${id}/undo`);
  assert.equal(status, 409);
  assert.equal(body.code, "TOO_LATE_TO_UNDO");
});

test("a retried undo undoes one step only", async () => {
  const queue = await openQueue(app);
  const { id } = await queue.join();
  await queue.callNext();
  const key = newKey();
  const first = await api(app).post(`/v1/tickets/${id}/undo`, undefined, { key });
  await queue.callNext();
  const again = await api(app).post(`/v1/tickets/${id}/undo`, undefined, { key });
  assert.deepEqual(again.body, first.body);
  assert.equal((await ticketNow(app, id)).status, "CALLED");
});

test("undoing across midnight takes nothing off the new day", async () => {
  app.clock.set("2026-05-05T23:58:00Z");
  const queue = await openQueue(app);
  const { id } = await queue.join();
  await queue.callNext();
  app.clock.set("2026-05-06T00:01:00Z");
  await act(app, id, "undo");
  assert.equal((await queue.get("/stats")).body.calledToday, 0);
});

test("an undo that finds the ticket moved on to another queue is refused", async () => {
  const [queue, other] = [await openQueue(app), await openQueue(app)];
  const { id } = await queue.join();
  await queue.callNext();
  const { body: me } = await api(app).get("/v1/me");
  const by = { orgId: me.organisation.id, actor: "test" };
  const { pool } = app;
  const seen = (await store.findTickets(pool, by.orgId, [id])).get(id)!;
  const former = (await store.findQueue(pool, queue.id))!;
  await act(app, id, "transfer", { queueId: other.id });
  const late = app.server.engine.submit(orders.undo(by, seen, former));
  await assert.rejects(late, (error) => error instanceof Refusal && error.code === "WRONG_STATE");
  assert.equal((await ticketNow(app, id)).queueId, other.id);
});

test("undo at the same time as another step leaves one consistent ticket", async () => {
  const [queue, other] = [await openQueue(app), await openQueue(app)];
  const tickets = await Promise.all(Array.from({ length: 12 }, () => queue.join()));
  for (const _ of tickets) await queue.callNext();
  const answers = await Promise.all(
    tickets.flatMap(({ id }) => [
      api(app).post(`/v1/tickets/${id}/undo`),
      api(app).post(`/v1/tickets/${id}/transfer`, { queueId: other.id }),
      api(app).post(`/v1/tickets/${id}/undo`),
    ]),
  );
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200 && status !== 409),
    [],
  );
  const { body } = await queue.get("/tickets?status=WAITING,CALLED&limit=200");
  const { body: there } = await other.get("/tickets?status=WAITING,CALLED&limit=200");
  const ids = [...body.items, ...there.items].map((ticket: { id: string }) => ticket.id);
  assert.deepEqual(new Set(ids), new Set(tickets.map(({ id }) => id)));
  assert.equal(ids.length, tickets.length);
});
