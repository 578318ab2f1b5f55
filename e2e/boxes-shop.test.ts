// What somebody in town sees on the phone: from what is open to the code at the counter.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Route } from "playwright-core";
import { cardOf, codeOn, newShop, reserveOn, shopAddress } from "./bakery.ts";
import { makeStage, type Stage } from "./stage.ts";

/** The narrowest in use. */
const small = { viewport: { width: 360, height: 740 }, locale: "en-IE" };

let stage: Stage;
let address: string;
before(async () => {
  stage = await makeStage();
  address = await shopAddress(stage);
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("two taps reserve a box, a third one keeps it, and a reload shows the same code", async () => {
  const shop = await newShop(stage, { address: "Mill Lane 4" });
  const box = await shop.putOut({ title: "Bread and rolls" });
  const page = await stage.open(address, small);
  await cardOf(page, shop.name).getByText("€4.50").waitFor();
  await cardOf(page, shop.name).getByText("5 left").waitFor();
  await reserveOn(page, shop.name);
  const code = await codeOn(page);
  assert.match(code, /^[2-9A-Z]{6}$/);
  await page.getByText("Kept for you for").waitFor();
  await page
    .getByRole("timer")
    .getByText(/^(20:00|19:\d\d)$/)
    .waitFor();
  await page.getByText("Mill Lane 4").waitFor();

  await page.getByRole("button", { name: "I will come Pay €4.50 there" }).click();
  await page.getByText(/Reserved for you until/).waitFor();
  await page.getByRole("img", { name: "QR code of your pickup code" }).waitFor();
  await page.reload();
  await page.getByText(/Reserved for you until/).waitFor();
  assert.equal(await codeOn(page), code);

  // The phone remembers it, also where the link was lost.
  await page.getByRole("link", { name: "See other boxes" }).click();
  await page.getByRole("link", { name: `Bread and rolls ${shop.name}, reserved` }).click();
  await page.getByText(/Reserved for you until/).waitFor();
  await page.goto(page.url().split("#")[0]!);
  await page.getByText(/Reserved for you until/).waitFor();

  const handed = await shop.pickUp(code);
  assert.equal(handed.inventoryId, box.id);
  await page.getByRole("heading", { name: "Enjoy it" }).waitFor();
});

test("the price and what is left change while somebody looks", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut({ quantity: 3 });
  const page = await stage.open(address, small);
  const card = cardOf(page, shop.name);
  await card.getByText("3 left").waitFor();
  await shop.reserve(box, { quantity: 2 });
  await card.getByText("last one").waitFor();
  await shop.change(box, { price: 300 });
  await card.getByText("€3.00").waitFor();
  await shop.change(box, { paused: true });
  await card.getByText("Paused for the moment").waitFor();
  await shop.change(box, { paused: false });
  await shop.reserve(box);
  await card.getByText("Sold out").waitFor();
});

test("the price falls on time, also while there is no network", async () => {
  const shop = await newShop(stage);
  const steps = [
    { minutesBeforeEnd: 60, price: 300 },
    { minutesBeforeEnd: 30, price: 150 },
  ];
  const box = await shop.putOut({ value: 1_200, priceDrops: { kind: "steps", steps } });
  const endsAt = Date.parse(box.endsAt);
  const page = await stage.open("/sign-in", small);
  await page.clock.install();
  await page.goto(address);
  const card = cardOf(page, shop.name);
  await card.getByText("€12.00").waitFor();
  await card.getByText(/€3\.00 from/).waitFor();
  stage.link.cut();
  await page.clock.fastForward(endsAt - 61 * 60_000 - Date.now());
  await page.clock.runFor(2_000);
  await card.getByText(/€3\.00 in 0:5\d/).waitFor();
  await page.clock.fastForward(60_000);
  await page.clock.runFor(2_000);
  await card.getByText(/€1\.50 in/).waitFor();
  stage.link.mend();
});

test("sold out: the waitlist, an offer with a deadline, and the box", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut({ quantity: 1 });
  const other = await shop.reserve(box);
  const ahead = await shop.reserve(box, { waitlist: true });
  const page = await stage.open(address, small);
  const card = cardOf(page, shop.name);
  await card.getByText("Sold out").waitFor();
  await card.getByText("1 waits").waitFor();
  await card.getByRole("button", { name: /^Join the waitlist/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Put me on the waitlist" }).click();
  await page.getByText("1 before you").waitFor();

  await shop.act(ahead, "cancel");
  await page.getByText("You are first in line").waitFor();
  await shop.act(other, "cancel");
  await page.getByRole("heading", { name: "A box is free for you" }).waitFor();
  assert.match(await page.title(), /A box is free for you|Your box/);
  await page
    .getByRole("timer")
    .getByText(/^(10:00|9:\d\d)/)
    .waitFor();

  // Nobody else can take it meanwhile.
  const stranger = await stage.open(address, small);
  await cardOf(stranger, shop.name).getByText("Sold out").waitFor();

  await page.getByRole("button", { name: "Take it for €4.50" }).click();
  await page.getByText("Kept for you for").waitFor();
  assert.match(await codeOn(page), /^[2-9A-Z]{6}$/);
});

test("an offer that is declined goes to the next, and one that runs out is explained", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut({ quantity: 1 });
  const holder = await shop.reserve(box);
  const [first, second] = [
    await shop.reserve(box, { waitlist: true }),
    await shop.reserve(box, { waitlist: true }),
  ];
  const one = await stage.open(`/r/${first.id}#${first.secret}`, small);
  const two = await stage.open(`/r/${second.id}#${second.secret}`, small);
  await two.getByText("1 before you").waitFor();
  await shop.act(holder, "cancel");
  await one.getByRole("button", { name: "No, give it to the next" }).click();
  await one.getByRole("heading", { name: "You gave it up" }).waitFor();
  await two.getByRole("heading", { name: "A box is free for you" }).waitFor();
  await shop.runOut(second);
  await two.getByRole("heading", { name: "The offer ran out" }).waitFor();
});

test("a hold that runs out is explained, and there is a pause before the next", async () => {
  const shop = await newShop(stage);
  await shop.putOut();
  const page = await stage.open(address, small);
  await reserveOn(page, shop.name);
  const id = new URL(page.url()).pathname.slice(3);
  await page.getByText("Kept for you for").waitFor();
  await shop.runOut({ id });
  await page.getByRole("heading", { name: "Your time ran out" }).waitFor();
  await page.getByRole("link", { name: "Back to all boxes" }).click();
  await cardOf(page, shop.name)
    .getByRole("button", { name: /^Reserve/ })
    .click();
  await page.getByRole("button", { name: /^Reserve for/ }).click();
  await page.getByText(/You can reserve here again at/).waitFor();
});

test("one reservation a shop at a time: the page shows the one there is", async () => {
  const shop = await newShop(stage);
  await shop.putOut();
  const page = await stage.open(address, small);
  await reserveOn(page, shop.name);
  const first = page.url();
  await page.goto(address);
  await cardOf(page, "Reserve").filter({ hasText: shop.name }).getByRole("button").click();
  await page.getByRole("button", { name: /^Reserve for/ }).click();
  await page.getByText("You have a reservation at this shop already").waitFor();
  await page.getByRole("link", { name: "Show my reservation" }).click();
  await page.waitForURL(first);
});

test("who is too late for the last box is told so, and can wait for one", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut({ quantity: 1 });
  const page = await stage.open(address, small);
  await cardOf(page, shop.name)
    .getByRole("button", { name: /^Reserve/ })
    .click();
  // What the server knows comes in a moment later.
  const wish = new Promise<Route>((done) => {
    void page.route("**/v1/inventories/*/reservations", done, { times: 1 });
  });
  await page.getByRole("button", { name: /^Reserve for/ }).click();
  const onItsWay = await wish;
  await shop.reserve(box);
  await onItsWay.continue();
  await page.getByText("Somebody was faster").waitFor();
  await page.getByRole("button", { name: "Put me on the waitlist" }).click();
  await page.getByText("You are first in line").waitFor();
});

