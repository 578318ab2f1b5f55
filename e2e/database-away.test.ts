// What people see while the server cannot reach its database, on screens that are open and on pages
// that they open or forms that they send meanwhile; and that all of them go on by themselves.

import assert from "node:assert/strict";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { OwnPostgres } from "../faults/own-postgres.ts";
import { Connections } from "../src/infra/connections.ts";
import { createLog } from "../src/infra/log.ts";
import { migrate } from "../src/infra/migrate.ts";
import { desktop, makeStage, phone, standAt, tv, type Stage } from "./stage.ts";

const away = "We cannot reach our records now.";

let folder: string;
let postgres: OwnPostgres;
let stage: Stage;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnkeeper-away-pages-"));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who has to get in
  postgres = await OwnPostgres.start(join(folder, "database"), null);
  const connections = new Connections(postgres.url, createLog("silent"));
  const pool = connections.pool(10);
  await migrate(pool);
  stage = await makeStage({
    database: { url: postgres.url, connections, pool, drop: () => pool.end() },
  });
});
afterEach(async () => {
  postgres.thaw();
  if (!(await postgres.isRunning())) await postgres.start();
  await answering();
  await stage.closePages();
});
after(async () => {
  await stage?.close();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Until the server has its database again. */
async function answering(): Promise<void> {
  while ((await fetch(`${stage.app.url}/readyz`)).status !== 200);
}

/** Until the server knows that it has lost its database: whoever asks then is told so at once. */
async function missing(): Promise<void> {
  while ((await fetch(`${stage.app.url}/readyz`)).status !== 503);
}

const gone = (page: Page) => page.getByText(away).waitFor({ state: "hidden" });

async function newRoom(): Promise<string> {
  const { status, body } = await stage.api("POST", "/v1/rooms", {
    name: "Spring sale",
    targetUrl: "http://127.0.0.1:9/sale",
    state: "paused",
    maxActive: 1,
    admitPerSecond: 1,
    heartbeatSeconds: 60,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return (body as { id: string }).id;
}

test("screens that are open say that the records are away, and go on where they were", async () => {
  const queue = await stage.newQueue();
  const ada = await stage.join(queue, "Ada Lovelace");
  const { secret } = ada as unknown as { secret: string };
  const customer = await stage.open(`/t/${ada.id}#${secret}`, phone);
  const board = await stage.open(`/board/${queue.id}`, tv);
  const desk = await stage.openConsole(`/queues/${queue.id}`, desktop);
  await standAt(desk, queue, "2");
  await desk.getByText("Up next: BT-000001 Ada Lovelace").waitFor();
  await customer.getByText("You are next").waitFor();
  await board.getByText("BT-000001").waitFor();

  await postgres.freeze();
  await customer.getByText(`${away} Your place is safe; this page goes on by itself.`).waitFor();
  await board.getByText(`${away} Your place is safe.`).waitFor();
  await desk.getByText(away).waitFor();
  await desk.getByText("Everybody keeps their place").waitFor();
  // The connection is there: nobody is sent to look after it.
  for (const page of [customer, board, desk]) {
    assert.equal(await page.getByText(/connection|reconnecting/i).count(), 0);
  }
  assert.ok(await customer.getByText("You are next").isVisible(), "what was known stays");

  postgres.thaw();
  for (const page of [customer, board, desk]) await gone(page);
  await stage.callNext(queue, "2");
  await customer.getByRole("heading", { name: "It is your turn" }).waitFor();
  await board.locator(".latest").getByText("BT-000001").waitFor();
  await desk.getByRole("article", { name: "BT-000001" }).waitFor();
});

test("a form that is sent meanwhile keeps what was typed, and gives one number afterwards", async () => {
  const queue = await stage.newQueue();
  const customer = await stage.open(`/q/${queue.id}`, phone);
  await customer.getByLabel("Your name").fill("Grace Hopper");
  await customer.getByLabel("Mobile number").fill("+49 151 2345678");
  const desk = await stage.openConsole(`/queues/${queue.id}`, desktop);
  await standAt(desk, queue, "2");
  await postgres.stop();
  await missing();

  await customer.getByRole("button", { name: "Take a number" }).click();
  await desk.keyboard.press("n");
  await customer.getByText(`${away} Please tap again soon`).waitFor();
  assert.equal(await customer.getByLabel("Your name").inputValue(), "Grace Hopper");
  assert.equal(await customer.getByLabel("Mobile number").inputValue(), "+49 151 2345678");
  await desk.getByText(`${away} Please try again soon`).waitFor();

  await postgres.start();
  await answering();
  await customer.getByRole("button", { name: "Take a number" }).click();
  await customer.getByText("You are next").waitFor();
  await desk.getByText("Up next: BT-000001 Grace Hopper").waitFor();
  const { body } = await stage.api("GET", `/v1/queues/${queue.id}/tickets?status=WAITING`);
  assert.equal((body as { items: unknown[] }).items.length, 1);
});

test("a page that is opened meanwhile says so, and comes by itself", async () => {
  const queue = await stage.newQueue();
  const roomId = await newRoom();
  const desk = await stage.openConsole("/queues", desktop);
  await desk.getByRole("link", { name: "Blood tests" }).first().waitFor();
  const inLine = await stage.open(`/room/${roomId}`, phone);
  await inLine.getByText("You are next", { exact: true }).waitFor();
  await postgres.stop();
  await missing();

  const customer = await stage.open(`/q/${queue.id}`, phone);
  await customer.getByRole("heading", { name: "One moment, please" }).waitFor();
  await customer.getByText(`${away} Nothing is lost; this page goes on by itself.`).waitFor();
  await desk.reload();
  await desk.getByText("Everybody keeps their place").waitFor();
  await inLine.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await inLine.getByText(`${away} Your place is safe`).waitFor();
  assert.ok(await inLine.getByText("You are next", { exact: true }).isVisible());
  const visitor = await stage.open(`/room/${roomId}`, { ...phone, locale: "de" });
  await visitor.getByText("Wir erreichen unsere Daten gerade nicht.").waitFor();
  await visitor.context().close();
  const other = await stage.open(`/room/${roomId}`, { ...phone, locale: "ar" });
  await other.getByText("لا يمكننا الوصول إلى سجلاتنا").waitFor();
  assert.equal(await other.locator("html").getAttribute("dir"), "rtl");

  await postgres.start();
  await customer.getByRole("button", { name: "Take a number" }).waitFor();
  await desk.getByRole("link", { name: "Blood tests" }).first().waitFor();
  await gone(inLine);
  await other.locator(".place").waitFor();
});
