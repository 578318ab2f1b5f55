import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue } from "../../test/counter.ts";
import { api, newKey } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

interface LogLine {
  timestamp: string;
  level: string;
  event: string;
  context: Record<string, unknown>;
}

const logged = (event: string) =>
  (app.logged as unknown as LogLine[]).filter((line) => line.event === event);

const withId = (requestId: string) => ({ headers: { "x-request-id": requestId } });

test("a join is logged with the request's id, ids and numbers", async () => {
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/tickets`;
  const { body } = await api(app).post(path, { name: "Ann" }, withId("request-join-1"));
  const line = logged("queue.created").at(-1)!;
  assert.equal(line.level, "info");
  assert.ok(!Number.isNaN(Date.parse(line.timestamp)));
  const { durationMs, ...context } = line.context;
  assert.equal(typeof durationMs, "number");
  assert.deepEqual(context, {
    requestId: "request-join-1",
    queueId: queue.id,
    ticketId: body.id,
    number: "A-000001",
    position: 1,
  });
});

test("a call is logged, an empty one is not", async () => {
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/call-next`;
  const before = logged("queue.called").length;
  await api(app).post(path, { desk: "7" });
  assert.equal(logged("queue.called").length, before);
  const { id } = await queue.join();
  await api(app).post(path, { desk: "7" }, withId("request-call-1"));
  const { context } = logged("queue.called").at(-1)!;
  assert.equal(context["requestId"], "request-call-1");
  assert.equal(context["ticketId"], id);
  assert.equal(context["desk"], "7");
});

test("every change of a status is logged, with who made it", async () => {
  const queue = await openQueue(app, { noShowMinutes: 1 });
  const { id, secret } = await queue.join();
  await queue.callNext();
  const before = logged("queue.status_changed").length;
  await act(app, id, "recall"); // the status stays
  await act(app, id, "serve");
  await act(app, id, "undo");
  app.clock.advance(61_000);
  await app.sweep();
  await act(app, id, "requeue");
  await api(app, secret).post(`/v1/tickets/${id}/cancel`);
  const lines = logged("queue.status_changed").slice(before);
  assert.deepEqual(
    lines.map(({ context }) => [context["status"], String(context["actor"]).split(":")[0]]),
    [
      ["SERVING", "key"],
      ["CALLED", "key"],
      ["NO_SHOW", "system"],
      ["WAITING", "key"],
      ["CANCELLED", "ticket"],
    ],
  );
  for (const { context } of lines) {
    assert.equal(context["ticketId"], id);
    assert.ok(context["requestId"]);
  }
});

test("a prevented duplicate is logged, and is not logged as a join", async () => {
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/tickets`;
  const key = newKey();
  await api(app).post(path, { name: "Ann" }, { key });
  const joins = logged("queue.created").length;
  await api(app).post(path, { name: "Ann" }, { key, ...withId("request-again") });
  assert.equal(logged("queue.created").length, joins);
  assert.deepEqual(logged("queue.idempotency_reuse").at(-1)!.context, {
    requestId: "request-again",
    queueId: queue.id,
  });
});

test("hitting a limit is logged and counted, by address and by mobile number", async () => {
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/tickets`;
  const mobile = "+49 170 9999999";
  for (let i = 0; i < 3; i++) await api(app).post(path, { name: "Ann", mobile });
  await api(app).post(path, { name: "Ann", mobile }, withId("request-mobile"));
  const byMobile = logged("rate_limit.hit").at(-1)!;
  assert.equal(byMobile.level, "warn");
  assert.deepEqual(byMobile.context, { requestId: "request-mobile", limit: "mobile" });

  for (let i = 0; i < 20; i++) await api(app, null).post(path, { name: "Ann" });
  await api(app, null).post(path, { name: "Ann" }, withId("request-ip"));
  const byAddress = logged("rate_limit.hit").at(-1)!;
  assert.equal(byAddress.context["requestId"], "request-ip");
  assert.equal(byAddress.context["limit"], "public_writes");
  const { body: metrics } = await api(app, null).get("/metrics");
  assert.match(metrics, /^turnkeeper_rate_limit_hits_total\{limit="mobile"\} 1$/m);
  assert.match(metrics, /^turnkeeper_rate_limit_hits_total\{limit="public_writes"\} [1-9]$/m);
});

test("no name, phone number, secret or key is ever logged", async () => {
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/tickets`;
  const who = { name: "Anneliese Unmistakable", mobile: "+49 170 8888888" };
  const { body: ticket } = await api(app).post(path, who, { key: "key-unmistakable" });
  await api(app).post(path, who, { key: "key-unmistakable" });
  await queue.callNext();
  await api(app).patch(`/v1/tickets/${ticket.id}`, { name: "Bartholomew Unmistakable" });
  await act(app, ticket.id, "complete");
  await act(app, ticket.id, "undo");
  await api(app).post(path, { ...who, partySize: -1 });
  const { body: key } = await api(app).post("/v1/api-keys", { name: "Kiosk", role: "staff" });
  const everything = JSON.stringify(app.logged);
  for (const secret of ["nmistakable", "8888888", ticket.secret, app.ownerKey, key.key]) {
    assert.ok(!everything.includes(secret), secret);
  }
});

test("the queue's own history names nobody either", async () => {
  const queue = await openQueue(app);
  const stream = await fetch(`${app.url}/v1/queues/${queue.id}/events`, {
    headers: { authorization: `Bearer ${app.ownerKey}` },
  });
  const reader = stream.body!.getReader();
  await queue.join("Anneliese", { mobile: "+49 170 8888888" });
  let text = "";
  while (!text.includes("counter.joined")) {
    text += new TextDecoder().decode((await reader.read()).value);
  }
  await reader.cancel();
  const { before: was, after: is } = JSON.parse(/^data: (.*)$/m.exec(text)![1]!);
  assert.doesNotMatch(JSON.stringify({ was, is }), /Anneliese|8888888/);
});
