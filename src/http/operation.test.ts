import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { bareApp } from "../../test/bare-app.ts";
import { act, openQueue } from "../../test/counter.ts";
import { api, newKey } from "../../test/http.ts";
import { watch } from "../../test/stream.ts";
import { Metrics } from "./metrics.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

/** The value of one metric, with all of its labels as given. */
async function metric(name: string, of = app): Promise<number> {
  const { body } = await api(of, null).get("/metrics");
  const line = (body as string).split("\n").find((each) => each.startsWith(`${name} `));
  return line ? Number(line.split(" ").at(-1)) : 0;
}

test("the server says that it is alive and can serve", async () => {
  for (const path of ["/healthz", "/readyz"]) {
    const { status, body } = await api(app, null).get(path);
    assert.equal(status, 200);
    assert.deepEqual(body, { status: "ok" });
  }
});

test("without its database it is alive, but not ready", async () => {
  for (const ready of [async () => false, () => Promise.reject(new Error("connection refused"))]) {
    const { app: bare } = await bareApp({ ready });
    assert.equal((await bare.inject("/healthz")).statusCode, 200);
    const answer = await bare.inject("/readyz");
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers["retry-after"], "2");
    assert.match(String(answer.headers["content-type"]), /^application\/problem\+json/);
  }
});

test("every answer has the request's id, the caller's own if it sent a plain one", async () => {
  const { headers } = await api(app).get("/healthz");
  assert.match(headers.get("x-request-id")!, /^[0-9a-f-]{36}$/);
  const ask = async (id: string) =>
    (await api(app).get("/healthz", { headers: { "x-request-id": id } })).headers.get(
      "x-request-id",
    );
  assert.equal(await ask("order-4711.a_b"), "order-4711.a_b");
  for (const odd of ["short", "with space and more", "x".repeat(65), 'quote"quote"']) {
    assert.notEqual(await ask(odd), odd);
  }
});

test("answers and refusals carry the headers that keep browsers out of trouble", async () => {
  for (const bearer of [app.ownerKey, null]) {
    const { headers } = await api(app, bearer).get("/v1/queues");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("x-frame-options"), "SAMEORIGIN");
    assert.equal(headers.get("referrer-policy"), "no-referrer");
    assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
    assert.equal(headers.get("x-powered-by"), null);
  }
});

test("joins, calls, waiting people, replays and errors are counted", async () => {
  const names = [
    "turnkeeper_joins_total",
    'turnkeeper_calls_total{product="counter"}',
    'turnkeeper_waiting{product="counter"}',
    "turnkeeper_idempotent_replays_total",
    'turnkeeper_errors_total{code="QUEUE_CLOSED"}',
    'turnkeeper_transitions_total{status="SERVED"}',
    'turnkeeper_operation_seconds_count{operation="join"}',
    'turnkeeper_operation_seconds_count{operation="call_next"}',
  ];
  const counts = async () => Promise.all(names.map((name) => metric(name)));
  const before = await counts();
  const queue = await openQueue(app);
  const key = newKey();
  const path = `/v1/queues/${queue.id}/tickets`;
  await api(app).post(path, { name: "Ann" }, { key });
  await api(app).post(path, { name: "Ann" }, { key });
  await queue.join("Bob");
  await queue.join("Cem");
  const called = await queue.callNext();
  await act(app, called.id, "complete");
  await queue.change({ state: "closed" });
  await api(app).post(path, { name: "Dan" });
  const now = await counts();
  assert.deepEqual(
    now.map((count, i) => count - before[i]!),
    [3, 1, 2, 1, 1, 1, 3, 1],
  );
});

test("durations are histograms, by operation and by route, and streams are not answers", async () => {
  const queue = await openQueue(app);
  await queue.join();
  await queue.get();
  const { id } = await queue.join();
  const stream = await watch(app, `/v1/tickets/${id}/events`);
  await act(app, id, "transfer", { queueId: (await openQueue(app)).id });
  await stream.rest(); // it ends with the transfer
  const { headers, body } = await api(app, null).get("/metrics");
  assert.match(headers.get("content-type")!, /^text\/plain/);
  assert.match(body, /^# TYPE turnkeeper_operation_seconds histogram$/m);
  assert.match(body, /^turnkeeper_operation_seconds_bucket\{le="0\.2",operation="join"\} \d+$/m);
  assert.match(
    body,
    /^turnkeeper_http_seconds_bucket\{le="\+Inf",route="\/v1\/queues\/:id",method="GET",status="200"\} \d+$/m,
  );
  assert.doesNotMatch(body, /turnkeeper_http_seconds\w+\{[^}]*\/events/);
  assert.doesNotMatch(body, new RegExp(queue.id), "no ids among the labels");
});

test("metrics are for whoever has the token, or for this machine alone", async (t) => {
  const token = "metrics-token-0123456789";
  const read = async (of: TestApp, bearer: string | null, headers = {}) =>
    (await api(of, bearer).get("/metrics", { headers })).status;
  assert.equal(await read(app, null, { "x-forwarded-for": "203.0.113.1" }), 403);
  assert.equal(await read(app, app.ownerKey, { via: "1.1 proxy" }), 403);
  const withToken = await startApp({ env: { METRICS_TOKEN: token } });
  t.after(() => withToken.close());
  assert.equal(await read(withToken, token), 200);
  assert.equal(await read(withToken, token, { "x-forwarded-for": "203.0.113.1" }), 200);
  for (const bearer of [null, `${token}x`, withToken.ownerKey]) {
    assert.equal(await read(withToken, bearer), 401);
  }
  const inNetwork = await startApp({ env: { PUBLIC_URL: "https://queue.example.org" } });
  t.after(() => inNetwork.close());
  const { port } = inNetwork.server.app.server.address() as AddressInfo;
  const there = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(there.status, 403);
  assert.match(there.headers.get("strict-transport-security") ?? "", /^max-age=31536000$/);
});

test("what is looked up for metrics is looked up once for all who ask, and believed for a while", async () => {
  for (const believedMs of [60_000, 0]) {
    const metrics = new Metrics(believedMs);
    let looks = 0;
    metrics.gauge("turnkeeper_looked_up", "Counts", async () => ++looks);
    await Promise.all([metrics.registry.metrics(), metrics.registry.metrics()]);
    assert.equal(looks, 1);
    const text = await metrics.registry.metrics();
    assert.match(text, new RegExp(`^turnkeeper_looked_up ${believedMs ? 1 : 2}$`, "m"));
  }
});

test("metrics are in the form that Prometheus reads", async () => {
  const { body } = await api(app, null).get("/metrics");
  const lines = (body as string).split("\n").filter((line) => line !== "");
  const sample =
    /^[a-zA-Z_:][\w:]*(\{(\w+="(\\.|[^"\\])*",?)*\})? ([-+]?(\d+(\.\d+)?(e[-+]?\d+)?|Inf)|NaN|Nan)$/;
  for (const line of lines) {
    assert.match(line, /^# (HELP|TYPE) \w+ ./.test(line) ? /./ : sample, line);
  }
});

test("a gauge that cannot be read does not take the other metrics with it", async () => {
  const { app: bare, metrics } = await bareApp();
  metrics.gauge("turnkeeper_unreadable", "Fails", () => Promise.reject(new Error("no database")));
  const answer = await bare.inject("/metrics");
  assert.equal(answer.statusCode, 200);
  assert.match(answer.body, /^turnkeeper_unreadable NaN?$/im);
  assert.match(answer.body, /^turnkeeper_joins_total 0$/m);
});
