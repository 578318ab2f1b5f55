import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { isAway } from "../../client/transport/problem.ts";
import { request } from "./request.ts";

interface Asked {
  at: number;
  key: string | null;
}

let asked: Asked[];
let answers: (() => Response)[];
/** Each test on a day of its own: what the server asked for in one is over in the next. */
let start = Date.parse("2026-03-02T09:00:00Z");
const usual = globalThis.fetch;

beforeEach(() => {
  start += 86_400_000;
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: start });
  asked = [];
  answers = [];
  globalThis.fetch = async (asking) => {
    const { headers } = asking as Request;
    asked.push({ at: Date.now() - start, key: headers.get("idempotency-key") });
    return answers.shift()!();
  };
});
afterEach(() => {
  globalThis.fetch = usual;
  mock.timers.reset();
});

const done = () => Response.json({ number: "A-1" });
const away = (retryAfter: number) => () =>
  Response.json(
    { code: "DATABASE_AWAY" },
    { status: 503, headers: { "retry-after": String(retryAfter) } },
  );

/** Lets time pass until that is settled. */
async function passTime<T>(work: Promise<T>): Promise<T> {
  let settled = false;
  const end = () => (settled = true);
  work.then(end, end);
  while (!settled) {
    await new Promise(setImmediate);
    if (!settled) mock.timers.tick(100);
  }
  return work;
}

test("what the database could not answer is asked for again with its key, no sooner than it was told", async () => {
  answers = [away(2), away(3), done];
  const answer = await passTime(request("http://server/v1/x", { method: "POST", key: "k" }));
  assert.deepEqual(answer, { number: "A-1" });
  assert.deepEqual(
    asked.map(({ at }) => at),
    [0, 2_000, 5_000],
  );
  assert.ok(asked.every(({ key }) => key === "k"));
});

test("somebody who tries again at once waits until the server is ready to be asked", async () => {
  answers = [away(4), done];
  await assert.rejects(passTime(request("http://server/v1/x", { attempts: 1 })), isAway);
  await passTime(request("http://server/v1/x"));
  assert.deepEqual(
    asked.map(({ at }) => at),
    [0, 4_000],
  );
});

test("a longer pause is told, not waited for", async () => {
  answers = [
    () => Response.json({ code: "BUSY" }, { status: 503, headers: { "retry-after": "60" } }),
  ];
  await assert.rejects(passTime(request("http://server/v1/x")), {
    code: "BUSY",
    retryAfterSeconds: 60,
  });
  assert.equal(asked.length, 1);
});

test("a TV's browser, which has no AbortSignal.any or timeout, can ask", async () => {
  const { any, timeout } = AbortSignal;
  Object.assign(AbortSignal, { any: undefined, timeout: undefined });
  try {
    answers = [done];
    assert.deepEqual(await passTime(request("http://server/v1/x")), { number: "A-1" });
  } finally {
    Object.assign(AbortSignal, { any, timeout });
  }
});
