// Paying online: Stripe's page, what Stripe says afterwards, and what happens when it says nothing.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { type Body, holder, minutes, openBakery } from "../../../test/boxes.ts";
import { api, newKey } from "../../../test/http.ts";
import { PaidShops, remaining } from "../../../test/paying.ts";
import type { FakeStripe } from "../../../test/stripe.ts";

let shops: PaidShops;
let app: TestApp;
let stripe: FakeStripe;

before(async () => {
  shops = await PaidShops.start();
  ({ app, stripe } = shops);
});
beforeEach(() => shops.nextEvening());
after(() => shops.close());

describe("paying online", () => {
  test("leads to Stripe's page, for the amount that was fixed when the box was reserved", async () => {
    const priceDrops = { kind: "steps", steps: [{ minutesBeforeEnd: 170, price: 300 }] };
    const shop = await shops.open({}, { priceDrops });
    const reservation = await shop.reserve({ quantity: 2 });
    assert.equal((await shops.paymentOf(reservation)).status, "NONE");
    app.clock.advance(minutes(15));
    assert.equal((await shop.view()).price, 300);
    const { payment, sessionId } = await shops.pageFor(reservation);
    assert.equal(payment.status, "OPEN");
    assert.equal(payment.amount, 900);
    const page = stripe.session(sessionId);
    assert.equal(page.amount_total, reservation.amount);
    assert.equal(page.currency, "eur");
    assert.match(page.title, /2 × Evening bread, Panificio/);
    assert.match(page.success_url, new RegExp(`/r/${reservation.id}`));
  });

  test("asked again leads to the same page", async () => {
    const reservation = await (await shops.open()).reserve();
    const before = stripe.sessions.size;
    const answers = await Promise.all([1, 2, 3].map(() => shops.askToPay(reservation)));
    const again = await holder(app, reservation).post(
      `/v1/reservations/${reservation.id}/pay`,
      {},
      {
        key: newKey(),
      },
    );
    const urls = new Set([...answers, again].map(({ body }) => body.url));
    assert.equal(urls.size, 1);
    assert.equal(stripe.sessions.size, before + 1);
  });

  test("keeps the reservation until the end of the window once Stripe says it is paid", async () => {
    const shop = await shops.open();
    const { reservation } = await shops.payFor(shop);
    await shops.passTime(40);
    const paid = await shops.now(reservation);
    assert.equal(paid.status, "ACTIVE");
    assert.equal(paid.expiresAt, paid.pickupEndsAt);
    assert.equal((await shops.paymentOf(reservation)).status, "PAID");
    assert.equal(await remaining(shop), 2);
    const refused = await shops.askToPay(reservation);
    assert.equal(refused.body.code, "ALREADY_PAID");
  });

  test("is possible for a hold only, and only where the merchant wants it", async () => {
    const atPickup = await (await shops.open({ payment: "at_pickup" })).reserve();
    assert.equal((await shops.askToPay(atPickup)).body.code, "PAYMENTS_OFF");
    const shop = await shops.open();
    const lapsed = await shop.reserve();
    app.clock.advance(minutes(21));
    assert.equal((await shops.askToPay(lapsed)).body.code, "HOLD_EXPIRED");
    await app.sweep();
    assert.equal((await shops.askToPay(lapsed)).body.code, "WRONG_STATE");
  });

  test("of somebody else's reservation is not possible", async () => {
    const shop = await shops.open();
    const [mine, theirs] = [await shop.reserve(), await shop.reserve()];
    const answer = await holder(app, mine).post(`/v1/reservations/${theirs.id}/pay`);
    assert.equal(answer.status, 404);
    assert.equal(
      (await holder(app, mine).get(`/v1/reservations/${theirs.id}/payment`)).status,
      404,
    );
  });

  test("with a merchant who is paid online only, a hold cannot be confirmed otherwise", async () => {
    const reservation = await (await shops.open({ payment: "online" })).reserve();
    const refused = await holder(app, reservation).post(
      `/v1/reservations/${reservation.id}/confirm`,
    );
    assert.equal(refused.body.code, "PAYMENT_REQUIRED");
  });

  test("with a merchant who is paid online only, nothing is handed over before it is paid", async () => {
    const bakery = await openBakery(app, { payment: "online" });
    const box = await bakery.offer();
    app.clock.advance(minutes(65));
    const { reservation: paid } = await shops.payFor(box);
    const unpaid = await box.reserve();
    const refused = await bakery.pickUp(unpaid.pickupCode);
    assert.deepEqual([refused.status, refused.body.code], [409, "PAYMENT_REQUIRED"]);
    assert.equal((await shops.now(unpaid)).status, "ACTIVE");
    assert.equal((await bakery.pickUp(paid.pickupCode)).status, 200);
  });

  test("a payment that takes its time counts when it has come, not before", async () => {
    const reservation = await (await shops.open()).reserve();
    const { sessionId } = await shops.pageFor(reservation);
    await shops.deliver(stripe.payLater(sessionId));
    assert.equal((await shops.now(reservation)).paymentStatus, "PENDING");
    await shops.deliver(stripe.settle(sessionId));
    assert.equal((await shops.now(reservation)).paymentStatus, "PAID");
  });
});

