// A line is what people queue for: a number of places (or no limit), a reserve that only some
// priorities may use, and an order. A ticket is one uniqueKey in one line. Both are plain values; the
// rules that change them are in decide.ts.

/** waiting → holding (has a place or was called) → serving → done. */
export type State = "waiting" | "holding" | "serving" | "done";

export interface Line {
  readonly orgId: string;
  readonly id: string;
  readonly groupId: string;
  readonly product: string;
  /** Number of the last event; a change is only written over the state it was decided on. */
  readonly eventSeq: number;
  /** The last number issued in this period. */
  readonly sequence: number;
  readonly period: string;
  readonly lastRank: number;
  /** How many wait, by level. */
  readonly waiting: readonly number[];
  /** By level, a rank below which nobody waits: a hint that keeps finding the first one fast. */
  readonly heads: readonly number[];
  /** How long it takes a waiting ticket to overtake newcomers one priority above; null: never. */
  readonly ageingMs: number | null;
  readonly capacity: number | null;
  readonly reserve: number;
  readonly taken: number;
  /** What the product measures as it goes. */
  readonly stats: object;
  /** When the line itself changes next, without anybody's doing. */
  readonly deadlineAt: number | null;
}

export interface Ticket {
  readonly orgId: string;
  readonly id: string;
  readonly lineId: string;
  readonly state: State;
  /** The product's word for where the ticket is. */
  readonly status: string;
  /** As given at arrival; 0 is the most urgent. */
  readonly priority: number;
  readonly level: number;
  readonly rank: number;
  /** How many places it takes, all or none. */
  readonly places: number;
  readonly sequence: number;
  readonly number: string;
  readonly version: number;
  readonly joinedAt: number;
  readonly takenAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly deadlineAt: number | null;
  /** What makes two tickets duplicates, whatever their lines; held while the ticket is active. */
  readonly uniqueKey: string | null;
  readonly data: object;
  readonly previous: Previous | null;
}

/** What one step changed, kept so that the step can be undone. */
export interface Previous {
  readonly at: number;
  readonly lineId: string;
  readonly state: State;
  readonly status: string;
  readonly priority: number;
  readonly level: number;
  readonly rank: number;
  readonly takenAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly deadlineAt: number | null;
  readonly data: object;
}

export interface Place {
  readonly level: number;
  readonly rank: number;
}

/**
 * Where an arrival stands. Strict priorities are tiers: (priority, arrival). With ageing there is
 * one tier, and each step of priority costs a fixed head start: arrival + priority × ageing. That
 * is the order in which tickets that climb one priority per ageing time would be called, but it
 * never changes while they wait: no sweep, no position that worsens by itself, and nobody waits
 * longer than the head start behind those who come later.
 */
export function placeFor(line: Line, priority: number, arrivalRank: number): Place {
  if (line.ageingMs === null) return { level: priority, rank: arrivalRank };
  return { level: 0, rank: arrivalRank + priority * line.ageingMs * 1000 };
}

export function compareOrder(a: Place & { id: string }, b: Place & { id: string }): number {
  return a.level - b.level || a.rank - b.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

export function waitingCount(line: Line): number {
  return line.waiting.reduce((sum, n) => sum + n, 0);
}

/** Places still open to this priority; without a capacity there is no end of them. */
export function placesOpenTo(line: Line, mayUseReserve: boolean): number {
  if (line.capacity === null) return Number.POSITIVE_INFINITY;
  const reserve = mayUseReserve ? 0 : line.reserve;
  return Math.max(0, line.capacity - line.taken - reserve);
}
