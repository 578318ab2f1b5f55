// Random histories of commands on the kernel: whatever happens, the promises of a line hold.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Book } from "./book.ts";
import { decide, type Command } from "./decide.ts";
import {
  compareOrder,
  placeFor,
  placesOpenTo,
  waitingCount,
  type Line,
  type Ticket,
} from "./line.ts";
import type { Policy } from "./policy.ts";
import { Refusal } from "./refusal.ts";

const lineOf = (some: Partial<Line>): Line => ({
  orgId: "org",
  id: "a",
  groupId: "a",
  product: "test",
  eventSeq: 0,
  sequence: 0,
  period: "",
  lastRank: 0,
  waiting: [0, 0, 0],
  heads: [0, 0, 0],
  ageingMs: null,
  capacity: null,
  reserve: 0,
  taken: 0,
  stats: {},
  deadlineAt: null,
  ...some,
});

const policyOf = (places: Policy["places"]): Policy => ({
  places,
  statusOf: { waiting: "WAITING", holding: "HOLDING", serving: "SERVING" },
  endings: {
    SEEN: { from: ["serving"], givesPlaceBack: false },
    CANCELLED: { from: ["waiting", "holding"], givesPlaceBack: true },
    EXPIRED: { from: ["holding"], givesPlaceBack: true },
  },
  undoMs: 60_000,
  mayUseReserve: (priority) => priority === 0,
  mayPutBack: (ticket) => ticket.state === "holding" || ticket.state === "serving",
  numbers: "on arrival",
  period: (now) => String(Math.floor(now / 3_600_000)),
  numberText: (sequence) => `T-${sequence}`,
  deadline: (state, now) => (state === "holding" ? now + 600_000 : null),
  eventType: ({ step }) => step,
});

type Act =
  | { act: "arrive"; line: "a" | "b"; priority: number; places: number }
  | { act: "take"; line: "a" | "b" }
  | {
      act: "ticket";
      pick: number;
      what: Exclude<Command["do"], "arrive" | "take">;
      ending: string;
      front: boolean;
    }
  | { act: "wait"; ms: number };

const line = fc.constantFrom("a" as const, "b" as const);
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("arrive" as const),
      line,
      priority: fc.nat(2),
      places: fc.constantFrom(1, 1, 1, 2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("take" as const), line }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("ticket" as const),
      pick: fc.nat(1000),
      what: fc.constantFrom("start", "end", "put back", "move", "change", "undo"),
      ending: fc.constantFrom("SEEN", "CANCELLED", "EXPIRED"),
      front: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("wait" as const), ms: fc.nat(2_000_000) }) },
);

const setups = fc.record({
  places: fc.constantFrom("on call" as const, "on arrival" as const),
  capacity: fc.integer({ min: 1, max: 6 }),
  reserve: fc.nat(2),
  ageingMs: fc.constantFrom(null, 60_000),
  acts: fc.array(acts, { maxLength: 120 }),
});

type Setup = typeof setups extends fc.Arbitrary<infer T> ? T : never;

interface Seen {
  book: Book;
  before: Map<string, Ticket>;
  tickets: Ticket[];
  policy: Policy;
  command: Command;
  taken: Ticket[];
  /** The last number seen in each line and period. */
  numbers: Map<string, number>;
}

/** Plays a history; `check` sees the book after every command that changed something. */
function play(setup: Setup, check: (seen: Seen) => void): Book {
  const policy = policyOf(setup.places);
  const limits =
    setup.places === "on arrival"
      ? { capacity: setup.capacity, reserve: Math.min(setup.reserve, setup.capacity) }
      : {};
  const limitsOfTiers = { ageingMs: setup.ageingMs, ...limits };
  const book = new Book(
    [lineOf({ id: "a", ...limitsOfTiers }), lineOf({ id: "b", groupId: "b", ...limitsOfTiers })],
    [],
  );
  const numbers = new Map<string, number>();
  let now = 1_700_000_000_000;
  let made = 0;
  for (const act of setup.acts) {
    if (act.act === "wait") {
      now += act.ms;
      continue;
    }
    const command = commandOf(act, book, () => `t${String(made++).padStart(4, "0")}`);
    if (!command) continue;
    const before = new Map([...book.tickets()].map((ticket) => [ticket.id, ticket]));
    const decision = decide(book, command, policy, now);
    if (decision instanceof Refusal) continue;
    book.apply(decision);
    const taken = decision.transitions.filter(
      (one) => one.step === "taken" || one.step === "promoted",
    );
    check({
      book,
      before,
      tickets: [...book.tickets()],
      policy,
      command,
      taken: taken.map((one) => one.after),
      numbers,
    });
  }
  return book;
}

