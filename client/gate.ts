// The gate in front of a site that a waiting room protects. It decides by itself, with the room's
// public keys, who may come in; it asks Turnkeeper only to redeem a pass and, about twice a minute for
// each visitor, whether a session still stands. gate-adapters.ts fits it to Express, Fastify, Hono and
// anything that takes a Request.
//
// One cookie holds a random secret while somebody waits and their session afterwards. The secret's hash
// goes along to the room and comes back inside the pass, so that an address with a pass in it is worth
// nothing in any other browser.

import { Room, RoomUnreachable, type Claims, type RoomOptions } from "./gate-room.ts";
import { isUnambiguous } from "./paths.ts";

export interface GateOptions extends RoomOptions {
  /** Paths that need no pass: they start with the text or match the expression. */
  except?: (string | RegExp)[] | undefined;
  /** When Turnkeeper does not answer: "closed" (unless told) answers 503, "open" lets everybody in. */
  whenUnreachable?: "closed" | "open" | undefined;
  /** The site's own address as visitors see it, when something in front of it changes Host or scheme. */
  siteUrl?: string | undefined;
}

/** The part of a Request that is needed. */
export interface Visit {
  method: string;
  /** Whole, with scheme and host. */
  url: string;
  headers: { get(name: string): string | null };
}

export interface Verdict {
  /** Null: let in. Otherwise this is the whole answer. */
  response: Response | null;
  /** To be added to the site's own answer. */
  headers: [name: string, value: string][];
  /** Of a visitor who was let in with a session. */
  positionId: string | null;
}

export interface Gate {
  check(visit: Visit): Promise<Verdict>;
}

const passParameter = "tk_pass";
const passHeader = "turnkeeper-pass";
const sessionHeader = "turnkeeper-session";
const cookieSeconds = 86_400;
const renewalSharedForMs = 5_000;
const maxRenewals = 10_000;

export function makeGate(options: GateOptions): Gate {
  const { except = [], whenUnreachable = "closed", siteUrl } = options;
  const room = new Room(options);
  const now = options.now ?? (() => new Date());
  const cookieName = `tk_session_${options.roomId}`;
  const renewals = new Map<string, { since: number; renewed: Promise<string | null> }>();

  async function check(visit: Visit): Promise<Verdict> {
    const url = addressOf(visit, siteUrl);
    if (!url) return noAddress();
    if (isExcepted(visit, except) || isPreflight(visit)) return letIn([]);
    try {
      return await decide(visit, url);
    } catch (error) {
      if (!(error instanceof RoomUnreachable)) throw error;
      return whenUnreachable === "open" ? letIn([]) : unavailable(visit);
    }
  }

  async function decide(visit: Visit, url: URL): Promise<Verdict> {
    const cookie = cookieOf(visit, cookieName);
    const carried = visit.headers.get(sessionHeader);
    const session = carried ?? (cookie?.startsWith("b.") ? null : cookie);
    const claims = session ? await room.read(session, "session") : null;
    if (session && claims) {
      const lasting = await keep(session, claims);
      if (lasting !== null) {
        const renewed = lasting === session ? null : lasting;
        const headers = renewed ? sessionHeaders(renewed, url, carried !== null) : [];
        // Somebody who is in already and opens the link once more keeps their session.
        if (url.searchParams.has(passParameter)) return moveOn(url, headers);
        return letIn(headers, claims.positionId);
      }
    }
    const opened = await redeem(visit, url, cookie);
    if (opened) return opened;
    return sendToRoom(visit, url, cookie);
  }

  /** The session to go on with: this one, its successor, or null when the place is gone. */
  async function keep(session: string, claims: Claims): Promise<string | null> {
    const half = (claims.issuedAt + claims.expiresAt) / 2;
    if (!claims.expired && now().getTime() / 1000 < half) return session;
    try {
      return await renewOnce(session);
    } catch (error) {
      // What is signed for this minute holds for this minute, whether or not the room answers.
      if (error instanceof RoomUnreachable && !claims.expired) return session;
      throw error;
    }
  }

  /** A page loads many things, at once and right after each other: they share one renewal. */
  function renewOnce(session: string): Promise<string | null> {
    const at = now().getTime();
    for (const [old, { since }] of renewals) {
      if (at - since < renewalSharedForMs && renewals.size < maxRenewals) break;
      renewals.delete(old);
    }
    const known = renewals.get(session);
    if (known) return known.renewed;
    const renewed = room.renew(session);
    renewals.set(session, { since: at, renewed });
    renewed.catch(() => renewals.delete(session));
    return renewed;
  }

  async function redeem(visit: Visit, url: URL, cookie: string | null): Promise<Verdict | null> {
    const inHeader = visit.headers.get(passHeader);
    const pass = inHeader ?? url.searchParams.get(passParameter);
    if (!pass) return null;
    const claims = await room.read(pass, "pass");
    if (!claims || claims.expired) return null;
    // An address is easily passed on, a header is not.
    const isBound = claims.binding !== null || inHeader === null;
    if (isBound && claims.binding !== (await bindingOf(cookie))) return null;
    // A browser that has lost the answer asks again with the same secret.
    const key = isBound ? await hashOf(`redeem ${cookie}`) : crypto.randomUUID();
    const session = await room.redeem(pass, key);
    if (session === null) return null;
    const headers = sessionHeaders(session, url, inHeader !== null);
    return inHeader === null ? moveOn(url, headers) : letIn(headers, claims.positionId);
  }

  async function sendToRoom(visit: Visit, url: URL, cookie: string | null): Promise<Verdict> {
    // Nobody is sent to a page that does not answer while the site would take them.
    if (whenUnreachable === "open" && !(await room.isReachable())) return letIn([]);
    const kept = cookie?.startsWith("b.") ? cookie : null;
    const secret = kept ?? `b.${randomText()}`;
    const page = new URL(room.pageUrl());
    page.searchParams.set("bind", (await bindingOf(secret))!);
    // What was sent with a form cannot be sent again by coming back.
    if (isRead(visit)) page.searchParams.set("returnTo", withoutPass(url).href);
    const headers = new Headers({ "cache-control": "no-store" });
    if (!kept) headers.set("set-cookie", setCookie(secret, url));
    return wantsPage(visit)
      ? answer(302, headers, null, page.href)
      : answer(401, headers, passNeeded(page, room.joinUrl()), page.href);
  }

  function sessionHeaders(session: string, url: URL, inHeader: boolean): Verdict["headers"] {
    return inHeader ? [[sessionHeader, session]] : [["set-cookie", setCookie(session, url)]];
  }

  function setCookie(value: string, { protocol }: URL): string {
    const secure = protocol === "https:" ? "; Secure" : "";
    return `${cookieName}=${value}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`;
  }

  return { check };
}

