// What the services of this folder share.

import type pg from "pg";
import type { StaffCaller } from "../http/access.ts";
import { actorOf } from "../http/access.ts";
import type { Scopes } from "../http/scopes.ts";
import type { AuditedWrite } from "../engine/audited-write.ts";
import type { CommandContext } from "../engine/command-context.ts";
import type { OrganisationMakers } from "../infra/config.ts";
import type { Logger } from "../infra/log.ts";
import type { Secrets } from "../infra/secrets.ts";
import type { Auth } from "./auth.ts";
import type { Budgets } from "./budgets.ts";
import type { KeyCache } from "./key-cache.ts";
import type { SignInGuard } from "./sign-in-guard.ts";

export interface Platform {
  pool: pg.Pool;
  /** All that there are, and which role has which. */
  scopes: Scopes;
  auth: Auth;
  secrets: Pick<Secrets, "derive">;
  guard: SignInGuard;
  keyCache: KeyCache;
  log: Logger;
  publicUrl: string;
  /** Requests may come through a proxy, whose word about them is taken. */
  proxyTrusted: boolean;
  organisationMakers: OrganisationMakers;
  budgets: Budgets;
  /** Ends what the products let these people and keys read without signing in; returns how much. */
  endReading(tx: pg.PoolClient, orgId: string, actors: readonly string[]): Promise<number>;
}

/** The request's Idempotency-Key, and what it must be used with again to be answered again. */
export type Attempt = Pick<CommandContext, "key" | "fingerprint">;

/** Changes to an organisation are decided one after another, under the lock of its own line. */
export function writeBy(
  caller: StaffCaller,
  operation: string,
  attempt: Attempt = {},
): AuditedWrite {
  return writeOn(caller.orgId, actorOf(caller), operation, attempt);
}

export function writeOn(
  orgId: string,
  actor: string,
  operation: string,
  { key, fingerprint }: Attempt = {},
): AuditedWrite {
  return { orgId, lineId: orgId, actor, operation, key, fingerprint };
}
