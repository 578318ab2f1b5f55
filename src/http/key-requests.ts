// How many requests an organisation's keys may make in a minute, over all instances. Asking the
// shared count for each of them would cost more than most requests do, so an instance takes a hundredth at
// a time and hands it out by itself. The total can be a hundredth more for each instance, never a multiple.

import type { FastifyRequest } from "fastify";
import { approximateNow, type Clock } from "../infra/clock.ts";
import type { Limiter, PublicWrites } from "./public-writes.ts";

interface Portion {
  allowed: boolean;
  resetSeconds: number;
  left: number;
  until: number;
}

export interface KeyRequestDeps {
  limiter: Limiter;
  refusals: Pick<PublicWrites, "refusal">;
  perMinute: number;
  clock: Clock;
}

const minuteMs = 60_000;
const maxPortions = 100;
const maxOrganisations = 10_000;

export class KeyRequests {
  readonly #deps: KeyRequestDeps;
  readonly #size: number;
  /** By organisation: what this instance has left to hand out. */
  readonly #portions = new Map<string, Promise<Portion>>();

  constructor(deps: KeyRequestDeps) {
    this.#deps = deps;
    this.#size = Math.ceil(deps.perMinute / maxPortions);
  }

  async check(request: FastifyRequest): Promise<void> {
    const { caller } = request;
    if (caller.kind !== "key") return;
    const { refusals, perMinute: limit, clock } = this.#deps;
    for (;;) {
      const asked = this.#portions.get(caller.orgId) ?? this.#ask(caller.orgId);
      const portion = await asked;
      if (portion.left > 0 && portion.until > approximateNow(clock)) {
        portion.left -= 1;
        return;
      }
      if (this.#portions.get(caller.orgId) === asked) this.#portions.delete(caller.orgId);
      if (!portion.allowed) {
        const { resetSeconds } = portion;
        throw refusals.refusal("key_requests", request, { limit, resetSeconds });
      }
    }
  }

  #ask(orgId: string): Promise<Portion> {
    if (this.#portions.size >= maxOrganisations) this.#portions.clear();
    const asked = this.#take(orgId);
    this.#portions.set(orgId, asked);
    asked.catch(() => this.#portions.delete(orgId));
    return asked;
  }

  async #take(orgId: string): Promise<Portion> {
    const { limiter, perMinute, clock } = this.#deps;
    const portions = Math.floor(perMinute / this.#size);
    const taken = await limiter.take("requests with keys", orgId, portions, minuteMs);
    const { allowed, resetSeconds } = taken;
    const until = approximateNow(clock) + minuteMs;
    return { allowed, resetSeconds, left: allowed ? this.#size : 0, until };
  }
}
