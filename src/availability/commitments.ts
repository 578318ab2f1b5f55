// A commitment is a token or booking as availability sees it: something that needs the resource at a certain
// time. The products fill this port; nothing here knows what a commitment really is.

import type pg from "pg";
import { inOrder, merged, type Interval } from "./intervals.ts";
import type { ResourceType } from "./rules.ts";
import { openIn, slotsIn, type Schedule, type Slot } from "./schedule.ts";
import { dayMs } from "./zone.ts";

export interface Commitment {
  kind: "token" | "booking";
  id: string;
  start: Date;
  end: Date;
  /** For the person who decides what happens to it. */
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

/** How many places a slot has, and how many of them are for emergencies alone. */
export interface SlotPlaces {
  capacity: number;
  reserve: number;
}

export type PlacesOf = (slot: Slot) => SlotPlaces;

export interface Settled {
  commitment: Commitment;
  outcome: "kept" | "moved" | "waiting";
  /** Where it was moved to. */
  start?: Date;
}

export interface ScheduleChange {
  orgId: string;
  resourceId: string;
  /** As it is from now on. */
  schedule: Schedule;
  outside: Commitment[];
  conflicts: "keep" | "move";
  actor: string;
  now: Date;
  /** Taken back right after: somebody only wants to see what would become of each. */
  dryRun?: boolean;
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

export interface CommitmentPort {
  /**
   * Keeps commitments of the resource from appearing or vanishing until the end of tx, and lists those
   * that touch [from, to), the ones that would be served first in front.
   */
  lockAndList(
    tx: pg.ClientBase,
    orgId: string,
    resourceId: string,
    from: Date,
    to: Date | null,
  ): Promise<Commitment[]>;
  /** How much of each interval is used, for slots and free. One query for the whole range. */
  taken(orgId: string, resourceId: string, from: Date, to: Date): Promise<Taken[]>;
  /** For the type of resource whose places it gives out by rules of its own. */
  places?: {
    readonly ofType: ResourceType;
    find(orgId: string, resourceId: string, from: Date, to: Date): Promise<PlacesOf>;
  };
  /**
   * Called in tx after the schedule was written: what is outside is kept as it is, or moved to the
   * nearest places or to waiting. Answers what happened to each.
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
export function leftOutside(
  before: Schedule,
  after: Schedule,
  commitments: readonly Commitment[],
): Commitment[] {
  const was = commitmentsInside(before, commitments);
  const is = commitmentsInside(after, commitments);
  return commitments.filter((commitment) => was.has(commitment) && !is.has(commitment));
}

/**
 * A token needs its slot, from start to end, and a place in it; a booking needs open time. Those
 * listed first get the places.
 */
function commitmentsInside(
  schedule: Schedule,
  commitments: readonly Commitment[],
): Set<Commitment> {
  const inside = new Set<Commitment>();
  const slots = new Map<number, { end: number; capacity: number; taken: number }>();
  const open: Interval[] = [];
  for (const { start, end } of aroundCommitments(commitments)) {
    open.push(...openIn(schedule, start, end));
    for (const slot of slotsIn(schedule, start, end)) slots.set(slot.start, { ...slot, taken: 0 });
  }
  for (const commitment of commitments.filter(({ kind }) => kind === "token")) {
    const slot = slots.get(commitment.start.getTime());
    if (!slot || slot.end !== commitment.end.getTime()) continue;
    slot.taken += commitment.places ?? 1;
    if (commitment.places === 0 || slot.taken <= (commitment.capacity ?? slot.capacity))
      inside.add(commitment);
  }
  let next = 0;
  for (const { start, end, commitment } of bookingsInOrder(commitments)) {
    while (next < open.length && open[next]!.end <= start) next += 1;
    const hours = open[next];
    if (hours && hours.start <= start && end <= hours.end) inside.add(commitment);
  }
  return inside;
}

function bookingsInOrder(commitments: readonly Commitment[]) {
  const bookings = commitments.filter(({ kind }) => kind === "booking");
  return inOrder(
    bookings.map((commitment) => ({
      start: commitment.start.getTime(),
      end: commitment.end.getTime(),
      commitment,
    })),
  );
}

/** Only the days that matter are computed: between two commitments there may be years. */
function aroundCommitments(commitments: readonly Commitment[]): Interval[] {
  return merged(
    commitments.map(({ start, end }) => ({
      start: start.getTime() - dayMs,
      end: end.getTime() + dayMs,
    })),
  );
}
