// Each rule is tried on facts that are spoilt in the way it is there to find: a rule that cannot fail
// shows nothing.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Product } from "../history.ts";
import type { Facts } from "./facts.ts";
import { judge, rules, timedRules } from "./rules.ts";
import { event, operation, soundFacts, ticket } from "./sound-facts.ts";

type Sound = ReturnType<typeof soundFacts>;
type Change = (facts: Sound) => Partial<Facts>;

const controls: Record<string, Record<string, Change>> = {
  "every acknowledged change is there": {
    "a ticket is gone": ({ tickets }) => ({ tickets: tickets.filter(({ id }) => id !== "t2") }),
    "somebody else has the number that was told": ({ tickets }) => ({
      tickets: tickets.map((one) => (one.id === "t2" ? { ...one, number: "7" } : one)),
    }),
    "a call is not in the events": ({ events }) => ({
      events: events.filter(({ type }) => type !== "counter.called"),
    }),
    "a booking is gone": () => ({ bookings: [] }),
  },
  "nothing is done twice for one key": {
    "one join made two tickets": ({ tickets }) => ({
      tickets: [
        ...tickets,
        ticket("t3", "queue", "counter", "done", { sequence: 3, data: { name: "person 1" } }),
      ],
    }),
    "what was refused was done": ({ events }) => ({
      events: [...events, event("queue", 5, "t9", "counter.cancelled", { status: "CANCELLED" })],
    }),
    "one desk called two people with one key": ({ events }) => ({
      events: [...events, event("queue", 5, "t2", "counter.called", { desk: "desk 1" })],
    }),
  },
  "one key, one answer": {
    "a repeated request got another ticket": ({ operations }) => {
      const [first] = operations;
      first!.attempts.push({ ...first!.attempts[0]!, body: { id: "t2", number: "2" } });
      return { operations };
    },
  },
  "numbers are unique and without gaps": {
    "a number twice": ({ tickets }) => ({
      tickets: tickets.map((one) => (one.id === "t2" ? { ...one, sequence: 1 } : one)),
    }),
    "a gap": ({ tickets }) => ({
      tickets: tickets.map((one) => (one.id === "t2" ? { ...one, sequence: 3 } : one)),
    }),
    "two in a slot with one number": ({ tickets }) => ({
      tickets: [...tickets, ticket("k2", "slot", "opd", "holding", { sequence: 1, data: {} })],
    }),
  },
  "every change has its event": {
    "an event is missing": ({ events }) => ({
      events: events.filter(({ type }) => type !== "counter.joined"),
    }),
    "an event nobody numbered": ({ lines }) => ({
      lines: lines.map((one) => (one.id === "box" ? { ...one, lastSeq: 0 } : one)),
    }),
  },
  "calls follow arrival": {
    "the second is called first": ({ events }) => ({
      events: events.map((one) =>
        one.type === "counter.called" ? { ...one, ticketId: "t2" } : one,
      ),
    }),
  },
  "every place is given back once": {
    "a place is given back twice": ({ lines }) => ({
      lines: lines.map((one) => (one.id === "box" ? { ...one, taken: 0 } : one)),
    }),
    "a place is never given back": ({ tickets }) => ({
      tickets: tickets.map((one) =>
        one.id === "k1" ? { ...one, state: "done", status: "CANCELLED" } : one,
      ),
    }),
    "somebody waits without a place in line": ({ tickets }) => ({
      tickets: tickets.map((one) => (one.id === "t2" ? { ...one, waits: false } : one)),
    }),
  },
  "what has ended stays ended": {
    "somebody who left is called": ({ events }) => ({
      events: [
        ...events,
        event("queue", 5, "t2", "counter.cancelled", { status: "CANCELLED" }),
        event("queue", 6, "t2", "counter.called", { status: "CALLED" }),
      ],
    }),
  },
  "no slot is ever over its capacity": {
    "for a moment, three in two places": ({ events }) => {
      const first = events.find(({ type }) => type === "opd.allocated")!;
      const emergency = { ...first.after, source: "emergency" };
      return {
        events: [
          ...events,
          event("day", 2, "k2", "opd.allocated", emergency),
          event("day", 3, "k3", "opd.allocated", emergency),
          event("day", 4, "k3", "opd.cancelled", { ...emergency, status: "CANCELLED" }),
        ],
      };
    },
    "the reserve is given away": ({ events }) => {
      const first = events.find(({ type }) => type === "opd.allocated")!;
      return { events: [...events, event("day", 2, "k2", "opd.allocated", first.after!)] };
    },
  },
  "no box is ever given twice": {
    "for a moment, four of three boxes": ({ events }) => ({
      events: [
        ...events,
        event("box", 2, "r2", "boxes.reserved", { status: "ACTIVE", quantity: 2 }),
        event("box", 3, "r2", "boxes.by_merchant", { status: "CANCELLED", quantity: 2 }),
      ],
    }),
  },
  "no resource is ever booked over its places": {
    "for a moment, two bookings of one room": ({ events }) => {
      const { after } = events.find(({ type }) => type === "booking.approved")!;
      return {
        events: [
          ...events,
          event("room", 2, "b2", "booking.approved", after!),
          event("room", 3, "b3", "booking.approved", after!),
          event("room", 4, "b3", "booking.canceled", { ...after, status: "canceled" }),
        ],
      };
    },
    "two uses in the end": () => ({ busiest: [{ resourceId: "room", most: 2 }] }),
  },
  "bookings have all of their resources": {
    "one is missing": ({ bookings }) => ({
      bookings: bookings.map((one) => ({ ...one, used: 0 })),
    }),
    "a canceled one keeps its time": ({ bookings }) => ({
      bookings: bookings.map((one) => ({ ...one, status: "canceled" })),
    }),
  },
  "tokens and bookings agree": {
    "the token is cancelled, the booking is not": ({ bookings }) => ({
      bookings: bookings.map((one) => ({ ...one, tokenStatus: "CANCELLED" })),
    }),
    "the booking is canceled, the token is not": ({ bookings }) => ({
      bookings: bookings.map((one) => ({ ...one, status: "canceled", used: 0 })),
    }),
  },
  "no room is ever over its cap": {
    "six in five places": ({ operations }) => ({
      operations: [
        ...operations,
        ...[1, 2, 3, 4, 5, 6].flatMap((n) => [
          seen(`q${n}`, "join", "ADMITTED", 5_000),
          seen(`q${n}`, "beat", "ACTIVE", 6_000),
        ]),
      ],
    }),
  },
  "rooms keep the order": {
    "who came last is let in first": ({ operations }) => ({
      operations: [
        ...operations,
        seen("early", "join", "WAITING", 5_000),
        seen("late", "join", "WAITING", 5_100),
        seen("late", "beat", "ADMITTED", 5_200),
        seen("early", "beat", "WAITING", 5_300),
      ],
    }),
  },
  "rooms forget nobody who is done": {
    "a pass is used twice": ({ events }) => ({
      events: [...events, event("sale", 5, "p3", "waitroom.started", {}), started(6)],
    }),
    "somebody who was done is in again": ({ events }) => ({
      events: [...events, event("sale", 5, "p1", "waitroom.admitted", {})],
    }),
  },
  "nothing is overdue": {
    "a hold is never cleared away": () => ({ overdue: [{ what: "holds", count: 7 }] }),
  },
  "nothing is left locked": {
    "a transaction is left open": () => ({ locked: ["idle in transaction for 58 s"] }),
  },
  "servers are alive, with the configured connections": {
    "one ended": () => ({
      instances: [{ n: 0, endedByItself: ["code 1"], ready: true, connections: 3 }],
    }),
    "one is not ready": () => ({
      instances: [{ n: 0, endedByItself: [], ready: false, connections: 3 }],
    }),
    "one has too many connections": () => ({
      instances: [{ n: 0, endedByItself: [], ready: true, connections: 6 }],
    }),
  },
  "answers are honest": {
    "a clock that is wrong is the client's fault": answered(409, "TIME_PASSED"),
    "a fault is a surprise": answered(500, "INTERNAL"),
    "a visitor who was let in is told that they were not": answered(409, "WRONG_STATE", "waitroom"),
  },
  "everybody has an answer": {
    "somebody never got one": answered(0),
  },
  "everybody is served again within five seconds": {
    "six seconds later there is no answer": ({ operations }) => {
      const lost = operation("counter", "join", "queue", { name: "late" }, {}, 503, 9_000);
      return { operations: [...operations, lost] };
    },
  },
};

