import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue, ticketNow } from "../../test/counter.ts";
import { api } from "../../test/http.ts";
import { newId } from "../infra/ids.ts";
import * as orders from "./orders.ts";
import type { CounterTicket } from "./rules.ts";
import type { TicketView } from "./view.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const minute = 60_000;
const three = ["VIP", "Elderly", "Standard"];

test("people stand in the order they came, and each knows the position", async () => {
  const queue = await openQueue(app);
  const joined = [await queue.join("Ann"), await queue.join("Bob"), await queue.join("Cem")];
  assert.deepEqual(
    joined.map((ticket) => [ticket.status, ticket.position]),
    [
      ["WAITING", 1],
      ["WAITING", 2],
      ["WAITING", 3],
    ],
  );
  await queue.callNext();
  assert.equal((await ticketNow(app, joined[0].id)).position, null);
  assert.equal((await ticketNow(app, joined[2].id)).position, 2);
});

test("a ticket keeps the name and the size of the party, alone unless told otherwise", async () => {
  const queue = await openQueue(app);
  assert.equal((await queue.join("Ann")).partySize, 1);
  const family = await queue.join("  Bob  ", { partySize: 4, mobile: "+49 170 1234567" });
  assert.equal(family.name, "Bob");
  assert.equal(family.partySize, 4);
  assert.equal(family.mobile, "+49 170 1234567");
});

test("with strict priorities the more urgent always come first", async () => {
  const queue = await openQueue(app, { priorities: three, ageingMinutes: null });
  await queue.join("Ann"); // 1
  await queue.join("Bob", { priority: "elderly" }); // 2
  app.clock.advance(600 * minute);
  const vip = await queue.join("Cem", { priority: "vip" }); // 3
  assert.equal(vip.position, 1);
  const elderly = await queue.join("Dan", { priority: "Elderly" }); // 4, by its label
  assert.equal(elderly.position, 3);
  assert.equal((await queue.join("Eve")).position, 5);
  assert.deepEqual(await queue.waiting(), [
    "A-000003",
    "A-000002",
    "A-000004",
    "A-000001",
    "A-000005",
  ]);
});

test("with ageing a newcomer overtakes only those who have not waited long enough", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"], ageingMinutes: 30 });
  await queue.join("Ann"); // 1
  app.clock.advance(20 * minute);
  await queue.join("Bob"); // 2
  app.clock.advance(15 * minute); // Ann has waited 35 minutes, Bob 15
  const vip = await queue.join("Cem", { priority: "vip" }); // 3
  assert.equal(vip.position, 2);
  assert.deepEqual(await queue.waiting(), ["A-000001", "A-000003", "A-000002"]);
});

test("nobody starves: an ordinary one is called before all that come after the head start", async () => {
  const queue = await openQueue(app, { priorities: three, ageingMinutes: 10 });
  const patient = await queue.join("Patient"); // two priorities below VIP: 20 minutes
  const called: string[] = [];
  for (let i = 0; i < 30; i++) {
    app.clock.advance(minute);
    await queue.join(`VIP ${i}`, { priority: "vip" });
    called.push((await queue.callNext()).name);
  }
  const turn = called.indexOf("Patient");
  assert.equal(turn, 19, called.join());
  assert.equal((await ticketNow(app, patient.id)).status, "CALLED");
});

test("without ageing the same ordinary one is still waiting (negative control)", async () => {
  const queue = await openQueue(app, { priorities: three, ageingMinutes: null });
  const patient = await queue.join("Patient");
  for (let i = 0; i < 30; i++) {
    app.clock.advance(minute);
    await queue.join(`VIP ${i}`, { priority: "vip" });
    await queue.callNext();
  }
  assert.equal((await ticketNow(app, patient.id)).status, "WAITING");
});

test("positions given at the same time are the places that people then have", async () => {
  const queue = await openQueue(app, { priorities: three, ageingMinutes: 10 });
  for (let i = 0; i < 8; i++) {
    await queue.join();
    app.clock.advance(4 * minute);
  }
  const priorities = ["vip", "standard", "elderly", "standard", "vip", "elderly", "vip"];
  const joined = await Promise.all(
    priorities.map((priority) => queue.join("Somebody", { priority })),
  );
  // Each was told its place among those who were there then: later ones may have overtaken since.
  const here = new Set(await queue.waiting());
  for (const ticket of joined.toSorted((a, b) => b.sequence - a.sequence)) {
    assert.equal(ticket.position, [...here].indexOf(ticket.number) + 1, ticket.number);
    here.delete(ticket.number);
  }
});

test("a position takes into account what is decided in the same commit", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"], ageingMinutes: 30 });
  await queue.join("Ann");
  app.clock.advance(40 * minute); // nobody overtakes Ann any more
  const bob = await queue.join("Bob");
  await queue.join("Cem");
  const { body: me } = await api(app).get("/v1/me");
  const by = { orgId: me.organisation.id, actor: "test" };
  const vip = (name: string) => {
    const person = { name, mobile: null, partySize: 1 };
    return orders.join(by, queue.id, {
      ...person,
      ticketId: newId(),
      priority: "vip",
      overtakesAs: 0,
    });
  };
  const bobsTicket = { id: bob.id, lineId: queue.id } as CounterTicket;
  // Handed in within one turn of the event loop, so they are one batch.
  const { engine } = app.server;
  const outcomes = await Promise.all([
    engine.submit(orders.callNext(by, queue.id, null)),
    engine.submit(vip("Dan")),
    engine.submit(orders.end(by, bobsTicket, "CANCELLED")),
    engine.submit(vip("Eve")),
  ]);
  const answers = outcomes.map(({ answer }) => answer as TicketView);
  assert.deepEqual(
    answers.map(({ name, status, position }) => [name, status, position]),
    [
      ["Ann", "CALLED", null],
      ["Dan", "WAITING", 1],
      ["Bob", "CANCELLED", null],
      ["Eve", "WAITING", 2],
    ],
  );
});

