// docs/state-machine.md is read and every cell of its table tried.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "./app.ts";

const page = readFileSync(new URL("../docs/state-machine.md", import.meta.url), "utf8");
const [head, ...rows] = /^\| action \| `WAITING`.*?\n\n/ms
  .exec(page)![0]
  .trim()
  .split("\n")
  .filter((line) => !line.startsWith("|---"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
const states = head!.slice(1);

/** How a ticket that has just joined comes into each state. */
const ways: Record<string, string[]> = {
  WAITING: [],
  CALLED: ["call-next"],
  SERVING: ["call-next", "serve"],
  SERVED: ["call-next", "serve", "complete"],
  CANCELLED: ["cancel"],
  NO_SHOW: ["call-next", "no-show"],
};

let app: TestApp;
let otherQueue: string;

before(async () => {
  app = await startApp();
  otherQueue = await newQueue();
});
after(() => app.close());

interface Answer {
  id: string;
  status: string | number;
  code?: string;
}

async function call(method: string, path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${app.ownerKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

async function newQueue(): Promise<string> {
  return (await call("POST", "/v1/queues", { name: "Front desk", prefix: "A" })).id;
}

function act(queue: string, ticket: string, action: string): Promise<Answer> {
  switch (action) {
    case "call-next":
      return call("POST", `/v1/queues/${queue}/call-next`);
    case "correct":
      return call("PATCH", `/v1/tickets/${ticket}`, { partySize: 2 });
    case "transfer":
      return call("POST", `/v1/tickets/${ticket}/transfer`, { queueId: otherQueue });
    default:
      return call("POST", `/v1/tickets/${ticket}/${action}`);
  }
}

for (const [action, ...cells] of rows) {
  for (const [i, expected] of cells.entries()) {
    const state = states[i]!;
    test(`${action} a ticket that is ${state}: ${expected}`, async () => {
      const queue = await newQueue();
      const { id } = await call("POST", `/v1/queues/${queue}/tickets`, { name: "Ana" });
      for (const step of ways[state]!) await act(queue, id, step);
      const { status, code } = await act(queue, id, action!);
      assert.equal(code ?? status, expected);
    });
  }
}
