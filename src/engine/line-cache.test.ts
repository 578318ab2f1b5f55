import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { callNext } from "../walkin/orders.ts";
import { policyOf } from "../walkin/rules.ts";
import { Book } from "../kernel/book.ts";
import type { Line, Ticket } from "../kernel/line.ts";
import { queueSettings } from "../../test/engine.ts";
import { decideAll, type Loaded } from "./batch.ts";
import { LineCache } from "./line-cache.ts";
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
  stats: {},
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
    uniqueKey: null,
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
      [lineId, { settings: queueSettings, policy: policyOf(queueSettings), dependsOn: new Map() }],
    ]),
    replays: new ByKey(),
    groupOf: new Map(),
    uniqueKeys: new Map(),
    ahead: new Map(),
    front: new Map([[lineId, last]]),
    now: 0,
    isRead: true,
  };
}

let cache: LineCache;

function keepRead(): void {
  const loaded = read();
  const { writes } = decideAll([], loaded);
  cache.store(
    [order],
    [{ kind: "done", outcome: { answer: null, replayed: false } }],
    loaded,
    writes,
  );
}

const knownUpTo = () => cache.lookUp([order], null)?.front.get(lineId);

beforeEach(() => {
  cache = new LineCache(() => performance.now());
  // Twice the same: nobody else changes it.
  for (let i = 0; i < 2; i++) keepRead();
});

test("those behind the last one are read once at a time, and are known then", () => {
  const onward = cache.readAhead([order])!;
  assert.equal(onward.last, last);
  assert.equal(cache.readAhead([order]), null);
  cache.extend(onward, people.slice(100, 100 + onward.people));
  assert.equal(knownUpTo(), people[99 + onward.people]);
});

test("whoever is the last of all is known as such", () => {
  const onward = cache.readAhead([order])!;
  cache.extend(onward, people.slice(100, 110));
  assert.equal(knownUpTo(), null);
  assert.equal(cache.readAhead([order]), null);
});

test("what could not be read is read another time", () => {
  cache.extend(cache.readAhead([order])!, null);
  assert.equal(knownUpTo(), last);
  assert.ok(cache.readAhead([order]));
});

test("what was read for another book is not taken into this one: who came since would be missing", () => {
  const onward = cache.readAhead([order])!;
  keepRead();
  cache.extend(onward, people.slice(100, 100 + onward.people));
  assert.equal(knownUpTo(), last);
});

test("what was read of a line that is forgotten is forgotten", () => {
  const onward = cache.readAhead([order])!;
  cache.invalidate([order], "not written");
  cache.extend(onward, people.slice(100));
  assert.equal(knownUpTo(), undefined);
});