test("an answer that is lost on the way, and a reload: still one box", async () => {
  const shop = await newShop(stage);
  await shop.putOut();
  const page = await stage.open(address, small);
  let lost = 0;
  await page.route("**/v1/inventories/*/reservations", async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  await cardOf(page, shop.name)
    .getByRole("button", { name: /^Reserve/ })
    .click();
  await page.getByRole("button", { name: /^Reserve for/ }).click();
  await page.getByText("There is no connection right now").waitFor();
  assert.ok(lost > 0);
  await page.unroute("**/v1/inventories/*/reservations");
  await page.reload();
  await page.getByText("Your request was not answered").waitFor();
  await page.getByRole("button", { name: /^Reserve for/ }).click();
  await page.waitForURL(/\/r\//);
  const [day] = await shop.day();
  assert.equal(day?.boxes.held, 1);
});

test("a cut network is shown, the code stays, and the page catches up", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut();
  const made = await shop.reserve(box);
  const page = await stage.open(`/r/${made.id}#${made.secret}`, small);
  const visitor = await stage.open(address, small);
  await page.getByText("Kept for you for").waitFor();
  await cardOf(visitor, shop.name).getByText("4 left").waitFor();
  stage.link.cut();
  await page.getByText("No connection. Trying again…").waitFor();
  await visitor.getByText("No connection. Trying again…").waitFor();
  assert.equal(await codeOn(page), made.pickupCode);
  await shop.act(made, "confirm");
  await shop.reserve(box);
  stage.link.mend();
  await page.getByText(/Reserved for you until/).waitFor();
  await cardOf(visitor, shop.name).getByText("3 left").waitFor();
});

test("a reload without a network still shows the code", async () => {
  const shop = await newShop(stage);
  const made = await shop.reserve(await shop.putOut());
  await shop.act(made, "confirm");
  const page = await stage.open(`/r/${made.id}#${made.secret}`, small);
  await page.getByRole("img").waitFor();
  // Kept, by a worker that is there for the next page: it may keep files before it is.
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === "activated" && Boolean(await caches.match(location.pathname));
  });
  stage.link.cut();
  await page.reload();
  await page.getByText("No connection. Trying again…").waitFor();
  assert.equal(await codeOn(page), made.pickupCode);
  await page.getByRole("img", { name: "QR code of your pickup code" }).waitFor();
  await page.getByText(/Reserved for you until/).waitFor();
  await shop.pickUp(made.pickupCode);
  stage.link.mend();
  await page.getByRole("heading", { name: "Enjoy it" }).waitFor();
});

