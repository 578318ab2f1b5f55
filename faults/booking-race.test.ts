// A hundred clients book the same rooms in opposite order, hold and turn holds into bookings, cancel,
// and take a doctor's time by bookings and by tokens. No room twice, never more than there are places, none of
// a doctor's reserve but by emergencies,
// all resources of a booking or none, and nobody is told anything but that it is taken.

import type { FreshDatabase } from "../test/database.ts";
import { insist, raceWithControl } from "./processes.ts";

const clients = 100;
const hours = ["09", "10", "11", "12", "13", "14"];
const labPlaces = 3;
const doctorPlaces = 6;
const reserve = 2;
const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (time: string) => `${date}T${time}:00.000Z`;

interface Ward {
  rooms: string[];
  labId: string;
  doctorId: string;
}

raceWithControl(
  "no double booking, no booking in parts, and no error but that it is taken",
  async (urls, database) => {
    const ward = await openWard(urls[0]!);
    const patients = await Promise.all(
      Array.from({ length: clients }, async (_, i) => {
        const { body } = await insist(urls[i % urls.length]!, "/v1/patients", {
          name: `Patient ${i}`,
        });
        return (body as { id: string }).id;
      }),
    );
    const problems: string[] = [];
    await Promise.all(patients.map((patientId, i) => client(urls, ward, patientId, i, problems)));
    return [...problems, ...(await judge(database, ward))];
  },
);

async function client(
  urls: string[],
  { rooms, labId, doctorId }: Ward,
  patientId: string,
  i: number,
  problems: string[],
): Promise<void> {
  const url = (n: number) => urls[(i + n) % urls.length]!;
  const expectOnly = (what: string, answer: { status: number; body: unknown }) => {
    const { code } = (answer.body ?? {}) as { code?: string };
    const isTaken = answer.status === 409 && (code === "TAKEN" || code === "HOLD_EXPIRED");
    if (answer.status >= 300 && !isTaken) problems.push(`${what}: ${answer.status} ${code}`);
    return answer.status < 300 ? (answer.body as { id: string }) : null;
  };
  const hour = hours[i % hours.length]!;
  // Overlapping sets, half of the clients from the other end.
  const three = [0, 1, 2].map((n) => rooms[(i + n * (1 + (i % 2))) % rooms.length]!);
  const wanted = i % 2 === 0 ? three : three.toReversed();
  const [start, end] = [at(`${hour}:${i % 3 === 0 ? "00" : "30"}`), at(`${Number(hour) + 1}:15`)];
  const parts = [...new Set(wanted)].map((resourceId) => ({ resourceId, start, end }));
  const wish = { kind: "room", start, end, resources: parts };

  const [first, held] = await Promise.all([
    insist(url(0), "/v1/bookings", wish, `book-${i}`),
    insist(url(1), "/v1/bookings/holds", {
      resources: [...parts, { resourceId: labId, start, end }],
    }),
  ]);
  const booked = expectOnly("book", first);
  const hold = expectOnly("hold", held);
  if (hold) {
    const body = { ...wish, resources: [...parts, { resourceId: labId }], holdId: hold.id };
    expectOnly("hold to booking", await insist(url(2), "/v1/bookings", body));
  }
  if (booked && i % 2 === 0) {
    expectOnly("cancel", await insist(url(3), `/v1/bookings/${booked.id}/cancel`, {}));
    expectOnly("book again", await insist(url(0), "/v1/bookings", wish));
  }
  const lab = { kind: "room", start, end, resources: [{ resourceId: labId }] };
  expectOnly("lab", await insist(url(1), "/v1/bookings", lab));
  // The doctor's ten o'clock by both ways.
  const slotStart = at("10:00");
  const source = i % 20 === 19 ? "emergency" : "paid";
  const token = { patientId, doctorId, slotStart, source, allowAlternative: false };
  const doctor = {
    kind: "room",
    start: slotStart,
    end: at("11:00"),
    resources: [{ resourceId: doctorId }],
  };
  const [tokenAnswer, bookAnswer] = await Promise.all([
    insist(url(2), "/v1/opd/tokens", token),
    i % 4 === 0 ? insist(url(3), "/v1/bookings", doctor) : null,
  ]);
  const { code } = (tokenAnswer.body ?? {}) as { code?: string };
  if (tokenAnswer.status !== 201 && code !== "NO_PLACE_FOR_EMERGENCY") {
    problems.push(`a token answered ${tokenAnswer.status} ${code}`);
  }
  if (bookAnswer) expectOnly("doctor", bookAnswer);
}

async function openWard(url: string): Promise<Ward> {
  const open = async (type: string, tokensPerSlot: number) => {
    const { body } = await insist(url, "/v1/resources", { type, name: type, timezone: "UTC" });
    const { id } = body as { id: string };
    const weekly = Array.from({ length: 7 }, (_, day) => ({ day, start: "08:00", end: "18:00" }));
    const validFrom = new Date().toISOString().slice(0, 10);
    const confirmSeveral = tokensPerSlot > 1;
    const configuration = { validFrom, slotMinutes: 60, tokensPerSlot, confirmSeveral, weekly };
    await insist(url, `/v1/resources/${id}/availability`, configuration, undefined, "PUT");
    return id;
  };
  const rooms: string[] = [];
  for (let i = 0; i < 5; i++) rooms.push(await open("consultation_room", 1));
  const doctorId = await open("doctor", doctorPlaces);
  const limits = { capacity: null, emergencyReserve: reserve };
  await insist(url, `/v1/opd/doctors/${doctorId}`, limits, undefined, "PUT");
  return { rooms, labId: await open("lab", labPlaces), doctorId };
}

/** The most uses of a resource at one time, holds that have not run out included. */
const busiest = `select u.resource_id as id, max((
    select count(*) from booking_use o where o.resource_id = u.resource_id and o.occupies
      and o.busy_from <= u.busy_from and u.busy_from < o.busy_till))::int as most
  from booking_use u where u.occupies group by u.resource_id`;

async function judge({ pool }: FreshDatabase, { rooms, labId, doctorId }: Ward): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await pool.query<{ id: string; most: number }>(busiest);
  const most = new Map(rows.map((row) => [row.id, row.most]));
  for (const id of rooms) if ((most.get(id) ?? 0) > 1) problems.push("a room was booked twice");
  if ((most.get(labId) ?? 0) > labPlaces) problems.push("the lab was booked too often");
  const tokens = await pool.query<{ n: number; emergencies: number }>(
    `select count(*)::int as n, count(*) filter (where priority = 0)::int as emergencies from ticket
      where state in ('holding', 'serving') and data->>'doctorId' = $1`,
    [doctorId],
  );
  const { n, emergencies } = tokens.rows[0]!;
  const doctor = n + (most.get(doctorId) ?? 0);
  if (doctor > doctorPlaces) problems.push(`${doctor} for ${doctorPlaces} places of the doctor`);
  const regular = doctor - emergencies;
  if (regular > doctorPlaces - reserve) problems.push(`${regular} without an emergency`);
  const torn = await pool.query(
    `select 1 from booking b where b.status = 'approved' and json_array_length(b.resources_used) <>
       (select count(*) from booking_use u where u.owner_id = b.id and u.occupies)`,
  );
  if (torn.rows.length > 0) problems.push("a booking has not all of its resources");
  return problems;
}
