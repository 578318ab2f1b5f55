// A site that cannot be changed gets its waiting room by its name alone: its host name points here, and
// requests that may pass are sent on to the real site. They go to the room's own target and nowhere else,
// whatever they say; bodies stream through without being stored.

import { ServerResponse, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { fastifyCookie } from "@fastify/cookie";
import replyFrom from "@fastify/reply-from";
import { fastify, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "../../infra/log.ts";
import { checkLiteral, lookupAllowed, NotPublic, type MayConnect } from "../../infra/outbound.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { bareHost } from "./host-names.ts";
import { proofPath } from "./host-proofs.ts";
import type { RoomHosts } from "./hosts.ts";
import { isOpenPath } from "./open-paths.ts";
import { forwardedHeaders, visibleHeaders } from "./proxy-headers.ts";
import type { Room } from "../core/rooms.ts";
import { joinSockets } from "./proxy-upgrade.ts";
import {
  cookieName,
  passTurnstile,
  sessionCookie,
  withoutPass,
  type Passed,
  type TurnstileDeps,
} from "./turnstile.ts";

export interface ProxyDeps extends TurnstileDeps {
  log: Logger;
  trustProxy: boolean | string | ((address: string, hop: number) => boolean);
  hosts: Pick<RoomHosts, "has" | "room">;
  /** Which addresses a room's target may have. */
  mayConnect: MayConnect;
  /** By what we know our own requests, should a target lead back to us. */
  via: string;
}

export interface RoomProxy {
  takes(host: string | undefined): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

const answerWithinMs = 60_000;

interface Upgrading {
  socket: Duplex;
  head: Buffer;
}

export async function makeProxy(deps: ProxyDeps): Promise<RoomProxy> {
  const lookup = lookupAllowed(deps.mayConnect);
  const upgrades = new WeakMap<IncomingMessage, Upgrading>();
  const app = fastify({
    logger: false,
    trustProxy: deps.trustProxy,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 16_000 },
  });
  // Never read here: a body is for the site.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  await app.register(replyFrom, {
    // The package would take any certificate.
    undici: { connect: { rejectUnauthorized: true, lookup }, headersTimeout: answerWithinMs },
    disableRequestLogging: true,
    disableCache: true,
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : siteTrouble(error);
    if (!refusal) deps.log.error({ err: error, host: request.host }, "proxy.failed");
    const { status, code, detail } = refusal ?? refuse("INTERNAL");
    if (upgrades.has(request.raw)) reply.header("connection", "close");
    if (status === 503) reply.header("retry-after", "5");
    return reply
      .code(status)
      .type("application/problem+json")
      .send(JSON.stringify({ type: "about:blank", title: detail, status, code }));
  });

  app.all("/*", async (request, reply) => {
    const room = await deps.hosts.room(bareHost(request.headers.host));
    if (!room) throw refuse("NOT_FOUND");
    if (request.headers.via?.includes(deps.via)) throw refuse("SITE_UNREACHABLE", leadsBack);
    // The room's target would prove for the name whatever it likes. It is no clear answer either: that
    // the name leads here does not mean that its proof is gone.
    if (request.url.split("?", 1)[0] === proofPath) throw refuse("SITE_UNREACHABLE", notPassedOn);
    if (isOpenPath(request.url, room.settings.openPaths))
      return forward(request, reply, room, null);
    const passed = await check(request, room);
    if (passed.positionId === null) return turnAway(request, reply, room, passed);
    const url = addressOf(request);
    // The pass leaves the address before the site sees it.
    if (passed.cookie && url.searchParams.has("tk_pass") && request.method === "GET") {
      keepCookie(request, reply, room, passed);
      return reply.header("cache-control", "no-store").redirect(withoutPass(url).href);
    }
    return forward(request, reply, room, passed);
  });

  function check(request: FastifyRequest, room: Room): Promise<Passed> {
    const { headers } = request;
    const one = (name: string) => (typeof headers[name] === "string" ? headers[name] : null);
    const cookies = fastifyCookie.parse(headers.cookie ?? "");
    return passTurnstile(deps, room, {
      url: addressOf(request),
      cookie: cookies[cookieName(room.id)] ?? null,
      passHeader: one("turnkeeper-pass"),
      sessionHeader: one("turnkeeper-session"),
      byBrowser: true,
    });
  }

  function forward(
    request: FastifyRequest,
    reply: FastifyReply,
    room: Room,
    passed: Passed | null,
  ) {
    const target = new URL(room.settings.targetUrl);
    checkLiteral(target, deps.mayConnect);
    const upgrading = upgrades.get(request.raw);
    if (upgrading) return join(request, reply, room, { passed, target, ...upgrading });
    const site = addressOf(request).origin;
    return reply.from(request.url.split("?", 1)[0], {
      getUpstream: () => target.origin,
      queryString: () => addressOf(request).search.slice(1),
      rewriteRequestHeaders: (_request, headers) => headersFor(request, headers, passed),
      rewriteHeaders: (headers) => {
        if (passed) keepCookie(request, reply, room, passed);
        return visibleHeaders(headers, target.origin, site);
      },
      // A site that is overloaded is not asked again for one visitor.
      retryDelay: () => null,
      timeout: answerWithinMs,
    });
  }

  function headersFor(
    request: FastifyRequest,
    headers: IncomingHttpHeaders,
    passed: Passed | null,
  ): IncomingHttpHeaders {
    const via = [headers.via, `1.1 ${deps.via}`].filter(Boolean).join(", ");
    return { ...forwardedHeaders(request, headers, passed), via };
  }

  /** WebSockets: let in once like any request, then two sockets joined. */
  function join(
    request: FastifyRequest,
    reply: FastifyReply,
    room: Room,
    { passed, target, socket, head }: Upgrading & { passed: Passed | null; target: URL },
  ) {
    reply.hijack();
    reply.raw.detachSocket(socket as Socket);
    joinSockets(socket, head, {
      target,
      path: request.url,
      headers: headersFor(request, request.headers, passed),
      lookup,
      setCookie: passed?.cookie
        ? sessionCookie(room, passed.cookie, request.protocol === "https")
        : null,
    });
  }

  /** Through the same route as every request, so that the same rules hold. */
  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket as Socket);
    response.on("finish", () => socket.end());
    upgrades.set(request, { socket, head });
    app.routing(request, response);
  }

  await app.ready();
  return {
    takes: (host) => deps.hosts.has(bareHost(host)),
    handle: (request, response) => app.routing(request, response),
    upgrade,
    close: () => app.close(),
  };
}

