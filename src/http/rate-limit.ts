// What an answer says about the limit that a request was counted against.

import type { FastifyReply } from "fastify";

export interface RateLimit {
  limit: number;
  remaining: number;
  resetSeconds: number;
  windowSeconds: number;
}

export function tellRateLimit(reply: FastifyReply, rate: RateLimit): void {
  reply.header("ratelimit-limit", rate.limit);
  reply.header("ratelimit-remaining", rate.remaining);
  reply.header("ratelimit-reset", rate.resetSeconds);
  reply.header("ratelimit-policy", `${rate.limit};w=${rate.windowSeconds}`);
}
