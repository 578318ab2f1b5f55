// One order for everybody who is to be seen by somebody on a day, however they got their place: tokens and
// bookings stand in it together. docs/guides/order.md explains it to people.

/** From the most urgent on. */
export const sources = ["emergency", "paid", "follow_up", "walk_in", "online"] as const;
export type Source = (typeof sources)[number];

/** Emergency 0, paid 1, follow-up 2, walk-in 3, online 4. */
export function priorityOf(source: Source, emergency: boolean): number {
  return emergency ? 0 : sources.indexOf(source);
}

/** A booked time of which nobody says how it came about. */
const prioritySaidByNobody = priorityOf("paid", false);

export function priorityOfBooking(source: Source | null, emergency: boolean): number {
  return source === null && !emergency ? prioritySaidByNobody : priorityOf(source!, emergency);
}

/** The start of their slot or booking (ms), the priority (0 is the most urgent), the rank (µs). */
export type Score = readonly [at: number, priority: number, rank: number];

/** For when, how urgent, and who came first. */
export function compareScores(a: Score, b: Score): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

export interface Callable {
  score: Score;
  /** Has checked in. */
  isHere: boolean;
  /** Was called, did not come, and lets others go first. */
  wasSkipped?: boolean;
}

/**
 * In the order of being called: those whose time has come, then those who would be early; among both who is
 * here before who is not, who was skipped last, and then by score. An emergency is here.
 */
export function compareCallable(now: number): (a: Callable, b: Callable) => number {
  const isEarly = ({ score: [at] }: Callable) => Number(at > now);
  const isMissing = ({ score: [, priority], isHere, wasSkipped }: Callable) => {
    if (wasSkipped) return 2;
    return !isHere && priority !== 0 ? 1 : 0;
  };
  return (a, b) =>
    isEarly(a) - isEarly(b) || isMissing(a) - isMissing(b) || compareScores(a.score, b.score);
}
