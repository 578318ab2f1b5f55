// Inviting someone makes a link for them. The link's token names the invitation and proves it (an
// HMAC), so that it need not be stored and a retried request can show it again.

import { randomUUID, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import type { Caller, Role, StaffCaller } from "../http/access.ts";
import { isId } from "../infra/ids.ts";
import { refuse } from "./refusals.ts";
import { createAccount, findAccount, hashPassword } from "./accounts.ts";
import type { Member } from "./members.ts";
import { insertMember } from "./organisations.ts";
import { writeBy, writeOn } from "./platform.ts";
import type { Attempt, Platform } from "./platform.ts";
import { checkMayGrant } from "./roles.ts";
import { checkPassword } from "./sessions.ts";
import type { Visitor } from "./sessions.ts";

const validDays = 7;

export interface Invitation {
  organisation: { id: string; name: string };
  email: string;
  name: string | null;
  role: Role;
  expiresAt: string;
}

interface InvitationRow {
  id: string;
  org_id: string;
  organisation: string;
  email: string;
  name: string | null;
  role: Role;
  expires_at: Date;
}

export async function invite(
  platform: Platform,
  caller: StaffCaller,
  input: { email: string; name?: string | undefined; role: Role },
  attempt: Attempt,
): Promise<{ answer: Member & { inviteUrl: string }; replayed: boolean }> {
  checkMayGrant(platform.scopes, caller, input.role, `Inviting someone as ${input.role}`);
  const email = input.email.toLowerCase();
  const inviterId = caller.kind === "user" ? caller.userId : caller.keyId;
  const write = writeBy(caller, "inviteMember", attempt);
  const { answer, replayed } = await auditedWrite(platform.pool, write, async (tx, now) => {
    await checkNotHere(tx, caller.orgId, email, now);
    await platform.budgets.check(tx, caller.orgId, "members");
    const id = randomUUID();
    await tx.query(
      `insert into invitation
         (id, org_id, email, name, role, status, inviter_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, 'pending', $6, $7::timestamptz,
               $7::timestamptz + $8 * interval '1 day')`,
      [id, caller.orgId, email, input.name ?? null, input.role, inviterId, now, validDays],
    );
    const invited: Member = {
      id,
      userId: null,
      name: input.name ?? null,
      email,
      emailVerified: false,
      role: input.role,
      status: "invited",
    };
    return { type: "organisation.member_invited", after: invited, answer: invited };
  });
  const inviteUrl = `${platform.publicUrl}/invite/${tokenOf(platform, answer.id)}`;
  return { answer: { ...answer, inviteUrl }, replayed };
}

/** An invitation that has run out makes room for a new one. */
async function checkNotHere(
  tx: pg.PoolClient,
  orgId: string,
  email: string,
  now: Date,
): Promise<void> {
  const { rowCount: members } = await tx.query(
    `select 1 from member join user_account on user_account.id = user_id
     where org_id = $1 and email = $2`,
    [orgId, email],
  );
  if (members) throw refuse("EMAIL_TAKEN");
  await tx.query(
    `update invitation set status = 'canceled'
     where org_id = $1 and email = $2 and status = 'pending' and expires_at <= $3`,
    [orgId, email, now],
  );
  const { rowCount: pending } = await tx.query(
    `select 1 from invitation where org_id = $1 and email = $2 and status = 'pending'`,
    [orgId, email],
  );
  if (pending) {
    throw refuse("EMAIL_TAKEN", "This address is already invited; remove that invitation first");
  }
}

export async function readInvitation(platform: Platform, token: string): Promise<Invitation> {
  const row = await findInvitation(platform, platform.pool, token);
  return {
    organisation: { id: row.org_id, name: row.organisation },
    email: row.email,
    name: row.name,
    role: row.role,
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * Someone new gets an account with this password. Someone who has an account here, through another
 * organisation, must give that account's password: a link alone must never open or change it. Whoever
 * is signed in as somebody else, the inviter above all, does not accept for them.
 *
 * The server sends no mail, so an address is only the inviter's word. The account is marked as not
 * verified, the list of members says so, and the trail names whose word it was. Nothing is ever opened
 * by an address alone.
 */
export async function acceptInvitation(
  platform: Platform,
  visitor: Visitor,
  caller: Caller,
  token: string,
  input: { name: string; password: string },
  attempt: Attempt,
): Promise<{ answer: { orgId: string; userId: string; email: string }; replayed: boolean }> {
  const { id, orgId } = await whoseToken(platform, token);
  const { rows } = await platform.pool.query<{ email: string; inviter_id: string }>(
    `select email, inviter_id from invitation where id = $1`,
    [id],
  );
  const { email, inviter_id: invitedBy } = rows[0]!;
  const known = await findAccount(platform.pool, email);
  if (caller.kind === "user" && caller.userId !== known?.id) throw refuse("INVITATION_NOT_YOURS");
  if (known) await checkPassword(platform, visitor, email, input.password);
  const passwordHash = known ? null : await hashPassword(platform.auth, input.password);

  const write = writeOn(orgId, "public", "acceptInvitation", attempt);
  return auditedWrite(platform.pool, write, async (tx, now) => {
    const invitation = await findInvitation(platform, tx, token);
    // Locked, so that it cannot be deleted with its last membership just now.
    const account = await findAccount(tx, email, "for update");
    // Someone else made or removed this account in the meantime: what was checked no longer holds.
    if (account?.id !== known?.id) throw refuse("EMAIL_TAKEN", "Please try again");
    const userId =
      account?.id ??
      (await createAccount(platform.auth, tx, {
        email,
        name: input.name,
        passwordHash: passwordHash!,
      }));
    const memberId = await insertMember(tx, { orgId, userId, role: invitation.role }, now);
    await tx.query(`update invitation set status = 'accepted' where id = $1`, [id]);
    return {
      type: "organisation.member_joined",
      after: { id: memberId, userId, role: invitation.role, invitationId: id, invitedBy },
      answer: { orgId, userId, email },
    };
  });
}

async function findInvitation(
  platform: Platform,
  db: pg.Pool | pg.PoolClient,
  token: string,
): Promise<InvitationRow> {
  const id = readToken(platform, token);
  const { rows } = await db.query<InvitationRow>(
    `select invitation.id, org_id, organisation.name as organisation, email, invitation.name, role,
            expires_at
     from invitation join organisation on organisation.id = org_id
     where invitation.id = $1 and status = 'pending' and expires_at > now()`,
    [id],
  );
  if (!rows[0]) throw refuse("NOT_FOUND", "This invitation is no longer valid");
  return rows[0];
}

/** Also of an invitation that was accepted: the retry of that very request must find its answer. */
async function whoseToken(
  platform: Platform,
  token: string,
): Promise<{ id: string; orgId: string }> {
  const id = readToken(platform, token);
  const { rows } = await platform.pool.query<{ org_id: string }>(
    `select org_id from invitation where id = $1`,
    [id],
  );
  if (!rows[0]) throw refuse("NOT_FOUND", "This invitation is no longer valid");
  return { id, orgId: rows[0].org_id };
}

const idDigits = 32;

function tokenOf(platform: Pick<Platform, "secrets">, invitationId: string): string {
  return invitationId.replaceAll("-", "") + platform.secrets.derive("invitation", invitationId);
}

function readToken(platform: Pick<Platform, "secrets">, token: string): string {
  const id = token
    .slice(0, idDigits)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const given = Buffer.from(token);
  const right = Buffer.from(isId(id) ? tokenOf(platform, id) : "");
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw refuse("NOT_FOUND", "This invitation is no longer valid");
  }
  return id;
}
