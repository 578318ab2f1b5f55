// What the server sends about resources and their hours, as the pages use it.

export const resourceTypes = ["doctor", "consultation_room", "ot", "lab", "other"] as const;
export type ResourceType = (typeof resourceTypes)[number];

export interface Resource {
  id: string;
  type: ResourceType;
  name: string;
  timezone: string;
  objectId: string | null;
  active: boolean;
  createdAt: string;
}

/** Hours on one weekday, as the clock on the wall shows them where the resource is. */
export interface Window {
  /** 0 = Monday. */
  day: number;
  start: string;
  /** "24:00" at the latest. */
  end: string;
}

export interface Hours {
  /** Local dates; from the first one until before the second one. */
  validFrom: string;
  validTill: string | null;
  slotMinutes: number;
  tokensPerSlot: number;
  weekly: Window[];
}

export interface Configuration extends Hours {
  id: string;
  status: "past" | "present" | "future" | "replaced";
}

export interface NewException {
  available: boolean;
  /** An instant, or a local date, which stands for its first moment. */
  start: string;
  end: string;
  reason: string | null;
}

export interface Exception extends NewException {
  id: string;
}

export interface Availability {
  resourceId: string;
  timezone: string;
  configurations: Configuration[];
  exceptions: Exception[];
}

/** What becomes of those who would be left outside. */
export type Conflicts = "keep" | "move";

export interface Claim {
  kind: "token" | "booking";
  id: string;
  start: string;
  end: string;
  label: string;
}

export interface Settled extends Claim {
  outcome: "kept" | "moved" | "waiting";
  movedTo: string | null;
}

export interface ResourceSlot {
  start: string;
  end: string;
  capacity: number;
  taken: number;
  open: boolean;
}

export interface Preview {
  slots: ResourceSlot[];
  outside: Claim[];
  outsideTotal: number;
  /** With `conflicts`: what would become of each. */
  settled?: Settled[];
}
