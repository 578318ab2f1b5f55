import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue, ticketNow } from "../../test/counter.ts";
import { api, newKey } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "10000" } });
});
after(() => app.close());

const joinPath = (queue: { id: string }) => `/v1/queues/${queue.id}/tickets`;

test("a retried join is the same ticket with the same secret, whatever happened since", async () => {
  const queue = await openQueue(app);
  const key = newKey();
  const who = { name: "Ann", partySize: 2 };
  const first = await api(app, null).post(joinPath(queue), who, { key });
  assert.equal(first.status, 201);
  assert.equal(first.headers.get("idempotency-replayed"), null);
  await queue.join("Bob");
  await queue.callNext();
  const again = await api(app, null).post(joinPath(queue), who, { key });
  assert.equal(again.status, 201);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first.body);
  assert.deepEqual(await queue.waiting(), ["A-000002"]);
});

test("twenty retries at once are one ticket", async () => {
  const queue = await openQueue(app);
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      api(app, null).post(joinPath(queue), { name: "Ann" }, { key }),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal(answers.filter(({ headers }) => !headers.get("idempotency-replayed")).length, 1);
  assert.equal((await queue.waiting()).length, 1);
});

test("the order and the spelling of fields do not make another body, another value does", async () => {
  const queue = await openQueue(app);
  const key = newKey();
  const send = (body: string) => api(app).post(joinPath(queue), body, { key });
  await send('{"name":"Ann","partySize":1}');
  assert.equal((await send('{ "partySize": 1, "name": " Ann " }')).status, 201);
  assert.equal((await send('{"name":"Ann"}')).status, 201, "one is what it means anyway");
  const other = await send('{"name":"Anna"}');
  assert.equal(other.status, 422);
  assert.equal(other.body.code, "IDEMPOTENCY_KEY_REUSED");
  assert.equal((await queue.waiting()).length, 1);
});

test("a refusal is not remembered", async () => {
  const queue = await openQueue(app, { state: "closed" });
  const key = newKey();
  const refused = await api(app).post(joinPath(queue), { name: "Ann" }, { key });
  assert.equal(refused.body.code, "QUEUE_CLOSED");
  await queue.change({ state: "open" });
  const joined = await api(app).post(joinPath(queue), { name: "Ann" }, { key });
  assert.equal(joined.status, 201);
  assert.equal(joined.headers.get("idempotency-replayed"), null);
});

test("a key belongs to its operation", async () => {
  const queue = await openQueue(app);
  const key = newKey();
  const { body: ticket } = await api(app).post(joinPath(queue), { name: "Ann" }, { key });
  const called = await api(app).post(`/v1/queues/${queue.id}/call-next`, undefined, { key });
  assert.equal(called.status, 200);
  const serving = await api(app).post(`/v1/tickets/${ticket.id}/serve`, undefined, { key });
  assert.equal(serving.body.status, "SERVING");
});

test("a key is answered again to whoever used it, and to nobody else", async () => {
  const queue = await openQueue(app);
  const { body: made } = await api(app).post("/v1/api-keys", { name: "Other", role: "admin" });
  const other = api(app, made.key);
  const anybody = api(app, null);
  const posts: [string, object][] = [
    ["/v1/api-keys", { name: "New", role: "staff" }],
    ["/v1/members", { email: "new@example.org", role: "viewer" }],
    [joinPath(queue), { name: "Ann" }],
  ];
  for (const [path, body] of posts) {
    const key = newKey();
    const first = await api(app).post(path, body, { key });
    assert.equal(first.status, 201, path);
    const others = await other.post(path, body, { key });
    assert.deepEqual([others.status, others.body.code], [422, "IDEMPOTENCY_KEY_REUSED"], path);
    const again = await api(app).post(path, body, { key });
    assert.deepEqual(again.body, first.body, path);
  }
  // Also of two that are decided together, whichever of them comes first.
  const key = newKey();
  const both = await Promise.all(
    [api(app), anybody].map((each) => each.post(joinPath(queue), { name: "Bob" }, { key })),
  );
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 422]));
  const mine = newKey();
  const joined = await anybody.post(joinPath(queue), { name: "Cid" }, { key: mine });
  const asked = await other.post(joinPath(queue), { name: "Cid" }, { key: mine });
  assert.equal(asked.body.code, "IDEMPOTENCY_KEY_REUSED");
  const again = await anybody.post(joinPath(queue), { name: "Cid" }, { key: mine });
  assert.equal(again.body.secret, joined.body.secret);
});

