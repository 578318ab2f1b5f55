// docs/state-machine-booking.md is read and every cell of its tables tried.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { statuses, waitStatuses } from "../src/booking/core/booking.ts";
import { startApp, type TestApp } from "./app.ts";
import { act, at, book, openResource, request, wait } from "./booking.ts";
import { api } from "./http.ts";

const page = readFileSync(new URL("../docs/state-machine-booking.md", import.meta.url), "utf8");

function tableOf(firstState: string, what = "action"): [string[], ...string[][]] {
  const found = new RegExp(`^\\| ${what} \\| \`${firstState}\`.*?\\n\\n`, "ms").exec(page)![0];
  const lines = found.trim().split("\n");
  const [head, , ...rows] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
  return [head!.slice(1), ...rows];
}

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.close());

async function bookingThatIs(state: string): Promise<string> {
  const room = await openResource(app);
  if (state === "approved") return (await book(app, { resources: [room] })).id;
  const { id } = await request(app, { resources: [room] });
  if (state === "denied") await act(app, id, "deny");
  if (state === "canceled") await act(app, id, "cancel");
  return id;
}

/** What leads to each stage from the beginning. */
const stepsTo: Record<string, string[]> = {
  booked: [],
  checked_in: ["check-in"],
  called: ["call"],
  in_progress: ["call", "start"],
  finished: ["call", "start", "finish"],
  no_show: ["call", "no-show"],
};

/** Of a booking that has begun by the clock. */
async function bookingAt(stage: string): Promise<string> {
  const room = await openResource(app);
  const now = app.clock.fixed().getTime();
  const [start, end] = [now, now + 60 * 60_000].map((ms) => new Date(ms).toISOString());
  const { id } = await book(app, { resources: [room], start, end });
  for (const verb of stepsTo[stage]!) await act(app, id, verb);
  return id;
}

async function entryThatIs(state: string): Promise<string> {
  const room = await openResource(app);
  const booking = await book(app, { resources: [room] });
  const { id } = await wait(app, [room]);
  const on = (verb: string) => api(app).post(`/v1/bookings/waitlist/${id}/${verb}`);
  if (state === "waiting") return id;
  if (state === "canceled") await on("cancel");
  else await act(app, booking.id, "cancel");
  if (state === "accepted") await on("accept");
  if (state === "declined") await on("decline");
  if (state === "lapsed") {
    app.clock.advance(30 * 60_000);
    await app.sweep();
  }
  return id;
}

const [states, ...rows] = tableOf("requested");
for (const [action, ...cells] of rows) {
  for (const [i, expected] of cells.entries()) {
    test(`${action} a booking that is ${states[i]}: ${expected}`, async () => {
      const id = await bookingThatIs(states[i]!);
      const to = action === "reschedule" ? { start: at("12:00") } : undefined;
      const { body } = await api(app).post(`/v1/bookings/${id}/${action}`, to);
      assert.equal(body.code ?? body.status, expected);
    });
  }
}

const [stages, ...stepRows] = tableOf("booked", "step");
for (const [action, ...cells] of stepRows) {
  for (const [i, expected] of cells.entries()) {
    test(`${action} a booking whose day has come to ${stages[i]}: ${expected}`, async () => {
      const id = await bookingAt(stages[i]!);
      const { body } = await api(app).post(`/v1/bookings/${id}/${action}`);
      assert.equal(body.code ?? body.stage, expected);
    });
  }
}

const [waitStates, ...waitRows] = tableOf("waiting");
for (const [action, ...cells] of waitRows) {
  for (const [i, expected] of cells.entries()) {
    test(`${action} an entry that is ${waitStates[i]}: ${expected}`, async () => {
      const id = await entryThatIs(waitStates[i]!);
      const { body } = await api(app).post(`/v1/bookings/waitlist/${id}/${action}`);
      assert.equal(body.code ?? body.status ?? body.wait.status, expected);
    });
  }
}

test("the page has every state", () => {
  for (const word of [...statuses, ...waitStatuses]) assert(page.includes(`\`${word}\``), word);
});
