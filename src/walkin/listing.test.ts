import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue, type TestQueue } from "../../test/counter.ts";
import { api } from "../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

interface Row {
  name: string;
  number: string;
  position: number | null;
}

/** All pages, one after another; `between` runs after each. */
async function pages(
  queue: TestQueue,
  query: string,
  between?: () => Promise<unknown>,
): Promise<Row[][]> {
  const all: Row[][] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await queue.get(
      `/tickets?${query}${cursor ? `&cursor=${cursor}` : ""}`,
    );
    assert.equal(status, 200, JSON.stringify(body));
    all.push(body.items);
    cursor = body.nextCursor;
    await between?.();
  } while (cursor);
  return all;
}

test("a long queue is listed page by page, with everybody's position", async () => {
  const queue = await openQueue(app, { priorities: ["VIP", "Standard"], ageingMinutes: null });
  await Promise.all(
    Array.from({ length: 120 }, (_, i) => queue.join(`P${i}`, i % 3 ? {} : { priority: "vip" })),
  );
  const all = await pages(queue, "status=WAITING&limit=50");
  assert.deepEqual(
    all.map((page) => page.length),
    [50, 50, 20],
  );
  const rows = all.flat();
  assert.deepEqual(
    rows.map((row) => row.position),
    Array.from({ length: 120 }, (_, i) => i + 1),
  );
  assert.equal(new Set(rows.map((row) => row.number)).size, 120);
});

test("somebody who is called and put back all the time is in the list once, at every moment", async () => {
  const queue = await openQueue(app);
  const { id } = await queue.join("Ada");
  let listing = true;
  const back = async () => {
    while (listing) {
      await queue.callNext();
      await act(app, id, "requeue", { to: "front" });
    }
  };
  const moving = back();
  for (let i = 0; i < 100; i++) {
    const { body } = await queue.get("/tickets?status=CALLED,WAITING");
    assert.equal(body.items.length, 1);
  }
  listing = false;
  await moving;
});

test("positions on a later page are true then, also when people were called in between", async () => {
  const queue = await openQueue(app);
  for (let i = 0; i < 6; i++) await queue.join(`P${i}`);
  const all = await pages(queue, "limit=2", () => queue.callNext());
  assert.deepEqual(
    all.map((page) => page.map((row) => [row.name, row.position])),
    [
      [
        ["P0", 1],
        ["P1", 2],
      ],
      [
        ["P2", 2],
        ["P3", 3],
      ],
      [
        ["P4", 3],
        ["P5", 4],
      ],
    ],
  );
});

test("those called come first, then those who wait, then those who are done, on whatever pages", async () => {
  const queue = await openQueue(app);
  const tickets: Row[] = [];
  for (let i = 0; i < 9; i++) tickets.push(await queue.join(`P${i}`));
  const called = [];
  for (let i = 0; i < 6; i++) {
    app.clock.advance(1_000);
    called.push(await queue.callNext());
  }
  for (const { id } of called.slice(0, 3)) {
    app.clock.advance(1_000);
    await act(app, id, "complete");
  }
  await act(app, called[3].id, "serve");
  const everybody = ["P5", "P4", "P3", "P6", "P7", "P8", "P2", "P1", "P0"];
  const query = "status=WAITING,CALLED,SERVING,SERVED,CANCELLED,NO_SHOW";
  for (const limit of [1, 2, 3, 4, 100]) {
    const all = await pages(queue, `${query}&limit=${limit}`);
    assert.deepEqual(
      all.flat().map((row) => row.name),
      everybody,
      `limit ${limit}`,
    );
    assert.ok(
      all.every((page) => page.length > 0 && page.length <= limit),
      `no page is empty or longer than ${limit}`,
    );
  }
});

test("a filter shows those alone, and only waiting ones unless asked", async () => {
  const queue = await openQueue(app);
  for (const name of ["Ann", "Bob", "Cem", "Dan"]) await queue.join(name);
  const [ann, bob] = [await queue.callNext(), await queue.callNext()];
  await act(app, ann.id, "complete");
  await act(app, bob.id, "serve");
  const names = async (query: string) => (await pages(queue, query)).flat().map((row) => row.name);
  assert.deepEqual(await names(""), ["Cem", "Dan"]);
  assert.deepEqual(await names("status=SERVED"), ["Ann"]);
  assert.deepEqual(await names("status=serving, waiting"), ["Bob", "Cem", "Dan"]);
  assert.deepEqual(await names("status=CALLED"), []);
  assert.deepEqual(await names("status=SERVED,SERVING&limit=1"), ["Bob", "Ann"]);
});

