import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { newResource, type TestResource } from "../../test/availability.ts";
import { ask, at, book, openResource, refused } from "../../test/booking.ts";
import { busyBetween, calendarServer, icsWith, type CalendarServer } from "../../test/calendars.ts";
import { api, newKey } from "../../test/http.ts";
import { openClinic, tokenNow } from "../../test/opd.ts";
import { newPerson } from "../../test/people.ts";

let app: TestApp;
let server: CalendarServer;
before(async () => {
  app = await startApp({ env: { ALLOW_PRIVATE_CALENDARS: "true" } });
  server = await calendarServer();
});
after(() => Promise.all([app.close(), server.close()]));
beforeEach(() => {
  server.answer = {};
  server.asked.length = 0;
});

const start = "2026-03-24T10:30:00Z";
const end = "2026-03-24T11:00:00Z";
const minuteMs = 60_000;

async function doctor(): Promise<TestResource & { path: string }> {
  const resource = await newResource(app);
  assert.equal((await resource.configure()).status, 200);
  return { ...resource, path: `/v1/resources/${resource.id}/calendars` };
}

async function subscribed(over: object = {}) {
  const resource = await doctor();
  const made = await api(app).post(resource.path, { name: "Elsewhere", url: server.url, ...over });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return { ...resource, calendar: made.body, at: `${resource.path}/${made.body.id}` };
}

/** What the hours are told of, in order. */
async function closedBy(resourceId: string): Promise<{ id: string; end: number }[]> {
  const { rows } = await app.pool.query(
    `select availability_schedule($1, $2, 'infinity') -> 'exceptions' as exceptions`,
    [resourceId, app.clock.fixed()],
  );
  return rows[0].exceptions;
}

const calendarNow = async (path: string) => (await api(app).get(path)).body.items[0];

test("what an uploaded calendar is busy at is closed: in slots, in free time, in checks", async () => {
  const { path, slotsOn, get } = await doctor();
  const ics = icsWith(busyBetween(start, end));
  const { status, body } = await api(app).post(path, { name: "Private practice", ics });
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(
    [body.kind, body.state, body.busyCount, body.url, body.leftOutside],
    ["upload", "ok", 1, null, 0],
  );
  assert.deepEqual((await slotsOn("2026-03-24")).slice(0, 4), ["10:00", "11:00", "11:30", "14:00"]);
  const free = await get("/free?from=2026-03-24T10:00:00Z&to=2026-03-24T12:00:00Z");
  assert.deepEqual(free.body, [
    { start: "2026-03-24T10:00:00.000Z", end: "2026-03-24T10:30:00.000Z" },
    { start: "2026-03-24T11:00:00.000Z", end: "2026-03-24T12:00:00.000Z" },
  ]);
  const check = await get(`/check?from=${start}&to=${end}`);
  assert.equal(check.body.open, false);
  assert.deepEqual(
    check.body.conflicts.map(({ kind, reason }: Record<string, string>) => [kind, reason]),
    [["exception", "Private practice"]],
  );
});

test("nothing is booked over what is busy elsewhere", async () => {
  const room = await openResource(app);
  const ics = icsWith(busyBetween(at("10:00"), at("11:00")));
  const path = `/v1/resources/${room.id}/calendars`;
  assert.equal((await api(app).post(path, { name: "Elsewhere", ics })).status, 201);
  const over = { resources: [room], start: at("10:30"), end: at("11:30") };
  const { conflicts } = refused(await ask(app, over), 409, "OUTSIDE_HOURS");
  assert.deepEqual(
    conflicts.map(({ start, end }: { start: string; end: string }) => [start, end]),
    [[at("10:30"), at("11:00")]],
  );
  await book(app, { resources: [room], start: at("11:00"), end: at("12:00") });
});

test("a doctor who is busy elsewhere gives out no token then", async () => {
  const clinic = await openClinic(app);
  const ics = icsWith(busyBetween(clinic.at("11:00"), clinic.at("12:00")));
  const path = `/v1/resources/${clinic.doctorId}/calendars`;
  assert.equal((await api(app).post(path, { name: "Elsewhere", ics })).status, 201);
  const asked = await clinic.ask({ at: "11:00", allowAlternative: false });
  assert.deepEqual([asked.status, asked.body.code], [422, "INVALID_SLOT"]);
  assert.equal((await clinic.ask({ at: "10:00" })).status, 201);
});

