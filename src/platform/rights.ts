// What people may do for one resource, besides what their role lets them do everywhere: its owner may
// do everything, and hands on some of it for a time. A delegation is never worth more than what the one
// who gave it has at this moment: it ends with the right that it stems from. Pure.

export const permissions = ["manage_availability", "approve", "book"] as const;
export type Permission = (typeof permissions)[number];

export interface Delegation {
  id: string;
  userId: string;
  permissions: readonly Permission[];
  /** null: until it is revoked. */
  until: number | null;
  /** The user whose own right it stems from; null: somebody's whose role has it everywhere. */
  grantedBy: string | null;
}

/** All of one resource that nobody has revoked. */
export interface Given {
  owner: string | null;
  delegations: readonly Delegation[];
}

/** Until when each person has each right; for ever is infinity. */
export type Holdings = Map<string, Map<Permission, number>>;

/**
 * Worked out from the owner and from roles outwards, until nothing new follows. Two who delegate to
 * each other have nothing by that alone.
 */
export function holdingsAt({ owner, delegations }: Given, now: number): Holdings {
  const held: Holdings = new Map();
  const give = (userId: string, permission: Permission, until: number): boolean => {
    const had = held.get(userId)?.get(permission) ?? 0;
    if (until <= now || until <= had) return false;
    if (!held.has(userId)) held.set(userId, new Map());
    held.get(userId)!.set(permission, until);
    return true;
  };
  for (const permission of permissions) {
    if (owner) give(owner, permission, Number.POSITIVE_INFINITY);
  }
  let grew = true;
  while (grew) {
    grew = false;
    for (const each of delegations) {
      for (const [permission, until] of lastsUntil(each, held)) {
        grew = give(each.userId, permission, until) || grew;
      }
    }
  }
  return held;
}

/** How long each of its permissions lasts, as things are; 0 for what its giver does not have. */
function lastsUntil(
  { permissions: given, until, grantedBy }: Delegation,
  held: Holdings,
): [Permission, number][] {
  const own = until ?? Number.POSITIVE_INFINITY;
  return given.map((permission) => {
    const source =
      grantedBy === null ? Number.POSITIVE_INFINITY : (held.get(grantedBy)?.get(permission) ?? 0);
    return [permission, Math.min(own, source)];
  });
}

/** What of it counts now. */
export function inForce(delegation: Delegation, held: Holdings, now: number): Permission[] {
  return lastsUntil(delegation, held)
    .filter(([, until]) => until > now)
    .map(([permission]) => permission);
}
