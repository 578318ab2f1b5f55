// Batches decided from the cache: as right as those that read, no matter who else is at work.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { callNext, join } from "../walkin/orders.ts";
import type { QueueSettings } from "../walkin/rules.ts";
import type { TicketView } from "../walkin/view.ts";
import { newId } from "../infra/ids.ts";
import { compareOrder } from "../kernel/line.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { countingEngine, Premises, queueSettings } from "../../test/engine.ts";
import { TcpProxy } from "../../test/tcp-proxy.ts";
import { holdLine, isAwaited } from "../../test/held-line.ts";
import { fingerprintOf, idemOf, auditedWrite } from "./audited-write.ts";
import type { Engine } from "./engine.ts";

const priorities = ["urgent", "elderly", "standard"].map((key) => ({ key, label: key }));
const settings: QueueSettings = { ...queueSettings, priorities };
let premises: Premises;
let orgId: string;
let database: FreshDatabase;
let queueId: string;
const desks: Desk[] = [];

before(async () => {
  premises = await Premises.open();
  ({ orgId, database } = premises);
});

beforeEach(async () => {
  queueId = await premises.newQueue(settings);
});

after(async () => {
  await Promise.all(desks.map((desk) => desk.close()));
  await database.drop();
});

/** One process. */
class Desk {
  readonly #engine: Engine;
  reads = 0;
  writes = 0;

  constructor(url = database.url) {
    this.#engine = countingEngine(url, this);
    desks.push(this);
  }

  async join({ key = newId(), name = "Ann", priority = "standard", actor = "test" } = {}) {
    const by = {
      orgId,
      actor,
      idem: idemOf("join", key),
      fingerprint: fingerprintOf([name]),
    };
    const who = { ticketId: newId(), name, mobile: null, partySize: 1, priority };
    const { answer, replayed } = await this.#engine.submit(join(by, queueId, who));
    return { ...(answer as TicketView), replayed };
  }

  async call(key = newId()): Promise<TicketView | null> {
    const by = { orgId, actor: "test", idem: idemOf("call", key) };
    const { answer } = await this.#engine.submit(callNext(by, queueId, "1"));
    return answer as TicketView | null;
  }

  async callNext(): Promise<string | undefined> {
    return (await this.call())?.id;
  }

