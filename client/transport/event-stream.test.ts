import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAfter, readEventStream, type StreamMessage } from "./event-stream.ts";

/** What is read of a stream that arrives in these pieces. */
async function read(...pieces: (string | Uint8Array)[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
      }
      controller.close();
    },
  });
  const place = placeAfter();
  const messages: StreamMessage[] = [];
  for await (const message of readEventStream(body, place)) messages.push(message);
  return { messages, ...place };
}

test("a message has an event, an id and data", async () => {
  const { messages } = await read("event: change\nid: 7\ndata: {}\n\n");
  assert.deepEqual(messages, [{ event: "change", id: "7", data: "{}" }]);
});

test("pieces may end anywhere, also within a letter and within a line end", async () => {
  const bytes = new TextEncoder().encode("data: café\r\n\r\n");
  const { messages } = await read(bytes.slice(0, 10), bytes.slice(10, 12), bytes.slice(12));
  assert.deepEqual(messages, [{ event: "message", id: "", data: "café" }]);
});

test("several lines of data are one text, and the id stays until there is a new one", async () => {
  const { messages } = await read("id: 1\ndata: a\ndata: b\n\ndata: c\n\n");
  assert.deepEqual(messages, [
    { event: "message", id: "1", data: "a\nb" },
    { event: "message", id: "1", data: "c" },
  ]);
});

test("comments are heard but are no messages", async () => {
  const { messages, heardAt } = await read(": still here\n\n", ": still here\n\n");
  assert.deepEqual(messages, []);
  assert.ok(heardAt > 0);
});

test("the server says when to come back", async () => {
  const { retryMs } = await read("retry: 2000\n\n");
  assert.equal(retryMs, 2000);
});

test("a place to go on from needs no message", async () => {
  const { messages, lastId } = await read("id: 41\n\n");
  assert.deepEqual(messages, []);
  assert.equal(lastId, "41");
});

test("what was cut off in the middle is no message", async () => {
  const { messages, lastId } = await read("id: 1\ndata: whole\n\nid: 2\ndata: ha");
  assert.deepEqual(messages, [{ event: "message", id: "1", data: "whole" }]);
  assert.equal(lastId, "1");
});
