// The rules of bookings: when a part of a booking fits into a resource's time, why it does not, and
// where the next time is that would do. Pure; times are milliseconds, intervals half-open.

import { merged, within, without, type Interval } from "../../availability/intervals.ts";
import { openIn, slotsIn, type Hours } from "../../availability/schedule.ts";
import { farthestAheadMs } from "../../kernel/horizon.ts";
import type { ResourceType } from "./booking.ts";

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

export const limits = {
  resources: 20,
  /** A booking with what is needed before and after it; the tables rely on it. */
  longestMs: 31 * dayMs,
  aheadMs: farthestAheadMs,
  holdSeconds: 60,
  longestHoldSeconds: 600,
  occurrences: 100,
} as const;

/** What a booking, a hold or an offer needs of one resource. */
export interface Part extends Interval {
  resourceId: string;
  /** With the time before and after that nobody else may have. */
  busyFrom: number;
  busyTill: number;
  /** Nobody else at the same time, however many places the resource has. */
  whole: boolean;
}

/** What is used of a resource's time. */
export interface Use {
  ownerId: string;
  start: number;
  end: number;
  whole: boolean;
  /** From then on it counts for nothing, whether or not somebody has cleared it away. */
  expiresAt: number | null;
}

/** One resource, as far as a decision knows it. */
export interface Calendar {
  resourceId: string;
  name: string;
  type: ResourceType;
  active: boolean;
  hours: Hours;
  uses: readonly Use[];
  /** Of a doctor's slots: places of tokens, and those that are kept from bookings. */
  others: readonly OtherPlaces[];
}

export interface OtherPlaces extends Interval {
  places: number;
  /** May be less than nothing, where others say that there are more places than the hours say. */
  kept: number;
}

export interface Conflict extends Interval {
  resourceId: string;
  name: string;
  kind: "inactive" | "outside_hours" | "taken";
}

export function isLive({ expiresAt }: Pick<Use, "expiresAt">, now: number): boolean {
  return expiresAt === null || expiresAt > now;
}

/** Why the part cannot be had; empty when it can. */
export function conflictsOf(calendar: Calendar, part: Part, now: number): Conflict[] {
  const { resourceId, name } = calendar;
  const told = (kind: Conflict["kind"]) => (each: Interval) => ({
    resourceId,
    name,
    kind,
    start: each.start,
    end: each.end,
  });
  const { start, end } = part;
  if (!calendar.active) return [told("inactive")({ start, end })];
  const outside = without([{ start, end }], openIn(calendar.hours, start, end));
  const full = fullIn(calendar, part.busyFrom, part.busyTill, part.whole, now);
  return [...outside.map(told("outside_hours")), ...full.map(told("taken"))];
}

/** Where there is no place for one more, or for somebody who needs all of it. */
export function fullIn(
  calendar: Calendar,
  from: number,
  to: number,
  whole: boolean,
  now: number,
): Interval[] {
  const uses = [
    ...calendar.uses
      .filter((use) => isLive(use, now))
      .map((use) => ({ ...use, places: 1, kept: 0 })),
    ...calendar.others.map((other) => ({ ...other, whole: false })),
  ].filter(({ start, end }) => start < to && from < end);
  // The reserve is for a doctor who is there: somebody who needs all of the doctor's time takes it along.
  const used = uses.filter(({ places }) => places > 0);
  if (whole) return merged(within(used, from, to));
  const edges = [from, to, ...uses.flatMap(({ start, end }) => [start, end])]
    .filter((edge) => edge >= from && edge <= to)
    .toSorted((a, b) => a - b);
  const full: Interval[] = [];
  for (let i = 1; i < edges.length; i++) {
    const [start, end] = [edges[i - 1]!, edges[i]!];
    if (start === end) continue;
    const here = uses.filter((use) => use.start < end && start < use.end);
    if (here.length === 0) continue;
    const taken = here.reduce((sum, { places, kept }) => sum + places + kept, 0);
    if (here.some((use) => use.whole) || taken >= placesIn(calendar.hours, start, end)) {
      full.push({ start, end });
    }
  }
  return merged(full);
}

/** How many can have it at once: the fewest that a configuration says in that time. */
export function placesIn({ timezone, configurations }: Hours, start: number, end: number): number {
  const numbers = new Set(configurations.map(({ tokensPerSlot }) => tokensPerSlot));
  if (numbers.size === 0) return 1;
  if (numbers.size === 1) return [...numbers][0]!;
  // Several configurations are near: the slots of those days tell which one holds.
  const around = slotsIn(
    { timezone, configurations, exceptions: [] },
    start - 2 * dayMs,
    end + 2 * dayMs,
  );
  const touching = around.filter((slot) => slot.start < end && start < slot.end);
  const near = touching.length > 0 ? touching.map(({ capacity }) => capacity) : [...numbers];
  return Math.min(...near);
}

export interface Need {
  calendar: Calendar;
  /** From the start of the booking, in milliseconds. */
  from: number;
  till: number;
  beforeMs: number;
  afterMs: number;
  whole: boolean;
  /** It has to lie in one slot, where its token is. */
  inSlot: boolean;
}

/** All starts in [earliest, latest] at which every need is met, as closed stretches. */
export function startsFor(
  needs: readonly Need[],
  earliest: number,
  latest: number,
  now: number,
): Interval[] {
  let starts: Interval[] = [{ start: earliest, end: latest }];
  for (const need of needs) {
    const { calendar, from, till, beforeMs, afterMs, whole, inSlot } = need;
    if (!calendar.active) return [];
    const [first, last] = [earliest + from - beforeMs, latest + till + afterMs];
    const open = inSlot
      ? slotsIn(calendar.hours, earliest + from - dayMs, latest + till + dayMs)
      : openIn(calendar.hours, earliest + from, latest + till);
    const full = fullIn(calendar, first, last, whole, now);
    // A start is good when its part lies in one open stretch and its busy time in no full one.
    const goodHours = open
      .map(({ start, end }) => ({ start: start - from, end: end - till }))
      .filter(({ start, end }) => start <= end);
    const badTimes = full.map(({ start, end }) => ({
      start: start - till - afterMs,
      end: end - from + beforeMs,
    }));
    starts = closedWithout(closedBoth(starts, goodHours), badTimes);
  }
  return starts;
}

/** The first start that works, or the nearest to a wish. */
export function bestStart(starts: readonly Interval[], wish?: number): number | null {
  if (wish === undefined) return starts[0]?.start ?? null;
  let best: number | null = null;
  for (const { start, end } of starts) {
    const nearest = Math.min(Math.max(wish, start), end);
    if (best === null || Math.abs(nearest - wish) < Math.abs(best - wish)) best = nearest;
  }
  return best;
}

/** Both lists are of closed stretches, in order. */
function closedBoth(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  return a.flatMap((one) =>
    b
      .map((other) => ({
        start: Math.max(one.start, other.start),
        end: Math.min(one.end, other.end),
      }))
      .filter(({ start, end }) => start <= end),
  );
}

/** Holes are open stretches: their two ends themselves are still good. */
function closedWithout(whole: readonly Interval[], holes: readonly Interval[]): Interval[] {
  let left = [...whole];
  for (const hole of holes) {
    left = left.flatMap(({ start, end }) => {
      if (hole.end <= start || end <= hole.start) return [{ start, end }];
      const before = { start, end: Math.min(end, hole.start) };
      const after = { start: Math.max(start, hole.end), end };
      return [before, after].filter((each) => each.start <= each.end);
    });
  }
  return left;
}
