import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ticket } from "../../wire/types.ts";
import { matches, withTicket, type DeskLists } from "./desk-lists.ts";

function ticket(id: string, over: Partial<Ticket> = {}): Ticket {
  return {
    id,
    queueId: "q",
    queueName: "Queue",
    number: `A-00000${id}`,
    sequence: Number(id),
    status: "WAITING",
    priority: "standard",
    name: `Person ${id}`,
    mobile: null,
    partySize: 1,
    position: Number(id),
    estimatedWait: null,
    desk: null,
    joinedAt: "2026-03-02T09:00:00Z",
    calledAt: null,
    servingAt: null,
    endedAt: null,
    calls: 0,
    noShowAt: null,
    canUndo: false,
    from: null,
    ...over,
  };
}

const three: DeskLists = {
  active: [],
  waiting: [ticket("1"), ticket("2"), ticket("3")],
  more: false,
};
const ids = (tickets: Ticket[]) => tickets.map(({ id }) => id).join(" ");
const called = { status: "CALLED", desk: "1", calledAt: "2026-03-02T09:10:00Z" } as const;

test("somebody called leaves the waiting and stands at a desk", () => {
  const after = withTicket(three, ticket("1", called), "q");
  assert.equal(ids(after.waiting), "2 3");
  assert.equal(ids(after.active), "1");
});

test("the newest call comes first", () => {
  const first = withTicket(three, ticket("1", called), "q");
  const later = ticket("2", { ...called, calledAt: "2026-03-02T09:11:00Z" });
  assert.equal(ids(withTicket(first, later, "q").active), "2 1");
});

test("somebody who comes back stands where the server says", () => {
  const without = withTicket(three, ticket("2", called), "q");
  assert.equal(ids(withTicket(without, ticket("2", { position: 1 }), "q").waiting), "2 1 3");
});

test("a person transferred to another queue is gone here", () => {
  assert.equal(ids(withTicket(three, ticket("2", { queueId: "other" }), "q").waiting), "1 3");
});

test("an arrival behind the part that was read does not jump into it", () => {
  const cut = { ...three, more: true };
  assert.equal(ids(withTicket(cut, ticket("9"), "q").waiting), "1 2 3");
});

test("the same change twice makes no second card", () => {
  const once = withTicket(three, ticket("1", called), "q");
  assert.equal(ids(withTicket(once, ticket("1", called), "q").active), "1");
});

test("people are found by name, number or mobile", () => {
  const person = ticket("7", { name: "Amara Okafor", mobile: "+49 151 2345" });
  for (const words of ["okaf", "A-000007", "1512", " amara "]) assert.ok(matches(person, words));
  assert.ok(!matches(person, "berg"));
  assert.ok(!matches(person, "99"));
});
