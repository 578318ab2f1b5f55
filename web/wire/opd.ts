// Doctors, patients and tokens.

import type { Schemas } from "./types.ts";

export type Token = Schemas["Token"];
/** Ended without a visit. */
export type EndedToken = Schemas["EndedToken"];
export type GivenToken = Schemas["AllocatedToken"];
/** What became of a token's number and slot, and why. */
export type TokenChange = Schemas["TokenChanges"]["items"][number];

export type Source = Token["source"];
export const sources = [
  "walk_in",
  "online",
  "follow_up",
  "paid",
  "emergency",
] as const satisfies readonly Source[];

export type Doctor = Schemas["Doctor"];
export type DoctorRoom = Schemas["DoctorRoom"];
export type Patient = Schemas["Patient"];
/** A token in a patient's history. */
export type Visit = Schemas["PatientVisit"];
export type OpdSlot = Schemas["OpdSlot"];
export type OpdRules = Schemas["OpdRules"];

export type LiveQueue = Schemas["LiveQueue"];
type Queued = LiveQueue["items"][number];
/** In the live queue, among bookings. */
export type QueuedToken = Extract<Queued, { type: "token" }>;
/** A booking of the doctor's time in the live queue. */
export type QueuedBooking = Extract<Queued, { type: "booking" }>;

/** The screen in the waiting hall. */
export type Hall = Schemas["OpdBoard"];
/** One doctor's part of it. */
export type HallPart = Schemas["OpdBoardPart"];
export type HallCall = HallPart["now"][number];
