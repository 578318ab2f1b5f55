// API keys of an organisation. A key is the HMAC of its random id, so that a retried request can be
// shown the same key again although only its hash is stored.

import { defaultKeyHasher } from "@better-auth/api-key";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import type { StaffCaller } from "../http/access.ts";
import { roles, type Role, type Scope, type Scopes } from "../http/scopes.ts";
import { refuse } from "./refusals.ts";
import { onTransaction } from "./ambient.ts";
import { writeBy } from "./platform.ts";
import type { Attempt, Platform } from "./platform.ts";
import { byCreation, instantSql, pageOf, type Asked, type Page } from "../http/paging.ts";
import { checkMayGrantScopes, rightsFor, scopesOfRights } from "./roles.ts";
import type { Rights } from "./roles.ts";

const keyPrefix = "tk_";
/** Enough to tell one's keys apart, too little to guess the rest. */
const shownCharacters = 7;

export interface ApiKey {
  id: string;
  name: string;
  role: Role;
  scopes: Scope[];
  prefix: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

export interface NewApiKey {
  name: string;
  role?: Role | undefined;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: Date | null | undefined;
}

interface KeyRow {
  id: string;
  name: string | null;
  start: string | null;
  permissions: string;
  expires_at: Date | null;
  last_request: Date | null;
  created_at: Date;
}

const keyColumns = `id, name, start, permissions, expires_at, last_request, created_at`;

export async function createKey(
  platform: Platform,
  caller: StaffCaller,
  input: NewApiKey,
  attempt: Attempt,
): Promise<{ answer: ApiKey & { key: string }; replayed: boolean }> {
  const rights = rightsFor(platform.scopes, input.role, input.scopes);
  checkMayGrantScopes(caller, scopesOfRights(platform.scopes, rights), "Such a key");
  const write = writeBy(caller, "createApiKey", attempt);
  const { answer, replayed } = await auditedWrite(platform.pool, write, async (tx, now) => {
    const expiresAt = input.expiresAt ?? null;
    if (expiresAt && expiresAt <= now) {
      throw refuse("INVALID", "A key cannot expire before it is created", {
        errors: [{ field: "expiresAt", message: "must be in the future" }],
      });
    }
    await platform.budgets.check(tx, caller.orgId, "apiKeys");
    const id = randomUUID();
    const made = await storeKey(platform, tx, {
      id,
      orgId: caller.orgId,
      name: input.name,
      key: apiKeyFor(platform, id),
      rights,
      expiresAt,
      madeBy: await makerOf(tx, caller),
      now,
    });
    return { type: "organisation.key_created", after: made, answer: made };
  });
  return { answer: { ...answer, key: apiKeyFor(platform, answer.id) }, replayed };
}

export async function listKeys(
  platform: Platform,
  caller: StaffCaller,
  asked: Asked,
): Promise<Page<ApiKey>> {
  // Index: api_key_by_org.
  const { items, nextCursor } = await pageOf(asked, byCreation, async (after, limit) => {
    const { rows } = await platform.pool.query<KeyRow & { place: string }>(
      `select ${keyColumns}, ${instantSql("created_at")} as place
     from api_key
     where org_id = $1
       and ($2::timestamptz is null or (created_at, id) > ($2::timestamptz, $3::uuid))
     order by created_at, id
     limit $4`,
      [caller.orgId, after?.at ?? null, after?.id ?? null, limit],
    );
    return rows;
  });
  return { items: items.map((row) => apiKeyOf(platform.scopes, row)), nextCursor };
}

export async function revokeKey(
  platform: Platform,
  caller: StaffCaller,
  keyId: string,
): Promise<void> {
  await auditedWrite(platform.pool, writeBy(caller, "revokeApiKey"), async (tx) => {
    const { rows } = await tx.query<KeyRow>(
      `select ${keyColumns} from api_key where org_id = $1 and id = $2`,
      [caller.orgId, keyId],
    );
    if (!rows[0]) throw refuse("NOT_FOUND");
    const revoked = apiKeyOf(platform.scopes, rows[0]);
    checkMayGrantScopes(caller, revoked.scopes, "Revoking this key");
    if (revoked.role === "owner") await checkOwnerRemains(tx, caller.orgId, keyId);
    await tx.query(`delete from api_key where org_id = $1 and id = $2`, [caller.orgId, keyId]);
    return { type: "organisation.key_revoked", before: revoked, after: null, answer: null };
  });
  platform.keyCache.drop(keyId);
}

/** Whose membership the new key ends with. What a key makes ends with the one who made that key. */
async function makerOf(tx: pg.PoolClient, caller: StaffCaller): Promise<string | null> {
  if (caller.kind === "user") return caller.userId;
  const { rows } = await tx.query<{ made_by: string | null }>(
    `select made_by from api_key where org_id = $1 and id = $2`,
    [caller.orgId, caller.keyId],
  );
  // Revoked while this was asked for: it must not leave another behind.
  if (!rows[0]) throw refuse("UNAUTHENTICATED", "This key is unknown, revoked or expired");
  return rows[0].made_by;
}

/** A removed member may have written keys down: those with more than they may do now are revoked. */
export async function revokeKeysOf(
  { scopes: known }: Pick<Platform, "scopes">,
  tx: pg.PoolClient,
  orgId: string,
  userId: string,
  kept: readonly Scope[],
): Promise<ApiKey[]> {
  // Index: api_key_by_maker.
  const { rows } = await tx.query<KeyRow>(
    `select ${keyColumns} from api_key where org_id = $1 and made_by = $2 order by created_at, id`,
    [orgId, userId],
  );
  const revoked = rows
    .map((row) => apiKeyOf(known, row))
    .filter(({ scopes }) => !scopes.every((scope) => kept.includes(scope)));
  await tx.query(`delete from api_key where org_id = $1 and id = any($2::uuid[])`, [
    orgId,
    revoked.map(({ id }) => id),
  ]);
  return revoked;
}

/** An organisation without an owner among its people keeps at least one lasting owner key. */
async function checkOwnerRemains(tx: pg.PoolClient, orgId: string, keyId: string): Promise<void> {
  const { rows } = await tx.query<{ kept: boolean }>(
    `select exists (select 1 from member where org_id = $1 and role = 'owner')
         or exists (select 1 from api_key
                    where org_id = $1 and id <> $2 and expires_at is null
                      and permissions = $3) as kept`,
    [orgId, keyId, permissionsText({ role: "owner", scopes: null })],
  );
  if (!rows[0]!.kept) throw refuse("LAST_OWNER", "This is the last way in for an owner");
}

export interface KeyToStore {
  id: string;
  orgId: string;
  name: string;
  key: string;
  rights: Rights;
  expiresAt: Date | null;
  /** The member whose it is; null: the server's. */
  madeBy: string | null;
  now: Date;
}

/** Past better-auth's own endpoint, which insists on a signed-in member and cannot take a given key. */
export async function storeKey(
  { auth, scopes }: Pick<Platform, "auth" | "scopes">,
  tx: pg.PoolClient,
  made: KeyToStore,
): Promise<ApiKey> {
  const { adapter } = await auth.$context;
  const start = made.key.slice(0, shownCharacters);
  const key = await defaultKeyHasher(made.key);
  await onTransaction(tx, () =>
    adapter.create({
      model: "apikey",
      forceAllowId: true,
      data: {
        id: made.id,
        configId: "default",
        referenceId: made.orgId,
        name: made.name,
        start,
        prefix: made.key.startsWith(keyPrefix) ? keyPrefix : null,
        key,
        enabled: true,
        rateLimitEnabled: false,
        requestCount: 0,
        expiresAt: made.expiresAt,
        permissions: permissionsText(made.rights),
        createdAt: made.now,
        updatedAt: made.now,
      },
    }),
  );
  await tx.query(`update api_key set made_by = $2 where id = $1`, [made.id, made.madeBy]);
  return {
    id: made.id,
    name: made.name,
    role: made.rights.role,
    scopes: [...scopesOfRights(scopes, made.rights)],
    prefix: start,
    expiresAt: made.expiresAt?.toISOString() ?? null,
    lastUsedAt: null,
    createdAt: made.now.toISOString(),
  };
}

export function apiKeyFor(platform: Pick<Platform, "secrets">, keyId: string): string {
  return keyPrefix + platform.secrets.derive("api key", keyId);
}

/** better-auth keeps a key's permissions as lists of words by subject. */
function permissionsText({ role, scopes }: Rights): string {
  return JSON.stringify(scopes ? { role: [role], scope: scopes } : { role: [role] });
}

export function rightsOf(permissions: unknown): Rights {
  const { role, scope } = permissions as { role?: string[]; scope?: Scope[] };
  const known = roles.find((each) => each === role?.[0]);
  if (!known) throw new Error(`an API key has no known role: ${JSON.stringify(permissions)}`);
  return { role: known, scopes: scope ?? null };
}

function apiKeyOf(known: Scopes, row: KeyRow): ApiKey {
  const rights = rightsOf(JSON.parse(row.permissions));
  return {
    id: row.id,
    name: row.name ?? "",
    role: rights.role,
    scopes: [...scopesOfRights(known, rights)],
    prefix: row.start ?? "",
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_request?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
