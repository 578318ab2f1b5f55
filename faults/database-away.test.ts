// The database goes away under a server with traffic on it, in every way a database can: the server
// lives, says so, keeps its streams, comes back by itself, and has lost and doubled nothing.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { readEventStream } from "../client/transport/event-stream.ts";
import { TcpProxy } from "../test/tcp-proxy.ts";
import { OwnPostgres } from "./own-postgres.ts";
import { startServer, type StartedServer } from "./startup-server.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const key = "away-owner-key-0123456789";
const poolSize = 4;
/** What the engine, bookings, snapshots and the feed may have besides the pool. */
const maxBeside = 12;
const patienceMs = 30_000;

let folder: string;
let postgres: OwnPostgres;
let proxy: TcpProxy;
let server: StartedServer;
let queueId: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnkeeper-away-"));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who has to get in
  postgres = await OwnPostgres.start(join(folder, "database"), null);
  const inFront = await TcpProxy.inFrontOf(postgres.url);
  proxy = inFront.proxy;
  server = await startServer(
    project,
    {
      DATABASE_URL: inFront.url,
      TURNKEEPER_MASTER_KEY: "a-master-key-for-tests-long-enough",
      ALLOW_UNSAFE_DATABASE: "true",
      TURNKEEPER_API_KEY: key,
      DATABASE_POOL_SIZE: String(poolSize),
    },
    "src/main.ts",
  );
  await server.ready();
  const queue = await call("POST", "/v1/queues", { name: "Bakery", prefix: "B" });
  assert.equal(queue.status, 201);
  queueId = queue.body.id!;
});

after(async () => {
  await server.stop();
  await proxy.close();
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Headers;
  body: { code?: string; id?: string; sequence?: number };
}

async function call(method: string, path: string, body?: object, idem?: string): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...(idem ? { "idempotency-key": idem } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: text ? (JSON.parse(text) as Answer["body"]) : {} };
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; !(await condition()); await pause(50)) {
    assert.ok(Date.now() < end, what);
  }
}

/** People who join all the time, each asking again with their key until they know. */
function traffic() {
  const joined = new Map<string, number>();
  const wrong: string[] = [];
  let going = true;
  async function person(): Promise<void> {
    while (going) {
      const idem = randomUUID();
      for (;;) {
        const { status, headers, body } = await call(
          "POST",
          `/v1/queues/${queueId}/tickets`,
          { name: "Ada" },
          idem,
        );
        if (status === 201) {
          joined.set(idem, body.sequence!);
          break;
        }
        if (status !== 503 || !headers.has("retry-after"))
          wrong.push(`${status} ${body.code ?? ""}`);
        if (!going) break;
        await pause(20);
      }
    }
  }
  const people = Array.from({ length: 20 }, () => person());
  return {
    joined,
    async stop() {
      going = false;
      await Promise.all(people);
      assert.deepEqual(wrong, [], "everybody got in or was told to come back");
    },
  };
}

/** Past the proxy, on a connection of its own. */
async function ask<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function connectionsNow(): Promise<Record<string, number>> {
  const rows = await ask<{ name: string; n: number }>(
    `select application_name as name, count(*)::int as n from pg_stat_activity
      where application_name like 'turnkeeper%' group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** Once PostgreSQL has noticed which connections are gone. */
async function checkConnections(): Promise<void> {
  await until("no more connections than configured", async () => {
    const { turnkeeper: pool = 0, ...others } = await connectionsNow();
    const beside = Object.values(others).reduce((sum, n) => sum + n, 0);
    return pool <= poolSize && beside <= maxBeside && others["turnkeeper feed"] === 1;
  });
}

interface Stream {
  events: string[];
  isOpen(): boolean;
  close(): void;
}

async function openStream(): Promise<Stream> {
  const ending = new AbortController();
  const response = await fetch(`${server.url}/v1/queues/${queueId}/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: ending.signal,
  });
  assert.equal(response.status, 200);
  const events: string[] = [];
  let open = true;
  const read = async () => {
    for await (const { event } of readEventStream(response.body!)) {
      events.push(event);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => (open = false));
  return { events, isOpen: () => open, close: () => ending.abort() };
}

