import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { callNext } from "../walkin/orders.ts";
import { policyOf } from "../walkin/rules.ts";
import { Book } from "../kernel/book.ts";
import type { Line, Ticket } from "../kernel/line.ts";
import { queueSettings } from "../../test/engine.ts";
import { decideAll, type Loaded } from "./batch.ts";
import { Memory } from "./line-cache.ts";
import { ByKey } from "./order.ts";

const lineId = "line";
const line: Line = {
  orgId: "org",
  id: lineId,
  groupId: lineId,
  product: "counter",
  eventSeq: 1,
  sequence: 0,
  period: "",
  lastRank: 0,
  waiting: [1_000],
  heads: [0],
  ageingMs: null,
  capacity: null,
  reserve: 0,
  taken: 0,
  memory: {},
  deadlineAt: null,
};
const order = callNext({ orgId: "org", actor: "test", idem: "key" }, lineId, "1");

const people = Array.from({ length: 300 }, (_, rank): Ticket => {
  return {
    orgId: "org",
    id: `ticket ${rank}`,
    lineId,
    state: "waiting",
    status: "WAITING",
    priority: 0,
    level: 0,
    rank,
    places: 1,
    sequence: rank,
    number: `Q-${rank}`,
    version: 1,
    joinedAt: 0,
    takenAt: null,
    startedAt: null,
    endedAt: null,
    deadlineAt: null,
    claim: null,
    data: {},
    previous: null,
  };
});
const last = people[99]!;

/** The first hundred, as they are read. */
function read(): Loaded {
  return {
    lines: new Map([[lineId, line]]),
    book: new Book([line], people.slice(0, 100)),
    settings: new Map([
      [lineId, { settings: queueSettings, policy: policyOf(queueSettings), toldBy: new Map() }],
    ]),
    replays: new ByKey(),
    groupOf: new Map(),
    claims: new Map(),
    ahead: new Map(),
    front: new Map([[lineId, last]]),
    now: 0,
    isRead: true,
  };
}

let memory: Memory;

function keepRead(): void {
  const loaded = read();
  const { writes } = decideAll([], loaded);
  memory.keep(
    [order],
    [{ kind: "done", outcome: { answer: null, replayed: false } }],
    loaded,
    writes,
  );
}

const knownUpTo = () => memory.recall([order], null)?.front.get(lineId);

beforeEach(() => {
  memory = new Memory();
  // Twice the same: nobody else changes it.
  for (let i = 0; i < 2; i++) keepRead();
});

test("those behind the last one are read once at a time, and are known then", () => {
  const onward = memory.onward([order])!;
  assert.equal(onward.last, last);
  assert.equal(memory.onward([order]), null);
  memory.learn(onward, people.slice(100, 100 + onward.people));
  assert.equal(knownUpTo(), people[99 + onward.people]);
});

test("whoever is the last of all is known as such", () => {
  const onward = memory.onward([order])!;
  memory.learn(onward, people.slice(100, 110));
  assert.equal(knownUpTo(), null);
  assert.equal(memory.onward([order]), null);
});

test("what could not be read is read another time", () => {
  memory.learn(memory.onward([order])!, null);
  assert.equal(knownUpTo(), last);
  assert.ok(memory.onward([order]));
});

test("what was read for another book is not taken into this one: who came since would be missing", () => {
  const onward = memory.onward([order])!;
  keepRead();
  memory.learn(onward, people.slice(100, 100 + onward.people));
  assert.equal(knownUpTo(), last);
});

test("what was read of a line that is forgotten is forgotten", () => {
  const onward = memory.onward([order])!;
  memory.forget([order], "not written");
  memory.learn(onward, people.slice(100));
  assert.equal(knownUpTo(), undefined);
});
