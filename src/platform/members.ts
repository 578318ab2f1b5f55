// The people of an organisation: active members, and those invited who have not come yet. Both are
// listed, changed and removed by one id. Every change runs under the lock of the organisation's line,
// which is what keeps the last owner: two owners who demote each other are decided one after another.

import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import type { Role, StaffCaller } from "../http/access.ts";
import { refuse } from "./refusals.ts";
import { revokeKeysOf } from "./keys.ts";
import type { ApiKey } from "./keys.ts";
import { writeBy } from "./platform.ts";
import type { Platform } from "./platform.ts";
import { byCreation, instantSql, pageOf, type Asked, type Page } from "../http/paging.ts";
import { checkMayGrant } from "./roles.ts";

export interface Member {
  id: string;
  /** null until an invitation is accepted. */
  userId: string | null;
  name: string | null;
  email: string;
  /** Whether it was proven to be theirs; until then it is the word of the inviter. */
  emailVerified: boolean;
  role: Role;
  status: "active" | "invited";
}

interface MemberRow {
  id: string;
  user_id: string | null;
  name: string | null;
  email: string;
  email_verified: boolean;
  role: Role;
  status: "active" | "invited";
}

const everybody = `
  select member.id, user_id, name, email, email_verified, role, 'active' as status,
         member.created_at
  from member join user_account on user_account.id = user_id
  where org_id = $1
  union all
  select id, null, name, email, false, role, 'invited', created_at
  from invitation
  where org_id = $1 and status = 'pending' and expires_at > now()`;

export async function listMembers(
  platform: Platform,
  caller: StaffCaller,
  asked: Asked,
): Promise<Page<Member>> {
  // Indexes: unique (org_id, user_id) of member, invitation_pending.
  const { items, nextCursor } = await pageOf(asked, byCreation, async (after, limit) => {
    const { rows } = await platform.pool.query<MemberRow & { place: string }>(
      `select id, user_id, name, email, email_verified, role, status, ${instantSql("created_at")} as place
     from (${everybody}) everybody
     where $2::timestamptz is null or (created_at, id) > ($2::timestamptz, $3::uuid)
     order by created_at, id
     limit $4`,
      [caller.orgId, after?.at ?? null, after?.id ?? null, limit],
    );
    return rows;
  });
  return { items: items.map(memberOf), nextCursor };
}

export async function changeRole(
  platform: Platform,
  caller: StaffCaller,
  memberId: string,
  role: Role,
): Promise<Member> {
  checkMayGrant(platform.scopes, caller, role, `Making someone ${role}`);
  const write = writeBy(caller, "changeMember");
  let revoked: ApiKey[] = [];
  const { answer } = await auditedWrite(platform.pool, write, async (tx) => {
    const member = await findMember(tx, caller.orgId, memberId);
    checkMayGrant(platform.scopes, caller, member.role, `Changing a member who is ${member.role}`);
    const changed = { ...member, role };
    const done = { type: "organisation.member_changed", before: member, answer: changed };
    if (member.status === "invited") {
      await tx.query(`update invitation set role = $2 where id = $1`, [memberId, role]);
      return { ...done, after: changed };
    }
    if (role !== "owner") await checkNotLastOwner(tx, caller.orgId, member);
    await tx.query(`update member set role = $2 where id = $1`, [memberId, role]);
    revoked = await revokeKeysOf(
      platform,
      tx,
      caller.orgId,
      member.userId!,
      platform.scopes.of(role),
    );
    return { ...done, after: revoked.length > 0 ? { ...changed, revokedKeys: revoked } : changed };
  });
  for (const { id } of revoked) platform.keyCache.drop(id);
  return answer;
}

export async function removeMember(
  platform: Platform,
  caller: StaffCaller,
  memberId: string,
): Promise<void> {
  let revoked: ApiKey[] = [];
  await auditedWrite(platform.pool, writeBy(caller, "removeMember"), async (tx) => {
    const member = await findMember(tx, caller.orgId, memberId);
    checkMayRemove(platform, caller, member);
    if (member.status === "invited") {
      await tx.query(`update invitation set status = 'canceled' where id = $1`, [memberId]);
      return {
        type: "organisation.invitation_withdrawn",
        before: member,
        after: null,
        answer: null,
      };
    }
    await checkNotLastOwner(tx, caller.orgId, member);
    const ended = await endMembership(platform, tx, caller.orgId, member.userId!);
    revoked = ended.revokedKeys;
    return { type: "organisation.member_removed", before: member, after: ended, answer: null };
  });
  for (const { id } of revoked) platform.keyCache.drop(id);
}

/** Anybody may leave; sending others away takes org:manage and at least their role. */
function checkMayRemove(platform: Platform, caller: StaffCaller, member: Member): void {
  if (caller.kind === "user" && member.userId === caller.userId) return;
  if (!caller.scopes.includes("org:manage")) {
    throw refuse("FORBIDDEN", "This needs the scope org:manage");
  }
  checkMayGrant(platform.scopes, caller, member.role, `Removing a member who is ${member.role}`);
}

/**
 * Ends what they could go on reading or doing with: sessions that are in this organisation, the keys that
 * they made, and the feeds that they or those keys made. Keys are not handed on to somebody else, since
 * whoever leaves still knows them. An account that belongs nowhere any more is
 * deleted: its owner can be invited again and choose a new password, and nothing personal is kept.
 */
async function endMembership(
  platform: Platform,
  tx: pg.PoolClient,
  orgId: string,
  userId: string,
): Promise<{ revokedKeys: ApiKey[]; stoppedFeeds: number }> {
  // Without this lock two organisations that remove one user at once would each see the other's.
  await tx.query(`select 1 from user_account where id = $1 for update`, [userId]);
  await tx.query(`delete from session where user_id = $1 and active_org_id = $2`, [userId, orgId]);
  const revokedKeys = await revokeKeysOf(platform, tx, orgId, userId, []);
  const actors = [`user:${userId}`, ...revokedKeys.map(({ id }) => `key:${id}`)];
  const stoppedFeeds = await platform.endReading(tx, orgId, actors);
  await tx.query(`delete from member where org_id = $1 and user_id = $2`, [orgId, userId]);
  await tx.query(
    `delete from user_account where id = $1
       and not exists (select 1 from member where user_id = $1)`,
    [userId],
  );
  return { revokedKeys, stoppedFeeds };
}

/** Right only under the lock of the organisation's line. Exported for the test that shows why. */
export async function checkNotLastOwner(
  tx: pg.PoolClient,
  orgId: string,
  member: Pick<Member, "id" | "role">,
): Promise<void> {
  if (member.role !== "owner") return;
  const { rows } = await tx.query<{ others: boolean }>(
    `select exists (
       select 1 from member where org_id = $1 and role = 'owner' and id <> $2
     ) as others`,
    [orgId, member.id],
  );
  if (!rows[0]!.others) throw refuse("LAST_OWNER");
}

async function findMember(tx: pg.PoolClient, orgId: string, memberId: string): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `select id, user_id, name, email, email_verified, role, status
     from (${everybody}) everybody where id = $2`,
    [orgId, memberId],
  );
  if (!rows[0]) throw refuse("NOT_FOUND");
  return memberOf(rows[0]);
}

function memberOf(row: MemberRow): Member {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified,
    role: row.role,
    status: row.status,
  };
}
