// Secrets are derived, never stored: HMAC-SHA256 of what they stand for under a server key. The
// server keys live in the database so that every instance derives the same, sealed under the master key;
// each has an id that the secret carries, so a new key can be added while old secrets keep working.

import {
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import type pg from "pg";
import { idText } from "./ids.ts";
import type { Vault } from "./vault.ts";

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

/**
 * Reads the server keys, making the first one when there is none. Safe with many instances. In the
 * database they are sealed; those that an earlier version left there as they are, are sealed now.
 */
export async function loadSecrets(
  pool: Pick<pg.Pool, "query">,
  vault: Vault & { ensure(): boolean },
): Promise<{ secrets: Secrets; madeMasterKey: boolean }> {
  const { rowCount } = await pool.query(`select 1 from server_key where sealed is not null`);
  // A database that has been sealed needs the key it was sealed with, and no new one.
  const madeMasterKey = rowCount === 0 && vault.ensure();
  if (rowCount === 0) {
    await pool.query(
      `insert into server_key (id, sealed) values (1, $1) on conflict (id) do nothing`,
      [vault.seal(purposeOf(1), randomBytes(32).toString("base64url"))],
    );
  }
  await sealServerKeys(pool, vault);
  const { rows } = await pool.query<{ id: number; sealed: string }>(
    `select id, sealed from server_key order by id`,
  );
  const keys = rows.map(({ id, sealed }) => ({ id, secret: openKey(vault, id, sealed) }));
  return { secrets: makeSecrets(keys), madeMasterKey };
}

/** Whatever is not sealed, or sealed under an older master key. */
export async function sealServerKeys(pool: Pick<pg.Pool, "query">, vault: Vault): Promise<number> {
  const { rows } = await pool.query<{ id: number; secret: Buffer | null; sealed: string | null }>(
    `select id, secret, sealed from server_key order by id`,
  );
  const stale = rows.filter(({ sealed }) => sealed === null || !vault.isCurrent(sealed));
  for (const { id, secret, sealed } of stale) {
    const key = sealed === null ? secret! : openKey(vault, id, sealed);
    await pool.query(
      `update server_key set sealed = $2, secret = null
        where id = $1 and sealed is not distinct from $3`,
      [id, vault.seal(purposeOf(id), key.toString("base64url")), sealed],
    );
  }
  return stale.length;
}

const purposeOf = (id: number) => `server key ${id}`;

function openKey(vault: Vault, id: number, sealed: string): Buffer {
  return Buffer.from(vault.open(purposeOf(id), sealed), "base64url");
}

function uuidBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}
