// Tokens and bookings, as far as availability knows them: something that needs the resource at a
// certain time. The products that keep them fill the port; nothing here knows what they are.

import type pg from "pg";
import { inOrder, merged, type Interval } from "./intervals.ts";
import { openIn, slotsIn, type Schedule } from "./schedule.ts";
import { dayMs } from "./zone.ts";

export interface Claim {
  kind: "token" | "booking";
  id: string;
  start: Date;
  end: Date;
  /** For the person who decides what becomes of it. */
  label: string;
  /** How many places of its slot it takes, 1 unless said; none for one who waits for a place. */
  places?: number;
  /** How many places its slot has, where that is not for the configuration to say. */
  capacity?: number;
}

export interface Taken {
  start: Date;
  end: Date;
  places: number;
  /** Takes its places in every slot that it touches, not only in the one it starts in. */
  throughout?: boolean;
  /** Nobody else can have any of this time. */
  exclusive: boolean;
}

export interface Settled {
  claim: Claim;
  outcome: "kept" | "moved" | "waiting";
  /** Where it was moved to. */
  start?: Date;
}

export interface ScheduleChange {
  orgId: string;
  resourceId: string;
  /** As it is from now on. */
  schedule: Schedule;
  outside: Claim[];
  conflicts: "keep" | "move";
  actor: string;
  now: Date;
  /** Taken back right after: somebody only wants to see what would become of each. */
  rehearsal?: boolean;
}

/** Hours have changed in this range, whether or not somebody was left outside. */
export interface NewHours {
  orgId: string;
  resourceId: string;
  schedule: Schedule;
  from: Date;
  to: Date | null;
  actor: string;
}

export interface ClaimPort {
  /**
   * Keeps claims of the resource from appearing or vanishing until the end of tx, and lists those
   * that touch [from, to), the ones that would be served first in front.
   */
  lockAndList(
    tx: pg.ClientBase,
    orgId: string,
    resourceId: string,
    from: Date,
    to: Date | null,
  ): Promise<Claim[]>;
  /** How much of each interval is used, for slots and free. One query for the whole range. */
  taken(orgId: string, resourceId: string, from: Date, to: Date): Promise<Taken[]>;
  /**
   * Called in tx after the schedule was written: what is outside is kept as it is, or moved to the
   * nearest places or to waiting. Answers what became of each.
   */
  settle(tx: pg.ClientBase, change: ScheduleChange): Promise<Settled[]>;
  /** Called in tx at the end: more places may be open now to those who wait. */
  follow?(tx: pg.ClientBase, hours: NewHours): Promise<void>;
}

/** The most places that are used at one time in [from, to). */
export function busiest(
  uses: readonly (Interval & { places: number })[],
  from: number,
  to: number,
): number {
  const here = uses.filter(({ start, end }) => start < to && from < end);
  const at = (moment: number) =>
    here.reduce(
      (sum, { start, end, places }) => sum + (start <= moment && moment < end ? places : 0),
      0,
    );
  return Math.max(0, ...here.map(({ start }) => at(Math.max(start, from))));
}

/** What the change pushes out. What was outside before, because somebody kept it, stays as it is. */
export function leftOutside(before: Schedule, after: Schedule, claims: readonly Claim[]): Claim[] {
  const was = claimsInside(before, claims);
  const is = claimsInside(after, claims);
  return claims.filter((claim) => was.has(claim) && !is.has(claim));
}

/**
 * A token needs its slot, from start to end, and a place in it; a booking needs open time. Those
 * listed first get the places.
 */
function claimsInside(schedule: Schedule, claims: readonly Claim[]): Set<Claim> {
  const inside = new Set<Claim>();
  const slots = new Map<number, { end: number; capacity: number; taken: number }>();
  const open: Interval[] = [];
  for (const { start, end } of aroundClaims(claims)) {
    open.push(...openIn(schedule, start, end));
    for (const slot of slotsIn(schedule, start, end)) slots.set(slot.start, { ...slot, taken: 0 });
  }
  for (const claim of claims.filter(({ kind }) => kind === "token")) {
    const slot = slots.get(claim.start.getTime());
    if (!slot || slot.end !== claim.end.getTime()) continue;
    slot.taken += claim.places ?? 1;
    if (claim.places === 0 || slot.taken <= (claim.capacity ?? slot.capacity)) inside.add(claim);
  }
  let next = 0;
  for (const { start, end, claim } of bookingsInOrder(claims)) {
    while (next < open.length && open[next]!.end <= start) next += 1;
    const hours = open[next];
    if (hours && hours.start <= start && end <= hours.end) inside.add(claim);
  }
  return inside;
}

function bookingsInOrder(claims: readonly Claim[]) {
  const bookings = claims.filter(({ kind }) => kind === "booking");
  return inOrder(
    bookings.map((claim) => ({ start: claim.start.getTime(), end: claim.end.getTime(), claim })),
  );
}

/** Only the days that matter are computed: between two claims there may be years. */
function aroundClaims(claims: readonly Claim[]): Interval[] {
  return merged(
    claims.map(({ start, end }) => ({
      start: start.getTime() - dayMs,
      end: end.getTime() + dayMs,
    })),
  );
}
