// Starting, stopping and dying, with real processes: what npm start promises.
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, cp, readlink, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import {
  copyData,
  copyProject,
  isAlive,
  postgresOf,
  removeProject,
  startServer,
  stopLeftover,
  type StartedServer,
} from "./startup-server.ts";

let checkout: string;
/** What a first start left behind: making a database anew takes longer than most tests. */
let used: { dataDir: string } & Awaited<ReturnType<typeof openQueue>>;
before(async () => {
  checkout = await copyProject();
  const dataDir = join(checkout, "data-used");
  const server = await (await startServer(checkout, { DATA_DIR: dataDir })).ready();
  used = { dataDir, ...(await openQueue(server)) };
  assert.equal(await server.stop(), 0);
});
after(() => removeProject(checkout));

type Command = Parameters<typeof startServer>[2];
const keyIn = (server: StartedServer) => /Owner key \(shown once\): (\S+)/.exec(server.output)?.[1];

/** With the key that the server shows on its first start. */
async function openQueue(server: StartedServer) {
  const [, key = ""] = await server.says(/Owner key \(shown once\): (\S+)/);
  const queue = await server.post("/v1/queues", key, { name: "Bakery", prefix: "B" });
  const queueId = String(queue["id"]);
  const ticket = await server.post(`/v1/queues/${queueId}/tickets`, key, { name: "Ada" });
  return { key, queueId, ticket };
}

/** A data folder of its own, and a way to start servers on it that are gone after the test. */
function given(t: TestContext, place = checkout) {
  const dataDir = join(place, `data-${Math.random().toString(36).slice(2)}`);
  const servers: StartedServer[] = [];
  t.after(async () => {
    for (const server of servers) await server.stop();
    await stopLeftover(dataDir);
    // Only what this test has made: other servers of this machine keep theirs in the same place.
    const elsewhere = await readlink(join(dataDir, "postgres")).catch(() => null);
    if (elsewhere !== null) await rm(elsewhere, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
    await rm(`${dataDir}.key`, { force: true });
  });
  const start = async (env: Record<string, string> = {}, command?: Command) => {
    const server = await startServer(place, { DATA_DIR: dataDir, ...env }, command);
    servers.push(server);
    return server;
  };
  const startReady = async (command?: Command) => (await start({}, command)).ready();
  /** A server that was started before, with its owner key and a queue. */
  const startWithQueue = async (command?: Command) => {
    const { dataDir: from, ...left } = used;
    await copyData(from, dataDir);
    await cp(`${from}.key`, `${dataDir}.key`);
    return { server: await startReady(command), ...left };
  };
  return { dataDir, start, startReady, startWithQueue };
}

test("the first start prints the address and the owner key, and the server is ready", async (t) => {
  const { start } = given(t);
  const server = await start();
  const [, address] = await server.says(/Turnkeeper is ready at (\S+)/);
  assert.equal(address, server.url);
  const [, key = ""] = await server.says(/Owner key \(shown once\): (\S+)/);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  await server.get("/v1/queues", key);
});

test("the second start keeps all data and shows no key", async (t) => {
  const { startWithQueue } = given(t);
  const { server: second, key, ticket } = await startWithQueue();
  assert.equal(keyIn(second), undefined);
  const again = (await second.get(`/v1/tickets/${String(ticket["id"])}`, key)) as typeof ticket;
  assert.equal(again["number"], ticket["number"]);
});

test("SIGTERM ends an open stream, stops the database and exits 0", async (t) => {
  const { dataDir, startWithQueue } = given(t);
  const { server, queueId } = await startWithQueue();
  const stream = await fetch(`${server.url}/v1/queues/${queueId}/board/events`);
  assert.equal(stream.status, 200);
  const ended = stream.text();
  const postgres = await postgresOf(dataDir);
  assert.ok(postgres !== null && isAlive(postgres));

  process.kill(server.pid, "SIGTERM"); // to npm start's own process alone
  assert.equal(await server.exited, 0);
  await ended.catch(() => {}); // it is over, in one way or the other
  assert.equal(isAlive(postgres), false);
  assert.equal(await postgresOf(dataDir), null);
});

test("SIGTERM to npm reaches the server", async (t) => {
  const { dataDir, startWithQueue } = given(t);
  const { server } = await startWithQueue("npm start");
  process.kill(server.pid, "SIGTERM");
  await server.exited; // npm has its own idea of the exit code
  assert.equal(await postgresOf(dataDir), null);
  await assert.rejects(fetch(`${server.url}/healthz`));
});

test("Ctrl-C, which a terminal sends to the whole group and npm once more, exits 0", async (t) => {
  const { dataDir, startWithQueue } = given(t);
  const { server } = await startWithQueue();
  server.signal("SIGINT");
  server.signal("SIGINT");
  assert.equal(await server.exited, 0);
  assert.equal(await postgresOf(dataDir), null);
});

test("a second server on the same data folder gets a clear error and does no harm", async (t) => {
  const { dataDir, start, startWithQueue } = given(t);
  const { server: first, key, queueId } = await startWithQueue();
  const second = await start();
  assert.equal(await second.exited, 1);
  assert.ok(second.output.includes(dataDir), second.output);
  assert.match(second.output, /Another server is running .* Stop that one first, or .*DATA_DIR/);
  assert.doesNotMatch(second.output, /\n\s+at /, "no stack trace");
  await first.post(`/v1/queues/${queueId}/tickets`, key, { name: "Ada" });
});

/** People join until the server dies; answers the numbers that were acknowledged. */
async function joinUntilItDies(
  server: StartedServer,
  key: string,
  queueId: string,
  die: () => void,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const join = async () => {
    for (;;) {
      const ticket = await server.post(`/v1/queues/${queueId}/tickets`, key, { name: "Ada" });
      acknowledged.push(String(ticket["number"]));
      if (acknowledged.length === 300) die();
    }
  };
  await Promise.all(Array.from({ length: 8 }, () => join().catch(() => {})));
  assert.ok(acknowledged.length >= 300, `only ${acknowledged.length} joined`);
  return acknowledged;
}

async function numbersIn(server: StartedServer, key: string, queueId: string): Promise<string[]> {
  const numbers: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `/v1/queues/${queueId}/tickets?limit=100${cursor && `&cursor=${cursor}`}`;
    const page = (await server.get(path, key)) as {
      items: { number: string }[];
      nextCursor: string | null;
    };
    numbers.push(...page.items.map(({ number }) => number));
    cursor = page.nextCursor;
  }
  return numbers;
}

