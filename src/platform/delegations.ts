// Owners of resources and whom they let act for them: who has which right now, giving one on, taking it
// back. Changes are decided under the lock of the organisation's line and stand in its audit trail.

import type pg from "pg";
import type { z } from "zod";
import type { delegationSchema } from "./delegation-schemas.ts";
import { auditedWrite, type AuditedWrite } from "../engine/audited-write.ts";
import { actorOf, type Scope, type StaffCaller } from "../http/access.ts";
import type { Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import { invalid, refuse } from "../kernel/refusal.ts";
import * as store from "./delegation-store.ts";
import type { DelegationRow, Person } from "./delegation-store.ts";
import type { Attempt } from "./platform.ts";
import {
  holdingsAt,
  inForce,
  permissions as allPermissions,
  type Delegation,
  type Given,
  type Holdings,
  type Permission,
} from "./rights.ts";

export type { Permission } from "./rights.ts";

/** Whose role has this scope may do it for every resource. */
const scopeOf: Record<Permission, Scope> = {
  manage_availability: "availability:manage",
  approve: "bookings:approve",
  book: "bookings:operate",
};

export type DelegationView = z.infer<typeof delegationSchema>;

export interface NewDelegation {
  userId: string;
  permissions: Permission[];
  until?: string | null | undefined;
}

export interface OwnRights {
  resourceId: string;
  owner: boolean;
  permissions: Permission[];
}

export class Delegations {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;

  constructor(pool: pg.Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** By role, or by a right on every one of these resources. */
  async may(
    caller: StaffCaller,
    permission: Permission,
    resourceIds: readonly string[],
  ): Promise<boolean> {
    if (caller.scopes.includes(scopeOf[permission])) return true;
    if (caller.kind !== "user" || resourceIds.length === 0) return false;
    const now = await this.#now();
    const given = await store.loadGiven(this.#pool, caller.orgId, resourceIds);
    return resourceIds.every((id) => {
      const holdings = holdingsAt(given.get(id) ?? nothingGiven, now.getTime());
      return holdings.get(caller.userId)?.has(permission) ?? false;
    });
  }

  /** By role, or by a right on some resource. */
  async mayAnywhere(caller: StaffCaller, permission: Permission): Promise<boolean> {
    if (caller.scopes.includes(scopeOf[permission])) return true;
    if (caller.kind !== "user") return false;
    const own = await this.ofUser(caller);
    return own.some(({ permissions }) => permissions.includes(permission));
  }

  async check(
    caller: StaffCaller,
    permission: Permission,
    resourceIds: readonly string[],
  ): Promise<void> {
    if (await this.may(caller, permission, resourceIds)) return;
    const named = permission.replace("_", " ");
    throw refuse(
      "FORBIDDEN",
      `This needs the scope ${scopeOf[permission]}, or the right to ${named} of the resource`,
    );
  }

  /** Everybody's rights on a resource, those that have ended last. */
  async ofResource(caller: StaffCaller, resourceId: string) {
    const { orgId } = caller;
    await store.checkResource(this.#pool, orgId, resourceId);
    const [now, owner, rows] = await Promise.all([
      this.#now(),
      store.findOwner(this.#pool, orgId, resourceId),
      store.listDelegations(this.#pool, orgId, resourceId),
    ]);
    const given = { owner: owner?.userId ?? null, delegations: rows.filter(notRevoked).map(ofRow) };
    const held = holdingsAt(given, now.getTime());
    const views = rows.map((row) => viewOf(row, held, now));
    const mine = allPermissions.filter((permission) => hasNow(caller, permission, held));
    return {
      owner,
      items: [...views.filter(isActive), ...views.filter((view) => !isActive(view))],
      mine,
      mayDelegate: mine.filter((permission) => mayPassOn(caller, permission, held) > 0),
    };
  }

  /** What a signed-in user has on resources by themselves or through others. */
  async ofUser({ orgId, userId }: { orgId: string; userId: string }): Promise<OwnRights[]> {
    const ids = await store.resourcesOf(this.#pool, orgId, userId);
    const now = await this.#now();
    const given = await store.loadGiven(this.#pool, orgId, ids);
    return ids
      .map((resourceId) => {
        const rights = given.get(resourceId) ?? nothingGiven;
        const held = holdingsAt(rights, now.getTime()).get(userId);
        return {
          resourceId,
          owner: rights.owner === userId,
          permissions: allPermissions.filter((permission) => held?.has(permission)),
        };
      })
      .filter(({ permissions }) => permissions.length > 0);
  }

  ownedBy(orgId: string, userId: string): Promise<string[]> {
    return store.ownedBy(this.#pool, orgId, userId);
  }

  async setOwner(
    caller: StaffCaller,
    resourceId: string,
    userId: string | null,
    attempt: Attempt,
  ): Promise<{ owner: Person | null; replayed: boolean }> {
    const { orgId } = caller;
    await store.checkResource(this.#pool, orgId, resourceId);
    const write = this.#writeBy(caller, "setResourceOwner", attempt);
    const { answer, replayed } = await auditedWrite(this.#pool, write, async (tx, now) => {
      const before = await store.findOwner(tx, orgId, resourceId);
      const owner = userId === null ? null : await store.findMember(tx, orgId, userId);
      await store.replaceOwner(tx, orgId, resourceId, userId, now);
      return {
        type: "resource.owner_changed",
        before: { resourceId, userId: before?.userId ?? null },
        after: { resourceId, userId },
        answer: owner,
      };
    });
    return { owner: answer, replayed };
  }

  async delegate(
    caller: StaffCaller,
    resourceId: string,
    input: NewDelegation,
    attempt: Attempt,
  ): Promise<{ delegation: DelegationView; replayed: boolean }> {
    const { orgId } = caller;
    await store.checkResource(this.#pool, orgId, resourceId);
    const write = this.#writeBy(caller, "delegate", attempt);
    const { answer, replayed } = await auditedWrite(this.#pool, write, async (tx, now) => {
      const given =
        (await store.loadGiven(tx, orgId, [resourceId])).get(resourceId) ?? nothingGiven;
      const held = holdingsAt(given, now.getTime());
      const until = untilOf(caller, input, held, now);
      const person = await store.findMember(tx, orgId, input.userId);
      await store.checkRoom(tx, orgId, resourceId, now);
      const row: DelegationRow = {
        ...person,
        id: newId(),
        resourceId,
        permissions: allPermissions.filter((each) => input.permissions.includes(each)),
        until,
        ...(await this.#giver(tx, caller)),
        createdAt: now,
        revokedAt: null,
      };
      await store.insertDelegation(tx, orgId, row, actorOf(caller));
      const view = viewOf(row, held, now);
      return { type: "resource.delegated", after: view, answer: view };
    });
    return { delegation: answer, replayed };
  }

  async revoke(
    caller: StaffCaller,
    resourceId: string,
    delegationId: string,
    attempt: Attempt,
  ): Promise<{ replayed: boolean }> {
    const { orgId } = caller;
    await store.checkResource(this.#pool, orgId, resourceId);
    const write = this.#writeBy(caller, "revokeDelegation", attempt);
    const { replayed } = await auditedWrite(this.#pool, write, async (tx, now) => {
      const rows = await store.listDelegations(tx, orgId, resourceId);
      const row = rows.find(({ id, revokedAt }) => id === delegationId && !revokedAt);
      if (!row) throw refuse("NOT_FOUND", "There is no such delegation in force");
      const owner = await store.findOwner(tx, orgId, resourceId);
      if (!mayRevoke(caller, row, owner)) {
        throw refuse("FORBIDDEN", "Only its giver, its receiver or the owner may revoke it");
      }
      await store.markRevoked(tx, orgId, row, now);
      const given = {
        owner: owner?.userId ?? null,
        delegations: rows.filter(notRevoked).map(ofRow),
      };
      const held = holdingsAt(given, now.getTime());
      return {
        type: "resource.delegation_revoked",
        before: viewOf(row, held, now),
        after: viewOf({ ...row, revokedAt: now }, held, now),
        answer: null,
      };
    });
    return { replayed };
  }

  /** A role's right is nobody's own: what it gave stays when the one who gave it leaves. */
  async #giver(tx: pg.ClientBase, caller: StaffCaller) {
    if (caller.kind !== "user" || isManager(caller))
      return { grantedBy: null, grantedByName: null };
    const { userId, name } = await store.findMember(tx, caller.orgId, caller.userId);
    return { grantedBy: userId, grantedByName: name };
  }

  #writeBy(caller: StaffCaller, operation: string, { key, fingerprint }: Attempt): AuditedWrite {
    const { orgId } = caller;
    const actor = actorOf(caller);
    return { orgId, lineId: orgId, actor, operation, key, fingerprint, clock: this.#clock };
  }

  async #now(): Promise<Date> {
    const fixed = this.#clock.fixed();
    if (fixed) return fixed;
    const { rows } = await this.#pool.query<{ now: Date }>(`select clock_timestamp() as now`);
    return rows[0]!.now;
  }
}

const nothingGiven: Given = { owner: null, delegations: [] };

/** Looks after people: may give what their role has, on every resource. */
const isManager = (caller: StaffCaller) => caller.scopes.includes("org:manage");

function hasNow(caller: StaffCaller, permission: Permission, held: Holdings): boolean {
  if (caller.scopes.includes(scopeOf[permission])) return true;
  return caller.kind === "user" && (held.get(caller.userId)?.has(permission) ?? false);
}

/** Until when the caller may let somebody else do this; 0: not at all. */
function mayPassOn(caller: StaffCaller, permission: Permission, held: Holdings): number {
  if (isManager(caller)) {
    return caller.scopes.includes(scopeOf[permission]) ? Number.POSITIVE_INFINITY : 0;
  }
  return caller.kind === "user" ? (held.get(caller.userId)?.get(permission) ?? 0) : 0;
}

/** Nobody passes on more than they have, nor for longer; without a date it is for as long. */
function untilOf(
  caller: StaffCaller,
  { permissions, until }: NewDelegation,
  held: Holdings,
  now: Date,
): Date | null {
  const missing = permissions.filter((permission) => mayPassOn(caller, permission, held) === 0);
  if (missing.length > 0) {
    throw refuse("FORBIDDEN", `You cannot pass on what you do not have: ${missing.join(", ")}`);
  }
  const longest = Math.min(...permissions.map((each) => mayPassOn(caller, each, held)));
  if (until == null) return Number.isFinite(longest) ? new Date(longest) : null;
  const asked = new Date(until);
  if (asked <= now) {
    throw invalid([{ field: "until", message: "must be in the future" }]);
  }
  if (asked.getTime() > longest) {
    const own = new Date(longest).toISOString();
    throw refuse("FORBIDDEN", `You have these rights only until ${own}`);
  }
  return asked;
}

function mayRevoke(caller: StaffCaller, row: DelegationRow, owner: Person | null): boolean {
  if (isManager(caller)) return true;
  if (caller.kind !== "user") return false;
  return [row.userId, row.grantedBy, owner?.userId].includes(caller.userId);
}

const notRevoked = ({ revokedAt }: DelegationRow) => revokedAt === null;
const isActive = ({ status }: DelegationView) => status === "active";

function ofRow({ id, userId, permissions, until, grantedBy }: DelegationRow): Delegation {
  return { id, userId, permissions, until: until?.getTime() ?? null, grantedBy };
}

function viewOf(row: DelegationRow, held: Holdings, now: Date): DelegationView {
  const { id, resourceId, userId, name, email, permissions, until, revokedAt, createdAt } = row;
  const counts = revokedAt ? [] : inForce(ofRow(row), held, now.getTime());
  return {
    id,
    resourceId,
    userId,
    name,
    email,
    permissions,
    inForce: counts,
    until: until?.toISOString() ?? null,
    grantedBy: { userId: row.grantedBy, name: row.grantedByName },
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    status: statusOf(row, counts, now),
  };
}

function statusOf({ revokedAt, until }: DelegationRow, counts: Permission[], now: Date) {
  if (revokedAt) return "revoked" as const;
  if (until && until <= now) return "expired" as const;
  return counts.length === 0 ? ("void" as const) : ("active" as const);
}
