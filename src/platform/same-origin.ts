// A browser sends our cookie also with a request that another site made it send. SameSite=Lax stops
// most of that; this stops the rest (a sister domain, an old browser) wherever a cookie could count.

import type { FastifyRequest } from "fastify";
import { refuse } from "../kernel/refusal.ts";

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

export function isWrite(request: Pick<FastifyRequest, "method">): boolean {
  return !reading.has(request.method);
}

/** What no browser sent has neither header, and no cookie that someone else could make it send. */
export function checkSameOrigin(
  request: Pick<FastifyRequest, "headers" | "host">,
  publicUrl: string,
): void {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site === "same-origin" || site === "none") return;
    throw foreign();
  }
  const { origin } = request.headers;
  if (origin === undefined || origin === publicUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) throw foreign();
}

function foreign() {
  return refuse("FORBIDDEN", "This was sent by a page of another site");
}
