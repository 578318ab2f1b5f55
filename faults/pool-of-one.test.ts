// A server with a single connection for everyday queries: whoever holds it and asked for another would
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

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return;
    await pause(100);
  }
  assert.fail(`${what}: not within 30 seconds`);
}
