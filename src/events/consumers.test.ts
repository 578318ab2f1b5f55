import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freshDatabase, type FreshDatabase } from "../../test/database.ts";
import { newId } from "../infra/ids.ts";
import { createLog } from "../infra/log.ts";
import { Consumers, startAnew, type Consumer } from "./consumers.ts";

let database: FreshDatabase;
const log = createLog("silent");
const orgId = newId();

before(async () => {
  database = await freshDatabase();
  await database.pool.query(`create table taken_in (consumer text, line_id uuid, seq bigint)`);
});
after(() => database.drop());

const tell = (lineId: string, seq: number, type = "told") =>
  database.pool.query(
    `insert into event (org_id, line_id, seq, type, at, actor) values ($1, $2, $3, $4, now(), 'a')`,
    [orgId, lineId, seq, type],
  );

/** Writes down what it is handed. */
function notingConsumer(name: string, options: Partial<Consumer> = {}): Consumer {
  return {
    name,
    types: ["told"],
    from: "now",
    async write(tx, events) {
      for (const { lineId, seq } of events) {
        await tx.query(`insert into taken_in values ($1, $2, $3)`, [name, lineId, seq]);
      }
    },
    ...options,
  };
}

async function started(t: TestContext, consumer: Consumer) {
  let listener: () => void = () => undefined;
  const onNews = (told: () => void) => {
    listener = told;
    return () => undefined;
  };
  const consumers = new Consumers({ pool: database.pool, log, consumers: [consumer], onNews });
  await consumers.start();
  t.after(() => consumers.close());
  return { consumers, news: () => listener() };
}

async function takenIn(name: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ seq: number }>(
    `select seq from taken_in where consumer = $1 order by ctid`,
    [name],
  );
  return rows.map(({ seq }) => seq);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}

test("a consumer is handed what happens from now on, of the types it wants, in order", async (t) => {
  const line = newId();
  await tell(line, 1);
  // Long ago: of what is written in the moment of the start, either may be true.
  await database.pool.query(`update event set position = 1 where line_id = $1`, [line]);
  const { news } = await started(t, notingConsumer("plain"));
  for (let seq = 2; seq <= 5; seq++) await tell(line, seq);
  await tell(line, 6, "something else");
  await tell(line, 7);
  news();
  await until(async () => (await takenIn("plain")).includes(7));
  assert.deepEqual(await takenIn("plain"), [2, 3, 4, 5, 7]);
});

test("what it does not want costs no commit, until there was much of it", async (t) => {
  const { consumers } = await started(t, notingConsumer("choosy", { types: ["rare"] }));
  const place = async () => {
    const { rows } = await database.pool.query<{ position: number }>(
      `select position from event_consumer where name = 'choosy'`,
    );
    return rows[0]!.position;
  };
  const start = await place();
  await tell(newId(), 1);
  await consumers.catchUp();
  assert.equal(await place(), start);
  await database.pool.query(
    `update event_consumer set position = position - 5000 where name = 'choosy'`,
  );
  await until(async () => {
    await consumers.catchUp();
    return (await place()) >= start;
  });
  await tell(newId(), 1, "rare");
  await until(async () => (await takenIn("choosy")).length === 1);
});

test("without any notice it looks by itself", async (t) => {
  await started(t, notingConsumer("unnoticed"));
  await tell(newId(), 1);
  await until(async () => (await takenIn("unnoticed")).length === 1);
});

test("one that begins at the beginning is handed everything, in pages", async (t) => {
  const line = newId();
  await database.pool.query(
    `insert into event (org_id, line_id, seq, type, at, actor)
      select $1, $2, n, 'counted', now(), 'a' from generate_series(1, 3) n`,
    [orgId, line],
  );
  for (let seq = 4; seq <= 6; seq++) await tell(line, seq, "counted");
  const consumer = notingConsumer("whole", { from: "the beginning", types: ["counted"] });
  const { consumers } = await started(t, consumer);
  await until(async () => {
    await consumers.catchUp();
    return (await takenIn("whole")).length >= 6;
  });
  assert.deepEqual(await takenIn("whole"), [1, 2, 3, 4, 5, 6]);
});

test("what failed is tried again, and nothing of the first try stays", async (t) => {
  let tries = 0;
  const consumer = notingConsumer("failing");
  const { write } = consumer;
  consumer.write = async (tx, events) => {
    await write!(tx, events);
    tries += 1;
    if (tries === 1) throw new Error("not now");
  };
  const { news } = await started(t, consumer);
  await tell(newId(), 1);
  news();
  await until(async () => (await takenIn("failing")).length > 0);
  assert.deepEqual(await takenIn("failing"), [1]);
  assert.equal(tries, 2);
});

test("several instances hand each event over once", async (t) => {
  const instances = [];
  for (let i = 0; i < 3; i++) instances.push(await started(t, notingConsumer("several")));
  const line = newId();
  for (let seq = 1; seq <= 40; seq++) {
    await tell(line, seq);
    for (const { news } of instances) news();
  }
  await until(async () => (await takenIn("several")).length >= 40);
  assert.deepEqual(
    await takenIn("several"),
    Array.from({ length: 40 }, (_, i) => i + 1),
  );
});

test("an instance that went to sleep in the middle takes back what it wrote when it wakes up", async (t) => {
  let wakeUp: () => void = () => undefined;
  const sleep = new Promise<void>((resolve) => (wakeUp = resolve));
  let asleep = false;
  const sleeper = notingConsumer("sleeper", {
    async act() {
      asleep = true;
      await sleep;
    },
  });
  const first = await started(t, sleeper);
  await tell(newId(), 1);
  first.news();
  await until(() => asleep);
  await database.pool.query(`update lease set until = now() where name = 'consumer sleeper'`);
  const second = await started(t, notingConsumer("sleeper"));
  second.news();
  await until(async () => (await takenIn("sleeper")).length === 1);
  wakeUp();
  await tell(newId(), 2);
  second.news();
  await until(async () => (await takenIn("sleeper")).includes(2));
  assert.deepEqual(await takenIn("sleeper"), [1, 2]);
});

test("a consumer can start anew", async (t) => {
  const { consumers } = await started(t, notingConsumer("again", { types: ["anew"] }));
  const line = newId();
  const taken = (times: number) => async () => {
    await consumers.catchUp();
    return (await takenIn("again")).length >= times;
  };
  await tell(line, 1, "anew");
  await tell(line, 2, "anew");
  await until(taken(2));
  await startAnew(database.pool, "again");
  await until(taken(4));
  assert.deepEqual(await takenIn("again"), [1, 2, 1, 2]);
});

test("how far a consumer is behind can be seen", async (t) => {
  let isOpen = false;
  const consumer: Consumer = {
    name: "slow",
    types: ["told"],
    from: "now",
    act() {
      return isOpen ? Promise.resolve() : Promise.reject(new Error("closed"));
    },
  };
  const { consumers } = await started(t, consumer);
  const lag = async () => (await consumers.lag())[0]!;
  assert.equal((await lag()).events, 0);
  await tell(newId(), 1, "nothing for it");
  for (let seq = 1; seq <= 3; seq++) await tell(newId(), seq);
  await until(async () => (await lag()).events === 3);
  assert.ok((await lag()).seconds >= 0);
  isOpen = true;
  await until(async () => {
    await consumers.catchUp().catch(() => undefined);
    return (await lag()).events === 0;
  });
});
