// The platform's routes on a database of their own, without a network: who, what, and what came back.
import type { LightMyRequestResponse } from "fastify";
import type { Clock } from "../src/infra/clock.ts";
import { databaseClock } from "../src/infra/clock.ts";
import { readConfig } from "../src/infra/config.ts";
import { declared } from "../src/declared.ts";
import { Catalogue } from "../src/http/catalogue.ts";
import { createLog } from "../src/infra/log.ts";
import { loadSecrets } from "../src/infra/secrets.ts";
import type { App } from "../src/http/app.ts";
import { buildApp } from "../src/http/app.ts";
import { Metrics } from "../src/http/metrics.ts";
import { PublicWrites } from "../src/http/public-writes.ts";
import { Streams } from "../src/http/stream.ts";
import { makeAuth } from "../src/platform/auth.ts";
import { Budgets } from "../src/platform/budgets.ts";
import { makeAuthenticator } from "../src/platform/authenticator.ts";
import { firstStart } from "../src/platform/first-start.ts";
import { KeyCache } from "../src/platform/key-cache.ts";
import { SharedLimits } from "../src/platform/limits.ts";
import type { Platform } from "../src/platform/platform.ts";
import { SignInGuard } from "../src/platform/sign-in-guard.ts";
import { platformRoutes } from "../src/platform/routes.ts";
import { checkAnswer } from "./answers.ts";
import type { FreshDatabase } from "./database.ts";
import { quickPasswords } from "./passwords.ts";
import { freshDatabase } from "./database.ts";
import { testVault } from "./vault.ts";

export const password = "correct horse battery";

export interface TestPlatform {
  app: App;
  platform: Platform;
  database: FreshDatabase;
  /** The owner key of the first organisation. */
  ownerKey: string;
  call(method: Method, url: string, request?: TestRequest): Promise<Answer>;
  close(): Promise<void>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface TestRequest {
  key?: string;
  cookie?: string;
  body?: unknown;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  ip?: string;
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it asked for
  body: any;
  headers: LightMyRequestResponse["headers"];
  /** What a browser would send back. */
  cookie: string;
}

export async function startPlatform(
  options: {
    clock?: Clock;
    publicUrl?: string;
    proxyTrusted?: boolean;
    apiKey?: string;
    nowMs?: () => number;
    publicWritesPerMinute?: number;
    /** Passwords kept as in production. */
    slowPasswords?: true;
  } = {},
): Promise<TestPlatform> {
  const database = await freshDatabase();
  const { pool } = database;
  const { clock = databaseClock, publicUrl = "http://localhost:3000", apiKey = null } = options;
  const log = createLog("silent");
  const catalogue = new Catalogue(declared);
  const { secrets } = await loadSecrets(pool, testVault());
  const passwords = options.slowPasswords ? undefined : quickPasswords;
  const auth = makeAuth({ pool, secrets, publicUrl, clock, log, passwords });
  const limits = new SharedLimits({ pool, secrets, clock, log });
  const keyCache = new KeyCache(options.nowMs);
  const platform: Platform = {
    pool,
    scopes: catalogue.scopes,
    auth,
    secrets,
    guard: new SignInGuard({ pool, secrets, clock, free: 10 }),
    keyCache,
    log,
    publicUrl,
    proxyTrusted: options.proxyTrusted ?? false,
    organisationMakers: "owners",
    budgets: new Budgets(readConfig({}, ".").maxPerOrganisation),
    endReading: () => Promise.resolve(0),
  };
  const { createdKey } = await firstStart({ ...platform, apiKey });
  const metrics = new Metrics();
  const publicWrites = new PublicWrites(
    limits,
    options.publicWritesPerMinute ?? 1_000,
    metrics,
    log,
  );
  const app = await buildApp({
    config: {
      trustProxy: false,
      publicUrl: "http://localhost:3000",
      metricsToken: null,
      limits: { bodyBytes: 65_536 } as never,
    },
    log,
    authenticator: makeAuthenticator(platform),
    secrets,
    metrics,
    streams: new Streams({ all: 10, perAddress: 10, perOrganisation: 10 }),
    publicWrites,
    catalogue,
    keyRequests: { check: () => Promise.resolve() },
    ready: () => Promise.resolve(true),
    routes: [(each) => platformRoutes(each, { platform, publicWrites })],
    checkAnswer,
  });
  await app.ready();

  async function call(method: Method, url: string, request: TestRequest = {}): Promise<Answer> {
    const headers: Record<string, string> = { host: "localhost:3000", ...request.headers };
    if (request.key) headers["authorization"] = `Bearer ${request.key}`;
    if (request.cookie) headers["cookie"] = request.cookie;
    if (request.idempotencyKey) headers["idempotency-key"] = request.idempotencyKey;
    const answer = await app.inject({
      method,
      url,
      headers,
      remoteAddress: request.ip ?? "127.0.0.1",
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    });
    const cookies = [answer.headers["set-cookie"] ?? []].flat();
    return {
      status: answer.statusCode,
      body: answer.body === "" ? null : answer.json(),
      headers: answer.headers,
      cookie: cookies.map((each) => each.split(";", 1)[0]).join("; "),
    };
  }

  return {
    app,
    platform,
    database,
    ownerKey: apiKey ?? createdKey!,
    call,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}
