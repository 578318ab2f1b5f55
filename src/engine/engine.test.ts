import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { join as joinOrder, callNext as callNextOrder } from "../walkin/orders.ts";
import type { QueueSettings } from "../walkin/rules.ts";
import type { TicketView } from "../walkin/view.ts";
import { newId } from "../infra/ids.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { FreshDatabase } from "../../test/database.ts";
import { newEngine, Premises, queueSettings as settings } from "../../test/engine.ts";
import { commitIn, TcpProxy } from "../../test/tcp-proxy.ts";
import { holdLine, isAwaited } from "../../test/held-line.ts";
import { Connection } from "./connection.ts";
import { fingerprintOf, idemOf } from "./audited-write.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import { settleLost } from "./lost.ts";
import type { Order } from "./order.ts";
import { statements } from "./statements.ts";

let premises: Premises;
let orgId: string;
let database: FreshDatabase;
let queueId: string;
const engines: Engine[] = [];

before(async () => {
  premises = await Premises.open();
  ({ orgId, database } = premises);
});

beforeEach(async () => {
  queueId = await newQueue();
});

after(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await database.drop();
});

const newQueue = () => premises.newQueue(settings);

function engineWith(options: Partial<EngineOptions> = {}, url = database.url): Engine {
  const engine = newEngine(url, options);
  engines.push(engine);
  return engine;
}

function joining(line: string, name = "Ann", key?: string): Order<QueueSettings> {
  const keyed = key ? { idem: idemOf("join", key), fingerprint: fingerprintOf([line, name]) } : {};
  const who = { ticketId: newId(), name, mobile: null, partySize: 1 };
  return joinOrder({ orgId, actor: "test", ...keyed }, line, who);
}

async function join(engine: Engine, line = queueId, name = "Ann", key?: string) {
  const { answer, replayed } = await engine.submit(joining(line, name, key));
  return { ...(answer as TicketView), replayed };
}

async function ticketsOf(line: string): Promise<{ sequence: number; name: string }[]> {
  const { rows } = await database.pool.query<{ sequence: number; name: string }>(
    `select sequence, data->>'name' as name from ticket where line_id = $1 order by sequence`,
    [line],
  );
  return rows;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5);
}

async function eventSeq(): Promise<number> {
  const { rows } = await database.pool.query<{ event_seq: number }>(
    `select event_seq from line where id = $1`,
    [queueId],
  );
  return rows[0]!.event_seq;
}