test("a status that does not exist is refused", async () => {
  const queue = await openQueue(app);
  for (const status of ["LOST", "WAITING,", ""]) {
    const answer = await queue.get(`/tickets?status=${status}`);
    assert.equal(answer.status, 422, status);
    assert.equal(answer.body.errors[0].field, "status");
  }
});

test("a cursor that is not one of ours is refused, however it was forged", async () => {
  const queue = await openQueue(app);
  await queue.join();
  const id = "00000000-0000-0000-0000-000000000000";
  const forged = [
    "x",
    "%00",
    ...[
      null,
      "text",
      { in: "waiting" },
      { in: "nowhere", after: null },
      { in: "waiting", after: { level: 70_000, rank: 1, id } },
      { in: "waiting", after: { level: 0, rank: 1.5, id } },
      { in: "waiting", after: { level: 0, rank: 1e300, id } },
      { in: "waiting", after: { level: 0, rank: 1, id: "'; drop table ticket" } },
      { in: "past", after: { at: 1e300, id } },
      { in: "past", after: { at: -1, id } },
    ].map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
  ];
  for (const cursor of forged) {
    const { status, body } = await queue.get(`/tickets?cursor=${cursor}`);
    assert.equal(status, 422, cursor);
    assert.equal(body.errors[0].field, "cursor");
    assert.equal((await api(app).get(`/v1/queues?cursor=${cursor}`)).status, 422, cursor);
  }
});

test("the board shows numbers and desks, the newest call first, and never a name", async () => {
  const queue = await openQueue(app, { message: "Back at noon" });
  for (const name of ["Anneliese", "Bartholomew", "Cemile"]) {
    await queue.join(name, { mobile: "+49 170 7777777" });
  }
  await queue.callNext("1");
  app.clock.advance(1_000);
  const bob = await queue.callNext("2");
  await act(app, bob.id, "recall");
  const { status, body } = await api(app, null).get(`/v1/queues/${queue.id}/board`);
  assert.equal(status, 200);
  assert.deepEqual(
    body.serving.map((row: Record<string, unknown>) => [row.number, row.desk, row.calls]),
    [
      ["A-000002", "2", 2],
      ["A-000001", "1", 1],
    ],
  );
  assert.deepEqual(body.next, ["A-000003"]);
  assert.equal(body.waiting, 1);
  assert.equal(body.queue.message, "Back at noon");
  assert.doesNotMatch(JSON.stringify(body), /Anneliese|Bartholomew|Cemile|7777777/);
});

test("somebody who is called is on the board once, whenever it is read", async () => {
  const queue = await openQueue(app);
  const read = async () => (await api(app, null).get(`/v1/queues/${queue.id}/board`)).body;
  for (let i = 0; i < 20; i++) {
    const { number } = await queue.join("Ann");
    const [called, ...boards] = await Promise.all([
      queue.callNext("1"),
      ...Array.from({ length: 8 }, read),
    ]);
    for (const { serving, next, waiting } of boards) {
      const shown = [...serving.map((one: { number: string }) => one.number), ...next];
      assert.equal(shown.filter((one) => one === number).length, 1);
      assert.equal(waiting, next.length);
    }
    await act(app, called.id, "complete");
  }
});

test("the board has room for twelve", async () => {
  const queue = await openQueue(app);
  for (let i = 0; i < 30; i++) await queue.join();
  for (let i = 0; i < 14; i++) await queue.callNext();
  const { body } = await api(app, null).get(`/v1/queues/${queue.id}/board`);
  assert.equal(body.serving.length, 12);
  assert.equal(body.next.length, 12);
  assert.equal(body.waiting, 16);
});

test("the QR code of a queue is a picture, and only of a queue that there is", async () => {
  const queue = await openQueue(app);
  const { status, headers, body } = await api(app, null).get(`/v1/queues/${queue.id}/qr.svg`);
  assert.equal(status, 200);
  assert.match(headers.get("content-type")!, /^image\/svg\+xml/);
  assert.match(body, /^<svg/);
  const nothing = "/v1/queues/00000000-0000-7000-8000-000000000000/qr.svg";
  assert.equal((await api(app, null).get(nothing)).status, 404);
});
