// A doctor with a busy quarter of a year, behind a whole server: ten tokens per half hour as in the
// spec, eight hours every day, 1,000 exceptions and 5,000 tokens, all made over HTTP as a hospital would.

import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import type { Hours } from "../../src/availability/schedule.ts";
import type { Taken } from "../../src/availability/service.ts";
import { findHours } from "../../src/availability/store.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { databaseClock } from "../../src/infra/clock.ts";
import { readConfig } from "../../src/infra/config.ts";
import { Connections } from "../../src/infra/connections.ts";
import "../../src/infra/database.ts"; // sets the parsers
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";
import { opdCommitments } from "../../src/opd/bookings/commitments.ts";
import { OpdReports } from "../../src/opd/reports.ts";
import { makeServer } from "../../src/server.ts";
import { freePort } from "../../test/port.ts";

export const days = 90;
const exceptions = 1_000;
const tokens = 5_000;
const dayMs = 24 * 3_600_000;
const quarterMs = 15 * 60_000;
const timeZone = "Europe/Berlin";
const apiKey = "owner-key-of-the-benchmark";

export interface BusyDoctor {
  /** Slots of so many days from the given one on, over HTTP: the text of the answer. */
  slots(day: number, count: number): Promise<string>;
  /** What all of it is computed from. */
  read(): Promise<{ hours: Hours; taken: Taken[]; from: number; to: number }>;
  close(): Promise<void>;
}

export async function openBusyDoctor(
  url: string,
  progress: (text: string) => void,
): Promise<BusyDoctor> {
  const log = createLog("silent");
  const connections = new Connections(url, log);
  const pool = connections.pool(10);
  await migrate(pool);
  const port = await freePort();
  const server = await makeServer({
    config: readConfig(
      {
        PORT: String(port),
        DATABASE_URL: url,
        TURNKEEPER_API_KEY: apiKey,
        TURNKEEPER_MASTER_KEY: "m".repeat(32),
      },
      ".",
    ),
    log,
    database: { connections, pool, close: () => pool.end() },
  });
  await server.app.listen({ host: "127.0.0.1", port });
  // The first whole day that is still to come.
  const firstDay = Math.ceil(Date.now() / dayMs) * dayMs;
  const call = callerOf(port, 1);
  const at = (day: number) => new Date(firstDay + day * dayMs).toISOString();
  const id = await makeDoctor(call, firstDay);
  const slots = (day: number, count: number) =>
    call("GET", `/v1/resources/${id}/slots?from=${at(day)}&to=${at(day + count)}`);
  progress(`${exceptions.toLocaleString("en-US")} exceptions are made, now the tokens`);
  await giveTokens(callerOf(port, 32), id, JSON.parse(await slots(0, days)) as Slot[]);
  await pool.query("analyze");
  return {
    slots,
    async read() {
      const [from, to] = [firstDay, firstDay + days * dayMs];
      const { rows } = await pool.query<{ org_id: string }>(
        `select org_id from line where id = $1`,
        [id],
      );
      const orgId = rows[0]!.org_id;
      const hours = await findHours(pool, orgId, id, from, to);
      const reports = new OpdReports(new Metrics(), createLog("silent"));
      const port = opdCommitments(pool, databaseClock, reports);
      return {
        hours: hours!,
        taken: await port.taken(orgId, id, new Date(from), new Date(to)),
        from,
        to,
      };
    },
    async close() {
      await server.close();
      await pool.end();
    },
  };
}

interface Slot {
  start: string;
  taken: number;
}

export const placesTaken = (answer: string): number =>
  (JSON.parse(answer) as Slot[]).reduce((sum, { taken }) => sum + taken, 0);

async function makeDoctor(call: Call, firstDay: number): Promise<string> {
  const doctor = { type: "doctor", name: "Busy", timezone: timeZone };
  const { id } = JSON.parse(await call("POST", "/v1/resources", doctor)) as { id: string };
  const weekly = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
    { day, start: "08:00", end: "12:00" },
    { day, start: "13:00", end: "17:00" },
  ]);
  await call("PUT", `/v1/resources/${id}/availability`, {
    validFrom: new Date(firstDay - dayMs).toISOString(),
    slotMinutes: 30,
    tokensPerSlot: 10,
    weekly,
  });
  for (let n = 0; n < exceptions; n += 1) {
    const start = firstDay + Math.floor((n * days * dayMs) / exceptions / quarterMs) * quarterMs;
    await call("POST", `/v1/resources/${id}/exceptions`, {
      available: n % 4 === 0,
      start: new Date(start).toISOString(),
      end: new Date(start + 2 * quarterMs).toISOString(),
    });
  }
  return id;
}

/** Everybody comes once a day, to the slots of the day in turn. */
async function giveTokens(call: Call, doctorId: string, slots: Slot[]): Promise<void> {
  const everybody = Array.from({ length: Math.ceil(tokens / days) }, (_, n) => `Patient ${n}`);
  const patients = await Promise.all(
    everybody.map(async (name) => {
      const made = await call("POST", "/v1/patients", { name });
      return (JSON.parse(made) as { id: string }).id;
    }),
  );
  const dateOf = ({ start }: Slot) => new Date(start).toLocaleDateString("sv", { timeZone });
  const byDay = Object.values(Object.groupBy(slots, dateOf));
  const visits = patients.flatMap((patientId, n) =>
    byDay.map((day) => ({ patientId, slotStart: day![n % day!.length]!.start })),
  );
  await Promise.all(
    visits
      .slice(0, tokens)
      .map((visit) => call("POST", "/v1/opd/tokens", { doctorId, source: "walk_in", ...visit })),
  );
}

type Call = (method: string, path: string, body?: object) => Promise<string>;

/** Keep-alive connections, as a browser or a service has them. */
function callerOf(port: number, connections: number): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return async (method, path, body) => {
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
    if (body) headers["content-type"] = "application/json";
    const sending = request({ host: "127.0.0.1", port, method, path, agent, headers });
    sending.end(body && JSON.stringify(body));
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (answer.statusCode === undefined || answer.statusCode >= 300) throw new Error(text);
    return text;
  };
}
