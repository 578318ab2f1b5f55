// Redis as something that only helps: an answer soon, or none. After a slow or frozen Redis has kept one
// request waiting, it is left alone for a moment, so that one request pays for it and not all.

import type { RedisTier, Script } from "./redis.ts";

export interface Hints {
  /** undefined: Redis has nothing to say now, and its caller goes on without. */
  ask(
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown>;
}

export interface OptionalRedisOptions {
  /** How long an answer is waited for. */
  patienceMs?: number;
  /** How long Redis is left alone after that. */
  restMs?: number;
}

export class OptionalRedis implements Hints {
  readonly #redis: RedisTier;
  readonly #patienceMs: number;
  readonly #restMs: number;
  #restUntil = 0;

  constructor(redis: RedisTier, { patienceMs = 500, restMs = 2_000 }: OptionalRedisOptions = {}) {
    this.#redis = redis;
    this.#patienceMs = patienceMs;
    this.#restMs = restMs;
  }

  async ask(
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    if (!this.#redis.isReady() || performance.now() < this.#restUntil) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      // In a rush it may be this process that is late: what has arrived meanwhile is read first.
      const giveUp = () => setImmediate(() => reject(new Error("Redis is slow")));
      timer = setTimeout(giveUp, this.#patienceMs);
    });
    try {
      return await Promise.race([this.#redis.run(script, keys, args), tooLong]);
    } catch {
      // Told in the log where the connection is looked after.
      this.#restUntil = performance.now() + this.#restMs;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