const away = "503 DATABASE_AWAY";
const code = (answer: Answer) => `${answer.status} ${answer.body.code ?? ""}`;

interface Fault {
  name: string;
  begin(): Promise<unknown> | void;
  end(): Promise<unknown>;
}

const faults: Fault[] = [
  { name: "stopped", begin: () => postgres.stop(), end: () => postgres.start() },
  { name: "killed", begin: () => postgres.kill(), end: () => postgres.start() },
  { name: "frozen", begin: () => postgres.freeze(), end: async () => postgres.thaw() },
  {
    name: "behind a network that loses everything",
    begin: () => proxy.swallow(),
    end: () => proxy.restore(),
  },
  {
    name: "cut off",
    begin: () => {
      proxy.refuse();
      proxy.cutAll();
    },
    end: () => proxy.restore(),
  },
];

for (const { name, begin, end } of faults) {
  test(`the database is ${name}, and is back`, async () => {
    const stream = await openStream();
    const people = traffic();
    try {
      await until("people join", async () => people.joined.size > 20);
      await checkConnections();
      await begin();
      await checkAway(stream);
    } finally {
      await end();
    }
    await until("ready", async () => (await call("GET", "/readyz")).status === 200);
    const { size } = people.joined;
    await until("people join again", async () => {
      assert.ok(proxy.connections <= poolSize + maxBeside, `${proxy.connections} connections`);
      return people.joined.size > size + 20;
    });
    await until("the stream goes on", async () => {
      return stream.events.includes("resumed") && stream.events.at(-1) === "change";
    });
    assert.ok(stream.isOpen(), "the same stream");
    stream.close();
    await people.stop();
    await checkConnections();
    await checkTickets(people.joined);
  });
}

async function checkAway(stream: Stream): Promise<void> {
  await until("not ready", async () => (await call("GET", "/readyz")).status === 503);
  const signIn = { email: "ada@example.org", password: "correct horse battery" };
  for (const ask of [
    () => call("GET", "/v1/queues"),
    () => call("POST", `/v1/queues/${queueId}/call-next`, {}),
    () => call("POST", "/v1/session", signIn),
  ]) {
    await until("told that the database is away", async () => code(await ask()) === away);
  }
  assert.equal((await call("GET", "/healthz")).status, 200);
  // A change that was read just before the cut may still be told after that.
  await until("the stream waits", async () => {
    return stream.events.lastIndexOf("waiting") > stream.events.lastIndexOf("resumed");
  });
}

/** Those who were told a number have it, and have it once. */
async function checkTickets(joined: ReadonlyMap<string, number>): Promise<void> {
  const rows = await ask<{ sequence: number }>(
    `select sequence::int from ticket where line_id = $1`,
    [queueId],
  );
  const stored = rows.map(({ sequence }) => sequence);
  assert.equal(new Set(stored).size, stored.length, "every number once");
  const known = new Set(stored);
  assert.deepEqual(
    [...joined.values()].filter((sequence) => !known.has(sequence)),
    [],
    "nobody's place is lost",
  );
}

test("the database has no connection to spare, and has some again", async () => {
  // Those who are connected stay so; the server's own are ended, and others take their place.
  const holders: pg.Client[] = [];
  const takeAll = async () => {
    for (;;) {
      const holder = new pg.Client({ connectionString: postgres.url });
      holder.on("error", () => undefined);
      try {
        await holder.connect();
      } catch {
        return;
      }
      holders.push(holder);
    }
  };
  await takeAll();
  await holders[0]!.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'turnkeeper%'`,
  );
  await takeAll();
  try {
    await until("told to come back", async () => {
      const answer = await call("GET", "/v1/queues");
      return answer.status === 503 && answer.headers.has("retry-after");
    });
    assert.equal((await call("GET", "/healthz")).status, 200);
  } finally {
    await Promise.all(holders.map((holder) => holder.end()));
  }
  await until("served again", async () => {
    const answers = [
      await call("GET", "/v1/queues"),
      await call("POST", `/v1/queues/${queueId}/tickets`, { name: "Ada" }),
      await call("GET", "/readyz"),
    ];
    return answers.every(({ status }) => status < 300);
  });
  await checkConnections();
});
