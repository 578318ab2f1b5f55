// docs/state-machine.md is read and every cell of its table tried.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "./app.ts";
import { openQueue, type TestQueue } from "./counter.ts";
import { api } from "./http.ts";

const page = readFileSync(new URL("../docs/state-machine.md", import.meta.url), "utf8");
const table = /^\| action \| `WAITING`.*?\n\n/ms.exec(page)![0].trim().split("\n");
const [[, ...states], , ...rows] = table.map((line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", "")),
) as [string[], string[], ...string[][]];

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
let otherQueue: TestQueue;

before(async () => {
  app = await startApp();
  otherQueue = await openQueue(app);
});
after(() => app.close());

async function act(queue: TestQueue, ticketId: string, action: string) {
  const path = `/v1/tickets/${ticketId}`;
  switch (action) {
    case "call-next":
      return api(app).post(`/v1/queues/${queue.id}/call-next`);
    case "correct":
      return api(app).patch(path, { partySize: 2 });
    case "transfer":
      return api(app).post(`${path}/transfer`, { queueId: otherQueue.id });
    default:
      return api(app).post(`${path}/${action}`);
  }
}

for (const [action, ...cells] of rows) {
  for (const [i, expected] of cells.entries()) {
    const state = states[i]!;
    test(`${action} a ticket that is ${state}: ${expected}`, async () => {
      const queue = await openQueue(app);
      const { id } = await queue.join();
      for (const step of ways[state]!) await act(queue, id, step);
      const { body } = await act(queue, id, action!);
      assert.equal(body.code ?? body.status, expected);
    });
  }
}
