// Whether a request to a protected site may pass, for whatever asks Turnkeeper itself: nginx through
// `verify`, and our own proxy. It does what the gate in client/ does at the site: one cookie holds a
// random secret while somebody waits and their session afterwards, and a pass in an address counts only
// in the browser whose secret it was made for.

import { createHash, randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { Refusal } from "../../kernel/refusal.ts";
import type { Room } from "../core/rooms.ts";
import { cookieSeconds } from "../core/rules.ts";
import { passParameter, type WaitroomService } from "../core/service.ts";

export interface Passing {
  /** The whole address that was asked for, as the visitor sees it. */
  url: URL;
  cookie: string | null;
  /** From apps, which have no cookies: `turnkeeper-pass` and `turnkeeper-session`. */
  passHeader: string | null;
  sessionHeader: string | null;
  /** False where no browser is: then a pass that names none will do. */
  byBrowser: boolean;
}

export interface Passed {
  /** Null: not in. */
  positionId: string | null;
  /** A new value for the cookie, or for the app's header. */
  cookie: string | null;
  session: string | null;
  /** Where to wait, for those who are not in. */
  roomUrl: string;
  bind: string | null;
}

export interface TurnstileDeps {
  publicUrl: string;
  service: Pick<WaitroomService, "redeem" | "renew" | "readSession">;
  now(): number;
}

export const cookieName = (roomId: string) => `tk_session_${roomId}`;
const secretPrefix = "b.";

export function sessionCookie(room: Room, value: string, isSecure: boolean): string {
  const secure = isSecure ? "; Secure" : "";
  return `${cookieName(room.id)}=${value}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax${secure}`;
}

export async function passTurnstile(
  deps: TurnstileDeps,
  room: Room,
  passing: Passing,
): Promise<Passed> {
  const { cookie, passHeader, sessionHeader, url } = passing;
  const carried = sessionHeader ?? (cookie?.startsWith(secretPrefix) ? null : cookie);
  const kept = carried ? await keep(deps, room, carried) : null;
  if (kept) return inside(deps, room, kept, sessionHeader !== null);

  const pass = passHeader ?? url.searchParams.get(passParameter);
  const binding = cookie?.startsWith(secretPrefix) ? bindingOf(cookie) : null;
  const mustBind = passing.byBrowser && passHeader === null;
  if (pass && isFor(pass, binding, mustBind)) {
    // The browser that it is bound to may ask again: it has lost the answer.
    const key = binding === null ? undefined : cookie!;
    const opened = await deps.service.redeem(room, pass, key).catch(nullIfRefused);
    if (opened) {
      const { positionId, session } = opened;
      return inside(deps, room, { positionId, renewed: session }, passHeader !== null);
    }
  }
  return outside(deps, room, url, cookie);
}

/** Half of its minute is over, or all of it: then the room is asked whether the place still stands. */
async function keep(deps: TurnstileDeps, room: Room, session: string) {
  const read = await deps.service.readSession(room, session);
  if (!read) return null;
  const { expiresAt, isCurrent, signedPlace } = read;
  const positionId = signedPlace.position.id;
  if (isCurrent && deps.now() < expiresAt - (cookieSeconds / 2) * 1_000) {
    return { positionId, renewed: null };
  }
  const renewed = await deps.service.renew(room, session).catch(nullIfRefused);
  return renewed && { positionId, renewed: renewed.session };
}

function inside(
  deps: TurnstileDeps,
  room: Room,
  { positionId, renewed }: { positionId: string; renewed: string | null },
  inHeader: boolean,
): Passed {
  const cookie = inHeader ? null : renewed;
  const session = inHeader ? renewed : null;
  return { positionId, cookie, session, roomUrl: roomUrl(deps, room), bind: null };
}

function outside(deps: TurnstileDeps, room: Room, url: URL, cookie: string | null): Passed {
  const kept = cookie?.startsWith(secretPrefix) ? cookie : null;
  const secret = kept ?? secretPrefix + randomBytes(24).toString("base64url");
  const bind = bindingOf(secret);
  const address = new URL(roomUrl(deps, room));
  address.searchParams.set("bind", bind);
  address.searchParams.set("returnTo", withoutPass(url).href);
  return {
    positionId: null,
    cookie: kept ? null : secret,
    session: null,
    roomUrl: address.href,
    bind,
  };
}

const roomUrl = ({ publicUrl }: TurnstileDeps, { id }: Room) => `${publicUrl}/room/${id}`;

function bindingOf(secret: string): string {
  return createHash("sha256").update(secret.slice(secretPrefix.length)).digest("base64url");
}

/** An address is easily passed on. What is read here is only compared; redeeming checks the signature. */
function isFor(pass: string, binding: string | null, mustBind: boolean): boolean {
  try {
    const bound = decodeJwt(pass)["bnd"] ?? null;
    return bound === null ? !mustBind : bound === binding;
  } catch {
    return false;
  }
}

/** So that the pass is neither kept in the history nor passed on. */
export function withoutPass(url: URL): URL {
  const clean = new URL(url);
  const others = url.search
    .slice(1)
    .split("&")
    .filter((pair) => !pair.startsWith(`${passParameter}=`));
  clean.search = others.join("&");
  return clean;
}

function nullIfRefused(error: unknown): null {
  // BUSY is no answer about this visitor.
  if (error instanceof Refusal && error.status < 500) return null;
  throw error;
}
