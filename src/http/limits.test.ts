import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { openQueue, type TestQueue } from "../../test/counter.ts";
import { api, newKey, type Answer, type Sending } from "../../test/http.ts";

let app: TestApp;
let queue: TestQueue;
before(async () => {
  app = await startApp({ env: { TRUST_PROXY: "1" } });
});
after(() => app.close());

const minute = 60_000;
const hour = 60 * minute;

beforeEach(async () => {
  app.clock.advance(2 * hour); // whatever was counted before is forgotten
  queue = await openQueue(app);
});

function join(more: object = {}, sending: Sending = {}): Promise<Answer> {
  const path = `/v1/queues/${queue.id}/tickets`;
  return api(app, null).post(path, { name: "Somebody", ...more }, sending);
}

const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });

async function joins(n: number, ...[more, sending]: Parameters<typeof join>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < n; i++) statuses.push((await join(more, sending)).status);
  return statuses;
}

const times = (n: number, status: number) => Array.from({ length: n }, () => status);

test("twenty public writes a minute from one address, then 429 with when to come back", async () => {
  const first = await join({}, from("198.51.100.1"));
  assert.equal(first.headers.get("ratelimit-limit"), "20");
  assert.equal(first.headers.get("ratelimit-remaining"), "19");
  assert.equal(first.headers.get("ratelimit-policy"), "20;w=60");
  app.clock.advance(10_000);
  assert.deepEqual(await joins(19, {}, from("198.51.100.1")), times(19, 201));
  const refused = await join({}, from("198.51.100.1"));
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, "RATE_LIMITED");
  assert.match(refused.headers.get("content-type")!, /^application\/problem\+json/);
  assert.equal(refused.headers.get("retry-after"), "50");
  assert.equal(refused.headers.get("ratelimit-remaining"), "0");
  assert.equal(refused.headers.get("ratelimit-reset"), "50");
  assert.equal((await join({}, from("198.51.100.2"))).status, 201, "another address");
});

test("the minute slides: each write is forgotten a minute after it was made", async () => {
  const there = from("198.51.100.3");
  assert.deepEqual(await joins(10, {}, there), times(10, 201));
  app.clock.advance(40_000);
  assert.deepEqual(await joins(10, {}, there), times(10, 201));
  assert.equal((await join({}, there)).status, 429);
  app.clock.advance(20_001);
  assert.deepEqual(await joins(10, {}, there), times(10, 201), "the first ten are forgotten");
  assert.equal((await join({}, there)).status, 429, "the second ten are not");
});

test("a refused write is not counted, or the limit would never end", async () => {
  const there = from("198.51.100.4");
  await joins(20, {}, there);
  app.clock.advance(30_000);
  assert.deepEqual(await joins(3, {}, there), times(3, 429));
  app.clock.advance(30_001);
  assert.equal((await join({}, there)).status, 201);
});

test("reads are not counted", async () => {
  const there = from("198.51.100.5");
  for (let i = 0; i < 30; i++) {
    const seen = await api(app, null).get(`/v1/queues/${queue.id}/public`, there);
    assert.equal(seen.status, 200);
    assert.equal(seen.headers.get("ratelimit-limit"), null);
  }
});

test("what a holder writes counts as public", async () => {
  const there = from("198.51.100.6");
  const { body: ticket } = await join({}, there);
  await joins(18, {}, there);
  const holder = api(app, ticket.secret);
  const path = `/v1/tickets/${ticket.id}`;
  assert.equal((await holder.patch(path, { name: "Ann" }, there)).status, 200);
  assert.equal((await holder.post(`${path}/cancel`, undefined, there)).status, 429);
});

test("what cannot be read or is wrong counts as well, so that guessing has an end", async () => {
  const there = from("198.51.100.7");
  for (let i = 0; i < 20; i++) assert.equal((await join({ partySize: 0 }, there)).status, 422);
  assert.equal((await join({}, there)).status, 429);
});

test("an API key has no limit by address", async () => {
  const path = `/v1/queues/${queue.id}/tickets`;
  for (let i = 0; i < 25; i++) {
    const { status, headers } = await api(app).post(path, { name: "A" }, from("198.51.100.8"));
    assert.equal(status, 201);
    assert.equal(headers.get("ratelimit-limit"), null);
  }
});

test("three joins an hour for one mobile number, however it is written", async () => {
  const spellings = ["+49 170 1234567", "0049 (170) 123-4567", "491701234567"];
  for (const mobile of spellings) assert.equal((await join({ mobile })).status, 201, mobile);
  app.clock.advance(10 * minute);
  const refused = await join({ mobile: "+491701234567" });
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, "RATE_LIMITED");
  assert.equal(refused.headers.get("retry-after"), "3000");
  assert.equal(refused.headers.get("ratelimit-limit"), "3");
  assert.equal(refused.headers.get("ratelimit-policy"), "3;w=3600");
  assert.equal((await join({ mobile: "+49 170 7654321" })).status, 201, "another number");
  assert.equal((await join()).status, 201, "none at all");
  app.clock.advance(50 * minute + 1);
  assert.equal((await join({ mobile: "+49 170 1234567" })).status, 201);
});

test("staff are held to the limit of a mobile number, too", async () => {
  const mobile = "+49 170 2222222";
  const path = `/v1/queues/${queue.id}/tickets`;
  const statuses = [];
  for (let i = 0; i < 4; i++) {
    statuses.push((await api(app).post(path, { name: "A", mobile })).status);
  }
  assert.deepEqual(statuses, [201, 201, 201, 429]);
});

