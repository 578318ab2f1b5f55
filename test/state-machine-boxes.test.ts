// docs/state-machine-boxes.md is read and every cell of its table tried.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { reasons, statuses } from "../src/boxes/core/rules.ts";
import { startApp, type TestApp } from "./app.ts";
import { act, openBakery, type Bakery } from "./boxes.ts";
import { api } from "./http.ts";

const page = readFileSync(new URL("../docs/state-machine-boxes.md", import.meta.url), "utf8");
const table = /^\| action \| `WAITLISTED`.*?\n\n/ms.exec(page)![0].trim().split("\n");
const [[, ...states], , ...rows] = table.map((line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", "")),
) as [string[], string[], ...string[][]];

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

/** A reservation in each state, with a merchant of its own, and its code whether it was told or not. */
async function reservationThatIs(
  state: string,
): Promise<{ bakery: Bakery; id: string; code: string }> {
  app.clock.set("2026-03-02T17:10:00Z");
  const bakery = await openBakery(app);
  const box = await bakery.offer({ quantity: 1 });
  const { id, pickupCode: code } = await box.reserve();
  const waiting = async () => {
    const { id: waits } = await box.waitlist();
    const { rows: found } = await app.pool.query<{ number: string }>(
      `select number from ticket where id = $1`,
      [waits],
    );
    return { bakery, id: waits, code: found[0]!.number };
  };
  switch (state) {
    case "WAITLISTED":
      return waiting();
    case "OFFERED": {
      const offered = await waiting();
      await act(app, id, "cancel");
      return offered;
    }
    case "confirmed":
      await act(app, id, "confirm");
      break;
    case "PICKED_UP":
      assert.equal((await bakery.pickUp(code)).status, 200);
      break;
    case "CANCELLED":
      await act(app, id, "cancel");
      break;
    case "EXPIRED":
      app.clock.advance(20 * 60_000);
      await app.sweep();
      break;
  }
  return { bakery, id, code };
}

for (const [action, ...cells] of rows) {
  for (const [i, expected] of cells.entries()) {
    const state = states[i]!;
    test(`${action} a reservation that is ${state}: ${expected}`, async () => {
      const { bakery, id, code } = await reservationThatIs(state);
      const { body } =
        action === "pick up"
          ? await bakery.pickUp(code)
          : await api(app).post(`/v1/reservations/${id}/${action}`);
      assert.equal(body.code ?? body.status, expected);
    });
  }
}

test("the page has every state and every reason", () => {
  for (const word of [...statuses, ...reasons]) assert(page.includes(`\`${word}\``), word);
});