function commandOf(
  act: Exclude<Act, { act: "wait" }>,
  book: Book,
  newId: () => string,
): Command | null {
  if (act.act === "arrive") {
    return {
      do: "arrive",
      lineId: act.line,
      ticketId: newId(),
      priority: act.priority,
      places: act.places,
      data: {},
    };
  }
  if (act.act === "take") return { do: "take", lineId: act.line };
  const all = [...book.tickets()];
  const ticket = all[act.pick % Math.max(1, all.length)];
  if (!ticket) return null;
  const ticketId = ticket.id;
  switch (act.what) {
    case "end":
      return { do: "end", ticketId, ending: act.ending };
    case "put back":
      return { do: "put back", ticketId, to: act.front ? "front" : "back" };
    case "move":
      return {
        do: "move",
        ticketId,
        toLineId: ticket.lineId === "a" ? "b" : "a",
        priority: ticket.priority,
      };
    case "change":
      return { do: "change", ticketId, data: { note: act.pick } };
    default:
      return { do: act.what, ticketId };
  }
}

const holdsPlace = (ticket: Ticket) =>
  ticket.state === "holding" || ticket.state === "serving" || ticket.status === "SEEN";

function everyHistory(name: string, check: (seen: Seen) => void): void {
  test(name, () => {
    fc.assert(
      fc.property(setups, (setup) => void play(setup, check)),
      { numRuns: 1_500 },
    );
  });
}

everyHistory(
  "never more places are taken than there are, and the counter knows how many",
  ({ book, tickets }) => {
    for (const line of book.lines()) {
      const places = tickets
        .filter((ticket) => ticket.lineId === line.id && holdsPlace(ticket))
        .reduce((sum, ticket) => sum + ticket.places, 0);
      assert.equal(line.taken, places);
      if (line.capacity !== null) assert.ok(line.taken <= line.capacity);
    }
  },
);

everyHistory("the reserve is left to those who may use it", (seen) => {
  const { book, before, tickets, taken, policy } = seen;
  for (const line of book.lines()) {
    if (line.capacity === null) continue;
    const fresh = tickets.filter((ticket) => {
      const former = before.get(ticket.id);
      return ticket.lineId === line.id && holdsPlace(ticket) && !(former && holdsPlace(former));
    });
    const mayUse = (ticket: Ticket) => policy.mayUseReserve(ticket.priority);
    if (fresh.every(mayUse)) continue;
    // In the same step others who may use it can have come behind them, one who was put back included.
    const others = [...fresh, ...taken].filter((one) => one.lineId === line.id && mayUse(one));
    const behind = new Map(others.map((ticket) => [ticket.id, ticket.places]));
    const places = [...behind.values()].reduce((sum, one) => sum + one, 0);
    assert.ok(line.taken - places <= line.capacity - line.reserve);
  }
});

everyHistory(
  "the counters of who waits are those who wait, and no head is too far ahead",
  ({ book, tickets }) => {
    for (const line of book.lines()) {
      const waiting = tickets.filter(
        (ticket) => ticket.lineId === line.id && ticket.state === "waiting",
      );
      for (const [level, n] of line.waiting.entries()) {
        const tier = waiting.filter((ticket) => ticket.level === level);
        assert.equal(tier.length, n);
        for (const ticket of tier) assert.ok(ticket.rank >= line.heads[level]!);
      }
    }
  },
);

everyHistory("only the first who waits is called", ({ before, command, taken }) => {
  if (command.do !== "take") return;
  for (const ticket of taken) {
    const queue = [...before.values()]
      .filter((one) => one.lineId === ticket.lineId && one.state === "waiting")
      .toSorted(compareOrder);
    assert.equal(queue[0]?.id, ticket.id);
  }
});

everyHistory("nobody waits for a place that is open to them", ({ book, tickets, policy }) => {
  if (policy.places !== "on arrival") return;
  for (const line of book.lines()) {
    const first = tickets
      .filter((ticket) => ticket.lineId === line.id && ticket.state === "waiting")
      .toSorted(compareOrder)[0];
    if (first) assert.ok(placesOpenTo(line, policy.mayUseReserve(first.priority)) < first.places);
  }
});

everyHistory(
  "whoever comes takes no place that somebody ahead of them waits for",
  ({ book, command, tickets, policy }) => {
    if (command.do !== "arrive" || policy.places !== "on arrival") return;
    const ticket = book.ticket(command.ticketId)!;
    if (ticket.state !== "holding") return;
    const ahead = tickets.filter(
      (other) =>
        other.lineId === ticket.lineId &&
        other.state === "waiting" &&
        compareOrder(other, ticket) < 0,
    );
    assert.deepEqual(ahead, []);
  },
);

