// What is kept of bookings, holds and the waitlist. Instants are milliseconds.

import type { Source } from "../../kernel/score.ts";
import type { Visit } from "../visits/visit.ts";
import type { Part } from "./rules.ts";

export const resourceTypes = ["doctor", "ot", "lab", "consultation_room", "other"] as const;
export type ResourceType = (typeof resourceTypes)[number];

export const statuses = ["requested", "approved", "denied", "canceled"] as const;
export type Status = (typeof statuses)[number];

/** A part with what lists show of its resource. */
export interface UsedPart extends Part {
  name: string;
  type: ResourceType;
  role: string | null;
}

/** Somebody without an account. */
export interface Contact {
  name: string;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  note?: string | null | undefined;
  /** As they typed it. */
  externalId?: string | null | undefined;
  /** On which page it was asked for. */
  pageId?: string | null | undefined;
}

export interface Booking {
  orgId: string;
  id: string;
  kind: string;
  status: Status;
  statusMessage: string | null;
  patientId: string | null;
  start: number;
  end: number;
  title: string | null;
  contact: Contact | null;
  bookedBy: string;
  seriesId: string | null;
  tokenId: string | null;
  parts: UsedPart[];
  /** How it came about; with emergency it says how urgent it is. */
  source: Source | null;
  /** null: no. */
  emergency: boolean | null;
  /** How it goes on the day; null: nothing yet. */
  visit: Visit | null;
  version: number;
  createdAt: number;
  decidedAt: number | null;
  decidedBy: string | null;
}

/** The message of a booking that has to be decided anew, until it is at another time. */
export const noLongerOpen = "The time is no longer open; please choose another one";

export interface Hold {
  orgId: string;
  id: string;
  heldBy: string;
  expiresAt: number;
  extended: boolean;
  parts: UsedPart[];
}

export const waitStatuses = [
  "waiting",
  "offered",
  "accepted",
  "declined",
  "lapsed",
  "canceled",
] as const;
export type WaitStatus = (typeof waitStatuses)[number];

export interface Offer {
  start: number;
  end: number;
  expiresAt: number;
  parts: UsedPart[];
}

export interface Wait {
  orgId: string;
  id: string;
  kind: string;
  patientId: string | null;
  title: string | null;
  contact: Contact | null;
  wishedBy: string;
  resourceIds: string[];
  earliest: number;
  latest: number;
  minutes: number;
  status: WaitStatus;
  offer: Offer | null;
  bookingId: string | null;
  createdAt: number;
  version: number;
}

export const verbs = ["approve", "deny", "cancel", "reschedule"] as const;
export type Verb = (typeof verbs)[number];

/** What can be done with a booking, and what happens to it. */
export const transitions: Record<Verb, Partial<Record<Status, Status>>> = {
  approve: { requested: "approved" },
  deny: { requested: "denied" },
  cancel: { requested: "canceled", approved: "canceled" },
  reschedule: { requested: "requested", approved: "approved" },
};

export const waitVerbs = ["accept", "decline", "cancel"] as const;
export type WaitVerb = (typeof waitVerbs)[number];

/** An offer that is not taken in time lapses by itself. */
export const waitTransitions: Record<WaitVerb, Partial<Record<WaitStatus, WaitStatus>>> = {
  accept: { offered: "accepted" },
  decline: { offered: "declined" },
  cancel: { waiting: "canceled", offered: "canceled" },
};

/** An offer counts until its deadline, swept or not. */
export function statusNow(wait: Wait, now: number): WaitStatus {
  return wait.status === "offered" && wait.offer!.expiresAt <= now ? "lapsed" : wait.status;
}
