// The HTTP application: what holds for every route. Who is calling comes before what they send;
// every route has an access rule; every error is a problem from the catalogue.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Config } from "../infra/config.ts";
import { newId } from "../infra/ids.ts";
import type { Logger } from "../infra/log.ts";
import { ticketSecretPrefix, type Secrets } from "../infra/secrets.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import { checkAccess, type Access, type Authenticator, type Caller } from "./access.ts";
import { answerAll, onClientError, refuseOn } from "./below-router.ts";
import { documentation } from "./documentation.ts";
import { Draining } from "./draining.ts";
import { healthRoutes } from "./health.ts";
import { methodsAt } from "./methods.ts";
import type { Catalogue } from "./catalogue.ts";
import type { KeyRequests } from "./key-requests.ts";
import type { Metrics } from "./metrics.ts";
import { networkOf } from "./network.ts";
import { onError, sendProblem, toRefusal } from "./problem.ts";
import { isPublicWrite, type PublicWrites } from "./public-writes.ts";
import { isStream, type Streams } from "./stream.ts";
import { refuseUnasked, requireStrict, validator } from "./strict.ts";

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface AppDeps {
  config: Pick<Config, "trustProxy" | "limits" | "publicUrl" | "metricsToken">;
  log: Logger;
  authenticator: Authenticator;
  secrets: Secrets;
  metrics: Metrics;
  streams: Streams;
  publicWrites: PublicWrites;
  keyRequests: Pick<KeyRequests, "check">;
  /** Codes and scopes that there are. */
  catalogue: Catalogue;
  ready(): Promise<boolean>;
  /** What answers for other host names than ours. */
  otherHosts?: OtherHosts | null;
  /** Products, platform and pages add their routes here. */
  routes: ((app: App) => void | Promise<void>)[];
  /** Sees every answer as it leaves, and throws when it must not. For tests: it costs time. */
  checkAnswer?: ((answer: SentAnswer) => void) | undefined;
}

export interface SentAnswer {
  method: string;
  route: string;
  status: number;
  type: string | undefined;
  body: string;
}

/** Host names that are somebody else's, on the same port. */
export interface OtherHosts {
  takes(host: string | undefined): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, log, metrics, streams } = deps;
  const logger: FastifyBaseLogger = log;
  const app: App = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.limits.bodyBytes,
    trustProxy: trusted(config.trustProxy),
    requestTimeout,
    keepAliveTimeout,
    http: { requireHostHeader: false }, // said below, too
    clientErrorHandler: onClientError,
    forceCloseConnections: "idle",
    ...(deps.otherHosts ? { serverFactory: serverFor(deps.otherHosts) } : {}),
    return503OnClosing: false, // said below, as a problem like any other
    genReqId: requestId,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      sendProblem(reply, toRefusal(error) ?? refuse("MALFORMED"));
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validator);
  // Answers are built field by field, so the plain serializer sends nothing that was not meant.
  app.setSerializerCompiler(() => JSON.stringify as never);
  app.setErrorHandler(onError);
  app.setNotFoundHandler((request, reply) => sendProblem(reply, nothingThere(app, request)));
  app.decorateRequest("caller", null as never);
  app.decorateRequest("network", {
    getter(this: FastifyRequest) {
      return networkOf(this.ip);
    },
  });
  app.decorate("accessRules", []);
  await app.register(cookie);
  // Before our own hooks, so that refusals have these headers, too.
  await app.register(helmet, {
    contentSecurityPolicy: false, // each page sets its own; JSON needs none
    crossOriginResourcePolicy: { policy: "same-site" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: config.publicUrl.startsWith("https:")
      ? { maxAge: hstsSeconds, includeSubDomains: false } // other names are not ours to decide
      : false,
  });

  app.addHook("onRoute", (route) => {
    const access = route.config?.access;
    if (!access) throw new Error(`${String(route.method)} ${route.url} has no access rule`);
    if (!isKnown(access, deps.catalogue)) {
      throw new Error(
        `${String(route.method)} ${route.url} asks for ${access}: nobody declares it`,
      );
    }
    for (const part of ["body", "querystring"] as const) {
      requireStrict(route.schema?.[part], `${String(route.method)} ${route.url}: its ${part}`);
    }
    if (isPublicWrite(route)) {
      const check = deps.publicWrites.checkStaff.bind(deps.publicWrites);
      route.preHandler = [check, ...[route.preHandler ?? []].flat()];
    }
    for (const method of [route.method].flat()) {
      app.accessRules.push({ method, url: route.url, access });
    }
  });
  let closing = false;
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (closing) throw refuse("SHUTTING_DOWN");
    const { host } = request.headers;
    if (!host && request.raw.httpVersion === "1.1") throw refuse("MALFORMED", "Host is needed");
    // An address that leads nowhere is told so, whoever asks and whatever they send.
    if (request.is404) throw nothingThere(app, request);
    request.caller = await callerOf(request, deps);
    await deps.keyRequests.check(request);
    checkAccess(request.routeOptions.config.access!, request.caller);
  });
  streams.mayStay = (request) => mayStay(request, deps);
  app.addHook("onSend", async (request, reply, payload) => {
    // Else a connection that is kept open for more would keep the server from closing.
    if (closing) reply.header("connection", "close");
    deps.checkAnswer?.(answerOf(request, reply, payload));
  });
  app.addHook("preValidation", async (request, reply) => {
    await deps.publicWrites.check(request, reply);
    refuseUnasked(request);
  });
  app.addHook("onResponse", async (request, reply) => {
    if (isStream(reply)) return; // how long somebody watched is not how long an answer took
    const route = request.routeOptions.url ?? "none";
    const labels = { route, method: request.method, status: String(reply.statusCode) };
    metrics.http.observe(labels, reply.elapsedTime / 1000);
  });
  app.addHook("onError", async (_request, _reply, error) => {
    metrics.errors.inc({ code: toRefusal(error)?.code ?? "INTERNAL" });
  });
  answerAll(app.server);
  const draining = new Draining(app.server);
  app.decorate("draining", draining);
  app.addHook("preClose", async () => {
    await draining.letNobodyIn();
    closing = true;
    streams.closeAll();
  });

  emptyBodies(app);
  await documentation(app, deps.catalogue.codes);
  const { publicUrl, metricsToken } = config;
  const placement = { publicUrl, proxyTrusted: trustsProxy(config.trustProxy) };
  healthRoutes(app, { metrics, draining, ready: deps.ready, metricsToken, placement });
  for (const routes of deps.routes) await routes(app);
  return app;
}

