import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { openQueue } from "../../test/counter.ts";
import { api } from "../../test/http.ts";
import { watch } from "../../test/stream.ts";

test("there is a limit on open streams, and a place again when one is closed", async (t) => {
  const app = await startApp({ env: { LIMIT_STREAMS: "2" } });
  t.after(() => app.close());
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/board/events`;
  const [one] = [await watch(app, path), await watch(app, path)];
  const refused = await api(app).get(path);
  assert.equal(refused.status, 503);
  assert.equal(refused.body.code, "BUSY");
  assert.equal(refused.headers.get("retry-after"), "10");
  await one.close();
  // The server hears of it a moment later.
  for (;;) {
    const answer = await fetch(`${app.url}${path}`);
    await answer.body!.cancel();
    if (answer.status === 200) break;
  }
});

test("nobody takes all streams: an address and an organisation have so many", async (t) => {
  const env = {
    LIMIT_STREAMS_PER_ADDRESS: "2",
    LIMIT_STREAMS_PER_ORGANISATION: "4",
    TRUST_PROXY: "1",
  };
  const app = await startApp({ env });
  t.after(() => app.close());
  const queue = await openQueue(app);
  const path = `/v1/queues/${queue.id}/board/events`;
  const open = async (address: string, bearer?: string) => {
    const answer = await fetch(app.url + path, {
      headers: {
        "x-forwarded-for": address,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
    });
    if (answer.status === 200) t.after(() => answer.body!.cancel());
    return answer;
  };
  assert.equal((await open("198.51.100.1")).status, 200);
  assert.equal((await open("198.51.100.1")).status, 200);
  const third = await open("198.51.100.1");
  assert.equal(third.status, 429);
  assert.ok(third.headers.get("retry-after"));
  assert.equal(((await third.json()) as { code: string }).code, "TOO_MANY_STREAMS");
  // A program with a key is not held up by its address, but by its organisation.
  assert.equal((await open("198.51.100.1", app.ownerKey)).status, 200);
  assert.equal((await open("198.51.100.2")).status, 200);
  assert.equal((await open("198.51.100.3")).status, 429);
  const other = (await api(app).post("/v1/organisations", { name: "Other" })).body.apiKey;
  const theirs = (
    await api(app, other).post("/v1/queues", { name: "Q", prefix: "Q", timezone: "UTC" })
  ).body;
  const answer = await fetch(`${app.url}/v1/queues/${theirs.id}/board/events`, {
    headers: { "x-forwarded-for": "198.51.100.3" },
  });
  assert.equal(answer.status, 200);
  await answer.body!.cancel();
});

test("a server that shuts down ends its streams, and takes nothing new", async () => {
  const app = await startApp();
  const queue = await openQueue(app);
  const ticket = await queue.join("Ann");
  const streams = await Promise.all([
    watch(app, `/v1/queues/${queue.id}/events`),
    watch(app, `/v1/tickets/${ticket.id}/events`, { bearer: ticket.secret }),
    watch(app, `/v1/queues/${queue.id}/board/events`, { bearer: null }),
  ]);
  const closed = app.close();
  await Promise.all(streams.map((stream) => stream.rest()));
  await closed;
  await assert.rejects(fetch(`${app.url}/healthz`));
});

test("a connection on which nobody says anything does not keep the server from closing", async () => {
  const app = await startApp();
  const { ended } = await talk(app);
  await api(app).get("/healthz"); // by now the server has heard of both
  await app.close();
  await ended;
});

test("a closing server finishes what it has begun, and refuses what comes after", async () => {
  let release: (() => void) | undefined;
  const slow = { config: { access: "public" as const }, schema: { hide: true } };
  const app = await startApp({
    plugins: [
      {
        module: () => ({
          name: "slow",
          routes: (each) =>
            void each.get("/slow", slow, async () => {
              await new Promise<void>((resolve) => (release = resolve));
              return "finished";
            }),
        }),
      },
    ],
  });
  const begun = await talk(app);
  begun.write("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n");
  const late = await talk(app);
  late.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /v1/queues HTTP/1.1\r\n");
  while (!release || !late.received().includes("ok")) await api(app).get("/healthz");
  const closed = app.close();
  late.write("host: x\r\n\r\n");
  await late.ended;
  const refused = late.received().slice(late.received().lastIndexOf("HTTP/1.1"));
  assert.match(refused, /^HTTP\/1\.1 503/);
  assert.match(refused, /^retry-after: \d+\r$/im);
  assert.match(refused, /"code":"SHUTTING_DOWN"/);
  release();
  await Promise.all([closed, begun.ended]);
  assert.match(begun.received(), /^HTTP\/1\.1 200[^]*finished$/);
});

/** A connection that a test writes to by hand. */
async function talk(app: TestApp) {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  await once(socket, "connect");
  return {
    write: (text: string) => void socket.write(text),
    received: () => received,
    ended: once(socket, "close"),
  };
}

test("whose key is revoked is no longer told anything; the others are", async (t) => {
  const app = await startApp();
  t.after(() => app.close());
  const queue = await openQueue(app);
  const made = await api(app).post("/v1/api-keys", { name: "A desk", role: "staff" });
  const path = `/v1/queues/${queue.id}/events`;
  const stays = await watch(app, path);
  const goes = await watch(app, path, { bearer: made.body.key });
  await app.server.streams.recheck();
  await api(app).delete(`/v1/api-keys/${made.body.id}`);
  await app.server.streams.recheck();
  assert.deepEqual(await goes.rest(), []);
  const ticket = await queue.join("Ann");
  assert.equal((await stays.next()).data.ticket.id, ticket.id);
  await stays.close();
});
