import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { act, openQueue } from "../../test/counter.ts";
import { api } from "../../test/http.ts";
import { watch, type TestStream } from "../../test/stream.ts";
import { statements } from "../engine/statements.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const desk = (queue: { id: string }) => `/v1/queues/${queue.id}/events`;
const board = (queue: { id: string }) => `/v1/queues/${queue.id}/board/events`;
const holder = (ticket: { id: string }) => `/v1/tickets/${ticket.id}/events`;

/** The next n changes a desk sees. */
async function changes(stream: TestStream, n: number) {
  const seen = [];
  for (let i = 0; i < n; i++) seen.push(await stream.next());
  assert.deepEqual(
    seen.map(({ event, id }) => [event, id]),
    seen.map(({ data }) => ["change", String(data.seq)]),
  );
  return seen.map(({ data }) => data);
}

test("a stream is text/event-stream that no proxy keeps back", async () => {
  const queue = await openQueue(app);
  const stream = await watch(app, desk(queue));
  assert.match(stream.headers.get("content-type")!, /^text\/event-stream/);
  assert.equal(stream.headers.get("cache-control"), "no-store");
  assert.equal(stream.headers.get("x-accel-buffering"), "no");
  assert.ok(stream.headers.get("x-request-id"));
  await stream.close();
});

test("a desk sees each change once, in order, with who did it", async () => {
  const queue = await openQueue(app);
  const stream = await watch(app, desk(queue));
  const ann = await queue.join("Ann");
  await queue.callNext("3");
  await act(app, ann.id, "recall");
  await act(app, ann.id, "serve");
  await act(app, ann.id, "complete");
  await act(app, ann.id, "undo");
  await act(app, ann.id, "requeue");
  await api(app, ann.secret).patch(`/v1/tickets/${ann.id}`, { partySize: 2 });
  await api(app, ann.secret).post(`/v1/tickets/${ann.id}/cancel`);
  await queue.change({ state: "closed" });
  const seen = await changes(stream, 10);
  assert.deepEqual(
    seen.map((change) => change.type),
    [
      "counter.joined",
      "counter.called",
      "counter.recalled",
      "counter.serving",
      "counter.served",
      "counter.undone",
      "counter.requeued",
      "counter.changed",
      "counter.cancelled",
      "counter.queue_changed",
    ],
  );
  const first = seen[0].seq;
  assert.deepEqual(
    seen.map((change) => change.seq),
    seen.map((_, i) => first + i),
  );
  assert.match(seen[0].actor, /^key:/);
  assert.equal(seen[8].actor, `ticket:${ann.id}`);
  assert.equal(seen[1].after.status, "CALLED");
  assert.equal(seen[1].before.status, "WAITING");
  assert.equal(seen[1].after.desk, "3");
  assert.equal(seen[8].ticket.status, "CANCELLED");
  assert.equal(seen[9].queue.state, "closed");
  assert.equal(seen[9].ticket, null);
  await stream.close();
});

test("changes made at the same time reach every desk, each once", async () => {
  const queue = await openQueue(app);
  const streams = await Promise.all([1, 2, 3].map(() => watch(app, desk(queue))));
  await Promise.all(Array.from({ length: 40 }, () => queue.join()));
  for (const stream of streams) {
    const seen = await changes(stream, 40);
    assert.deepEqual(
      seen.map((change) => change.seq - seen[0].seq),
      Array.from({ length: 40 }, (_, i) => i),
    );
    await stream.close();
  }
});

test("what happened while a desk was away arrives when it is back", async () => {
  const queue = await openQueue(app);
  const stream = await watch(app, desk(queue));
  await queue.join("Ann");
  await changes(stream, 1);
  await stream.close();
  await queue.join("Bob");
  await queue.callNext();
  const back = await watch(app, desk(queue), { lastEventId: stream.lastId() });
  await queue.join("Cem");
  const seen = await changes(back, 3);
  assert.deepEqual(
    seen.map((change) => [change.type, change.ticket.name]),
    [
      ["counter.joined", "Bob"],
      ["counter.called", "Ann"],
      ["counter.joined", "Cem"],
    ],
  );
  await back.close();
  const byQuery = await watch(app, `${desk(queue)}?lastEventId=${seen[1].seq}`);
  assert.equal((await changes(byQuery, 1))[0].ticket.name, "Cem");
  await byQuery.close();
});