const all = { ...rules, ...timedRules };

test("facts of a run in which nothing went wrong satisfy every rule", () => {
  assert.deepEqual(
    judge(soundFacts(), all).filter(({ problems }) => problems.length > 0),
    [],
  );
});

test("each rule has a control", () => {
  assert.deepEqual(Object.keys(controls).toSorted(), Object.keys(all).toSorted());
});

for (const [rule, changes] of Object.entries(controls)) {
  describe(`"${rule}" finds it when`, () => {
    for (const [what, change] of Object.entries(changes)) {
      test(what, () => {
        const facts = soundFacts();
        assert.notDeepEqual(all[rule]!({ ...facts, ...change(facts) }), []);
      });
    }
  });
}

describe("what is not known", () => {
  const lost = (facts: Sound): Facts => {
    const unknown = operation("counter", "join", "queue", { name: "person 3" }, {}, 503);
    return { ...facts, operations: [...facts.operations, unknown] };
  };
  const rule = rules["nothing is done twice for one key"]!;
  const third = (id: string) =>
    ticket(id, "queue", "counter", "waiting", { sequence: 3, data: { name: "person 3" } });

  test("may be done or not", () => {
    const facts = lost(soundFacts());
    assert.deepEqual(rule(facts), []);
    assert.deepEqual(rule({ ...facts, tickets: [...facts.tickets, third("t3")] }), []);
  });

  test("is not done twice", () => {
    const facts = lost(soundFacts());
    assert.notDeepEqual(
      rule({ ...facts, tickets: [...facts.tickets, third("t3"), third("t4")] }),
      [],
    );
  });
});

function seen(id: string, name: string, status: string, atMs: number) {
  return operation("waitroom", name, id, {}, { id, status }, 200, atMs);
}

function started(seq: number) {
  return event("sale", seq, "p3", "waitroom.started", {});
}

/** The last attempt of somebody's join was answered so. */
function answered(status: number, code?: string, product: Product = "counter"): Change {
  return ({ operations }) => {
    const body = code ? { code } : {};
    return { operations: [...operations, operation(product, "act", "somebody", {}, body, status)] };
  };
}
