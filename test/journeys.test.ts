// People walk through a house: from reception to a doctor, and on from station to station. Whatever happens on the
// way (a station closes, a request is cut off before its commit or asked again, a step is undone, somebody is put
// back or does not come) nobody is lost, nobody is called twice, and nobody shares a number. The orders are those
// that the server gives to its engine; here they are decided on a book in memory. A failure names its seed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decisionOf } from "../src/engine/batch.ts";
import type { Situation } from "../src/engine/order.ts";
import { Book, type Decision } from "../src/kernel/book.ts";
import type { Line, Ticket } from "../src/kernel/line.ts";
import type { Policy, Transition } from "../src/kernel/policy.ts";
import { Refusal } from "../src/kernel/refusal.ts";
import * as decisions from "../src/opd/core/decisions.ts";
import * as tokens from "../src/opd/core/orders.ts";
import { policyOf as policyOfDay } from "../src/opd/core/policy.ts";
import { defaultRules, emptySlotStats, labelOf, levels } from "../src/opd/core/rules.ts";
import type { Day, Token } from "../src/opd/core/rules.ts";
import { dayLineId, slotLineId } from "../src/opd/days/ids.ts";
import * as queues from "../src/walkin/orders.ts";
import { defaultSettings, policyOf as policyOfQueue } from "../src/walkin/rules.ts";
import type { CounterTicket, QueueSettings } from "../src/walkin/rules.ts";

/** Of either part of the server. */
type AnyOrder = tokens.OpdOrder | ReturnType<typeof queues.callNext>;

const journeys = 100_000;
const peopleInHouse = 40;
const by = { orgId: "org", actor: "test" };
const hour = 3_600_000;
const dates = ["2026-03-02", "2026-03-03"];
const doctors = ["doctor-a", "doctor-b"];
const codes = ["R", "RA"];
const stations = ["lab", "x-ray", "pharmacy", "billing"];

function lineOf(id: string, groupId: string, product: string, more: Partial<Line> = {}): Line {
  const zeros = Array.from({ length: product === "opd" ? levels : 1 }, () => 0);
  const counters = { eventSeq: 0, sequence: 0, period: "", lastRank: 0, reserve: 0, taken: 0 };
  const open = { ageingMs: null, capacity: null, stats: {}, deadlineAt: null };
  return {
    orgId: "org",
    id,
    groupId,
    product,
    waiting: zeros,
    heads: zeros,
    ...counters,
    ...open,
    ...more,
  };
}

/** A house with everybody in it who comes in two days. */
class House {
  #seed: number;
  #tickets = 0;
  readonly book: Book;
  now = Date.parse("2026-03-02T09:00:00Z");
  readonly settings = new Map<string, { settings: unknown; policy: Policy }>();
  /** Who goes on without having ended: by the token that they came with, where they are now. */
  readonly inHouse = new Map<string, string>();
  /** Tickets that are called or served: each was called once since it waited last. */
  readonly called = new Set<string>();
  calls = 0;
  ended = 0;

  constructor(seed: number) {
    this.#seed = seed + 1;
    const lines: Line[] = [];
    for (const [i, doctorId] of doctors.entries()) {
      for (const date of dates) lines.push(...this.#dayOf(doctorId, codes[i]!, date));
    }
    for (const id of stations) {
      lines.push(lineOf(id, id, "counter"));
      this.#set(id, {});
    }
    this.book = new Book(lines, []);
  }

  #dayOf(doctorId: string, code: string, date: string): Line[] {
    const start = Date.parse(`${date}T09:00:00Z`);
    const slot = { start, end: start + 9 * hour, capacity: peopleInHouse };
    const dayId = dayLineId(doctorId, date);
    const limits = { capacity: peopleInHouse, emergencyReserve: 0 };
    const rules = { ...defaultRules, numbering: "stable" as const };
    const known = { dayId, doctorId, doctorName: doctorId, active: true, date, timezone: "UTC" };
    const endsAt = Date.parse(`${date}T24:00:00Z`);
    const day: Day = { ...known, code, endsAt, limits, rules, slots: [slot] };
    this.settings.set(dayId, { settings: day, policy: policyOfDay(day) });
    const { capacity } = slot;
    const more = { capacity, stats: emptySlotStats(slot) };
    const slotId = slotLineId(doctorId, start);
    return [lineOf(dayId, dayId, "opd"), lineOf(slotId, dayId, "opd", more)];
  }

