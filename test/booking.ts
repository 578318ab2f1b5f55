// Resources that can be booked, and the few steps that every story about bookings starts with.
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { newResource, type TestResource } from "./availability.ts";
import { api, type Answer, type Client, type Sending } from "./http.ts";

export type Body = Answer["body"];

/** A Monday in the future of the tests' clock. */
export const monday = "2026-03-09";

/** "10:00" of that Monday, or of another date. */
export const at = (time: string, date = monday) => `${date}T${time}:00.000Z`;

export interface OpenOptions {
  type?: string;
  name?: string;
  places?: number;
  from?: string;
  to?: string;
  timezone?: string;
  slotMinutes?: number;
}

const letters: Record<string, string> = { ot: "Theatre", doctor: "Dr Rao", lab: "Lab" };

/** Open every day from 08:00 to 18:00 unless said. */
export async function openResource(app: TestApp, options: OpenOptions = {}): Promise<TestResource> {
  const { type = "consultation_room", places = 1, from = "08:00", to = "18:00" } = options;
  const { name = letters[type] ?? "Room", timezone = "UTC", slotMinutes = 30 } = options;
  const resource = await newResource(app, { type, name, timezone });
  const weekly = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: from, end: to }));
  const configured = await resource.configure({
    validFrom: "2026-01-01",
    slotMinutes,
    tokensPerSlot: places,
    confirmSeveral: places > 1,
    weekly,
  });
  assert.equal(configured.status, 200, JSON.stringify(configured.body));
  return resource;
}

export interface Part {
  resourceId: string;
  start?: string;
  end?: string;
}

export type Wish = Record<string, unknown> & { resources: (TestResource | Part)[] };

const partOf = (part: TestResource | Part): Part =>
  "id" in part ? { resourceId: part.id } : { ...part };

/** A room from 10:00 to 11:00 unless said. */
export function ask(
  app: TestApp,
  { resources, ...wish }: Wish,
  sending?: Sending,
  client: Client = api(app),
): Promise<Answer> {
  const body = {
    kind: "room",
    start: at("10:00"),
    end: at("11:00"),
    resources: resources.map(partOf),
    ...wish,
  };
  return client.post("/v1/bookings", body, sending);
}

export async function book(app: TestApp, wish: Wish): Promise<Body> {
  return expecting(201, await ask(app, wish));
}

/** Asked for by somebody who may not book at once. */
export async function request(app: TestApp, wish: Wish): Promise<Body> {
  return expecting(201, await ask(app, { ...wish, request: true }));
}

export const hold = (app: TestApp, resources: Part[], more: object = {}, sending?: Sending) =>
  api(app).post("/v1/bookings/holds", { resources, ...more }, sending);

export async function act(app: TestApp, id: string, verb: string, body?: object): Promise<Body> {
  return expecting(200, await api(app).post(`/v1/bookings/${id}/${verb}`, body));
}

export async function bookingNow(app: TestApp, id: string): Promise<Body> {
  return expecting(200, await api(app).get(`/v1/bookings/${id}`));
}

export async function wait(app: TestApp, resources: TestResource[], over: object = {}) {
  const answer = await api(app).post("/v1/bookings/waitlist", {
    resources: resources.map(({ id }) => ({ resourceId: id })),
    earliest: at("10:00"),
    latest: at("11:00"),
    minutes: 60,
    ...over,
  });
  return expecting(201, answer);
}

export async function waitNow(app: TestApp, id: string): Promise<Body> {
  return expecting(200, await api(app).get(`/v1/bookings/waitlist/${id}`));
}

/** Free stretches of the Monday, as wall-clock times. */
export async function freeOn(resource: TestResource, date = monday): Promise<string[]> {
  const { body } = await resource.get(`/free?from=${at("00:00", date)}&to=${at("23:59", date)}`);
  return body.map((one: Body) => `${one.start.slice(11, 16)}-${one.end.slice(11, 16)}`);
}

export function expecting(status: number, answer: Answer): Body {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
}

/** Refused with this code; says when the first conflict is. */
export function refused(answer: Answer, status: number, code: string): Body {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code, JSON.stringify(answer.body));
  return answer.body;
}
