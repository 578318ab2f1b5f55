import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import {
  act,
  type Box,
  holder,
  minutes,
  openBakery,
  reservationNow,
  type Body,
} from "../../../test/boxes.ts";
import { api, newKey } from "../../../test/http.ts";
import { FakeStripe } from "../../../test/stripe.ts";
import { takeDuePayments, takeDueRefunds } from "./payment-store.ts";

let stripe: FakeStripe;
let app: TestApp;

before(async () => {
  stripe = await FakeStripe.start();
  app = await startApp({ env: stripe.env });
});
beforeEach(() => {
  // An evening of its own for each story: whatever the last one left is over.
  const evening = new Date(app.clock.fixed());
  evening.setUTCDate(evening.getUTCDate() + 1);
  evening.setUTCHours(16, 0, 0, 0);
  app.clock.set(evening);
});
after(async () => {
  await app.close();
  await stripe.close();
});

/** Boxes for this evening, from five to seven, of a bakery that is paid online or at the counter. */
async function openShop(merchant: object = {}, inventory: object = {}): Promise<Box> {
  const bakery = await openBakery(app, { payment: "either", ...merchant });
  return bakery.offer({ quantity: 3, ...inventory });
}

const askToPay = (reservation: Body) =>
  holder(app, reservation).post(`/v1/reservations/${reservation.id}/pay`);

async function pageFor(reservation: Body): Promise<{ payment: Body; sessionId: string }> {
  const answer = await askToPay(reservation);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const [, sessionId] = /\/(cs_\d+)$/.exec(answer.body.url as string)!;
  return { payment: answer.body, sessionId: sessionId! };
}

/** Reserves, pays, and lets Stripe tell of it. */
async function payFor(shop: Box) {
  const reservation = await shop.reserve();
  const { sessionId } = await pageFor(reservation);
  await deliver(stripe.pay(sessionId));
  assert.equal((await now(reservation)).paymentStatus, "PAID");
  return { reservation, sessionId, intentId: stripe.session(sessionId).payment_intent! };
}

async function deliver(event: ReturnType<FakeStripe["pay"]>): Promise<void> {
  const answer = await stripe.deliver(app, event);
  assert.equal(answer.status, 200, await answer.text());
}

const now = ({ id }: Body): Promise<Body> => reservationNow(app, id as string);

