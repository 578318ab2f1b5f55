// Organisations: each owns everything below it, and has a line of its own whose events are its audit
// trail.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createOrganisationLine, auditedWrite } from "../engine/audited-write.ts";
import { actorOf } from "../http/access.ts";
import type { StaffCaller } from "../http/access.ts";
import { newId } from "../infra/ids.ts";
import { refuse } from "./refusals.ts";
import type { Usage } from "./budgets.ts";
import { apiKeyFor, storeKey } from "./keys.ts";
import { writeBy } from "./platform.ts";
import type { Attempt, Platform } from "./platform.ts";

export interface Organisation {
  id: string;
  name: string;
}

export async function insertOrganisation(
  tx: pg.PoolClient,
  organisation: Organisation,
  now: Date,
  setup: "open" | null = null,
): Promise<void> {
  await tx.query(
    `insert into organisation (id, name, slug, created_at, metadata) values ($1::uuid, $2, $1::text, $3, $4)`,
    [organisation.id, organisation.name, now, setup && JSON.stringify({ setup })],
  );
  await createOrganisationLine(tx, organisation.id);
}

export async function insertMember(
  tx: pg.PoolClient,
  member: { orgId: string; userId: string; role: string },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `insert into member (id, org_id, user_id, role, created_at) values ($1, $2, $3, $4, $5)`,
    [id, member.orgId, member.userId, member.role, now],
  );
  return id;
}

/** One more organisation, with an owner key; a caller who is signed in becomes its owner, too. */
export async function createOrganisation(
  platform: Platform,
  caller: StaffCaller,
  input: { name: string },
  attempt: Attempt,
): Promise<{ answer: Organisation & { apiKey: string }; replayed: boolean }> {
  await checkMayMake(platform, caller);
  const write = writeBy(caller, "createOrganisation", attempt);
  const { answer, replayed } = await auditedWrite(platform.pool, write, async (tx, now) => {
    const organisation = { id: newId(), name: input.name };
    const keyId = randomUUID();
    await insertOrganisation(tx, organisation, now);
    const madeBy = caller.kind === "user" ? caller.userId : null;
    if (madeBy) {
      await insertMember(tx, { orgId: organisation.id, userId: madeBy, role: "owner" }, now);
    }
    await storeKey(platform, tx, {
      id: keyId,
      orgId: organisation.id,
      name: "First key",
      key: apiKeyFor(platform, keyId),
      rights: { role: "owner", scopes: null },
      expiresAt: null,
      madeBy,
      now,
    });
    await beginTrail(tx, organisation, actorOf(caller), now);
    return {
      type: "organisation.organisation_created",
      after: organisation,
      answer: { ...organisation, keyId },
    };
  });
  const { keyId, ...organisation } = answer;
  return { answer: { ...organisation, apiKey: apiKeyFor(platform, keyId) }, replayed };
}

/** An organisation has rooms, queues and a proxy's targets of its own: having one more is the operator's. */
async function checkMayMake(platform: Platform, caller: StaffCaller): Promise<void> {
  if (caller.kind === "key" && !caller.scopes.includes("org:own")) {
    throw refuse("FORBIDDEN", "This needs an owner key, or someone who is signed in");
  }
  switch (platform.organisationMakers) {
    case "anybody":
      return;
    case "nobody":
      throw refuse(
        "ORGANISATIONS_RESTRICTED",
        "No more organisations can be created on this server",
      );
    case "owners":
      if (await ownsFirst(platform.pool, caller)) return;
      throw refuse("ORGANISATIONS_RESTRICTED", "This is for owners of the first organisation");
  }
}

async function ownsFirst(pool: pg.Pool, caller: StaffCaller): Promise<boolean> {
  const first = await firstOrganisation(pool);
  if (caller.kind === "key") return caller.orgId === first;
  // Whichever of their organisations they are in at the moment.
  const { rowCount } = await pool.query(
    `select 1 from member where org_id = $1 and user_id = $2 and role = 'owner'`,
    [first, caller.userId],
  );
  return rowCount === 1;
}

export async function firstOrganisation(db: pg.Pool | pg.PoolClient): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from organisation order by created_at, id limit 1`,
  );
  return rows[0]?.id ?? null;
}

export async function findOrganisation(pool: pg.Pool, id: string): Promise<Organisation | null> {
  const { rows } = await pool.query<Organisation>(
    `select id, name from organisation where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** How much of what it may have the organisation has. */
export async function organisationWithUsage(
  { pool, budgets }: Platform,
  orgId: string,
): Promise<Organisation & { usage: Usage }> {
  const organisation = (await findOrganisation(pool, orgId))!;
  return { ...organisation, usage: await budgets.usage(pool, orgId) };
}

export async function renameOrganisation(
  platform: Platform,
  caller: StaffCaller,
  name: string,
): Promise<Organisation> {
  const write = writeBy(caller, "changeOrganisation");
  const { answer } = await auditedWrite(platform.pool, write, async (tx) => {
    const { rows } = await tx.query<Organisation>(
      `select id, name from organisation where id = $1`,
      [caller.orgId],
    );
    const organisation = { id: caller.orgId, name };
    await tx.query(`update organisation set name = $2 where id = $1`, [caller.orgId, name]);
    return {
      type: "organisation.renamed",
      before: rows[0],
      after: organisation,
      answer: organisation,
    };
  });
  return answer;
}

/** The command is recorded with the organisation that gave it; the new one's trail begins with it. */
async function beginTrail(
  tx: pg.PoolClient,
  organisation: Organisation,
  actor: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `with line as (
       update line set event_seq = event_seq + 1 where org_id = $1 and id = $1 returning event_seq
     )
     insert into event (org_id, line_id, seq, type, at, actor, after)
     select $1, $1, event_seq, 'organisation.created', $2, $3, $4 from line`,
    [organisation.id, now, actor, JSON.stringify(organisation)],
  );
}
