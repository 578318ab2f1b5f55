// What of a room is sealed in the database: the keys that sign passes and sessions, the secret that it shares
// with another system, and the seed of its draw, which nobody may know beforehand.

import type { JWK } from "jose";
import type pg from "pg";
import { sealColumn, type SealedColumn } from "../../infra/sealed-column.ts";
import type { Vault } from "../../infra/vault.ts";
import type { RoomSettings } from "./rules.ts";

const keyPurpose = (roomId: string, kid: string) => `room key ${roomId} ${kid}`;
const secretPurpose = (roomId: string) => `room secret ${roomId}`;
const isSealed = (text: string) => text.startsWith("mk1.");
const chunk = 500;

export const sealedSeeds: SealedColumn = {
  table: "room",
  column: "seed",
  purposeOf: (roomId) => `room seed ${roomId}`,
};

export function sealKey(vault: Vault, roomId: string, kid: string, jwk: JWK): string {
  return vault.seal(keyPurpose(roomId, kid), JSON.stringify(jwk));
}

export function openKey(vault: Vault, roomId: string, kid: string, sealed: string): JWK {
  return JSON.parse(vault.open(keyPurpose(roomId, kid), sealed)) as JWK;
}

export function sealSettings(vault: Vault, roomId: string, settings: RoomSettings): RoomSettings {
  return withSecret(settings, (secret) => vault.seal(secretPurpose(roomId), secret));
}

/** Also of an instance of an earlier version, which did not seal it. */
export function openSettings(vault: Vault, roomId: string, settings: RoomSettings): RoomSettings {
  return withSecret(settings, (secret) =>
    isSealed(secret) ? vault.open(secretPurpose(roomId), secret) : secret,
  );
}

function withSecret(settings: RoomSettings, change: (secret: string) => string): RoomSettings {
  const { knownUser } = settings;
  if (!knownUser) return settings;
  return { ...settings, knownUser: { ...knownUser, secretKey: change(knownUser.secretKey) } };
}

/** Whatever is not sealed, or sealed under an older master key. Returns how much that was. */
export async function sealRoomSecrets(pool: pg.Pool, vault: Vault): Promise<number> {
  const seeds = await sealColumn(pool, vault, sealedSeeds);
  return seeds + (await sealKeys(pool, vault)) + (await sealShared(pool, vault));
}

interface KeyRow {
  room_id: string;
  kid: string;
  private_jwk: JWK | null;
  private_sealed: string | null;
}

async function sealKeys(pool: pg.Pool, vault: Vault): Promise<number> {
  let sealed = 0;
  let after = ["00000000-0000-0000-0000-000000000000", ""];
  for (;;) {
    const { rows } = await pool.query<KeyRow>(
      `select room_id, kid, private_jwk, private_sealed from room_key
        where (room_id, kid) > ($1::uuid, $2) order by room_id, kid limit ${chunk}`,
      after,
    );
    for (const { room_id: roomId, kid, private_jwk: plain, private_sealed: old } of rows) {
      if (old !== null && vault.isCurrent(old)) continue;
      const jwk = old === null ? plain! : openKey(vault, roomId, kid, old);
      await pool.query(
        `update room_key set private_sealed = $3, private_jwk = null
          where room_id = $1 and kid = $2 and private_sealed is not distinct from $4`,
        [roomId, kid, sealKey(vault, roomId, kid, jwk), old],
      );
      sealed += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return sealed;
    after = [last.room_id, last.kid];
  }
}

async function sealShared(pool: pg.Pool, vault: Vault): Promise<number> {
  const { rows } = await pool.query<{ id: string; settings: RoomSettings }>(
    `select id, settings from room where settings->'knownUser'->>'secretKey' is not null`,
  );
  const stale = rows.filter(({ settings }) => !vault.isCurrent(settings.knownUser!.secretKey));
  for (const { id, settings } of stale) {
    const fresh = sealSettings(vault, id, openSettings(vault, id, settings));
    // Only over what was read: a change of the room meanwhile has sealed its own.
    await pool.query(
      `update room set settings = $2
        where id = $1 and settings->'knownUser'->>'secretKey' = $3`,
      [id, JSON.stringify(fresh), settings.knownUser!.secretKey],
    );
  }
  return stale.length;
}
