// What is measured of a queue: how fast it moves, and the counts of its day. Pure; stored on the queue's
// line, so it is written in the same commit.

import { waitingCount, type Line, type Ticket } from "../kernel/line.ts";
import type { Transition } from "../kernel/policy.ts";
import { dateAt } from "./calendar.ts";
import { noPace, paceAfterCall, type Pace } from "./pace.ts";

export interface QueueStats {
  pace: Pace;
  day: DayCounts;
  /** When everybody was last put into another order; places from before mean nothing. */
  reorderedAt: number;
}

export interface DayCounts {
  date: string;
  called: number;
  served: number;
  noShows: number;
  cancelled: number;
  waitMs: number;
  serviceMs: number;
}

export function statsOf(line: Line): QueueStats {
  return { pace: noPace, day: emptyDay(""), reorderedAt: 0, ...line.stats };
}

/** The counts of the day it is now, in the queue's zone. */
export function countsOf(line: Line, timezone: string, now: number): DayCounts {
  const { day } = statsOf(line);
  const today = dateAt(timezone, now);
  return day.date === today ? day : emptyDay(today);
}

function emptyDay(date: string): DayCounts {
  return { date, called: 0, served: 0, noShows: 0, cancelled: 0, waitMs: 0, serviceMs: 0 };
}

export function updateStats(
  timezone: string,
  line: Line,
  { step, before, after }: Transition,
  now: number,
): object {
  // Nothing is counted of those who come, come back or are corrected, nor of undoing that.
  const reached = step === "undone" ? before! : after;
  if (!before || step === "changed" || reached.state === "waiting") return line.stats;
  const stats = statsOf(line);
  const counts = { ...countsOf(line, timezone, now) };
  if (step !== "undone") {
    tally(counts, after, before, 1);
    const { pace } = stats;
    const measured = step === "taken" ? paceAfterCall(pace, now, waitingCount(line)) : pace;
    return { ...stats, pace: measured, day: counts };
  }
  // What was counted is taken back, unless that was yesterday; the pace keeps what it learnt.
  const countedToday = dateAt(timezone, before.previous!.at) === counts.date;
  if (countedToday) tally(counts, before, after, -1);
  return { ...stats, day: counts };
}

function tally(counts: DayCounts, reached: Ticket, left: Ticket, sign: 1 | -1): void {
  switch (reached.status) {
    case "CALLED":
      if (left.state !== "waiting") return;
      counts.called += sign;
      counts.waitMs += sign * (reached.takenAt! - reached.joinedAt);
      return;
    case "SERVED":
      counts.served += sign;
      counts.serviceMs += sign * (reached.endedAt! - (reached.startedAt ?? reached.takenAt!));
      return;
    case "NO_SHOW":
      counts.noShows += sign;
      return;
    case "CANCELLED":
      counts.cancelled += sign;
  }
}
