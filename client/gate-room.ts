// What the gate knows of its room: the keys that sign passes and sessions, and the two calls that
// change something, redeeming a pass and renewing a session. Everything else is decided locally.

import { errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from "jose";
import { Keys } from "./gate-keys.ts";

export interface RoomOptions {
  /** Where Turnkeeper is, such as https://queue.example.org. */
  url: string;
  roomId: string;
  fetch?: typeof fetch | undefined;
  /** How long one call to Turnkeeper may take. */
  timeoutMs?: number | undefined;
  /** For tests. */
  now?: (() => Date) | undefined;
}

export interface Claims {
  positionId: string;
  /** The hash of what the browser at the site holds; see gate.ts. */
  binding: string | null;
  issuedAt: number;
  expiresAt: number;
  expired: boolean;
}

/** The room did not answer, or could not: nothing is known about this visitor. */
export class RoomUnreachable extends Error {
  override name = "RoomUnreachable";
}

const reachableForMs = 5_000;

export class Room {
  readonly #options: Required<Omit<RoomOptions, "roomId">>;
  readonly #roomId: string;
  readonly #keys: Keys;
  #reached: { at: number; answer: Promise<boolean> } | null = null;

  constructor({ url, roomId, ...options }: RoomOptions) {
    const { fetch: ask = fetch, timeoutMs = 3_000, now = () => new Date() } = options;
    this.#options = { url: url.replace(/\/+$/, ""), fetch: ask, timeoutMs, now };
    this.#roomId = roomId;
    this.#keys = new Keys(() => this.#loadKeys(), now);
  }

  /** The page where visitors wait. */
  pageUrl(): string {
    return `${this.#options.url}/room/${this.#roomId}`;
  }

  joinUrl(): string {
    return `${this.#options.url}/v1/rooms/${this.#roomId}/positions`;
  }

  #keysUrl(): string {
    return `${this.#options.url}/v1/rooms/${this.#roomId}/jwks.json`;
  }

  /** What a pass or session of this room says; null when it is forged or for another room. */
  async read(token: string, kind: "pass" | "session"): Promise<Claims | null> {
    const now = this.#options.now();
    try {
      const { payload } = await jwtVerify(token, this.#keys.find, {
        algorithms: ["EdDSA", "Ed25519"],
        audience: this.#roomId,
        typ: `${kind}+jwt`,
        requiredClaims: ["sub", "exp", "iat"],
        currentDate: now,
      });
      return claims(payload, false);
    } catch (error) {
      // Signature, kind and room are right: it is only old, and may still be renewed.
      if (error instanceof errors.JWTExpired) return claims(error.payload, true);
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  /**
   * A pass works once: the session that it opens, or null when somebody has used it. With the same key it
   * works again, for those who have lost the answer.
   */
  redeem(pass: string, key: string): Promise<string | null> {
    return this.#session("redeem", { pass }, key);
  }

  /** The session for another minute, or null when the place is no longer this visitor's. */
  renew(session: string): Promise<string | null> {
    return this.#session("renew", { session }, crypto.randomUUID());
  }

  /** Whether there is a room to send people to. */
  isReachable(): Promise<boolean> {
    const now = this.#options.now().getTime();
    if (!this.#reached || now - this.#reached.at > reachableForMs) {
      this.#reached = {
        at: now,
        answer: this.#send(this.#keysUrl(), { method: "GET" }).then(
          async (answer) => {
            await answer.body?.cancel();
            return answer.ok;
          },
          () => false,
        ),
      };
    }
    return this.#reached.answer;
  }

  async #loadKeys(): Promise<JSONWebKeySet> {
    const answer = await this.#send(this.#keysUrl(), { method: "GET" });
    if (!answer.ok) throw new RoomUnreachable(`The room's keys: ${answer.status}`);
    return (await answer.json()) as JSONWebKeySet;
  }

  async #session(call: string, body: object, key: string): Promise<string | null> {
    const init: RequestInit = {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    };
    const url = `${this.#options.url}/v1/rooms/${this.#roomId}/${call}`;
    // Once more with the same key when the answer is lost: it may have been done.
    const answer = await this.#send(url, init).catch(() => this.#send(url, init));
    if (answer.ok) return ((await answer.json()) as { session: string }).session;
    await answer.body?.cancel();
    if (answer.status >= 500 || answer.status === 429) {
      throw new RoomUnreachable(`The room answered ${answer.status}`);
    }
    return null;
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const { fetch: ask, timeoutMs } = this.#options;
    try {
      return await ask(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    } catch (cause) {
      throw new RoomUnreachable("The room does not answer", { cause });
    }
  }
}

function claims(payload: JWTPayload, expired: boolean): Claims {
  return {
    positionId: payload.sub!,
    binding: typeof payload["bnd"] === "string" ? payload["bnd"] : null,
    issuedAt: payload.iat!,
    expiresAt: payload.exp!,
    expired,
  };
}