function isKnown(access: Access, { scopes }: Catalogue): boolean {
  if (access === "public" || access === "holder" || access === "staff") return true;
  return scopes.all.includes(access);
}

const requestTimeout = 30_000;
/** Longer than load balancers keep idle connections (60 s): who ends one must not be who is asked on it. */
const keepAliveTimeout = 72_000;
const hstsSeconds = 31_536_000;

function answerOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): SentAnswer {
  const { method, url = "" } = request.routeOptions;
  const type = reply.getHeader("content-type") as string | undefined;
  const body = typeof payload === "string" || Buffer.isBuffer(payload) ? String(payload) : "";
  return { method: String(method), route: url, status: reply.statusCode, type, body };
}

/** Decided before anything of ours looks at a request: another site's paths are not our routes. */
function serverFor(others: OtherHosts) {
  return (ours: (request: IncomingMessage, response: ServerResponse) => void): Server => {
    const server = createServer(
      { requestTimeout, keepAliveTimeout, requireHostHeader: false },
      (request, response) => {
        const isTheirs = others.takes(request.headers.host);
        return isTheirs ? others.handle(request, response) : ours(request, response);
      },
    );
    server.on("upgrade", (request, socket, head) => {
      if (others.takes(request.headers.host)) others.upgrade(request, socket, head);
      else refuseOn(socket, refuse("NOT_FOUND"));
    });
    return server;
  };
}

export function trustsProxy(setting: Config["trustProxy"]): boolean {
  return setting !== false && setting !== 0;
}

/** A number is how many proxies stand before us. */
export function trusted(setting: Config["trustProxy"]) {
  if (typeof setting !== "number") return setting;
  return (_address: string, hop: number) => hop < setting;
}

/** A POST without a body needs no content type; one with a type and no body is taken as empty. */
function emptyBodies(app: App): void {
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(refuse("MALFORMED", "The body is not valid JSON"));
    }
  });
}

async function callerOf(request: FastifyRequest, deps: AppDeps): Promise<Caller> {
  if (request.routeOptions.config.ownKey) return { kind: "anonymous" };
  const secret = ticketSecretOf(request);
  if (secret === null) return deps.authenticator.authenticate(request);
  const ticket = deps.secrets.readTicketSecret(secret);
  if (!ticket) throw refuse("UNAUTHENTICATED", "This ticket secret is not valid");
  return { kind: "ticket", ...ticket };
}

/** Whether somebody who was let in would be let in again, as the same one. */
async function mayStay(request: FastifyRequest, deps: AppDeps): Promise<boolean> {
  try {
    const caller = await callerOf(request, deps);
    checkAccess(request.routeOptions.config.access!, caller);
    return JSON.stringify(caller) === JSON.stringify(request.caller);
  } catch (error) {
    // A database that is away for a moment is no reason to send anybody away.
    return !(error instanceof Refusal);
  }
}

/** In the header alone: addresses are logged, kept in histories and passed on. */
function ticketSecretOf(request: FastifyRequest): string | null {
  const { secret } = request.query as { secret?: unknown };
  if (secret !== undefined && request.url.startsWith("/v1/")) {
    throw refuse("UNAUTHENTICATED", "A secret belongs in the Authorization header");
  }
  const { authorization } = request.headers;
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  return bearer?.startsWith(ticketSecretPrefix) ? bearer : null;
}

/** A caller's own id is kept when it is a plain one, so that logs on both sides can be joined. */
function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{8,64}$/.test(given) ? given : newId();
}

function nothingThere(app: App, { method, url }: FastifyRequest): Refusal {
  const allow = methodsAt(app.accessRules, url.split("?", 1)[0]!);
  // It takes the method, but no such id.
  if (allow.length === 0 || allow.includes(method)) return refuse("NOT_FOUND");
  const detail = `${method} is not for this address, but ${allow.join(", ")}`;
  return refuse("METHOD_NOT_ALLOWED", detail, { allow });
}
