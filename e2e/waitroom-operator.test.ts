// The operator of a room, in a real browser, while people wait.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { check } from "./axe.ts";
import { desktop, phone, follow } from "./stage.ts";
import { newShop, stage, useStage, wake } from "./waitroom-site.ts";

useStage();

test("a room is made in the console", async () => {
  const page = await stage.openConsole("/rooms");
  await page.getByRole("button", { name: "Make the first one" }).click();
  await page.getByLabel("Name").fill("Concert");
  await page.getByLabel("Address of the site").fill("https://tickets.example.com/");
  await check(page, "a new room");
  await page.getByRole("button", { name: "Make the room" }).click();
  await page.getByRole("heading", { name: "Concert" }).waitFor();
  await page.getByText("of 1,000").waitFor();
});

test("live counts, pause, sliders and a message", async () => {
  // Nobody's place runs out while the story goes on.
  const shop = await newShop({ state: "paused", heartbeatSeconds: 3_600 });
  await shop.joinFirst(5);
  const page = await stage.openConsole(`/rooms/${shop.roomId}`);
  await waitingOn(page, 5).waitFor();
  await shop.joinFirst(2);
  await waitingOn(page, 7).waitFor();
  const visitor = await stage.open(`/room/${shop.roomId}`, phone);
  await visitor.getByText("7 people ahead of you", { exact: true }).waitFor();
  await page.getByLabel("Message to those waiting").fill("Ten more minutes");
  await page.getByRole("button", { name: "Show it" }).click();
  await page.getByText("Those waiting see it now").waitFor();
  await wake(visitor);
  await visitor.getByText("Ten more minutes").waitFor();
  await page.getByRole("button", { name: "Take it away" }).click();
  await page.getByText("The message is gone").waitFor();
  await wake(visitor);
  await visitor.getByText("Ten more minutes").waitFor({ state: "hidden" });

  // The fourth step.
  await page.getByLabel("Most on the site at a time").fill("3");
  await page.getByText("of 4").waitFor();
  await page.getByRole("button", { name: "Let people in again" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  while ((await shop.stats()).waiting !== 4);
  await wake(visitor);
  await visitor.getByText("3 people ahead of you", { exact: true }).waitFor();
  await check(page, "operator");
});

test("the message is confirmed also when the stream is faster than the answer", async () => {
  const shop = await newShop({ state: "paused" });
  const page = await stage.openConsole(`/rooms/${shop.roomId}`);
  await page.getByLabel("Message to those waiting").fill("Ten more minutes");
  const takeAway = page.getByRole("button", { name: "Take it away" });
  await page.route(`**/v1/rooms/${shop.roomId}`, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const response = await route.fetch();
    await takeAway.waitFor();
    return route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Show it" }).click();
  await page.getByText("Those waiting see it now").waitFor();
});

test("a count that was asked for before does not replace one that was told since", async () => {
  const shop = await newShop({ state: "paused" });
  await shop.joinFirst(5);
  const isSeven = Promise.withResolvers<void>();
  const page = await stage.openConsole("/rooms");
  await page.route(`**/v1/rooms/${shop.roomId}/stats`, async (route) => {
    const response = await route.fetch();
    await shop.joinFirst(2);
    await isSeven.promise;
    return route.fulfill({ response });
  });
  const late = page.waitForResponse(`**/v1/rooms/${shop.roomId}/stats`);
  await follow(page, `/rooms/${shop.roomId}`);
  await waitingOn(page, 7).waitFor();
  isSeven.resolve();
  await (await late).finished();
  // Shown by now, if it is shown at all.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  assert.equal(await waitingOn(page, 7).count(), 1);
});

test("one visitor is found and sent away", async () => {
  const shop = await newShop({ state: "paused" });
  const [first, second] = await shop.joinFirst(2);
  const page = await stage.openConsole(`/rooms/${shop.roomId}`);
  await page.getByLabel("Find a visitor").fill(second!.id);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByText("Waiting, place 2").waitFor();
  await page.getByRole("button", { name: `Send away ${first!.id}` }).click();
  await check(page, "sending away", { except: ["region"] });
  await page.getByRole("alertdialog").getByRole("button", { name: "Send away" }).click();
  await page.getByRole("button", { name: `Send away ${first!.id}` }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByText("Waiting, place 1").waitFor();
});

test("many visitors from one address are shown, and sent away together", async () => {
  const shop = await newShop({ state: "paused" });
  const path = `${stage.app.url}/v1/rooms/${shop.roomId}/positions`;
  for (let i = 0; i < 12; i++) await fetch(path, { method: "POST" });
  const page = await stage.openConsole(`/rooms/${shop.roomId}`);
  await page.getByText("12 visitors").waitFor();
  await page.getByRole("button", { name: "Send all away from 127.0.0.1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send all away" }).click();
  await page.getByText("12 visitors were sent away").waitFor();
  assert.equal((await shop.stats()).waiting, 0);
});

test("the proof of the draw is shown, before and after", async () => {
  const shop = await newShop({ opensAt: new Date(Date.now() + 3_600_000).toISOString() });
  const page = await stage.openConsole(`/rooms/${shop.roomId}`);
  await page.getByRole("heading", { name: "Proof of the draw" }).waitFor();
  assert.match(await page.getByLabel("SHA-256").inputValue(), /^[\da-f]{64}$/);
  assert.equal(await page.getByLabel("Number").count(), 0);
});

test("settings say when the proof of the host name is gone, and what to do", async () => {
  const shop = await newShop({ state: "paused" });
  await stage.app.pool.query(
    `update room set host_proven_at = now(), host_missing_since = '2026-03-02T10:00:00Z',
            settings = jsonb_set(settings::jsonb, '{hostName}', '"sale.example.com"')
      where id = $1`,
    [shop.roomId],
  );
  await shop.change({ message: "Read anew" });
  const page = await stage.openConsole(`/rooms/${shop.roomId}/settings`);
  await page.getByText("The proof that sale.example.com is yours has been gone since").waitFor();
  await page.getByText("_turnkeeper.sale.example.com").waitFor();
  assert.match(await page.getByLabel("Value of the proof").inputValue(), /^turnkeeper=/);
  await check(page, "a proof that is gone");
  await page.getByRole("button", { name: "Look for it now" }).click();
  await page.getByText("ROOM_PROXY is not set to true").waitFor();
});

test("settings: words, colours and limits reach the visitors' page", async () => {
  const shop = await newShop({ state: "paused" });
  const page = await stage.openConsole(`/rooms/${shop.roomId}/settings`);
  await page.getByText("Deutsch").click();
  await page.getByLabel("Heading in Deutsch").fill("Frühlingsverkauf");
  await page.getByText("Own colour").first().click();
  await page.getByLabel("Longest line").fill("5000");
  await check(page, "settings");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  const visitor = await stage.open(`/room/${shop.roomId}`, { ...phone, locale: "de" });
  await visitor.getByText("Frühlingsverkauf").waitFor();
});

test("the operator's pages", async () => {
  const shop = await newShop({
    opensAt: new Date(Date.now() - 60_000).toISOString(),
    state: "paused",
  });
  await shop.joinFirst(3);
  const page = await stage.openConsole(`/rooms/${shop.roomId}`, phone);
  await page.getByText("First in line").waitFor();
  await page.getByText("Proof of the draw").waitFor();
  await check(page, "operator", { also: [desktop] });
  await follow(page, "/rooms");
  await page.getByRole("heading", { name: "Spring sale" }).first().waitFor();
  await check(page, "rooms", { also: [desktop] });
});

/** The first figure on the operator's page, when it is this. */
function waitingOn(page: Page, count: number) {
  return page
    .locator("dd")
    .first()
    .filter({ hasText: new RegExp(`^${count}$`) });
}
