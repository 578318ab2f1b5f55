// The simulated PostgreSQL against the real one: the same packets to both, the same answers and errors
// from both. What the simulator finds is worth as much as this.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { decideAll, load } from "../../src/engine/batch.ts";
import { Connection, type Rows, type Sender } from "../../src/engine/connection.ts";
import { ByKey, type Order } from "../../src/engine/order.ts";
import { lineColumns, ticketColumns, ticketOf } from "../../src/engine/rows.ts";
import { statements } from "../../src/engine/statements.ts";
import { ticketTable, waitingTable } from "../../src/engine/tables.ts";
import type { Writes } from "../../src/engine/writes.ts";
import { allGuards } from "../guards.ts";
import { find } from "../history.ts";
import { Network } from "../network.ts";
import { wants } from "../people.ts";
import { openPremises, type Premises } from "../premises.ts";
import { join } from "../products.ts";
import { World, type Host } from "../world.ts";
import { SimulatedPostgres } from "./postgres.ts";
import { readLine, readTicket } from "./tables.ts";

const seed = 4;
const host: Host = { name: "test", state: "running", held: [] };
const lockTimeoutMs = 4_500;
const startsAt = Date.UTC(2026, 0, 5, 9);
let database: FreshDatabase;
let world: World;
let postgres: SimulatedPostgres;
let network: Network;
let premises: Premises;
let moment = 0;

before(async () => {
  database = await freshDatabase();
  world = new World(seed, false);
  postgres = new SimulatedPostgres(world, allGuards, () => undefined);
  network = new Network(world, postgres);
  premises = openPremises(world, postgres);
  await copyBeginning();
});

after(() => database.drop());

/** What the simulated one has at the beginning. */
async function copyBeginning(): Promise<void> {
  const { pool } = database;
  await pool.query(
    `create table simulated_settings (line_id uuid, product text, settings text, depends_on uuid)`,
  );
  for (const line of postgres.tables.line.seen(null)) {
    const values = lineColumns.split(", ").map((column) => line[column as keyof typeof line]);
    const places = values.map((_, i) => `$${i + 1}`).join(", ");
    await pool.query(`insert into line (${lineColumns}) values (${places})`, values);
  }
  for (const { line_id, product, settings, depends_on } of postgres.tables.settings.seen(null)) {
    const values = [line_id, product, settings, depends_on];
    await pool.query(`insert into simulated_settings values ($1, $2, $3, $4)`, values);
  }
  const tickets = [...postgres.tables.ticket.seen(null)].map((one) => ticketOf(readTicket(one)));
  const connection = await connectReal();
  await connection.insert(ticketTable, tickets);
  await connection.insert(waitingTable, tickets);
  await connection.close();
}

const connectReal = (lockMs = lockTimeoutMs) =>
  Connection.open(database.connections, statements, lockMs);

/** Lets simulated time pass until it is settled. */
async function simulated<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => (isSettled = true);
  promise.then(settle, settle);
  await world.run(() => isSettled, 60_000);
  return promise;
}

/** Whatever is sent, with what came of it. */
function recording(sender: Sender, seen: string[]): Sender {
  const note = <T>(name: string, sent: Promise<T>) => {
    sent.then(
      (rows) => seen.push(`${name} ${textOf(rows)}`),
      (error: { code?: string }) => seen.push(`${name} ${error.code}`),
    );
    return sent;
  };
  return {
    send: (name, values) => note(name, sender.send(name, values)),
    sendText: (name, text, values) => note(name, sender.sendText(name, text, values)),
    control: (verb) => note(verb, sender.control(verb)),
    insert: (table, rows) => note(`copy ${table.name}`, sender.insert(table, rows)),
    together: (work) => sender.together(work),
  };
}

