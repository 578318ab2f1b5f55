// Facts of a small run in which nothing went wrong, for the negative controls: each takes a copy and
// spoils one thing.

import type { Operation, Product } from "../history.ts";
import type { EventRow, Facts, TicketRow } from "./facts.ts";

const doctorId = "doctor";
const slot = { doctorId, slotStart: 1_800_000 };
const parts = [{ resourceId: "room", start: "10:00", end: "11:00" }];

export function soundFacts(): Facts & { operations: Operation[] } {
  return structuredClone({
    operations: [
      ...[1, 2].map((n) =>
        operation(
          "counter",
          "join",
          "queue",
          { name: `person ${n}` },
          { id: `t${n}`, number: `${n}` },
        ),
      ),
      operation("counter", "call-next", "queue", { desk: "desk 1" }, { id: "t1", number: "1" }),
      operation("counter", "serve", "t1", {}, { id: "t1", number: "1" }),
      operation("counter", "cancel", "t9", {}, { code: "WRONG_STATE" }, 409),
      operation("opd", "token", "patient", { patientId: "patient" }, { id: "k1" }),
      operation("booking", "book", "visit", { title: "visit" }, { id: "b1" }),
      operation("boxes", "reserve", "shopper", { userId: "shopper" }, { id: "r1" }),
      ...visit("p1", 1_000),
      ...visit("p2", 1_200),
    ],
    faults: [{ kind: "server killed", instance: 0, startMs: 2_000, backMs: 3_000 }],
    events: [
      event("queue", 1, "t1", "counter.joined", { status: "WAITING", priority: "standard" }),
      event("queue", 2, "t2", "counter.joined", { status: "WAITING", priority: "standard" }),
      event("queue", 3, "t1", "counter.called", {
        status: "CALLED",
        priority: "standard",
        desk: "desk 1",
      }),
      event("queue", 4, "t1", "counter.serving", { status: "SERVING", priority: "standard" }),
      event("day", 1, "k1", "opd.allocated", { status: "ALLOCATED", source: "paid", ...slot }),
      event("room", 1, "b1", "booking.approved", { status: "approved", resources: parts }),
      event("box", 1, "r1", "boxes.reserved", { status: "ACTIVE", quantity: 2 }),
      ...["joined", "admitted", "started", "completed"].map((type, i) =>
        event("sale", i + 1, "p1", `waitroom.${type}`, {}),
      ),
    ],
    lines: [
      line("queue", "counter", 4, { sequence: 2, waiting: 1 }),
      line("day", "opd", 1, {}),
      line("slot", "opd", 0, { capacity: 2, reserve: 1, taken: 1 }),
      line("room", "resource", 1, {}),
      line("box", "boxes", 1, { capacity: 3, taken: 2 }),
      line("sale", "waitroom", 4, {}),
    ],
    tickets: [
      ticket("t1", "queue", "counter", "serving", {
        sequence: 1,
        version: 3,
        data: { name: "person 1" },
      }),
      ticket("t2", "queue", "counter", "waiting", { sequence: 2, data: { name: "person 2" } }),
      ticket("k1", "slot", "opd", "holding", { sequence: 1, data: { patientId: "patient" } }),
      ticket("r1", "box", "boxes", "holding", {
        sequence: 1,
        places: 2,
        data: { userId: "shopper" },
      }),
    ],
    patients: [],
    bookings: [
      {
        id: "b1",
        status: "approved",
        title: "visit",
        tokenId: "k1",
        tokenStatus: "ALLOCATED",
        named: 1,
        used: 1,
      },
    ],
    waits: [],
    inventories: [],
    resources: [
      { id: "room", places: 1 },
      { id: doctorId, places: 2 },
    ],
    busiest: [{ resourceId: "room", most: 1 }],
    queues: [{ id: "queue", daily: false }],
    overdue: [],
    locked: [],
    instances: [{ n: 0, endedByItself: [], ready: true, connections: 3 }],
    maxConnections: 5,
  } satisfies Facts);
}

/** Joins, waits, is let in, is done. */
function visit(id: string, atMs: number): Operation[] {
  const told = (name: string, status: string, afterMs: number) =>
    operation("waitroom", name, id, {}, { id, status }, 200, atMs + afterMs);
  return [
    told("join", "WAITING", 0),
    told("beat", "WAITING", 20),
    told("beat", "ADMITTED", 500),
    told("start", "ACTIVE", 550),
    told("complete", "COMPLETED", 600),
  ];
}

let made = 0;

export function operation(
  product: Product,
  name: string,
  subject: string,
  sent: object,
  body: object,
  status = 200,
  startMs = 1_000,
): Operation {
  const attempt = { instance: 0, startMs, endMs: startMs + 10, status, body };
  return {
    n: ++made,
    client: "somebody",
    product,
    name,
    method: "POST",
    path: "/",
    sent,
    key: `key ${made}`,
    subject,
    attempts: [attempt],
  };
}

export function event(
  lineId: string,
  seq: number,
  ticketId: string,
  type: string,
  after: Record<string, unknown>,
): EventRow {
  return { lineId, seq, ticketId, type, before: null, after };
}

function line(id: string, product: string, lastSeq: number, more: object) {
  const empty = { sequence: 0, capacity: null, reserve: 0, taken: 0, waiting: 0 };
  return { id, product, lastSeq, ...empty, ...more };
}

export function ticket(
  id: string,
  lineId: string,
  product: string,
  state: string,
  more: { sequence: number; version?: number; places?: number; data: Record<string, unknown> },
): TicketRow {
  const { places = 1, version = 1 } = more;
  const number = String(more.sequence);
  const status = state.toUpperCase();
  const waits = state === "waiting";
  const joinedOn = "2026-01-01";
  return { id, lineId, product, state, status, places, version, number, joinedOn, waits, ...more };
}
