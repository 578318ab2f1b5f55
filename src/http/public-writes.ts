// The limit on writes of people without an account, per address. Reads, and writes of the organisation's own
// staff and keys, do not count: a venue's Wi-Fi is one address, and every phone in it reads. Routes with a
// limit of their own do not count either: thousands behind one address send a heartbeat every few seconds.

import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { Logger } from "../infra/log.ts";
import { refuse } from "../kernel/refusal.ts";
import { isStaff } from "./access.ts";
import type { Metrics } from "./metrics.ts";
import { tellRateLimit } from "./rate-limit.ts";

interface Taken {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  giveBack(): Promise<void>;
}

/** What is needed of the platform's limits. */
export interface Limiter {
  take(name: string, subject: string, limit: number, windowMs: number): Promise<Taken>;
}

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether everybody may write here, and no other limit holds. */
export function isPublicWrite({
  method,
  config,
}: Pick<RouteOptions, "method" | "config">): boolean {
  const isWrite = [method].flat().some((one) => !reading.has(one));
  return isWrite && config?.access === "public" && !config.ownLimit && !config.signed;
}

export class PublicWrites {
  readonly #limiter: Limiter;
  readonly #perMinute: number;
  readonly #metrics: Metrics;
  readonly #log: Logger;

  constructor(limiter: Limiter, perMinute: number, metrics: Metrics, log: Logger) {
    this.#limiter = limiter;
    this.#perMinute = perMinute;
    this.#metrics = metrics;
    this.#log = log;
  }

  async check(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (reading.has(request.method) || isStaff(request.caller)) return;
    if (request.routeOptions.config.signed) return;
    if (request.routeOptions.config.ownLimit) return;
    await this.#count(request, reply);
  }

  /** For routes that are open to everybody: a key lifts the limit of its own organisation alone. */
  async checkStaff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isStaff(request.caller)) return; // counted already
    const { organisationOf } = request.routeOptions.config;
    const orgId = await organisationOf?.((request.params as { id: string }).id);
    if (orgId !== request.caller.orgId) await this.#count(request, reply);
  }

  /** For a route with a count of its own, so that others behind the same address do not use it up. */
  checkApart(request: FastifyRequest, reply: FastifyReply, name: string): Promise<void> {
    return this.#count(request, reply, name);
  }

  async #count(
    request: FastifyRequest,
    reply: FastifyReply,
    name = "public writes",
  ): Promise<void> {
    const taken = await this.#limiter.take(name, request.network, this.#perMinute, 60_000);
    this.tell(reply, taken, 60);
    if (!taken.allowed) throw this.refusal(name.replaceAll(" ", "_"), request, taken);
  }

  tell(reply: FastifyReply, taken: Taken, windowSeconds: number): void {
    tellRateLimit(reply, { ...taken, windowSeconds });
  }

  refusal(limit: string, request: FastifyRequest, taken: Pick<Taken, "limit" | "resetSeconds">) {
    this.#metrics.limitHits.inc({ limit });
    this.#log.warn(
      { requestId: request.id, limit, route: request.routeOptions.url },
      "rate_limit.hit",
    );
    const detail = `At most ${taken.limit} are allowed; try again in ${taken.resetSeconds} seconds`;
    return refuse("RATE_LIMITED", detail, { retryAfterSeconds: Math.max(1, taken.resetSeconds) });
  }
}
