import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { at, book, openResource, wait } from "../../../test/booking.ts";
import { openBakery } from "../../../test/boxes.ts";
import { act, openQueue, ticketNow, type TestQueue } from "../../../test/counter.ts";
import { holdLine, isAwaited } from "../../../test/held-line.ts";
import { api, newKey } from "../../../test/http.ts";
import { openClinic } from "../../../test/opd.ts";
import { newPerson } from "../../../test/people.ts";
import { until } from "../../../test/until.ts";
import { openRoom } from "../../../test/waitroom.ts";
import { defaultDays } from "./classes.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "100000" } });
});
after(() => app.close());

const path = "/v1/organisation/retention";
const day = 86_400_000;

const days = (patch: object) => api(app).patch(path, patch);
const hold = (on: boolean, reason = "Court order 7") =>
  api(app).put(`${path}/hold`, { on, reason });
const sweep = () => app.server.retention.sweep();

async function preview(
  given?: object,
): Promise<Record<string, { rows: number; events: number; oldest: string }>> {
  const { status, body } = await api(app).post(`${path}/preview`, given);
  assert.equal(status, 200, JSON.stringify(body));
  return Object.fromEntries(body.items.map((item: { class: string }) => [item.class, item]));
}

async function count(sql: string, ...values: unknown[]): Promise<number> {
  return (await app.pool.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n;
}

async function newest(type: string) {
  const { body } = await api(app).get("/v1/audit?limit=200");
  return body.items.find((event: { type: string }) => event.type === type);
}

async function served(queue: TestQueue): Promise<string> {
  await queue.join();
  const { id } = await queue.callNext();
  await act(app, id, "complete");
  return id;
}

async function missed(queue: TestQueue): Promise<string> {
  await queue.join();
  const { id } = await queue.callNext();
  await act(app, id, "no-show");
  return id;
}

test("an organisation begins with defaults, and its owner changes them; both are in the audit trail", async () => {
  const { body } = await api(app).get(path);
  assert.deepEqual(body, { days: defaultDays, hold: null });
  const changed = await days({ tickets: 30, audit: null });
  assert.deepEqual(changed.body.days, { ...defaultDays, tickets: 30, audit: null });
  assert.deepEqual((await api(app).get(path)).body, changed.body);
  const { before, after } = await newest("organisation.retention_changed");
  assert.deepEqual([before.tickets, after.tickets, after.audit], [365, 30, null]);
  await days({ tickets: 365, audit: 3650 });
});

test("what would take away what is still needed is refused", async () => {
  for (const [wrong, field] of [
    [{ tickets: 13 }, "tickets"],
    [{ answers: 0 }, "answers"],
    [{ audit: 36_501 }, "audit"],
    [{ bookings: 20.5 }, "bookings"],
    [{ nonsense: 5 }, "nonsense"],
  ] as const) {
    const { status, body } = await days(wrong);
    assert.deepEqual([status, body.code, body.errors[0].field], [422, "INVALID", field]);
  }
  assert.equal((await days({})).status, 422);
  assert.equal((await api(app).put(`${path}/hold`, { on: true, reason: " " })).status, 422);
});

test("is for owners; admins may look", async () => {
  const { as } = await newPerson(app, "admin");
  assert.equal((await as.get(path)).status, 200);
  assert.equal((await as.post(`${path}/preview`)).status, 200);
  assert.equal((await as.patch(path, { tickets: 20 })).body.code, "FORBIDDEN");
  assert.equal((await as.put(`${path}/hold`, { on: true, reason: "mine" })).body.code, "FORBIDDEN");
  const { as: staff } = await newPerson(app, "staff");
  assert.equal((await staff.get(path)).body.code, "FORBIDDEN");
});

test("tickets that are over go when they are old enough, with their events; nobody who is there does", async () => {
  const queue = await openQueue(app);
  const old = [await served(queue), await served(queue)];
  await queue.join("Waits");
  const present = await queue.callNext(); // called, and never served
  await queue.join("Waits for long");
  const waits = await queue.join("Waits for ever");
  app.clock.advance(200 * day);
  const recent = (await queue.callNext()).id; // who waited, served only now
  await act(app, recent, "complete");
  app.clock.advance(200 * day);
  const { tickets } = await preview();
  assert.equal(tickets!.rows, 2);
  assert.ok(Date.parse(tickets!.oldest) < app.clock.now() - 400 * day + 1);
  const eventsBefore = await count("event where line_id = $1", queue.id);
  await sweep();
  assert.equal(eventsBefore - (await count("event where line_id = $1", queue.id)), tickets!.events);
  for (const id of old) {
    assert.equal((await api(app).get(`/v1/tickets/${id}`)).status, 404);
    assert.equal(await count("event where ticket_id = $1", id), 0);
  }
  for (const id of [present.id, waits.id, recent]) {
    assert.equal((await ticketNow(app, id)).id, id);
    assert.ok((await count("event where ticket_id = $1", id)) > 0);
  }
  assert.equal((await preview()).tickets!.rows, 0);
  assert.equal(await sweep(), 0);
  assert.match(
    String((await api(app).get("/metrics")).body),
    /turnkeeper_retention_removed_total\{class="tickets"\} \d/,
  );
});

test("every class: what the dry run says is what then goes, and no more", async () => {
  const clinic = await openClinic(app);
  const resource = await openResource(app);
  const bakery = await openBakery(app);
  const queue = await openQueue(app);
  const room = await openRoom(app);
  await days({ audit: 400 });
  await api(app).post("/v1/patients", { name: "Ann" }, { key: newKey() });
  await served(queue);
  const token = await clinic.token();
  const uncalled = await clinic.token();
  await clinic.callNext();
  await clinic.setSlot("11:00", 3);
  const today = clinic.date;
  const hours = { start: at("15:00", today), end: at("16:00", today) };
  const booked = await book(app, { resources: [resource], ...hours });
  await wait(app, [resource], {
    earliest: hours.start,
    latest: hours.end,
    minutes: 60,
  });
  const box = await bakery.offer();
  const reservation = await box.reserve();
  await app.server.boxes.attempts.flush();
  await room.join();
  await app.admit();
  app.clock.advance(2 * day);
  await app.sweep(); // what is overdue ends
  await app.admit();
  app.clock.advance(day);
  await app.sweep(); // and so does the cool-down of whoever let a box lapse
  // Not over: days and times that are still to come, and somebody who waits.
  const kept = await queue.join("Waits");
  const years = 3 * 365 * day + 1;
  app.clock.advance(years);
  const tomorrow = new Date(app.clock.now() + day).toISOString().slice(0, 10);
  const later = await clinic.token({ at: clinic.at("10:00", tomorrow) });
  const coming = { start: at("15:00", tomorrow), end: at("16:00", tomorrow) };
  const booking = await book(app, { resources: [resource], ...coming });

  await until("everything has been followed", async () => {
    return (await app.server.consumers.lag()).every(({ events }) => events === 0);
  });
  const before = await rowsByTable();
  const expected = await preview();
  for (const [name, { rows, events }] of Object.entries(expected)) {
    assert.ok(rows + events > 0, `nothing of the class ${name}`);
  }
  await sweep();
  const after = await rowsByTable();
  const gone = (table: string) => (before[table] ?? 0) - (after[table] ?? 0);
  const { tickets, tokens, bookings, reservations, attempts, answers, visits } = expected;
  assert.equal(gone("ticket"), tickets!.rows + tokens!.rows + reservations!.rows);
  assert.equal(gone("booking") + gone("booking_wait"), bookings!.rows);
  assert.equal(gone("box_attempt"), attempts!.rows);
  assert.equal(gone("room_visit"), visits!.rows);
  const events = Object.values(expected).reduce((sum, each) => sum + each.events, 0);
  assert.equal(gone("event"), events);
  assert.ok(answers!.rows > 0);
  for (const [name, { rows, events: told }] of Object.entries(await preview())) {
    assert.deepEqual([name, rows, told], [name, 0, 0]);
  }

  for (const [url, status] of [
    [`/v1/opd/tokens/${token.id}`, 404],
    [`/v1/opd/tokens/${uncalled.id}`, 404],
    [`/v1/bookings/${booked.id}`, 404],
    [`/v1/reservations/${reservation.id}`, 404],
    [`/v1/opd/tokens/${later.id}`, 200],
    [`/v1/bookings/${booking.id}`, 200],
    [`/v1/tickets/${kept.id}`, 200],
  ] as const) {
    assert.equal((await api(app).get(url)).status, status, url);
  }
  assert.equal(await count("booking_use where owner_id = $1", booked.id), 0);
  assert.equal(await count("booking_use where owner_id = $1", booking.id), 1);
  assert.equal((await box.counts()).boxes.lapsed, 1, "what was counted stays counted");
  assert.equal(await count("opd_day where not swept and ends_at < $1", app.clock.fixed()), 0);
});

async function rowsByTable(): Promise<Record<string, number>> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const counts = rows.map(async ({ name }) => [name, await count(`"${name}"`)] as const);
  return Object.fromEntries(await Promise.all(counts));
}

