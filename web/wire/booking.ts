// What the server sends about bookings, as the pages use it.

import type { ResourceType } from "./availability.ts";

export type BookingStatus = "requested" | "approved" | "denied" | "canceled";

export interface Interval {
  start: string;
  end: string;
}

/** Some of a resource's time, with what nobody else may have before and after. */
export interface KeptPart extends Interval {
  resourceId: string;
  busyFrom: string;
  busyTill: string;
}

/** One resource of a booking, for its own part of the time. */
export interface BookingPart extends KeptPart {
  name: string;
  type: ResourceType;
  /** What it is in a booking of this kind: "surgeon". */
  role: string | null;
}

export interface Contact {
  name: string;
  phone?: string | null;
  email?: string | null;
  note?: string | null;
}

export interface Booking extends Interval {
  id: string;
  kind: string;
  status: BookingStatus;
  statusMessage: string | null;
  title: string | null;
  patientId: string | null;
  /** In the calendar, for those who may see it. */
  patientName?: string | null;
  /** Who asked, when that was somebody without an account. */
  contact: Contact | null;
  bookedBy: string;
  seriesId: string | null;
  resources: BookingPart[];
  createdAt: string;
}

/** What a kind of booking needs of one sort of resource. */
export interface Requirement {
  role: string;
  types: ResourceType[];
  least: number;
  most: number;
  /** There all the time; otherwise for a part of it. */
  throughout: boolean;
  /** Needs the resource for itself, however many places that has. */
  whole: boolean;
  beforeMinutes: number;
  afterMinutes: number;
}

export interface Kind {
  kind: string;
  title: string;
  needs: Requirement[];
  minutes: { least: number; most: number };
  needsPatient: boolean;
  takesToken: boolean;
}

/** A time that somebody keeps while filling in a form, or that is offered to somebody who waits. */
export interface Hold {
  id: string;
  expiresAt: string;
  resources: KeptPart[];
}

export interface OwnHold extends Hold {
  /** It can be kept longer once. */
  extended: boolean;
}

/** Why a time cannot be had. */
export interface Conflict extends Interval {
  resourceId: string;
  name: string;
  kind: "inactive" | "outside_hours" | "taken";
}

/** What stands in the calendar of some resources. */
export interface CalendarDays {
  resources: ResourceTimes[];
  bookings: (Booking & { occupies: boolean })[];
  holds: Hold[];
}

export interface Recurrence {
  every: "day" | "week" | "month";
  interval: number;
  count: number;
}

export interface Occurrence extends Interval {
  fits: boolean;
  code: string | null;
  conflicts: Conflict[];
}

export type WaitStatus = "waiting" | "offered" | "accepted" | "declined" | "lapsed" | "canceled";

/** Somebody who wants a time that nobody can have at present. */
export interface Wait {
  id: string;
  kind: string;
  status: WaitStatus;
  patientId: string | null;
  title: string | null;
  contact: Contact | null;
  resources: { resourceId: string }[];
  earliest: string;
  latest: string;
  minutes: number;
  offer: (Interval & { expiresAt: string }) | null;
  bookingId: string | null;
  createdAt: string;
}

/** When a resource is open in the days that were asked for. */
export interface ResourceTimes {
  resourceId: string;
  open: Interval[];
  /** How many it takes at once. */
  places: number;
}

/** A page on which the public asks for a time, as it is set up. */
export interface BookingPage {
  id: string;
  title: string;
  kind: string;
  minutes: number;
  resourceIds: string[];
  message: string | null;
  daysAhead: number;
  noticeMinutes: number;
  open: boolean;
}

/** The same, as visitors see it. */
export interface PublicBookingPage {
  id: string;
  title: string;
  organisation: string;
  minutes: number;
  timezone: string;
  open: boolean;
  message: string | null;
  resources: { id: string; name: string }[];
}

export interface FreeTime {
  start: string;
  resourceId: string;
}

/** A request from the public, as whoever sent it sees it. */
export interface PublicBooking extends Interval {
  id: string;
  status: BookingStatus;
  statusMessage: string | null;
  title: string;
  organisation: string;
  timezone: string;
  resources: { name: string }[];
  pageId: string | null;
}
