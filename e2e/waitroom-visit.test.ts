// Visitors of a protected site, in a real browser: waiting, moving on, losing the network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./axe.ts";
import { phone } from "./stage.ts";
import { newShop, stage, useStage, wake } from "./waitroom-site.ts";

useStage();

const leave = (id: string) => stage.api("POST", `/v1/positions/${id}/terminate`);

test("when there is room, a visitor sees nothing but the shop, at the page they wanted", async () => {
  const shop = await newShop();
  const page = await stage.open(`${shop.url}/sale?size=m`);
  await page.getByRole("heading", { name: "The shop" }).waitFor();
  assert.equal(page.url(), `${shop.url}/sale?size=m`);
  await page.reload();
  await page.getByRole("heading", { name: "The shop" }).waitFor();
  assert.equal((await shop.stats()).active, 1);
});

test("a visitor whose browser lost the answer to their pass is let in when they reload", async () => {
  const shop = await newShop();
  shop.losePasses(true);
  const page = await stage.open("about:blank");
  const failed = page.waitForEvent("requestfailed", (one) => one.url().includes("tk_pass="));
  // At once or by way of the room's page, as it comes.
  await page.goto(`${shop.url}/sale`).catch(() => undefined);
  const lost = (await failed).url();
  assert.equal((await shop.stats()).active, 1, "the pass was redeemed");
  shop.losePasses(false);
  // As a reload does; the browser may still be about to show that it has no answer.
  while (!(await page.goto(lost).catch(() => null)));
  await page.getByRole("heading", { name: "The shop" }).waitFor();
  assert.equal(page.url(), `${shop.url}/sale`, "without the pass");
  await page.reload();
  await page.getByRole("heading", { name: "The shop" }).waitFor();
  assert.equal((await shop.stats()).active, 1);
});

