import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue, ticketNow } from "../../test/counter.ts";
import { api, newKey } from "../../test/http.ts";
import { Refusal } from "../kernel/refusal.ts";
import * as orders from "./orders.ts";
import type { CounterTicket } from "./rules.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;

test("people are called in order, and told where to go", async () => {
  const queue = await openQueue(app);
  for (const name of ["Ann", "Bob", "Cem"]) await queue.join(name);
  const called = await queue.callNext("Desk 2");
  assert.equal(called.name, "Ann");
  assert.equal(called.status, "CALLED");
  assert.equal(called.desk, "Desk 2");
  assert.equal(called.calls, 1);
  assert.equal(called.calledAt, app.clock.fixed().toISOString());
  assert.equal(called.position, null);
  assert.equal(called.estimatedWait, null);
  assert.equal((await queue.callNext()).name, "Bob");
  assert.equal((await queue.callNext()).name, "Cem");
});

test("a desk may be a number, or left out with the whole body", async () => {
  const queue = await openQueue(app);
  await queue.join("Ann");
  await queue.join("Bob");
  const path = `/v1/queues/${queue.id}/call-next`;
  assert.equal((await api(app).post(path, { desk: 7 })).body.desk, "7");
  const withoutBody = await api(app).post(path);
  assert.equal(withoutBody.status, 200);
  assert.equal(withoutBody.body.desk, null);
});

test("when nobody waits there is nobody to call", async () => {
  const queue = await openQueue(app);
  const { status, body } = await api(app).post(`/v1/queues/${queue.id}/call-next`, { desk: "1" });
  assert.equal(status, 204);
  assert.equal(body, null);
});

test("many desks at once call everybody once, in order, and nobody twice", async () => {
  const queue = await openQueue(app);
  for (let i = 0; i < 20; i++) await queue.join();
  const called = await Promise.all(Array.from({ length: 25 }, (_, i) => queue.callNext(`${i}`)));
  const numbers = called.filter((ticket) => ticket !== null).map((ticket) => ticket.number);
  assert.equal(numbers.length, 20);
  assert.equal(new Set(numbers).size, 20);
});

test("a desk may have several people called", async () => {
  const queue = await openQueue(app);
  await queue.join("Ann");
  await queue.join("Bob");
  await queue.callNext("1");
  await queue.callNext("1");
  const { body } = await queue.get("/tickets?status=CALLED");
  assert.deepEqual(
    body.items.map((ticket: { name: string }) => ticket.name),
    ["Bob", "Ann"],
  );
});

test("a retried call-next calls nobody else, whatever happened to the one who was called", async () => {
  const queue = await openQueue(app);
  await queue.join("Ann");
  await queue.join("Bob");
  const path = `/v1/queues/${queue.id}/call-next`;
  const key = newKey();
  const first = await api(app).post(path, { desk: "1" }, { key });
  assert.equal(first.headers.get("idempotency-replayed"), null);
  await act(app, first.body.id, "complete");
  const again = await api(app).post(path, { desk: "1" }, { key });
  assert.equal(again.status, 200);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first.body);
  assert.deepEqual(await queue.waiting(), ["A-000002"]);
});

test("the same key at the same time calls one person", async () => {
  const queue = await openQueue(app);
  for (let i = 0; i < 5; i++) await queue.join();
  const path = `/v1/queues/${queue.id}/call-next`;
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api(app).post(path, { desk: "1" }, { key })),
  );
  assert.deepEqual(new Set(answers.map(({ body }) => body.number)), new Set(["A-000001"]));
  assert.equal((await queue.waiting()).length, 4);
});

test("a key with another desk or another queue is refused", async () => {
  const [queue, other] = [await openQueue(app), await openQueue(app)];
  await queue.join();
  await other.join();
  const key = newKey();
  await api(app).post(`/v1/queues/${queue.id}/call-next`, { desk: "1" }, { key });
  for (const path of [`/v1/queues/${queue.id}/call-next`, `/v1/queues/${other.id}/call-next`]) {
    const desk = path.includes(other.id) ? "1" : "2";
    const { status, body } = await api(app).post(path, { desk }, { key });
    assert.equal(status, 422);
    assert.equal(body.code, "IDEMPOTENCY_KEY_REUSED");
  }
  assert.equal((await other.waiting()).length, 1);
});

