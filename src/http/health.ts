// Whether the server is alive, whether it is ready, and what Prometheus reads.

import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { refuse } from "../kernel/refusal.ts";
import type { App } from "./app.ts";
import type { Draining } from "./draining.ts";
import type { Metrics } from "./metrics.ts";
import { contentOf, problems } from "./schemas.ts";
import { cameFromThisMachine, type Placement } from "./this-machine.ts";

interface HealthDeps {
  metrics: Metrics;
  draining: Draining;
  ready(): Promise<boolean>;
  metricsToken: string | null;
  placement: Placement;
}

const tags = ["Operation"];
const ok = z.strictObject({ status: z.literal("ok") });

export function healthRoutes(app: App, deps: HealthDeps): void {
  const { metrics, draining, ready } = deps;
  const config = { access: "public" } as const;
  // To anybody, with any key: it must be told also while no key can be looked up.
  const forAnybody = { ...config, ownKey: true } as const;
  const schema = (summary: string) => ({
    tags,
    summary,
    response: { 200: ok, ...problems },
  });

  app.get(
    "/healthz",
    { config: forAnybody, schema: schema("Is the process alive?") },
    async () => ({
      status: "ok" as const,
    }),
  );

  app.get("/readyz", { config: forAnybody, schema: schema("Can it serve?") }, async () => {
    if (draining.hasBegun) throw refuse("SHUTTING_DOWN");
    const isReady = await ready().catch(() => false);
    if (!isReady) throw refuse("DATABASE_AWAY", undefined, { retryAfterSeconds: 2 });
    return { status: "ok" as const };
  });

  const forPrometheus = {
    tags,
    summary: "What Prometheus reads",
    description:
      "With METRICS_TOKEN as the bearer. Where none is set, only on the server's own machine while " +
      "PUBLIC_URL is a loopback address and TRUST_PROXY is off.",
    response: { 200: contentOf("text/plain", "Prometheus text format"), ...problems },
  };
  const withToken = { ...config, ownKey: true };
  app.get("/metrics", { config: withToken, schema: forPrometheus }, async (request, reply) => {
    checkMayRead(request, deps);
    const text = await metrics.registry.metrics();
    return reply.type(metrics.registry.contentType).serializer(String).send(text);
  });
}

/** How many people wait where, and how busy we are, is the operator's to know. */
function checkMayRead(request: FastifyRequest, { metricsToken, placement }: HealthDeps): void {
  if (metricsToken === null) {
    if (cameFromThisMachine(request, placement)) return;
    throw refuse(
      "FORBIDDEN",
      "Reading metrics from another machine needs METRICS_TOKEN, which is not set",
    );
  }
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!isSame(given, metricsToken)) throw refuse("UNAUTHENTICATED", "This needs METRICS_TOKEN");
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(given), digest(wanted));
}
