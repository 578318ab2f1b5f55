import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { z } from "zod";
import { startApp, type TestApp } from "../../test/app.ts";
import { bareApp } from "../../test/bare-app.ts";
import { openQueue, type TestQueue } from "../../test/counter.ts";
import { api, type Answer } from "../../test/http.ts";
import { requireStrict } from "./strict.ts";

let app: TestApp;
let queue: TestQueue;
before(async () => {
  app = await startApp();
  queue = await openQueue(app);
});
after(() => app.close());

function assertUnknown({ status, body }: Answer, field: string, hint?: string): void {
  assert.equal(status, 422, JSON.stringify(body));
  assert.equal(body.code, "INVALID");
  const message = `is not a known field${hint ? `; did you mean ${hint}?` : ""}`;
  assert.deepEqual(
    body.errors.find((error: { field: string }) => error.field === field),
    { field, message },
  );
}

test("a field that nobody knows is named, and nothing is done", async () => {
  const path = `/v1/queues/${queue.id}/tickets`;
  assertUnknown(await api(app).post(path, { name: "Ann", nonsense: 1 }), "nonsense");
  assertUnknown(await api(app).post(path, '{"name":"Ann","__proto__":{}}'), "__proto__");
  assertUnknown(await api(app).post(path, { name: "Ann", constructor: 1 }), "constructor");
  const { body } = await api(app).get(path);
  assert.deepEqual(body.items, []);
});

test("a misspelt field is told what was meant", async () => {
  const { id } = await queue.join("Ann");
  await queue.callNext();
  const requeued = await api(app).post(`/v1/tickets/${id}/requeue`, { too: "front" });
  assertUnknown(requeued, "too", "to");
});

test("a field inside another is named by its path", async () => {
  const priorities = [{ key: "vip", label: "VIP", lable: "x" }];
  const made = await api(app).post("/v1/queues", { name: "X", prefix: "X", priorities });
  assertUnknown(made, "priorities.0.lable", "label");
});

test("every unknown field is named, the first twenty, and a long name is cut off", async () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`zz${i}`, i]));
  const path = `/v1/queues/${queue.id}/tickets`;
  const { body } = await api(app).post(path, { name: "Ann", ...many });
  assert.equal(body.errors.length, 20);
  const long = await api(app).post(path, { name: "Ann", ["x".repeat(5_000)]: 1 });
  assertUnknown(long, `${"x".repeat(60)}…`);
});

test("a parameter that nobody knows is named, too", async () => {
  assertUnknown(await api(app).get("/v1/queues?limt=1"), "limt", "limit");
  assertUnknown(await api(app).get(`/v1/queues/${queue.id}?verbose=1`), "verbose");
});

test("what takes no body says so when something is in it", async () => {
  const { id } = await queue.join("Bob");
  const path = `/v1/tickets/${id}/cancel`;
  const before = await api(app).get(`/v1/tickets/${id}`);
  assertUnknown(await api(app).post(`/v1/tickets/${id}/serve`, { desk: "1" }), "desk");
  assert.deepEqual((await api(app).get(`/v1/tickets/${id}`)).body, before.body);
  assert.equal((await api(app).post(path, {})).status, 200, "an empty one is no harm");
});

test("no route with a body or query that swallows fields can be added", async () => {
  const inner = z.object({ a: z.string() });
  for (const schema of [
    inner,
    z.strictObject({ inner }),
    z.array(inner).nullish(),
    z.union([z.string(), inner]),
    z.strictObject({ x: z.lazy(() => inner.optional()) }),
    z.record(z.string(), inner).default({}),
    z
      .string()
      .transform(JSON.parse as never)
      .pipe(inner),
    z.looseObject({}),
  ]) {
    assert.throws(() => requireStrict(schema, "its body"), /its body takes fields/);
  }
  requireStrict(z.strictObject({ a: z.strictObject({}).array() }).nullish(), "its body");
  const adding = bareApp({
    routes: [
      (each) =>
        void each.post(
          "/v1/x",
          { config: { access: "public" }, schema: { body: inner } },
          () => "",
        ),
    ],
  });
  await assert.rejects(adding, /POST \/v1\/x: its body takes fields/);
});