function turnAway(request: FastifyRequest, reply: FastifyReply, room: Room, passed: Passed) {
  keepCookie(request, reply, room, passed);
  reply.header("cache-control", "no-store");
  if (request.headers.accept?.includes("text/html")) return reply.redirect(passed.roomUrl);
  reply.header("turnkeeper-room", passed.roomUrl);
  return reply
    .code(401)
    .type("application/problem+json")
    .send(JSON.stringify(passNeeded(room, passed)));
}

/** What an app is told; the gate in client/ says the same. */
export function passNeeded(room: Room, { roomUrl, bind }: Passed): object {
  const joinUrl = `${new URL(roomUrl).origin}/v1/rooms/${room.id}/positions`;
  const title = "A pass from the waiting room is needed";
  return { type: "about:blank", title, status: 401, code: "PASS_NEEDED", roomUrl, joinUrl, bind };
}

function keepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  room: Room,
  passed: Passed,
): void {
  if (passed.session) reply.header("turnkeeper-session", passed.session);
  if (!passed.cookie) return;
  reply.header("set-cookie", sessionCookie(room, passed.cookie, request.protocol === "https"));
}

/** As the visitor sees it. */
function addressOf(request: FastifyRequest): URL {
  return new URL(`${request.protocol}://${request.headers.host}${request.url}`);
}

const notPassedOn = "Proofs of host names are not passed on";
const leadsBack = "The room's target leads back to this server";

function siteTrouble(error: unknown): Refusal | null {
  const { statusCode, cause } = error as { statusCode?: number; cause?: unknown };
  if (error instanceof NotPublic || cause instanceof NotPublic) return refuse("TARGET_NOT_PUBLIC");
  if (statusCode === 400) return refuse("MALFORMED");
  if (statusCode === 504) return refuse("SITE_UNREACHABLE", "The site did not answer in time");
  return statusCode ? refuse("SITE_UNREACHABLE") : null;
}
