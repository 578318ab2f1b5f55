// Makes the way in: on the first start one organisation with an owner key. Any number of instances
// may start at once on one database; exactly one of them makes it.
//
// TURNKEEPER_API_KEY is that key when it is set. On a later start a value that is not known yet
// becomes one more owner key of the first organisation, so that an operator who lost every key can
// get back in. It follows that a key which is revoked but still set in the environment comes back at
// the next start.

import { defaultKeyHasher } from "@better-auth/api-key";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import { newId } from "../infra/ids.ts";
import { apiKeyFor, storeKey } from "./keys.ts";
import { firstOrganisation, insertOrganisation } from "./organisations.ts";
import { writeOn } from "./platform.ts";
import type { Platform } from "./platform.ts";

const firstStartLock = [0x7475726e, 1];

export interface FirstStartDeps extends Pick<Platform, "pool" | "secrets" | "auth" | "scopes"> {
  apiKey: string | null;
}

/** `createdKey`: a key the server made itself, to be shown this once. */
export async function firstStart(deps: FirstStartDeps): Promise<{ createdKey: string | null }> {
  const existing = await firstOrganisation(deps.pool);
  if (!existing) {
    const created = await createFirstOrganisation(deps);
    if (created) return { createdKey: deps.apiKey ? null : created };
  }
  if (deps.apiKey) await admitKey(deps, deps.apiKey);
  return { createdKey: null };
}

class MadeByAnother extends Error {}

async function createFirstOrganisation(deps: FirstStartDeps): Promise<string | null> {
  const id = newId();
  const keyId = randomUUID();
  const key = deps.apiKey ?? apiKeyFor(deps, keyId);
  try {
    await auditedWrite(deps.pool, writeOn(id, "system", "firstStart"), async (tx, now) => {
      await tx.query(`select pg_advisory_xact_lock($1, $2)`, firstStartLock);
      if (await firstOrganisation(tx)) throw new MadeByAnother();
      const organisation = { id, name: "My organisation" };
      await insertOrganisation(tx, organisation, now, deps.apiKey ? null : "open");
      await storeOwnerKey(deps, tx, { id: keyId, orgId: id, key, now });
      return { type: "organisation.created", after: { ...organisation, keyId }, answer: null };
    });
    return key;
  } catch (error) {
    if (error instanceof MadeByAnother) return null;
    throw error;
  }
}

async function admitKey(deps: FirstStartDeps, key: string): Promise<void> {
  const hash = await defaultKeyHasher(key);
  const known = (db: pg.Pool | pg.PoolClient) =>
    db.query(`select 1 from api_key where key = $1`, [hash]).then(({ rowCount }) => rowCount !== 0);
  if (await known(deps.pool)) return;
  const orgId = (await firstOrganisation(deps.pool))!;
  const keyId = randomUUID();
  try {
    await auditedWrite(deps.pool, writeOn(orgId, "system", "admitKey"), async (tx, now) => {
      if (await known(tx)) throw new MadeByAnother();
      const made = await storeOwnerKey(deps, tx, { id: keyId, orgId, key, now });
      return { type: "organisation.key_created", after: made, answer: null };
    });
  } catch (error) {
    if (!(error instanceof MadeByAnother)) throw error;
  }
}

function storeOwnerKey(
  deps: FirstStartDeps,
  tx: pg.PoolClient,
  made: { id: string; orgId: string; key: string; now: Date },
) {
  return storeKey(deps, tx, {
    ...made,
    name: deps.apiKey ? "TURNKEEPER_API_KEY" : "First key",
    rights: { role: "owner", scopes: null },
    expiresAt: null,
    madeBy: null,
  });
}