const refusedWith = (code: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code;

test("many orders at once are one commit, not many", async () => {
  const engine = engineWith();
  await Promise.all(Array.from({ length: 300 }, () => join(engine)));
  const { rows } = await database.pool.query<{ commits: number }>(
    `select count(distinct xmin::text)::int as commits from event where line_id = $1`,
    [queueId],
  );
  assert.ok(rows[0]!.commits <= 5, `${rows[0]!.commits} commits for 300 orders`);
});

test("a refused order does not hurt its neighbours", async () => {
  const engine = engineWith();
  const nowhere = newId();
  const results = await Promise.allSettled([join(engine), join(engine, nowhere), join(engine)]);
  assert.deepEqual(
    results.map((one) => one.status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.ok(refusedWith("NOT_FOUND")((results[1] as PromiseRejectedResult).reason));
  assert.equal((await ticketsOf(queueId)).length, 2);
});

test("an order whose rule breaks does not hurt its neighbours", async () => {
  const engine = engineWith();
  const broken: Order<QueueSettings> = {
    ...joining(queueId),
    command: () => {
      throw new Error("a broken rule");
    },
  };
  const results = await Promise.allSettled([join(engine), engine.submit(broken), join(engine)]);
  assert.deepEqual(
    results.map((one) => one.status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(
    (await ticketsOf(queueId)).map((ticket) => ticket.sequence),
    [1, 2],
  );
});

test("the same key twice in one batch is one ticket", async () => {
  const engine = engineWith();
  const [one, two] = await Promise.all([
    join(engine, queueId, "Ann", "same-key"),
    join(engine, queueId, "Ann", "same-key"),
  ]);
  assert.equal(one.id, two.id);
  assert.deepEqual([one.replayed, two.replayed], [false, true]);
  assert.equal((await ticketsOf(queueId)).length, 1);
});

test("the same key on two lines in two processes at once has one effect", async () => {
  const engines = [engineWith(), engineWith()];
  for (let i = 0; i < 20; i++) {
    const lines = [await newQueue(), await newQueue()];
    const results = await Promise.allSettled(
      engines.map((engine, n) => join(engine, lines[n], "Ann", `shared-${i}`)),
    );
    const refused = results.filter((one) => one.status === "rejected");
    assert.equal(refused.length, 1);
    assert.ok(refusedWith("IDEMPOTENCY_KEY_REUSED")(refused[0]!.reason));
    const made = await Promise.all(lines.map(ticketsOf));
    assert.equal(made.flat().length, 1);
  }
});

test("a line that somebody keeps locked does not stop the others, and goes on when it is free", async () => {
  const engine = engineWith();
  const locked = await newQueue();
  const release = await holdLine(database.url, locked);
  const stuck = join(engine, locked);
  const free = await Promise.all([join(engine), join(engine)]);
  assert.equal(free.length, 2);
  await release();
  assert.equal((await stuck).sequence, 1);
});

test("whoever waits for a locked line is overtaken by nobody when it is free", async () => {
  const engine = engineWith({ maxInBatch: 1 });
  const release = await holdLine(database.url, queueId);
  const late: Promise<{ sequence: number }>[] = [];
  const early = Array.from({ length: 20 }, () =>
    join(engine).then((ticket) => {
      late.push(join(engine));
      return ticket;
    }),
  );
  // Whoever wants other lines is behind them, and served once all of them were sent to wait elsewhere.
  await Promise.all(Array.from({ length: 10 }, async () => join(engine, await newQueue())));
  await until(() => isAwaited(database.pool));
  await release();
  const waited = (await Promise.all(early)).map(({ sequence }) => sequence);
  const came = (await Promise.all(late)).map(({ sequence }) => sequence);
  assert.ok(Math.max(...waited) < Math.min(...came), `${waited.join()} before ${came.join()}`);
});

test("a line that stays locked is refused as busy in the end", async () => {
  const engine = engineWith({ patienceMs: 600 });
  const release = await holdLine(database.url, queueId);
  await assert.rejects(join(engine), refusedWith("BUSY"));
  await release();
  assert.deepEqual(await ticketsOf(queueId), []);
});

/** Ann and Bob go in, whoever comes between them does not, and what happened is told without a gap. */
async function failsAlone(broken: Order<QueueSettings>): Promise<void> {
  const engine = engineWith();
  const results = await Promise.allSettled([
    join(engine, queueId, "Ann"),
    engine.submit(broken),
    join(engine, queueId, "Bob"),
  ]);
  assert.deepEqual(
    results.map((one) => one.status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(await ticketsOf(queueId), [
    { sequence: 1, name: "Ann" },
    { sequence: 2, name: "Bob" },
  ]);
  const { rows } = await database.pool.query<{ events: number; waiting: number[] }>(
    `select waiting, (select count(*) from event where line_id = l.id) as events from line l
      where id = $1`,
    [queueId],
  );
  assert.deepEqual(rows, [{ waiting: [2], events: 2 }]);
}

test("what the database rejects fails alone: the others are decided one by one", () =>
  failsAlone({ ...joining(queueId), actor: "NUL \u0000 in a text" }));

test("an id that is taken already fails alone, too", async () => {
  const other = await newQueue();
  const { id } = await join(engineWith(), other);
  const who = { ticketId: id, name: "Eve", mobile: null, partySize: 1 };
  await failsAlone(joinOrder({ orgId, actor: "test" }, queueId, who));
});

test("what cannot be sent at all fails alone", () => {
  const who = { ticketId: newId(), name: 1n as never, mobile: null, partySize: 1 };
  const order = joinOrder({ orgId, actor: "test" }, queueId, who);
  const answer = () => ({});
  return failsAlone({ ...order, answer, product: { ...order.product, describe: () => ({}) } });
});

test("a change for which a product has no words leaves nothing behind", () => {
  const order = joining(queueId, "Eve");
  const describe = () => {
    throw new Error("no words");
  };
  return failsAlone({ ...order, product: { ...order.product, describe } });
});

test("the mailbox has its limit also for orders that wait for a locked line", async () => {
  const engine = engineWith({ maxInMailbox: 10 });
  const release = await holdLine(database.url, queueId);
  const first = join(engine);
  await until(async () => engine.backlog === 0 && (await isAwaited(database.pool)));
  const more = Promise.allSettled(Array.from({ length: 40 }, () => join(engine)));
  await until(() => engine.backlog === 10);
  await release();
  await first;
  const refused = (await more).filter((one) => one.status === "rejected");
  assert.equal(refused.length, 30);
  assert.ok(refused.every((one) => refusedWith("BUSY")(one.reason)));
});

test("a full mailbox refuses instead of growing", async () => {
  const engine = engineWith({ maxInMailbox: 10 });
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => join(engine)));
  const refused = results.filter((one) => one.status === "rejected");
  assert.ok(refused.length > 0);
  assert.ok(refused.every((one) => refusedWith("BUSY")(one.reason)));
  assert.equal((await ticketsOf(queueId)).length, 40 - refused.length);
});

test("closing finishes what was taken in and takes nothing more", async () => {
  const engine = engineWith();
  const taken = Promise.all(Array.from({ length: 50 }, () => join(engine)));
  const closed = engine.close();
  await assert.rejects(join(engine), refusedWith("SHUTTING_DOWN"));
  await closed;
  assert.equal((await taken).length, 50);
});

test("a commit whose answer is lost is not done again", async () => {
  const { proxy, url } = await TcpProxy.inFrontOf(database.url);
  const engine = engineWith({}, url);
  for (let i = 0; i < 3; i++) await join(engine);
  proxy.cutAfter((sent) => sent.includes("commit"));
  const ticket = await join(engine, queueId, "Bob");
  assert.equal(proxy.cuts, 1);
  assert.deepEqual((await ticketsOf(queueId)).slice(3), [{ sequence: 4, name: "Bob" }]);
  assert.equal(ticket.sequence, 4);
  await engine.close();
  await proxy.close();
});

test("a commit that was lost on its way is decided anew, and nobody else is told its answer", async () => {
  const { proxy, url } = await TcpProxy.inFrontOf(database.url);
  const engine = engineWith({}, url);
  for (let i = 0; i < 3; i++) await join(engine);
  const held = proxy.holdFrom(commitIn);
  const bob = join(engine, queueId, "Bob");
  await held.caught;
  held.cut();
  assert.equal((await bob).sequence, 4);
  assert.deepEqual((await ticketsOf(queueId)).slice(3), [{ sequence: 4, name: "Bob" }]);
  await engine.close();
  await proxy.close();
});

test("a batch that nobody heard of again cannot be written any more", async () => {
  const engine = engineWith();
  await join(engine);
  const connection = await Connection.open(database.connections, statements, 1_000);
  const seal = { orgId, lineId: queueId, seq: 1, batch: newId() };
  const before = await eventSeq();
  const settled = await settleLost(connection, [{ seal, lineIds: [queueId], unlocked: true }]);
  assert.deepEqual([...settled], []);
  assert.equal(await eventSeq(), before + 1);
  await connection.close();
});

test("a value that cannot be read fails its statement and no more", async () => {
  const connection = await Connection.open(database.connections, statements, 1_000);
  const tooLarge = connection.sendText("", "select 9007199254740993::bigint as n", []);
  await assert.rejects(tooLarge, RangeError);
  assert.deepEqual(await connection.sendText("", "select 7::bigint as n", []), [{ n: 7 }]);
  await connection.close();
});

test("a connection lost before the commit is tried again and has one effect", async () => {
  const { proxy, url } = await TcpProxy.inFrontOf(database.url);
  const engine = engineWith({}, url);
  await join(engine);
  proxy.cutAfter((sent) => sent.includes("begin"));
  await join(engine, queueId, "Bob");
  assert.equal(proxy.cuts, 1);
  assert.equal((await ticketsOf(queueId)).length, 2);
  await engine.close();
  await proxy.close();
});

const withoutLock = { ...statements, lock: statements.lock.replace(" for update", "") };

async function raceTwo(chosen: typeof statements): Promise<number[]> {
  // The stream's numbering would stop a race too; without it the fence is on its own.
  await database.pool.query(`alter table event drop constraint if exists event_pkey`);
  const two = [engineWith({ statements: chosen }), engineWith({ statements: chosen })];
  // Both are connected before they race.
  for (const engine of [...two, ...two]) await join(engine).catch(() => undefined);
  await Promise.allSettled(
    Array.from({ length: 40 }, async (_, i) => {
      for (let round = 0; round < 10; round++) await join(two[i % 2]!);
    }),
  );
  await database.pool.query(`truncate event`);
  await database.pool.query(`alter table event add primary key (org_id, line_id, seq)`);
  return (await ticketsOf(queueId)).map((ticket) => ticket.sequence);
}

test("without the lock the fence alone still lets no number out twice", async () => {
  const numbers = await raceTwo(withoutLock);
  assert.ok(numbers.length > 0);
  assert.deepEqual(numbers, [...new Set(numbers)]);
});

test("without the fence as well, numbers do come out twice (negative control)", async () => {
  const fence = " + 0 / (l.event_seq = n.from_seq)::int";
  assert.ok(statements.updateLines.includes(fence));
  const withoutFence = statements.updateLines.replace(fence, "");
  let numbers: number[] = [];
  // On a busy machine one process may be done before the other begins.
  for (let tries = 0; tries < 8 && new Set(numbers).size === numbers.length; tries++) {
    numbers = await raceTwo({ ...withoutLock, updateLines: withoutFence });
  }
  assert.ok(new Set(numbers).size < numbers.length);
});

test("two processes call from one line without calling anyone twice", async () => {
  const two = [engineWith(), engineWith()];
  await Promise.all(Array.from({ length: 120 }, () => join(two[0]!)));
  const called = await Promise.all(
    Array.from({ length: 130 }, async (_, i) => {
      const by = { orgId, actor: "test" };
      const { answer } = await two[i % 2]!.submit(callNextOrder(by, queueId, "1"));
      return (answer as TicketView | null)?.id ?? null;
    }),
  );
  const people = called.filter((id) => id !== null);
  assert.equal(people.length, 120);
  assert.equal(new Set(people).size, 120);
});
