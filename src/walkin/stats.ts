// What is measured of a queue: how fast it moves, and the counts of its day. Pure; stored on the queue's
// line, so it is written in the same commit.

import { waitingCount, type Line, type Ticket } from "../kernel/line.ts";
import type { Step, Transition } from "../kernel/policy.ts";
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

/** When they came to the queue that they are in. */
export function arrivedAt({ joinedAt, data }: Ticket): number {
  return (data as { since?: number }).since ?? joinedAt;
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
  const sent = before && sentOn(line, step, before, after, now);
  if (sent) {
    const counts = countsOf(line, timezone, now);
    if (dateAt(timezone, sent.at) !== counts.date) return line.stats;
    const served = counts.served + sent.sign;
    const serviceMs = counts.serviceMs + sent.sign * sent.serviceMs;
    return { ...statsOf(line), day: { ...counts, served, serviceMs } };
  }
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

/** Who was served here and then sent on to the next station was served, until that is undone. */
function sentOn(line: Line, step: Step, before: Ticket, after: Ticket, now: number) {
  const [here, there] = step === "undone" ? [after, before] : [before, after];
  if (step !== "moved" && step !== "undone") return null;
  if (here.lineId !== line.id || there.lineId === line.id || here.state !== "serving") return null;
  if (arrivedAt(here) === arrivedAt(there)) return null;
  const at = step === "undone" ? before.previous!.at : now;
  return { at, sign: step === "undone" ? -1 : 1, serviceMs: at - here.startedAt! };
}

function tally(counts: DayCounts, reached: Ticket, left: Ticket, sign: 1 | -1): void {
  switch (reached.status) {
    case "CALLED":
      if (left.state !== "waiting") return;
      counts.called += sign;
      counts.waitMs += sign * (reached.takenAt! - arrivedAt(reached));
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
