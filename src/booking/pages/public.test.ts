// Asking for a booking without an account.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import type { TestResource } from "../../../test/availability.ts";
import { act, at, book, openResource } from "../../../test/booking.ts";
import { api, newKey, type Answer } from "../../../test/http.ts";
import { openClinic } from "../../../test/opd.ts";
import { watch } from "../../../test/stream.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
after(() => app.close());

const visitor = () => api(app, null);

async function openPage(resources: { id: string }[], over: object = {}): Promise<Answer["body"]> {
  const made = await api(app).post("/v1/booking-pages", {
    title: "Meeting room",
    kind: "room",
    minutes: 60,
    resourceIds: resources.map(({ id }) => id),
    ...over,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

async function freeOn(pageId: string, over = ""): Promise<string[][]> {
  const range = `from=${at("00:00")}&to=${at("23:59")}`;
  const answer = await visitor().get(`/v1/public/booking-pages/${pageId}/free?${range}${over}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.items.map((each: Record<string, string>) => [
    each["start"]!.slice(11, 16),
    each["resourceId"],
  ]);
}

const ask = (pageId: string, over: object = {}, key?: string) =>
  visitor().post(
    `/v1/public/booking-pages/${pageId}/requests`,
    { start: at("10:00"), name: "Ann", phone: "+49 30 1234", ...over },
    key === undefined ? {} : { key },
  );

async function asked(pageId: string, over: object = {}): Promise<Answer["body"]> {
  const answer = await ask(pageId, over);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const room = (over: object = {}): Promise<TestResource> => openResource(app, over);

test("a page shows what can be asked for, and which times are free, without anybody's name", async () => {
  const [first, second] = [await room({ name: "Blue room" }), await room({ name: "Red room" })];
  const page = await openPage([first, second], { message: "Please be on time" });
  await book(app, { resources: [first], title: "Secret", contact: { name: "Mr Secret" } });
  const { status, body } = await visitor().get(`/v1/public/booking-pages/${page.id}`);
  assert.equal(status, 200);
  assert.deepEqual(
    [body.title, body.minutes, body.open, body.message, body.timezone],
    ["Meeting room", 60, true, "Please be on time", "UTC"],
  );
  assert.deepEqual(body.resources, [
    { id: first.id, name: "Blue room" },
    { id: second.id, name: "Red room" },
  ]);
  const range = `from=${at("10:00")}&to=${at("12:00")}`;
  const free = await visitor().get(`/v1/public/booking-pages/${page.id}/free?${range}`);
  assert.ok(!JSON.stringify(free.body).includes("Secret"));
  const times = await freeOn(page.id);
  assert.ok(times.some(([time, id]) => time === "10:00" && id === second.id));
  assert.ok(!times.some(([time, id]) => time === "10:00" && id === first.id), "it is booked");
  const only = await freeOn(page.id, `&resourceId=${first.id}`);
  assert.ok(only.every(([, id]) => id === first.id) && only.length > 0);
});

test("a request waits for a decision, and its link follows it", async () => {
  const page = await openPage([await room({ name: "Blue room" })]);
  const made = await asked(page.id, { note: "With a projector" });
  assert.deepEqual(
    [made.status, made.title, made.resources, made.pageId],
    ["requested", "Meeting room", [{ name: "Blue room" }], page.id],
  );
  assert.equal(made.followUrl, `${app.url}/booking/${made.id}#${made.secret}`);
  const holder = api(app, made.secret);
  const path = `/v1/public/bookings/${made.id}`;
  assert.equal((await holder.get(path)).body.status, "requested");
  const staff = (await api(app).get(`/v1/bookings/${made.id}`)).body;
  assert.deepEqual(
    [staff.bookedBy, staff.contact.name, staff.contact.phone, staff.contact.note],
    ["public", "Ann", "+49 30 1234", "With a projector"],
  );
  await act(app, made.id, "approve", { statusMessage: "See you" });
  const now = (await holder.get(path)).body;
  assert.deepEqual([now.status, now.statusMessage], ["approved", "See you"]);
});

test("whoever has the secret cancels that one booking, and nothing else", async () => {
  const page = await openPage([await room(), await room()]);
  const [mine, other] = [await asked(page.id), await asked(page.id, { start: at("11:00") })];
  const holder = api(app, mine.secret);
  assert.equal((await holder.get(`/v1/public/bookings/${other.id}`)).status, 404);
  assert.equal((await holder.post(`/v1/public/bookings/${other.id}/cancel`)).status, 404);
  assert.equal((await holder.get("/v1/bookings")).status, 403);
  assert.equal((await visitor().get(`/v1/public/bookings/${mine.id}`)).status, 401);
  const gone = await holder.post(`/v1/public/bookings/${mine.id}/cancel`);
  assert.deepEqual([gone.status, gone.body.status], [200, "canceled"]);
  const kept = await api(app, other.secret).get(`/v1/public/bookings/${other.id}`);
  assert.equal(kept.body.status, "requested");
});

test("its page is told of a decision at once", async () => {
  const page = await openPage([await room()]);
  const made = await asked(page.id);
  const stream = await watch(app, `/v1/public/bookings/${made.id}/events`, {
    bearer: made.secret,
  });
  const first = await stream.next();
  assert.deepEqual([first.event, first.data.status], ["booking", "requested"]);
  await act(app, made.id, "deny", { statusMessage: "Closed that day" });
  const next = await stream.next();
  assert.deepEqual([next.data.status, next.data.statusMessage], ["denied", "Closed that day"]);
  await stream.close();
});

test("whichever is free is taken, unless one is named", async () => {
  const [first, second] = [await room(), await room()];
  const page = await openPage([first, second]);
  await book(app, { resources: [first] });
  const made = await asked(page.id);
  const { resources } = (await api(app).get(`/v1/bookings/${made.id}`)).body;
  assert.equal(resources[0].resourceId, second.id);
  const named = await ask(page.id, { resourceId: first.id });
  assert.deepEqual([named.status, named.body.code], [409, "TAKEN"]);
});

test("one request with one key is one request, also when its time is no longer free", async () => {
  const page = await openPage([await room()]);
  const key = newKey();
  const first = await ask(page.id, {}, key);
  await act(app, first.body.id, "approve");
  const again = await ask(page.id, {}, key);
  assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [201, "true"]);
  assert.deepEqual([again.body.id, again.body.secret], [first.body.id, first.body.secret]);
  const other = await ask(page.id, { name: "Bob" }, key);
  assert.equal(other.body.code, "IDEMPOTENCY_KEY_REUSED");
  const short = await ask(page.id, {}, "too-short");
  assert.equal(short.body.code, "IDEMPOTENCY_KEY_TOO_SHORT");
});

test("the secret is derived, and stored nowhere", async () => {
  const page = await openPage([await room()]);
  const { id, secret } = (await ask(page.id, {}, newKey())).body;
  const { rows } = await app.pool.query(
    `select row_to_json(b)::text as text from booking b where id = $1
     union all select coalesce(answer, '') from event where line_id in
       (select resource_id from booking_use where owner_id = $1)`,
    [id],
  );
  assert.ok(rows.length > 1);
  assert.ok(!JSON.stringify(rows).includes(secret));
});

test("a consultation from the public makes whoever asks a patient, and a token when approved", async () => {
  const clinic = await openClinic(app, { slots: 3, places: 2 });
  const page = await openPage([{ id: clinic.doctorId }], { kind: "consultation", minutes: 60 });
  const made = await asked(page.id, { start: clinic.at("11:00"), name: "Grace" });
  const approved = await act(app, made.id, "approve");
  assert.ok(approved.tokenId);
  const token = (await api(app).get(`/v1/opd/tokens/${approved.tokenId}`)).body;
  assert.deepEqual([token.patientName, token.slotStart], ["Grace", clinic.at("11:00")]);
});

test("a page that is closed, or whose kind the public may not ask for, takes nothing", async () => {
  const page = await openPage([await room()]);
  await api(app).patch(`/v1/booking-pages/${page.id}`, { open: false });
  assert.deepEqual(await freeOn(page.id), []);
  const closed = await ask(page.id);
  assert.deepEqual([closed.status, closed.body.code], [409, "PAGE_CLOSED"]);
  await api(app).patch(`/v1/booking-pages/${page.id}`, { open: true });
  await api(app).put("/v1/bookings/kinds/room", { publicRequests: false });
  assert.equal((await ask(page.id)).body.code, "PAGE_CLOSED");
  assert.equal((await visitor().get(`/v1/public/booking-pages/${page.id}`)).body.open, false);
  await api(app).put("/v1/bookings/kinds/room", { publicRequests: true });
  assert.equal((await ask(page.id)).status, 201);
});

test("too soon, too far ahead, between the slots, or with somebody else's resource is refused", async () => {
  const mine = await room();
  const elsewhere = await room();
  const page = await openPage([mine], { noticeMinutes: 24 * 60, daysAhead: 3 });
  const now = app.clock.fixed().getTime();
  const later = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  assert.equal((await ask(page.id, { start: later(1) })).body.code, "NOTICE_TOO_SHORT");
  const far = await ask(page.id, { start: later(24 * 4) });
  assert.deepEqual([far.status, far.body.errors[0].field], [422, "start"]);
  const open = await openPage([mine]);
  assert.equal((await ask(open.id, { start: at("10:07") })).body.code, "TAKEN");
  assert.equal((await ask(open.id, { start: at("03:00") })).body.code, "TAKEN");
  const foreign = await ask(open.id, { resourceId: elsewhere.id });
  assert.equal(foreign.body.errors[0].field, "resourceId");
  assert.equal((await api(app).get(`/v1/bookings?resourceId=${mine.id}`)).body.items.length, 0);
});

test("requests are limited per address", async () => {
  const small = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "2" } });
  try {
    const path = "/v1/public/booking-pages/01900000-0000-7000-8000-000000000000/requests";
    const body = { start: at("10:00"), name: "Ann" };
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await api(small, null).post(path, body)).status);
    }
    assert.deepEqual(statuses, [404, 404, 429]);
  } finally {
    await small.close();
  }
});

