import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../test/app.ts";
import { createClient, type Client, type ClientOptions } from "./index.ts";

/** A stream does not end by itself, so a test that waits in vain is ended. */
const bounded = { timeout: 60_000 };

let app: TestApp;
let staff: Client;

before(async () => {
  app = await startApp();
  staff = client();
});
after(() => app.close());

function client(options: Partial<ClientOptions> = {}): Client {
  return createClient({ url: app.url, apiKey: app.ownerKey, ...options });
}

async function newQueue(): Promise<{ path: { id: string } }> {
  const { id } = await staff.post("/v1/queues", { body: { name: "Front desk", prefix: "A" } });
  return { path: { id } };
}

function join(params: { path: { id: string } }, name: string) {
  return staff.post("/v1/queues/{id}/tickets", { params, body: { name } });
}

/** A connection that breaks after so many messages, the first time; what was asked for is kept. */
function breakingAfter(messages: number) {
  const asked: (string | null)[] = [];
  const ask = (async (url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get("last-event-id"));
    const response = await fetch(url, init);
    if (asked.length > 1) return response;
    let seen = 0;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += new TextDecoder().decode(chunk).split("data:").length - 1;
        controller.enqueue(chunk);
        if (seen >= messages) controller.error(new TypeError("the connection broke"));
      },
    });
    return new Response(response.body!.pipeThrough(cut), response);
  }) as typeof fetch;
  return { fetch: ask, asked };
}

test(
  "a desk hears everything, once and in order, although its connection breaks",
  bounded,
  async ({ signal }) => {
    const params = await newQueue();
    const first = await join(params, "Ana");
    const broken = breakingAfter(1);
    const desk = client({
      fetch: broken.fetch,
      // While nobody listens, things happen.
      pause: async () => void (await join(params, "Cem")),
    });
    const numbers: (string | undefined)[] = [];
    // From the queue's creation on, which is its first event.
    for await (const message of desk.watch("queue", params.path.id, { lastEventId: "1", signal })) {
      assert.equal(message.event, "change");
      if (message.event === "change") numbers.push(message.data.ticket?.number);
      if (numbers.length === 1) assert.equal(numbers[0], first.number);
      if (numbers.length === 2) break;
    }
    assert.deepEqual(numbers, ["A-000001", "A-000002"]);
    assert.deepEqual(broken.asked, ["1", "2"]);
  },
);

test(
  "a desk whose connection breaks before the first message misses nothing",
  bounded,
  async ({ signal }) => {
    const params = await newQueue();
    let connections = 0;
    const ask = (async (url: string, init: RequestInit) => {
      connections += 1;
      const response = await fetch(url, init);
      if (connections > 1) return response;
      // Only where the stream begins gets through.
      let beginning = "";
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        beginning += piece;
        if (/^id: 1\n\n/m.test(beginning)) break;
      }
      return new Response(beginning);
    }) as typeof fetch;
    const desk = client({ fetch: ask, pause: async () => void (await join(params, "Ana")) });
    for await (const message of desk.watch("queue", params.path.id, { signal })) {
      assert.equal(message.id, "2");
      break;
    }
    assert.equal(connections, 2);
  },
);

test("the holder of a ticket sees it now and whenever it changes", bounded, async ({ signal }) => {
  const params = await newQueue();
  const { id, secret } = await join(params, "Ana");
  const holder = createClient({ url: app.url, ticketSecret: secret });
  const seen: string[] = [];
  for await (const { data } of holder.watch("ticket", id, { signal })) {
    seen.push(data.status);
    if (data.status === "WAITING") {
      await staff.post("/v1/queues/{id}/call-next", { params, body: { desk: "1" } });
    }
    if (data.status === "CALLED") break;
  }
  assert.deepEqual(seen, ["WAITING", "CALLED"]);
});

test("the board is open to everybody", bounded, async ({ signal }) => {
  const params = await newQueue();
  await join(params, "Ana");
  const everybody = createClient({ url: app.url });
  for await (const { data } of everybody.watch("board", params.path.id, { signal })) {
    assert.deepEqual(data.next, ["A-000001"]);
    break;
  }
});

test("what does not exist cannot be watched", bounded, async ({ signal }) => {
  const messages = staff.watch("queue", "00000000-0000-7000-8000-000000000000", { signal });
  await assert.rejects(messages.next(), { name: "TurnkeeperError", code: "NOT_FOUND" });
});

test("leaving the loop closes the connection", bounded, async ({ signal }) => {
  const params = await newQueue();
  let connection: AbortSignal | null | undefined;
  const ask = ((url: string, init: RequestInit) => {
    connection = init.signal;
    return fetch(url, init);
  }) as typeof fetch;
  for await (const _ of client({ fetch: ask }).watch("board", params.path.id, { signal })) break;
  assert.equal(connection?.aborted, true);
});

test("a signal ends the watching with its own reason", bounded, async () => {
  const params = await newQueue();
  const shift = new AbortController();
  const messages = staff.watch("board", params.path.id, { signal: shift.signal });
  await messages.next();
  const next = messages.next();
  shift.abort(new Error("end of the shift"));
  await assert.rejects(next, { message: "end of the shift" });
});

test(
  "whoever follows the organisation hears every event once, although the connection breaks",
  bounded,
  async ({ signal }) => {
    const params = await newQueue();
    const { items } = await staff.get("/v1/events", { params: { query: { types: "counter" } } });
    const names = ["Ben", "Cleo", "Dan"];
    const joined = [(await join(params, "Ana")).id];
    const broken = breakingAfter(2);
    const followed = client({ fetch: broken.fetch, pause: () => Promise.resolve() });
    const heard: (string | null)[] = [];
    const lastEventId = items.at(-1)!.position;
    for await (const event of followed.follow({ types: ["counter.joined"], lastEventId, signal })) {
      heard.push(event.subjectId);
      const name = names.shift();
      if (name === undefined) break;
      joined.push((await join(params, name)).id);
    }
    assert.deepEqual(heard, joined);
    assert.ok(broken.asked.length > 1, "the connection broke");
  },
);