test("a key belongs to its organisation", async () => {
  const { body: others } = await api(app).post("/v1/organisations", { name: "Others" });
  const theirs = api(app, others.apiKey);
  const { body: queue } = await theirs.post("/v1/queues", { name: "X", prefix: "X" });
  const ours = await openQueue(app);
  const key = newKey();
  const one = await api(app, null).post(joinPath(ours), { name: "Ann" }, { key });
  const other = await api(app, null).post(joinPath(queue), { name: "Ann" }, { key });
  assert.equal(other.status, 201);
  assert.equal(other.headers.get("idempotency-replayed"), null);
  assert.notEqual(other.body.id, one.body.id);
});

test("without an account a key needs sixteen characters, since its replay shows the secret", async () => {
  const queue = await openQueue(app);
  const { id, secret } = await queue.join("Ann");
  for (const bearer of [null, secret]) {
    const short = await api(app, bearer).post(
      joinPath(queue),
      { name: "A" },
      { key: "x".repeat(15) },
    );
    assert.equal(short.status, 422);
    assert.equal(short.body.code, "IDEMPOTENCY_KEY_TOO_SHORT");
  }
  const leaving = await api(app, secret).post(`/v1/tickets/${id}/cancel`, undefined, { key: "1" });
  assert.equal(leaving.body.code, "IDEMPOTENCY_KEY_TOO_SHORT");
  assert.equal((await ticketNow(app, id)).status, "WAITING");
  const enough = await api(app, null).post(joinPath(queue), { name: "A" }, { key: "x".repeat(16) });
  assert.equal(enough.status, 201);
  assert.equal((await api(app).post(joinPath(queue), { name: "B" }, { key: "1" })).status, 201);
});

test("a key that is empty or too long cannot be read", async () => {
  const queue = await openQueue(app);
  for (const key of ["", "x".repeat(256)]) {
    const { status, body } = await api(app).post(joinPath(queue), { name: "A" }, { key });
    assert.equal(status, 400);
    assert.equal(body.code, "MALFORMED");
  }
  const longest = await api(app).post(joinPath(queue), { name: "A" }, { key: "x".repeat(255) });
  assert.equal(longest.status, 201);
});

test("making a queue twice with one key makes one", async () => {
  const key = newKey();
  const body = { name: "Once", prefix: "ONCE" };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api(app).post("/v1/queues", body, { key })),
  );
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([201]));
  assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
  const reused = await api(app).post("/v1/queues", { ...body, name: "Twice" }, { key });
  assert.equal(reused.body.code, "IDEMPOTENCY_KEY_REUSED");
});

test("every POST on a ticket is done once and answered the same again", async () => {
  const [queue, other] = [await openQueue(app), await openQueue(app)];
  const { id } = await queue.join("Ann");
  await queue.callNext();
  const steps: [string, object?][] = [
    ["recall"],
    ["serve"],
    ["undo"],
    ["requeue", { to: "front" }],
    ["transfer", { queueId: other.id }],
    ["cancel"],
  ];
  for (const [verb, body] of steps) {
    const path = `/v1/tickets/${id}/${verb}`;
    const key = newKey();
    const first = await api(app).post(path, body, { key });
    assert.equal(first.status, 200, verb);
    const version = await ticketNow(app, id);
    const again = await api(app).post(path, body, { key });
    assert.equal(again.headers.get("idempotency-replayed"), "true", verb);
    assert.deepEqual(again.body, first.body, verb);
    assert.deepEqual(await ticketNow(app, id), version, verb);
  }
  await act(app, id, "undo");
});
