// What must not be removed, however old it is. Each test fails without the guard that it is about.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { at, book, bookingNow, openResource, wait, waitNow } from "../../../test/booking.ts";
import { openBakery, reservationNow } from "../../../test/boxes.ts";
import { act, openQueue, ticketNow, type TestQueue } from "../../../test/counter.ts";
import { holdLine, isAwaited } from "../../../test/held-line.ts";
import { api, newKey } from "../../../test/http.ts";
import { openClinic } from "../../../test/opd.ts";
import { until } from "../../../test/until.ts";
import { openRoom } from "../../../test/waitroom.ts";
import { bookingHistory } from "../../booking/retention.ts";
import { attemptHistory } from "../../boxes/retention.ts";
import { inTransaction } from "../../engine/transaction.ts";
import { ticketHistory } from "../../walkin/retention.ts";
import { classNames, type DataClass } from "./classes.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "100000" } });
});
after(() => app.close());

const path = "/v1/organisation/retention";
const day = 86_400_000;
const sweep = () => app.server.retention.sweep();
const isThere = async (url: string) => (await api(app).get(url)).status === 200;

async function count(sql: string, ...values: unknown[]): Promise<number> {
  return (await app.pool.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n;
}

async function over(queue: TestQueue, verb: "complete" | "no-show"): Promise<string> {
  await queue.join();
  const { id } = await queue.callNext();
  await act(app, id, verb);
  return id;
}

/** Something of every class that will be over in some days. */
async function leaveOneOfEach(of: TestApp): Promise<void> {
  const clinic = await openClinic(of);
  const resource = await openResource(of);
  const box = await (await openBakery(of)).offer();
  const queue = await openQueue(of);
  const room = await openRoom(of);
  await api(of).post("/v1/patients", { name: "Ann" }, { key: newKey() });
  await queue.join();
  await act(of, (await queue.callNext()).id, "complete");
  await clinic.token();
  const hours = { start: at("15:00", clinic.date), end: at("16:00", clinic.date) };
  await book(of, { resources: [resource], ...hours });
  await wait(of, [resource], { earliest: hours.start, latest: hours.end, minutes: 60 });
  await box.reserve();
  await of.server.boxes.attempts.flush();
  const { id } = await room.join();
  await of.pool.query(
    `insert into room_visit (org_id, room_id, id, forget_at, record)
     select org_id, id, $2, extract(epoch from $3::timestamptz) * 1000, '' from room where id = $1`,
    [room.id, id, of.clock.fixed()],
  );
}

async function orgOf(of: TestApp): Promise<string> {
  return (await api(of).get("/v1/organisation")).body.id;
}

/** Of one organisation, with keys that can be answered again. */
async function rowsOf(orgId: string): Promise<Record<string, number>> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'org_id' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) counts[name] = await count(`"${name}" where org_id = $1`, orgId);
  counts["key"] = await count("event where org_id = $1 and idem is not null", orgId);
  return counts;
}

test("an organisation that keeps everything for ever does, whatever others set; a dry run removes nothing", async () => {
  const { body } = await api(app).post("/v1/organisations", { name: "Keeps all" });
  const others: TestApp = { ...app, ownerKey: body.apiKey };
  const forEver = Object.fromEntries(classNames.map((name) => [name, null]));
  assert.equal((await api(others).patch(path, forEver)).status, 200);
  await leaveOneOfEach(others);
  await leaveOneOfEach(app);
  for (let i = 0; i < 3; i++) {
    app.clock.advance(2 * day);
    await app.sweep(); // what is overdue ends
  }
  app.clock.advance(11 * 365 * day);
  const [ours, theirs] = [await orgOf(app), await orgOf(others)];
  const before = { ours: await rowsOf(ours), theirs: await rowsOf(theirs) };
  const { body: dry } = await api(app).post(`${path}/preview`);
  const { body: asIf } = await api(others).post(`${path}/preview`, { days: { attempts: 30 } });
  for (const item of dry.items) assert.ok(item.rows + item.events > 0, item.class);
  const found = (preview: typeof dry, name: string) =>
    preview.items.find((item: { class: string }) => item.class === name).rows;
  assert.equal(found(asIf, "attempts"), 1);
  assert.equal(found(dry, "answers"), before.ours["key"]);
  assert.deepEqual({ ours: await rowsOf(ours), theirs: await rowsOf(theirs) }, before);
  await sweep();
  assert.notDeepEqual(await rowsOf(ours), before.ours);
  assert.deepEqual(await rowsOf(theirs), before.theirs);
});

test("a hold is answered once nothing more is removed by what was set before", async () => {
  const queue = await openQueue(app);
  await over(queue, "no-show");
  await sweep(); // from now on there is a row of settings to be shared
  app.clock.advance(366 * day);
  const letGo = await holdLine(app.databaseUrl, queue.id);
  const sweeping = sweep();
  await until("the sweep waits for the line", () => isAwaited(app.pool));
  const holding = api(app).put(`${path}/hold`, { on: true, reason: "Court order 7" });
  await until("the hold waits for the sweep", () => isAwaited(app.pool, 2));
  await letGo();
  assert.equal((await holding).status, 200);
  await sweeping;
  await api(app).put(`${path}/hold`, { on: false, reason: "over" });
});

