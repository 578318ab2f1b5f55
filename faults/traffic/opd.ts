// OPD tokens: patients ask for a doctor's slot, emergencies among them; some cancel, some move, some are
// seen. Few slots, so that they are full and people wait for places that are given back.

import type { Client } from "../client.ts";
import { dateAfter, newPatient, openResource, type Traffic } from "./traffic.ts";

interface Token {
  id: string;
  status: string;
}

interface Clinic {
  doctorId: string;
  dates: string[];
}

export const slotPlaces = 10;
const slotsUsed = 6;

export const opd: Traffic<Clinic[]> = {
  product: "opd",
  people: 8,
  async open(client) {
    const clinics: Clinic[] = [];
    for (let n = 0; n < 2; n++) {
      const room = { type: "doctor", slotMinutes: 60, places: slotPlaces };
      const doctorId = await openResource(client, room);
      clinics.push({ doctorId, dates: [dateAfter(1), dateAfter(2)] });
    }
    return clinics;
  },
  async visit(client, clinics) {
    const { chance } = client;
    const { doctorId, dates } = chance.pick(clinics);
    const date = chance.pick(dates);
    const patientId = await newPatient(client);
    if (!patientId) return;
    const token = await ask(client, { patientId, doctorId, slotStart: slotOn(client, date) });
    await client.think(100);
    if (!token) return;
    const what = chance.below(10);
    if (what < 5) await act(client, token.id, "cancel");
    else if (what === 5) {
      await act(client, token.id, "move", { slotStart: slotOn(client, date) });
      await act(client, token.id, "cancel");
    } else if (what < 9) {
      await act(client, token.id, "check-in");
      const called = await callNext(client, doctorId, date);
      if (!called) return;
      await act(client, called.id, "start");
      await act(client, called.id, "complete");
    }
  },
};

function slotOn(client: Client, date: string): string {
  const hour = String(client.chance.below(slotsUsed)).padStart(2, "0");
  return `${date}T${hour}:00:00.000Z`;
}

function ask(client: Client, wish: { patientId: string; doctorId: string; slotStart: string }) {
  const { chance } = client;
  const source = chance.pick(["emergency", "paid", "follow_up", "walk_in", "online"]);
  const body = { ...wish, source, allowAlternative: chance.below(2) === 0 };
  return client.done<Token>("token", { path: "/v1/opd/tokens", body, subject: wish.patientId });
}

async function callNext(client: Client, doctorId: string, date: string) {
  const path = `/v1/opd/doctors/${doctorId}/call-next`;
  return (
    (await client.done<Token | null>("call-next", { path, body: { date, early: true } })) ??
    undefined
  );
}

const act = (client: Client, id: string, verb: string, body?: object) =>
  client.done<Token>(verb, {
    path: `/v1/opd/tokens/${id}/${verb}`,
    subject: id,
    ...(body ? { body } : {}),
  });
