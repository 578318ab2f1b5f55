import assert from "node:assert/strict";
import { test } from "node:test";
import { Book } from "./book.ts";
import type { Ticket } from "./line.ts";

const ticket = (id: string, rank: number, rest: Partial<Ticket> = {}) =>
  ({ id, lineId: "line", level: 0, rank, state: "waiting", uniqueKey: null, ...rest }) as Ticket;

test("whoever becomes known later stands where they belong", () => {
  const book = new Book([], [ticket("a", 1), ticket("c", 3)]);
  book.learn([ticket("d", 4), ticket("b", 2)]);
  assert.deepEqual(
    book.queue("line").map(({ id }) => id),
    ["a", "b", "c", "d"],
  );
});

test("what was decided on somebody is not overwritten by what was read before", () => {
  const called = ticket("a", 1, { state: "holding" });
  const book = new Book([], [ticket("a", 1)]);
  book.apply({
    lines: [],
    transitions: [{ step: "taken", before: null, after: called }],
    notices: [],
  });
  book.learn([ticket("a", 1)]);
  assert.equal(book.ticket("a"), called);
  assert.equal(book.next("line"), undefined);
});