test("after kill -9 the next start takes over the database and has all that was acknowledged", async (t) => {
  const { dataDir, startReady, startWithQueue } = given(t);
  const { server, key, queueId } = await startWithQueue("src/main.ts");
  const acknowledged = await joinUntilItDies(server, key, queueId, () => server.signal("SIGKILL"));
  const postgres = await postgresOf(dataDir);
  assert.ok(postgres !== null && isAlive(postgres), "the database outlives the server");

  const next = await startReady();
  assert.equal(await postgresOf(dataDir), postgres);
  const kept = new Set(await numbersIn(next, key, queueId));
  assert.deepEqual(
    acknowledged.filter((number) => !kept.has(number)),
    [],
  );
  assert.equal(await next.stop(), 0);
  assert.equal(isAlive(postgres), false);
});

test("after kill -9 of server and database the next start has all that was acknowledged", async (t) => {
  const { dataDir, startReady, startWithQueue } = given(t);
  const { server, key, queueId } = await startWithQueue("src/main.ts");
  const postgres = await postgresOf(dataDir);
  assert.ok(postgres !== null);
  const acknowledged = await joinUntilItDies(server, key, queueId, () => {
    process.kill(postgres, "SIGKILL");
    server.signal("SIGKILL");
  });
  const next = await startReady();
  const kept = new Set(await numbersIn(next, key, queueId));
  assert.deepEqual(
    acknowledged.filter((number) => !kept.has(number)),
    [],
  );
});

test("a bad PORT is named and nothing is touched", async (t) => {
  const { dataDir, start } = given(t);
  const server = await start({ PORT: "eighty" });
  assert.equal(await server.exited, 1);
  assert.match(server.output, /PORT should be a whole number from 1 to 65535, but it is "eighty"/);
  assert.doesNotMatch(server.output, /\n\s+at /, "no stack trace");
  await assert.rejects(stat(dataDir), { code: "ENOENT" });
});

test("a port that is taken is told, and no database stays behind", async (t) => {
  const { dataDir, start } = given(t);
  const other = createServer().listen(0, "127.0.0.1");
  t.after(() => other.close());
  await once(other, "listening");
  const address = other.address();
  assert.ok(address !== null && typeof address === "object");
  const server = await start({ PORT: String(address.port) });
  assert.equal(await server.exited, 1);
  assert.match(server.output, new RegExp(`${address.port}.*set PORT`));
  assert.equal(await postgresOf(dataDir), null);
});

test("root can start a checkout below a folder that is closed to others", async (t) => {
  if (process.getuid?.() !== 0) return t.skip("needs root");
  const { dataDir, startReady } = given(t);
  const place = join(dataDir, "postgres");
  await chmod(dirname(checkout), 0o700); // like /root
  t.after(() => chmod(dirname(checkout), 0o755));

  const server = await startReady();
  const { key, queueId } = await openQueue(server);
  assert.equal(await server.stop(), 0);
  const database = await readlink(place);
  assert.equal(dirname(database), "/var/lib/turnkeeper");
  assert.ok(server.output.includes(database), "people are told where their data is");
  assert.equal((await stat(dirname(checkout))).mode & 0o777, 0o700, "the folder stays closed");

  const again = await startReady();
  await again.get(`/v1/queues/${queueId}`, key);
  assert.equal(await again.stop(), 0);

  // A database that has gone is not silently replaced by an empty one.
  await rm(database, { recursive: true });
  const lost = await startServer(checkout, { DATA_DIR: dataDir });
  assert.equal(await lost.exited, 1);
  assert.ok(lost.output.includes(`${database}, but it is not there any more`), lost.output);
});
