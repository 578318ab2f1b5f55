// Paying for a box before it is collected, with Stripe's page played by a stand-in.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page } from "playwright-core";
import { FakeStripe } from "../test/stripe.ts";
import { codeOn, newShop, reserveOn, shopAddress } from "./bakery.ts";
import { makeStage, phone, type Stage } from "./stage.ts";

let stage: Stage;
let stripe: FakeStripe;
let address: string;
before(async () => {
  stripe = await FakeStripe.start();
  stage = await makeStage({ env: stripe.env });
  address = await shopAddress(stage);
});
afterEach(() => stage.closePages());
after(async () => {
  await stage.close();
  await stripe.close();
});

const irish = { ...phone, locale: "en-IE" };

/** Presses the button and is on Stripe's page; which one it is. */
async function goToPay(page: Page, price: string): Promise<string> {
  await page.route("https://checkout.stripe.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Card number</h1>" }),
  );
  await page.getByRole("button", { name: `Pay ${price} now` }).click();
  await page.getByRole("heading", { name: "Card number" }).waitFor();
  return new URL(page.url()).pathname.slice(1);
}

async function tellOfPayment(sessionId: string): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const answer = await stripe.deliver(stage.app, stripe.pay(sessionId), { timestamp });
  assert.equal(answer.status, 200, await answer.text());
}

test("who has paid comes back to a box that is theirs, and pays nothing at the counter", async () => {
  const shop = await newShop(stage, { payment: "online" });
  await shop.putOut();
  const page = await stage.open(address, irish);
  await reserveOn(page, shop.name);
  assert.equal(await page.getByRole("button", { name: /^I will come/ }).count(), 0);
  const code = await codeOn(page);
  const sessionId = await goToPay(page, "€4.50");
  const { success_url: back } = stripe.session(sessionId);
  // Without the secret in its address: the phone knows it.
  const { pathname, search } = new URL(back);
  await page.goto(pathname + search);
  await page.getByText("Your payment is on its way").waitFor();
  await tellOfPayment(sessionId);
  await page.getByText("Paid. Nothing to pay at the counter.").waitFor();
  assert.equal(await codeOn(page), code);

  const counter = await stage.openConsole(`/boxes/${shop.id}`, irish);
  await counter.getByRole("textbox", { name: "Pickup code" }).fill(code);
  await counter.getByText("Paid already").waitFor();
  await page.getByRole("heading", { name: "Enjoy it" }).waitFor();
});

test("where both are possible, who said that they come can still pay", async () => {
  const shop = await newShop(stage, { payment: "either" });
  const made = await shop.reserve(await shop.putOut());
  const page = await stage.open(`/r/${made.id}#${made.secret}`, irish);
  await page.getByRole("button", { name: "I will come Pay €4.50 there" }).click();
  await page.getByText("Pay €4.50 at the counter.").waitFor();
  await tellOfPayment(await goToPay(page, "€4.50"));
  await page.goto(`/r/${made.id}`);
  await page.getByText("Paid. Nothing to pay at the counter.").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Pay/ }).count(), 0);
});

test("cancelling what was paid gives the money back, and says so", async () => {
  const shop = await newShop(stage, { payment: "online" });
  const made = await shop.reserve(await shop.putOut());
  const page = await stage.open(`/r/${made.id}#${made.secret}`, irish);
  const sessionId = await goToPay(page, "€4.50");
  await tellOfPayment(sessionId);
  await page.goto(`/r/${made.id}`);
  await page.getByRole("button", { name: "Cancel the reservation" }).click();
  await page.getByText("you get your money back").waitFor();
  await page.getByRole("button", { name: "Yes, cancel it" }).click();
  await page.getByRole("heading", { name: "Cancelled" }).waitFor();
  await page.getByText(/Your payment (is being|has been) given back\./).waitFor();
});

test("without a box that is paid nothing is handed over, where payment comes first", async () => {
  const shop = await newShop(stage, { payment: "online" });
  const made = await shop.reserve(await shop.putOut());
  const counter = await stage.openConsole(`/boxes/${shop.id}`, irish);
  await counter.getByRole("textbox", { name: "Pickup code" }).fill(made.pickupCode!);
  await counter.getByText("Not paid").waitFor();
});
