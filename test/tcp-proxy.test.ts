import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { commitIn, TcpProxy } from "./tcp-proxy.ts";

/** Answers each message with itself, and notes what it got. */
let echo: Server;
let heard: string;
const inner = new Set<Socket>();
let proxy: TcpProxy;
const clients: Socket[] = [];

before(async () => {
  echo = createServer((socket) => {
    inner.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => inner.delete(socket));
    socket.on("data", (data) => {
      heard += data.toString();
      socket.write(data);
    });
  }).listen(0, "127.0.0.1");
  await once(echo, "listening");
});
after(() => echo.close());
beforeEach(async () => {
  heard = "";
  proxy = await TcpProxy.start({
    host: "127.0.0.1",
    port: (echo.address() as { port: number }).port,
  });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.close();
});

async function client(): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1");
  clients.push(socket);
  await once(socket, "connect");
  socket.on("error", () => undefined);
  return socket;
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = (await once(socket, "data")) as [Buffer];
  return answer.toString();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

test("what matches is kept back with all that follows, until it is released", async () => {
  const [one, other] = [await client(), await client()];
  const held = proxy.holdFrom((sent) => sent.indexOf("commit"));
  assert.equal(await ask(one, "write,commit"), "write,");
  await held.caught;
  one.write(",more");
  assert.equal(await ask(other, "commit"), "commit", "once, on one connection");
  assert.equal(heard, "write,commit");
  held.release();
  const [answer] = (await once(one, "data")) as [Buffer];
  assert.ok("commit,more".startsWith(answer.toString()));
  await until(() => heard === "write,commitcommit,more");
});

test("what was kept back can be lost with its connection", async () => {
  const one = await client();
  const held = proxy.holdFrom((sent) => sent.indexOf("commit"));
  one.write("commit");
  await held.caught;
  const closed = once(one, "close");
  held.cut();
  await closed;
  assert.equal(heard, "");
});

test("a half-open connection stays and is dead; after the fault new ones work", async () => {
  const one = await client();
  assert.equal(await ask(one, "a"), "a");
  proxy.swallow();
  const [two, left] = [await client(), await client()];
  left.destroy();
  one.write("b");
  two.write("b");
  await until(() => proxy.connections === 2);
  await until(() => inner.size === 3);
  await proxy.restore();
  assert.equal(await ask(await client(), "c"), "c");
  await until(() => inner.size === 3); // not the one whose client has left
  one.write("d");
  assert.equal(await ask(await client(), "e"), "e");
  assert.equal(heard, "ace");
  assert.equal(one.destroyed, false);
});

test("a frozen network loses nothing", async () => {
  const one = await client();
  proxy.freeze();
  const two = await client();
  one.write("1");
  two.write("2");
  const answers = [once(one, "data"), once(two, "data")];
  await proxy.restore();
  await Promise.all(answers);
  assert.deepEqual(heard.split("").toSorted(), ["1", "2"]);
});

test("who is refused finds nobody listening; who was there stays, until all is cut", async () => {
  const one = await client();
  proxy.refuse();
  await assert.rejects(client(), { code: "ECONNREFUSED" });
  assert.equal(await ask(one, "a"), "a");
  await proxy.restore();
  assert.equal(await ask(await client(), "b"), "b");
  const closed = once(one, "close");
  proxy.cutAll();
  await closed;
  assert.equal(await ask(await client(), "c"), "c");
});

test("a commit is found as a query, as a new statement and as one that is known by its name", () => {
  const message = (kind: string, ...parts: string[]) => {
    const text = Buffer.from(parts.map((part) => `${part}\0`).join(""));
    const head = Buffer.from(`${kind}0000`);
    head.writeUInt32BE(text.length + 4, 1);
    return Buffer.concat([head, text]);
  };
  const before = message("B", "", "insert commitment");
  for (const commit of [
    message("Q", "commit"),
    message("P", "commit", "commit"),
    message("P", "", "commit"),
    message("B", "", "commit", ""),
    message("C", "Scommit"),
  ]) {
    assert.equal(commitIn(Buffer.concat([before, commit])), before.length, String(commit));
  }
  assert.equal(commitIn(before), -1);
});
