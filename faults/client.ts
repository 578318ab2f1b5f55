// Somebody who uses the servers as a real client does: asks any of them, and when there is no answer, or
// "not known", asks another with the same Idempotency-Key. All of it goes into the history.

import { setTimeout as pause } from "node:timers/promises";
import type { History, Operation, Product } from "./history.ts";
import { answerOf } from "./history.ts";
import type { Chance } from "./random.ts";

export interface ClientOptions {
  name: string;
  product: Product;
  urls: readonly string[];
  key: string;
  history: History;
  chance: Chance;
  /** Nobody begins anything new once this is over. */
  stopping: AbortSignal;
}

export interface Request {
  method?: string;
  path: string;
  body?: object;
  /** What it is about; the path unless said. */
  subject?: string;
  /** Somebody's own secret, instead of the staff's key. */
  secret?: string;
}

const attemptMs = 12_000;
const patienceMs = 90_000;
/** One in so many. */
const asksAgain = 20;

export class Client {
  readonly chance: Chance;
  readonly stopping: AbortSignal;
  readonly name: string;
  readonly #options: ClientOptions;
  #made = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.chance = options.chance;
    this.stopping = options.stopping;
    this.name = options.name;
  }

  /** Something that nobody else has, to be found again in the database. */
  mark(): string {
    return `${this.name}-${++this.#made}`;
  }

  /** What was answered when it is done; undefined when it was refused, or is not known. */
  async done<Body>(name: string, request: Request): Promise<Body | undefined> {
    return answerOf(await this.ask(name, request)) as Body | undefined;
  }

  async ask(name: string, { method = "POST", path, body, subject, secret }: Request) {
    const { product, history, urls, chance } = this.#options;
    const key = method === "POST" ? `${this.name}-key-${++this.#made}-0123456789` : null;
    const operation = history.begin({
      client: this.name,
      product,
      name,
      method,
      path,
      sent: body ?? null,
      key,
      subject: subject ?? path,
    });
    const giveUpAt = Date.now() + patienceMs;
    for (let n = chance.below(urls.length); ; n++) {
      const instance = n % urls.length;
      await this.#attempt(operation, instance, secret);
      const { status } = operation.attempts.at(-1)!;
      if (status !== 0 && status < 500 && status !== 429) {
        // Somebody who lost the answer on the way asks once more.
        if (key && status < 300 && chance.below(asksAgain) === 0) {
          await this.#attempt(operation, (n + 1) % urls.length, secret);
        }
        return operation;
      }
      if (Date.now() > giveUpAt) return operation;
      await pause(chance.between(100, 400));
    }
  }

  /** A moment, as people take one; shorter when the run ends. */
  async think(maxMs: number): Promise<void> {
    await pause(this.chance.below(maxMs), undefined, { signal: this.stopping }).catch(
      () => undefined,
    );
  }

  async #attempt(operation: Operation, instance: number, secret?: string): Promise<void> {
    const { method, path, sent, key } = operation;
    const startMs = Date.now();
    let status = 0;
    let body: unknown = null;
    try {
      const response = await fetch(this.#options.urls[instance] + path, {
        method,
        headers: {
          authorization: `Bearer ${secret ?? this.#options.key}`,
          ...(method === "GET" ? {} : { "content-type": "application/json" }),
          ...(key ? { "idempotency-key": key } : {}),
        },
        ...(method === "GET" ? {} : { body: JSON.stringify(sent ?? {}) }),
        signal: AbortSignal.timeout(attemptMs),
      });
      const text = await response.text();
      body = text ? JSON.parse(text) : null;
      status = response.status;
    } catch (error) {
      const { message, cause } = error as Error;
      body = { error: cause instanceof Error ? cause.message : message };
    }
    operation.attempts.push({ instance, startMs, endMs: Date.now(), status, body });
  }
}
