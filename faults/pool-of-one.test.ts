// A server with a single connection for everyday queries: a caller that holds it and asked for another would
// wait for itself. Many at once are answered, and what runs out ends by itself.

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { call, key, startServer } from "./processes.ts";

let database: FreshDatabase;
let server: Awaited<ReturnType<typeof startServer>>;
const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => `${date}T${time}:00.000Z`;

before(async () => {
  database = await freshDatabase();
  server = await startServer({
    ...process.env,
    DATABASE_URL: database.url,
    TURNKEEPER_API_KEY: key,
    DATABASE_POOL_SIZE: "1",
  });
});
after(async () => {
  server.child.kill("SIGTERM");
  await once(server.child, "exit");
  await database.drop();
});

interface Made {
  id: string;
  tokenId?: string;
}

async function send(status: number, path: string, body?: unknown, method = "POST"): Promise<Made> {
  const answer = await call(server.url, path, body, undefined, method);
  assert.equal(answer.status, status, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as Made;
}

async function open(type: string, tokensPerSlot: number): Promise<string> {
  const { id } = await send(201, "/v1/resources", { type, name: type, timezone: "UTC" });
  await send(200, `/v1/resources/${id}/availability`, hours(tokensPerSlot), "PUT");
  return id;
}

function hours(tokensPerSlot: number): object {
  const weekly = Array.from({ length: 7 }, (_, day) => ({ day, start: "08:00", end: "18:00" }));
  const validFrom = new Date().toISOString().slice(0, 10);
  return { validFrom, slotMinutes: 60, tokensPerSlot, weekly };
}

const atOnce = <T>(many: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, i) => work(i)));

