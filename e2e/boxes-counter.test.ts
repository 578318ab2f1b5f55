// Behind the counter: a phone in one hand first, then a desktop.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { cardOf, newShop, shopAddress, type TestShop } from "./bakery.ts";
import { makeCamera, type TestCamera } from "./camera.ts";
import { desktop, makeStage, phone, type Screen, type Stage } from "./stage.ts";

let stage: Stage;
let camera: TestCamera;
before(async () => {
  camera = await makeCamera();
  stage = await makeStage({ browserArgs: camera.browserArgs });
});
afterEach(() => stage.closePages());
after(async () => {
  await stage.close();
  await camera.remove();
});

async function openCounter(shop: TestShop, screen: Screen = phone): Promise<Page> {
  const page = await stage.openConsole(`/boxes/${shop.id}`, screen);
  await page.getByRole("heading", { name: "Today's boxes" }).waitFor();
  return page;
}

/** So many boxes of a card are there. */
const counted = (card: Locator, count: number, where: string) =>
  card.locator("dl > div", { hasText: new RegExp(`^${count}\\s*${where}$`) }).waitFor();

const typeCode = (page: Page, code: string | null) =>
  page.getByRole("textbox", { name: "Pickup code" }).fill(code ?? "");

test("the first shop is made, puts boxes out, and people see them", async () => {
  const page = await stage.openConsole("/boxes", phone);
  await page.getByRole("button", { name: "Make the first shop" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the shop").fill("Corner Oven");
  await dialog.getByRole("combobox", { name: "Currency" }).fill("EUR");
  await page.getByRole("option", { name: /^EUR/ }).click();
  await dialog.getByRole("button", { name: "Make the shop" }).click();
  await page.getByRole("heading", { name: "Corner Oven" }).waitFor();
  await page.getByRole("button", { name: "Put boxes out" }).click();
  await page.getByLabel("What is in it").fill("Rolls");
  await page.getByLabel("Price of one box").fill("3.20");
  await page.getByLabel("Collect from").fill("00:00");
  await page.getByLabel("until").fill("00:00");
  await page.getByText("Ends on the next day.").waitFor();
  await page.getByRole("button", { name: "Put them out" }).click();
  await page.getByRole("heading", { name: "Rolls" }).waitFor();
  const visitor = await stage.open(await shopAddress(stage));
  await cardOf(visitor, "Corner Oven").getByText("€3.20").waitFor();
  // With one shop, its counter is where the menu leads.
  await page.getByRole("link", { name: "Boxes", exact: true }).click();
  await page.getByRole("heading", { name: "Corner Oven" }).waitFor();
});

test("a code is typed, the answer is large, and a wrong tick can be undone", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut();
  const made = await shop.reserve(box, { quantity: 2 });
  const page = await openCounter(shop);
  const card = cardOf(page, "Bread box");
  await counted(card, 2, "on hold");
  await typeCode(page, made.pickupCode!.toLowerCase());
  const answer = page.getByRole("alert").filter({ hasText: "2 × Bread box" });
  await answer.getByText("Take €9.00").waitFor();
  await counted(card, 2, "collected");
  await answer.getByRole("button", { name: /^Undo/ }).click();
  await page.getByText(/^Undone/).waitFor();
  await counted(card, 2, "will come");
  await typeCode(page, made.pickupCode);
  await answer.getByRole("button", { name: "Next" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Pickup code" }).inputValue(), "");
});

test("a code that is wrong, used, cancelled or too early says which", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut();
  const page = await openCounter(shop);
  await typeCode(page, "222222");
  await page.getByText("No such code").waitFor();

  const used = await shop.reserve(box);
  await shop.pickUp(used.pickupCode);
  await typeCode(page, used.pickupCode);
  await page.getByText("Collected already").waitFor();
  await page.getByText(/This code was used at \d\d:\d\d/).waitFor();

  const cancelled = await shop.reserve(box);
  await shop.act(cancelled, "cancel");
  await typeCode(page, cancelled.pickupCode);
  await page.getByText("This reservation was cancelled").waitFor();

  const lapsed = await shop.reserve(box);
  await shop.runOut(lapsed);
  await typeCode(page, lapsed.pickupCode);
  await page.getByText("Ran out").waitFor();

  const late = await shop.putOut({ title: "Late box", pickupStart: "20:30", pickupEnd: "21:30" });
  const early = await shop.reserve(late);
  await typeCode(page, early.pickupCode);
  await page.getByText("Too early").waitFor();
  await page.getByText("from 20:30 on").waitFor();
});

test("a code is scanned with the camera", async () => {
  const shop = await newShop(stage);
  const made = await shop.reserve(await shop.putOut());
  await shop.act(made, "confirm");
  await camera.hold(made.pickupCode!);
  const page = await openCounter(shop);
  await page.getByRole("button", { name: "Scan" }).click();
  await page.getByText("Take €4.50").waitFor();
  assert.equal((await shop.day())[0]?.boxes.pickedUp, 1);
  await page.getByRole("button", { name: "Close the camera" }).click();
  assert.equal(await page.locator("video").count(), 0);
});

test("the picture of a phone's QR is what a scanner reads", async () => {
  const shop = await newShop(stage);
  const made = await shop.reserve(await shop.putOut());
  const customer = await stage.open(`/r/${made.id}#${made.secret}`, phone);
  const drawn = customer.getByRole("img", { name: "QR code of your pickup code" });
  await drawn.waitFor();
  const size = await drawn.evaluate((image: HTMLImageElement) => image.naturalWidth);
  assert.ok(size > 0, "the policy lets it be seen");
});

test("more boxes go to those who wait, fewer than are taken there cannot be", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut({ quantity: 1 });
  await shop.reserve(box);
  await shop.reserve(box, { waitlist: true });
  const page = await openCounter(shop);
  const card = cardOf(page, "Bread box");
  await card.getByText("Sold out").waitFor();
  await counted(card, 1, "on the waitlist");
  await card.getByRole("button", { name: "One box more" }).click();
  await page.getByText("Bread box: now 2 boxes.").waitFor();
  await counted(card, 1, "offered");
  await card.getByRole("button", { name: "One box fewer" }).click();
  await page.getByText("More places are already taken.").waitFor();
  assert.equal((await shop.day())[0]?.quantity, 2);
});

test("paused boxes cannot be had, and go on sale again", async () => {
  const shop = await newShop(stage);
  await shop.putOut();
  const page = await openCounter(shop);
  const visitor = await stage.open(await shopAddress(stage), phone);
  await page.getByRole("button", { name: "Pause" }).click();
  await cardOf(visitor, shop.name).getByText("Paused for the moment").waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await cardOf(visitor, shop.name).getByText("5 left").waitFor();
});

test("counts follow what people do, and the merchant can cancel a reservation", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut();
  const page = await openCounter(shop, desktop);
  const card = cardOf(page, "Bread box");
  const made = await shop.reserve(box);
  await counted(card, 1, "on hold");
  await shop.act(made, "confirm");
  await counted(card, 1, "will come");
  await card.getByText("Reservations").click();
  const row = card.getByRole("listitem").filter({ hasText: made.pickupCode!.slice(0, 3) });
  await row.getByRole("button", { name: /^Cancel/ }).click();
  const customer = await stage.open(`/r/${made.id}#${made.secret}`, phone);
  await page.getByRole("button", { name: "Cancel the reservation" }).click();
  await customer.getByRole("heading", { name: "Cancelled by the shop" }).waitFor();
  await card.getByRole("listitem").filter({ hasText: "cancelled" }).waitFor();
});

