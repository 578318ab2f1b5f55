// Paying online. Somebody with a hold is sent to Stripe's page, and Stripe reports by a signed event. In the
// commit that handles it, the hold becomes a paid reservation, or a refund is written. So there is never a
// paid reservation without a box, and no money is kept without one, whatever gets lost, comes twice or comes
// in another order: the present state counts, at Stripe and here, and not which event reported it.

import type pg from "pg";
import type { z } from "zod";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { newId } from "../../infra/ids.ts";
import { wrongState } from "../../kernel/decide.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import * as orders from "../core/orders.ts";
import type { PaymentReports } from "./payment-reports.ts";
import * as store from "./payment-store.ts";
import type { DuePayment, Payment, Refund } from "./payment-store.ts";
import type { PaymentDesk } from "../ports.ts";
import { Refunds } from "./refunds.ts";
import type { PaymentMethod, Reservation } from "../core/rules.ts";
import { byStripe, decideOn, pauseAfter, settle } from "./settling.ts";
import { findInventories } from "../catalogue/inventory-store.ts";
import { findReservation } from "../core/store.ts";
import { GatewayTrouble, type Checkout, type StripeGateway } from "./stripe-gateway.ts";
import type { payment } from "../schemas.ts";

export interface PaymentDeps {
  pool: pg.Pool;
  clock: Clock;
  /** null: people pay at pickup. */
  gateway: StripeGateway | null;
  publicUrl: string;
  reports: PaymentReports;
}

export type PaymentView = z.infer<typeof payment>;

const minuteMs = 60_000;
/** So long before a hold ends Stripe is asked, in case its event was lost: then it is not too late. */
const lastLookMs = minuteMs / 2;
const leaseMs = minuteMs;
const chunk = 10;

export class Payments implements PaymentDesk {
  readonly #deps: PaymentDeps;
  readonly #refunds: Refunds;

  constructor(deps: PaymentDeps) {
    this.#deps = deps;
    this.#refunds = new Refunds(deps);
  }

  get areOn(): boolean {
    return this.#deps.gateway !== null;
  }

  /** Where to pay for a reservation. The same answer each time, as long as it can be paid. */
  async begin(orgId: string, reservationId: string): Promise<PaymentView> {
    const { pool, clock, publicUrl, reports } = this.#deps;
    const reservation = await this.#reservation(pool, orgId, reservationId);
    const gateway = this.#gateway();
    const now = new Date(approximateNow(clock));
    const [inventory] = await findInventories(pool, [reservation.lineId]);
    const refusal = whyNotToPay(reservation, inventory!.merchant.payment, now);
    if (refusal) throw refusal;
    const amount = reservation.data.amount!;
    const payment = await store.openPayment(
      pool,
      {
        orgId,
        id: newId(),
        reservationId,
        inventoryId: reservation.lineId,
        amount,
        currency: inventory!.merchant.currency,
        title: `${reservation.places} × ${inventory!.title}, ${inventory!.merchant.name}`,
      },
      now,
      instant(reservation.deadlineAt! - lastLookMs),
    );
    if (payment.state === "PAID") throw alreadyPaid();
    if (payment.url) return viewOf(payment, null);
    const page = `${publicUrl}/r/${reservationId}`;
    const urls = { doneUrl: `${page}?payment=done`, backUrl: `${page}?payment=back` };
    try {
      const checkout = await gateway.open({ ...payment, paymentId: payment.id, ...urls });
      await store.saveCheckout(pool, payment, checkout);
      reports.payment("opened", idsOf(payment));
      return viewOf({ ...payment, ...checkout }, null);
    } catch (error) {
      if (!(error instanceof GatewayTrouble)) throw error;
      reports.trouble("checkout_failed", { ...idsOf(payment), reason: error });
      if (error.known) await store.nextAttempt(pool, payment);
      throw refuse("PAYMENT_UNAVAILABLE", undefined, { retryAfterSeconds: 5 });
    }
  }

  async find(orgId: string, reservationId: string): Promise<PaymentView> {
    const { pool } = this.#deps;
    const reservation = await this.#reservation(pool, orgId, reservationId);
    const payment = await store.findPayment(pool, orgId, reservationId);
    if (!payment) return this.#unpaid(reservation);
    const refund =
      payment.intentId === null ? null : await store.findRefund(pool, payment.intentId);
    return viewOf(payment, refund);
  }

