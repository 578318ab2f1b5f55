// What the server sends about doctors, patients and tokens, as the pages use it.

export type TokenStatus =
  | "WAITING"
  | "ALLOCATED"
  | "IN_PROGRESS"
  | "COMPLETED"
  | "CANCELLED"
  | "EXPIRED";

export const sources = ["walk_in", "online", "follow_up", "paid", "emergency"] as const;
export type Source = (typeof sources)[number];

/** 7, or "E1" where emergencies have numbers of their own. */
export type TokenNumber = number | string;

export interface Doctor {
  id: string;
  name: string;
  timezone: string;
  active: boolean;
  /** Of each slot, unless set for one; null: as the opening hours say. */
  capacity: number | null;
  emergencyReserve: number | null;
}

export interface Patient {
  id: string;
  name: string;
  phone: string | null;
  externalId: string | null;
}

/** In the live queue, among bookings. */
export type QueuedToken = Token & { type: "token" };

/** A booking of the doctor's time in the live queue. */
export interface QueuedBooking {
  type: "booking";
  id: string;
  kind: string;
  title: string | null;
  start: string;
  end: string;
  patientName: string | null;
}

export interface Token {
  id: string;
  status: TokenStatus;
  /** null while WAITING. */
  number: TokenNumber | null;
  position: number | null;
  patientId: string;
  patientName: string;
  doctorId: string;
  date: string;
  slotStart: string;
  slotEnd: string;
  requestedSlotStart: string;
  movedToAlternative: boolean;
  source: Source;
  emergency: boolean;
  priority: number;
  createdAt: string;
  allocatedAt: string | null;
  checkedInAt: string | null;
  calledAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
  noShowAt: string | null;
  reason: string | null;
  version: number;
}

export interface GivenToken extends Token {
  /** What happened, to read out. */
  message: string;
  secret: string;
}

export type SlotState = "AVAILABLE" | "FULL_REGULAR" | "FULL";

export interface OpdSlot {
  start: string;
  end: string;
  capacity: number;
  emergencyReserve: number;
  taken: number;
  open: number;
  openToEmergencies: number;
  state: SlotState;
  /** No longer in the doctor's hours, but somebody is in it still. */
  closed: boolean;
  allocated: Token[];
  waiting: Token[];
}

export interface OpdRules {
  numbering: "shifting" | "stable";
  duplicates: "per_date" | "per_doctor";
  graceMinutes: number;
  bufferReleaseMinutes: number;
}

export interface HallCall {
  number: TokenNumber | null;
  status: string;
  calledAt: string | null;
  slotStart: string;
}

/** One doctor's part of the screen in the waiting hall. */
export interface HallPart {
  doctor: { id: string; name: string; timezone: string };
  date: string;
  /** Called or with the doctor; the newest call first. */
  now: HallCall[];
  /** Still to be called; each slot has a number 1. */
  upcoming: { number: TokenNumber; slotStart: string }[];
  waiting: number;
}

export interface Hall {
  doctors: HallPart[];
}

/** What became of a token's number and slot, and why. */
export interface TokenChange {
  at: string;
  kind: "RENUMBERED" | "MOVED" | "PROMOTED";
  /** EMERGENCY, DOCTOR_AWAY, MOVED or PLACE_FREE. */
  reason: string;
  before: { number: string | null; slotStart: string };
  after: { number: string | null; slotStart: string };
}