describe("what Stripe says", () => {
  test("is believed with its signature only, and counted against no limit", async () => {
    const reservation = await (await shops.open()).reserve();
    const { sessionId } = await shops.pageFor(reservation);
    const event = stripe.pay(sessionId);
    const seconds = Math.floor(app.clock.fixed().getTime() / 1000);
    const forgeries = [
      { secret: "whsec_of_somebody_else" },
      { timestamp: seconds - 301 },
      { signature: "t=1,v1=00" },
      { signature: "" },
      { body: JSON.stringify({ ...event, type: "checkout.session.expired" }) },
    ];
    for (const forgery of Array.from({ length: 25 }, (_, n) => forgeries[n % 5]!)) {
      const answer = await stripe.deliver(app, event, forgery);
      assert.equal(answer.status, 400);
      assert.equal(((await answer.json()) as Body).code, "WEBHOOK_NOT_GENUINE");
    }
    assert.equal((await shops.now(reservation)).paymentStatus, "PENDING");
    await shops.deliver(event);
    assert.equal((await shops.now(reservation)).paymentStatus, "PAID");
  });

  test("counts once, however often it is said and by how many at once", async () => {
    const shop = await shops.open();
    const reservation = await shop.reserve();
    const { sessionId } = await shops.pageFor(reservation);
    const event = stripe.pay(sessionId);
    await Promise.all(Array.from({ length: 8 }, () => shops.deliver(event)));
    const { version } = await shops.now(reservation);
    await shops.deliver(event);
    await shops.passTime();
    assert.equal((await shops.now(reservation)).version, version);
    assert.deepEqual(shops.refundsOf(stripe.session(sessionId).payment_intent!), []);
    assert.equal(await remaining(shop), 2);
  });

  test("may come in any order: what was paid stays paid", async () => {
    const { reservation, sessionId } = await shops.payFor(await shops.open());
    const late = stripe.event("checkout.session.expired", {
      ...stripe.session(sessionId),
      status: "expired",
      payment_status: "unpaid",
    });
    await shops.deliver(late);
    assert.equal((await shops.paymentOf(reservation)).status, "PAID");
  });

  test("about something else is taken note of and changes nothing", async () => {
    await shops.deliver(stripe.event("customer.created", { id: "cus_1" }));
    const foreign = {
      id: "cs_x",
      status: "complete",
      payment_status: "paid",
      payment_intent: "pi_x",
    };
    await shops.deliver(stripe.event("checkout.session.completed", foreign));
    const metadata = { turnkeeper_payment: "0199c2a4-0000-7000-8000-000000000000" };
    await shops.deliver(stripe.event("checkout.session.completed", { ...foreign, metadata }));
  });

  test("and never arrives: the page is looked at before the hold ends", async () => {
    const reservation = await (await shops.open()).reserve();
    const { sessionId } = await shops.pageFor(reservation);
    stripe.pay(sessionId);
    await shops.passTime(19.5);
    assert.equal((await shops.now(reservation)).paymentStatus, "PAID");
  });
});

describe("when Stripe does not answer", () => {
  for (const trouble of ["error", "lost request", "lost answer", "busy"] as const) {
    test(`paying is put off, and nobody has two pages: ${trouble}`, async () => {
      const reservation = await (await shops.open()).reserve();
      const before = stripe.sessions.size;
      stripe.trouble("/sessions", trouble);
      const refused = await shops.askToPay(reservation);
      assert.equal(refused.status, 503);
      assert.equal(refused.body.code, "PAYMENT_UNAVAILABLE");
      assert.ok(refused.headers.get("retry-after"));
      await shops.pageFor(reservation);
      assert.equal(stripe.sessions.size, before + 1);
    });
  }
});

test("without Stripe nobody pays online, and no merchant can ask for it", async () => {
  const plain = await startApp();
  try {
    const about = { name: "Panificio", timezone: "UTC", currency: "EUR" };
    for (const payment of ["online", "either"]) {
      const refused = await api(plain).post("/v1/merchants", { ...about, payment });
      assert.equal(refused.body.code, "PAYMENTS_OFF");
    }
    const merchant = await api(plain).post("/v1/merchants", about);
    const path = `/v1/merchants/${merchant.body.id}`;
    assert.equal((await api(plain).patch(path, { payment: "online" })).body.code, "PAYMENTS_OFF");
    const event = await stripe.deliver(plain, stripe.event("customer.created", { id: "cus_1" }));
    assert.equal(event.status, 409);
  } finally {
    await plain.close();
  }
});
