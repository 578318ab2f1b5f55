// What each product's traffic is: something to begin with, and visits, again and again, by many people
// at once.

import type { Client } from "../client.ts";
import type { Product } from "../history.ts";

export interface Traffic<Place = unknown> {
  product: Product;
  /** How many people at once. */
  people: number;
  /** Makes what the visits are about. */
  open(client: Client): Promise<Place>;
  visit(client: Client, place: Place): Promise<void>;
}

export const day = 86_400_000;

/** Some days from now, as a date. */
export function dateAfter(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}

/** What is needed for the visits; without it there is no run. */
export async function made<Body>(client: Client, path: string, body: object, method = "POST") {
  const answer = await client.done<Body>("open", { method, path, body });
  if (answer === undefined) throw new Error(`${method} ${path} failed: the traffic cannot begin`);
  return answer;
}

/** A resource that is open around the clock. */
export async function openResource(
  client: Client,
  { type, slotMinutes, places }: { type: string; slotMinutes: number; places: number },
): Promise<string> {
  const named = { type, name: client.mark(), timezone: "UTC" };
  const { id } = await made<{ id: string }>(client, "/v1/resources", named);
  const weekly = Array.from({ length: 7 }, (_, weekday) => ({
    day: weekday,
    start: "00:00",
    end: "24:00",
  }));
  const capacity = { tokensPerSlot: places, confirmSeveral: places > 1 };
  const hours = { validFrom: dateAfter(-1), slotMinutes, ...capacity, weekly };
  await made(client, `/v1/resources/${id}/availability`, hours, "PUT");
  return id;
}

export async function newPatient(client: Client): Promise<string | undefined> {
  const name = client.mark();
  const patient = await client.done<{ id: string }>("patient", {
    path: "/v1/patients",
    body: { name },
    subject: name,
  });
  return patient?.id;
}