test("a key is answered again for two days, and counts as new afterwards", async () => {
  const key = newKey();
  const add = () => api(app).post("/v1/patients", { name: "Ann" }, { key });
  const first = await add();
  app.clock.advance(2 * day - 1);
  await sweep();
  const again = await add();
  assert.deepEqual(
    [again.body.id, again.headers.get("idempotency-replayed")],
    [first.body.id, "true"],
  );
  app.clock.advance(2);
  await sweep();
  const anew = await add();
  assert.equal(anew.status, 201);
  assert.notEqual(anew.body.id, first.body.id);
  assert.equal((await api(app).get(`/v1/patients/${first.body.id}`)).status, 200);
});

test("a queue that numbers for ever goes on behind numbers that were removed", async () => {
  const queue = await openQueue(app, { numberReset: "daily" });
  for (let i = 0; i < 3; i++) await served(queue);
  app.clock.advance(366 * day);
  assert.ok((await sweep()) > 0);
  assert.equal((await queue.join()).number, "A-000001");
  await queue.change({ numberReset: "never" });
  assert.equal((await queue.join()).number, "A-000004");
});

test("what a consumer has not taken in stays, however old it is", async () => {
  const queue = await openQueue(app);
  const id = await served(queue);
  const events = await count("event where ticket_id = $1", id);
  await app.pool.query(
    `insert into event_consumer (name, position)
       select 'one that is far behind', min(position) from event where ticket_id = $1`,
    [id],
  );
  app.clock.advance(366 * day);
  await sweep();
  assert.equal(await count("event where ticket_id = $1", id), events);
  await app.pool.query(`delete from event_consumer where name = 'one that is far behind'`);
  await sweep();
  assert.equal(await count("event where ticket_id = $1", id), 0);
});