test("tokens that a busy time runs into stay, and are counted", async () => {
  const clinic = await openClinic(app);
  const [token] = await clinic.tokens(2, { at: "11:00" });
  const ics = icsWith(busyBetween(clinic.at("11:00"), clinic.at("12:00")));
  const path = `/v1/resources/${clinic.doctorId}/calendars`;
  const { body } = await api(app).post(path, { name: "Elsewhere", ics });
  assert.equal(body.leftOutside, 2);
  assert.equal((await tokenNow(app, token.id)).slotStart, clinic.at("11:00"));
});

test("or they get the nearest places, when the calendar says so", async () => {
  const clinic = await openClinic(app);
  const token = await clinic.token({ at: "11:00" });
  const ics = icsWith(busyBetween(clinic.at("11:00"), clinic.at("12:00")));
  const path = `/v1/resources/${clinic.doctorId}/calendars`;
  await api(app).post(path, { name: "Elsewhere", ics, conflicts: "move" });
  assert.equal((await tokenNow(app, token.id)).slotStart, clinic.at("10:00"));
});

test("what a calendar closes is not listed as an exception, and cannot be removed as one", async () => {
  const { path, id, get } = await doctor();
  await api(app).post(path, { name: "Elsewhere", ics: icsWith(busyBetween(start, end)) });
  assert.deepEqual((await get("/availability")).body.exceptions, []);
  const [closed] = await closedBy(id);
  const removed = await api(app).delete(`/v1/resources/${id}/exceptions/${closed!.id}`);
  assert.equal(removed.status, 404);
});

test("a newer copy replaces what the former one closed", async () => {
  const { path, slotsOn } = await doctor();
  const { body } = await api(app).post(path, {
    name: "Elsewhere",
    ics: icsWith(busyBetween(start, end)),
  });
  const afternoon = icsWith(busyBetween("2026-03-24T14:00:00Z", "2026-03-24T16:00:00Z"));
  const replaced = await api(app).put(`${path}/${body.id}`, { ics: afternoon });
  assert.deepEqual([replaced.status, replaced.body.busyCount], [200, 1]);
  assert.deepEqual(await slotsOn("2026-03-24"), ["10:00", "10:30", "11:00", "11:30"]);
});

test("a calendar that is removed opens what it closed", async () => {
  const { path, slotsOn } = await doctor();
  const { body } = await api(app).post(path, {
    name: "Elsewhere",
    ics: icsWith(busyBetween(start, end)),
  });
  const key = newKey();
  assert.equal((await api(app).delete(`${path}/${body.id}`, { key })).status, 204);
  assert.equal((await slotsOn("2026-03-24")).length, 8);
  const again = await api(app).delete(`${path}/${body.id}`, { key });
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [204, "true"]);
  assert.equal((await api(app).delete(`${path}/${body.id}`)).status, 404);
  assert.deepEqual((await api(app).get(path)).body.items, []);
});

test("a subscription is read by the sweep, and again when it is due", async () => {
  const { path, slotsOn, calendar } = await subscribed();
  assert.deepEqual([calendar.kind, calendar.state], ["subscription", "pending"]);
  server.answer = { body: icsWith(busyBetween(start, end)) };
  await app.server.calendars.sweep();
  const read = await calendarNow(path);
  assert.deepEqual([read.state, read.busyCount, read.error], ["ok", 1, null]);
  assert.equal((await slotsOn("2026-03-24")).length, 7);
  server.answer = { body: icsWith() };
  app.clock.advance(15 * minuteMs - 1);
  await app.server.calendars.sweep();
  assert.equal((await slotsOn("2026-03-24")).length, 7);
  app.clock.advance(1);
  await app.server.calendars.sweep();
  assert.equal((await slotsOn("2026-03-24")).length, 8);
});

