// Who may give what to whom: nobody hands out, changes or takes away more than they have themselves.

import type { StaffCaller } from "../http/access.ts";
import { roles, type Role, type Scope, type Scopes } from "../http/scopes.ts";
import { refuse } from "../kernel/refusal.ts";

export function checkMayGrant(scopes: Scopes, caller: StaffCaller, role: Role, what: string): void {
  checkMayGrantScopes(caller, scopes.of(role), what);
}

export function checkMayGrantScopes(
  caller: StaffCaller,
  scopes: readonly Scope[],
  what: string,
): void {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  throw refuse("FORBIDDEN", `${what} needs what you do not have yourself: ${missing.join(", ")}`);
}

export interface Rights {
  role: Role;
  /** null: whatever the role has, also what later versions add to it. */
  scopes: readonly Scope[] | null;
}

/** What an API key gets: a role, some scopes of a role, or scopes whose role is the least with them. */
export function rightsFor(
  known: Scopes,
  role: Role | undefined,
  scopes: readonly Scope[] | undefined,
): Rights {
  if (!scopes) return { role: role ?? "staff", scopes: null };
  const wanted = known.all.filter((scope) => scopes.includes(scope));
  const least = roles.find((each) => wanted.every((scope) => known.of(each).includes(scope)))!;
  if (role && wanted.some((scope) => !known.of(role).includes(scope))) {
    throw refuse("INVALID", `The role ${role} does not have all of these scopes`, {
      errors: [{ field: "scopes", message: `must be scopes of the role ${role}` }],
    });
  }
  return { role: role ?? least, scopes: wanted };
}

/** Of a key that was made by an earlier version, only what there still is. */
export function scopesOfRights(known: Scopes, { role, scopes }: Rights): readonly Scope[] {
  return scopes?.filter((scope) => known.all.includes(scope)) ?? known.of(role);
}