/** Rows in any order, their columns as well; the time of the lock is nobody's business here. */
function textOf(rows: unknown): string {
  if (!Array.isArray(rows)) return "";
  const texts = (rows as Rows).map((row) => {
    const { now: _, ...columns } = row;
    if (Array.isArray(columns.heads)) columns.heads = columns.heads.map(Number);
    return JSON.stringify(Object.fromEntries(Object.entries(columns).toSorted(byName)));
  });
  return texts.toSorted().join("\n");
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** Sent to both, whatever becomes of it. */
async function toBoth(
  [real, simulation]: readonly [Sender, Sender],
  work: (sender: Sender) => Promise<unknown>,
  what: string,
): Promise<void> {
  const [is, should]: [string[], string[]] = [[], []];
  await work(recording(real, should)).catch(() => undefined);
  await simulated(work(recording(simulation, is))).catch(() => undefined);
  assert.deepEqual(is, should, what);
}

const committed = (writes: Writes) => (sender: Sender) =>
  Promise.all(
    sender.together(() => [
      sender.control("begin"),
      ...writes.sendChanges(sender),
      sender.control("commit"),
    ]),
  );

const ended = (verb: "commit" | "rollback") => (sender: Sender) => sender.control(verb);

function anyOrders(used: string[]): Order[] {
  const { chance } = world;
  const { newId, orgId } = premises;
  const tickets = [...postgres.tables.ticket.seen(null)];
  const look = (ticketId: string) => find(postgres, orgId, ticketId);
  const orders: Order[] = [];
  for (let i = chance.between(1, 4); i > 0; i--) {
    const ticket = tickets.length > 0 ? look(chance.pick(tickets.slice(-20)).id) : undefined;
    const want = chance.next() < 0.3 ? wants.allocate! : chance.pick(Object.values(wants));
    const wanted = want(premises, world, ticket);
    const idem = used.length > 0 && chance.next() < 0.1 ? chance.pick(used) : newId();
    const order = wanted?.make({ orgId, actor: "test", idem }, look);
    if (order) orders.push(order);
    used.push(idem);
  }
  return orders;
}

test("random batches are answered and refused alike", async () => {
  const { chance } = world;
  const both = [await connectReal(), network.direct(host, lockTimeoutMs)] as const;
  const used: string[] = [];
  for (let step = 0; step < 150; step++) {
    const orders = anyOrders(used);
    if (orders.length === 0) continue;
    const what = `step ${step}`;
    const fixedNow = new Date(startsAt + (moment += chance.between(1, 900)));
    const contended = new Set(chance.next() < 0.2 ? orders[0]!.lineIds : []);
    const reading = (sender: Sender) => load(sender, orders, { fixedNow, contended });
    await toBoth(both, reading, what);
    // Both are in a transaction now, and have seen the same.
    const loaded = await reading(both[0]);
    const isBlind = chance.next() < 0.4;
    const known = isBlind
      ? { ...loaded, replays: new ByKey<never>(), uniqueKeys: new Map() }
      : loaded;
    const { writes } = decideAll(orders, known);
    if (writes.isEmpty) {
      await toBoth(both, ended("rollback"), what);
      continue;
    }
    writes.dependOn(new Map([[premises.doctor, chance.next() < 0.1 ? 7 : 0]]));
    await toBoth(both, committed(writes), what);
    // A second time it is decided on what is no longer there.
    if (chance.next() < 0.2) await toBoth(both, committed(writes), what);
    await toBoth(both, ended("rollback"), what);
    await toBoth(both, looks(writes), what);
  }
  await both[0].close();
  await sameTables();
});

/** Statements that batches need rarely. */
function looks({ seal }: Writes): (sender: Sender) => Promise<unknown> {
  const { chance } = world;
  const { desks, clinic } = premises;
  const waiting = [...postgres.tables.waiting.seen(null)];
  const last = waiting.length > 0 ? chance.pick(waiting) : null;
  const isSkipping = chance.next() < 0.3;
  return (sender) =>
    Promise.all(
      sender.together(() => [
        ...(last
          ? [sender.send("onward", [last.line_id, last.level, last.rank, last.ticket_id, 3])]
          : []),
        ...(seal
          ? [sender.send("written", [[seal.orgId], [seal.lineId], [seal.seq], [seal.batch]])]
          : []),
        sender.send("lockIfFree", [[...desks, clinic]]),
        sender.send("everybody", [[clinic]]),
        ...(isSkipping ? [sender.send("skipNumbers", [[clinic, desks[0]]])] : []),
      ]),
    );
}

async function sameTables(): Promise<void> {
  const { pool } = database;
  const { tables } = postgres;
  const lines = await pool.query<Rows[number]>(`select ${lineColumns} from line`);
  assert.equal(textOf([...tables.line.seen(null)].map(readLine)), textOf(lines.rows));
  const tickets = await pool.query<Rows[number]>(`select ${ticketColumns} from ticket t`);
  assert.equal(textOf([...tables.ticket.seen(null)].map(readTicket)), textOf(tickets.rows));
  const waiting = await pool.query<Rows[number]>(`select * from waiting`);
  assert.equal(textOf([...tables.waiting.seen(null)]), textOf(waiting.rows));
  const events = await pool.query<Rows[number]>(
    `select line_id as "lineId", seq, ticket_id as "ticketId", type, idem, batch from event`,
  );
  const simulation = [...tables.event.seen(null)].map(
    ({ lineId, seq, ticketId, type, idem, batch }) => ({
      lineId,
      seq,
      ticketId,
      type,
      idem,
      batch,
    }),
  );
  assert.equal(textOf(simulation), textOf(events.rows));
}

type Step = readonly [who: 0 | 1, send: (sender: Sender) => Promise<unknown>[]];

const begin = (sender: Sender) => sender.control("begin");
const only =
  (verb: "begin" | "commit" | "rollback"): Step[1] =>
  (sender) => [sender.control(verb)];
const locking =
  (how: "lock" | "lockIfFree", ...ids: string[]): Step[1] =>
  (sender) => [begin(sender), sender.send(how, [ids])];
const writing =
  (writes: Writes): Step[1] =>
  (sender) => [begin(sender), ...writes.sendChanges(sender)];

/**
 * Two sessions in turns: what each packet came to, and whether it had to wait. `settle` waits until each of
 * those who are at something is blocked by the other one.
 */
async function inTurns(
  connections: readonly Sender[],
  steps: readonly Step[],
  settle: (busy: () => number[]) => Promise<void>,
): Promise<string[]> {
  const outcomes: string[][] = [];
  const underWay = [0, 0];
  const busy = () => [0, 1].filter((who) => underWay[who]! > 0);
  for (const [who, send] of steps) {
    const seen: string[] = [];
    outcomes.push(seen);
    const sender = recording(connections[who]!, seen);
    underWay[who]! += 1;
    const sent = Promise.allSettled(sender.together(() => send(sender)));
    void sent.then(() => (underWay[who]! -= 1));
    await settle(busy);
    if (busy().includes(who)) seen.push("waits");
  }
  while (busy().length > 0) {
    await settle(busy);
    await pause(5);
  }
  return outcomes.map((one) => one.join(", "));
}

async function pidOf(connection: Connection): Promise<number> {
  const [row] = await connection.sendText("pid", "select pg_backend_pid() as pid", []);
  return row!.pid as number;
}

async function areBlocked(pids: readonly number[]): Promise<boolean> {
  const { rows } = await database.pool.query<{ free: number }>(
    `select count(*)::int as free from unnest($1::int[]) as pid
      where cardinality(pg_blocking_pids(pid)) = 0`,
    [pids],
  );
  return rows[0]!.free === 0;
}

test("sessions wait for each other alike", async () => {
  const { newId, orgId, desks, shop } = premises;
  const [x, y] = [desks[0]!, shop].toSorted() as [string, string];
  const fixedNow = new Date(startsAt + (moment += 10_000));
  const joined = async (lineId: string, idem: string) => {
    const connection = await connectReal();
    const order = join({ orgId, actor: "test", idem }, lineId, newId(), 0) as Order;
    const loaded = await load(connection, [order], { fixedNow, contended: new Set() });
    await connection.close();
    return decideAll([order], loaded).writes;
  };
  const desk = desks[0]!;
  const wrong: Step[1] = (sender) => [begin(sender), sender.send("checkDependencies", [[x], [-1]])];
  const scenarios: (() => Promise<Step[]>)[] = [
    async () => [
      [0, locking("lock", x)],
      [1, locking("lock", x, y)],
      [0, (sender) => [sender.send("skipNumbers", [[x]]), sender.control("commit")]],
      [1, only("commit")],
    ],
    async () => [
      [0, locking("lock", x)],
      [1, locking("lockIfFree", x, y)],
      [0, only("commit")],
      [1, only("commit")],
    ],
    async () => {
      const [one, two] = [await joined(desk, newId()), await joined(desk, newId())];
      return [
        [0, writing(one)],
        [1, writing(two)],
        [0, only("commit")],
        [1, only("begin")],
        [1, only("rollback")],
        [1, only("begin")],
        [1, only("rollback")],
      ];
    },
    async () => {
      const [one, two] = [await joined(desk, newId()), await joined(desk, newId())];
      return [
        [0, writing(one)],
        [1, writing(two)],
        [0, only("rollback")],
        [1, only("commit")],
      ];
    },
    async () => [
      [0, wrong],
      [0, locking("lock", x)],
      [1, locking("lock", x)],
      [0, only("commit")],
      [1, only("rollback")],
      [0, only("commit")],
    ],
  ];
  for (const isCommitted of [true, false]) {
    scenarios.push(async () => {
      const idem = newId();
      const [one, two] = [await joined(desk, idem), await joined(desks[1]!, idem)];
      return [
        [0, writing(one)],
        [1, writing(two)],
        [0, only(isCommitted ? "commit" : "rollback")],
        [1, only("commit")],
      ];
    });
  }
  for (const [i, scenario] of scenarios.entries()) {
    await comesToTheSame(await scenario(), 4_500, `scenario ${i}`);
  }
  await sameTables();
});

test("a lock that stays taken is given up alike", async () => {
  const steps: Step[] = [
    [0, locking("lock", premises.shop)],
    [1, locking("lock", premises.shop)],
  ];
  await comesToTheSame(steps, 200, "lock timeout");
});

async function comesToTheSame(steps: readonly Step[], lockMs: number, what: string): Promise<void> {
  const real = [await connectReal(lockMs), await connectReal(lockMs)];
  const pids = await Promise.all(real.map(pidOf));
  const should = await inTurns(real, steps, async (busy) => {
    while (busy().length > 0 && !(await areBlocked(busy().map((who) => pids[who]!)))) {
      await pause(1);
    }
  });
  for (const connection of real) await connection.close();
  const simulation = [network.direct(host, lockMs), network.direct(host, lockMs)];
  const is = await inTurns(simulation, steps, async (busy) => {
    await world.run(() => busy().length === 0, 100);
  });
  for (const connection of simulation) await connection.close();
  await world.run(() => postgres.open.size === 0, 10_000);
  assert.deepEqual(is, should, what);
}
