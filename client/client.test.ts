import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../test/app.ts";
import { createClient, TurnkeeperError, type Client, type ClientOptions } from "./index.ts";

let app: TestApp;

before(async () => {
  app = await startApp({ env: { LIMIT_JOINS_PER_MOBILE_PER_HOUR: "1" } });
});
after(() => app.close());

function client(options: Partial<ClientOptions> = {}): Client {
  return createClient({ url: app.url, apiKey: app.ownerKey, ...options });
}

async function newQueue(): Promise<{ path: { id: string } }> {
  const { id } = await client().post("/v1/queues", { body: { name: "Front desk", prefix: "A" } });
  return { path: { id } };
}

/** Answers the first request with what `first` makes of it, all others as they are. */
function firstTime(first: (request: Request) => Promise<Response>) {
  const keys: (string | null)[] = [];
  const ask = (async (request: Request) => {
    keys.push(request.headers.get("idempotency-key"));
    return keys.length === 1 ? first(request) : fetch(request);
  }) as typeof fetch;
  return { fetch: ask, keys };
}

const noPause = () => Promise.resolve();

test("someone joins, is called, served and done", async () => {
  const desk = client();
  const params = await newQueue();
  const joined = await desk.post("/v1/queues/{id}/tickets", { params, body: { name: "Ana" } });
  assert.equal(joined.number, "A-000001");
  const called = await desk.post("/v1/queues/{id}/call-next", { params, body: { desk: "2" } });
  assert.equal(called?.id, joined.id);
  const ticket = { params: { path: { id: joined.id } } };
  assert.equal((await desk.post("/v1/tickets/{id}/serve", ticket)).status, "SERVING");
  assert.equal((await desk.post("/v1/tickets/{id}/complete", ticket)).status, "SERVED");
});

test("calling next answers undefined when nobody waits", async () => {
  const params = await newQueue();
  const called = await client().post("/v1/queues/{id}/call-next", { params, body: { desk: "2" } });
  assert.equal(called, undefined);
});

test("the holder of a ticket reads and leaves with its secret", async () => {
  const params = await newQueue();
  const publicClient = createClient({ url: app.url });
  const { id, secret } = await publicClient.post("/v1/queues/{id}/tickets", {
    params,
    body: { name: "Ben" },
  });
  const holder = createClient({ url: app.url, ticketSecret: secret });
  const ticket = { params: { path: { id } } };
  assert.equal((await holder.get("/v1/tickets/{id}", ticket)).position, 1);
  assert.equal((await holder.post("/v1/tickets/{id}/cancel", ticket)).status, "CANCELLED");
});

test("an answer that is lost on the way does not make a second ticket", async () => {
  const params = await newQueue();
  const lost = firstTime(async (request) => {
    await (await fetch(request)).text();
    throw new TypeError("the connection broke");
  });
  const joining = client({ fetch: lost.fetch, pause: noPause });
  const joined = await joining.post("/v1/queues/{id}/tickets", { params, body: { name: "Cem" } });
  const { waiting } = await client().get("/v1/queues/{id}", { params });
  assert.equal(joined.number, "A-000001");
  assert.equal(waiting, 1);
  assert.equal(lost.keys.length, 2);
  assert.equal(lost.keys[0], lost.keys[1]);
});

test("an answer that breaks off in the middle is asked for again", async () => {
  const params = await newQueue();
  const broken = firstTime(async (request) => {
    const answer = await (await fetch(request)).text();
    const half = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(answer.slice(0, 20)));
        controller.error(new TypeError("the connection broke"));
      },
    });
    return new Response(half, { headers: { "content-type": "application/json" } });
  });
  const joining = client({ fetch: broken.fetch, pause: noPause });
  const joined = await joining.post("/v1/queues/{id}/tickets", { params, body: { name: "Dev" } });
  assert.equal(joined.number, "A-000001");
  assert.equal(broken.keys[0], broken.keys[1]);
});

test("a caller's own Idempotency-Key is kept", async () => {
  const params = await newQueue();
  const join = () =>
    client().post("/v1/queues/{id}/tickets", {
      params,
      body: { name: "Dua" },
      headers: { "idempotency-key": "order-4711" },
    });
  assert.equal((await join()).id, (await join()).id);
});

test("a busy server is asked again when it says", async () => {
  const params = await newQueue();
  const busy = firstTime(
    async () => new Response("", { status: 503, headers: { "retry-after": "3" } }),
  );
  const pauses: number[] = [];
  const patient = client({
    fetch: busy.fetch,
    pause: async (ms) => void pauses.push(ms),
  });
  await patient.post("/v1/queues/{id}/tickets", { params, body: { name: "Eli" } });
  assert.deepEqual(pauses, [3000]);
  assert.equal(busy.keys[0], busy.keys[1]);
});

test("a limit that ends after the caller's patience is told at once", async () => {
  const params = await newQueue();
  const body = { name: "Flo", mobile: "+49 170 1234567" };
  await client().post("/v1/queues/{id}/tickets", { params, body });
  await assert.rejects(client().post("/v1/queues/{id}/tickets", { params, body }), (error) => {
    assert(error instanceof TurnkeeperError);
    assert.equal(error.code, "RATE_LIMITED");
    assert.equal(error.status, 429);
    assert.equal(error.retryAfterSeconds, 3600);
    return true;
  });
});

test("a change is not repeated blindly when its answer is lost", async () => {
  const params = await newQueue();
  const lost = firstTime(async (request) => {
    await (await fetch(request)).text();
    throw new TypeError("the connection broke");
  });
  const manager = client({ fetch: lost.fetch, pause: noPause });
  await assert.rejects(
    manager.patch("/v1/queues/{id}", { params, body: { message: "Back at two" } }),
    { code: "NO_ANSWER", status: 0 },
  );
  assert.equal(lost.keys.length, 1);
});

test("a refusal is an error with the server's code", async () => {
  const params = await newQueue();
  await client().put("/v1/queues/{id}/state", { params, body: { state: "closed" } });
  await assert.rejects(
    client().post("/v1/queues/{id}/tickets", { params, body: { name: "Gil" } }),
    { name: "TurnkeeperError", code: "QUEUE_CLOSED", status: 409 },
  );
});

test("content that is wrong is told field by field", async () => {
  await assert.rejects(
    client().post("/v1/queues", { body: { name: "", prefix: "A" } }),
    (error) => {
      assert(error instanceof TurnkeeperError);
      assert.equal(error.code, "INVALID");
      assert.deepEqual(error.fields, [{ field: "name", message: "must not be empty" }]);
      assert.match(error.requestId ?? "", /\w{8}/);
      return true;
    },
  );
});

test("an answer that is not Turnkeeper's is called unexpected", async () => {
  const proxy = firstTime(async () => new Response("<h1>Bad request</h1>", { status: 400 }));
  await assert.rejects(client({ fetch: proxy.fetch }).get("/v1/queues"), {
    code: "UNEXPECTED_ANSWER",
    status: 400,
  });
});

test("what is not JSON is read as text", async () => {
  const params = await newQueue();
  const poster = await client().get("/v1/queues/{id}/qr.svg", { params, parseAs: "text" });
  assert.match(poster, /^<svg/);
});

test("whoever gives up gets their own reason", async () => {
  const leaving = new AbortController();
  leaving.abort(new Error("closing time"));
  await assert.rejects(client().get("/v1/queues", { signal: leaving.signal }), {
    message: "closing time",
  });
});
