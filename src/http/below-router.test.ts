import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { commonCodes } from "../kernel/refusal.ts";

let app: TestApp;
before(async () => (app = await startApp()));
after(() => app.close());

/** What comes back for bytes that no client would send. */
async function answerTo(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  socket.on("error", () => undefined); // the server may be done before all was sent
  socket.write(bytes);
  await once(socket, "close");
  const [head = "", body = ""] = received.split("\r\n\r\n");
  return { head, body };
}

const refused: [string, string, keyof typeof commonCodes][] = [
  ["no HTTP at all", "hello\r\n\r\n", "MALFORMED"],
  ["a method nobody knows", "MAKE /healthz HTTP/1.1\r\nhost: x\r\n\r\n", "MALFORMED"],
  ["a bad header", "GET /healthz HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n", "MALFORMED"],
  [
    "headers without end",
    `GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(40_000)}\r\n\r\n`,
    "HEADERS_TOO_LARGE",
  ],
  ["no Host", "GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n", "MALFORMED"],
  [
    "an address that cannot be read",
    "GET /v1/queues/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "MALFORMED",
  ],
  [
    "a file that is not there",
    "GET /assets/nothing.js HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "NOT_FOUND",
  ],
  [
    "a method that a page does not take",
    "DELETE /docs/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "METHOD_NOT_ALLOWED",
  ],
];
for (const [what, bytes, code] of refused) {
  test(`${what} is refused as a problem, with the request's id`, async () => {
    const { head, body } = await answerTo(bytes);
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${commonCodes[code].status} `));
    assert.match(head, /^content-type: application\/problem\+json/im);
    assert.match(head, /^x-request-id: [\w-]{36}\r?$/im);
    assert.equal((JSON.parse(body) as { code: string }).code, code);
  });
}

test("whoever takes too long to ask is told so", async () => {
  const { server } = app.server.app;
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const answering = answerTo("GET /healthz HTTP/1.1\r\n");
  const [socket] = await accepted;
  // As node does after half a minute.
  const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", error, socket);
  const { head, body } = await answering;
  assert.match(head, /^HTTP\/1\.1 408 /);
  assert.equal((JSON.parse(body) as { code: string }).code, "TOO_SLOW");
});

test("an expectation that nobody knows is no reason to answer without a word", async () => {
  const asked = "GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: magic\r\nconnection: close\r\n\r\n";
  const { head, body } = await answerTo(asked);
  assert.match(head, /^HTTP\/1\.1 200 [^]*x-request-id/i);
  assert.equal(body, '{"status":"ok"}');
});
