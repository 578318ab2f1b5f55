import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { startApp, type TestApp } from "../../test/app.ts";
import { newResource } from "../../test/availability.ts";
import { api, newKey } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

test("closed on an open day, with a reason", async () => {
  const { configure, except, slotsOn, get } = await newResource(app);
  await configure();
  const { status, body } = await except({
    available: false,
    start: "2026-03-03T10:30:00Z",
    end: "2026-03-03T15:00:00Z",
    reason: "At a conference",
  });
  assert.equal(status, 201);
  assert.deepEqual(await slotsOn("2026-03-03"), ["10:00", "15:00", "15:30"]);
  const { exceptions } = (await get("/availability")).body;
  assert.deepEqual(exceptions, [
    {
      id: body.id,
      available: false,
      start: "2026-03-03T10:30:00.000Z",
      end: "2026-03-03T15:00:00.000Z",
      reason: "At a conference",
      createdAt: "2026-03-02T09:00:00.000Z",
    },
  ]);
});

test("open on a closed day", async () => {
  const { configure, except, slotsOn } = await newResource(app);
  await configure();
  const saturday = { start: "2026-03-07T09:00:00Z", end: "2026-03-07T10:30:00Z" };
  assert.equal((await except({ available: true, ...saturday })).status, 201);
  assert.deepEqual(await slotsOn("2026-03-07"), ["09:00", "09:30", "10:00"]);
});

test("whole local days are said as dates", async () => {
  const { configure, except, get } = await newResource(app, { timezone: "America/New_York" });
  await configure();
  const { body } = await except({ available: false, start: "2026-03-03", end: "2026-03-05" });
  assert.equal(body.start, "2026-03-03T05:00:00.000Z");
  assert.equal(body.end, "2026-03-05T05:00:00.000Z");
  const slots = await get("/slots?from=2026-03-03&to=2026-03-05");
  assert.deepEqual(slots.body, []);
});

test("removing an exception brings the hours back", async () => {
  const { id, configure, except, slotsOn, get } = await newResource(app);
  await configure();
  const { body } = await except({ available: false, start: "2026-03-03", end: "2026-03-04" });
  assert.deepEqual(await slotsOn("2026-03-03"), []);
  const path = `/v1/resources/${id}/exceptions/${body.id}`;
  const key = newKey();
  const removed = await api(app).delete(path, { key });
  assert.equal(removed.status, 200);
  assert.deepEqual(removed.body, body);
  assert.equal((await slotsOn("2026-03-03")).length, 8);
  assert.deepEqual((await get("/availability")).body.exceptions, []);
  const again = await api(app).delete(path, { key });
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal((await api(app).delete(path)).status, 404);
});

for (const [what, wrong, field] of [
  ["an end before the start", { end: "2026-03-02T10:00:00Z" }, "end"],
  ["nothing between start and end", { end: "2026-03-03T10:00:00Z" }, "end"],
  ["more than a year", { end: "2027-03-05T10:00:00Z" }, "end"],
  ["a time without a zone", { start: "2026-03-03T10:00:00" }, "start"],
  ["not to say whether it opens or closes", { available: undefined }, "available"],
] as const) {
  test(`${what} is refused, and nothing is stored`, async () => {
    const { except, get } = await newResource(app);
    const { status, body } = await except({
      available: false,
      start: "2026-03-03T10:00:00Z",
      end: "2026-03-03T11:00:00Z",
      ...wrong,
    });
    assert.equal(status, 422, JSON.stringify(body));
    assert.equal(body.code, "INVALID");
    assert.equal(body.errors[0].field, field);
    assert.deepEqual((await get("/availability")).body.exceptions, []);
  });
}

test("an exception twice with one key is one exception", async () => {
  const { id, get } = await newResource(app);
  const key = newKey();
  const leave = { available: false, start: "2026-03-03", end: "2026-03-04" };
  const first = await api(app).post(`/v1/resources/${id}/exceptions`, leave, { key });
  const again = await api(app).post(`/v1/resources/${id}/exceptions`, leave, { key });
  assert.equal(again.status, 201);
  assert.deepEqual(again.body, first.body);
  assert.equal((await get("/availability")).body.exceptions.length, 1);
});

test("a resource does not get exceptions without end", async () => {
  const { id, except } = await newResource(app);
  await filling(
    `insert into availability_exception
     select org_id, id, gen_random_uuid(), false, now() + n * interval '1 day',
            now() + n * interval '1 day' + interval '1 hour', null, now()
       from availability_resource, generate_series(1, 5000) n where id = $1`,
    id,
  );
  const { status, body } = await except({
    available: true,
    start: "2026-03-07",
    end: "2026-03-08",
  });
  assert.equal(status, 409);
  assert.equal(body.code, "SCHEDULE_FULL");
});

test("nor configurations", async () => {
  const { id, configure } = await newResource(app);
  await filling(
    `insert into availability_configuration
     select org_id, id, gen_random_uuid(), '2026-01-01', null, 30, 1, '[]', now(), now()
       from availability_resource, generate_series(1, 1000) where id = $1`,
    id,
  );
  const { status, body } = await configure();
  assert.equal(status, 409);
  assert.equal(body.code, "SCHEDULE_FULL");
});

async function filling(sql: string, id: string): Promise<void> {
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  await client.query(sql, [id]);
  await client.end();
}

test("every change is on the record: who did what", async () => {
  const { id, configure, except } = await newResource(app);
  await configure();
  const { body } = await except({ available: false, start: "2026-03-03", end: "2026-03-04" });
  await api(app).delete(`/v1/resources/${id}/exceptions/${body.id}`);
  await api(app).patch(`/v1/resources/${id}`, { active: false });
  const client = new pg.Client(app.databaseUrl);
  await client.connect();
  const { rows } = await client.query<{
    type: string;
    actor: string;
    before: { id: string } | null;
  }>(`select type, actor, before from event where line_id = $1 order by seq`, [id]);
  await client.end();
  assert.deepEqual(
    rows.map(({ type }) => type),
    [
      "availability.resource_created",
      "availability.configured",
      "availability.exception_added",
      "availability.exception_removed",
      "availability.resource_changed",
    ],
  );
  assert(rows.every(({ actor }) => actor.startsWith("key:")));
  assert.equal(rows[3]!.before!.id, body.id);
});