test("a number that was skipped after a lost commit is nobody's event, and nothing is missed", async () => {
  const queue = await openQueue(app);
  const stream = await watch(app, desk(queue));
  await queue.join("Ann");
  await changes(stream, 1);
  await app.pool.query(statements.skipNumbers, [[queue.id]]);
  // Whoever comes now starts behind the number that has no event.
  const behind = await watch(app, desk(queue));
  await queue.join("Bob");
  const [bob] = await changes(behind, 1);
  assert.deepEqual((await changes(stream, 1))[0].seq, bob.seq);
  await Promise.all([stream.close(), behind.close()]);
  for (const lastEventId of [bob.seq - 2, bob.seq - 1]) {
    const back = await watch(app, desk(queue), { lastEventId });
    const [seen] = await changes(back, 1);
    assert.deepEqual([seen.seq, seen.ticket.name], [bob.seq, "Bob"]);
    await back.close();
  }
});

test("a stream that breaks before its first event can be resumed as well", async () => {
  const queue = await openQueue(app);
  await queue.join("Ann");
  const quiet = await watch(app, desk(queue));
  // The place is told at once; the ticket that comes next shows that it has been read.
  await queue.join("Bob");
  const [bob] = await changes(quiet, 1);
  await quiet.close();
  const silent = await watch(app, desk(queue), { lastEventId: bob.seq });
  await silent.close();
  const marked = await fetch(`${app.url}${desk(queue)}`, {
    headers: { authorization: `Bearer ${app.ownerKey}` },
  });
  const reader = marked.body!.getReader();
  let text = "";
  while (!/^id: /m.test(text)) text += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
  assert.match(text, new RegExp(`^retry: 2000\n\nid: ${bob.seq}\n\n$`));
});

test("somebody who resumes far back does not make others miss or repeat anything", async () => {
  const queue = await openQueue(app);
  for (let i = 0; i < 30; i++) await queue.join();
  const present = await watch(app, desk(queue));
  const { body } = await queue.get();
  assert.equal(body.waiting, 30);
  const resumed: TestStream[] = [];
  await Promise.all([
    ...Array.from({ length: 30 }, () => queue.join()),
    ...[1, 10, 20].map(async (lastEventId) => {
      resumed.push(await watch(app, desk(queue), { lastEventId }));
    }),
  ]);
  await changes(present, 30);
  for (const stream of resumed) {
    const [first] = await changes(stream, 1);
    const rest = await changes(stream, 61 - first.seq);
    assert.deepEqual(
      rest.map((change) => change.seq),
      rest.map((_, i) => first.seq + 1 + i),
    );
    assert.ok([2, 11, 21].includes(first.seq), String(first.seq));
    await stream.close();
  }
  await present.close();
});

test("a place that is too far back, ahead of us, or none at all, is told as a reset", async () => {
  const queue = await openQueue(app);
  for (let i = 0; i < 11; i++) {
    await Promise.all(Array.from({ length: 100 }, () => queue.join()));
  }
  const now = 1 + 1_100;
  for (const lastEventId of [0, now - 1_001, now + 1, 999_999_999, "no number", "-1"]) {
    const stream = await watch(app, desk(queue), { lastEventId });
    const reset = await stream.next();
    assert.deepEqual([reset.event, reset.id], ["reset", String(now)], String(lastEventId));
    await stream.close();
  }
  const nearly = await watch(app, desk(queue), { lastEventId: now - 1_000 });
  assert.equal((await changes(nearly, 1_000)).at(-1).seq, now);
  await queue.join();
  assert.equal((await changes(nearly, 1))[0].seq, now + 1);
  await nearly.close();
});

test("after a reset the stream goes on with what happens next", async () => {
  const queue = await openQueue(app);
  const stream = await watch(app, desk(queue), { lastEventId: 77 });
  assert.equal((await stream.next()).event, "reset");
  await queue.join("Ann");
  assert.equal((await changes(stream, 1))[0].ticket.name, "Ann");
  await stream.close();
});

test("both desks hear of a transfer, and each says which queue the ticket is in", async () => {
  const from = await openQueue(app, { name: "Triage" });
  const to = await openQueue(app, { name: "X-ray" });
  const ticket = await from.join("Ann");
  const [left, reached] = [await watch(app, desk(from)), await watch(app, desk(to))];
  await act(app, ticket.id, "transfer", { queueId: to.id });
  for (const stream of [left, reached]) {
    const [change] = await changes(stream, 1);
    assert.equal(change.type, "counter.transferred");
    assert.deepEqual([change.ticket.queueId, change.ticket.queueName], [to.id, "X-ray"]);
    assert.deepEqual([change.before.queueId, change.after.queueId], [from.id, to.id]);
    await stream.close();
  }
});