test("a key lifts the limit of its own organisation's pages, and of no other's", async () => {
  const small = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1" } });
  try {
    const room = await openResource(small);
    const page = await api(small).post("/v1/booking-pages", {
      title: "Rooms",
      kind: "room",
      minutes: 30,
      resourceIds: [room.id],
    });
    const { body: other } = await api(small).post("/v1/organisations", { name: "Other" });
    const path = `/v1/public/booking-pages/${page.body.id}/requests`;
    const asked = async (key: string) => {
      const body = { start: at("03:00"), name: "Ann" };
      return (await api(small, key).post(path, body)).body.code;
    };
    assert.deepEqual(
      [await asked(other.apiKey), await asked(other.apiKey)],
      ["TAKEN", "RATE_LIMITED"],
    );
    assert.deepEqual(
      [await asked(small.ownerKey), await asked(small.ownerKey)],
      ["TAKEN", "TAKEN"],
    );
  } finally {
    await small.close();
  }
});

test("looking for free times is limited per address and page", async () => {
  const small = await startApp({ env: { LIMIT_TICKET_READS_PER_MINUTE: "2" } });
  try {
    const path = "/v1/public/booking-pages/01900000-0000-7000-8000-000000000000/free";
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      const range = `from=${at("10:00")}&to=${at("12:00")}`;
      statuses.push((await api(small, null).get(`${path}?${range}`)).status);
    }
    assert.deepEqual(statuses, [404, 404, 429]);
  } finally {
    await small.close();
  }
});

