// Headers on their way through the proxy. What belongs to one connection stays on it; what says who
// asked is ours to say, not the visitor's; what leads back to the site leads back through us.

import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Passed } from "./turnstile.ts";

/** RFC 9110, 7.6.1, and what older software says instead; with those that `connection` names. */
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

/** What the site is told: the visitor's own headers, and from us alone who they are. */
export function forwardedHeaders(
  request: FastifyRequest,
  headers: IncomingHttpHeaders,
  passed: Passed | null,
): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(endToEnd(headers))) {
    if (!ours.has(name) && !name.startsWith("x-forwarded-")) kept[name] = value;
  }
  const cookie = withoutOurCookies(headers.cookie);
  if (cookie === "") delete kept.cookie;
  else kept.cookie = cookie;
  // Only what the trusted proxies before us have said; without any, the one who is connected.
  const chain = request.ips?.toReversed() ?? [request.ip];
  return {
    ...kept,
    "x-forwarded-for": chain.join(", "),
    "x-forwarded-proto": request.protocol,
    "x-forwarded-host": request.headers.host,
    // The site may know whose place somebody has, to end it when they have bought.
    ...(passed?.positionId ? { "turnkeeper-position": passed.positionId } : {}),
  };
}

/** What the site answers, as if it lived under the name that was asked. */
export function visibleHeaders(
  headers: IncomingHttpHeaders,
  target: string,
  site: string,
): IncomingHttpHeaders {
  const kept = endToEnd(headers);
  const { location } = headers;
  const to = location === undefined ? null : URL.parse(location);
  if (to?.origin === target) kept.location = site + location!.slice(to.origin.length);
  return kept;
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const kept: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!hopByHop.has(name) && !named.includes(name)) kept[name] = value;
  }
  return kept;
}

/** Sessions, places and the console's: having them is being their holder. */
const ourCookies = /^(tk_session_|tk_place_|(__Secure-|__Host-)?turnkeeper\.)/;

function withoutOurCookies(header: string | undefined): string {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && !ourCookies.test(pair))
    .join("; ");
}
