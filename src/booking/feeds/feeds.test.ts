// Bookings in other people's calendars. What is sent is read with a library that did not write it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import ICAL from "ical.js";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, at, book, openResource, request } from "../../../test/booking.ts";
import { api, newKey, type Answer } from "../../../test/http.ts";
import { newPatient } from "../../../test/opd.ts";
import { newPerson } from "../../../test/people.ts";
import { makeSecrets } from "../../infra/secrets.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000" } });
});
after(() => app.close());

interface Shown {
  uid: string;
  summary: string;
  start: string;
  end: string;
  status: string;
  sequence: number;
  location: string | null;
}

/** Every line has at most 75 octets and ends as the standard says. */
function eventsIn({ status, headers, body }: Answer): Shown[] {
  assert.equal(status, 200, JSON.stringify(body));
  assert.match(headers.get("content-type")!, /^text\/calendar; charset=utf-8/);
  assert.ok((body as string).endsWith("END:VCALENDAR\r\n"));
  const lines = (body as string).split("\r\n");
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes("\n")));
  const calendar = new ICAL.Component(ICAL.parse(body as string) as never);
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      status: String(component.getFirstPropertyValue("status")),
      sequence: event.sequence,
      location: event.location,
    };
  });
}

const unfolded = (text: string) => text.replaceAll("\r\n ", "");

const fetchFeed = (url: string, headers: Record<string, string> = {}) =>
  api(app, null).get(url.replace(app.url, ""), { headers });

