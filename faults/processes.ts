// A race: the same work on several server processes with one database, once as the server is, and then
// without the engine's guards until it goes wrong. If it never does, the first one shows nothing. Two
// processes, which are sooner started, are enough for that.

import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freshDatabase, type FreshDatabase } from "../test/database.ts";
import { freePort } from "../test/port.ts";

export const key = "race-owner-key-0123456789";
const processes = { guarded: 4, unguarded: 2 };
/** Luck may spare an unguarded race, hardly so often. */
const maxTries = 8;
/** On a machine that has much else to do. */
const maxBusy = 60;
/** Those of one race have the same keys again, another race has others. */
let run = 0;

/** Runs the race on those addresses and returns what went wrong. */
export type Race = (urls: string[], database: FreshDatabase) => Promise<string[]>;

export function raceWithControl(
  promise: string,
  race: Race,
  /** What the servers need besides the database; started before them and stopped after. */
  more: () => Promise<{ env: NodeJS.ProcessEnv; stop(): Promise<void> }> = async () => ({
    env: {},
    stop: async () => undefined,
  }),
): void {
  describe("with the engine's locks and fences", () => {
    test(promise, async () =>
      onServers(await more(), true, async (urls, database) => {
        assert.deepEqual(await race(urls, database), []);
      }),
    );
  });
  describe("without them (negative control)", () => {
    test("the same race goes wrong", async () =>
      onServers(await more(), false, async (urls, database) => {
        for (run = 0; run < maxTries; run++) {
          if ((await race(urls, database)).length > 0) return;
        }
        assert.fail("a race that cannot go wrong shows nothing");
      }));
  });
}

/** Servers with a database of their own. */
async function onServers(
  beside: { env: NodeJS.ProcessEnv; stop(): Promise<void> },
  guarded: boolean,
  work: (urls: string[], database: FreshDatabase) => Promise<void>,
): Promise<void> {
  const count = guarded ? processes.guarded : processes.unguarded;
  const database = await freshDatabase();
  const servers: { url: string; child: ChildProcess }[] = [];
  try {
    const env = {
      ...process.env,
      ...beside.env,
      DATABASE_URL: database.url,
      TURNKEEPER_API_KEY: key,
      DATABASE_POOL_SIZE: "4",
      ...(guarded ? {} : { UNGUARDED: "1" }),
    };
    servers.push(await startServer(env));
    const rest = Array.from({ length: count - 1 }, () => startServer(env));
    servers.push(...(await Promise.all(rest)));
    await work(
      servers.map((server) => server.url),
      database,
    );
  } finally {
    await Promise.all(
      servers.map(async ({ child }) => {
        child.kill("SIGTERM");
        await once(child, "exit");
      }),
    );
    await beside.stop();
    await database.drop();
  }
}

export async function call(
  url: string,
  path: string,
  body?: unknown,
  idem?: string,
  method = "POST",
) {
  const response = await fetch(url + path, {
    method: body === undefined ? "GET" : method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idem ? { "idempotency-key": `${idem}-run-${run}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as unknown) : null };
}

/** As a real client does: told that the server is busy, it asks again, with the same key. */
export async function insist(...request: Parameters<typeof call>) {
  const [url, path, body, idem = randomUUID(), method] = request;
  for (let tries = 1; ; tries++) {
    const answer = await call(url, path, body, idem, method);
    if (answer.status !== 503 || tries >= maxBusy) return answer;
    await pause(1_000);
  }
}

export function duplicates<T>(values: T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

export async function startServer(
  env: NodeJS.ProcessEnv,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const script = fileURLToPath(new URL("race-server.ts", import.meta.url));
  const child = fork(script, { env: { ...env, PORT: String(port) } });
  const [message] = (await Promise.race([
    once(child, "message"),
    once(child, "exit"),
  ])) as unknown[];
  assert.equal(message, "ready", "a server of the race did not start");
  return { url: `http://127.0.0.1:${port}`, child };
}