test("who moves up is offered the place, with a deadline of its own, and holds it meanwhile", () => {
  const policy: Policy = {
    ...policyOf("on arrival"),
    offer: (_line, ticket, now) => ({
      status: "OFFERED",
      deadlineAt: now + 5_000,
      data: { offeredTo: ticket.id },
    }),
  };
  const book = new Book([lineOf({ capacity: 2 })], []);
  const run = (command: Command, now: number) => {
    const decision = decide(book, command, policy, now);
    assert.ok(!(decision instanceof Refusal));
    book.apply(decision);
  };
  const arrive = (ticketId: string, places: number): Command => ({
    do: "arrive",
    lineId: "a",
    ticketId,
    priority: 1,
    places,
    data: {},
  });
  run(arrive("holds both", 2), 1_000);
  run(arrive("wants both", 2), 2_000);
  run(arrive("wants one", 1), 3_000);
  run({ do: "end", ticketId: "holds both", ending: "CANCELLED" }, 4_000);
  const offered = book.ticket("wants both")!;
  assert.deepEqual(
    [offered.state, offered.status, offered.deadlineAt, offered.takenAt, offered.data],
    ["holding", "OFFERED", 9_000, 4_000, { offeredTo: "wants both" }],
  );
  assert.equal(book.ticket("wants one")!.state, "waiting");
  assert.equal(book.line("a")!.taken, 2);
  run({ do: "end", ticketId: "wants both", ending: "EXPIRED" }, 9_000);
  assert.deepEqual([book.ticket("wants one")!.status, book.line("a")!.taken], ["OFFERED", 1]);
});

everyHistory(
  "every arrival gets the next number of its line and period",
  ({ book, command, numbers, policy }) => {
    if (command.do !== "arrive") return;
    const ticket = book.ticket(command.ticketId)!;
    const key = `${ticket.lineId} ${policy.period(ticket.joinedAt)}`;
    const next = (numbers.get(key) ?? 0) + 1;
    assert.equal(ticket.sequence, next);
    numbers.set(key, next);
  },
);

test("undo brings back exactly what was, whatever the step", () => {
  fc.assert(
    fc.property(setups, (setup) => {
      const policy = policyOf(setup.places);
      play(setup, ({ book, before, command, taken }) => {
        if (
          !("ticketId" in command) ||
          command.do === "arrive" ||
          command.do === "undo" ||
          command.do === "change"
        )
          return;
        if (taken.length > 0) return; // the place was given on: undoing that is refused
        const former = before.get(command.ticketId)!;
        const now = book.ticket(command.ticketId)!.previous!.at;
        const copy = new Book(book.lines(), book.tickets());
        const decision = decide(copy, { do: "undo", ticketId: command.ticketId }, policy, now);
        if (decision instanceof Refusal) return assert.equal(decision.code, "LINE_FULL");
        const undone = decision.transitions[0]!.after;
        for (const field of [
          "state",
          "status",
          "lineId",
          "level",
          "rank",
          "takenAt",
          "startedAt",
          "endedAt",
        ] as const) {
          assert.equal(undone[field], former[field], field);
        }
      });
    }),
    { numRuns: 500 },
  );
});

test("with ageing nobody is overtaken by those who come later than the head start", () => {
  fc.assert(
    fc.property(fc.nat(2), fc.nat(2), fc.nat(1_000_000), (mine, theirs, later) => {
      const line = lineOf({ ageingMs: 60_000 });
      const me = placeFor(line, mine, 0);
      const other = placeFor(line, theirs, later * 1000);
      if (later > (mine - theirs) * 60_000) assert.ok(me.rank < other.rank);
    }),
  );
});

test("a command decided on an older version changes nothing", () => {
  const policy = policyOf("on call");
  const book = new Book([lineOf({})], []);
  const arrival = decide(
    book,
    { do: "arrive", lineId: "a", ticketId: "t", priority: 2, data: {} },
    policy,
    0,
  );
  assert.ok(!(arrival instanceof Refusal));
  book.apply(arrival);
  const late = decide(
    book,
    { do: "end", ticketId: "t", ending: "CANCELLED", ifVersion: 7 },
    policy,
    0,
  );
  assert.ok(late instanceof Refusal);
  assert.equal(late.code, "WRONG_STATE");
  assert.equal(waitingCount(book.line("a")!), 1);
});

test("where only the front of each tier is known, nobody is promoted past somebody more urgent", () => {
  const policy = policyOf("on arrival");
  let full = lineOf({ capacity: 1 });
  const book = new Book([full], []);
  const arrive = (ticketId: string, priority: number) => {
    const command = { do: "arrive", lineId: "a", ticketId, priority, data: {} } as const;
    const decision = decide(book, command, policy, 1_000);
    assert(!(decision instanceof Refusal));
    book.apply(decision);
  };
  for (const [id, priority] of [
    ["holder", 1],
    ["urgent 1", 1],
    ["urgent 2", 1],
    ["later", 2],
  ] as const) {
    arrive(id, priority);
  }
  // Three places more, but of each tier only the first was loaded.
  full = { ...book.line("a")!, capacity: 4 };
  const known = [...book.tickets()].filter(({ id }) => id !== "urgent 2");
  const part = new Book([full], known);
  const decision = decide(
    part,
    { do: "end", ticketId: "holder", ending: "CANCELLED" },
    policy,
    2_000,
  );
  assert(!(decision instanceof Refusal));
  assert.deepEqual(
    decision.transitions.map(({ step, after }) => [step, after.id]),
    [
      ["ended", "holder"],
      ["promoted", "urgent 1"],
    ],
  );
});