test("a no-show that came back while the sweep waited for its line stays", async () => {
  const queue = await openQueue(app);
  const id = await over(queue, "no-show");
  app.clock.advance(366 * day);
  const letGo = await holdLine(app.databaseUrl, queue.id);
  const sweeping = sweep();
  await until("the sweep waits for the line", () => isAwaited(app.pool));
  await letGo(`update ticket set state = 'holding', ended_at = null where id = $1`, [id]);
  await sweeping;
  assert.equal((await ticketNow(app, id)).id, id);
  assert.ok((await count("event where ticket_id = $1", id)) > 0);
});

test("a booking that was moved while the sweep waited for its resource stays", async () => {
  const resource = await openResource(app);
  const date = new Date(app.clock.now() + day).toISOString().slice(0, 10);
  const hours = { start: at("10:00", date), end: at("11:00", date) };
  const { id } = await book(app, { resources: [resource], ...hours });
  app.clock.advance(4 * 365 * day);
  const letGo = await holdLine(app.databaseUrl, resource.id);
  const sweeping = sweep();
  await until("the sweep waits for the line", () => isAwaited(app.pool));
  const soon = new Date(app.clock.now() + day);
  await letGo(
    `update booking set start_at = $2::timestamptz, end_at = $2::timestamptz + interval '1 hour'
      where id = $1`,
    [id, soon],
  );
  await sweeping;
  assert.equal((await bookingNow(app, id)).id, id);
  assert.equal(await count("booking_use where owner_id = $1", id), 1);
});

test("a booking stays until its end, and an entry of a waitlist until it has ended", async () => {
  const resource = await openResource(app);
  const date = new Date(app.clock.now() + day).toISOString().slice(0, 10);
  const hours = { start: at("10:00", date), end: at("11:00", date) };
  const booked = await book(app, { resources: [resource], ...hours });
  const when = { earliest: hours.start, latest: hours.end };
  const waits = await wait(app, [resource], { ...when, minutes: 60 });
  app.clock.advance(4 * 365 * day);
  await app.pool.query(`update booking set end_at = $2 where id = $1`, [
    booked.id,
    app.clock.fixed(),
  ]);
  await sweep();
  assert.equal((await bookingNow(app, booked.id)).id, booked.id);
  assert.equal((await waitNow(app, waits.id)).status, "waiting");
  await app.sweep();
  await sweep();
  assert.equal(await isThere(`/v1/bookings/waitlist/${waits.id}`), false);
});

test("a reservation stays while something is due about it, it keeps others from something, or money is on its way", async () => {
  const box = await (await openBakery(app)).offer();
  const { id } = await box.reserve();
  for (let i = 0; i < 3; i++) {
    app.clock.advance(2 * day);
    await app.sweep();
  }
  app.clock.advance(4 * 365 * day);
  const stays = async (why: string) => {
    await sweep();
    assert.equal((await reservationNow(app, id)).id, id, why);
  };
  const set = (what: string) => app.pool.query(`update ticket set ${what} where id = $1`, [id]);
  await set(`deadline_at = now()`);
  await stays("something is due");
  await set(`deadline_at = null, claim = 'cool box'`);
  await stays("others are kept from something");
  await set(`claim = null`);
  await app.pool.query(
    `insert into box_payment (org_id, id, reservation_id, inventory_id, amount, currency, title, state,
       created_at)
     select org_id, id, id, line_id, 450, 'EUR', 'bread', 'OPEN', joined_at from ticket where id = $1`,
    [id],
  );
  await stays("the payment is open");
  const pay = (what: string) =>
    app.pool.query(`update box_payment set ${what} where reservation_id = $1`, [id]);
  await pay(`state = 'PAID', due_at = '2200-01-01'`);
  await stays("the payment has to be looked at");
  await pay(`due_at = null`);
  await app.pool.query(
    `insert into box_refund (org_id, intent_id, payment_id, reservation_id, amount, currency, reason,
       state, created_at)
     select org_id, 'pi_1', id, id, 450, 'EUR', 'cancelled', 'FAILED', joined_at from ticket where id = $1`,
    [id],
  );
  await stays("the money did not go back");
  await app.pool.query(`update box_refund set state = 'DONE' where reservation_id = $1`, [id]);
  await sweep();
  assert.equal(await isThere(`/v1/reservations/${id}`), false);
  assert.equal(await count("box_payment where reservation_id = $1", id), 0);
});

