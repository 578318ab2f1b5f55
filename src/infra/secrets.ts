// Secrets are derived, never stored: HMAC-SHA256 of what they stand for under a server key. The
// server keys live in the database so that every instance derives the same; each has an id that the
// secret carries, so a new key can be added while old secrets keep working.

import {
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import type pg from "pg";
import { idText } from "./ids.ts";

export interface Secrets {
  /** base64url HMAC under the newest key, without the key's id. */
  derive(purpose: string, id: string): string;
  /** What a ticket's holder carries: names its organisation and ticket, proves the right to both. */
  ticketSecret(orgId: string, ticketId: string): string;
  /** The ticket a secret opens, or null for a forged or foreign one. */
  readTicketSecret(secret: string): { orgId: string; ticketId: string } | null;
  /** The same for the address of a calendar feed; the one is no use as the other. */
  feedSecret(orgId: string, feedId: string): string;
  readFeedSecret(secret: string): { orgId: string; feedId: string } | null;
}

interface ServerKey {
  id: number;
  secret: Buffer;
}

export const ticketSecretPrefix = "tks_";
const feedSecretPrefix = "tkf_";
const macBytes = 16;

/** A key that is made ready once signs in 4 µs, one given as bytes in 22. */
interface SigningKey {
  id: number;
  secret: KeyObject;
}

export function makeSecrets(stored: ServerKey[]): Secrets {
  const keys = stored.map(({ id, secret }) => ({ id, secret: createSecretKey(secret) }));
  const byId = new Map(keys.map((key) => [key.id, key]));
  const newest = keys.at(-1);
  if (!newest) throw new Error("there is no server key");

  const macOf = (key: SigningKey, purpose: string, ids: Buffer) =>
    createHmac("sha256", key.secret)
      .update(`${purpose}\0`)
      .update(ids)
      .digest()
      .subarray(0, macBytes);

  /** Names an organisation and something of its, and proves the right to it. */
  function seal(purpose: string, orgId: string, id: string): string {
    const ids = Buffer.concat([uuidBytes(orgId), uuidBytes(id)]);
    const mac = macOf(newest!, purpose, ids);
    return Buffer.concat([Buffer.from([newest!.id]), ids, mac]).toString("base64url");
  }

  function open(purpose: string, sealed: string): { orgId: string; id: string } | null {
    const body = Buffer.from(sealed, "base64url");
    if (body.length !== 1 + 32 + macBytes) return null;
    const key = byId.get(body[0]!);
    if (!key) return null;
    const ids = body.subarray(1, 33);
    if (!timingSafeEqual(macOf(key, purpose, ids), body.subarray(33))) return null;
    return { orgId: idText(ids.subarray(0, 16)), id: idText(ids.subarray(16)) };
  }

  return {
    derive: (purpose, id) =>
      createHmac("sha256", newest.secret).update(`${purpose}\0${id}`).digest("base64url"),

    ticketSecret: (orgId, ticketId) => ticketSecretPrefix + seal("ticket", orgId, ticketId),

    readTicketSecret(secret) {
      if (!secret.startsWith(ticketSecretPrefix)) return null;
      const opened = open("ticket", secret.slice(ticketSecretPrefix.length));
      return opened && { orgId: opened.orgId, ticketId: opened.id };
    },

    feedSecret: (orgId, feedId) => feedSecretPrefix + seal("feed", orgId, feedId),

    readFeedSecret(secret) {
      if (!secret.startsWith(feedSecretPrefix)) return null;
      const opened = open("feed", secret.slice(feedSecretPrefix.length));
      return opened && { orgId: opened.orgId, feedId: opened.id };
    },
  };
}

/** Reads the server keys, making the first one when there is none. Safe with many instances. */
export async function loadSecrets(pool: pg.Pool): Promise<Secrets> {
  await pool.query(
    `insert into server_key (id, secret) values (1, $1) on conflict (id) do nothing`,
    [randomBytes(32)],
  );
  const { rows } = await pool.query<ServerKey>(`select id, secret from server_key order by id`);
  return makeSecrets(rows);
}

function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}