  /** Something that Stripe says; throws when it was not Stripe. */
  async onStripeEvent(body: Buffer, signature: string): Promise<void> {
    const { pool, clock, reports } = this.#deps;
    const news = await this.#gateway().read(body, signature, approximateNow(clock));
    if (news.kind === "refund") {
      await (news.failed ? this.#refunds.failed(news.intentId) : this.#refunds.seen(news));
    }
    if (news.kind !== "checkout" || news.checkout.paymentId === null) return;
    const { checkout } = news;
    if (checkout.state === "paid") await this.#paid(checkout);
    if (checkout.state === "closed") {
      await store.saveClosed(pool, checkout.paymentId!, checkout.sessionId);
      reports.trouble("checkout_expired", { paymentId: checkout.paymentId });
    }
  }

  /** A reservation was cancelled: its money goes back, and its page at Stripe is closed. */
  async ended(orgId: string, reservationId: string): Promise<void> {
    const { pool, clock, gateway } = this.#deps;
    if (gateway) await store.paymentIsDue(pool, orgId, reservationId, clock.fixed());
  }

  /** Does what is due; says how much there was. Any instance may, as often as it likes. */
  async sweep(): Promise<number> {
    const { pool, clock, gateway } = this.#deps;
    if (!gateway) return 0;
    let done = 0;
    for (;;) {
      const payments = await store.takeDuePayments(pool, clock.fixed(), leaseMs, chunk);
      await Promise.all(payments.map((payment) => this.#lookAt(payment, gateway)));
      const refunds = await this.#refunds.sweepSome(gateway, leaseMs, chunk);
      done += payments.length + refunds;
      if (payments.length < chunk && refunds < chunk) return done;
    }
  }

  // ---- the money came

  async #paid(checkout: Checkout): Promise<void> {
    const { reports } = this.#deps;
    const { paymentId, intentId, amount, currency } = checkout;
    if (!paymentId || !intentId) throw new Error("something was paid that has no name");
    const step = await settle(this.#deps, async (tx, now) => {
      const payment = await store.lockPayment(tx, paymentId);
      if (!payment) return "unknown";
      const owed = await store.findRefund(tx, intentId);
      if (owed || payment.intentId === intentId) return null; // heard of it already
      const goesBack = (reason: string) => store.insertRefund(tx, payment, intentId, reason, now);
      if (payment.state === "PAID") {
        await goesBack("PAID_TWICE");
        return { payment, step: "paid_twice" } as const;
      }
      const isRight = amount === payment.amount && currency === payment.currency;
      const reservation = isRight ? await this.#decidePaid(tx, payment, intentId) : null;
      await store.savePaid(
        tx,
        payment,
        intentId,
        now,
        reservation && instant(reservation.deadlineAt),
      );
      if (reservation) return { payment, step: "paid" } as const;
      await goesBack(isRight ? "CAME_TOO_LATE" : "WRONG_AMOUNT");
      return { payment, step: "came_too_late" } as const;
    });
    if (step === "unknown") reports.trouble("unknown", { paymentId });
    else if (step) reports.payment(step.step, idsOf(step.payment));
  }

  /** The reservation, if it has its box and this money has paid for it. */
  async #decidePaid(
    tx: pg.ClientBase,
    { orgId, reservationId }: Payment,
    intentId: string,
  ): Promise<Reservation | null> {
    const reservation = await findReservation(tx, orgId, reservationId);
    if (!reservation) return null;
    const order = orders.pay(byStripe(orgId), reservation, { reference: intentId });
    await decideOn(tx, this.#deps.clock, order);
    const after = (await findReservation(tx, orgId, reservationId))!;
    const { paymentStatus, paymentReference } = after.data;
    const isPaid = paymentStatus === "PAID" && paymentReference === intentId;
    return isPaid && after.state === "holding" ? after : null;
  }

  // ---- what has to be done by itself

  async #lookAt(payment: DuePayment, gateway: StripeGateway): Promise<void> {
    const { pool, reports } = this.#deps;
    try {
      if (payment.state === "PAID") await this.#lookAtPaid(payment);
      if (payment.state === "OPEN") await this.#lookAtOpen(payment, gateway);
    } catch (error) {
      reports.trouble("look_failed", { ...idsOf(payment), reason: error });
      const later = payment.now.getTime() + pauseAfter(payment.tries);
      await store.lookAtPayment(pool, payment, new Date(later));
    }
  }

