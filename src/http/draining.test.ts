import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { bareApp } from "../../test/bare-app.ts";

async function given(t: TestContext) {
  const { app } = await bareApp();
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  t.after(() => app.close());
  const opened = async () => {
    const accepted = once(app.server, "connection");
    const socket = connect(port, "127.0.0.1");
    await accepted;
    return socket;
  };
  return { app, opened };
}

async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  return answer.toString();
}

test("a server that stops says so first, keeps serving, and closes each connection with its answer", async (t) => {
  const { app, opened } = await given(t);
  const socket = await opened();
  assert.match(await ask(socket, "/healthz"), /^HTTP\/1.1 200 .*keep-alive/is);
  app.draining.begin();
  assert.match(await ask(await opened(), "/readyz"), /^HTTP\/1.1 503 .*SHUTTING_DOWN/is);
  const ended = once(socket, "close");
  assert.match(await ask(socket, "/healthz"), /^HTTP\/1.1 200 .*connection: close/is);
  await ended;
});

test("who has just connected, and who is about to ask again, is answered, not cut off", async (t) => {
  const { app, opened } = await given(t);
  const [young, used] = [await opened(), await opened()];
  await ask(used, "/healthz");
  const closed = app.close();
  assert.match(await ask(young, "/healthz"), /^HTTP\/1.1 /);
  assert.match(await ask(used, "/healthz"), /^HTTP\/1.1 /);
  await closed;
});