  #set(id: string, change: Partial<QueueSettings>): void {
    const known = { ...defaultSettings, numberReset: "never" as const, desks: [], name: id };
    const settings: QueueSettings = { ...known, prefix: id.toUpperCase(), ...change };
    this.settings.set(id, { settings, policy: policyOfQueue(settings) });
  }

  random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.random(list.length)];
  }

  #newId = () => `ticket-${(this.#tickets += 1)}`;

  /** All orders are written, or none of them. */
  #commit(...orders: AnyOrder[]): Refusal | Decision[] {
    const found = new Set(orders.flatMap(({ lineIds }) => [...lineIds]));
    const decided: Decision[] = [];
    for (const order of orders) {
      const ticket = order.ticketId === undefined ? undefined : this.book.ticket(order.ticketId);
      const lineId = ticket ? this.book.line(ticket.lineId)!.groupId : order.lineIds[0];
      assert.ok(found.has(lineId), "the line of the ticket is locked");
      const { settings, policy } = this.settings.get(lineId)!;
      const situation: Situation = {
        book: this.book,
        line: this.book.line(lineId)!,
        settings,
        settingsOf: (id) => this.settings.get(id)?.settings,
        ahead: () => undefined,
        holderOf: (key) => this.book.holderOf(key),
        heldUntil: () => null,
        now: this.now,
      };
      const decision = decisionOf(order, situation, policy);
      if (decision instanceof Refusal) return decision;
      decided.push(decision);
    }
    // A process is killed now and then: what it has not committed did not happen.
    if (this.random(50) === 0) return [];
    for (const decision of decided) {
      this.book.apply(decision);
      for (const transition of decision.transitions) this.#follow(transition);
    }
    return decided;
  }

  #follow({ step, before, after }: Transition): void {
    const person = personOf(after);
    const wasActive = before !== null && before.state !== "done";
    const isActive = after.state !== "done";
    const where = this.inHouse.get(person);
    if (wasActive) assert.equal(where, before.id, "somebody is in one place");
    if (isActive && !wasActive) assert.equal(where, undefined, "nobody is in two places");
    if (isActive) this.inHouse.set(person, after.id);
    else if (wasActive) this.inHouse.delete(person);
    if (step === "taken") {
      assert.ok(!this.called.has(after.id), "nobody is called twice");
      this.calls += 1;
    }
    const isCalled = after.state === "holding" || after.state === "serving";
    if (isCalled && this.#isStation(after)) this.called.add(after.id);
    else this.called.delete(after.id);
  }

  #isStation = ({ lineId }: Ticket) => stations.includes(lineId);

  #ofState<T extends Ticket>(...states: Ticket["state"][]): T[] {
    return [...this.inHouse.values()]
      .map((id) => this.book.ticket(id)!)
      .filter(({ state }) => states.includes(state)) as T[];
  }

  come(): void {
    const i = this.random(doctors.length);
    const [doctorId, date] = [
      doctors[i]!,
      dates[this.now < Date.parse(`${dates[1]!}T00:00Z`) ? 0 : 1]!,
    ];
    const ticketId = this.#newId();
    const emergency = this.random(10) === 0;
    const order = tokens.allocate(by, doctorId, date, {
      ticketId,
      patientId: ticketId,
      patientName: ticketId,
      slotStart: Date.parse(`${date}T09:00:00Z`),
      source: "walk_in",
      emergency,
      allowAlternative: true,
    });
    while (!this.book.ticket(ticketId)) this.#commit(order);
  }

  /** Something happens to somebody. */
  step(): void {
    this.now += 60_000;
    const chance = this.random(20);
    if (chance === 0) return this.#openOrClose();
    if (chance < 7) return this.#withDoctor();
    if (chance < 12) return void this.#commit(queues.callNext(by, this.#pick(stations)!, "1"));
    const ticket = this.#pick(this.#ofState<CounterTicket>("waiting", "holding", "serving"));
    if (ticket && this.#isStation(ticket)) this.#atStation(ticket);
  }

  #openOrClose(): void {
    const states = ["open", "paused", "closed"] as const;
    const maxWaiting = this.random(2) === 0 ? null : 1;
    this.#set(this.#pick(stations)!, { state: this.#pick(states)!, maxWaiting });
  }

  #withDoctor(): void {
    const inRoom = this.#ofState<Token>("holding", "serving").filter(
      (one) => !this.#isStation(one),
    );
    const token = this.#pick(inRoom);
    if (!token) return;
    if (token.state === "holding") {
      return void this.#commit(tokens.onToken(by, token, decisions.start));
    }
    if (this.random(8) === 0) {
      const done = this.#commit(tokens.onToken(by, token, decisions.complete));
      if (!(done instanceof Refusal) && done.length > 0) this.ended += 1;
      return;
    }
    const send = () => this.#sendOn(token, this.#pick(stations)!);
    // Asked twice, as by a double press or a second person.
    if (send() && this.random(4) === 0) assert.equal(send(), false, "somebody is sent on once");
  }

  #sendOn(token: Token, queueId: string): boolean {
    const ticketId = this.#newId();
    const number = labelOf(token)!;
    const from = { name: "the doctor", tokenId: token.id };
    const done = this.#commit(
      tokens.sendOn(by, token, { queueId, queueName: queueId, ticketId }),
      queues.receive(by, queueId, {
        ticketId,
        number,
        name: token.data.patientName,
        from,
      }),
    );
    if (done instanceof Refusal) {
      assert.ok(["QUEUE_CLOSED", "WRONG_STATE"].includes(done.code), done.code);
      return false;
    }
    return done.length > 0;
  }

  #atStation(ticket: CounterTicket): void {
    const queueId = this.#pick(stations)!;
    const { settings } = this.settings.get(queueId)! as { settings: QueueSettings };
    const to = { settings, line: this.book.line(queueId)! };
    const endings = ["SERVED", "SERVED", "SERVED", "CANCELLED", "NO_SHOW"] as const;
    const orders = [
      () => queues.serve(by, ticket),
      () => queues.end(by, ticket, this.#pick(endings)!),
      () => queues.transfer(by, ticket, to, this.random(3) === 0 ? "arrival" : "end"),
      () => queues.requeue(by, ticket, this.random(2) === 0 ? "front" : "back"),
      () => queues.recall(by, ticket),
    ];
    const done = this.#commit(this.#pick(orders)!());
    if (done instanceof Refusal || done.length === 0) return;
    const after = this.book.ticket(ticket.id) as CounterTicket;
    if (this.random(10) > 0) {
      if (after.state === "done") this.ended += 1;
      return;
    }
    const { lineId } = after.previous ?? after;
    const former = this.settings.get(lineId)! as { settings: QueueSettings };
    const back = { settings: former.settings, line: this.book.line(lineId)! };
    this.#commit(queues.undo(by, after, back));
    if (this.book.ticket(ticket.id)!.state === "done") this.ended += 1;
  }

  /** Everybody who has come is somewhere, once, under a number of their own. */
  check(came: number): void {
    assert.equal(this.inHouse.size + this.ended, came, "nobody is lost");
    const numbers = this.#ofState("waiting", "holding", "serving")
      .filter(this.#isStation)
      .map(({ number }) => number);
    assert.equal(new Set(numbers).size, numbers.length, `one number each: ${numbers.join(" ")}`);
  }

  /** The day goes on until nobody is left: everybody who waits is called. */
  empty(): void {
    for (const id of stations) this.#set(id, {});
    for (let tries = 0; this.inHouse.size > 0; tries++) {
      assert.ok(tries < 2_000, `${this.inHouse.size} people are never called`);
      this.now += 60_000;
      this.#withDoctor();
      for (const id of stations) this.#commit(queues.callNext(by, id, "1"));
      for (const ticket of this.#ofState<CounterTicket>("holding", "serving")) {
        if (!this.#isStation(ticket)) continue;
        const done = this.#commit(queues.end(by, ticket, "SERVED"));
        if (!(done instanceof Refusal) && done.length > 0) this.ended += 1;
      }
    }
  }
}

/** The token is the person: a ticket at a station names it. */
const personOf = (ticket: Ticket) => (ticket as CounterTicket).data.from?.tokenId ?? ticket.id;

function play(seed: number): { came: number; calls: number } {
  const house = new House(seed);
  for (let came = 0; came < peopleInHouse; came++) {
    house.come();
    // The second half comes the next morning: who still waits has a number of the day before.
    if (came === peopleInHouse / 2 - 1) house.now = Date.parse(`${dates[1]!}T09:00:00Z`);
    for (let steps = house.random(14); steps > 0; steps--) house.step();
    house.check(came + 1);
  }
  house.empty();
  house.check(peopleInHouse);
  return { came: peopleInHouse, calls: house.calls };
}

test(`${journeys} random journeys lose nobody, call nobody twice, and give nobody a number that another has`, () => {
  let calls = 0;
  for (let seed = 0; seed < journeys / peopleInHouse; seed++) {
    try {
      calls += play(seed).calls;
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  assert.ok(calls > journeys / 2, `only ${calls} calls`);
});
