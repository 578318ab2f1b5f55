// Two hundred clients, one slot of ten places with a reserve of two: tokens, emergencies, cancels and
// the same patient twice. Never more than ten, the reserve for emergencies alone, no number twice,
// one active token a patient.

import type { FreshDatabase } from "../test/database.ts";
import { insist, duplicates, raceWithControl } from "./processes.ts";

const clients = 200;
const capacity = 10;
const reserve = 2;

interface Token {
  id: string;
  patientId: string;
  number: number | null;
  status: string;
  emergency: boolean;
}

raceWithControl(
  "no slot over its capacity, no number and no patient twice",
  async (urls, database) => {
    const { doctorId, slotStart } = await openSlot(urls[0]!);
    const patients = await addPatients(urls[0]!, clients);
    const problems: string[] = [];
    await Promise.all(
      patients.map(async (patientId, i) => {
        const at = (n: number) => urls[(i + n) % urls.length]!;
        const wish = {
          patientId,
          doctorId,
          slotStart,
          source: i % 40 === 0 ? "emergency" : "walk_in",
          allowAlternative: false,
        };
        // The same patient at two desks at once: one token.
        const answers = await Promise.all([
          insist(at(0), "/v1/opd/tokens", wish, `first-${i}`),
          insist(at(1), "/v1/opd/tokens", wish, `second-${i}`),
        ]);
        for (const { status } of answers) {
          if (status !== 201 && status !== 409) problems.push(`a token answered ${status}`);
        }
        const made = answers
          .filter(({ status }) => status === 201)
          .map(({ body }) => body as Token);
        if (made.length > 1) problems.push("one patient got two tokens");
        if (made[0] && i % 3 === 0) {
          const { status } = await insist(at(2), `/v1/opd/tokens/${made[0].id}/cancel`, {});
          if (status !== 200) problems.push(`a cancel answered ${status}`);
        }
      }),
    );
    return [...problems, ...(await judge(urls[0]!, doctorId, slotStart, database))];
  },
);

async function openSlot(url: string): Promise<{ doctorId: string; slotStart: string }> {
  const doctor = await insist(url, "/v1/resources", {
    type: "doctor",
    name: "Dr Rao",
    timezone: "UTC",
  });
  const doctorId = (doctor.body as { id: string }).id;
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const weekly = Array.from({ length: 7 }, (_, day) => ({ day, start: "10:00", end: "11:00" }));
  const hours = {
    validFrom: new Date().toISOString().slice(0, 10),
    slotMinutes: 60,
    tokensPerSlot: capacity,
    weekly,
  };
  await insist(url, `/v1/resources/${doctorId}/availability`, hours, undefined, "PUT");
  return { doctorId, slotStart: `${date}T10:00:00.000Z` };
}

async function addPatients(url: string, count: number): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, (_, i) => insist(url, "/v1/patients", { name: `Patient ${i}` })),
  );
  return made.map(({ body }) => (body as { id: string }).id);
}

async function judge(
  url: string,
  doctorId: string,
  slotStart: string,
  database: FreshDatabase,
): Promise<string[]> {
  const problems: string[] = [];
  const date = slotStart.slice(0, 10);
  const { body } = await insist(url, `/v1/opd/slots?doctorId=${doctorId}&date=${date}`);
  const slot = (body as { taken: number; allocated: Token[]; waiting: Token[] }[])[0]!;
  if (slot.allocated.length > capacity)
    problems.push(`${slot.allocated.length} tokens for ${capacity} places`);
  if (slot.taken !== slot.allocated.length) problems.push("the slot does not know how many it has");
  const regular = slot.allocated.filter((token) => !token.emergency).length;
  if (regular > capacity - reserve)
    problems.push(`${regular} ordinary tokens took places of the reserve`);
  if (duplicates(slot.allocated.map((token) => token.number)).length > 0)
    problems.push("a number was given twice");
  const active = [...slot.allocated, ...slot.waiting].map((token) => token.patientId);
  if (duplicates(active).length > 0) problems.push("a patient has two active tokens");
  if (slot.waiting.length > 0 && slot.taken < capacity - reserve)
    problems.push("somebody waits although there is a place");
  const { rows } = await database.pool.query<{ astray: number }>(
    `select count(*)::int as astray from ticket t left join waiting w on w.ticket_id = t.id
      where (t.state = 'waiting') <> (w.ticket_id is not null)`,
  );
  if (rows[0]!.astray > 0)
    problems.push("somebody waits without a place in the queue, or the reverse");
  return problems;
}