async function newFeed(resourceId: string, body: object = {}): Promise<Answer["body"]> {
  const made = await api(app).post(`/v1/resources/${resourceId}/calendar-feed`, body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

test("a resource's feed shows its bookings, each for the resource's own part of the time", async () => {
  const theatre = await openResource(app, { type: "ot", name: "Theatre 1" });
  const surgeon = await openResource(app, { type: "doctor", name: "Dr Rao" });
  const nurse = await openResource(app, { type: "doctor", name: "Dr Iyer" });
  const made = await book(app, {
    kind: "surgery",
    start: at("10:00"),
    end: at("12:00"),
    resources: [theatre, { resourceId: nurse.id, start: at("10:00"), end: at("10:45") }, surgeon],
  });
  const [event] = eventsIn(await fetchFeed((await newFeed(nurse.id)).url));
  assert.deepEqual(
    [event!.start, event!.end, event!.status, event!.location, event!.summary],
    [at("10:00"), at("10:45"), "CONFIRMED", "Theatre 1", "Surgery"],
  );
  assert.ok(event!.uid.startsWith(made.id));
});

test("what is only asked for is not in it; what was cancelled is, as such and as newer", async () => {
  const room = await openResource(app);
  const { url } = await newFeed(room.id);
  await request(app, { resources: [room] });
  assert.deepEqual(eventsIn(await fetchFeed(url)), []);
  const made = await book(app, { resources: [room], start: at("14:00"), end: at("15:00") });
  const [before] = eventsIn(await fetchFeed(url));
  await act(app, made.id, "cancel");
  const [gone] = eventsIn(await fetchFeed(url));
  assert.deepEqual([before!.status, gone!.status], ["CONFIRMED", "CANCELLED"]);
  assert.equal(gone!.uid, before!.uid);
  assert.ok(gone!.sequence > before!.sequence);
});

test("a booking that was moved keeps its identity and is newer", async () => {
  const room = await openResource(app);
  const { url } = await newFeed(room.id);
  const made = await book(app, { resources: [room] });
  const [before] = eventsIn(await fetchFeed(url));
  await act(app, made.id, "reschedule", { start: at("15:00") });
  const [moved] = eventsIn(await fetchFeed(url));
  assert.deepEqual([moved!.uid, moved!.start], [before!.uid, at("15:00")]);
  assert.ok(moved!.sequence > before!.sequence);
});

test("times are right on both sides of a change of the clock", async () => {
  const room = await openResource(app, { timezone: "Europe/Berlin" });
  const { url } = await newFeed(room.id);
  // 10:00 on the wall in Berlin, the day before and the day of daylight saving.
  const starts = ["2026-03-28T09:00:00.000Z", "2026-03-29T08:00:00.000Z"];
  for (const start of starts) {
    const end = new Date(Date.parse(start) + 3_600_000).toISOString();
    await book(app, { resources: [room], start, end });
  }
  const answer = await fetchFeed(url);
  const events = eventsIn(answer);
  assert.deepEqual(
    events.map(({ start }) => start),
    starts,
  );
  const [about] = (answer.body as string).split("BEGIN:VEVENT");
  assert.match(about!, /X-WR-TIMEZONE:Europe\/Berlin\r\n/);
});

test("names of patients are in it only when that was asked for", async () => {
  const room = await openResource(app);
  const patientId = await newPatient(app, { name: "Grace Secret" });
  await book(app, { resources: [room], patientId, title: "Mrs Secret" });
  const plain = await newFeed(room.id);
  assert.equal(plain.names, false);
  assert.ok(!String((await fetchFeed(plain.url)).body).includes("Secret"));
  const named = await newFeed(room.id, { names: true });
  const [event] = eventsIn(await fetchFeed(named.url));
  assert.equal(event!.summary, "Room: Mrs Secret: Grace Secret");
});

test("only those who may see patients can make a feed with their names", async () => {
  const room = await openResource(app);
  const scopes = ["availability:read", "availability:manage", "bookings:read"];
  const { body: key } = await api(app).post("/v1/api-keys", { name: "Hours", scopes });
  const path = `/v1/resources/${room.id}/calendar-feed`;
  assert.equal((await api(app, key.key).post(path, { names: true })).status, 403);
  assert.equal((await api(app, key.key).post(path)).status, 201);
});

test("what has commas, semicolons, line ends and many letters arrives as it was", async () => {
  const room = await openResource(app, { name: "Salle 1; côté cour, \\ au fond" });
  const title = `Besprechung; mit „Gästen“, Zeile\\n ${"überlänge ".repeat(15)}`.trim();
  await book(app, { resources: [room], title });
  const { url } = await newFeed(room.id, { names: true });
  const [event] = eventsIn(await fetchFeed(url));
  assert.equal(event!.summary, `Room: ${title}`);
  assert.equal(event!.location, "Salle 1; côté cour, \\ au fond");
  // The library forgives what is not escaped; others need not.
  const { body } = await fetchFeed(url);
  assert.ok(unfolded(body).includes("\r\nLOCATION:Salle 1\\; côté cour\\, \\\\ au fond\r\n"));
});

test("a name cannot write lines of its own into a feed", async () => {
  const room = await openResource(app, { name: "Room 1" });
  const path = `/v1/resources/${room.id}`;
  const name = "Room 1\r\nBEGIN:VEVENT\r\nUID:evil\r\nEND:VEVENT";
  for (const given of [name, "Room\u202e1", "Room\u2028 1", "Room \0"]) {
    assert.equal((await api(app).patch(path, { name: given })).status, 422, JSON.stringify(given));
  }
  // Stored by an earlier version, or by hand.
  await app.pool.query(`update availability_resource set name = $1 where id = $2`, [
    `${name}\u0007`,
    room.id,
  ]);
  await book(app, { resources: [room] });
  const answer = await fetchFeed((await newFeed(room.id)).url);
  assert.equal(eventsIn(answer).length, 1);
  const written = "Room 1\\nBEGIN:VEVENT\\nUID:evil\\nEND:VEVENT ";
  for (const property of ["NAME", "X-WR-CALNAME", "LOCATION", "DESCRIPTION"]) {
    assert.ok(unfolded(answer.body).includes(`\r\n${property}:${written}\r\n`), property);
  }
});

test("an address that was replaced leads nowhere at once, and so does one that was stopped", async () => {
  const room = await openResource(app);
  const path = `/v1/resources/${room.id}/calendar-feed`;
  assert.deepEqual((await api(app).get(path)).body, { feed: null });
  const first = await newFeed(room.id);
  assert.deepEqual((await api(app).get(path)).body, { feed: first });
  assert.equal((await fetchFeed(first.url)).status, 200);
  const second = await newFeed(room.id);
  assert.notEqual(second.url, first.url);
  assert.equal((await fetchFeed(first.url)).status, 404);
  assert.equal((await fetchFeed(second.url)).status, 200);
  assert.equal((await api(app).delete(path)).status, 204);
  assert.equal((await fetchFeed(second.url)).status, 404);
  assert.equal((await api(app).delete(path)).status, 404);
});

test("a new address with one key is one address", async () => {
  const room = await openResource(app);
  const path = `/v1/resources/${room.id}/calendar-feed`;
  const key = newKey();
  const first = await api(app).post(path, {}, { key });
  const again = await api(app).post(path, {}, { key });
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  const { rows } = await app.pool.query(`select answer from event where type like 'booking.feed%'`);
  const secret = first.body.url.split("/").at(-1).replace(".ics", "");
  assert.ok(!JSON.stringify(rows).includes(secret), "the address is stored nowhere");
});

test("an address that was guessed or altered, or a ticket's secret, opens no feed", async () => {
  const room = await openResource(app);
  const made = await book(app, { resources: [room] });
  const { url } = await newFeed(room.id);
  const altered = url.replace(/.(?=.{9}\.ics$)/, (one: string) => (one === "A" ? "B" : "A"));
  const secret = `/v1/calendar-feeds/${made.secret}.ics`;
  for (const path of [altered, secret, "/v1/calendar-feeds/tkf_x.ics", "/v1/calendar-feeds/x"]) {
    assert.equal((await fetchFeed(path)).status, 404, path);
  }
  const secrets = makeSecrets([{ id: 1, secret: Buffer.alloc(32) }]);
  const id = "0190a5f0-0000-7000-8000-000000000000";
  const asTicket = secrets.feedSecret(id, id).replace("tkf_", "tks_");
  assert.equal(secrets.readTicketSecret(asTicket), null);
  assert.deepEqual(secrets.readFeedSecret(secrets.feedSecret(id, id)), { orgId: id, feedId: id });
});

test("a feed that has not changed is not sent again", async () => {
  const room = await openResource(app);
  await book(app, { resources: [room] });
  const { url } = await newFeed(room.id);
  const etag = (await fetchFeed(url)).headers.get("etag")!;
  const unchanged = await fetchFeed(url, { "if-none-match": etag });
  assert.equal(unchanged.status, 304);
  assert.equal(unchanged.headers.get("etag"), etag);
  for (const header of ["content-type", "content-length", "content-disposition"]) {
    assert.equal(unchanged.headers.get(header), null, header);
  }
  await book(app, { resources: [room], start: at("15:00"), end: at("16:00") });
  assert.equal((await fetchFeed(url, { "if-none-match": etag })).status, 200);
});

test("somebody's own feed has what they own and what they booked, until they leave", async () => {
  const [mine, other] = [await openResource(app), await openResource(app)];
  const person = await newPerson(app, "staff");
  await api(app).put(`/v1/resources/${mine.id}/owner`, { userId: person.userId });
  await book(app, { resources: [mine] });
  await book(app, { resources: [other], start: at("12:00"), end: at("13:00") });
  const own = await person.as.post("/v1/bookings", {
    kind: "room",
    start: at("14:00"),
    end: at("15:00"),
    resources: [{ resourceId: other.id }],
  });
  assert.equal(own.status, 201, JSON.stringify(own.body));
  const made = await person.as.post("/v1/me/calendar-feed");
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const events = eventsIn(await fetchFeed(made.body.url));
  assert.deepEqual(
    events.map(({ start }) => start),
    [at("10:00"), at("14:00")],
  );
  assert.equal((await api(app).get("/v1/me/calendar-feed")).status, 403, "a key has none");
  await api(app).delete(`/v1/members/${person.memberId}`);
  assert.equal((await fetchFeed(made.body.url)).status, 404);
});

test("a resource's feed is for those who may change its hours to give out", async () => {
  const room = await openResource(app);
  const person = await newPerson(app);
  const path = `/v1/resources/${room.id}/calendar-feed`;
  assert.equal((await person.as.get(path)).status, 403);
  assert.equal((await person.as.post(path)).status, 403);
  assert.equal((await person.as.delete(path)).status, 403);
  await api(app).put(`/v1/resources/${room.id}/owner`, { userId: person.userId });
  assert.equal((await person.as.post(path)).status, 201);
});

test("a booking is an attachment, with the patient's name for staff who may see it", async () => {
  const room = await openResource(app);
  const patientId = await newPatient(app, { name: "Grace Hopper" });
  const made = await book(app, { resources: [room], patientId });
  const path = `/v1/bookings/${made.id}/calendar.ics`;
  const answer = await api(app).get(path);
  assert.match(answer.headers.get("content-disposition")!, /attachment; filename="booking.ics"/);
  const [event] = eventsIn(answer);
  assert.deepEqual([event!.summary, event!.start], ["Room: Grace Hopper", at("10:00")]);
  const { body: key } = await api(app).post("/v1/api-keys", {
    name: "Screen",
    scopes: ["bookings:read"],
  });
  assert.equal(eventsIn(await api(app, key.key).get(path))[0]!.summary, "Room");
  assert.equal(eventsIn(await api(app, made.secret).get(path))[0]!.summary, "Room");
  assert.equal((await api(app, null).get(path)).status, 401);
  const asked = await request(app, { resources: [room], start: at("16:00"), end: at("17:00") });
  const tentative = eventsIn(await api(app).get(`/v1/bookings/${asked.id}/calendar.ics`));
  assert.equal(tentative[0]!.status, "TENTATIVE");
});

test("a resource's feed ends with the membership of whoever made it", async () => {
  const room = await openResource(app);
  const admin = await newPerson(app, "admin");
  const path = `/v1/resources/${room.id}/calendar-feed`;
  const { body: made } = await admin.as.post(path, {});
  assert.equal((await fetchFeed(made.url)).status, 200);
  const removed = await api(app).delete(`/v1/members/${admin.memberId}`);
  assert.equal(removed.status, 204);
  assert.equal((await fetchFeed(made.url)).status, 404);
});

test("a doctor's feed has the tokens of each slot, and nobody's name", async () => {
  const doctor = await openResource(app, { type: "doctor", places: 10, slotMinutes: 60 });
  const { url } = await newFeed(doctor.id, { names: true });
  for (const name of ["Grace Secret", "Henry Secret"]) {
    const wish = { patientId: await newPatient(app, { name }), source: "walk_in" };
    const slot = { doctorId: doctor.id, slotStart: at("10:00") };
    const given = await api(app).post("/v1/opd/tokens", { ...wish, ...slot });
    assert.equal(given.status, 201, JSON.stringify(given.body));
  }
  const answer = await fetchFeed(url);
  assert.deepEqual(
    eventsIn(answer).map(({ summary, start, end }) => [summary, start, end]),
    [["Tokens: 2", at("10:00"), at("11:00")]],
  );
  assert.ok(!String(answer.body).includes("Secret"));
});