test("consultations at once have their tokens, and follow them", async () => {
  const doctorId = await open("doctor", 40);
  const patients = await atOnce(20, () => send(201, "/v1/patients", { name: "Asha" }));
  const made = await Promise.all(
    patients.map(({ id: patientId }) =>
      send(201, "/v1/bookings", {
        kind: "consultation",
        patientId,
        start: at("10:00"),
        end: at("10:15"),
        resources: [{ resourceId: doctorId }],
      }),
    ),
  );
  await Promise.all([
    ...made.slice(0, 5).map(({ id }) => send(200, `/v1/bookings/${id}/cancel`, {})),
    ...made.slice(5, 10).map(({ id }) => {
      const to = { start: at("12:00"), end: at("12:15") };
      return send(200, `/v1/bookings/${id}/reschedule`, to);
    }),
    ...made.slice(10, 15).map(({ tokenId }) => send(200, `/v1/opd/tokens/${tokenId}/cancel`, {})),
  ]);
  await until("5 + 5 canceled", async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from booking where status = 'canceled'`,
    );
    return rows[0]!.n === 10;
  });
});

test("hours are changed, previewed and asked for at once", async () => {
  const doctorId = await open("doctor", 4);
  await Promise.all([
    ...Array.from({ length: 10 }, () => send(200, `/v1/resources/${doctorId}/availability`)),
    ...Array.from({ length: 10 }, () => send(200, "/v1/queues")),
    ...Array.from({ length: 5 }, () =>
      send(200, `/v1/resources/${doctorId}/availability/preview`, {
        ...hours(2),
        conflicts: "move",
      }),
    ),
    ...Array.from({ length: 3 }, () =>
      send(
        200,
        `/v1/resources/${doctorId}/availability`,
        { ...hours(3), conflicts: "move" },
        "PUT",
      ),
    ),
  ]);
});

test("holds and offers that run out are cleared away", async () => {
  const roomId = await open("consultation_room", 1);
  const parts = (hour: string) => [
    { resourceId: roomId, start: at(`${hour}:00`), end: at(`${hour}:30`) },
  ];
  const begins = ["08", "09", "10", "11", "12", "13", "14", "15", "16", "17"];
  await Promise.all(
    begins.map((hour) =>
      send(201, "/v1/bookings/holds", { resources: parts(hour), ttlSeconds: 5 }),
    ),
  );
  await until("all holds are gone", async () => {
    const { rows } = await database.pool.query(`select 1 from booking_hold`);
    return rows.length === 0;
  });
});

test("boxes are reserved, waited for, given back and published at once", async () => {
  const shop = { name: "Panificio", timezone: "UTC", currency: "EUR" };
  const { id: merchantId } = await send(201, "/v1/merchants", shop);
  const box = {
    title: "Bread",
    quantity: 20,
    price: 450,
    pickupStart: "17:00",
    pickupEnd: "19:00",
  };
  const { id } = await send(201, `/v1/merchants/${merchantId}/inventories`, { ...box, date });
  const reserve = (i: number) =>
    send(201, `/v1/inventories/${id}/reservations`, { userId: `user-${i}`, waitlist: true });
  const reservations = await atOnce(30, reserve);
  await Promise.all([
    ...reservations.slice(0, 10).map((one) => send(200, `/v1/reservations/${one.id}/cancel`, {})),
    ...Array.from({ length: 10 }, () => send(200, `/v1/inventories/${id}`)),
    ...Array.from({ length: 10 }, (_, i) =>
      send(201, `/v1/merchants/${merchantId}/box-types`, {
        ...box,
        title: `Bread ${i}`,
        weekdays: [0, 1, 2, 3, 4, 5, 6],
      }),
    ),
  ]);
  await until("all box types have published or wait for their time", async () => {
    const { rows } = await database.pool.query(
      `select 1 from line where product = 'box-types' and deadline_at <= now()`,
    );
    return rows.length === 0;
  });
});

test("a waiting room lets people in, who go in, look and leave at once", async () => {
  const { id } = await send(201, "/v1/rooms", {
    name: "Sale",
    targetUrl: "https://shop.example",
    maxActive: 20,
    admitPerSecond: 1_000,
  });
  const path = `/v1/rooms/${id}`;
  const joined = await atOnce(20, async (i) => {
    const sessionId = `a-session-of-somebody-${i}`;
    const answer = await call(server.url, `${path}/positions`, { sessionId });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body as { id: string; secret: string };
  });
  const asHolder = async (position: { id: string; secret: string }, act: string) => {
    const answer = await fetch(`${server.url}/v1/positions/${position.id}${act}`, {
      method: act === "" ? "GET" : "POST",
      headers: { authorization: `Bearer ${position.secret}` },
    });
    return (await answer.json()) as { status?: string };
  };
  await until("everybody may go in", async () => {
    const all = await Promise.all(joined.map((position) => asHolder(position, "")));
    return all.every(({ status }) => status === "ADMITTED");
  });
  await Promise.all([
    ...joined.slice(0, 10).map((position) => asHolder(position, "/start")),
    ...joined.slice(10).map((position) => asHolder(position, "/leave")),
    ...Array.from({ length: 5 }, () => send(200, `${path}/stats`)),
    ...Array.from({ length: 5 }, () => send(200, path, { maxActive: 30 }, "PATCH")),
  ]);
  await until("ten are in", async () => {
    const { body } = await call(server.url, `${path}/stats`);
    return (body as { active: number }).active === 10;
  });
});

test("people are invited, join, sign in and have keys made at once", async () => {
  const password = "correct horse battery";
  const people = await atOnce(6, async (i) => {
    const email = `somebody${i}@example.org`;
    const answer = await call(server.url, "/v1/members", { email, role: "staff" });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return { email, token: (answer.body as { inviteUrl: string }).inviteUrl.split("/").at(-1)! };
  });
  await Promise.all(
    people.map(({ token }) =>
      send(200, `/v1/invitations/${token}/accept`, { name: "Somebody", password }),
    ),
  );
  await Promise.all([
    ...people.map(({ email }) => send(200, "/v1/session", { email, password })),
    ...Array.from({ length: 6 }, (_, i) =>
      send(201, "/v1/api-keys", { name: `Key ${i}`, role: "staff" }),
    ),
    ...Array.from({ length: 6 }, () => send(200, "/v1/members")),
  ]);
});

test("calendars are read from outside, and written for others, at once", async () => {
  const roomId = await open("consultation_room", 1);
  const time = (hour: string) => `${date.replaceAll("-", "")}T${hour}0000Z`;
  const busy = (i: number) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", `UID:${i}`]
      .concat([`DTSTAMP:${time("00")}`, `DTSTART:${time("20")}`, `DTEND:${time("21")}`])
      .concat(["END:VEVENT", "END:VCALENDAR", ""])
      .join("\r\n");
  const path = `/v1/resources/${roomId}`;
  const made = await call(server.url, `${path}/calendar-feed`, {});
  assert.ok(made.status < 300, JSON.stringify(made.body));
  const feed = new URL((made.body as { url: string }).url).pathname;
  await Promise.all([
    ...Array.from({ length: 5 }, (_, i) =>
      send(201, `${path}/calendars`, { name: `Busy ${i}`, ics: busy(i) }),
    ),
    ...Array.from({ length: 5 }, async () => {
      const answer = await fetch(server.url + feed);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /^BEGIN:VCALENDAR/);
    }),
    ...Array.from({ length: 5 }, () => send(200, `${path}/calendars`)),
  ]);
});

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return;
    await pause(100);
  }
  assert.fail(`${what}: not within 30 seconds`);
}