test("calendars whose server does not answer keep nobody else's from being read", async (t) => {
  const stuck = await calendarServer();
  let release = () => {};
  stuck.meanwhile = () => new Promise<void>((done) => (release = done));
  stuck.answer = { body: icsWith() };
  const { path } = await doctor();
  for (const name of ["one", "two", "three", "four"]) {
    assert.equal((await api(app).post(path, { name, url: stuck.url })).status, 201);
  }
  const { body: others } = await api(app).post("/v1/organisations", { name: "Others" });
  const theirs = { ...app, ownerKey: others.apiKey };
  const { id } = await newResource(theirs);
  server.answer = { body: icsWith(busyBetween(start, end)) };
  const added = { name: "Elsewhere", url: server.url };
  assert.equal((await api(theirs).post(`/v1/resources/${id}/calendars`, added)).status, 201);
  const sweeping = app.server.calendars.sweep();
  let swept = false;
  void sweeping.then(() => (swept = true));
  t.after(async () => {
    stuck.meanwhile = null;
    while (!swept) {
      release();
      await new Promise((later) => setTimeout(later, 10));
    }
    await stuck.close();
  });
  for (;;) {
    const { body } = await api(theirs).get(`/v1/resources/${id}/calendars`);
    if (body.items[0].state === "ok") break;
    assert.equal(body.items[0].state, "pending");
    await new Promise((later) => setTimeout(later, 20));
  }
  assert.ok(!swept);
});

test("a calendar that has not changed is not sent again, and writes nothing", async () => {
  const { id, at } = await subscribed();
  server.answer = { headers: { etag: '"a"' }, body: icsWith(busyBetween(start, end)) };
  await api(app).post(`${at}/refresh`);
  const events = async () =>
    (await app.pool.query(`select count(*)::int as n from event where line_id = $1`, [id])).rows[0]
      .n as number;
  const before = await events();
  const again = await api(app).post(`${at}/refresh`);
  assert.equal(again.body.state, "ok");
  assert.equal(server.asked.at(-1)!["if-none-match"], '"a"');
  assert.equal(await events(), before);
});

test("a calendar without end is worked out further every day, also when it has not changed", async () => {
  const { path, at, id } = await subscribed();
  const daily = ["DTSTART:20260324T103000Z", "DURATION:PT30M", "RRULE:FREQ=DAILY"];
  server.answer = { headers: { etag: '"a"' }, body: icsWith(daily) };
  await api(app).post(`${at}/refresh`);
  const last = async () => (await closedBy(id)).at(-1)!.end;
  const before = await last();
  app.clock.advance(24 * 60 * minuteMs);
  await app.server.calendars.sweep();
  assert.equal((await last()) - before, 24 * 60 * minuteMs);
  assert.equal((await calendarNow(path)).state, "ok");
});

test("a failure is shown, what was read last still counts, and it is tried less and less often", async () => {
  const { path, slotsOn, at } = await subscribed();
  server.answer = { body: icsWith(busyBetween(start, end)) };
  await api(app).post(`${at}/refresh`);
  const readAt = (await calendarNow(path)).lastReadAt;
  app.clock.advance(minuteMs);
  server.answer = { status: 500 };
  const pauses: number[] = [];
  for (let i = 0; i < 3; i++) {
    const { body } = await api(app).post(`${at}/refresh`);
    assert.deepEqual([body.state, body.error], ["failing", "The other server answered 500"]);
    pauses.push((Date.parse(body.nextReadAt) - app.clock.fixed().getTime()) / minuteMs);
  }
  assert.deepEqual(pauses, [15, 30, 60]);
  const now = await calendarNow(path);
  assert.deepEqual([now.lastReadAt, now.busyCount], [readAt, 1]);
  assert.equal((await slotsOn("2026-03-24")).length, 7);
  server.answer = { body: "<html>sign in</html>" };
  assert.match((await api(app).post(`${at}/refresh`)).body.error, /no iCalendar text/);
  server.answer = { body: icsWith() };
  const { body } = await api(app).post(`${at}/refresh`);
  assert.deepEqual([body.state, body.error, body.busyCount], ["ok", null, 0]);
});

test("whoever begins to read last wins: a slow reader does not overwrite", async () => {
  const { path, at, slotsOn, calendar } = await subscribed();
  server.answer = { body: icsWith(busyBetween(start, end)) };
  await api(app).post(`${at}/refresh`);
  server.answer = { body: icsWith() };
  server.meanwhile = () =>
    app.pool.query(`update outside_calendar set attempts = attempts + 1 where id = $1`, [
      calendar.id,
    ]);
  await api(app).post(`${at}/refresh`);
  server.meanwhile = null;
  assert.equal((await calendarNow(path)).busyCount, 1);
  assert.equal((await slotsOn("2026-03-24")).length, 7, "nothing of it was written");
  await api(app).post(`${at}/refresh`);
  assert.equal((await slotsOn("2026-03-24")).length, 8);
});

