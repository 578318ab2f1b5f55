// What visitors carry. A pass lets one in, once; a session says for a minute that one is in; both are
// Ed25519 JWTs under the room's key, so that a site checks them by itself. A place is for us alone: it
// tells where somebody stands, signed with the server's key, should Redis forget it.

import { createHash, timingSafeEqual } from "node:crypto";
import { importJWK, jwtVerify, SignJWT, type JWK } from "jose";
import type { Secrets } from "../../infra/secrets.ts";
import {
  cookieSeconds,
  passSeconds,
  type SignedPlace,
  type Position,
  type Status,
} from "../core/rules.ts";
import { positionId } from "../core/position-ids.ts";
import { keysAt, type Room } from "../core/rooms.ts";

const algorithm = "EdDSA";

export interface Tokens {
  pass(room: Room, position: Position, bind?: string): Promise<string>;
  session(room: Room, position: Position): Promise<string>;
  /** What a pass says, or null for one that is forged, too old, or for another room. */
  readPass(room: Room, token: string, now: number): Promise<SignedPlace | null>;
  /** Also one whose minute is over: whether the session still runs is for the store to say. */
  readSession(
    room: Room,
    token: string,
    now: number,
  ): Promise<{ signedPlace: SignedPlace; isCurrent: boolean; expiresAt: number } | null>;
  place(position: Position, now: number): string;
  readPlace(text: string): SignedPlace | null;
  /** One place per session: the same session has always the same id in a room. */
  positionId(room: Room, sessionId: string): string;
}

export function makeTokens(publicUrl: string, secrets: Pick<Secrets, "derive">): Tokens {
  const imported = new WeakMap<object, ReturnType<typeof importJWK>>();
  const keyOf = (jwk: JWK) => {
    const known = imported.get(jwk) ?? importJWK(jwk, algorithm);
    imported.set(jwk, known);
    return known;
  };

  async function sign(room: Room, typ: string, claims: Record<string, unknown>): Promise<string> {
    const { kid, privateJwk } = room.keys[0]!;
    return new SignJWT({ iss: publicUrl, aud: room.id, ...claims })
      .setProtectedHeader({ alg: algorithm, kid, typ })
      .sign(await keyOf(privateJwk));
  }

  async function read(room: Room, token: string, typ: string, now: number, toleranceSeconds = 0) {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = keysAt(room, now).find((one) => one.kid === kid);
          if (!key) throw new Error("unknown key");
          return keyOf(key.publicJwk);
        },
        {
          algorithms: [algorithm],
          issuer: publicUrl,
          audience: room.id,
          typ,
          currentDate: new Date(now),
          clockTolerance: toleranceSeconds,
          requiredClaims: ["sub", "exp", "iat"],
        },
      );
      return payload;
    } catch {
      return null;
    }
  }

  return {
    pass: (room, position, bind) =>
      sign(room, "pass+jwt", {
        sub: position.id,
        jti: `${position.id}.${position.admittedAt}`,
        pri: position.priority,
        iat: Math.floor(position.admittedAt! / 1_000),
        exp: Math.ceil(position.admittedAt! / 1_000) + passSeconds,
        ...(bind === undefined ? {} : { bnd: bind }),
      }),

    session: (room, position) =>
      sign(room, "session+jwt", {
        sub: position.id,
        pri: position.priority,
        adm: position.admittedAt,
        sta: position.startedAt,
        end: Math.floor(position.endsAt! / 1_000),
        iat: Math.floor(position.cookieUntil! / 1_000) - cookieSeconds,
        exp: Math.floor(position.cookieUntil! / 1_000),
      }),

    async readPass(room, token, now) {
      const payload = await read(room, token, "pass+jwt", now);
      const admittedAt = Number(payload?.jti?.split(".")[1]);
      if (!payload || !Number.isSafeInteger(admittedAt)) return null;
      const position = standIn(payload.sub!, "ADMITTED", Number(payload["pri"]), admittedAt);
      return { position, issuedAt: admittedAt };
    },

    async readSession(room, token, now) {
      const payload = await read(room, token, "session+jwt", now, 24 * 60 * 60);
      if (!payload) return null;
      const { sub, pri, adm, sta, end, exp, iat } = payload as Record<string, unknown>;
      const position = {
        ...standIn(sub as string, "ACTIVE", pri as number, adm as number),
        startedAt: sta as number,
        endsAt: (end as number) * 1_000,
        cookieUntil: (exp as number) * 1_000,
      };
      const expiresAt = (exp as number) * 1_000;
      const signedPlace = { position, issuedAt: (iat as number) * 1_000 };
      return { signedPlace, isCurrent: expiresAt > now && position.endsAt > now, expiresAt };
    },

    place(position, now) {
      const { id, status, priority, lane, score, drawn, joinedAt } = position;
      const { admittedAt, startedAt, endsAt, cookieUntil } = position;
      const times = [joinedAt, admittedAt, startedAt, endsAt, cookieUntil];
      const content = JSON.stringify([id, status, priority, lane, score, drawn, ...times, now]);
      const body = Buffer.from(content).toString("base64url");
      return `${body}.${secrets.derive("room place", body)}`;
    },

    readPlace(text) {
      const [body = "", proof = "", ...rest] = text.split(".");
      const wanted = Buffer.from(secrets.derive("room place", body));
      const given = Buffer.from(proof);
      if (rest.length > 0 || wanted.length !== given.length) return null;
      if (!timingSafeEqual(wanted, given)) return null;
      const [id, status, priority, lane, score, drawn, ...more] = JSON.parse(
        Buffer.from(body, "base64url").toString(),
      ) as [string, Status, number, number, number, boolean, ...(number | null)[]];
      const [joinedAt, admittedAt, startedAt, endsAt, cookieUntil, issuedAt] = more;
      const position = {
        ...standIn(id, status, priority, admittedAt ?? null),
        lane,
        score,
        drawn,
        joinedAt: joinedAt!,
        startedAt: startedAt ?? null,
        endsAt: endsAt ?? null,
        cookieUntil: cookieUntil ?? null,
      };
      return { position, issuedAt: issuedAt! };
    },

    positionId(room, sessionId) {
      const hash = secrets.derive("room position", `${room.id}\0${sessionId}`);
      return positionId(room.number, Buffer.from(hash, "base64url"));
    },
  };
}

/** Whole numbers below 2⁴⁰, spread evenly; nobody can know theirs before the seed is out. */
export function drawValueOf(seed: string, positionId: string): number {
  const hash = createHash("sha256").update(`${seed}:${positionId}`).digest();
  return hash.readUIntBE(0, 5);
}

export function seedHashOf(seed: string): string {
  return createHash("sha256").update(seed).digest("hex");
}

function standIn(
  id: string,
  status: Status,
  priority: number,
  admittedAt: number | null,
): Position {
  return {
    id,
    status,
    priority,
    lane: 3,
    score: 0,
    drawn: false,
    joinedAt: admittedAt ?? 0,
    admittedAt,
    startedAt: null,
    endedAt: null,
    endsAt: null,
    cookieUntil: null,
    reason: null,
    redeemKey: null,
    address: null,
  };
}