test("a holder sees the position change and then the call", async () => {
  const queue = await openQueue(app);
  await queue.join("Ann");
  const bob = await queue.join("Bob");
  const stream = await watch(app, holder(bob), { bearer: bob.secret });
  const first = await stream.next();
  assert.deepEqual([first.event, first.data.position], ["ticket", 2]);
  await queue.callNext();
  assert.equal((await stream.next()).data.position, 1);
  await queue.callNext("4");
  const called = (await stream.next()).data;
  assert.deepEqual([called.status, called.desk, called.position], ["CALLED", "4", null]);
  await act(app, bob.id, "recall");
  assert.equal((await stream.next()).data.calls, 2);
  await stream.close();
});

test("a holder's stream opens with the secret in a header, never in its address", async () => {
  const queue = await openQueue(app);
  const [ann, bob] = [await queue.join("Ann"), await queue.join("Bob")];
  const stream = await watch(app, holder(ann), { bearer: ann.secret });
  assert.equal((await stream.next()).data.name, "Ann");
  await stream.close();
  const refused = async (path: string, secret: string | null = null) =>
    (await api(app, secret).get(path)).status;
  assert.equal(await refused(holder(ann)), 401);
  assert.equal(await refused(holder(ann), bob.secret), 404);
  assert.equal(await refused(holder(ann), `${ann.secret}x`.replace("tks_", "tks_A")), 401);
  assert.equal(await refused(desk(queue), ann.secret), 403);
  for (const path of [holder(ann), `/v1/tickets/${ann.id}`]) {
    assert.equal(await refused(`${path}?secret=${ann.secret}`), 401);
    assert.equal(await refused(`${path}?secret=${ann.secret}`, ann.secret), 401);
  }
});

test("a holder's stream does not repeat what has not changed", async () => {
  const queue = await openQueue(app);
  const ann = await queue.join("Ann");
  const stream = await watch(app, holder(ann), { bearer: ann.secret });
  await stream.next();
  await queue.join("Behind");
  await queue.change({ message: "Back at noon" });
  await queue.callNext();
  assert.equal((await stream.next()).data.status, "CALLED");
  await stream.close();
});

test("the stream of a transferred ticket ends, and opened again shows it in the other queue", async () => {
  const [from, to] = [await openQueue(app), await openQueue(app, { name: "X-ray" })];
  const ann = await from.join("Ann");
  const stream = await watch(app, holder(ann), { bearer: ann.secret });
  await stream.next();
  await act(app, ann.id, "transfer", { queueId: to.id });
  await stream.rest();
  const again = await watch(app, holder(ann), { bearer: ann.secret });
  const { data } = await again.next();
  assert.deepEqual([data.queueName, data.position], ["X-ray", 1]);
  await to.callNext();
  assert.equal((await again.next()).data.status, "CALLED");
  await again.close();
});

test("the board's stream shows numbers as they are called, and never a name", async () => {
  const queue = await openQueue(app);
  const stream = await watch(app, board(queue), { bearer: null });
  const seen = [await stream.next()];
  assert.deepEqual(seen[0]!.data.next, []);
  await queue.join("Anneliese", { mobile: "+49 170 7777777" });
  seen.push(await stream.next());
  assert.deepEqual(seen[1]!.data.next, ["A-000001"]);
  await queue.callNext("Window");
  seen.push(await stream.next());
  assert.equal(seen[2]!.event, "board");
  assert.deepEqual(seen[2]!.data.serving[0].number, "A-000001");
  assert.equal(seen[2]!.data.serving[0].desk, "Window");
  assert.doesNotMatch(JSON.stringify(seen), /Anneliese|7777777/);
  await stream.close();
});

test("a stream cannot be asked for with HEAD, which would hold it open for nobody", async () => {
  const queue = await openQueue(app);
  assert.equal((await api(app).send("HEAD", desk(queue))).status, 405);
});

test("streams that nobody reads any more are forgotten", async () => {
  const queue = await openQueue(app);
  const open = async () => {
    const { body } = await api(app, null).get("/metrics");
    return Number(/^turnkeeper_streams (\d+)$/m.exec(body)![1]);
  };
  const before = await open();
  const streams = await Promise.all([1, 2, 3].map(() => watch(app, desk(queue))));
  assert.equal(await open(), before + 3);
  await Promise.all(streams.map((stream) => stream.close()));
  while ((await open()) > before);
});
