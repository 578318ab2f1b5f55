// docs/state-machine-waitroom.md is read and every cell of its table tried, on both stores.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { reasons, statuses } from "../src/waitroom/core/rules.ts";
import type { TestApp } from "./app.ts";
import { api } from "./http.ts";
import { actOn, onBothStores, openRoom, type TestRoom } from "./waitroom.ts";

const page = readFileSync(new URL("../docs/state-machine-waitroom.md", import.meta.url), "utf8");
const table = /^\| action \| `WAITING`.*?\n\n/ms.exec(page)![0].trim().split("\n");
const [[, ...states], , ...rows] = table.map((line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", "")),
) as [string[], string[], ...string[][]];

const session = "a-session-of-some-length";

/** Somebody in each state, in a room of their own. */
async function positionThatIs(app: TestApp, state: string, room: TestRoom) {
  const visitor = await room.join(session);
  if (state === "EXPIRED") await actOn(app, visitor, "cancel");
  if (["ADMITTED", "ACTIVE", "COMPLETED"].includes(state)) await app.admit();
  if (["ACTIVE", "COMPLETED"].includes(state)) await actOn(app, visitor, "start");
  if (state === "COMPLETED") await actOn(app, visitor, "complete");
  return visitor;
}

onBothStores((app) => {
  for (const [action, ...cells] of rows) {
    for (const [i, expected] of cells.entries()) {
      const state = states[i]!;
      test(`${action} a position that is ${state}: ${expected}`, async () => {
        const room = await openRoom(app());
        const { id } = await positionThatIs(app(), state, room);
        const { body } =
          action === "join"
            ? await api(app()).post(`${room.path}/positions`, { sessionId: session })
            : await api(app()).post(`/v1/positions/${id}/${action}`);
        assert.equal(body.code ?? body.status, expected);
      });
    }
  }
});

test("the page has every state and every reason", () => {
  for (const word of [...statuses, ...reasons]) assert(page.includes(`\`${word}\``), word);
});
