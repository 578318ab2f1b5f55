// A doctor's day for tests: the few steps that every story about tokens starts with.
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { newResource } from "./availability.ts";
import { api, type Answer, type Sending } from "./http.ts";

export interface ClinicOptions {
  /** One-hour slots from 10:00 on. */
  slots?: number;
  places?: number;
  /** Slots of fewer than ten places keep none unless said. */
  reserve?: number;
  timezone?: string;
  name?: string;
}

export type Body = Answer["body"];

export interface Wish {
  patientId?: string;
  /** "10:00" of the day. */
  at?: string;
  source?: string;
  emergency?: boolean;
  allowAlternative?: boolean;
  doctorId?: string;
}

export class Clinic {
  readonly app: TestApp;
  readonly doctorId: string;
  readonly date: string;
  readonly resource: Awaited<ReturnType<typeof newResource>>;

  constructor(app: TestApp, resource: Awaited<ReturnType<typeof newResource>>, date: string) {
    this.app = app;
    this.resource = resource;
    this.doctorId = resource.id;
    this.date = date;
  }

  /** A time of the day as an instant, in UTC. */
  at(time: string, date = this.date): string {
    return `${date}T${time}:00.000Z`;
  }

  /** The same day some days later. */
  later(days: number): string {
    return new Date(Date.parse(this.date) + days * 86_400_000).toISOString().slice(0, 10);
  }

  /** Asks for a token, for somebody new unless said. */
  async ask({ at = "10:00", patientId, ...wish }: Wish = {}, sending?: Sending): Promise<Answer> {
    const body = {
      patientId: patientId ?? (await newPatient(this.app)),
      doctorId: this.doctorId,
      slotStart: at.includes("T") ? at : this.at(at),
      source: "walk_in",
      ...wish,
    };
    return api(this.app).post("/v1/opd/tokens", body, sending);
  }

  async token(wish: Wish = {}): Promise<Body> {
    const answer = await this.ask(wish);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  async tokens(count: number, wish: Wish = {}): Promise<Body[]> {
    const all: Body[] = [];
    for (let i = 0; i < count; i++) all.push(await this.token(wish));
    return all;
  }

  /** Also somebody whose slot has not begun: the morning of these tests begins an hour before the first. */
  async callNext(): Promise<Body> {
    const answer = await this.askForNext({ early: true });
    assert.ok(answer.status === 200 || answer.status === 204, JSON.stringify(answer.body));
    return answer.body;
  }

  askForNext(more: { early?: boolean } = {}): Promise<Answer> {
    const path = `/v1/opd/doctors/${this.doctorId}/call-next`;
    return api(this.app).post(path, { date: this.date, ...more });
  }

  async slot(time = "10:00", date = this.date): Promise<Body> {
    const slots = await this.slots(date);
    const slot = slots.find(({ start }) => start === this.at(time, date));
    assert.ok(slot, `there is no slot at ${time}`);
    return slot;
  }

  async slots(date = this.date): Promise<Body[]> {
    const answer = await api(this.app).get(`/v1/opd/slots?doctorId=${this.doctorId}&date=${date}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  }

  setSlot(time: string, capacity: number, emergencyReserve?: number): Promise<Answer> {
    const slotStart = time.includes("T") ? time : this.at(time);
    const body = { doctorId: this.doctorId, slotStart, capacity, emergencyReserve };
    return api(this.app).put("/v1/opd/slots", body);
  }

  setLimits(limits: object): Promise<Answer> {
    return api(this.app).put(`/v1/opd/doctors/${this.doctorId}`, limits);
  }

  /** The doctor is away between two times of the day. */
  leave(from: string, to: string, conflicts?: string): Promise<Answer> {
    const { resource } = this;
    const [start, end] = [this.at(from), this.at(to)];
    return resource.except({ available: false, start, end, reason: "Leave", conflicts });
  }
}

/** On a day of its own, at 09:00: the test's clock goes on to the next morning. */
export async function openClinic(app: TestApp, options: ClinicOptions = {}): Promise<Clinic> {
  const now = app.clock.fixed().getTime();
  const day = 86_400_000;
  const morning = (Math.floor(now / day) + 1) * day + 9 * 3_600_000;
  app.clock.advance(morning - now);
  return newClinic(app, { name: "Dr Rao", ...options });
}

/** One more doctor, on the same day. */
export async function newClinic(app: TestApp, options: ClinicOptions = {}): Promise<Clinic> {
  const { slots = 3, places = 10, timezone = "UTC", name = "Dr Iyer" } = options;
  const { reserve = places < 10 ? 0 : undefined } = options;
  const resource = await newResource(app, { name, timezone });
  const weekly = Array.from({ length: 7 }, (_, weekday) => ({
    day: weekday,
    start: "10:00",
    end: `${10 + slots}:00`,
  }));
  const hours = { validFrom: "2026-01-01", slotMinutes: 60, tokensPerSlot: places, weekly };
  const configured = await resource.configure(hours);
  assert.equal(configured.status, 200, JSON.stringify(configured.body));
  const clinic = new Clinic(app, resource, app.clock.fixed().toISOString().slice(0, 10));
  if (reserve === undefined) return clinic;
  const set = await clinic.setLimits({ emergencyReserve: reserve });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  return clinic;
}

let patients = 0;

export async function newPatient(app: TestApp, given: object = {}): Promise<string> {
  patients += 1;
  const answer = await api(app).post("/v1/patients", { name: `Patient ${patients}`, ...given });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}

/** One of the verbs on a token, by staff: the token afterwards. A no-show has a reason unless one is said. */
export async function act(
  app: TestApp,
  id: string,
  verb: string,
  body: object | undefined = verb === "no-show" ? { reason: "Went home" } : undefined,
): Promise<Body> {
  const answer = await api(app).post(`/v1/opd/tokens/${id}/${verb}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

export async function tokenNow(app: TestApp, id: string): Promise<Body> {
  const answer = await api(app).get(`/v1/opd/tokens/${id}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

export const setRules = (app: TestApp, rules: object): Promise<Answer> =>
  api(app).patch("/v1/opd/settings", rules);

export const numbersOf = (tokens: Body[]) => tokens.map(({ number }) => number);
export const idsOf = (tokens: Body[]) => tokens.map(({ id }) => id);
