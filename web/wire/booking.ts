// Bookings, their pages for the public, and those who wait for a time.

import type { Schemas } from "./types.ts";

/** With the patient's name in the calendar, for those who may see it. */
export type Booking = Schemas["Booking"] & { patientName?: string | null };
export type BookingStatus = Booking["status"];
/** One resource of a booking, for its own part of the time. */
export type BookingPart = Booking["resources"][number];

export interface Interval {
  start: string;
  end: string;
}

export type Kind = Schemas["BookingKind"];
/** What a kind of booking needs of one sort of resource. */
export type Requirement = Kind["needs"][number];

/** A time that somebody keeps while filling in a form. */
export type OwnHold = Schemas["Hold"];
/** Why a time cannot be had. */
export type Conflict = Schemas["BookingConflicts"]["conflicts"][number];

/** What stands in the calendar of some resources. */
export type CalendarDays = Schemas["BookingCalendar"];
export type Hold = CalendarDays["holds"][number];
/** Some of a resource's time, with what nobody else may have before and after. */
export type KeptPart = Hold["resources"][number];
/** When a resource is open in the days that were asked for. */
export type ResourceTimes = CalendarDays["resources"][number];

export type Recurrence = Schemas["Recurrence"];
export type PreviewedSeries = Schemas["PreviewedSeries"];
export type Occurrence = PreviewedSeries["occurrences"][number];
export type MadeSeries = Schemas["MadeSeries"];

/** Somebody who wants a time that nobody can have at present. */
export type Wait = Schemas["ListedWait"];
export type MadeWait = Schemas["MadeWait"];
export type WaitStatus = Wait["status"];

/** Who is to be seen at a resource on a day. */
export type ResourceQueue = Schemas["ResourceQueue"];
export type QueuedBooking = ResourceQueue["over"][number];
export type Stage = QueuedBooking["stage"];

/** A page on which the public asks for a time, as it is set up. */
export type BookingPage = Schemas["BookingPage"];
/** The same, as visitors see it. */
export type PublicBookingPage = Schemas["PublicBookingPage"];
/** What a visitor chooses. */
export type FreeTime = Pick<Schemas["FreeTimes"]["items"][number], "start" | "resourceId">;
/** A request from the public, as whoever sent it sees it. */
export type PublicBooking = Schemas["PublicBooking"];