test("when it is full, a visitor waits with their place, and goes on by themselves", async () => {
  const shop = await newShop({ state: "paused" });
  const ahead = await shop.joinFirst(3);
  const page = await stage.open(`${shop.url}/sale`);
  await page.getByText("3 people ahead of you", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("3 people ahead of you", { exact: true }).waitFor();
  assert.equal((await shop.stats()).waiting, 4, "a reload is not another place");
  await leave(ahead[0]!.id);
  await wake(page);
  await page.getByText("2 people ahead of you", { exact: true }).waitFor();
  await check(page, "the room");
  await shop.change({ message: "Tickets for Saturday are gone, Sunday has plenty" });
  await wake(page);
  await page.getByText("Sunday has plenty").waitFor();
  for (const { id } of ahead.slice(1)) await leave(id);
  await wake(page);
  await page.getByText("You are next", { exact: true }).waitFor();
  await shop.change({ state: "open" });
  await page.getByRole("heading", { name: "The shop" }).waitFor();
  assert.equal(page.url(), `${shop.url}/sale`);
});

test("a cut of the network is told, and costs nobody their place", async () => {
  const shop = await newShop({ state: "paused", heartbeatSeconds: 60 });
  await shop.joinFirst(2);
  const page = await stage.open(`/room/${shop.roomId}`);
  await page.getByText("2 people ahead of you", { exact: true }).waitFor();
  await page.context().setOffline(true);
  await wake(page);
  await wake(page);
  await page.getByText("No connection.").waitFor();
  assert.ok(
    await page.getByText("2 people ahead of you", { exact: true }).isVisible(),
    "what was known stays",
  );
  await page.context().setOffline(false);
  await page.getByText("No connection.").waitFor({ state: "hidden" });
  assert.equal((await shop.stats()).waiting, 3);
});

test("a phone that slept looks again as soon as it wakes", async () => {
  const shop = await newShop({ state: "paused", heartbeatSeconds: 3_600 });
  const [first] = await shop.joinFirst(1);
  const page = await stage.open(`/room/${shop.roomId}`);
  await page.getByText("1 person ahead of you", { exact: true }).waitFor();
  await leave(first!.id);
  // The next look would be in twenty minutes.
  await wake(page);
  await page.getByText("You are next", { exact: true }).waitFor();
});

test("without JavaScript the page reloads itself until it is the visitor's turn", async () => {
  const shop = await newShop({ state: "paused" });
  await shop.joinFirst(1);
  const page = await stage.open(`${shop.url}/sale`, { ...phone, javaScriptEnabled: false });
  await page.getByText("1 person ahead of you", { exact: true }).waitFor();
  assert.match(await page.content(), /This page reloads every \d+ seconds\./);
  await shop.change({ state: "open", maxActive: 2 });
  await page.getByRole("heading", { name: "The shop" }).waitFor();
});

test("before the start there is a countdown and the promise of a fair draw; then a place", async () => {
  const shop = await newShop({ opensAt: new Date(Date.now() + 3_600_000).toISOString() });
  const page = await stage.open(`/room/${shop.roomId}`);
  await page.getByRole("heading", { name: "You are early" }).waitFor();
  await page.getByText(/^00:59:\d\d$|^01:00:00$/).waitFor();
  await page.getByText("How the order was drawn").click();
  await page.getByText(/Its fingerprint is published now/).waitFor();
  await check(page, "before the start");
  await shop.change({ state: "paused", opensAt: new Date(Date.now() - 1_000).toISOString() });
  await wake(page);
  await page.getByRole("heading", { name: "A short pause" }).waitFor();
});

test("leaving gives the place back, and queueing again is a choice", async () => {
  const shop = await newShop({ state: "paused" });
  await shop.joinFirst(1);
  const page = await stage.open(`/room/${shop.roomId}`);
  await page.getByText("1 person ahead of you", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Leave the line" }).click();
  await page.getByRole("heading", { name: "You left the line" }).waitFor();
  assert.equal((await shop.stats()).waiting, 1);
  await check(page, "after leaving");
  await page.getByRole("link", { name: "Queue again" }).click();
  await page.getByText("1 person ahead of you", { exact: true }).waitFor();
  assert.equal((await shop.stats()).waiting, 2);
});

test("a closed or full room is said to be so, and joined when that changes", async () => {
  const closed = await newShop({ state: "closed" });
  const page = await stage.open(`/room/${closed.roomId}`);
  await page.getByRole("heading", { name: "Closed at the moment" }).waitFor();
  await check(page, "a closed room");
  const full = await newShop({ state: "paused", maxWaiting: 1 });
  const [first] = await full.joinFirst(1);
  const other = await stage.open(`/room/${full.roomId}`);
  await other.getByRole("heading", { name: "The line is full" }).waitFor();
  await leave(first!.id);
  await wake(other);
  await other.getByText("You are next", { exact: true }).waitFor();
});

test("work before joining is done by the page itself", async () => {
  const shop = await newShop({ state: "paused", challengeBits: 12 });
  const page = await stage.open(`/room/${shop.roomId}`);
  await page.getByText("You are next", { exact: true }).waitFor();
  assert.equal((await shop.stats()).waiting, 1);
});

test("a room speaks the visitor's language and shows its own colours, logo and words", async () => {
  const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#c026d3"/></svg>')}`;
  const shop = await newShop({
    state: "paused",
    page: {
      logo,
      accent: "#c026d3",
      background: "#1e1b4b",
      languages: ["en", "de", "ar"],
      texts: { de: { title: "Frühlingsverkauf", intro: "Karten gibt es bis Sonntag." } },
    },
  });
  const german = await stage.open(`/room/${shop.roomId}`, { ...phone, locale: "de-AT" });
  await german.getByRole("heading", { name: "Eine kurze Pause" }).waitFor();
  await german.getByText("Frühlingsverkauf").waitFor();
  await german.getByText("Karten gibt es bis Sonntag.").waitFor();
  const paper = await german.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  );
  assert.equal(paper, "rgb(30, 27, 75)");
  await check(german, "a room with its own colours");
  const arabic = await stage.open(`/room/${shop.roomId}`, { ...phone, locale: "ar" });
  assert.equal(await arabic.locator("html").getAttribute("dir"), "rtl");
  await check(arabic, "from right to left");
});

test("everything that the page loads is under 15 kB", async () => {
  const shop = await newShop({ state: "paused" });
  const page = await stage.open("about:blank");
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  const seen: string[] = [];
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  client.on("Network.responseReceived", ({ response }) =>
    seen.push(new URL(response.url).pathname),
  );
  await page.goto(`${stage.url}/room/${shop.roomId}`);
  await page.getByText("You are next", { exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.ok(
    seen.some((path) => path.endsWith(".css")) && seen.some((path) => path.endsWith(".js")),
  );
  assert.ok(!seen.some((path) => path.endsWith(".woff2")), "no font");
  assert.ok(bytes > 3_000 && bytes < 15_000, `${bytes} bytes: ${seen.join(" ")}`);
});
