// Boxes that are paid online: a server, a Stripe of its own, and what shoppers, Stripe and time do, in few words.
import assert from "node:assert/strict";
import { startApp, type TestApp } from "./app.ts";
import { type Body, type Box, holder, minutes, openBakery, reservationNow } from "./boxes.ts";
import type { Answer } from "./http.ts";
import { FakeStripe, type StripeEvent } from "./stripe.ts";

export class PaidShops {
  readonly app: TestApp;
  readonly stripe: FakeStripe;

  private constructor(app: TestApp, stripe: FakeStripe) {
    this.app = app;
    this.stripe = stripe;
  }

  static async start(): Promise<PaidShops> {
    const stripe = await FakeStripe.start();
    return new PaidShops(await startApp({ env: stripe.env }), stripe);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.stripe.close();
  }

  /** An evening of its own for each story: what the last one left is over. */
  nextEvening(): void {
    const evening = new Date(this.app.clock.fixed());
    evening.setUTCDate(evening.getUTCDate() + 1);
    evening.setUTCHours(16, 0, 0, 0);
    this.app.clock.set(evening);
  }

  /** Boxes for this evening, from five to seven, of a bakery that is paid online or at the counter. */
  async open(merchant: object = {}, inventory: object = {}): Promise<Box> {
    const bakery = await openBakery(this.app, { payment: "either", ...merchant });
    return bakery.offer({ quantity: 3, ...inventory });
  }

  askToPay(reservation: Body): Promise<Answer> {
    return holder(this.app, reservation).post(`/v1/reservations/${reservation.id}/pay`);
  }

  async pageFor(reservation: Body): Promise<{ payment: Body; sessionId: string }> {
    const answer = await this.askToPay(reservation);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const [, sessionId] = /\/(cs_\d+)$/.exec(answer.body.url as string)!;
    return { payment: answer.body, sessionId: sessionId! };
  }

  /** Reserves, pays, and lets Stripe tell of it. */
  async payFor(shop: Box) {
    const reservation = await shop.reserve();
    const { sessionId } = await this.pageFor(reservation);
    await this.deliver(this.stripe.pay(sessionId));
    assert.equal((await this.now(reservation)).paymentStatus, "PAID");
    const intentId = this.stripe.session(sessionId).payment_intent!;
    return { reservation, sessionId, intentId };
  }

  async deliver(event: StripeEvent): Promise<void> {
    const answer = await this.stripe.deliver(this.app, event);
    assert.equal(answer.status, 200, await answer.text());
  }

  now({ id }: Body): Promise<Body> {
    return reservationNow(this.app, id as string);
  }

  async paymentOf(reservation: Body): Promise<Body> {
    const path = `/v1/reservations/${reservation.id}/payment`;
    const answer = await holder(this.app, reservation).get(path);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  }

  /** Everything that runs out or is due by now. */
  async passTime(count = 0): Promise<void> {
    this.app.clock.advance(minutes(count));
    await this.app.sweep();
    await this.app.server.boxes.payments.sweep();
  }

  refundsOf(intentId: string) {
    return this.stripe.refunds.filter((refund) => refund.payment_intent === intentId);
  }
}

export const remaining = async (shop: Box): Promise<number> => (await shop.view()).remaining;
