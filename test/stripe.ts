// Stripe for tests: the part of its API that payments need, over HTTP, with its idempotency keys, its
// webhooks signed as Stripe signs them, and its bad days: errors, lost answers, silence.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Stripe } from "stripe";
import type { TestApp } from "./app.ts";

/**
 * What goes wrong with the next call: an error that Stripe remembers under the key, a connection that
 * breaks before or after the work, too many calls, or no answer at all.
 */
type Trouble = "error" | "lost request" | "lost answer" | "busy" | "silence";

interface Session {
  id: string;
  object: "checkout.session";
  url: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  title: string;
}

interface Refund {
  id: string;
  object: "refund";
  payment_intent: string;
  amount: number;
  status: "succeeded" | "failed";
}

interface Saved {
  request: string;
  status: number;
  body: object;
}

export interface StripeEvent {
  id: string;
  type: string;
  data: { object: object };
}

export interface Delivery {
  secret?: string;
  /** Seconds since the epoch; the time of the app's clock unless said. */
  timestamp?: number;
  signature?: string;
  /** Sent instead of what was signed. */
  body?: string;
}

export const webhookSecret = "whsec_for_tests_0123456789";

export class FakeStripe {
  readonly sessions = new Map<string, Session>();
  readonly refunds: Refund[] = [];
  /** Every call that reached it, as "POST /v1/refunds". */
  readonly calls: string[] = [];
  readonly #saved = new Map<string, Saved>();
  readonly #troubles: { path: string; trouble: Trouble }[] = [];
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => request.socket.destroy());
  });
  #ids = 0;
  #port = 0;

  static async start(): Promise<FakeStripe> {
    const fake = new FakeStripe();
    fake.#server.listen(0, "127.0.0.1");
    await once(fake.#server, "listening");
    fake.#port = (fake.#server.address() as { port: number }).port;
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Settings for a server that pays here. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: "sk_test_0123456789",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: this.url,
    };
  }

  /** The next call to an address that contains `path` goes wrong. */
  trouble(path: string, trouble: Trouble): void {
    this.#troubles.push({ path, trouble });
    // The SDK tries once more by itself when a connection breaks.
    if (trouble.startsWith("lost")) this.#troubles.push({ path, trouble });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Somebody types in a card; what Stripe will tell about it. */
  pay(sessionId: string): StripeEvent {
    const session = this.session(sessionId);
    assert.equal(session.status, "open", "the page is closed");
    session.status = "complete";
    session.payment_status = "paid";
    session.payment_intent = this.#id("pi");
    return this.event("checkout.session.completed", session);
  }

  /** By a way of paying that takes its time: nothing is paid yet. */
  payLater(sessionId: string): StripeEvent {
    const session = this.session(sessionId);
    session.status = "complete";
    session.payment_intent = this.#id("pi");
    return this.event("checkout.session.completed", session);
  }

  settle(sessionId: string): StripeEvent {
    const session = this.session(sessionId);
    session.payment_status = "paid";
    return this.event("checkout.session.async_payment_succeeded", session);
  }

  /** Another page for the same payment, as after an answer that was lost for good. */
  twinOf(sessionId: string): Session {
    const id = this.#id("cs");
    const open = { status: "open", payment_status: "unpaid", payment_intent: null } as const;
    const twin = { ...this.session(sessionId), ...open, id };
    this.sessions.set(id, twin);
    return twin;
  }

  expire(sessionId: string): StripeEvent {
    const session = this.session(sessionId);
    session.status = "expired";
    return this.event("checkout.session.expired", session);
  }

  /** The bank sends the money of a refund back. */
  failRefund(intentId: string): StripeEvent {
    const refund = this.refunds.find((one) => one.payment_intent === intentId);
    assert(refund, "there is no such refund");
    refund.status = "failed";
    return this.event("refund.failed", refund);
  }

  /** The merchant refunds by hand at Stripe. */
  refundByHand(sessionId: string): StripeEvent {
    const { payment_intent: intent, amount_total: amount } = this.session(sessionId);
    assert(intent, "nothing was paid");
    return this.event("refund.created", this.#refund(intent, amount));
  }

  event(type: string, object: object): StripeEvent {
    return { id: this.#id("evt"), type, data: { object: structuredClone(object) } };
  }

  session(id: string): Session {
    const session = this.sessions.get(id);
    assert(session, `there is no session ${id}`);
    return session;
  }

  /** Money that was taken and not given back. */
  kept(): number {
    const taken = [...this.sessions.values()].filter((one) => one.payment_status === "paid");
    const back = this.refunds.filter((one) => one.status === "succeeded");
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    return sum(taken.map((one) => one.amount_total)) - sum(back.map((one) => one.amount));
  }

  /** Sends an event as Stripe does, signed. */
  async deliver(app: TestApp, event: StripeEvent, delivery: Delivery = {}): Promise<Response> {
    const now = Math.floor(app.clock.fixed().getTime() / 1000);
    const { secret = webhookSecret, timestamp = now } = delivery;
    const payload = JSON.stringify({ object: "event", api_version: "any", ...event });
    const signature =
      delivery.signature ??
      signer.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return fetch(`${app.url}/v1/payments/stripe/webhook`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": signature },
      body: delivery.body ?? payload,
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url);
    const call = `${request.method} ${url.pathname}`;
    const form = new URLSearchParams(await textOf(request));
    const at = this.#troubles.findIndex(({ path }) => url.pathname.includes(path));
    const trouble = at < 0 ? null : this.#troubles.splice(at, 1)[0]!.trouble;
    if (trouble === "silence") return;
    if (trouble === "lost request") return void request.socket.destroy();
    this.calls.push(call);
    const { status, body } =
      trouble === "busy"
        ? failure(429, "rate_limit", "Too many requests")
        : this.#answer(call, form, request.headers["idempotency-key"] as string, trouble);
    if (trouble === "lost answer") return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  /** The same key answers the same again, errors included, as Stripe does. */
  #answer(
    call: string,
    form: URLSearchParams,
    key: string | undefined,
    trouble: Trouble | null,
  ): { status: number; body: object } {
    const request = `${call} ${form.toString()}`;
    const saved = key === undefined ? undefined : this.#saved.get(key);
    if (saved && saved.request !== request) {
      return failure(400, "idempotency_error", "This key was used with other parameters");
    }
    if (saved) return saved;
    const answer =
      trouble === "error" ? failure(500, "api_error", "An unknown error") : this.#do(call, form);
    if (key !== undefined) this.#saved.set(key, { request, ...answer });
    return answer;
  }

  #do(call: string, form: URLSearchParams): { status: number; body: object } {
    const [, id, verb] = /^\w+ \/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(call) ?? [];
    if (call === "POST /v1/checkout/sessions") return ok(this.#open(form));
    if (id && !verb) return ok(this.session(id));
    if (id && verb) {
      const session = this.session(id);
      if (session.status !== "open") {
        return failure(400, "invalid_request_error", `This session is ${session.status}`);
      }
      session.status = "expired";
      return ok(session);
    }
    if (call === "POST /v1/refunds") {
      const intent = form.get("payment_intent")!;
      const paid = [...this.sessions.values()].find((one) => one.payment_intent === intent);
      if (!paid) return failure(404, "invalid_request_error", "No such payment_intent");
      if (this.refunds.some((one) => one.payment_intent === intent)) {
        const body = { type: "invalid_request_error", code: "charge_already_refunded" };
        return { status: 400, body: { error: { ...body, message: "It is refunded already" } } };
      }
      return ok(this.#refund(intent, paid.amount_total));
    }
    return failure(404, "invalid_request_error", `Unrecognized request URL (${call})`);
  }

  #open(form: URLSearchParams): Session {
    const id = this.#id("cs");
    const item = (name: string) => form.get(`line_items[0]${name}`)!;
    const session: Session = {
      id,
      object: "checkout.session",
      url: `https://checkout.stripe.test/${id}`,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: Number(item("[price_data][unit_amount]")) * Number(item("[quantity]")),
      currency: item("[price_data][currency]"),
      client_reference_id: form.get("client_reference_id")!,
      metadata: { turnkeeper_payment: form.get("metadata[turnkeeper_payment]")! },
      success_url: form.get("success_url")!,
      cancel_url: form.get("cancel_url")!,
      title: item("[price_data][product_data][name]"),
    };
    this.sessions.set(id, session);
    return session;
  }

  #refund(intent: string, amount: number): Refund {
    const refund: Refund = {
      id: this.#id("re"),
      object: "refund",
      payment_intent: intent,
      amount,
      status: "succeeded",
    };
    this.refunds.push(refund);
    return refund;
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids}`;
  }
}

const signer = new Stripe("sk_test_signs_only");

const ok = (body: object) => ({ status: 200, body });

function failure(status: number, type: string, message: string): { status: number; body: object } {
  return { status, body: { error: { type, message } } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
