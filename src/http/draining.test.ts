import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { bareApp } from "../../test/bare-app.ts";
import { until } from "../../test/until.ts";

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
  const isCutOff = once(socket, "close").then(() => assert.fail(`${path} was not answered`));
  const [answer] = (await Promise.race([once(socket, "data"), isCutOff])) as [Buffer];
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
  const answers = await Promise.all([young, used].map((socket) => ask(socket, "/healthz")));
  for (const answer of answers) assert.match(answer, /^HTTP\/1.1 /);
  await closed;
});

test("what came while the process had no time is answered as well", async (t) => {
  const { app, opened } = await given(t);
  const socket = await opened();
  const closed = app.close();
  await until("nobody new is let in", () => !app.server.listening);
  // Behind the moment in which Node reads, and before that in which it looks at its timers.
  await setImmediate();
  const answer = ask(socket, "/healthz");
  standStill(1_500);
  assert.match(await answer, /^HTTP\/1.1 /);
  await closed;
});

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