test("the nearest shop first, for who says where they are", async () => {
  const near = await newShop(stage, { name: "Near Oven", latitude: 51.05, longitude: 3.72 });
  const far = await newShop(stage, { name: "Far Oven", latitude: 51.2, longitude: 4.4 });
  for (const shop of [far, near]) await shop.putOut({ pickupEnd: "20:00" });
  const page = await stage.open(address, {
    ...small,
    geolocation: { latitude: 51.054, longitude: 3.725 },
    permissions: ["geolocation"],
  });
  await page.getByRole("button", { name: "Nearest" }).click();
  await cardOf(page, "Near Oven").getByText("550 m").waitFor();
  await cardOf(page, "Far Oven").getByText("50 km").waitFor();
  const first = await page.locator(".box").first().innerText();
  assert.match(first, /Near Oven/);

  const shy = await stage.open(address, small);
  await shy.getByRole("button", { name: "Nearest" }).click();
  await shy.getByText("Your phone did not say where you are").waitFor();
});

test("one town alone", async () => {
  const ghent = await newShop(stage, { name: "Ghent Oven", town: "Ghent" });
  const bruges = await newShop(stage, { name: "Bruges Oven", town: "Bruges" });
  for (const shop of [ghent, bruges]) await shop.putOut();
  const page = await stage.open(address, small);
  await cardOf(page, "Bruges Oven").waitFor();
  await page.getByRole("link", { name: "Ghent" }).click();
  await page.waitForURL(/town=Ghent/);
  await cardOf(page, "Ghent Oven").getByText("5 left").waitFor();
  assert.equal(await page.getByText("Bruges Oven").count(), 0);
  await reserveOn(page, "Ghent Oven");
  await page.getByRole("link", { name: "See other boxes" }).click();
  await page.waitForURL(/town=Ghent/);
});

test("prices and times are written as the visitor's language writes them", async () => {
  const shop = await newShop(stage);
  await shop.putOut();
  const german = await stage.open(address, { ...small, locale: "de-DE" });
  await cardOf(german, shop.name)
    .getByText(/4,50\s€/)
    .waitFor();
  await cardOf(german, shop.name)
    .getByText(/17:00–21:00/)
    .waitFor();
  const american = await stage.open(address, { ...small, locale: "en-US" });
  await cardOf(american, shop.name).getByText("€4.50").waitFor();
  await cardOf(american, shop.name)
    .getByText(/5:00\s–\s9:00\sPM/)
    .waitFor();
});

test("the shop page is whole without a script", async () => {
  const shop = await newShop(stage);
  await shop.putOut({ title: "Soup & bread" });
  const page = await stage.open(address, { ...small, javaScriptEnabled: false });
  await cardOf(page, shop.name).getByText("Soup & bread").waitFor();
  await cardOf(page, shop.name).getByText("5 left").waitFor();
});

test("the secret is in no address that a server sees, and a link without it shows nothing", async () => {
  const shop = await newShop(stage);
  const made = await shop.reserve(await shop.putOut());
  const page = await stage.open("/sign-in", small);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`/r/${made.id}#${made.secret}`);
  await page.getByText("Kept for you for").waitFor();
  assert.deepEqual(
    asked.filter((url) => url.split("#")[0]!.includes(made.secret)),
    [],
  );
  const stranger = await stage.open(`/r/${made.id}`, small);
  await stranger.getByText("This reservation cannot be shown").waitFor();
  assert.ok(!(await stranger.content()).includes(made.pickupCode!));
});

test("cancelling gives the box back, after a question", async () => {
  const shop = await newShop(stage);
  const box = await shop.putOut({ quantity: 1 });
  const made = await shop.reserve(box);
  const visitor = await stage.open(address, small);
  await cardOf(visitor, shop.name).getByText("Sold out").waitFor();
  const page = await stage.open(`/r/${made.id}#${made.secret}`, small);
  await page.getByRole("button", { name: "Cancel the reservation" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("button", { name: "Cancel the reservation" }).click();
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  await page.getByRole("heading", { name: "Cancelled" }).waitFor();
  await cardOf(visitor, shop.name).getByText("last one").waitFor();
});
