// Money that has to go back, once: what comes after the hold has lapsed, what was cancelled, paid twice or
// wrongly, and whatever else happens at once.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { TestApp } from "../../../test/app.ts";
import { act, type Body, type Box, holder, minutes } from "../../../test/boxes.ts";
import { api } from "../../../test/http.ts";
import { PaidShops, remaining } from "../../../test/paying.ts";
import type { FakeStripe } from "../../../test/stripe.ts";
import { takeDuePayments, takeDueRefunds } from "./payment-store.ts";

let shops: PaidShops;
let app: TestApp;
let stripe: FakeStripe;

before(async () => {
  shops = await PaidShops.start();
  ({ app, stripe } = shops);
});
beforeEach(() => shops.nextEvening());
after(() => shops.close());

describe("a payment that comes after the hold has lapsed", () => {
  test("goes back", async () => {
    const shop = await shops.open();
    const reservation = await shop.reserve();
    const { sessionId } = await shops.pageFor(reservation);
    await app.sweep();
    app.clock.advance(minutes(21));
    await app.sweep();
    await shops.deliver(stripe.pay(sessionId));
    assert.equal((await shops.now(reservation)).paymentStatus, "REFUND_DUE");
    assert.equal((await shops.paymentOf(reservation)).status, "REFUND_DUE");
    await shops.passTime();
    const after = await shops.now(reservation);
    assert.equal(after.status, "EXPIRED");
    assert.equal(after.paymentStatus, "REFUNDED");
    assert.equal((await shops.paymentOf(reservation)).status, "REFUNDED");
    assert.equal(await remaining(shop), 3);
  });

  test("is honoured while a box is there, where the merchant says so", async () => {
    const shop = await shops.open({ latePayments: "honour" });
    const reservation = await shop.reserve();
    const { sessionId } = await shops.pageFor(reservation);
    app.clock.advance(minutes(21));
    await app.sweep();
    assert.equal(await remaining(shop), 3);
    await shops.deliver(stripe.pay(sessionId));
    const paid = await shops.now(reservation);
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
    const { sessionId } = await shops.pageFor(reservation);
    app.clock.advance(minutes(21));
    await app.sweep();
    await meanwhile(reservation);
    await shops.deliver(stripe.pay(sessionId));
    await shops.passTime();
    const after = await shops.now(reservation);
    assert.equal(after.status, "EXPIRED");
    assert.equal(after.paymentStatus, "REFUNDED");
    assert.equal(shops.refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
  };
  const honour = { latePayments: "honour", cooldownMinutes: 0 };

  test("goes back when the last box has gone to somebody else", async () => {
    const shop = await shops.open(honour, { quantity: 1 });
    await late(shop, () => shop.reserve());
  });

  test("goes back when others wait for what is free", async () => {
    const shop = await shops.open(honour, { quantity: 1 });
    await late(shop, async () => {
      const other = await shop.reserve();
      await shop.waitlist();
      await act(app, other.id, "cancel");
    });
  });

  test("goes back when the shopper has another box of the merchant by now", async () => {
    const shop = await shops.open(honour);
    await late(shop, ({ userId }) => shop.reserve({ userId }));
  });

  test("goes back when the window is over", async () => {
    const shop = await shops.open(honour);
    await late(shop, async () => app.clock.advance(minutes(180)));
  });

  test("goes back also when nothing has been swept since the window ended", async () => {
    const shop = await shops.open(honour);
    app.clock.advance(minutes(170));
    const reservation = await shop.reserve();
    const { sessionId } = await shops.pageFor(reservation);
    app.clock.advance(minutes(11));
    await shops.deliver(stripe.pay(sessionId));
    await shops.passTime();
    assert.equal((await shops.now(reservation)).paymentStatus, "REFUNDED");
    assert.equal(shops.refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
  });

  test("cannot come once the page was closed, a moment after the hold", async () => {
    const reservation = await (await shops.open()).reserve();
    const { sessionId } = await shops.pageFor(reservation);
    await shops.passTime(20);
    assert.equal(stripe.session(sessionId).status, "expired");
    assert.equal((await shops.paymentOf(reservation)).status, "CLOSED");
  });

  test("is found when the page is closed, also if no event ever told of it", async () => {
    const reservation = await (await shops.open()).reserve();
    const { sessionId } = await shops.pageFor(reservation);
    app.clock.advance(minutes(21));
    await app.sweep();
    stripe.pay(sessionId);
    await shops.passTime();
    assert.equal((await shops.now(reservation)).paymentStatus, "REFUNDED");
  });
});

describe("money goes back", () => {
  const cancel = (reservation: Body) =>
    holder(app, reservation).post(`/v1/reservations/${reservation.id}/cancel`);

  test("when a paid reservation is cancelled, by the shopper or the merchant", async () => {
    const shop = await shops.open();
    const [mine, theirs] = [await shops.payFor(shop), await shops.payFor(shop)];
    const cancelled = await cancel(mine.reservation);
    assert.equal(cancelled.body.paymentStatus, "REFUND_DUE");
    await act(app, theirs.reservation.id, "cancel");
    await app.sweep();
    // However many instances come by.
    const before = stripe.calls.length;
    await Promise.all([1, 2, 3, 4].map(() => app.server.boxes.payments.sweep()));
    await shops.passTime();
    const asked = stripe.calls.slice(before).filter((call) => call === "POST /v1/refunds");
    assert.equal(asked.length, 2);
    for (const { reservation, intentId } of [mine, theirs]) {
      assert.equal((await shops.now(reservation)).paymentStatus, "REFUNDED");
      assert.equal(shops.refundsOf(intentId).length, 1);
    }
    assert.equal(await remaining(shop), 3);
  });

  for (const trouble of ["error", "lost request", "lost answer", "busy"] as const) {
    test(`once, after trouble with Stripe: ${trouble}`, async () => {
      const { reservation, intentId } = await shops.payFor(await shops.open());
      await cancel(reservation);
      stripe.trouble("/refunds", trouble);
      await shops.passTime();
      assert.equal((await shops.now(reservation)).paymentStatus, "REFUND_DUE");
      await shops.passTime(1);
      assert.equal((await shops.now(reservation)).paymentStatus, "REFUNDED");
      await shops.passTime(60);
      assert.equal(shops.refundsOf(intentId).length, 1);
    });
  }

  test("also when the instances that began it have died", async () => {
    const { reservation, intentId } = await shops.payFor(await shops.open());
    await cancel(reservation);
    await app.sweep();
    // One takes up what is due, and is never heard of again.
    const { pool, clock } = app;
    assert.equal((await takeDuePayments(pool, clock.fixed(), minutes(1), 10)).length, 1);
    await shops.passTime();
    assert.equal(shops.refundsOf(intentId).length, 0);
    app.clock.advance(minutes(1));
    // The next one writes the refund down and dies before Stripe hears of it.
    stripe.trouble("/refunds", "lost request");
    await app.server.boxes.payments.sweep();
    app.clock.advance(minutes(1));
    assert.equal((await takeDueRefunds(pool, clock.fixed(), minutes(1), 10)).length, 1);
    await shops.passTime();
    assert.equal(shops.refundsOf(intentId).length, 0);
    await shops.passTime(1);
    assert.equal(shops.refundsOf(intentId).length, 1);
    assert.equal((await shops.now(reservation)).paymentStatus, "REFUNDED");
  });

  test("also when the server died with the commit that cancelled it", async () => {
    const { reservation, intentId } = await shops.payFor(await shops.open());
    await cancel(reservation);
    await app.pool.query(`update box_payment set due_at = null`); // nobody was told any more
    await shops.passTime();
    assert.equal(shops.refundsOf(intentId).length, 1);
    assert.equal((await shops.now(reservation)).paymentStatus, "REFUNDED");
  });

  test("when it came twice for the same reservation: the second time", async () => {
    const { reservation, sessionId, intentId } = await shops.payFor(await shops.open());
    const twin = stripe.twinOf(sessionId);
    await shops.deliver(stripe.pay(twin.id));
    await shops.passTime();
    assert.equal(shops.refundsOf(stripe.session(twin.id).payment_intent!).length, 1);
    assert.equal(shops.refundsOf(intentId).length, 0);
    assert.equal((await shops.now(reservation)).paymentStatus, "PAID");
  });

  test("when it is not the amount that was asked for", async () => {
    const reservation = await (await shops.open()).reserve();
    const { sessionId } = await shops.pageFor(reservation);
    stripe.session(sessionId).amount_total -= 1;
    await shops.deliver(stripe.pay(sessionId));
    await shops.passTime();
    assert.equal(shops.refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
    assert.notEqual((await shops.now(reservation)).paymentStatus, "PAID");
  });

  test("for a box that was paid at the counter meanwhile", async () => {
    const shop = await shops.open();
    const reservation = await shop.reserve();
    const { sessionId } = await shops.pageFor(reservation);
    await holder(app, reservation).post(`/v1/reservations/${reservation.id}/confirm`);
    app.clock.advance(minutes(61));
    const { pickupCode: code } = await shops.now(reservation);
    const picked = await shop.bakery.pickUp(code);
    assert.equal(picked.body.status, "PICKED_UP", JSON.stringify(picked.body));
    await shops.deliver(stripe.pay(sessionId));
    await shops.passTime();
    assert.equal(shops.refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
    assert.equal((await shops.now(reservation)).status, "PICKED_UP");
  });

  test("not for a paid box that nobody came for: it was kept for them", async () => {
    const { reservation, intentId } = await shops.payFor(await shops.open());
    await shops.passTime(181);
    const after = await shops.now(reservation);
    assert.equal(after.reason, "NOT_COLLECTED");
    assert.equal(after.paymentStatus, "PAID");
    assert.deepEqual(shops.refundsOf(intentId), []);
  });

  test("by hand at Stripe, and the reservation says so", async () => {
    const { reservation, sessionId } = await shops.payFor(await shops.open());
    await shops.deliver(stripe.refundByHand(sessionId));
    assert.equal((await shops.now(reservation)).paymentStatus, "REFUNDED");
    assert.equal((await shops.paymentOf(reservation)).status, "REFUNDED");
  });

  test("in part by hand, which is between the merchant and the customer", async () => {
    const { reservation, sessionId, intentId } = await shops.payFor(await shops.open());
    const part = { id: "re_part", payment_intent: intentId, amount: 1, status: "succeeded" };
    await shops.deliver(stripe.event("refund.created", part));
    assert.equal((await shops.now(reservation)).paymentStatus, "PAID");
    await cancel(reservation);
    await app.sweep();
    await shops.deliver(stripe.event("refund.updated", part));
    await shops.passTime();
    assert.equal(shops.refundsOf(stripe.session(sessionId).payment_intent!).length, 1);
  });

  test("and comes back from the bank: that is told, for somebody to see to it", async () => {
    const { reservation, intentId } = await shops.payFor(await shops.open());
    await cancel(reservation);
    await shops.passTime();
    await shops.deliver(stripe.failRefund(intentId));
    assert.equal((await shops.paymentOf(reservation)).status, "REFUND_FAILED");
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    assert.match(metrics, /^turnkeeper_boxes_refunds_failed 1$/m);
  });
});

test("whatever happens at once: no paid reservation without a box, no money without either", async () => {
  const quantity = 20;
  const rules = { latePayments: "honour", cooldownMinutes: 0 };
  const shop = await shops.open(rules, { quantity });
  const keptBefore = stripe.kept();
  const reservations = await Promise.all(Array.from({ length: quantity }, () => shop.reserve()));
  const pages = await Promise.all(reservations.map((reservation) => shops.pageFor(reservation)));
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
  for (let i = 0; i < 5; i++) await shops.passTime(1);
  const after = await Promise.all(reservations.map((reservation) => shops.now(reservation)));
  const paid = after.filter(({ paymentStatus }) => paymentStatus === "PAID");
  for (const { status } of paid) assert.equal(status, "ACTIVE");
  for (const { status, paymentStatus } of after) {
    if (paymentStatus !== "PAID") assert.notEqual(status, "ACTIVE");
  }
  assert.equal(stripe.kept() - keptBefore, paid.length * 450);
  assert(paid.length > 0 && paid.length <= quantity);
});
