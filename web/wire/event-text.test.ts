import assert from "node:assert/strict";
import { test } from "node:test";
import { eventText } from "./event-text.ts";

test("an event is complete at its empty line, whatever pieces it came in", () => {
  const text = eventText();
  assert.deepEqual(text.read("id: 7\nevent: cha"), []);
  assert.deepEqual(text.read('nge\ndata: {"a":1}\n'), []);
  assert.deepEqual(text.read("\n"), [{ id: "7", type: "change", data: '{"a":1}' }]);
});

test("comments and retry lines are not events", () => {
  const text = eventText();
  assert.deepEqual(text.read(": still here\n\nretry: 2000\n\n"), []);
});

test("the id stays until another one comes, as a resume needs the last one", () => {
  const text = eventText();
  text.read("id: 3\ndata: x\n\n");
  assert.equal(text.read("data: y\n\n")[0]?.id, "3");
});

test("lines may end in CR LF, also when the piece ends between the two", () => {
  const text = eventText();
  assert.deepEqual(text.read("data: one\r"), []);
  assert.deepEqual(text.read("\ndata: two\r\n\r\n"), [
    { id: null, type: "message", data: "one\ntwo" },
  ]);
});

test("an event without data still says its name", () => {
  const text = eventText();
  assert.deepEqual(text.read("event: reset\n\n"), [{ id: null, type: "reset", data: "" }]);
});