async function paymentOf(reservation: Body): Promise<Body> {
  const path = `/v1/reservations/${reservation.id}/payment`;
  const answer = await holder(app, reservation).get(path);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

const remaining = async (shop: Box): Promise<number> => (await shop.view()).remaining;

/** Everything that runs out or is due by now. */
async function passTime(count = 0): Promise<void> {
  app.clock.advance(minutes(count));
  await app.sweep();
  await app.server.boxes.payments.sweep();
}

const refundsOf = (intentId: string) =>
  stripe.refunds.filter((refund) => refund.payment_intent === intentId);

describe("paying online", () => {
  test("leads to Stripe's page, for the amount that was fixed when the box was reserved", async () => {
    const priceDrops = { kind: "steps", steps: [{ minutesBeforeEnd: 170, price: 300 }] };
    const shop = await openShop({}, { priceDrops });
    const reservation = await shop.reserve({ quantity: 2 });
    assert.equal((await paymentOf(reservation)).status, "NONE");
    app.clock.advance(minutes(15));
    assert.equal((await shop.view()).price, 300);
    const { payment, sessionId } = await pageFor(reservation);
    assert.equal(payment.status, "OPEN");
    assert.equal(payment.amount, 900);
    const page = stripe.session(sessionId);
    assert.equal(page.amount_total, reservation.amount);
    assert.equal(page.currency, "eur");
    assert.match(page.title, /2 × Evening bread, Panificio/);
    assert.match(page.success_url, new RegExp(`/r/${reservation.id}`));
  });

  test("asked again leads to the same page", async () => {
    const reservation = await (await openShop()).reserve();
    const before = stripe.sessions.size;
    const answers = await Promise.all([1, 2, 3].map(() => askToPay(reservation)));
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
    const shop = await openShop();
    const { reservation } = await payFor(shop);
    await passTime(40);
    const paid = await now(reservation);
    assert.equal(paid.status, "ACTIVE");
    assert.equal(paid.expiresAt, paid.pickupEndsAt);
    assert.equal((await paymentOf(reservation)).status, "PAID");
    assert.equal(await remaining(shop), 2);
    const refused = await askToPay(reservation);
    assert.equal(refused.body.code, "ALREADY_PAID");
  });

  test("is possible for a hold only, and only where the merchant wants it", async () => {
    const atPickup = await (await openShop({ payment: "at_pickup" })).reserve();
    assert.equal((await askToPay(atPickup)).body.code, "PAYMENTS_OFF");
    const shop = await openShop();
    const lapsed = await shop.reserve();
    app.clock.advance(minutes(21));
    assert.equal((await askToPay(lapsed)).body.code, "HOLD_EXPIRED");
    await app.sweep();
    assert.equal((await askToPay(lapsed)).body.code, "WRONG_STATE");
  });

  test("of somebody else's reservation is not possible", async () => {
    const shop = await openShop();
    const [mine, theirs] = [await shop.reserve(), await shop.reserve()];
    const answer = await holder(app, mine).post(`/v1/reservations/${theirs.id}/pay`);
    assert.equal(answer.status, 404);
    assert.equal(
      (await holder(app, mine).get(`/v1/reservations/${theirs.id}/payment`)).status,
      404,
    );
  });

  test("with a merchant who is paid online only, a hold cannot be confirmed otherwise", async () => {
    const reservation = await (await openShop({ payment: "online" })).reserve();
    const refused = await holder(app, reservation).post(
      `/v1/reservations/${reservation.id}/confirm`,
    );
    assert.equal(refused.body.code, "PAYMENT_REQUIRED");
  });

  test("with a merchant who is paid online only, nothing is handed over before it is paid", async () => {
    const bakery = await openBakery(app, { payment: "online" });
    const box = await bakery.offer();
    app.clock.advance(minutes(65));
    const { reservation: paid } = await payFor(box);
    const unpaid = await box.reserve();
    const refused = await bakery.pickUp(unpaid.pickupCode);
    assert.deepEqual([refused.status, refused.body.code], [409, "PAYMENT_REQUIRED"]);
    assert.equal((await now(unpaid)).status, "ACTIVE");
    assert.equal((await bakery.pickUp(paid.pickupCode)).status, 200);
  });

  test("a payment that takes its time counts when it has come, not before", async () => {
    const reservation = await (await openShop()).reserve();
    const { sessionId } = await pageFor(reservation);
    await deliver(stripe.payLater(sessionId));
    assert.equal((await now(reservation)).paymentStatus, "PENDING");
    await deliver(stripe.settle(sessionId));
    assert.equal((await now(reservation)).paymentStatus, "PAID");
  });
});

describe("what Stripe says", () => {
  test("is believed with its signature only, and counted against no limit", async () => {
    const reservation = await (await openShop()).reserve();
    const { sessionId } = await pageFor(reservation);
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
    assert.equal((await now(reservation)).paymentStatus, "PENDING");
    await deliver(event);
    assert.equal((await now(reservation)).paymentStatus, "PAID");
  });

  test("counts once, however often it is said and by how many at once", async () => {
    const shop = await openShop();
    const reservation = await shop.reserve();
    const { sessionId } = await pageFor(reservation);
    const event = stripe.pay(sessionId);
    await Promise.all(Array.from({ length: 8 }, () => deliver(event)));
    const { version } = await now(reservation);
    await deliver(event);
    await passTime();
    assert.equal((await now(reservation)).version, version);
    assert.deepEqual(refundsOf(stripe.session(sessionId).payment_intent!), []);
    assert.equal(await remaining(shop), 2);
  });

  test("may come in any order: what was paid stays paid", async () => {
    const { reservation, sessionId } = await payFor(await openShop());
    const late = stripe.event("checkout.session.expired", {
      ...stripe.session(sessionId),
      status: "expired",
      payment_status: "unpaid",
    });
    await deliver(late);
    assert.equal((await paymentOf(reservation)).status, "PAID");
  });

  test("about something else is taken note of and changes nothing", async () => {
    await deliver(stripe.event("customer.created", { id: "cus_1" }));
    const foreign = {
      id: "cs_x",
      status: "complete",
      payment_status: "paid",
      payment_intent: "pi_x",
    };
    await deliver(stripe.event("checkout.session.completed", foreign));
    const metadata = { turnkeeper_payment: "0199c2a4-0000-7000-8000-000000000000" };
    await deliver(stripe.event("checkout.session.completed", { ...foreign, metadata }));
  });

  test("and never arrives: the page is looked at before the hold ends", async () => {
    const reservation = await (await openShop()).reserve();
    const { sessionId } = await pageFor(reservation);
    stripe.pay(sessionId);
    await passTime(19.5);
    assert.equal((await now(reservation)).paymentStatus, "PAID");
  });
});

describe("a payment that comes after the hold has lapsed", () => {
  test("goes back", async () => {
    const shop = await openShop();
    const reservation = await shop.reserve();
    const { sessionId } = await pageFor(reservation);
    await app.sweep();
    app.clock.advance(minutes(21));
    await app.sweep();
    await deliver(stripe.pay(sessionId));
    assert.equal((await now(reservation)).paymentStatus, "REFUND_DUE");
    assert.equal((await paymentOf(reservation)).status, "REFUND_DUE");
    await passTime();
    const after = await now(reservation);
    assert.equal(after.status, "EXPIRED");
    assert.equal(after.paymentStatus, "REFUNDED");
    assert.equal((await paymentOf(reservation)).status, "REFUNDED");
    assert.equal(await remaining(shop), 3);
  });

  test("is honoured while a box is there, where the merchant says so", async () => {
    const shop = await openShop({ latePayments: "honour" });
    const reservation = await shop.reserve();
    const { sessionId } = await pageFor(reservation);
    app.clock.advance(minutes(21));
    await app.sweep();
    assert.equal(await remaining(shop), 3);
    await deliver(stripe.pay(sessionId));
    const paid = await now(reservation);
    assert.equal(paid.status, "ACTIVE");
    assert.equal(paid.paymentStatus, "PAID");
    assert.equal(paid.expiresAt, paid.pickupEndsAt);
    assert.equal(await remaining(shop), 2);
    // It counts as their one reservation again.
    const more = await shop.ask({ userId: reservation.userId });
    assert.equal(more.body.code, "ACTIVE_RESERVATION_EXISTS");
  });

  const late = async (shop: Box, meanwhile: (reservation: Body) => Promise<unknown>) => {
    const reservation = await shop.reserve();
    const { sessionId } = await pageFor(reservation);
    app.clock.advance(minutes(21));
    await app.sweep();
    await meanwhile(reservation);
    await deliver(stripe.pay(sessionId));
    await passTime();
    const after = await now(reservation);
    assert.equal(after.status, "EXPIRED");
    assert.equal(after.paymentStatus, "REFUNDED");
    assert.equal(refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
  };
  const honour = { latePayments: "honour", cooldownMinutes: 0 };

  test("goes back when the last box has gone to somebody else", async () => {
    const shop = await openShop(honour, { quantity: 1 });
    await late(shop, () => shop.reserve());
  });

  test("goes back when others wait for what is free", async () => {
    const shop = await openShop(honour, { quantity: 1 });
    await late(shop, async () => {
      const other = await shop.reserve();
      await shop.waitlist();
      await act(app, other.id, "cancel");
    });
  });

  test("goes back when the shopper has another box of the merchant by now", async () => {
    const shop = await openShop(honour);
    await late(shop, ({ userId }) => shop.reserve({ userId }));
  });

  test("goes back when the window is over", async () => {
    const shop = await openShop(honour);
    await late(shop, async () => app.clock.advance(minutes(180)));
  });

  test("goes back also when nothing has been swept since the window ended", async () => {
    const shop = await openShop(honour);
    app.clock.advance(minutes(170));
    const reservation = await shop.reserve();
    const { sessionId } = await pageFor(reservation);
    app.clock.advance(minutes(11));
    await deliver(stripe.pay(sessionId));
    await passTime();
    assert.equal((await now(reservation)).paymentStatus, "REFUNDED");
    assert.equal(refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
  });

  test("cannot come once the page was closed, a moment after the hold", async () => {
    const reservation = await (await openShop()).reserve();
    const { sessionId } = await pageFor(reservation);
    await passTime(20);
    assert.equal(stripe.session(sessionId).status, "expired");
    assert.equal((await paymentOf(reservation)).status, "CLOSED");
  });

  test("is found when the page is closed, also if no event ever told of it", async () => {
    const reservation = await (await openShop()).reserve();
    const { sessionId } = await pageFor(reservation);
    app.clock.advance(minutes(21));
    await app.sweep();
    stripe.pay(sessionId);
    await passTime();
    assert.equal((await now(reservation)).paymentStatus, "REFUNDED");
  });
});

describe("money goes back", () => {
  const cancel = (reservation: Body) =>
    holder(app, reservation).post(`/v1/reservations/${reservation.id}/cancel`);

  test("when a paid reservation is cancelled, by the shopper or the merchant", async () => {
    const shop = await openShop();
    const [mine, theirs] = [await payFor(shop), await payFor(shop)];
    const cancelled = await cancel(mine.reservation);
    assert.equal(cancelled.body.paymentStatus, "REFUND_DUE");
    await act(app, theirs.reservation.id, "cancel");
    await app.sweep();
    // However many instances come by.
    const before = stripe.calls.length;
    await Promise.all([1, 2, 3, 4].map(() => app.server.boxes.payments.sweep()));
    await passTime();
    const asked = stripe.calls.slice(before).filter((call) => call === "POST /v1/refunds");
    assert.equal(asked.length, 2);
    for (const { reservation, intentId } of [mine, theirs]) {
      assert.equal((await now(reservation)).paymentStatus, "REFUNDED");
      assert.equal(refundsOf(intentId).length, 1);
    }
    assert.equal(await remaining(shop), 3);
  });

  for (const trouble of ["error", "lost request", "lost answer", "busy"] as const) {
    test(`once, after trouble with Stripe: ${trouble}`, async () => {
      const { reservation, intentId } = await payFor(await openShop());
      await cancel(reservation);
      stripe.trouble("/refunds", trouble);
      await passTime();
      assert.equal((await now(reservation)).paymentStatus, "REFUND_DUE");
      await passTime(1);
      assert.equal((await now(reservation)).paymentStatus, "REFUNDED");
      await passTime(60);
      assert.equal(refundsOf(intentId).length, 1);
    });
  }

  test("also when the instances that began it have died", async () => {
    const { reservation, intentId } = await payFor(await openShop());
    await cancel(reservation);
    await app.sweep();
    // One takes up what is due, and is never heard of again.
    const { pool, clock } = app;
    assert.equal((await takeDuePayments(pool, clock.fixed(), minutes(1), 10)).length, 1);
    await passTime();
    assert.equal(refundsOf(intentId).length, 0);
    app.clock.advance(minutes(1));
    // The next one writes the refund down and dies before Stripe hears of it.
    stripe.trouble("/refunds", "lost request");
    await app.server.boxes.payments.sweep();
    app.clock.advance(minutes(1));
    assert.equal((await takeDueRefunds(pool, clock.fixed(), minutes(1), 10)).length, 1);
    await passTime();
    assert.equal(refundsOf(intentId).length, 0);
    await passTime(1);
    assert.equal(refundsOf(intentId).length, 1);
    assert.equal((await now(reservation)).paymentStatus, "REFUNDED");
  });

  test("also when the server died with the commit that cancelled it", async () => {
    const { reservation, intentId } = await payFor(await openShop());
    await cancel(reservation);
    await app.pool.query(`update box_payment set due_at = null`); // nobody was told any more
    await passTime();
    assert.equal(refundsOf(intentId).length, 1);
    assert.equal((await now(reservation)).paymentStatus, "REFUNDED");
  });

  test("when it came twice for the same reservation: the second time", async () => {
    const { reservation, sessionId, intentId } = await payFor(await openShop());
    const twin = stripe.twinOf(sessionId);
    await deliver(stripe.pay(twin.id));
    await passTime();
    assert.equal(refundsOf(stripe.session(twin.id).payment_intent!).length, 1);
    assert.equal(refundsOf(intentId).length, 0);
    assert.equal((await now(reservation)).paymentStatus, "PAID");
  });

  test("when it is not the amount that was asked for", async () => {
    const reservation = await (await openShop()).reserve();
    const { sessionId } = await pageFor(reservation);
    stripe.session(sessionId).amount_total -= 1;
    await deliver(stripe.pay(sessionId));
    await passTime();
    assert.equal(refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
    assert.notEqual((await now(reservation)).paymentStatus, "PAID");
  });

  test("for a box that was paid at the counter meanwhile", async () => {
    const shop = await openShop();
    const reservation = await shop.reserve();
    const { sessionId } = await pageFor(reservation);
    await holder(app, reservation).post(`/v1/reservations/${reservation.id}/confirm`);
    app.clock.advance(minutes(61));
    const { pickupCode: code } = await now(reservation);
    const picked = await shop.bakery.pickUp(code);
    assert.equal(picked.body.status, "PICKED_UP", JSON.stringify(picked.body));
    await deliver(stripe.pay(sessionId));
    await passTime();
    assert.equal(refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
    assert.equal((await now(reservation)).status, "PICKED_UP");
  });

  test("not for a paid box that nobody came for: it was kept for them", async () => {
    const { reservation, intentId } = await payFor(await openShop());
    await passTime(181);
    const after = await now(reservation);
    assert.equal(after.reason, "NOT_COLLECTED");
    assert.equal(after.paymentStatus, "PAID");
    assert.deepEqual(refundsOf(intentId), []);
  });

  test("by hand at Stripe, and the reservation says so", async () => {
    const { reservation, sessionId } = await payFor(await openShop());
    await deliver(stripe.refundByHand(sessionId));
    assert.equal((await now(reservation)).paymentStatus, "REFUNDED");
    assert.equal((await paymentOf(reservation)).status, "REFUNDED");
  });

  test("in part by hand, which is between the merchant and the customer", async () => {
    const { reservation, sessionId, intentId } = await payFor(await openShop());
    const part = { id: "re_part", payment_intent: intentId, amount: 1, status: "succeeded" };
    await deliver(stripe.event("refund.created", part));
    assert.equal((await now(reservation)).paymentStatus, "PAID");
    await cancel(reservation);
    await app.sweep();
    await deliver(stripe.event("refund.updated", part));
    await passTime();
    assert.equal(refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
  });

  test("and comes back from the bank: that is told, for somebody to see to it", async () => {
    const { reservation, intentId } = await payFor(await openShop());
    await cancel(reservation);
    await passTime();
    await deliver(stripe.failRefund(intentId));
    assert.equal((await paymentOf(reservation)).status, "REFUND_FAILED");
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    assert.match(metrics, /^turnkeeper_boxes_refunds_failed 1$/m);
  });
});

describe("when Stripe does not answer", () => {
  for (const trouble of ["error", "lost request", "lost answer", "busy"] as const) {
    test(`paying is put off, and nobody has two pages: ${trouble}`, async () => {
      const reservation = await (await openShop()).reserve();
      const before = stripe.sessions.size;
      stripe.trouble("/sessions", trouble);
      const refused = await askToPay(reservation);
      assert.equal(refused.status, 503);
      assert.equal(refused.body.code, "PAYMENT_UNAVAILABLE");
      assert.ok(refused.headers.get("retry-after"));
      await pageFor(reservation);
      assert.equal(stripe.sessions.size, before + 1);
    });
  }
});

test("whatever happens at once: no paid reservation without a box, no money without either", async () => {
  const quantity = 20;
  const rules = { latePayments: "honour", cooldownMinutes: 0 };
  const shop = await openShop(rules, { quantity });
  const keptBefore = stripe.kept();
  const reservations = await Promise.all(Array.from({ length: quantity }, () => shop.reserve()));
  const pages = await Promise.all(reservations.map(pageFor));
  app.clock.advance(minutes(21));
  await Promise.all([
    app.sweep(),
    app.server.boxes.payments.sweep(),
    ...pages.flatMap(({ sessionId }, n) => {
      if (stripe.session(sessionId).status !== "open") return [];
      const event = stripe.pay(sessionId);
      const cancel = () => api(app).post(`/v1/reservations/${reservations[n].id}/cancel`);
      const told = [stripe.deliver(app, event), stripe.deliver(app, event)];
      return n % 3 === 0 ? [...told, cancel(), shop.reserve().catch(() => undefined)] : told;
    }),
  ]);
  for (let i = 0; i < 5; i++) await passTime(1);
  const after = await Promise.all(reservations.map(now));
  const paid = after.filter(({ paymentStatus }) => paymentStatus === "PAID");
  for (const { status } of paid) assert.equal(status, "ACTIVE");
  for (const { status, paymentStatus } of after) {
    if (paymentStatus !== "PAID") assert.notEqual(status, "ACTIVE");
  }
  assert.equal(stripe.kept() - keptBefore, paid.length * 450);
  assert(paid.length > 0 && paid.length <= quantity);
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
