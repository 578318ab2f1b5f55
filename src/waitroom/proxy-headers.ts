// Headers on their way through the proxy. What belongs to one connection stays on it; what says who
// asked is ours to say, not the visitor's; what leads back to the site leads back through us.

import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { cookieName, type Passed } from "./turnstile.ts";

/** RFC 9110, 7.6.1, and what older software says instead. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** What only we may say to the site. */
const ours = new Set([
  "forwarded",
  "x-real-ip",
  "turnkeeper-position",
  "turnkeeper-pass",
  "turnkeeper-session",
]);

export function forwardedHeaders(
  request: FastifyRequest,
  headers: IncomingHttpHeaders,
  roomId: string,
): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (hopByHop.has(lower) || ours.has(lower) || lower.startsWith("x-forwarded-")) continue;
    kept[lower] = value;
  }
  const cookie = withoutOurCookie(headers.cookie, roomId);
  if (cookie === "") delete kept.cookie;
  else kept.cookie = cookie;
  // Only what the trusted proxies before us have said; without any, whoever is connected.
  const chain = request.ips?.toReversed() ?? [request.ip];
  return {
    ...kept,
    "x-forwarded-for": chain.join(", "),
    "x-forwarded-proto": request.protocol,
    "x-forwarded-host": request.headers.host,
  };
}

/** The site may know whose place somebody has, to end it when they have bought. */
export function ownHeadersOf(passed: Passed | null): IncomingHttpHeaders {
  return passed?.positionId ? { "turnkeeper-position": passed.positionId } : {};
}

/** What the site answers, as if it lived under the name that was asked. */
export function visibleHeaders(
  headers: IncomingHttpHeaders,
  target: string,
  site: string,
): IncomingHttpHeaders {
  const named = (headers.connection ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const kept: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (hopByHop.has(name) || named.includes(name)) continue;
    kept[name] = value;
  }
  const { location } = headers;
  const to = location === undefined ? null : URL.parse(location);
  if (to?.origin === target) kept.location = site + location!.slice(to.origin.length);
  return kept;
}

export function withoutOurCookie(header: string | undefined, roomId: string): string {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && !pair.startsWith(`${cookieName(roomId)}=`))
    .join("; ");
}