for (const [what, wrong, field] of [
  ["no resource", { resourceIds: [] }, "resourceIds"],
  ["an unknown kind", { kind: "party" }, "kind"],
  [
    "an unknown resource",
    { resourceIds: ["01900000-0000-7000-8000-000000000000"] },
    "resourceIds.0",
  ],
  ["a kind that needs more than one resource", { kind: "surgery", minutes: 60 }, "resourceIds.0"],
  ["a length that the kind does not have", { kind: "consultation", minutes: 1 }, "minutes"],
] as const) {
  test(`a page with ${what} is refused`, async () => {
    const doctor = await room({ type: "doctor" });
    const { status, body } = await api(app).post("/v1/booking-pages", {
      title: "Page",
      kind: "room",
      minutes: 60,
      resourceIds: [doctor.id],
      ...wrong,
    });
    assert.deepEqual([status, body.code], [422, "INVALID"], JSON.stringify(body));
    assert.equal(body.errors[0].field, field);
  });
}

test("pages are their organisation's, and set up by those who manage bookings", async () => {
  const page = await openPage([await room()]);
  const { body } = await api(app).post("/v1/organisations", { name: "Others" });
  const stranger = api(app, body.apiKey);
  assert.equal((await stranger.get(`/v1/booking-pages/${page.id}`)).status, 404);
  assert.equal((await stranger.patch(`/v1/booking-pages/${page.id}`, { open: false })).status, 404);
  assert.equal((await stranger.delete(`/v1/booking-pages/${page.id}`)).status, 404);
  assert.deepEqual((await stranger.get("/v1/booking-pages")).body.items, []);
  const { body: key } = await api(app).post("/v1/api-keys", { name: "Desk", role: "staff" });
  const staff = api(app, key.key);
  assert.equal((await staff.get(`/v1/booking-pages/${page.id}`)).status, 200);
  assert.equal((await staff.delete(`/v1/booking-pages/${page.id}`)).status, 403);
  assert.equal((await api(app).delete(`/v1/booking-pages/${page.id}`)).status, 204);
  assert.equal((await visitor().get(`/v1/public/booking-pages/${page.id}`)).status, 404);
});
