// Money that has to go back. Each refund is a row, written in the commit that owes it, and tried until it
// is done: by any instance, after any crash, under one idempotency key, so that Stripe does it once.

import { approximateNow } from "../../infra/clock.ts";
import * as orders from "../core/orders.ts";
import type { PaymentReports } from "./payment-reports.ts";
import * as store from "./payment-store.ts";
import type { Refund } from "./payment-store.ts";
import { byStripe, decideOn, pauseAfter, settle, type SettlingDeps } from "./settling.ts";
import { findReservation } from "../core/store.ts";
import { GatewayTrouble, type RefundNews, type StripeGateway } from "./stripe-gateway.ts";

export interface RefundDeps extends SettlingDeps {
  reports: PaymentReports;
}

export class Refunds {
  readonly #deps: RefundDeps;

  constructor(deps: RefundDeps) {
    this.#deps = deps;
  }

  /** Tries some of what is due; says how many. */
  async sweepSome(gateway: StripeGateway, leaseMs: number, most: number): Promise<number> {
    const { pool, clock } = this.#deps;
    const due = await store.takeDueRefunds(pool, clock.fixed(), leaseMs, most);
    await Promise.all(due.map((refund) => this.#try(refund, gateway)));
    return due.length;
  }

  async #try(refund: Refund, gateway: StripeGateway): Promise<void> {
    const { pool, clock, reports } = this.#deps;
    try {
      const { refundId } = await gateway.refund(refund.intentId, refund.attempt);
      await this.#done(refund, refundId);
    } catch (error) {
      reports.refund("put_off", refund, error);
      const failed = error instanceof GatewayTrouble && error.known;
      const later = new Date(approximateNow(clock) + pauseAfter(refund.tries));
      await store.refundLater(pool, refund, later, failed);
    }
  }

  /** Stripe tells of a refund: ours, or one that somebody made there by hand. */
  async seen({ intentId, refundId, amount }: RefundNews): Promise<void> {
    const refund = await settle(this.#deps, async (tx, now) => {
      const payment = await store.lockPaymentOf(tx, intentId);
      // A part of it, given back for some other reason, is between the merchant and the customer.
      if (payment && amount < payment.amount) return null;
      if (payment) await store.insertRefund(tx, payment, intentId, "BY_HAND", now);
      return store.findRefund(tx, intentId);
    });
    if (refund) await this.#done(refund, refundId);
  }

  /** The bank has sent it back. */
  async failed(intentId: string): Promise<void> {
    const refund = await store.saveRefundFailed(this.#deps.pool, intentId);
    if (refund) this.#deps.reports.refund("failed", refund);
  }

  async #done(refund: Refund, refundId: string | null): Promise<void> {
    const { clock, reports } = this.#deps;
    const { orgId, intentId: reference, reservationId } = refund;
    const isNew = await settle(this.#deps, async (tx, now) => {
      if (!(await store.saveRefunded(tx, refund, refundId, now))) return false;
      const reservation = await findReservation(tx, orgId, reservationId);
      if (reservation) {
        await decideOn(tx, clock, orders.refunded(byStripe(orgId), reservation, { reference }));
      }
      return true;
    });
    if (isNew) reports.refund("done", refund);
  }
}