test("a call-next that found nobody is not remembered", async () => {
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/call-next`;
  const key = newKey();
  assert.equal((await api(app).post(path, { desk: "1" }, { key })).status, 204);
  await queue.join("Ann");
  const second = await api(app).post(path, { desk: "1" }, { key });
  assert.equal(second.status, 200);
  assert.equal(second.body.name, "Ann");
  assert.equal(second.headers.get("idempotency-replayed"), null);
});

test("calling again counts, and gives the full time again", async () => {
  const queue = await openQueue(app, { noShowMinutes: 5 });
  const { id } = await queue.join();
  await queue.callNext();
  app.clock.advance(4 * minute);
  const recalled = await act(app, id, "recall");
  assert.equal(recalled.status, "CALLED");
  assert.equal(recalled.calls, 2);
  const inFive = new Date(app.clock.fixed().getTime() + 5 * minute).toISOString();
  assert.equal(recalled.noShowAt, inFive);
  app.clock.advance(2 * minute);
  await app.sweep();
  assert.equal((await ticketNow(app, id)).status, "CALLED");
});

test("a visit is served and completed, and each moment is kept", async () => {
  const queue = await openQueue(app);
  const { id } = await queue.join();
  app.clock.advance(minute);
  const { calledAt } = await queue.callNext();
  app.clock.advance(minute);
  const serving = await act(app, id, "serve");
  assert.equal(serving.status, "SERVING");
  app.clock.advance(3 * minute);
  const served = await act(app, id, "complete");
  assert.equal(served.status, "SERVED");
  assert.equal(served.calledAt, calledAt);
  assert.equal(Date.parse(served.servingAt) - Date.parse(calledAt), minute);
  assert.equal(Date.parse(served.endedAt) - Date.parse(served.servingAt), 3 * minute);
  const { body: stats } = await queue.get("/stats");
  assert.equal(stats.servedToday, 1);
  assert.equal(stats.averageWaitSeconds, 60);
  assert.equal(stats.averageServiceSeconds, 180);
});

test("somebody who does not come is a no-show, by hand or by itself after the grace time", async () => {
  const queue = await openQueue(app, { noShowMinutes: 5 });
  const [ann, bob] = [await queue.join("Ann"), await queue.join("Bob")];
  await queue.callNext();
  assert.equal((await act(app, ann.id, "no-show")).status, "NO_SHOW");
  await queue.callNext();
  app.clock.advance(5 * minute - 1);
  await app.sweep();
  assert.equal((await ticketNow(app, bob.id)).status, "CALLED");
  app.clock.advance(1);
  assert.equal(await app.sweep(), 1);
  const gone = await ticketNow(app, bob.id);
  assert.equal(gone.status, "NO_SHOW");
  assert.equal(gone.noShowAt, null);
  assert.equal(await app.sweep(), 0, "once is enough");
  assert.equal((await queue.get("/stats")).body.noShowsToday, 2);
});

test("a sweep that saw the ticket before it was called again changes nothing", async () => {
  const queue = await openQueue(app, { noShowMinutes: 5 });
  const { id } = await queue.join();
  await queue.callNext();
  const { body: me } = await api(app).get("/v1/me");
  const by = { orgId: me.organisation.id, actor: "system" };
  const seen = { id, lineId: queue.id } as CounterTicket;
  await act(app, id, "recall");
  const late = app.server.engine.submit(orders.end(by, seen, "NO_SHOW", 2));
  await assert.rejects(late, (error) => error instanceof Refusal && error.code === "WRONG_STATE");
  assert.equal((await ticketNow(app, id)).status, "CALLED");
  await app.server.engine.submit(orders.end(by, seen, "NO_SHOW", 3));
});

test("whoever is being served has come: the grace time no longer runs", async () => {
  const queue = await openQueue(app, { noShowMinutes: 5 });
  const { id } = await queue.join();
  await queue.callNext();
  assert.equal((await act(app, id, "serve")).noShowAt, null);
  app.clock.advance(60 * minute);
  await app.sweep();
  assert.equal((await ticketNow(app, id)).status, "SERVING");
});

test("without a grace time nobody becomes a no-show by itself", async () => {
  const queue = await openQueue(app, { noShowMinutes: null });
  const { id } = await queue.join();
  assert.equal((await queue.callNext()).noShowAt, null);
  app.clock.advance(24 * 60 * minute);
  await app.sweep();
  assert.equal((await ticketNow(app, id)).status, "CALLED");
});

test("somebody put back at the front is the next, at the back the last", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"], ageingMinutes: null });
  const ann = await queue.join("Ann"); // 1
  await queue.join("Bob"); // 2
  await queue.callNext();
  await queue.join("Cem", { priority: "vip" }); // 3
  const front = await act(app, ann.id, "requeue", { to: "front" });
  assert.equal(front.status, "WAITING");
  assert.equal(front.position, 1);
  assert.equal(front.desk, null);
  assert.equal(front.calledAt, null);
  assert.equal(front.number, ann.number);
  assert.deepEqual(await queue.waiting(), ["A-000001", "A-000003", "A-000002"]);
  await queue.callNext();
  const back = await act(app, ann.id, "requeue"); // at the back unless told otherwise
  assert.equal(back.position, 3);
  assert.deepEqual(await queue.waiting(), ["A-000003", "A-000002", "A-000001"]);
});

test("with ageing the back is behind those who came before, not behind all priorities", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"], ageingMinutes: 30 });
  const vip = await queue.join("Ann", { priority: "vip" }); // 1
  await queue.join("Bob"); // 2
  app.clock.advance(40 * minute);
  await queue.join("Cem"); // 3
  await queue.callNext();
  const back = await act(app, vip.id, "requeue", { to: "back" });
  assert.equal(back.position, 2);
  assert.deepEqual(await queue.waiting(), ["A-000002", "A-000001", "A-000003"]);
});

test("a no-show who comes after all can be put back, somebody who was served cannot", async () => {
  const queue = await openQueue(app);
  const [late, served] = [await queue.join("Late"), await queue.join("Served")];
  await queue.callNext();
  await act(app, late.id, "no-show");
  assert.equal((await act(app, late.id, "requeue", { to: "front" })).position, 1);
  await queue.callNext();
  await queue.callNext();
  await act(app, served.id, "complete");
  const refused = await api(app).post(`/v1/tickets/${served.id}/requeue`, { to: "front" });
  assert.equal(refused.status, 409);
  assert.equal(refused.body.code, "WRONG_STATE");
});

test("a transfer keeps number and time of arrival, and the place that follows from it", async () => {
  const [from, to] = [await openQueue(app), await openQueue(app, { prefix: "B", name: "X-ray" })];
  await to.join("Early"); // B-000001
  app.clock.advance(minute);
  const ticket = await from.join("Moved");
  app.clock.advance(minute);
  await to.join("Late"); // B-000002
  await from.callNext();
  const moved = await act(app, ticket.id, "transfer", { queueId: to.id });
  assert.equal(moved.status, "WAITING");
  assert.equal(moved.queueId, to.id);
  assert.equal(moved.queueName, "X-ray");
  assert.equal(moved.number, ticket.number);
  assert.equal(moved.joinedAt, ticket.joinedAt);
  assert.equal(moved.position, 2);
  assert.deepEqual(await to.waiting(), ["B-000001", "A-000001", "B-000002"]);
  assert.equal((await from.get()).body.waiting, 0);
  assert.equal((await to.join("Next")).number, "B-000003", "its own numbers have no gap");
});

test("a transfer keeps the priority where the other queue has it, else it is the ordinary one", async () => {
  const priorities = ["VIP", "Standard"];
  const from = await openQueue(app, { priorities, ageingMinutes: null });
  const same = await openQueue(app, { priorities, ageingMinutes: null });
  const plain = await openQueue(app, { priorities: ["Normal"] });
  await same.join();
  await plain.join();
  app.clock.advance(minute);
  const vip = await from.join("Ann", { priority: "vip" });
  const moved = await act(app, vip.id, "transfer", { queueId: same.id });
  assert.deepEqual([moved.priority, moved.position], ["vip", 1]);
  const again = await act(app, vip.id, "transfer", { queueId: plain.id });
  assert.deepEqual([again.priority, again.position], ["normal", 2]);
});

test("a transfer needs another queue that is open to it", async () => {
  const queue = await openQueue(app);
  const [closed, full, paused] = [
    await openQueue(app, { state: "closed" }),
    await openQueue(app, { maxWaiting: 1 }),
    await openQueue(app, { state: "paused" }),
  ];
  await full.join();
  const { id } = await queue.join();
  const path = `/v1/tickets/${id}/transfer`;
  const codes = [];
  for (const { id: queueId } of [queue, closed, full]) {
    const { status, body } = await api(app).post(path, { queueId });
    assert.equal(status, 409);
    codes.push(body.code);
  }
  assert.deepEqual(codes, ["SAME_QUEUE", "QUEUE_CLOSED", "QUEUE_FULL"]);
  assert.equal((await api(app).post(path, { queueId: paused.id })).status, 200);
});

test("transfers back and forth at the same time lose nobody", async () => {
  const [one, other] = [await openQueue(app), await openQueue(app)];
  const tickets = await Promise.all(Array.from({ length: 10 }, () => one.join()));
  await Promise.all(
    tickets.map(async ({ id }, i) => {
      await act(app, id, "transfer", { queueId: other.id });
      if (i % 2) await act(app, id, "transfer", { queueId: one.id });
    }),
  );
  assert.equal((await one.waiting()).length, 5);
  assert.equal((await other.waiting()).length, 5);
  assert.equal((await one.get()).body.waiting, 5);
  assert.equal((await other.get()).body.waiting, 5);
});

test("a transfer from another time zone leaves the counts of the day as they are", async () => {
  app.clock.set("2026-06-01T22:00:00Z"); // the 2nd in Auckland, still the 1st in Lima
  const from = await openQueue(app, { timezone: "Pacific/Auckland" });
  const to = await openQueue(app, { timezone: "America/Lima" });
  const [moved] = [await from.join(), await to.join()];
  await to.callNext();
  await act(app, moved.id, "transfer", { queueId: to.id });
  assert.equal((await to.get("/stats")).body.calledToday, 1);
  await act(app, moved.id, "undo");
  assert.equal((await to.get("/stats")).body.calledToday, 1);
});

test("the holder may leave, correct name and party size, and nothing else", async () => {
  const queue = await openQueue(app);
  await queue.join("Ann");
  const { id, secret } = await queue.join("Bbo", { partySize: 2 });
  const holder = api(app, secret);
  const corrected = await holder.patch(`/v1/tickets/${id}`, { name: "Bob", partySize: 3 });
  assert.equal(corrected.status, 200);
  assert.deepEqual(
    [corrected.body.name, corrected.body.partySize, corrected.body.position],
    ["Bob", 3, 2],
  );
  for (const verb of ["serve", "complete", "no-show", "recall", "undo", "requeue"]) {
    assert.equal((await holder.post(`/v1/tickets/${id}/${verb}`)).status, 403, verb);
  }
  const left = await holder.post(`/v1/tickets/${id}/cancel`);
  assert.equal(left.body.status, "CANCELLED");
  assert.equal((await queue.get("/stats")).body.cancelledToday, 1);
  const tooLate = await holder.patch(`/v1/tickets/${id}`, { name: "Bobby" });
  assert.equal(tooLate.body.code, "WRONG_STATE");
});

const wrongSteps: [string, string[], string[]][] = [
  // [status, steps to get there, what is refused then]
  ["WAITING", [], ["serve", "complete", "no-show", "recall"]],
  ["SERVING", ["call", "serve"], ["serve", "no-show", "recall"]],
  ["SERVED", ["call", "complete"], ["serve", "complete", "no-show", "cancel", "recall"]],
  ["CANCELLED", ["cancel"], ["serve", "complete", "no-show", "cancel", "recall", "requeue"]],
  ["NO_SHOW", ["call", "no-show"], ["serve", "complete", "no-show", "cancel", "recall"]],
];
for (const [status, steps, refused] of wrongSteps) {
  test(`somebody ${status} cannot ${refused.join(", ")}`, async () => {
    const queue = await openQueue(app);
    const { id } = await queue.join();
    for (const step of steps) {
      if (step === "call") await queue.callNext();
      else await act(app, id, step);
    }
    for (const verb of refused) {
      const answer = await api(app).post(`/v1/tickets/${id}/${verb}`);
      assert.equal(answer.status, 409, verb);
      assert.equal(answer.body.code, "WRONG_STATE", verb);
      assert.equal(answer.body.ticketStatus, status, verb);
    }
    assert.equal((await ticketNow(app, id)).status, status);
  });
}

for (const verb of ["serve", "requeue", "cancel"]) {
  test(`a retried ${verb} is answered as the first time, whatever happened since`, async () => {
    const queue = await openQueue(app);
    const { id } = await queue.join();
    await queue.callNext();
    const path = `/v1/tickets/${id}/${verb}`;
    const key = newKey();
    const first = await api(app).post(path, undefined, { key });
    assert.equal(first.status, 200);
    app.clock.advance(minute);
    await act(app, id, "undo");
    await queue.join();
    const again = await api(app).post(path, undefined, { key });
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    assert.deepEqual(again.body, first.body);
    assert.equal((await ticketNow(app, id)).status, "CALLED", "it was not done a second time");
  });
}
