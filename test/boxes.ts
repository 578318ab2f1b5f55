// A bakery with boxes for tests: the few steps that every story about reservations starts with.
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { api, type Answer, type Client, type Sending } from "./http.ts";

export type Body = Answer["body"];

export const eveningBox = {
  title: "Evening bread",
  quantity: 5,
  price: 450,
  pickupStart: "17:00",
  pickupEnd: "19:00",
};

let users = 0;
export const newUser = () => `user-${++users}`;

export class Bakery {
  readonly app: TestApp;
  readonly id: string;

  constructor(app: TestApp, id: string) {
    this.app = app;
    this.id = id;
  }

  /** Boxes for today, unless another date is given. */
  async offer(given: object = {}): Promise<Box> {
    const today = this.app.clock.fixed().toISOString().slice(0, 10);
    const answer = await this.ask({ ...eveningBox, date: today, ...given });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return new Box(this, answer.body.id);
  }

  ask(body: object, sending?: Sending): Promise<Answer> {
    return api(this.app).post(`/v1/merchants/${this.id}/inventories`, body, sending);
  }

  pickUp(code: string, sending?: Sending): Promise<Answer> {
    return api(this.app).post(`/v1/merchants/${this.id}/pickups`, { code }, sending);
  }

  async change(patch: object): Promise<Body> {
    return ok(await api(this.app).patch(`/v1/merchants/${this.id}`, patch));
  }

  async boxType(given: object = {}): Promise<Body> {
    const body = { ...eveningBox, weekdays: [0, 1, 2, 3, 4], ...given };
    const answer = await api(this.app).post(`/v1/merchants/${this.id}/box-types`, body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  /** What the merchant sees of some dates. */
  async day(from?: string, to?: string): Promise<Body[]> {
    const query = from ? `?from=${from}&to=${to ?? from}` : "";
    return ok(await api(this.app).get(`/v1/merchants/${this.id}/inventories${query}`)).items;
  }
}

export class Box {
  readonly bakery: Bakery;
  readonly id: string;

  constructor(bakery: Bakery, id: string) {
    this.bakery = bakery;
    this.id = id;
  }

  /** Asks for a box, for somebody new unless said. */
  ask(wish: object = {}, sending?: Sending): Promise<Answer> {
    const path = `/v1/inventories/${this.id}/reservations`;
    return api(this.bakery.app).post(path, { userId: newUser(), ...wish }, sending);
  }

  async reserve(wish: object = {}, sending?: Sending): Promise<Body> {
    const answer = await this.ask(wish, sending);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  async waitlist(wish: object = {}): Promise<Body> {
    const reservation = await this.reserve({ waitlist: true, ...wish });
    assert.equal(reservation.status, "WAITLISTED");
    return reservation;
  }

  async sellOut(): Promise<Body[]> {
    const { remaining } = await this.view();
    return Promise.all(Array.from({ length: remaining }, () => this.reserve()));
  }

  /** As everybody sees it. */
  async view(): Promise<Body> {
    return ok(await api(this.bakery.app, null).get(`/v1/inventories/${this.id}`));
  }

  /** As the merchant sees it. */
  async counts(): Promise<Body> {
    const { date } = await this.view();
    return (await this.bakery.day(date)).find(({ id }) => id === this.id);
  }

  change(patch: object, sending?: Sending): Promise<Answer> {
    return api(this.bakery.app).patch(`/v1/inventories/${this.id}`, patch, sending);
  }
}

/** In Lisbon in winter: its clock shows UTC. */
export async function openBakery(app: TestApp, given: object = {}): Promise<Bakery> {
  const body = { name: "Panificio", timezone: "Europe/Lisbon", currency: "EUR", ...given };
  const answer = await api(app).post("/v1/merchants", body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return new Bakery(app, answer.body.id);
}

/** One of the verbs on a reservation: the reservation afterwards. */
export async function act(app: TestApp, id: string, verb: string): Promise<Body> {
  return ok(await api(app).post(`/v1/reservations/${id}/${verb}`));
}

export async function reservationNow(app: TestApp, id: string): Promise<Body> {
  return ok(await api(app).get(`/v1/reservations/${id}`));
}

export const holder = (app: TestApp, { secret }: Body): Client => api(app, secret);

export const minutes = (count: number) => count * 60_000;

/** The same number of minutes later, with everything done that is due by then. */
export async function after(app: TestApp, count: number): Promise<void> {
  app.clock.advance(minutes(count));
  await app.sweep();
}

function ok({ status, body }: Answer): Body {
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
