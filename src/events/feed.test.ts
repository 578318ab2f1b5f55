import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Premises, queueSettings } from "../../test/engine.ts";
import { TcpProxy } from "../../test/tcp-proxy.ts";
import { Connections } from "../infra/connections.ts";
import { createLog } from "../infra/log.ts";
import { Feed } from "./feed.ts";

let premises: Premises;
before(async () => {
  premises = await Premises.open();
});
after(() => premises.database.drop());

/** A feed through a proxy that the test may break, and how often a queue's watcher was told. */
async function given(t: TestContext) {
  const { proxy, url } = await TcpProxy.inFrontOf(premises.database.url);
  const connections = new Connections(url, createLog("silent"));
  const changes: boolean[] = [];
  connections.onChange((isAway) => changes.push(isAway));
  const feed = new Feed(connections, createLog("silent"));
  await feed.start();
  const queueId = await premises.newQueue(queueSettings);
  const told = { times: 0 };
  feed.watch(queueId, () => (told.times += 1));
  t.after(async () => {
    await feed.close();
    await proxy.close();
  });
  return { proxy, connections, changes, feed, queueId, told };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 30_000;
  while (!(await condition())) {
    assert.ok(performance.now() < giveUp, `not within half a minute: ${String(condition)}`);
    await pause(20);
  }
}

async function feedsOnServer(): Promise<number> {
  const { rows } = await premises.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where application_name = 'turnkeeper feed' and datname = current_database()`,
  );
  return rows[0]!.n;
}

test("a commit that nobody gave notice of is found all the same", async (t) => {
  const { queueId, told } = await given(t);
  await until(() => told.times === 1); // the first look
  await premises.database.pool.query(`update line set event_seq = event_seq + 1 where id = $1`, [
    queueId,
  ]);
  await until(() => told.times === 2);
});

test("a line that stays as it is, is told of once", async (t) => {
  const { queueId, told, feed } = await given(t);
  await until(() => told.times === 1);
  await premises.database.pool.query(`update line set event_seq = 7 where id = $1`, [queueId]);
  await premises.database.pool.query(`select pg_notify('turnkeeper_events', $1)`, [`${queueId} 7`]);
  await until(() => told.times === 2);
  const looks = { times: 0 };
  const other = await premises.newQueue(queueSettings);
  feed.watch(other, () => (looks.times += 1));
  await until(() => looks.times === 1); // one more look at all of them
  assert.equal(told.times, 2);
});

test("however often connecting fails, there is one connection afterwards", async (t) => {
  const { proxy, changes, feed, told } = await given(t);
  const before = await feedsOnServer();
  proxy.refuse();
  proxy.cutAll();
  await until(() => changes.length === 1);
  assert.deepEqual(changes, [true]);
  assert.equal(await feed.answers(), false);
  await until(async () => (await feedsOnServer()) === before - 1);
  const { times } = told;
  await proxy.restore();
  await until(() => changes.length === 2);
  assert.deepEqual(changes, [true, false]);
  assert.equal(await feedsOnServer(), before);
  assert.equal(proxy.connections, 1);
  await until(() => told.times > times); // who watches looks again
  await until(() => feed.answers());
});

for (const fault of ["freeze", "swallow"] as const) {
  test(`a database that says nothing is away (${fault}), and comes back`, async (t) => {
    const { proxy, connections, changes, feed } = await given(t);
    const idle = { isOver: false };
    (await connections.connect({ name: "test" })).once("end", () => (idle.isOver = true));
    proxy[fault]();
    assert.equal(await feed.answers(), false, "also before it is known to be away");
    await until(() => changes.length === 1);
    await until(() => idle.isOver); // nothing would ever tell whether it still works
    assert.ok(connections.isAway);
    await proxy.restore();
    await until(() => !connections.isAway);
    await until(() => feed.answers());
    assert.equal(proxy.connections, 1);
  });
}

test("a connection that is lost alone does not mean that the database is away", async (t) => {
  const { proxy, changes, feed } = await given(t);
  proxy.cutAll();
  await until(() => feed.answers());
  assert.deepEqual(changes, []);
});
