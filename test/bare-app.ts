// The HTTP application alone, without a database behind it: for what holds for every route.
import { declared } from "../src/declared.ts";
import { Catalogue } from "../src/http/catalogue.ts";
import { createLog } from "../src/infra/log.ts";
import { makeSecrets } from "../src/infra/secrets.ts";
import { buildApp, type App, type AppDeps } from "../src/http/app.ts";
import { Metrics } from "../src/http/metrics.ts";
import { PublicWrites } from "../src/http/public-writes.ts";
import { Streams } from "../src/http/stream.ts";

export interface BareApp {
  app: App;
  metrics: Metrics;
  logged: Record<string, unknown>[];
}

export async function bareApp(
  over: Partial<Pick<AppDeps, "routes" | "ready" | "authenticator">> = {},
): Promise<BareApp> {
  const logged: Record<string, unknown>[] = [];
  const log = createLog("info", {
    write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const metrics = new Metrics();
  const unlimited = { allowed: true, limit: 1, remaining: 1, resetSeconds: 1 };
  const limiter = { take: async () => ({ ...unlimited, giveBack: async () => undefined }) };
  const app = await buildApp({
    config: {
      trustProxy: false,
      publicUrl: "http://localhost:3000",
      metricsToken: null,
      limits: { bodyBytes: 1_000 } as never,
    },
    log,
    authenticator: { authenticate: async () => ({ kind: "anonymous" }) },
    secrets: makeSecrets([{ id: 1, secret: Buffer.alloc(32, 7) }]),
    metrics,
    streams: new Streams({ all: 10, perAddress: 10, perOrganisation: 10 }),
    publicWrites: new PublicWrites(limiter, 20, metrics, log),
    keyRequests: { check: async () => undefined },
    catalogue: new Catalogue(declared),
    ready: async () => true,
    routes: [],
    ...over,
  });
  return { app, metrics, logged };
}
