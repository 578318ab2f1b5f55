// docs/state-machine-opd.md is read and every cell of its table tried.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { reasons, statuses } from "../src/opd/core/rules.ts";
import { startApp, type TestApp } from "./app.ts";
import { api } from "./http.ts";
import { act, newClinic, openClinic, type Clinic } from "./opd.ts";

const page = readFileSync(new URL("../docs/state-machine-opd.md", import.meta.url), "utf8");
const table = /^\| action \| `WAITING`.*?\n\n/ms.exec(page)![0].trim().split("\n");
const [[, ...states], , ...rows] = table.map((line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", "")),
) as [string[], string[], ...string[][]];

let app: TestApp;
let elsewhere: Clinic;

before(async () => {
  app = await startApp();
  await openClinic(app);
  elsewhere = await newClinic(app, { places: 100 });
});
after(() => app.close());

/** A token in each state, with a doctor of its own. */
async function tokenThatIs(state: string): Promise<string> {
  const clinic = await newClinic(app, { slots: 1, places: 1 });
  const { id } = await clinic.token();
  switch (state) {
    case "WAITING":
      return (await clinic.token()).id;
    case "called":
      return (await clinic.callNext()).id;
    case "IN_PROGRESS":
      return (await act(app, id, "start")).id;
    case "COMPLETED":
      await act(app, id, "start");
      return (await act(app, id, "complete")).id;
    case "CANCELLED":
      return (await act(app, id, "cancel")).id;
    case "EXPIRED":
      return (await act(app, id, "no-show")).id;
    default:
      return id;
  }
}

for (const [action = "", ...cells] of rows) {
  for (const [i, expected] of cells.entries()) {
    const state = states[i]!;
    test(`${action} a token that is ${state}: ${expected}`, async () => {
      const id = await tokenThatIs(state);
      const { doctorId } = elsewhere;
      const bodies: Record<string, object> = {
        move: { slotStart: elsewhere.at("11:00"), doctorId },
        call: { early: true },
        "no-show with a reason": { reason: "Went home" },
      };
      const verb = action.split(" ")[0];
      const { body } = await api(app).post(`/v1/opd/tokens/${id}/${verb}`, bodies[action]);
      assert.equal(body.code ?? body.status, expected);
    });
  }
}

test("the page has every state and every reason", () => {
  for (const word of [...statuses, ...reasons]) assert(page.includes(`\`${word}\``), word);
});
