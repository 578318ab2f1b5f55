// Redis goes away under two servers, in every way it can: waiting rooms ask for patience, limits and
// boxes are decided without it as exactly as with it, nobody hangs, no server ends, and all is well
// again once it is back. So it is when any one connection is ended, to Redis or to PostgreSQL.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { startRedis, type TestRedis } from "../test/redis.ts";
import { TcpProxy } from "../test/tcp-proxy.ts";
import { until } from "../test/until.ts";
import { key, startServer } from "./processes.ts";

let database: FreshDatabase;
let redis: TestRedis;
let proxy: TcpProxy;
let servers: Awaited<ReturnType<typeof startServer>>[];
let queueId: string;
const joinsPerMobile = 4;
/** A wait longer than that hangs: every wait of the server is shorter. */
const hangMs = 20_000;

before(async () => {
  database = await freshDatabase();
  redis = await startRedis();
  proxy = await TcpProxy.start({ host: "127.0.0.1", port: redis.port });
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    // The same for all: who was let in by one is let in by all.
    PUBLIC_URL: "https://turnkeeper.example",
    METRICS_TOKEN: key,
    TURNKEEPER_API_KEY: key,
    LIMIT_JOINS_PER_MOBILE_PER_HOUR: String(joinsPerMobile),
    LIMIT_PUBLIC_WRITES_PER_MINUTE: "100000",
  };
  servers = [await startServer(env), await startServer(env)];
  queueId = (await made("/v1/queues", { name: "Desk", prefix: "A", timezone: "UTC" })).id!;
});
after(async () => {
  for (const { child } of servers) {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
  await proxy.close();
  await redis.stop();
  await database.drop();
});

interface Body {
  id?: string;
  code?: string;
  secret?: string;
  pass?: string;
  session?: string;
  status?: string;
}

interface Answer {
  status: number;
  headers: Headers;
  body: Body;
}

async function ask(
  path: string,
  body?: object,
  { url = servers[0]!.url, bearer = key }: { url?: string; bearer?: string | null } = {},
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: body ? "POST" : "GET",
    signal: AbortSignal.timeout(hangMs),
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  return {
    status: answer.status,
    headers: answer.headers,
    body: isJson ? (JSON.parse(text) as Body) : {},
  };
}

async function made(path: string, body: object): Promise<Body> {
  const answer = await ask(path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const faults: [name: string, begin: () => unknown, end: () => unknown][] = [
  ["stopped", () => redisCli("shutdown", "nosave"), () => redis.restartEmpty()],
  ["killed", () => redis.kill(), () => redis.restartEmpty()],
  ["frozen", () => redis.pause(), () => redis.resume()],
  ["behind a network that loses everything", () => proxy.swallow(), () => proxy.restore()],
  ["cut off", () => (proxy.refuse(), proxy.cutAll()), () => proxy.restore()],
];

for (const [name, begin, end] of faults) {
  test(`Redis is ${name}, and is back`, async () => {
    const visit = await newVisit();
    await begin();
    try {
      for (const { url } of servers) {
        await until("a server has noticed", async () => !(await isUp(url)));
        const asked = await heartbeat(visit.waiting, url);
        assert.deepEqual([asked.status, asked.body.code], [503, "BUSY"]);
        assert.ok(asked.headers.has("retry-after"));
        assert.equal((await ask("/readyz", undefined, { url })).status, 200);
        assert.equal((await ask("/healthz", undefined, { url })).status, 200);
      }
      assert.ok(await limitHolds());
      await checkBoxes();
    } finally {
      await end();
    }
    await checkHealed(visit);
    // A server that was kept waiting leaves Redis alone for a moment, and counts elsewhere meanwhile.
    await until("the limit holds over all servers", limitHolds);
    await checkBoxes();
  });
}

test("each connection to Redis is ended in turn", async () => {
  const visit = await newVisit();
  const ids = (await redisCli("client", "list", "type", "normal"))
    .split("\n")
    .filter((line) => /lib-name=ioredis|cmd=(?!client)/.test(line))
    .map((line) => /^id=(\d+)/.exec(line)![1]!);
  assert.ok(ids.length >= servers.length, "every server has one");
  for (const id of ids) {
    await redisCli("client", "kill", "id", id);
    await checkHealed(visit);
  }
});

/** Every name that `Connections` is asked for, besides those of the start and of an embedded database. */
const connections = ["turnkeeper", "turnkeeper engine", "turnkeeper feed"];

test("each connection to PostgreSQL is ended in turn", async () => {
  const visit = await newVisit();
  await checkBoxes();
  const pidsNow = async () => {
    const { rows } = await database.pool.query<{ name: string; pid: number }>(
      `select application_name as name, pid from pg_stat_activity
        where datname = current_database() and application_name like 'turnkeeper%'
          and pid <> pg_backend_pid()`,
    );
    return rows;
  };
  const before = await pidsNow();
  assert.deepEqual([...new Set(before.map(({ name }) => name))].toSorted(), connections);
  for (const { pid } of before) {
    await database.pool.query(`select pg_terminate_backend($1)`, [pid]).catch(() => undefined);
    for (const { url } of servers) {
      await until("people join", async () => {
        const { status } = await ask(`/v1/queues/${queueId}/tickets`, { name: "Ada" }, { url });
        assert.ok(status === 201 || status === 503, `${status}`);
        return status === 201;
      });
    }
  }
  await until("every feed listens again", async () => {
    const feeds = (await pidsNow()).filter(({ name }) => name === "turnkeeper feed");
    return feeds.length === servers.length;
  });
  await checkHealed(visit);
  await checkBoxes();
});

async function redisCli(...args: string[]): Promise<string> {
  const all = ["-p", String(redis.port), ...args];
  return (await promisify(execFile)("redis-cli", all)).stdout;
}

async function isUp(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/metrics`, {
    signal: AbortSignal.timeout(hangMs),
    headers: { authorization: `Bearer ${key}` },
  });
  const up = /^turnkeeper_redis_up (\d)$/m.exec(await answer.text());
  assert.ok(up, `${answer.status}`);
  return up[1] === "1";
}

interface Visit {
  path: string;
  waiting: { id: string; secret: string };
  session: string;
}

/** A room with one place, one person in it and another who waits. */
async function newVisit(): Promise<Visit> {
  const { id } = await made("/v1/rooms", {
    name: "Sale",
    targetUrl: "https://shop.example",
    maxActive: 1,
    admitPerSecond: 100,
    heartbeatSeconds: 60,
    sessionMinutes: 60,
  });
  const path = `/v1/rooms/${id}`;
  const join = () => made(`${path}/positions`, {}) as Promise<{ id: string; secret: string }>;
  const first = await join();
  let pass = "";
  await until("the first may go in", async () => {
    const { body } = await ask(`/v1/positions/${first.id}`, undefined, { bearer: first.secret });
    pass = body.pass ?? "";
    return pass !== "";
  });
  const { session } = await made(`${path}/redeem`, { pass });
  return { path, waiting: await join(), session: session! };
}

const heartbeat = ({ id, secret }: Visit["waiting"], url: string) =>
  ask(`/v1/positions/${id}/heartbeat`, {}, { url, bearer: secret });

/** Whoever is in is in, and whoever waits waits, at every server; and no server has ended. */
async function checkHealed({ path, session }: Visit): Promise<void> {
  for (const { url, child } of servers) {
    await until("Redis answers", () => isUp(url));
    await until("the room answers", async () => {
      return (await ask(`${path}/stats`, undefined, { url })).status === 200;
    });
    await until("whoever is in stays in", async () => {
      return (await ask(`${path}/renew`, { session }, { url, bearer: null })).status === 200;
    });
    assert.deepEqual([child.exitCode, child.signalCode], [null, null]);
  }
}

let mobiles = 0;

/** Never more than the limit, whichever server is asked. */
async function limitHolds(): Promise<boolean> {
  const mobile = `+4179${String(1_000_000 + ++mobiles)}`;
  const joins = Array.from({ length: 2 * joinsPerMobile }, (_, i) =>
    ask(
      `/v1/queues/${queueId}/tickets`,
      { name: "Ann", mobile },
      {
        url: servers[i % servers.length]!.url,
        bearer: null,
      },
    ),
  );
  const statuses = (await Promise.all(joins)).map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([201, 429]));
  return statuses.filter((status) => status === 201).length === joinsPerMobile;
}

/** Three boxes, eight people at both servers. */
async function checkBoxes(): Promise<void> {
  const shop = { name: "Panificio", timezone: "UTC", currency: "EUR" };
  const { id: merchantId } = await made("/v1/merchants", shop);
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const window = { date, pickupStart: "17:00", pickupEnd: "19:00" };
  const box = { title: "Bread", quantity: 3, price: 450, ...window };
  const { id } = await made(`/v1/merchants/${merchantId}/inventories`, box);
  const asked = Array.from({ length: 8 }, (_, i) =>
    ask(
      `/v1/inventories/${id}/reservations`,
      { userId: `user-${i}` },
      {
        url: servers[i % servers.length]!.url,
      },
    ),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 201).length, 3, statuses.join());
  assert.deepEqual(new Set(statuses), new Set([201, 409]));
}