test("many joins of one number at once: three get in", async () => {
  const mobile = "+49 170 3333333";
  const answers = await Promise.all(Array.from({ length: 10 }, () => join({ mobile })));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  assert.deepEqual(statuses, [...times(3, 201), ...times(7, 429)]);
});

test("a join that was refused does not count for its number", async () => {
  const mobile = "+49 170 4444444";
  await queue.change({ state: "closed" });
  assert.deepEqual(await joins(5, { mobile }), times(5, 409));
  await queue.change({ state: "open" });
  assert.deepEqual(await joins(4, { mobile }), [...times(3, 201), 429]);
});

test("a retried join does not count again, and is answered also when the number has had its three", async () => {
  const mobile = "+49 170 5555555";
  const key = newKey();
  const first = await join({ mobile }, { key });
  for (let i = 0; i < 4; i++) assert.equal((await join({ mobile }, { key })).status, 201);
  assert.deepEqual(await joins(3, { mobile }), [201, 201, 429]);
  const again = await join({ mobile }, { key });
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first.body);
});

test("a number that has had its three in one organisation may join another's queue", async () => {
  const mobile = "+49 170 6666666";
  await joins(3, { mobile });
  const { body: others } = await api(app).post("/v1/organisations", { name: "Others" });
  const theirs = api(app, others.apiKey);
  const { body } = await theirs.post("/v1/queues", { name: "X", prefix: "X" });
  const joined = await theirs.post(`/v1/queues/${body.id}/tickets`, { name: "A", mobile });
  assert.equal(joined.status, 201);
});

test("a ticket's holder may look 120 times a minute, other tickets are not affected", async () => {
  const [ann, bob] = [await queue.join("Ann"), await queue.join("Bob")];
  const look = (ticket: { id: string; secret: string }) =>
    api(app, ticket.secret).get(`/v1/tickets/${ticket.id}`);
  const first = await look(ann);
  assert.equal(first.headers.get("ratelimit-policy"), "120;w=60");
  for (let i = 1; i < 120; i++) assert.equal((await look(ann)).status, 200);
  const refused = await look(ann);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "60");
  assert.equal((await look(bob)).status, 200);
  assert.equal((await api(app).get(`/v1/tickets/${ann.id}`)).status, 200, "staff");
  const stream = await api(app, ann.secret).get(`/v1/tickets/${ann.id}/events`);
  assert.equal(stream.status, 429, "opening its stream is a look as well");
  app.clock.advance(minute + 1);
  assert.equal((await look(ann)).status, 200);
});

test("limits are set by the environment", async (t) => {
  const own = await startApp({
    env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "2", LIMIT_JOINS_PER_MOBILE_PER_HOUR: "1" },
  });
  t.after(() => own.close());
  const { id } = await openQueue(own);
  const send = (more: object, bearer: string | null) =>
    api(own, bearer).post(`/v1/queues/${id}/tickets`, { name: "A", ...more });
  assert.equal((await send({ mobile: "+49 170 1" + "1".repeat(6) }, own.ownerKey)).status, 201);
  assert.equal((await send({ mobile: "+49 170 1" + "1".repeat(6) }, own.ownerKey)).status, 429);
  assert.equal((await send({}, null)).status, 201);
  assert.equal((await send({}, null)).status, 201);
  assert.equal((await send({}, null)).status, 429);
});

test("the address in the header counts only when a proxy is trusted", async (t) => {
  const direct = await startApp({ env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "2" } });
  t.after(() => direct.close());
  const { id } = await openQueue(direct);
  const statuses = [];
  for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
    const path = `/v1/queues/${id}/tickets`;
    statuses.push((await api(direct, null).post(path, { name: "A" }, from(ip))).status);
  }
  assert.deepEqual(statuses, [201, 201, 429]);
});

test("with one trusted proxy, what a caller puts in front of its own entry is not believed", async () => {
  for (let i = 0; i < 20; i++) await join({}, from(`203.0.113.${i}, 198.51.100.9`));
  assert.equal((await join({}, from("203.0.113.99, 198.51.100.9"))).status, 429);
});

test("all addresses of one IPv6 network share one limit", async () => {
  const own = (i: number) => from(`2001:db8:7:7::${i.toString(16)}`);
  for (let i = 0; i < 20; i++) assert.equal((await join({}, own(i))).status, 201);
  assert.equal((await join({}, own(99))).status, 429);
  assert.equal((await join({}, from("2001:db8:7:8::1"))).status, 201, "the network beside it");
});

test("a route with a limit of its own does not use up the common one", async (t) => {
  const own = await startApp({
    env: { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1" },
    plugins: [
      {
        module: () => ({
          name: "still here",
          routes: (each) =>
            void each.post(
              "/v1/still-here",
              { config: { access: "public", ownLimit: true } },
              () => "",
            ),
        }),
      },
    ],
  });
  t.after(() => own.close());
  const { id } = await openQueue(own);
  for (let i = 0; i < 3; i++) {
    assert.equal((await api(own, null).post("/v1/still-here")).status, 200);
  }
  const join = () => api(own, null).post(`/v1/queues/${id}/tickets`, { name: "A" });
  assert.deepEqual([(await join()).status, (await join()).status], [201, 429]);
});