test("the public cannot give itself a priority", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"], ageingMinutes: null });
  await queue.join("Ann");
  const path = `/v1/queues/${queue.id}/tickets`;
  const { body } = await api(app, null).post(path, { name: "Bob", priority: "vip" });
  assert.equal(body.priority, "standard");
  assert.equal(body.position, 2);
});

test("staff cannot give a priority that the queue does not have", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"] });
  const path = `/v1/queues/${queue.id}/tickets`;
  const { status, body } = await api(app).post(path, { name: "Bob", priority: "royal" });
  assert.equal(status, 422);
  assert.deepEqual(body.errors, [{ field: "priority", message: "must be one of vip, standard" }]);
});

test("a queue with a maximum length refuses whoever comes then, until somebody is called", async () => {
  const queue = await openQueue(app, { maxWaiting: 2 });
  await queue.join();
  await queue.join();
  const path = `/v1/queues/${queue.id}/tickets`;
  const full = await api(app).post(path, { name: "Cem" });
  assert.equal(full.status, 409);
  assert.equal(full.body.code, "QUEUE_FULL");
  await queue.callNext();
  assert.equal((await queue.join()).position, 2);
});

test("many who come at once to the last place: one gets it", async () => {
  const queue = await openQueue(app, { maxWaiting: 3 });
  const path = `/v1/queues/${queue.id}/tickets`;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => api(app).post(path, { name: "Somebody" })),
  );
  const counts = Object.groupBy(answers, ({ status }) => String(status));
  assert.equal(counts["201"]?.length, 3);
  assert.equal(counts["409"]?.length, 9);
});

for (const [state, code] of [
  ["paused", "QUEUE_PAUSED"],
  ["closed", "QUEUE_CLOSED"],
] as const) {
  test(`a ${state} queue takes nobody, but those who wait are still called`, async () => {
    const queue = await openQueue(app);
    await queue.join("Ann");
    await queue.change({ state });
    const refused = await api(app).post(`/v1/queues/${queue.id}/tickets`, { name: "Bob" });
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, code);
    assert.equal((await queue.callNext()).name, "Ann");
    await api(app).put(`/v1/queues/${queue.id}/state`, { state: "open" });
    assert.equal((await queue.join("Bob")).number, "A-000002");
  });
}

test("the waiting time is what the owner expects until calls were measured", async () => {
  const queue = await openQueue(app, { serviceMinutes: 10 });
  const first = await queue.join();
  const second = await queue.join();
  assert.deepEqual(first.estimatedWait, { fromSeconds: 150, toSeconds: 1050 });
  assert.ok(second.estimatedWait.fromSeconds < 1200 && second.estimatedWait.toSeconds > 1200);
});

test("the waiting time is then measured from real calls, as a range that widens with distance", async () => {
  const queue = await openQueue(app, { serviceMinutes: 10 });
  for (let i = 0; i < 12; i++) await queue.join();
  for (const gapMs of [0, 100_000, 140_000, 110_000, 130_000, 120_000, 120_000]) {
    app.clock.advance(gapMs);
    await queue.callNext();
  }
  const { items } = (await queue.get("/tickets")).body;
  const ranges: { fromSeconds: number; toSeconds: number }[] = items.map(
    (ticket: { estimatedWait: object }) => ticket.estimatedWait,
  );
  assert.equal(ranges.length, 5);
  for (const [i, { fromSeconds, toSeconds }] of ranges.entries()) {
    const expected = (i + 1) * 120;
    assert.ok(fromSeconds < expected && expected < toSeconds, `${i}: ${fromSeconds}–${toSeconds}`);
    assert.ok(toSeconds < expected * 2 + 60, "no longer the ten minutes the owner expected");
  }
  const widths = ranges.map(({ fromSeconds, toSeconds }) => toSeconds - fromSeconds);
  assert.deepEqual(
    widths,
    widths.toSorted((a, b) => a - b),
  );
  assert.ok(widths.at(-1)! > widths[0]!);
  const publicly = await api(app, null).get(`/v1/queues/${queue.id}/public`);
  assert.ok(publicly.body.estimatedWait.toSeconds > 6 * 120, "what one more would have to expect");
});

test("a break in which nobody waited does not count as slow service", async () => {
  const queue = await openQueue(app, { serviceMinutes: 1 });
  for (let i = 0; i < 8; i++) await queue.join();
  for (let i = 0; i < 8; i++) {
    app.clock.advance(60_000);
    await queue.callNext();
  }
  app.clock.advance(45 * minute); // empty
  await queue.join();
  await queue.callNext();
  const { estimatedWait } = await queue.join();
  assert.ok(estimatedWait.toSeconds <= 120, JSON.stringify(estimatedWait));
});

test("everybody in a transferred or requeued place has the position that is true there", async () => {
  const [from, to] = [await openQueue(app), await openQueue(app)];
  const first = await from.join("First");
  app.clock.advance(minute);
  await to.join("Second");
  app.clock.advance(minute);
  await to.join("Third");
  const moved = await act(app, first.id, "transfer", { queueId: to.id });
  assert.equal(moved.position, 1, "came before the others");
  const back = await act(app, first.id, "requeue", { to: "back" });
  assert.equal(back.position, 3);
  assert.equal((await act(app, first.id, "requeue", { to: "front" })).position, 1);
});
