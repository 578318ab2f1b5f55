// Bookings: several resources at once, holds that become bookings or run out together, consultations
// that take a token of the doctor's, a waitlist; and what was booked is moved and cancelled again.

import type { Client } from "../client.ts";
import { dateAfter, newPatient, openResource, type Traffic } from "./traffic.ts";

interface Ward {
  rooms: string[];
  labId: string;
  doctorId: string;
}

interface Made {
  id: string;
  status: string;
}

const labPlaces = 3;
const doctorPlaces = 4;
const hoursUsed = 20;

export const booking: Traffic<Ward> = {
  product: "booking",
  people: 8,
  async open(client) {
    const rooms: string[] = [];
    const one = { type: "consultation_room", slotMinutes: 60, places: 1 };
    for (let n = 0; n < 4; n++) rooms.push(await openResource(client, one));
    return {
      rooms,
      labId: await openResource(client, { ...one, type: "lab", places: labPlaces }),
      doctorId: await openResource(client, { ...one, type: "doctor", places: doctorPlaces }),
    };
  },
  async visit(client, ward) {
    const what = client.chance.below(10);
    if (what < 4) await bookSome(client, ward);
    else if (what < 6) await holdAndBook(client, ward);
    else if (what < 7) await holdAndForget(client, ward);
    else if (what < 9) await consult(client, ward);
    else await waitFor(client, ward);
  },
};

async function bookSome(client: Client, ward: Ward): Promise<void> {
  const time = someTime(client);
  const booked = await book(client, { ...time, resources: someParts(client, ward) });
  await client.think(200);
  if (!booked) return;
  if (client.chance.below(4) === 0) {
    const { start, end } = someTime(client);
    await act(client, booked.id, "reschedule", { start, end });
  }
  // Time is given back, or soon everything would be taken.
  if (client.chance.below(5) > 0) await act(client, booked.id, "cancel");
}

async function holdAndBook(client: Client, ward: Ward): Promise<void> {
  const time = someTime(client);
  const parts = someParts(client, ward).map((part) => ({ ...part, ...time }));
  const hold = await holdFor(client, parts, 60);
  await client.think(100);
  if (!hold) return;
  const booked = await book(client, { ...time, resources: parts, holdId: hold.id });
  if (booked) await act(client, booked.id, "cancel");
}

/** Several with one end: a sweep has them all at once. */
async function holdAndForget(client: Client, ward: Ward): Promise<void> {
  const resourceId = client.chance.pick([...ward.rooms, ward.labId]);
  const holds = Array.from({ length: 4 }, () => [{ resourceId, ...someTime(client) }]);
  await Promise.all(holds.map((parts) => holdFor(client, parts, 5)));
}

async function consult(client: Client, { doctorId }: Ward): Promise<void> {
  const patientId = await newPatient(client);
  if (!patientId) return;
  const { start } = someTime(client);
  const end = new Date(Date.parse(start) + 3_600_000).toISOString();
  const body = {
    kind: "consultation",
    patientId,
    start,
    end,
    resources: [{ resourceId: doctorId }],
  };
  const booked = await book(client, body);
  await client.think(100);
  if (!booked || client.chance.below(4) === 0) return;
  // From either end: the other has to follow.
  const tokenId = (booked as { tokenId?: string | null }).tokenId;
  if (tokenId && client.chance.below(2) === 0) {
    const path = `/v1/opd/tokens/${tokenId}/cancel`;
    await client.done("cancel-token", { path, subject: tokenId });
  } else await act(client, booked.id, "cancel");
}

async function waitFor(client: Client, { rooms }: Ward): Promise<void> {
  const { start, end } = someTime(client);
  const resources = [{ resourceId: client.chance.pick(rooms) }];
  const title = client.mark();
  const body = { resources, earliest: start, latest: end, minutes: 60, title };
  const request = { path: "/v1/bookings/waitlist", body, subject: title };
  const wait = await client.done<Made>("wait", request);
  await client.think(500);
  if (!wait) return;
  const now = await client.done<Made>("look", {
    method: "GET",
    path: `/v1/bookings/waitlist/${wait.id}`,
  });
  const verb = now?.status === "offered" ? "accept" : "cancel";
  const path = `/v1/bookings/waitlist/${wait.id}/${verb}`;
  await client.done(`wait-${verb}`, { path, subject: wait.id });
}

function someTime(client: Client): { start: string; end: string } {
  const hour = String(client.chance.below(hoursUsed)).padStart(2, "0");
  const start = `${dateAfter(3)}T${hour}:00:00.000Z`;
  return { start, end: new Date(Date.parse(start) + 3_600_000).toISOString() };
}

/** In any order: who asks for the same from the other end must not wait for ever. */
function someParts(client: Client, { rooms, labId }: Ward): { resourceId: string }[] {
  const wanted = client.chance.shuffled([...rooms, labId]).slice(0, client.chance.between(1, 3));
  return wanted.map((resourceId) => ({ resourceId }));
}

function book(client: Client, wish: object): Promise<Made | undefined> {
  const title = client.mark();
  const body = { kind: "room", title, ...wish };
  return client.done<Made>("book", { path: "/v1/bookings", body, subject: title });
}

const holdFor = (client: Client, resources: object[], ttlSeconds: number) =>
  client.done<Made>("hold", { path: "/v1/bookings/holds", body: { resources, ttlSeconds } });

const act = (client: Client, id: string, verb: string, body?: object) =>
  client.done<Made>(verb, {
    path: `/v1/bookings/${id}/${verb}`,
    subject: id,
    ...(body ? { body } : {}),
  });
