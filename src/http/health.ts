// Alive, able to serve, and what Prometheus reads.

import { z } from "zod";
import { refuse } from "../kernel/refusal.ts";
import type { App } from "./app.ts";
import type { Metrics } from "./metrics.ts";
import { contentOf, problems } from "./schemas.ts";

interface HealthDeps {
  metrics: Metrics;
  ready(): Promise<boolean>;
}

const tags = ["Operation"];
const ok = z.strictObject({ status: z.literal("ok") });

export function healthRoutes(app: App, { metrics, ready }: HealthDeps): void {
  const config = { access: "public" } as const;
  const schema = (summary: string) => ({
    tags,
    summary,
    response: { 200: ok, ...problems },
  });

  app.get("/healthz", { config, schema: schema("Is the process alive?") }, async () => ({
    status: "ok" as const,
  }));

  app.get("/readyz", { config, schema: schema("Can it serve?") }, async () => {
    const isReady = await ready().catch(() => false);
    if (!isReady) throw refuse("DATABASE_AWAY", undefined, { retryAfterSeconds: 2 });
    return { status: "ok" as const };
  });

  const forPrometheus = {
    tags,
    summary: "What Prometheus reads",
    response: { 200: contentOf("text/plain", "Prometheus text format"), ...problems },
  };
  app.get("/metrics", { config, schema: forPrometheus }, async (_request, reply) => {
    const text = await metrics.registry.metrics();
    return reply.type(metrics.registry.contentType).serializer(String).send(text);
  });
}
