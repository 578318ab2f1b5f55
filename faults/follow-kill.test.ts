// A token changes, and the server is killed before the booking that took it has followed. Another one
// sees to it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { call, key, startServer } from "./processes.ts";

let database: FreshDatabase;
let server: Awaited<ReturnType<typeof startServer>>;
const rounds = 2;
const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (hour: number) => `${date}T${String(hour).padStart(2, "0")}:00:00.000Z`;

const start = () =>
  startServer({
    ...process.env,
    DATABASE_URL: database.url,
    TURNKEEPER_API_KEY: key,
    DATABASE_POOL_SIZE: "2",
  });

before(async () => {
  database = await freshDatabase();
  server = await start();
});
after(async () => {
  server.child.kill("SIGKILL");
  await database.drop();
});

test("every booking agrees with its token after servers were killed in between", async () => {
  for (let round = 0; round < rounds; round++) await killInBetween();
});

async function killInBetween(): Promise<void> {
  const doctorId = await openDoctor();
  const made: { id: string; tokenId: string }[] = [];
  for (const hour of [9, 9, 10, 11]) made.push(await consult(doctorId, hour));
  const [moved, ...ended] = made as [(typeof made)[0], ...typeof made];
  // Bookings are decided under the doctor's line: while it is locked, none can follow.
  const tx = new pg.Client({ connectionString: database.url });
  await tx.connect();
  await tx.query("begin");
  await tx.query(`select 1 from line where id = $1 for update`, [doctorId]);
  const steps = [
    call(server.url, `/v1/opd/tokens/${moved.tokenId}/move`, { slotStart: at(12) }),
    ...ended.map(({ tokenId }) => call(server.url, `/v1/opd/tokens/${tokenId}/cancel`, {})),
  ];
  for (const { status, body } of await Promise.all(steps)) {
    assert.equal(status, 200, JSON.stringify(body));
  }
  server.child.kill("SIGKILL");
  await once(server.child, "exit");
  await tx.end();
  assert.deepEqual(
    await bookingsOf(made),
    made.map(() => "approved 9/10/11"),
  );

  server = await start();
  const agreed = ["approved 12", ...ended.map(() => "canceled 9/10/11")];
  for (let tries = 0; tries < 300; tries++) {
    if (String(await bookingsOf(made)) === String(agreed)) break;
    await pause(100);
  }
  assert.deepEqual(await bookingsOf(made), agreed);
}

async function bookingsOf(made: readonly { id: string }[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string; status: string; start: Date }>(
    `select id, status, start_at as start from booking where id = any($1::uuid[])`,
    [made.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return made.map(({ id }) => {
    const { status, start: from } = byId.get(id)!;
    return `${status} ${from.getUTCHours() === 12 ? 12 : "9/10/11"}`;
  });
}

async function openDoctor(): Promise<string> {
  const doctor = { type: "doctor", name: "Dr Rao", timezone: "UTC" };
  const { body } = await call(server.url, "/v1/resources", doctor);
  const { id } = body as { id: string };
  const weekly = Array.from({ length: 7 }, (_, day) => ({ day, start: "08:00", end: "18:00" }));
  const validFrom = new Date().toISOString().slice(0, 10);
  const hours = { validFrom, slotMinutes: 60, tokensPerSlot: 4, weekly };
  await call(server.url, `/v1/resources/${id}/availability`, hours, undefined, "PUT");
  return id;
}

async function consult(doctorId: string, hour: number): Promise<{ id: string; tokenId: string }> {
  const patient = await call(server.url, "/v1/patients", { name: "Asha" });
  const answer = await call(server.url, "/v1/bookings", {
    kind: "consultation",
    patientId: (patient.body as { id: string }).id,
    start: at(hour),
    end: `${date}T${String(hour).padStart(2, "0")}:15:00.000Z`,
    resources: [{ resourceId: doctorId }],
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as { id: string; tokenId: string };
}