test("a legal hold keeps everything until it is lifted, and both are in the audit trail", async () => {
  const queue = await openQueue(app);
  const id = await served(queue);
  app.clock.advance(366 * day);
  const held = await hold(true);
  assert.deepEqual([held.status, held.body.hold.reason], [200, "Court order 7"]);
  assert.equal((await newest("organisation.legal_hold_set")).after.reason, "Court order 7");
  const before = await rowsByTable();
  await sweep();
  const { lease: _, ...after } = await rowsByTable();
  for (const [table, rows] of Object.entries(after)) assert.equal(rows, before[table], table);
  const dry = await api(app).post(`${path}/preview`);
  assert.equal(dry.body.hold, true);
  assert.equal((await ticketNow(app, id)).id, id);
  const lifted = await hold(false, "Case closed");
  assert.equal(lifted.body.hold, null);
  assert.equal((await newest("organisation.legal_hold_lifted")).after.reason, "Case closed");
  await sweep();
  assert.equal((await api(app).get(`/v1/tickets/${id}`)).status, 404);
});

test("a hold that comes while a sweep waits is heeded by the next chunk", async () => {
  const [first, second] = [await openQueue(app), await openQueue(app)];
  const ids = [await missed(first), await missed(second)];
  app.clock.advance(366 * day);
  // Lines are looked through in the order of their ids, which ascend with time.
  const letGo = await holdLine(app.databaseUrl, first.id);
  const sweeping = sweep();
  await until("the sweep waits for the line", () => isAwaited(app.pool));
  const holding = hold(true);
  await letGo();
  assert.equal((await holding).status, 200);
  await sweeping;
  const left = await Promise.all(ids.map((id) => api(app).get(`/v1/tickets/${id}`)));
  assert.equal(left[1]!.status, 200, "nothing is removed once the hold was answered");
  await hold(false, "over");
});

test("a no-show that is called back while it is being removed is back, or gone, and nothing between", async () => {
  const queue = await openQueue(app);
  const id = await missed(queue);
  app.clock.advance(366 * day);
  const letGo = await holdLine(app.databaseUrl, queue.id);
  const back = api(app).post(`/v1/tickets/${id}/requeue`, { to: "front" });
  const sweeping = sweep();
  await until("they wait for the line", () => isAwaited(app.pool));
  await letGo();
  const { status } = await back;
  await sweeping;
  const isBack = status === 200;
  assert.equal(status, isBack ? 200 : 404);
  assert.equal((await api(app).get(`/v1/tickets/${id}`)).status, status);
  assert.equal(await count("waiting where ticket_id = $1", id), isBack ? 1 : 0);
  assert.equal((await queue.callNext())?.id, isBack ? id : undefined);
});

test("one instance at a time", async () => {
  const queue = await openQueue(app);
  const id = await served(queue);
  app.clock.advance(366 * day);
  await app.pool.query(
    `update lease set until = now() + interval '1 hour', fence = fence + 1 where name = 'retention'`,
  );
  assert.equal(await sweep(), 0);
  assert.equal((await ticketNow(app, id)).id, id);
  await app.pool.query(`update lease set until = now() where name = 'retention'`);
  assert.ok((await sweep()) > 0);
});
