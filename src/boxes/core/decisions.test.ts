// Random histories of one merchant's inventory: whatever happens, in whatever order, the promises hold.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Book, type Decision } from "../../kernel/book.ts";
import { Change } from "../../kernel/decide.ts";
import { compareOrder, type Line } from "../../kernel/line.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import * as decisions from "./decisions.ts";
import type { At } from "./decisions.ts";
import { policyOf } from "./policy.ts";
import {
  uniqueKeyOf,
  defaultSelling,
  statsOf,
  noBoxes,
  whereIs,
  type Inventory,
  type InventoryStats,
  type Reservation,
  type SellingRules,
} from "./rules.ts";

const opens = Date.parse("2026-03-02T17:00:00Z");
const minute = 60_000;

type Act =
  | { do: "reserve"; user: number; quantity: number; waitlist: boolean }
  | { do: "confirm" | "accept" | "decline" | "cancel" | "pick up" | "undo" | "pay"; pick: number }
  | { do: "resize"; quantity: number }
  | { do: "pause"; paused: boolean }
  | { do: "wait"; minutes: number };

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("reserve" as const),
      user: fc.nat(11),
      quantity: fc.constantFrom(1, 1, 1, 2, 3),
      waitlist: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom("confirm", "accept", "decline", "cancel", "pick up", "undo", "pay"),
      pick: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("resize" as const), quantity: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pause" as const), paused: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      minutes: fc.constantFrom(0, 1, 5, 10, 20, 30),
    }),
  },
);

interface Step {
  line: Line;
  before: readonly Reservation[];
  now: readonly Reservation[];
  decision: Decision;
  capacity: number;
  time: number;
}

/** Plays a history; `judge` sees every step that changed something. */
function play(
  setup: { quantity: number; selling: Partial<SellingRules>; history: readonly Act[] },
  judge: (step: Step) => void,
): void {
  const inventory: Inventory = {
    id: "line",
    merchantId: "merchant",
    merchantName: "Bakery",
    title: "Bread",
    timezone: "UTC",
    startsAt: opens,
    endsAt: opens + 120 * minute,
    currency: "EUR",
    ordinal: 3,
    codeKey: Buffer.alloc(32, 7).toString("base64"),
    selling: { ...defaultSelling, ...setup.selling },
  };
  const policy = policyOf(inventory);
  const stats: InventoryStats = {
    price: 400,
    drops: { kind: "line", fromMinutesBeforeEnd: 120, floor: 100 },
    paused: false,
    boxes: noBoxes,
    takings: 0,
  };
  const book = new Book(
    [
      {
        orgId: "org",
        id: "line",
        groupId: "line",
        product: "boxes",
        eventSeq: 0,
        sequence: 0,
        period: "",
        lastRank: 0,
        waiting: [0],
        heads: [0],
        ageingMs: null,
        capacity: setup.quantity,
        reserve: 0,
        taken: 0,
        stats,
        deadlineAt: null,
      },
    ],
    [],
  );
  let now = opens - 60 * minute;
  let made = 0;
  const all = () => [...book.tickets()] as Reservation[];

  const decide = (work: (at: At, change: Change) => Refusal | undefined) => {
    const at: At = {
      book,
      line: book.line("line")!,
      settings: inventory,
      settingsOf: () => inventory,
      ahead: () => undefined,
      holderOf: (uniqueKey) => book.holderOf(uniqueKey),
      heldUntil: (uniqueKey) => book.ticket(book.holderOf(uniqueKey) ?? "")?.deadlineAt ?? null,
      now,
    };
    const change = new Change(book, policy, now);
    const before = all();
    if (work(at, change)) return;
    const decision = change.decision();
    book.apply(decision);
    const line = book.line("line")!;
    judge({ line, before, now: all(), decision, capacity: line.capacity!, time: now });
  };

  /** As the deadlines are swept: the earliest first, in chunks. */
  const sweep = () => {
    for (;;) {
      const due = all()
        .filter(({ deadlineAt }) => deadlineAt !== null && deadlineAt <= now)
        .toSorted((a, b) => a.deadlineAt! - b.deadlineAt!)[0];
      if (!due) return;
      decide((at, change) => decisions.expire(at, change, due, due.version));
    }
  };

  for (const act of setup.history) {
    switch (act.do) {
      case "wait":
        now += act.minutes * minute;
        sweep();
        break;
      case "reserve": {
        made += 1;
        const { quantity, waitlist } = act;
        const who = { ticketId: `r${String(made).padStart(3, "0")}`, userId: `u${act.user}` };
        const wish = { ...who, guest: false, name: null, quantity, waitlist };
        decide((at, change) => decisions.reserve(at, change, wish));
        break;
      }
      case "resize":
        decide((at, change) => decisions.changeInventory(at, change, { quantity: act.quantity }));
        break;
      case "pause":
        decide((at, change) => decisions.changeInventory(at, change, { paused: act.paused }));
        break;
      default: {
        const known = all();
        const one = known[act.pick % Math.max(1, known.length)];
        if (one) decide((at, change) => onReservation(act.do, at, change, one));
      }
    }
  }
}

