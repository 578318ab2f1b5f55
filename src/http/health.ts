// Alive, able to serve, and what Prometheus reads.

import { z } from "zod";
import { refuse } from "../kernel/refusal.ts";
import type { App } from "./app.ts";
import type { Metrics } from "./metrics.ts";
import { problems } from "./schemas.ts";

interface HealthDeps {
  metrics: Metrics;
  ready(): Promise<boolean>;
}

const ok = z.object({ status: z.literal("ok") });

export function healthRoutes(app: App, { metrics, ready }: HealthDeps): void {
  const config = { access: "public" } as const;
  const schema = (summary: string) => ({
    tags: ["Operation"],
    summary,
    response: { 200: ok, ...problems },
  });

  app.get("/healthz", { config, schema: schema("Is the process alive?") }, async () => ({
    status: "ok" as const,
  }));

  app.get("/readyz", { config, schema: schema("Can it serve?") }, async () => {
    if (!(await ready()))
      throw refuse("BUSY", "The database does not answer", { retryAfterSeconds: 2 });
    return { status: "ok" as const };
  });

  app.get("/metrics", { config, schema: { hide: true } }, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
