// How much of the open time is used: slots with the places taken, free stretches, and why a time cannot be
// booked.

import { busiest, type PlacesOf, type Taken } from "./commitments.ts";
import { inOrder, merged, within, without, type Interval } from "./intervals.ts";
import { openIn, type Schedule, type Slot } from "./schedule.ts";

export interface UsedSlot extends Slot {
  taken: number;
  /** Places that are for emergencies alone. */
  reserve: number;
}

/** What the hours say, where nobody else has a say. */
export const placesOfHours: PlacesOf = ({ capacity }) => ({ capacity, reserve: 0 });

interface Use extends Interval {
  places: number;
  exclusive: boolean;
  throughout: boolean;
}

/** In one sweep. Places count in the slot they start in; what is exclusive fills all that it touches. */
export function withTaken(
  slots: readonly Slot[],
  taken: readonly Taken[],
  placesOf: PlacesOf = placesOfHours,
): UsedSlot[] {
  const uses = taken.map(useOf);
  const shared = inOrder(uses.filter(({ exclusive, throughout }) => !exclusive && !throughout));
  const through = inOrder(uses.filter(({ exclusive, throughout }) => !exclusive && throughout));
  const blocked = merged(uses.filter(({ exclusive }) => exclusive));
  let nextShared = 0;
  let nextBlocked = 0;
  return slots.map((slot) => {
    const { start, end } = slot;
    const { capacity, reserve } = placesOf(slot);
    let used = 0;
    for (; nextShared < shared.length && shared[nextShared]!.start < end; nextShared++) {
      if (shared[nextShared]!.start >= start) used += shared[nextShared]!.places;
    }
    if (through.length > 0) used += busiest(through, start, end);
    while (nextBlocked < blocked.length && blocked[nextBlocked]!.end <= start) nextBlocked += 1;
    const full = nextBlocked < blocked.length && blocked[nextBlocked]!.start < end;
    return { start, end, capacity, reserve, taken: full ? Math.max(used, capacity) : used };
  });
}

/** How many more can have a place: the reserve is for emergencies, who ask elsewhere. */
export function placesLeft({ capacity, reserve, taken }: UsedSlot): number {
  return Math.max(0, capacity - reserve - taken);
}

/** Slots that are full because places are kept back, for emergencies or by a limit of none. */
export function keptBack(slots: readonly UsedSlot[]): UsedSlot[] {
  return slots.filter(
    (slot) => placesLeft(slot) === 0 && (slot.taken < slot.capacity || slot.taken === 0),
  );
}

/** Where nothing at all is booked, held, or kept. */
export function freeOf(
  open: readonly Interval[],
  taken: readonly Taken[],
  kept: readonly Interval[] = [],
): Interval[] {
  return without(open, merged([...taken.map(useOf), ...kept]));
}

export interface Conflict extends Interval {
  kind: "outside_hours" | "exception" | "taken" | "reserved";
  reason: string | null;
  places: number | null;
}

/** Why [from, to) is not open, or not free; empty when it is both. */
export function conflictsIn(
  schedule: Schedule,
  taken: readonly Taken[],
  from: number,
  to: number,
  kept: readonly UsedSlot[] = [],
): Conflict[] {
  const closing = schedule.exceptions.filter(({ available }) => !available);
  const opening = schedule.exceptions.filter(({ available }) => available);
  const hours = openIn({ ...schedule, exceptions: opening }, from, to);
  const outside = without(without([{ start: from, end: to }], hours), merged(closing));
  const touches = ({ start, end }: Interval) => start < to && from < end;
  return inOrder<Conflict>([
    ...outside.map((each) => ({
      kind: "outside_hours" as const,
      ...each,
      reason: null,
      places: null,
    })),
    ...closing.filter(touches).map(({ start, end, reason }) => ({
      kind: "exception" as const,
      ...within([{ start, end }], from, to)[0]!,
      reason,
      places: null,
    })),
    ...taken
      .map(useOf)
      .filter(touches)
      .map(({ start, end, places }) => ({
        kind: "taken" as const,
        start,
        end,
        reason: null,
        places,
      })),
    ...kept.filter(touches).map(({ start, end, capacity, taken: used }) => ({
      kind: "reserved" as const,
      start,
      end,
      reason: null,
      places: capacity - used,
    })),
  ]);
}

function useOf({ start, end, places, exclusive, throughout = false }: Taken): Use {
  return { start: start.getTime(), end: end.getTime(), places, exclusive, throughout };
}
