// One organisation with one of everything, for showing that no other can reach it. Those who add a
// route with an id adds here what it leads to.
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { newResource } from "./availability.ts";
import { eveningBox, openBakery } from "./boxes.ts";
import { icsWith } from "./calendars.ts";
import { openQueue } from "./counter.ts";
import { api, type Client } from "./http.ts";
import { newPerson } from "./people.ts";

export interface Tenant {
  /** An address for a route such as /v1/queues/:id, or null when nothing of ours is behind it. */
  addressOf(url: string): string | null;
  /** A body that the route would take. */
  bodyFor(method: string, url: string): object | undefined;
  /** What is behind a field or a part of an address with that name. */
  ids: Record<string, string>;
  /** The secrets of those who hold a place, by how the addresses begin that they open. */
  secrets: Record<string, string>;
}

const oneDay = "from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z";

/** What follows the address, where a route does not work without. */
const queries: Record<string, string> = {
  "/v1/resources/:id/slots": oneDay,
  "/v1/resources/:id/free": oneDay,
  "/v1/resources/:id/check": oneDay,
  "/v1/opd/doctors/:id/live-queue": "date=2026-03-02",
};

/** The mark is in everything that only the organisation itself may see. */
export async function makeTenant(app: TestApp, mark = "ours"): Promise<Tenant> {
  const owner = api(app);
  const queue = await openQueue(app);
  const other = await openQueue(app);
  const ticket = await queue.join(`Ann ${mark}`);
  await queue.join(`Bob ${mark}`);
  const member = await made(owner, "/v1/members", { email: `${mark}@example.org`, role: "staff" });
  const key = await made(owner, "/v1/api-keys", { name: `Kiosk ${mark}`, role: "staff" });
  const doctor = await newResource(app);
  await doctor.configure();
  const department = await made(owner, "/v1/departments", { name: `Ward ${mark}` });
  const away = {
    available: false,
    start: "2026-04-06T10:00:00Z",
    end: "2026-04-06T12:00:00Z",
    reason: mark,
  };
  const exception = await made(owner, `/v1/resources/${doctor.id}/exceptions`, away);
  const { userId } = await newPerson(app, "viewer", { name: `Vera ${mark}` });
  const given = { userId, permissions: ["book"] };
  const delegation = await made(owner, `/v1/resources/${doctor.id}/delegations`, given);
  const outside = { name: `Elsewhere ${mark}`, ics: icsWith() };
  const calendar = await made(owner, `/v1/resources/${doctor.id}/calendars`, outside);
  const patient = await made(owner, "/v1/patients", { name: `Pat ${mark}` });
  const sister = await made(owner, "/v1/patients", { name: `Sue ${mark}` });
  const twin = await made(owner, "/v1/patients", { name: `Patricia ${mark}` });
  const slotStart = "2026-03-02T10:00:00Z";
  const wish = { patientId: patient.id, doctorId: doctor.id, slotStart, source: "walk_in" };
  const token = await made(owner, "/v1/opd/tokens", wish);
  const [start, end] = ["2026-03-02T15:00:00Z", "2026-03-02T15:30:00Z"];
  const resources = [{ resourceId: doctor.id, start, end }];
  const hold = await made(owner, "/v1/bookings/holds", { resources });
  const booking = await made(owner, "/v1/bookings", {
    kind: "room",
    start,
    end,
    resources,
    title: mark,
  });
  const wait = await made(owner, "/v1/bookings/waitlist", {
    resources: [{ resourceId: doctor.id }],
    earliest: start,
    latest: end,
    minutes: 30,
  });
  const series = await made(owner, "/v1/bookings/series", {
    kind: "room",
    start: "2026-03-09T15:00:00Z",
    end: "2026-03-09T15:30:00Z",
    resources: [{ resourceId: doctor.id }],
    rule: { every: "week", interval: 1, count: 2 },
  });
  const page = await made(owner, "/v1/booking-pages", {
    title: "Ask for a time",
    kind: "room",
    minutes: 30,
    resourceIds: [doctor.id],
  });
  const bakery = await openBakery(app);
  const box = await bakery.offer();
  const reservation = await box.reserve({ name: mark });
  const boxType = await made(owner, `/v1/merchants/${bakery.id}/box-types`, eveningBox);

  const room = await made(owner, "/v1/rooms", {
    name: "Sale",
    targetUrl: "https://shop.example/",
    maxActive: 1,
    admitPerSecond: 1,
  });
  const visitor = await made(owner, `/v1/rooms/${room.id}/positions`, { sessionId: "one" });

  const ids: Record<string, string> = {
    "/v1/rooms/": room.id,
    "/v1/positions/": visitor.id,
    "/v1/queues/": queue.id,
    "/v1/tickets/": ticket.id,
    "/v1/members/": member.id,
    "/v1/api-keys/": key.id,
    "/v1/resources/": doctor.id,
    "/v1/departments/": department.id,
    "/v1/patients/": patient.id,
    "/v1/opd/tokens/": token.id,
    "/v1/opd/doctors/": doctor.id,
    "/v1/bookings/holds/": hold.id,
    "/v1/bookings/waitlist/": wait.id,
    "/v1/bookings/series/": series.id,
    "/v1/bookings/": booking.id,
    "/v1/public/bookings/": booking.id,
    "/v1/booking-pages/": page.id,
    "/v1/merchants/": bakery.id,
    "/v1/box-types/": boxType.id,
    "/v1/inventories/": box.id,
    "/v1/reservations/": reservation.id,
  };
  const bodies: Record<string, object> = {
    "PATCH /v1/rooms/:id": { name: "Theirs" },
    "POST /v1/rooms/:id/positions": { sessionId: "theirs" },
    "POST /v1/rooms/:id/addresses/revoke": { address: "127.0.0.1" },
    "POST /v1/rooms/:id/redeem": { pass: "theirs" },
    "POST /v1/rooms/:id/renew": { session: "theirs" },
    "PATCH /v1/queues/:id": { name: "Theirs" },
    "PUT /v1/queues/:id/state": { state: "closed" },
    "POST /v1/queues/:id/call-next": { desk: "1" },
    "POST /v1/queues/:id/tickets": { name: "Eve" },
    "POST /v1/tickets/:id/requeue": { to: "front" },
    "POST /v1/tickets/:id/transfer": { queueId: other.id },
    "PATCH /v1/tickets/:id": { name: "Eve" },
    "PATCH /v1/members/:id": { role: "owner" },
    "PATCH /v1/bookings/:id": { emergency: true },
    "POST /v1/bookings/:id/reschedule": { start: "2026-03-02T14:00:00Z" },
    "POST /v1/public/bookings/:id/reschedule": { start: "2026-03-02T14:00:00Z" },
    "PATCH /v1/booking-pages/:id": { open: false },
    "PATCH /v1/patients/:id": { name: "Eve" },
    "POST /v1/patients/:id/merge": { patientId: twin.id },
    "POST /v1/patients/:id/family": { patientId: sister.id },
    "POST /v1/opd/tokens/:id/move": { slotStart: "2026-03-02T10:30:00Z" },
    "PUT /v1/opd/doctors/:id": { capacity: 1 },
    "PUT /v1/opd/doctors/:id/room": { roomId: null },
    "PATCH /v1/merchants/:id": { name: "Theirs" },
    "POST /v1/merchants/:id/box-types": eveningBox,
    "POST /v1/merchants/:id/inventories": { ...eveningBox, date: "2026-03-02" },
    "POST /v1/merchants/:id/pickups": { code: reservation.pickupCode },
    "PATCH /v1/box-types/:id": { title: "Theirs" },
    "PATCH /v1/inventories/:id": { quantity: 9 },
    "PATCH /v1/resources/:id": { name: "Eve" },
    "PATCH /v1/departments/:id": { name: "Theirs" },
    "PUT /v1/resources/:id/availability": {
      validFrom: "2026-05-01",
      slotMinutes: 30,
      tokensPerSlot: 1,
      weekly: [],
    },
    "POST /v1/resources/:id/exceptions": away,
    "POST /v1/resources/:id/availability/preview": away,
    "PUT /v1/resources/:id/owner": { userId },
    "POST /v1/resources/:id/delegations": given,
    "POST /v1/resources/:id/calendars": outside,
    "PUT /v1/resources/:id/calendars/:calendarId": { ics: outside.ics },
  };
  const { body: me } = await owner.get("/v1/me");
  return {
    ids: {
      organisation: me.organisation.id,
      organisationId: me.organisation.id,
      userId,
      memberId: member.id,
      queueId: other.id,
      resourceId: doctor.id,
      resourceIds: doctor.id,
      doctorId: doctor.id,
      patientId: patient.id,
      departmentId: department.id,
      exceptionId: exception.id,
      delegationId: delegation.id,
      calendarId: calendar.id,
      holdId: hold.id,
      pageId: page.id,
      boxTypeId: boxType.id,
      inventoryId: box.id,
      kind: "room",
    },
    secrets: {
      "/v1/tickets/": ticket.secret,
      "/v1/opd/tokens/": token.secret,
      "/v1/bookings/waitlist/": wait.secret,
      "/v1/bookings/": booking.secret,
      "/v1/public/bookings/": booking.secret,
      "/v1/reservations/": reservation.secret,
      "/v1/positions/": visitor.secret,
    },
    addressOf(url) {
      const [, id] = Object.entries(ids).find(([start]) => url.startsWith(start)) ?? [];
      if (!id) return null;
      const path = url
        .replace(":id", id)
        .replace(":exceptionId", exception.id)
        .replace(":delegationId", delegation.id)
        .replace(":calendarId", calendar.id);
      if (path.includes(":")) return null;
      return queries[url] ? `${path}?${queries[url]}` : path;
    },
    bodyFor: (method, url) => bodies[`${method} ${url}`],
  };
}

async function made(owner: Client, path: string, body: object) {
  const answer = await owner.post(path, body);
  assert.equal(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