test("a token that was moved to a later day keeps what happened on the first one", async () => {
  await api(app).patch(path, { tokens: 14 });
  const clinic = await openClinic(app);
  const { id } = await clinic.token();
  const slotStart = clinic.at("10:00", clinic.later(30));
  const moved = await api(app).post(`/v1/opd/tokens/${id}/move`, { slotStart });
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  const events = await count("event where ticket_id = $1", id);
  app.clock.advance(20 * day);
  await sweep();
  assert.equal(await count("event where ticket_id = $1", id), events);
  app.clock.advance(30 * day);
  await sweep();
  assert.equal(await count("event where ticket_id = $1", id), 0);
  await api(app).patch(path, { tokens: 3 * 365 });
});

test("a day and an inventory are looked at again until a consumer that is behind has taken in their events", async () => {
  const clinic = await openClinic(app);
  const token = await clinic.token();
  const box = await (await openBakery(app)).offer();
  const reservation = await box.reserve();
  const ids = [token.id, reservation.id];
  const told = () => count("event where ticket_id = any($1)", ids);
  for (let i = 0; i < 3; i++) {
    app.clock.advance(2 * day);
    await app.sweep();
  }
  app.clock.advance(4 * 365 * day);
  const events = await told();
  await app.pool.query(
    `insert into event_consumer (name, position)
       select 'one that is behind', min(position) from event where ticket_id = any($1)`,
    [ids],
  );
  await sweep();
  assert.equal(await told(), events);
  await app.pool.query(`delete from event_consumer where name = 'one that is behind'`);
  await sweep();
  assert.equal(await told(), 0);
});

test("a visit stays until the time to forget it is long enough ago", async () => {
  const room = await openRoom(app);
  const { id } = await room.join();
  const insert = `insert into room_visit (org_id, room_id, id, forget_at, record)
    select org_id, id, $2, extract(epoch from $3::timestamptz) * 1000, '' from room where id = $1`;
  await app.pool.query(insert, [room.id, id, new Date(app.clock.now() - 29 * day)]);
  await sweep();
  assert.equal(await count("room_visit where id = $1", id), 1);
  app.clock.advance(2 * day);
  await sweep();
  assert.equal(await count("room_visit where id = $1", id), 0);
});

test("an instance that has lost its turn to another removes nothing more", async () => {
  const [first, second] = [await openQueue(app), await openQueue(app)];
  await over(first, "no-show");
  const id = await over(second, "no-show");
  app.clock.advance(366 * day);
  // Lines are looked through in the order of their ids, which ascend with time.
  const letGo = await holdLine(app.databaseUrl, first.id);
  const sweeping = sweep();
  await until("the sweep waits for the line", () => isAwaited(app.pool));
  const lease = (until: string) =>
    app.pool.query(
      `update lease set until = ${until}, fence = fence + 1, holder = 'another' where name = 'retention'`,
    );
  await lease(`now() + interval '1 hour'`);
  await letGo();
  await sweeping;
  assert.equal((await ticketNow(app, id)).id, id);
  await lease("now()");
});

test("a line that somebody keeps locked is left for the next time, and the other classes are not", async () => {
  const queue = await openQueue(app);
  const id = await over(queue, "no-show");
  const box = await (await openBakery(app)).offer();
  await box.reserve();
  await app.server.boxes.attempts.flush();
  app.clock.advance(366 * day);
  const letGo = await holdLine(app.databaseUrl, queue.id);
  await sweep();
  assert.equal(await count("box_attempt where inventory_id = $1", box.id), 0);
  assert.equal((await ticketNow(app, id)).id, id);
  await letGo();
  await sweep();
  assert.equal(await isThere(`/v1/tickets/${id}`), false);
});

test("a transaction removes no more than a chunk, of every class", async () => {
  const queue = await openQueue(app);
  const ticketId = await over(queue, "complete");
  const resource = await openResource(app);
  const date = new Date(app.clock.now() + day).toISOString().slice(0, 10);
  const hours = { start: at("10:00", date), end: at("11:00", date) };
  const booking = await book(app, { resources: [resource], ...hours });
  const box = await (await openBakery(app)).offer();
  await box.reserve();
  await app.server.boxes.attempts.flush();
  const copy = (table: string, where: string, value: unknown, times: number) =>
    app.pool.query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
         from ${table} t, generate_series(1, ${times}) where ${where} = $1`,
      [value],
    );
  await copy("ticket", "t.id", ticketId, 600);
  await copy("booking", "t.id", booking.id, 600);
  await copy("box_attempt", "t.inventory_id", box.id, 5_100);
  const orgId = await orgOf(app);
  const scope = { orgId, before: new Date(app.clock.now() + 2 * day), horizon: 0 };
  // The first one that removes any: queues of other tests may come before.
  const firstStep = async (of: DataClass) => {
    let step = { rows: 0, events: 0, next: null as unknown };
    do step = await inTransaction(app.pool, (tx) => of.removeSome(tx, scope, step.next));
    while (step.rows === 0 && step.next !== null);
    return step;
  };
  for (const [of, rows] of [
    [ticketHistory, 500],
    [bookingHistory, 500],
    [attemptHistory, 5_000],
  ] as const) {
    const step = await firstStep(of);
    assert.equal(step.rows, rows, of.name);
    assert.ok(step.next !== null, of.name);
  }
});
