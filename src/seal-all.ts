// Everything that the database keeps sealed, in one place: for the start, and for a new master key.

import type pg from "pg";
import { sealedUrls } from "./calendars/outside-store.ts";
import { sealColumn } from "./infra/sealed-column.ts";
import { sealServerKeys } from "./infra/secrets.ts";
import type { Vault } from "./infra/vault.ts";
import { sealRoomSecrets } from "./waitroom/core/room-secrets.ts";

/** Whatever is not sealed, or sealed under an older master key. Returns how much that was. */
export async function sealAll(pool: pg.Pool, vault: Vault): Promise<number> {
  const keys = await sealServerKeys(pool, vault);
  const rooms = await sealRoomSecrets(pool, vault);
  return keys + rooms + (await sealColumn(pool, vault, sealedUrls));
}
