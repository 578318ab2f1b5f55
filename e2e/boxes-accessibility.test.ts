// Every page of boxes, in light and dark, on a phone and a desktop.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { check, scriptBytes } from "./axe.ts";
import { cardOf, newShop, shopAddress, type TestShop } from "./bakery.ts";
import { desktop, makeStage, type Stage, follow } from "./stage.ts";
import type { Box } from "../web/wire/boxes.ts";

const phone = { viewport: { width: 360, height: 740 } };

// The other tests use the console on a desktop and the public pages on a phone; here it is the other
// way round, and each page is then looked at as the other screen shows it.
const desktopToo = { also: [desktop] };
const phoneToo = { also: [phone] };

let stage: Stage;
let address: string;
let shop: TestShop;
let bread: Box;
before(async () => {
  stage = await makeStage();
  address = await shopAddress(stage);
  shop = await newShop(stage, {
    name: "Corner Oven",
    address: "Mill Lane 4",
    town: "Ghent",
    latitude: 51.05,
    longitude: 3.72,
  });
  const line = { kind: "line", fromMinutesBeforeEnd: 200, floor: 150 };
  bread = await shop.putOut({ value: 1_200, quantity: 9, priceDrops: line });
  const last = await shop.putOut({ title: "Cakes", quantity: 1 });
  await shop.reserve(last);
  await shop.reserve(last, { waitlist: true });
  const other = await newShop(stage, { name: "Green Corner", town: "Bruges" });
  await other.change(await other.putOut({ title: "Fruit" }), { paused: true });
  await shop.template({ title: "Weekday bread", weekdays: [0, 1, 2, 3, 4] });
  await shop.template({ title: "Old one", active: false });
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("shop page", async () => {
  const page = await stage.open(address, {
    ...desktop,
    geolocation: { latitude: 51.054, longitude: 3.725 },
    permissions: ["geolocation"],
  });
  await page.getByRole("button", { name: "Nearest" }).click();
  await page
    .getByText(/\d (m|mi|km)$/)
    .first()
    .waitFor();
  await check(page, "shop", phoneToo);
  await page.getByRole("button", { name: "Reserve: Bread box, Corner Oven" }).click();
  await check(page, "reserving", phoneToo);
  await page.getByRole("button", { name: /^Reserve for/ }).click();
  await page.getByRole("img").waitFor();
  await check(page, "on hold", phoneToo);
  await page.getByRole("button", { name: /^I will come/ }).click();
  await page.getByText(/Reserved for you until/).waitFor();
  await check(page, "kept", phoneToo);
  await page.goto(address);
  await page.getByRole("heading", { name: "Your boxes" }).waitFor();
  await check(page, "shop with a box of one's own", phoneToo);
  await page.getByRole("button", { name: "Join the waitlist: Cakes, Corner Oven" }).click();
  await page.getByRole("button", { name: "Put me on the waitlist" }).click();
  await page.getByText("You have a reservation at this shop already").waitFor();
  await check(page, "refused", phoneToo);
});

test("waiting, an offer and its end", async () => {
  const lonely = await newShop(stage);
  const box = await lonely.putOut({ quantity: 1 });
  const holder = await lonely.reserve(box);
  const { id, secret } = await lonely.reserve(box, { waitlist: true });
  const page = await stage.open(`/r/${id}#${secret}`, desktop);
  await page.getByText("You are first in line").waitFor();
  await check(page, "waiting", phoneToo);
  await lonely.act(holder, "cancel");
  await page.getByRole("heading", { name: "A box is free for you" }).waitFor();
  await check(page, "offer", phoneToo);
  await lonely.runOut({ id });
  await page.getByRole("heading", { name: "The offer ran out" }).waitFor();
  await check(page, "over", phoneToo);
  const link = await stage.open(`/r/${id}`, desktop);
  await link.getByText("This reservation cannot be shown").waitFor();
  await check(link, "without its secret", phoneToo);
  await lonely.change(box, { paused: true });
});

test("counter", async () => {
  const page = await stage.openConsole(`/boxes/${shop.id}`, phone);
  await page.getByRole("heading", { name: "Bread box" }).waitFor();
  await check(page, "counter", desktopToo);
  const made = await shop.reserve(bread);
  await page.getByRole("textbox", { name: "Pickup code" }).fill(made.pickupCode!);
  await page.getByText(/^Take/).waitFor();
  await cardOf(page, "Bread box").getByText("Reservations").click();
  await cardOf(page, "Bread box").getByText(made.pickupCode!.slice(0, 3)).first().waitFor();
  await check(page, "handed over", desktopToo);
  await page.getByRole("textbox", { name: "Pickup code" }).fill("222222");
  await page.getByText("No such code").waitFor();
  await check(page, "refused", desktopToo);
  await page.getByRole("button", { name: "Price…" }).first().click();
  await page.getByRole("dialog").getByText("Falls in steps").click();
  await check(page, "price", desktopToo);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Put boxes out" }).click();
  await page.getByRole("button", { name: /Weekday bread/ }).waitFor();
  await check(page, "put boxes out", desktopToo);
});

test("templates, history, settings and the list of shops", async () => {
  const page = await stage.openConsole(`/boxes/${shop.id}/templates`, phone);
  await page.getByRole("heading", { name: "Weekday bread" }).waitFor();
  await check(page, "templates", desktopToo);
  await page.getByRole("button", { name: "Change… Weekday bread" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "changing a template", desktopToo);
  await follow(page, `/boxes/${shop.id}/history`);
  await page.getByRole("table").waitFor();
  await check(page, "history", desktopToo);
  await follow(page, `/boxes/${shop.id}/settings`);
  await page.getByText("How people pay").waitFor();
  await page.getByText("Online, before").click();
  await check(page, "settings", desktopToo);
  await follow(page, "/boxes");
  await page.getByRole("heading", { name: "Green Corner" }).waitFor();
  await check(page, "shops", desktopToo);
  await page.getByRole("button", { name: "New shop" }).click();
  await page.getByRole("dialog").waitFor();
  await check(page, "new shop", desktopToo);
});

test("the pages work from right to left", async () => {
  const { id, secret } = await shop.reserve(bread);
  const pages = [
    await stage.open(address, phone),
    await stage.open(`/r/${id}#${secret}`, phone),
    await stage.openConsole(`/boxes/${shop.id}`, phone),
  ];
  await pages[0]!.getByText("Bread box").first().waitFor();
  await pages[1]!.getByText("Kept for you for").waitFor();
  await pages[2]!.getByRole("heading", { name: "Bread box" }).waitFor();
  for (const page of pages) {
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await check(page, `${page.url()} from right to left`);
  }
});

test("a page for people in town loads less than 18 kB of script", async () => {
  const { id, secret } = await shop.reserve(bread);
  for (const path of [address, `/r/${id}#${secret}`]) {
    const bytes = await scriptBytes(await stage.open("/sign-in"), path);
    assert.ok(bytes > 1_000 && bytes < 18_000, `${path}: ${bytes} bytes`);
  }
});