function onReservation(
  verb: Extract<Act, { pick: number }>["do"],
  at: At,
  change: Change,
  one: Reservation,
): Refusal | undefined {
  switch (verb) {
    case "confirm":
      return decisions.confirm(at, change, one);
    case "accept":
      return decisions.accept(at, change, one);
    case "decline":
      return decisions.decline(at, change, one);
    case "cancel":
      return decisions.cancel(at, change, one, "holder");
    case "pick up":
      return decisions.pickUp(at, change, one);
    case "undo":
      return decisions.undoPickUp(at, change, one);
    case "pay":
      return decisions.pay(at, change, one, { reference: "pi_1" });
  }
}

const setups = fc.record({
  quantity: fc.nat(5),
  selling: fc.record({
    cooldownMinutes: fc.constantFrom(0, 30),
    latePayments: fc.constantFrom("refund" as const, "honour" as const),
  }),
  history: fc.array(acts, { maxLength: 60 }),
});

function everyHistory(promise: string, judge: (step: Step) => void): void {
  test(promise, () => {
    fc.assert(
      fc.property(setups, (setup) => play(setup, judge)),
      { numRuns: 400 },
    );
  });
}

const hasABox = ({ state, status }: Reservation) => state === "holding" || status === "PICKED_UP";
const boxesOf = (some: readonly Reservation[]) => some.reduce((sum, one) => sum + one.places, 0);

everyHistory("never oversold: what is held, offered and gone fits the quantity", (step) => {
  const given = boxesOf(step.now.filter(hasABox));
  assert.ok(given <= step.capacity, `${given} of ${step.capacity}`);
});

everyHistory(
  "every box is given back exactly once: the count is that of the reservations",
  (step) => {
    assert.equal(step.line.taken, boxesOf(step.now.filter(hasABox)));
    const { boxes } = statsOf(step.line);
    for (const [where, count] of Object.entries(boxes)) {
      assert.equal(count, boxesOf(step.now.filter((one) => whereIs(one) === where)), where);
    }
  },
);

everyHistory("offers go down the line: nobody who came later is asked first", ({ before, now }) => {
  const waitedBefore = before.filter(({ state }) => state === "waiting").toSorted(compareOrder);
  const still = new Set(now.filter(({ state }) => state === "waiting").map(({ id }) => id));
  const offered = new Set(now.filter(({ status }) => status === "OFFERED").map(({ id }) => id));
  const lastOffered = waitedBefore.findLastIndex(({ id }) => offered.has(id));
  const skipped = waitedBefore.slice(0, Math.max(0, lastOffered)).filter(({ id }) => still.has(id));
  assert.deepEqual(skipped, []);
});

everyHistory("nobody new gets a box while somebody waits", ({ decision, before }) => {
  const arrived = decision.transitions.find(({ step }) => step === "arrived")?.after;
  if (arrived?.state !== "holding") return;
  assert.deepEqual(
    before.filter(({ state }) => state === "waiting"),
    [],
  );
});

everyHistory("nobody waits for boxes that are free, unless it is paused or over", (step) => {
  const { line, now, time } = step;
  const [first] = now.filter(({ state }) => state === "waiting").toSorted(compareOrder);
  if (!first || statsOf(line).paused || time >= opens + 120 * minute) return;
  assert.ok(step.capacity - line.taken < first.places);
});

everyHistory("one active reservation per user and merchant", ({ now }) => {
  const active = now.filter(({ state }) => state !== "done");
  const users = active.map(({ data }) => data.userId);
  assert.equal(new Set(users).size, users.length);
  for (const one of active) assert.equal(one.uniqueKey, uniqueKeyOf("merchant", one.data));
});

everyHistory("never a paid reservation without a box", ({ now }) => {
  for (const one of now) {
    if (one.data.paymentStatus !== "PAID") continue;
    assert.ok(hasABox(one) || one.data.reason === "NOT_COLLECTED", one.status);
  }
});

everyHistory("the amount never changes once there is one", ({ before, now }) => {
  const former = new Map(before.map((one) => [one.id, one.data.amount]));
  for (const { id, data, places, status } of now) {
    const amount = former.get(id) ?? null;
    if (amount !== null) assert.equal(data.amount, amount);
    if (status === "ACTIVE" || status === "OFFERED") {
      assert.equal(data.amount, data.unitPrice! * places);
    }
  }
});

everyHistory("every open reservation runs out by itself, no later than the window", ({ now }) => {
  for (const { state, deadlineAt } of now) {
    if (state !== "done") assert.ok(deadlineAt !== null && deadlineAt <= opens + 120 * minute);
  }
});

everyHistory("no two reservations have the same code", ({ now }) => {
  assert.equal(new Set(now.map(({ number }) => number)).size, now.length);
});
