// Who may act for a resource, and its calendars, as the pages use it.

export const permissions = ["book", "approve", "manage_availability"] as const;
export type Permission = (typeof permissions)[number];

export interface Person {
  userId: string;
  name: string;
  email: string;
}

export interface Delegation extends Person {
  id: string;
  permissions: Permission[];
  /** What of it counts now: never more than its giver has. */
  inForce: Permission[];
  until: string | null;
  grantedBy: { userId: string | null; name: string | null };
  createdAt: string;
  status: "active" | "expired" | "revoked" | "void";
}

export interface ResourceRights {
  owner: Person | null;
  items: Delegation[];
  mine: Permission[];
  mayDelegate: Permission[];
}

/** What somebody may do for one resource beyond their role. */
export interface OwnRight {
  resourceId: string;
  owner: boolean;
  permissions: Permission[];
}

export interface CalendarFeed {
  url: string;
  /** Names of patients stand in it. */
  names: boolean;
  createdAt: string;
}

/** A calendar from outside whose busy times count as closed. */
export interface OutsideCalendar {
  id: string;
  name: string;
  kind: "upload" | "subscription";
  url: string | null;
  state: "pending" | "ok" | "failing";
  error: string | null;
  lastReadAt: string | null;
  busyCount: number;
  leftOutside: number;
}