test("the record tells of a calendar, never its address", async () => {
  const { id, at } = await subscribed({ url: `${server.url}?token=secret` });
  server.answer = { body: icsWith(busyBetween(start, end)) };
  await api(app).post(`${at}/refresh`);
  const { rows } = await app.pool.query<{ type: string; after: unknown }>(
    `select type, after from event where line_id = $1 order by seq`,
    [id],
  );
  assert.deepEqual(
    rows.slice(-2).map(({ type }) => type),
    ["availability.calendar_added", "availability.calendar_read"],
  );
  assert.ok(!JSON.stringify(rows).includes("secret"));
  assert.ok(!JSON.stringify(app.logged).includes("token=secret"));
});

test("only who may change the hours sees and changes its calendars", async () => {
  const { at, path, id } = await subscribed();
  const viewer = await newPerson(app);
  for (const [method, address, body] of [
    ["GET", path, undefined],
    ["POST", path, { name: "X", ics: icsWith() }],
    ["PUT", at, { ics: icsWith() }],
    ["POST", `${at}/refresh`, undefined],
    ["DELETE", at, undefined],
  ] as const) {
    const refused = await viewer.as.send(method, address, body);
    assert.deepEqual(
      [refused.status, refused.body.code],
      [403, "FORBIDDEN"],
      `${method} ${address}`,
    );
  }
  await api(app).put(`/v1/resources/${id}/owner`, { userId: viewer.userId });
  assert.equal((await viewer.as.get(path)).status, 200);
  assert.equal((await viewer.as.delete(at)).status, 204);
});

test("one upload with one key is one calendar", async () => {
  const { path } = await doctor();
  const [key, body] = [newKey(), { name: "Elsewhere", ics: icsWith(busyBetween(start, end)) }];
  const first = await api(app).post(path, body, { key });
  const again = await api(app).post(path, body, { key });
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first.body);
  assert.equal((await api(app).get(path)).body.items.length, 1);
});

for (const [what, wrong, field] of [
  ["neither an address nor a calendar", {}, "url"],
  ["both", { url: "https://example.org/a.ics", ics: "x" }, "url"],
  ["an address that is none", { url: "calendar" }, "url"],
  ["another protocol", { url: "file:///etc/passwd" }, "url"],
  ["a password in the address", { url: "https://me:secret@example.org/a.ics" }, "url"],
  ["a text that is no calendar", { ics: "hello" }, "ics"],
  ["a calendar that is too large", { ics: "x".repeat(1_048_577) }, "ics"],
] as const) {
  test(`${what} is refused, and nothing is stored`, async () => {
    const { path } = await doctor();
    const { status, body } = await api(app).post(path, { name: "Elsewhere", ...wrong });
    assert.deepEqual([status, body.code], [422, "INVALID"], JSON.stringify(body).slice(0, 300));
    assert.equal(body.errors[0].field, field);
    assert.deepEqual((await api(app).get(path)).body.items, []);
  });
}

test("a body far too large is refused before it is read", async () => {
  const { path } = await doctor();
  const { status } = await api(app).post(path, { name: "X", ics: "x".repeat(2_200_000) });
  assert.equal(status, 413);
});

test("a resource has at most ten calendars", async () => {
  const { path } = await doctor();
  for (let i = 0; i < 10; i++) {
    const url = `https://example.org/${i}.ics`;
    assert.equal((await api(app).post(path, { name: "Elsewhere", url })).status, 201);
  }
  for (const more of [{ url: "https://example.org/x.ics" }, { ics: icsWith() }]) {
    const { status, body } = await api(app).post(path, { name: "Elsewhere", ...more });
    assert.deepEqual([status, body.code], [409, "CALENDARS_FULL"]);
  }
});

test("without the setting no calendar is read from the own network", async () => {
  const guarded = await startApp();
  try {
    const { id } = await newResource(guarded);
    const path = `/v1/resources/${id}/calendars`;
    const literal = await api(guarded).post(path, { name: "Inside", url: server.url });
    assert.deepEqual([literal.status, literal.body.errors[0].field], [422, "url"]);
    const { port } = new URL(server.url);
    const url = `http://localhost:${port}/doctor.ics`;
    const { body } = await api(guarded).post(path, { name: "Inside", url });
    const read = await api(guarded).post(`${path}/${body.id}/refresh`);
    assert.match(read.body.error, /does not lead to a public server/);
    assert.equal(server.asked.length, 0);
  } finally {
    await guarded.close();
  }
});
