// What is logged and counted of payments: ids and amounts, never a card or a name.

import { Counter } from "prom-client";
import type { Metrics } from "../../http/metrics.ts";
import type { Logger } from "../../infra/log.ts";

export type PaymentStep = "opened" | "paid" | "came_too_late" | "paid_twice" | "closed";
export type RefundStep = "done" | "put_off" | "failed";

export class PaymentReports {
  readonly #log: Logger;
  readonly #payments: Counter;
  readonly #refunds: Counter;

  constructor(metrics: Metrics, log: Logger) {
    this.#log = log;
    const registers = [metrics.registry];
    this.#payments = new Counter({
      name: "turnkeeper_boxes_payments_total",
      help: "Online payments for boxes, by step",
      labelNames: ["step"],
      registers,
    });
    this.#refunds = new Counter({
      name: "turnkeeper_boxes_refunds_total",
      help: "Refunds done, put off for another try, or sent back by the bank",
      labelNames: ["step"],
      registers,
    });
  }

  payment(step: PaymentStep, ids: { paymentId: string; reservationId: string }): void {
    this.#payments.inc({ step });
    this.#log.info(ids, `payments.${step}`);
  }

  refund(
    step: RefundStep,
    { paymentId, reservationId }: { paymentId: string; reservationId: string },
    reason?: unknown,
  ): void {
    this.#refunds.inc({ step });
    const context = { paymentId, reservationId, reason };
    if (step === "done") this.#log.info(context, "payments.refunded");
    else if (step === "failed") this.#log.error(context, "payments.refund_failed");
    else this.#log.warn(context, "payments.refund_put_off");
  }

  trouble(event: string, context: object): void {
    this.#log.warn(context, `payments.${event}`);
  }
}
