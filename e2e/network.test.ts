// What is on a screen when the network fails, and after it.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { makeStage, phone, standAt, tv, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("desk, board and phone show that the connection is lost, and catch up after it", async () => {
  const queue = await stage.newQueue();
  const ada = await stage.join(queue, "Ada Lovelace");
  const { secret } = ada as unknown as { secret: string };
  const desk = await stage.openConsole(`/queues/${queue.id}`);
  await standAt(desk, queue, "2");
  const board = await stage.open(`/board/${queue.id}`, tv);
  const customer = await stage.open(`/t/${ada.id}#${secret}`, phone);
  await desk.getByText("Up next: BT-000001 Ada Lovelace").waitFor();
  await board.getByText("BT-000001").waitFor();
  await customer.getByText("You are next").waitFor();

  stage.link.cut();
  await desk.getByText("Connection lost, reconnecting…").waitFor();
  await board.getByText("Reconnecting…").waitFor();
  await customer.getByText("No connection. Trying again…").waitFor();
  await stage.join(queue, "Grace Hopper");
  await stage.callNext(queue, "1");
  // What was known stays on the screen.
  assert.ok(await desk.getByText("Up next: BT-000001").isVisible());
  assert.ok(await customer.getByText("You are next").isVisible());

  stage.link.mend();
  await customer.getByRole("heading", { name: "It is your turn" }).waitFor();
  await desk.getByText("Up next: BT-000002 Grace Hopper").waitFor();
  await board.locator(".latest").getByText("BT-000001").waitFor();
  await desk.getByText("Connection lost").waitFor({ state: "detached" });
  await board.getByText("Reconnecting…").waitFor({ state: "detached" });
  await customer.getByText("No connection").waitFor({ state: "detached" });

  // And the stream is a live one again.
  await stage.callNext(queue, "2");
  await board.locator(".latest").getByText("BT-000002").waitFor();
  await desk.getByRole("article", { name: "BT-000002" }).waitFor();
});

test("a browser that says it is offline is believed at once", async () => {
  const queue = await stage.newQueue();
  const board = await stage.open(`/board/${queue.id}`, tv);
  await board.getByText("Nobody has been called yet").waitFor();
  await board.context().setOffline(true);
  await board.getByText("Reconnecting…").waitFor();
  await stage.join(queue, "Ada Lovelace");
  await board.context().setOffline(false);
  await board.getByText("BT-000001").waitFor();
});

test("a link that died without a word is noticed by its silence", async () => {
  const queue = await stage.newQueue();
  await stage.join(queue, "Ada Lovelace");
  const board = await stage.open("/sign-in", tv);
  await board.clock.install();
  await board.goto(`/board/${queue.id}`);
  await board.getByText("BT-000001").waitFor();
  await board.getByText("Nobody has been called yet").waitFor();
  stage.link.silence();
  await board.clock.runFor(50_000);
  await board.getByText("Reconnecting…").waitFor();
  await stage.callNext(queue, "1");
  stage.link.mend();
  await board.clock.runFor(20_000);
  await board.locator(".latest").getByText("BT-000001").waitFor();
});

test("call next pressed without a network calls one person when it is back", async () => {
  const queue = await stage.newQueue();
  for (const name of ["Ada Lovelace", "Grace Hopper"]) await stage.join(queue, name);
  const desk = await stage.openConsole(`/queues/${queue.id}`);
  await standAt(desk, queue, "2");
  stage.link.cut();
  await desk.getByText("Connection lost").waitFor();
  await desk.keyboard.press("n");
  await desk.keyboard.press("n");
  stage.link.mend();
  await desk.getByRole("article", { name: "BT-000001" }).waitFor();
  await desk.getByText("Up next: BT-000002").waitFor();
  const { body } = await stage.api("GET", `/v1/queues/${queue.id}/tickets?status=CALLED`);
  assert.equal((body as { items: unknown[] }).items.length, 1);
});
