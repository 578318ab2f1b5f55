// The first run in the browser: names the first organisation and makes its owner. Open only while the
// server made its first key itself and nobody has an account yet.

import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import type { Caller } from "../http/access.ts";
import { actorOf } from "../http/access.ts";
import { cameFromThisMachine } from "../http/this-machine.ts";
import { refuse } from "./refusals.ts";
import { createAccount, hashPassword } from "./accounts.ts";
import type { Account } from "./accounts.ts";
import { firstOrganisation, insertMember } from "./organisations.ts";
import type { Organisation } from "./organisations.ts";
import { writeOn } from "./platform.ts";
import { checkSameOrigin } from "./same-origin.ts";
import type { Attempt, Platform } from "./platform.ts";

export interface SetUp {
  organisation: Organisation;
  user: Account;
}

export async function setupNeeded({ pool }: Pick<Platform, "pool">): Promise<boolean> {
  return (await openOrganisation(pool)) !== null;
}

/**
 * Anybody has to show the owner key that was printed, except whoever is at the machine of a server that
 * is for that machine alone.
 */
export function checkMaySetUp(
  request: FastifyRequest,
  { publicUrl, proxyTrusted }: Pick<Platform, "publicUrl" | "proxyTrusted">,
): void {
  if (request.caller.kind === "key") return;
  checkSameOrigin(request, publicUrl);
  if (cameFromThisMachine(request, { publicUrl, proxyTrusted })) return;
  throw refuse("UNAUTHENTICATED", "This needs the owner key that was printed at the first start");
}

export async function setUp(
  platform: Platform,
  caller: Caller,
  input: { organisation: string; name: string; email: string; password: string },
  attempt: Attempt,
): Promise<{ answer: SetUp; replayed: boolean }> {
  const first = await firstOrganisation(platform.pool);
  if (!first) throw new Error("there is no organisation; the server's first start did not finish");
  if (caller.kind === "key" && (caller.orgId !== first || !caller.scopes.includes("org:own"))) {
    throw refuse("FORBIDDEN", "This needs the owner key that was printed at the first start");
  }
  const passwordHash = await hashPassword(platform.auth, input.password);
  const write = writeOn(first, actorOf(caller), "setUp", attempt);
  return auditedWrite(platform.pool, write, async (tx, now) => {
    // Decided under the lock of the organisation's line: of two that come at once one is too late.
    if ((await openOrganisation(tx)) !== first) throw refuse("ALREADY_SET_UP");
    const organisation = { id: first, name: input.organisation };
    await tx.query(`update organisation set name = $2, metadata = null where id = $1`, [
      first,
      organisation.name,
    ]);
    const email = input.email.toLowerCase();
    const id = await createAccount(platform.auth, tx, { email, name: input.name, passwordHash });
    await insertMember(tx, { orgId: first, userId: id, role: "owner" }, now);
    const answer = { organisation, user: { id, name: input.name, email } };
    return { type: "organisation.set_up", after: { organisation, userId: id }, answer };
  });
}

async function openOrganisation(db: pg.Pool | pg.PoolClient): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from organisation
     where metadata::jsonb ->> 'setup' = 'open' and not exists (select 1 from user_account)`,
  );
  return rows[0]?.id ?? null;
}
