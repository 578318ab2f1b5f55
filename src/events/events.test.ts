import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { openQueue } from "../../test/counter.ts";
import { api, newKey, type Client } from "../../test/http.ts";
import { watch } from "../../test/stream.ts";

let app: TestApp;
let owner: Client;
before(async () => {
  app = await startApp();
  owner = api(app);
});
after(() => app.close());

interface Item {
  position: string;
  type: string;
  product: string;
  lineId: string;
  subjectId: string | null;
}

async function newQueue(name: string): Promise<string> {
  return (await openQueue(app, { name })).id;
}

async function join(queueId: string): Promise<string> {
  const { status, body } = await owner.post(
    `/v1/queues/${queueId}/tickets`,
    { name: "Ada" },
    { key: newKey() },
  );
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

/** Behind everything that has happened so far. */
async function here(): Promise<string> {
  let after: string | null = null;
  for (;;) {
    const { body }: { body: { items: Item[]; nextCursor: string | null } } = await owner.get(
      `/v1/events?limit=200${after ? `&after=${after}` : ""}`,
    );
    after = body.nextCursor ?? body.items.at(-1)?.position ?? after;
    if (!body.nextCursor && after) return after;
  }
}

/**
 * At least so many events, page by page, and whatever else is there. Other tests use the same database
 * server: a transaction of theirs may hold up the last ones for a moment.
 */
async function readFrom(start: string, wanted: number, more = "", bearer = app.ownerKey) {
  const seen: Item[] = [];
  for (let after = start, isEnd = false; !isEnd || seen.length < wanted;) {
    const { status, body } = await owner.get(`/v1/events?after=${after}${more}`, { bearer });
    assert.equal(status, 200, JSON.stringify(body));
    seen.push(...body.items);
    isEnd = body.nextCursor === null;
    after = body.nextCursor ?? seen.at(-1)?.position ?? start;
  }
  return seen;
}

test("everything of all lines, once each, page by page", async () => {
  const start = await here();
  const queues = [await newQueue("One"), await newQueue("Two")];
  const tickets: string[] = [];
  for (let i = 0; i < 3; i++) for (const queue of queues) tickets.push(await join(queue));
  const seen = await readFrom(start, 2 + tickets.length, "&limit=2");
  assert.deepEqual(
    seen.map(({ type }) => type),
    ["counter.queue_created", "counter.queue_created", ...tickets.map(() => "counter.joined")],
  );
  assert.deepEqual(
    seen.slice(2).map(({ subjectId }) => subjectId),
    tickets,
  );
  assert.deepEqual(new Set(seen.map(({ lineId }) => lineId)), new Set(queues));
  assert.deepEqual(new Set(seen.map(({ product }) => product)), new Set(["counter"]));
});

test("types, or their first words, are chosen", async () => {
  const start = await here();
  const queue = await newQueue("Three");
  await join(queue);
  const of = async (types: string, wanted: number) =>
    (await readFrom(start, wanted, `&types=${types}`)).map(({ type }) => type);
  assert.deepEqual(await of("counter", 2), ["counter.queue_created", "counter.joined"]);
  assert.deepEqual(await of("counter.joined", 1), ["counter.joined"]);
  assert.deepEqual(await of("opd,boxes.reserved", 0), []);
});

test("scopes decide what is seen", async () => {
  const start = await here();
  const key = async (scopes: string[]) =>
    (await owner.post("/v1/api-keys", { name: scopes.join(), scopes }, { key: newKey() })).body.key;
  const [counting, seeing] = [await key(["counter:read"]), await key(["opd:read"])];
  await newQueue("Four");
  const typesFor = async (bearer: string, wanted: number) =>
    (await readFrom(start, wanted, "", bearer)).map(({ type }) => type);
  assert.deepEqual(await typesFor(app.ownerKey, 3), [
    "organisation.key_created",
    "organisation.key_created",
    "counter.queue_created",
  ]);
  assert.deepEqual(await typesFor(counting, 1), ["counter.queue_created"]);
  assert.deepEqual(await typesFor(seeing, 0), []);
  assert.equal((await owner.get("/v1/events", { bearer: null })).status, 401);
});

test("nobody sees another organisation's", async () => {
  const start = await here();
  const made = await owner.post("/v1/organisations", { name: "Other" }, { key: newKey() });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await newQueue("Five");
  const { rows } = await app.pool.query(`select 1 from event where org_id = $1`, [made.body.id]);
  assert.ok(rows.length > 0, "the other one has events");
  const { body } = await owner.get(`/v1/events?after=${start}&limit=200`);
  const lines = new Set((body.items as Item[]).map(({ lineId }) => lineId));
  assert.ok(!lines.has(made.body.id));
});

test("a stream tells what happens from now on, and resumes behind what was told", async () => {
  const queue = await newQueue("Six");
  const stream = await watch(app, "/v1/events");
  // From now on: what happened before the stream was open is not told.
  const first = await tellUntilHeard(queue, stream);
  await stream.close();
  const missed = [await join(queue), await join(queue)];
  const resumed = await watch(app, "/v1/events", { lastEventId: first.id });
  for (const ticket of missed) {
    const { event, data, id } = await resumed.next();
    assert.deepEqual([event, data.type, data.subjectId], ["change", "counter.joined", ticket]);
    assert.equal(id, data.position);
  }
  await resumed.close();
});

/** Joins until the stream tells of one; answers with the last that it told. */
async function tellUntilHeard(queue: string, stream: Awaited<ReturnType<typeof watch>>) {
  const next = stream.next();
  let heard = false;
  void next.then(() => (heard = true));
  const joined: string[] = [];
  do {
    joined.push(await join(queue));
    await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 200))]);
  } while (!heard);
  let told = await next;
  while (told.data.subjectId !== joined.at(-1)) told = await stream.next();
  return told;
}

test("a position that is none of ours is refused", async () => {
  const { status, body } = await owner.get("/v1/events?after=yesterday");
  assert.equal(status, 422);
  assert.equal(body.errors[0].field, "after");
});
