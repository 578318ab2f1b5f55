// The only place that talks to Stripe: it opens a hosted checkout page, closes it, refunds, and reads signed events.
// Every call that changes something carries an idempotency key, so a repeat after a lost answer is the
// same call to Stripe and not a second one.

import type { Stripe } from "stripe";

export interface GatewaySettings {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
  timeoutMs?: number;
}

/** What a person is asked to pay for. */
export interface Bill {
  paymentId: string;
  /** Part of the key: another number only after Stripe has said that the attempt failed. */
  attempt: number;
  amount: number;
  currency: string;
  title: string;
  doneUrl: string;
  backUrl: string;
}

/** A checkout page as it is at Stripe. */
export interface Checkout {
  sessionId: string;
  paymentId: string | null;
  state: "open" | "closed" | "paid" | "pending";
  /** Names the money; there once it is paid. */
  intentId: string | null;
  amount: number;
  currency: string;
}

export interface RefundNews {
  kind: "refund";
  intentId: string;
  refundId: string;
  amount: number;
  failed: boolean;
}

/** What Stripe tells us that matters here. */
export type PaymentNews = { kind: "checkout"; checkout: Checkout } | RefundNews | { kind: "other" };

/** Stripe did not do it. `known`: it said so; else its answer is missing and the call may have worked. */
export class GatewayTrouble extends Error {
  override name = "GatewayTrouble";
  readonly known: boolean;

  constructor(message: string, known: boolean, cause: unknown) {
    super(message, { cause });
    this.known = known;
  }
}

/** Neither Stripe nor anybody who has the webhook's secret has sent this. */
export class NotGenuine extends Error {
  override name = "NotGenuine";
}

const timeoutMs = 10_000;
/** How old a signed event may be, against somebody who has recorded one. */
const toleranceSeconds = 300;

export class StripeGateway {
  readonly #settings: GatewaySettings;
  #client: Promise<Stripe> | null = null;

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
  }

  #stripe(): Promise<Stripe> {
    return (this.#client ??= connect(this.#settings));
  }

  async open(bill: Bill): Promise<{ sessionId: string; url: string }> {
    const { paymentId, amount, title } = bill;
    const metadata = { turnkeeper_payment: paymentId };
    const stripe = await this.#stripe();
    const session = await told(
      stripe.checkout.sessions.create(
        {
          mode: "payment",
          client_reference_id: paymentId,
          metadata,
          payment_intent_data: { metadata },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: bill.currency.toLowerCase(),
                unit_amount: amount,
                product_data: { name: title },
              },
            },
          ],
          success_url: bill.doneUrl,
          cancel_url: bill.backUrl,
        },
        { idempotencyKey: `turnkeeper-checkout-${paymentId}-${bill.attempt}` },
      ),
    );
    if (!session.url) throw new Error("a checkout without an address");
    return { sessionId: session.id, url: session.url };
  }

  async look(sessionId: string): Promise<Checkout> {
    const stripe = await this.#stripe();
    return checkoutOf(await told(stripe.checkout.sessions.retrieve(sessionId)));
  }

  /** Nobody can pay there any more; unless somebody has, which is then told. */
  async close(sessionId: string): Promise<Checkout> {
    const stripe = await this.#stripe();
    try {
      return checkoutOf(await told(stripe.checkout.sessions.expire(sessionId)));
    } catch (error) {
      // Stripe refuses to close what is paid or closed already.
      if (error instanceof GatewayTrouble && error.known) return this.look(sessionId);
      throw error;
    }
  }

  /** All of it. Doing it again changes nothing, whatever became of the key: it is refunded already. */
  async refund(intentId: string, attempt: number): Promise<{ refundId: string | null }> {
    const key = { idempotencyKey: `turnkeeper-refund-${intentId}-${attempt}` };
    const stripe = await this.#stripe();
    try {
      const refund = await told(stripe.refunds.create({ payment_intent: intentId }, key));
      return { refundId: refund.id };
    } catch (error) {
      const { cause } = error as { cause?: { code?: unknown } };
      if (cause?.code === "charge_already_refunded") return { refundId: null };
      throw error;
    }
  }

  /** `nowMs` is the time that the age of the signature is measured by. */
  async read(body: Buffer, signature: string, nowMs: number): Promise<PaymentNews> {
    const stripe = await this.#stripe();
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(
        body,
        signature,
        this.#settings.webhookSecret,
        toleranceSeconds,
        undefined,
        nowMs,
      );
    } catch (error) {
      throw new NotGenuine((error as Error).message, { cause: error });
    }
    return newsOf(event);
  }
}

/** Stripe's package is large, and loaded only where somebody pays. */
async function connect(settings: GatewaySettings): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  const { protocol, hostname, port } = new URL(settings.apiUrl);
  return new Stripe(settings.secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port ? { port } : {}),
    timeout: settings.timeoutMs ?? timeoutMs,
    // Our own rows say what is to be tried again, also after a crash.
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

function newsOf(event: Stripe.Event): PaymentNews {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return { kind: "checkout", checkout: checkoutOf(event.data.object) };
    case "refund.created":
    case "refund.updated":
    case "refund.failed": {
      const { id: refundId, payment_intent: intent, status, amount } = event.data.object;
      if (!intent) return { kind: "other" };
      const failed = status === "failed" || status === "canceled";
      return { kind: "refund", intentId: idOf(intent), refundId, amount, failed };
    }
    default:
      return { kind: "other" };
  }
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const { payment_intent: intent } = session;
  return {
    sessionId: session.id,
    paymentId: session.metadata?.["turnkeeper_payment"] ?? null,
    state: stateOf(session),
    intentId: intent ? idOf(intent) : null,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
  };
}

function stateOf({ status, payment_status: paid }: Stripe.Checkout.Session): Checkout["state"] {
  if (status === "complete") return paid === "paid" ? "paid" : "pending";
  return status === "expired" ? "closed" : "open";
}

const idOf = (named: string | { id: string }) => (typeof named === "string" ? named : named.id);

/** Whether Stripe answered at all decides whether the same key may be used again. */
async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message: string };
    // Too many at once is no answer to this call: it was not looked at.
    const known = statusCode !== undefined && statusCode !== 429 && statusCode !== 409;
    throw new GatewayTrouble(message, known, error);
  }
}