  /** Has seen twice that nobody else changes the queue. */
  async settled(): Promise<this> {
    for (let i = 0; i < 3; i++) await this.join();
    this.reads = 0;
    this.writes = 0;
    return this;
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

/** As the counter does it: the queue's own stream tells of it. */
async function setState(state: QueueSettings["state"]): Promise<void> {
  const write = { orgId, lineId: queueId, actor: "test", operation: "change" };
  await auditedWrite(database.pool, write, async (tx) => {
    const changed = JSON.stringify({ ...settings, state });
    await tx.query(`update queue set settings = $2 where id = $1`, [queueId, changed]);
    return { type: "counter.changed", after: {}, answer: {} };
  });
}

const many = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

async function numbers(): Promise<number[]> {
  const { rows } = await database.pool.query<{ sequence: number }>(
    `select sequence from ticket where line_id = $1 order by sequence`,
    [queueId],
  );
  return rows.map((row) => row.sequence);
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

test("a line that nobody else changes is not read again", async () => {
  const desk = await new Desk().settled();
  for (let i = 0; i < 5; i++) await desk.join();
  await many(100, () => desk.join());
  assert.equal(desk.reads, 0);
  assert.deepEqual(await numbers(), upTo(108));
});

test("what another process changed meanwhile is seen, and nobody gets a number twice", async () => {
  const [one, other] = [await new Desk().settled(), new Desk()];
  assert.equal((await other.join()).sequence, 4);
  const tickets = await many(20, () => one.join());
  assert.deepEqual(
    tickets.map((ticket) => ticket.sequence),
    upTo(24).slice(4),
  );
  assert.ok(one.reads > 0);
});

test("a line that another process changes as well is read every time", async () => {
  const [one, other] = [await new Desk().settled(), new Desk()];
  for (let i = 0; i < 6; i++) {
    await other.join();
    await one.join();
  }
  // The first time it could not know.
  assert.deepEqual({ reads: one.reads, writes: one.writes }, { reads: 6, writes: 7 });
});

test("settings that were changed are those that count", async () => {
  const desk = await new Desk().settled();
  await setState("closed");
  await assert.rejects(desk.join(), { code: "QUEUE_CLOSED" });
});

test("nobody is turned away from the cache", async () => {
  const desk = new Desk();
  for (let i = 0; i < 3; i++) await desk.join();
  await setState("closed");
  for (let i = 0; i < 4; i++) await assert.rejects(desk.join(), { code: "QUEUE_CLOSED" });
  await setState("open");
  assert.equal((await desk.join()).sequence, 4);
  for (let i = 0; i < 4; i++) await desk.callNext();
  for (let i = 0; i < 4; i++) assert.equal(await desk.callNext(), undefined);
  const { id } = await new Desk().join();
  assert.equal(await desk.callNext(), id);
});

test("a key that another process used is answered to the letter", async () => {
  const [key, one, other] = [newId(), new Desk(), new Desk()];
  const first = await one.join({ key });
  const again = await other.join({ key });
  assert.equal(JSON.stringify(again), JSON.stringify({ ...first, replayed: true }));
  const called = await one.call(key);
  assert.equal(called?.id, first.id);
  assert.equal(JSON.stringify(await other.call(key)), JSON.stringify(called));
});

test("a key that another process used is answered again, and its neighbours join once", async () => {
  const [one, other] = [await new Desk().settled(), new Desk()];
  const key = newId();
  const first = await other.join({ key });
  await one.settled();
  await one.settled();
  const tickets = await many(20, (i) => one.join(i === 7 ? { key } : {}));
  assert.equal(tickets[7]!.id, first.id);
  assert.equal(tickets[7]!.replayed, true);
  assert.deepEqual(await numbers(), upTo(10 + 19));
});

test("clients that repeat themselves cost one batch, not one each time", async () => {
  const [desk, other] = [new Desk(), new Desk()];
  const keys = Array.from({ length: 11 }, () => newId());
  for (const key of keys) await other.join({ key });
  await desk.settled();
  for (const key of keys) {
    for (let n = 0; n < 3; n++) await desk.join();
    assert.equal((await desk.join({ key })).replayed, true);
  }
  assert.equal(desk.writes, 33 + 1);
});

test("the same key in two batches that are both on their way is one ticket", async () => {
  const desk = await new Desk().settled();
  const key = newId();
  const tickets = await many(40, (i) => desk.join(i === 0 || i === 39 ? { key } : {}));
  assert.equal(tickets[39]!.id, tickets[0]!.id);
  assert.deepEqual([tickets[0]!.replayed, tickets[39]!.replayed, desk.reads], [false, true, 0]);
  assert.deepEqual(await numbers(), upTo(3 + 39));
});

test("an answer from memory waits for the batch it repeats", async () => {
  const [one, other] = [await new Desk().settled(), new Desk()];
  // The first batch will fail, since somebody else was faster; the second one only repeats its key.
  await other.join();
  const key = newId();
  for (const ticket of await many(17, () => one.join({ key }))) assert.equal(ticket.sequence, 5);
  assert.deepEqual(await numbers(), upTo(5));
});

test("what the database rejects fails alone, also among those decided ahead", async () => {
  const desk = await new Desk().settled();
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => desk.join({ actor: i === 5 ? "NUL \u0000" : "test" })),
  );
  const rejected = results.flatMap(({ status }, i) => (status === "rejected" ? [i] : []));
  assert.deepEqual(rejected, [5]);
  assert.deepEqual(await numbers(), upTo(3 + 39));
});

test("a line that somebody keeps locked is waited for", async () => {
  const desk = await new Desk().settled();
  const release = await holdLine(database.url, queueId);
  const joining = many(20, () => desk.join());
  while (!(await isAwaited(database.pool))) await pause(20);
  await release();
  await joining;
  assert.deepEqual(await numbers(), upTo(23));
});

test("connections that are lost lose nobody and let nobody in twice", async () => {
  const { proxy, url } = await TcpProxy.inFrontOf(database.url);
  const desk = await new Desk(url).settled();
  let left = 3;
  // A batch ahead is sent whole: one that has "begin" and "commit".
  const cut = () => proxy.cutAfter((sent) => sent.includes("begin") && sent.includes("commit"));
  cut();
  const tickets = await many(30, async () => {
    const seen = [];
    for (let i = 0; i < 20; i++) {
      seen.push(await desk.join());
      if (proxy.cuts === 4 - left && left > 1) {
        left -= 1;
        cut();
      }
    }
    return seen;
  });
  const got = tickets.flat().map((ticket) => ticket.sequence);
  assert.ok(proxy.cuts >= 1);
  assert.deepEqual(
    got.toSorted((a, b) => a - b),
    upTo(603).slice(3),
  );
  assert.deepEqual(await numbers(), upTo(603));
  await desk.close();
  await proxy.close();
});

const anyPriority = () => priorities[Math.floor(Math.random() * 3)]!.key;

/** Goes through what happened: whoever was called was the first of all who waited. */
async function callsInOrder(): Promise<number> {
  const { rows } = await database.pool.query<{
    id: string;
    type: string;
    level: number;
    rank: number;
  }>(
    `select t.id, e.type, t.level, t.rank from event e
       join ticket t on t.org_id = e.org_id and t.id = e.ticket_id
      where e.line_id = $1 order by e.seq`,
    [queueId],
  );
  const waiting = new Map<string, (typeof rows)[number]>();
  let calls = 0;
  for (const row of rows) {
    if (row.type === "counter.joined") {
      waiting.set(row.id, row);
      continue;
    }
    calls += 1;
    let first = row;
    for (const one of waiting.values()) if (compareOrder(one, first) < 0) first = one;
    assert.equal(row.id, first.id, `call ${calls}`);
    waiting.delete(row.id);
  }
  return calls;
}

test("whoever is called is the first of all who wait, whatever came in between", async () => {
  const desk = new Desk();
  // More than are read at once.
  await many(2_500, () => desk.join({ priority: anyPriority() }));
  desk.reads = 0;
  for (let round = 0; round < 50; round++) {
    // More than are kept, behind some who were not read.
    if (round === 5) await many(4_500, () => desk.join());
    await many<unknown>(40, (i) =>
      i % 4 === 0 ? desk.join({ priority: anyPriority() }) : desk.callNext(),
    );
  }
  assert.equal(await callsInOrder(), 1_500);
  assert.ok(desk.reads < 40, `${desk.reads} reads`);
});

test("a long line that nobody else changes is called to its end without waiting for a read", async () => {
  const desk = new Desk();
  await many(3_000, () => desk.join({ priority: anyPriority() }));
  for (let i = 0; i < 3; i++) await desk.callNext();
  desk.reads = 0;
  for (let round = 0; round < 76; round++) {
    await many<unknown>(40, (i) =>
      i === 0 ? desk.join({ priority: anyPriority() }) : desk.callNext(),
    );
  }
  assert.equal(await callsInOrder(), 3 + 76 * 39);
  assert.equal(desk.reads, 0);
});

test("a short line of which everybody was known, and that became long, is called in order", async () => {
  const desk = await new Desk().settled();
  for (let i = 0; i < 2; i++) await desk.callNext();
  // More than are kept.
  await many(5_000, () => desk.join({ priority: anyPriority() }));
  for (let round = 0; round < 40; round++) await many(30, () => desk.callNext());
  assert.equal(await callsInOrder(), 2 + 1_200);
});
