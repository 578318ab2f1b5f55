// What bookings tell of a doctor's day, who are seen among the tokens.

import type { Score, Source } from "../../kernel/score.ts";

/** How a booking goes on the day. */
export const stages = [
  "booked",
  "checked_in",
  "called",
  "in_progress",
  "finished",
  "no_show",
] as const;

/** A booking of the doctor's time that has no token. */
export interface QueuedBooking {
  type: "booking";
  id: string;
  score: Score;
  kind: string;
  title: string | null;
  start: string;
  end: string;
  patientId: string | null;
  patientName: string | null;
  source: Source | null;
  emergency: boolean;
  stage: (typeof stages)[number];
  checkedInAt: string | null;
  calledAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
}