function letIn(headers: Verdict["headers"], positionId: string | null = null): Verdict {
  return { response: null, headers, positionId };
}

/** To the same page without the pass, so that it is neither kept in the history nor passed on. */
function moveOn(url: URL, more: Verdict["headers"]): Verdict {
  const headers = new Headers([["cache-control", "no-store"], ...more]);
  return answer(302, headers, null, withoutPass(url).href);
}

function answer(status: number, headers: Headers, problem: object | null, to: string): Verdict {
  headers.set(problem ? "turnkeeper-room" : "location", to);
  if (problem) headers.set("content-type", "application/problem+json");
  const body = problem ? JSON.stringify(problem) : null;
  return { response: new Response(body, { status, headers }), headers: [], positionId: null };
}

function passNeeded(page: URL, joinUrl: string): object {
  const title = "A pass from the waiting room is needed";
  const bind = page.searchParams.get("bind");
  return {
    type: "about:blank",
    title,
    status: 401,
    code: "PASS_NEEDED",
    roomUrl: page.href,
    joinUrl,
    bind,
  };
}

function unavailable(visit: Visit): Verdict {
  const headers = new Headers({ "retry-after": "5", "cache-control": "no-store" });
  const title = "The waiting room does not answer; please try again in a moment";
  const problem = { type: "about:blank", title, status: 503, code: "ROOM_UNREACHABLE" };
  const page = wantsPage(visit);
  headers.set("content-type", page ? "text/plain; charset=utf-8" : "application/problem+json");
  const response = new Response(page ? title : JSON.stringify(problem), { status: 503, headers });
  return { response, headers: [], positionId: null };
}

function noAddress(): Verdict {
  return { response: new Response(null, { status: 400 }), headers: [], positionId: null };
}

/** People get a redirect, programs an answer that they can read. */
function wantsPage({ headers }: Visit): boolean {
  return headers.get("accept")?.includes("text/html") ?? false;
}

function isRead({ method }: Visit): boolean {
  return method === "GET" || method === "HEAD";
}

/** A browser asks without cookies whether it may ask at all. */
function isPreflight({ method, headers }: Visit): boolean {
  return method === "OPTIONS" && headers.get("access-control-request-method") !== null;
}

/** By the path as it was sent: parsed, `/order/../assets/` would look like `/assets/`. */
function isExcepted({ url }: Visit, except: (string | RegExp)[]): boolean {
  const path = /^[^/]*\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? "";
  if (!isUnambiguous(path)) return false;
  return except.some((one) =>
    typeof one === "string" ? path.startsWith(one) : path.search(one) >= 0,
  );
}

/** Null for a Host header that is no host. */
function addressOf({ url }: Visit, siteUrl: string | undefined): URL | null {
  const asked = URL.parse(url);
  if (!asked || !siteUrl) return asked;
  const { protocol, host } = new URL(siteUrl);
  asked.protocol = protocol;
  asked.host = host;
  // Setting a host keeps a port that the new one does not name.
  if (!/:\d+$/.test(host)) asked.port = "";
  return asked;
}

function withoutPass(url: URL): URL {
  const clean = new URL(url);
  // By hand: searchParams would write the rest of the query anew, and a site may have signed it.
  const others = url.search
    .slice(1)
    .split("&")
    .filter((pair) => !pair.startsWith(`${passParameter}=`));
  clean.search = others.join("&");
  return clean;
}

function cookieOf({ headers }: Visit, name: string): string | null {
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value) return value;
  }
  return null;
}

async function bindingOf(cookie: string | null): Promise<string | null> {
  return cookie?.startsWith("b.") ? hashOf(cookie.slice(2)) : null;
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64url(new Uint8Array(hash));
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(24)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