test("the price is changed, in steps, and who has reserved pays what they were shown", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut();
  const made = await shop.reserve(box);
  const page = await openCounter(shop);
  await page.getByRole("button", { name: "Price…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Price of one box").fill("4");
  await dialog.getByText("Falls in steps").click();
  await dialog.getByRole("textbox", { name: /^Step 1/ }).fill("30");
  await dialog.getByRole("textbox", { name: "Price after step 1" }).fill("9");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("each step must be cheaper than what was before it").waitFor();
  await dialog.getByRole("textbox", { name: "Price after step 1" }).fill("1.5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await cardOf(page, "Bread box").getByText("€4.00").waitFor();
  assert.deepEqual((await shop.day())[0]?.priceDrops, {
    kind: "steps",
    steps: [{ minutesBeforeEnd: 30, price: 150 }],
  });
  await typeCode(page, made.pickupCode);
  await page.getByText("Take €4.50").waitFor();
});

test("a template is made for weekdays, put out with one press, changed and put away", async () => {
  const shop = await newShop(stage);
  const page = await stage.openConsole(`/boxes/${shop.id}/templates`, phone);
  await page.getByRole("button", { name: "New template" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is in it").fill("Vegetables");
  await dialog.getByLabel("How many boxes").fill("8");
  await dialog.getByLabel("Price of one box").fill("5");
  await dialog.getByLabel("Collect from").fill("18:00");
  await dialog.getByLabel("until").fill("23:00");
  // Days on which it would not put itself out already.
  const today = (new Date(shop.date).getUTCDay() + 6) % 7;
  const names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
  await dialog.getByText(names[(today + 2) % 7]!).click();
  await dialog.getByRole("button", { name: "Make the template" }).click();
  await page.getByText("8 boxes · €5.00 · 18:00–23:00").waitFor();
  await page.getByRole("button", { name: "Put out today Vegetables" }).click();
  await page.getByRole("button", { name: "Out today Vegetables", exact: true }).waitFor();
  assert.equal((await shop.day())[0]?.title, "Vegetables");

  await page.getByRole("button", { name: "Change… Vegetables" }).click();
  await dialog.getByLabel("How many boxes").fill("6");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("6 boxes · €5.00").waitFor();
  await page.getByRole("button", { name: "Put away Vegetables" }).click();
  await page.getByRole("button", { name: "Use again Vegetables" }).waitFor();

  // From the counter: another one, from what is left of the templates.
  await shop.template({ title: "Cakes" });
  await page.goto(`/boxes/${shop.id}`);
  await page.getByRole("button", { name: "Put boxes out" }).click();
  assert.equal(await dialog.getByRole("button", { name: /Vegetables/ }).count(), 0);
  await dialog.getByRole("button", { name: /Cakes/ }).click();
  await page.getByRole("heading", { name: "Cakes" }).waitFor();
});

test("history shows what was collected and what was not", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut({ quantity: 5 });
  const [came, stayedAway] = [await shop.reserve(box), await shop.reserve(box)];
  await shop.pickUp(came.pickupCode);
  await shop.act(stayedAway, "confirm");
  await stage.app.pool.query(
    `update box_inventory set ends_at = clock_timestamp(), starts_at = clock_timestamp() - interval '1 hour'
      where id = $1`,
    [box.id],
  );
  await shop.runOut(stayedAway);
  const page = await stage.openConsole(`/boxes/${shop.id}/history`, phone);
  const row = page.getByRole("row").filter({ hasText: "Today, so far" });
  await row.waitFor();
  const cells = await row.getByRole("cell").allInnerTexts();
  assert.deepEqual(cells, ["5", "1", "1", "0", "€4.50"]);
  await page.getByRole("button", { name: "Earlier" }).click();
  await page.getByText("Nothing was put out in these weeks").waitFor();
});

test("settings are saved, and where the shop is can come from the device", async () => {
  const shop = await newShop(stage);
  const page = await stage.openConsole(`/boxes/${shop.id}/settings`, {
    ...phone,
    geolocation: { latitude: 51.054_321, longitude: 3.725 },
    permissions: ["geolocation"],
  });
  await page.getByLabel("Address").fill("Mill Lane 4");
  await page.getByLabel("Town").fill("Ghent");
  await page.getByRole("button", { name: "Use where this device is" }).click();
  await page.getByLabel("Latitude").and(page.locator("[value='51.05432']")).waitFor();
  await page.getByLabel("A box is held for").fill("25");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { body } = await stage.api("GET", `/v1/merchants/${shop.id}`);
  const { address, town, latitude, longitude, holdMinutes } = body as Record<string, unknown>;
  assert.deepEqual(
    { address, town, latitude, longitude, holdMinutes },
    {
      address: "Mill Lane 4",
      town: "Ghent",
      latitude: 51.054_32,
      longitude: 3.725,
      holdMinutes: 25,
    },
  );
  const only = page.getByRole("link", { name: "Only Ghent" });
  assert.match((await only.getAttribute("href")) ?? "", /\?town=Ghent$/);
});
