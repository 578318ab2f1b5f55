import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { Stripe } from "stripe";
import { FakeStripe, webhookSecret } from "../../../test/stripe.ts";
import { GatewayTrouble, NotGenuine, StripeGateway, type Bill } from "./stripe-gateway.ts";

let stripe: FakeStripe;
let gateway: StripeGateway;
let bills = 0;

before(async () => {
  stripe = await FakeStripe.start();
  gateway = new StripeGateway({
    secretKey: "sk_test_0123456789",
    webhookSecret,
    apiUrl: stripe.url,
  });
});
beforeEach(() => void (stripe.refunds.length = 0));
after(() => stripe.close());

function bill(given: Partial<Bill> = {}): Bill {
  bills += 1;
  const urls = { doneUrl: "https://example.org/done", backUrl: "https://example.org/back" };
  const what = { amount: 450, currency: "EUR", title: "Bread" };
  return { paymentId: `payment-${bills}`, attempt: 1, ...what, ...urls, ...given };
}

const isTrouble = (known: boolean) => (error: unknown) =>
  error instanceof GatewayTrouble && error.known === known;

test("a checkout asks for the amount in minor units, and names the payment", async () => {
  const asked = bill();
  const { sessionId, url } = await gateway.open(asked);
  const session = stripe.session(sessionId);
  assert.equal(url, session.url);
  assert.equal(session.amount_total, 450);
  assert.equal(session.currency, "eur");
  assert.equal(session.title, "Bread");
  assert.equal(session.metadata["turnkeeper_payment"], asked.paymentId);
});

test("after a lost answer the same attempt finds the same checkout", async () => {
  const asked = bill();
  stripe.trouble("/sessions", "lost answer");
  await assert.rejects(gateway.open(asked), isTrouble(false));
  const before = stripe.sessions.size;
  await gateway.open(asked);
  assert.equal(stripe.sessions.size, before);
});

test("an error is remembered under its key: the next attempt has another", async () => {
  const asked = bill();
  stripe.trouble("/sessions", "error");
  await assert.rejects(gateway.open(asked), isTrouble(true));
  await assert.rejects(gateway.open(asked), isTrouble(true));
  assert.ok((await gateway.open({ ...asked, attempt: 2 })).url);
});

test("a Stripe that is silent is given up on", async () => {
  const settings = { secretKey: "sk_test_0123456789", webhookSecret, apiUrl: stripe.url };
  const impatient = new StripeGateway({ ...settings, timeoutMs: 1 });
  stripe.trouble("/sessions", "silence");
  await assert.rejects(impatient.open(bill()), isTrouble(false));
});

test("too many calls at once say nothing about this one", async () => {
  stripe.trouble("/sessions", "busy");
  await assert.rejects(gateway.open(bill()), isTrouble(false));
});

test("closing a checkout that was paid meanwhile tells that it was paid", async () => {
  const { sessionId } = await gateway.open(bill());
  stripe.pay(sessionId);
  const { state, intentId } = await gateway.close(sessionId);
  assert.equal(state, "paid");
  assert.ok(intentId);
});

test("a closed checkout stays closed", async () => {
  const { sessionId } = await gateway.open(bill());
  assert.equal((await gateway.close(sessionId)).state, "closed");
  assert.equal((await gateway.close(sessionId)).state, "closed");
});

test("money goes back once, whatever gets lost on the way", async () => {
  const { sessionId } = await gateway.open(bill());
  stripe.pay(sessionId);
  const intentId = stripe.session(sessionId).payment_intent!;
  stripe.trouble("/refunds", "lost answer");
  await assert.rejects(gateway.refund(intentId, 1), isTrouble(false));
  assert.ok((await gateway.refund(intentId, 1)).refundId);
  // A key that Stripe has forgotten by then, or another one: it is refunded already.
  assert.equal((await gateway.refund(intentId, 2)).refundId, null);
  assert.equal(stripe.refunds.length, 1);
});

test("an event is believed only with a fresh signature over exactly what was sent", async () => {
  const now = Date.parse("2026-03-02T09:00:00Z");
  const event = stripe.event("checkout.session.completed", {
    id: "cs_1",
    status: "complete",
    payment_status: "paid",
    payment_intent: "pi_1",
    amount_total: 450,
    currency: "eur",
    metadata: { turnkeeper_payment: "p" },
  });
  const payload = JSON.stringify({ object: "event", ...event });
  const sign = (secret: string, timestamp = now / 1000) =>
    new Stripe("sk_test_signs").webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const read = (body: string, signature: string) => gateway.read(Buffer.from(body), signature, now);
  assert.deepEqual(await read(payload, sign(webhookSecret)), {
    kind: "checkout",
    checkout: {
      sessionId: "cs_1",
      paymentId: "p",
      state: "paid",
      intentId: "pi_1",
      amount: 450,
      currency: "EUR",
    },
  });
  await assert.rejects(read(payload, sign("whsec_of_somebody_else")), NotGenuine);
  await assert.rejects(read(`${payload} `, sign(webhookSecret)), NotGenuine);
  await assert.rejects(read(payload, sign(webhookSecret, now / 1000 - 301)), NotGenuine);
  await assert.rejects(read(payload, ""), NotGenuine);
});