  /** A page that nobody has paid on: kept while its reservation can be paid, closed after that. */
  async #lookAtOpen(payment: DuePayment, gateway: StripeGateway): Promise<void> {
    const { pool, reports } = this.#deps;
    const { orgId, reservationId, sessionId } = payment;
    const reservation = await findReservation(pool, orgId, reservationId);
    const until = reservation?.state === "holding" ? (reservation.deadlineAt ?? 0) : 0;
    const isHeld = until > payment.now.getTime();
    if (sessionId !== null) {
      const checkout = await (isHeld ? gateway.look(sessionId) : gateway.close(sessionId));
      // The event that told of it was lost, or is still on its way.
      if (checkout.state === "paid") return this.#paid({ ...checkout, paymentId: payment.id });
      if (!isHeld && checkout.state !== "closed") throw new Error(`the page is ${checkout.state}`);
    }
    if (isHeld) return store.lookAtPayment(pool, payment, instant(until));
    await store.saveClosed(pool, payment.id, sessionId);
    reports.payment("closed", idsOf(payment));
  }

  /** Its reservation was cancelled, or its window is over. */
  async #lookAtPaid(payment: Payment): Promise<void> {
    await settle(this.#deps, async (tx, now) => {
      await store.lockPayment(tx, payment.id);
      const reservation = await findReservation(tx, payment.orgId, payment.reservationId);
      const { paymentStatus, paymentReference } = reservation?.data ?? {};
      const { intentId } = payment;
      const owed = paymentStatus === "REFUND_DUE" && paymentReference === intentId;
      if (owed) await store.insertRefund(tx, payment, intentId!, "CANCELLED", now);
      const holds =
        reservation?.state === "holding" && (reservation.deadlineAt ?? 0) > now.getTime();
      await store.lookAtPayment(tx, payment, holds ? instant(reservation.deadlineAt) : null);
    });
  }

  #gateway(): StripeGateway {
    const { gateway } = this.#deps;
    if (!gateway) throw refuse("PAYMENTS_OFF", "This server takes no payments online");
    return gateway;
  }

  async #unpaid({ id, lineId, data }: Reservation): Promise<PaymentView> {
    const [inventory] = await findInventories(this.#deps.pool, [lineId]);
    const { currency } = inventory!.merchant;
    const none = { id: null, status: "NONE", url: null, createdAt: null, paidAt: null } as const;
    return { ...none, reservationId: id, amount: data.amount, currency };
  }

  async #reservation(db: pg.Pool, orgId: string, id: string): Promise<Reservation> {
    const reservation = await findReservation(db, orgId, id);
    if (!reservation) throw refuse("NOT_FOUND", "There is no such reservation");
    return reservation;
  }
}

function whyNotToPay(reservation: Reservation, payment: PaymentMethod, now: Date): Refusal | null {
  const { amount, paymentStatus } = reservation.data;
  if (paymentStatus !== "PENDING") return alreadyPaid();
  if (reservation.status !== "ACTIVE") return wrongState(reservation, "be paid");
  if ((reservation.deadlineAt ?? 0) <= now.getTime()) return refuse("HOLD_EXPIRED");
  if (payment === "at_pickup") return refuse("PAYMENTS_OFF", "This merchant is paid at pickup");
  return amount ? null : refuse("PAYMENTS_OFF", "There is nothing to pay");
}

const alreadyPaid = () => refuse("ALREADY_PAID");

function viewOf(payment: Payment, refund: Refund | null): PaymentView {
  const { id, reservationId, amount, currency, state } = payment;
  const refundStates = { DUE: "REFUND_DUE", DONE: "REFUNDED", FAILED: "REFUND_FAILED" } as const;
  return {
    id,
    reservationId,
    status: refund ? refundStates[refund.state] : state,
    amount,
    currency,
    url: state === "OPEN" ? payment.url : null,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
  };
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms));

const idsOf = ({ id, reservationId }: Payment) => ({ paymentId: id, reservationId });
