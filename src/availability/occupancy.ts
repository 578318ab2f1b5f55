// How much of the open time is used: slots with the places taken, free stretches, and why a time cannot be
// booked.

import { busiest, type Taken } from "./commitments.ts";
import { inOrder, merged, within, without, type Interval } from "./intervals.ts";
import { openIn, type Schedule, type Slot } from "./schedule.ts";

export interface UsedSlot extends Slot {
  taken: number;
}

interface Use extends Interval {
  places: number;
  exclusive: boolean;
  throughout: boolean;
}

/** In one sweep. Places count in the slot they start in; what is exclusive fills all that it touches. */
export function withTaken(slots: readonly Slot[], taken: readonly Taken[]): UsedSlot[] {
  const uses = taken.map(useOf);
  const shared = inOrder(uses.filter(({ exclusive, throughout }) => !exclusive && !throughout));
  const through = inOrder(uses.filter(({ exclusive, throughout }) => !exclusive && throughout));
  const blocked = merged(uses.filter(({ exclusive }) => exclusive));
  let nextShared = 0;
  let nextBlocked = 0;
  return slots.map(({ start, end, capacity }) => {
    let used = 0;
    for (; nextShared < shared.length && shared[nextShared]!.start < end; nextShared++) {
      if (shared[nextShared]!.start >= start) used += shared[nextShared]!.places;
    }
    if (through.length > 0) used += busiest(through, start, end);
    while (nextBlocked < blocked.length && blocked[nextBlocked]!.end <= start) nextBlocked += 1;
    const full = nextBlocked < blocked.length && blocked[nextBlocked]!.start < end;
    return { start, end, capacity, taken: full ? Math.max(used, capacity) : used };
  });
}

/** Where nothing at all is booked or held. */
export function freeOf(open: readonly Interval[], taken: readonly Taken[]): Interval[] {
  return without(open, merged(taken.map(useOf)));
}

export interface Conflict extends Interval {
  kind: "outside_hours" | "exception" | "taken";
  reason: string | null;
  places: number | null;
}

/** Why [from, to) is not open, or not free; empty when it is both. */
export function conflictsIn(
  schedule: Schedule,
  taken: readonly Taken[],
  from: number,
  to: number,
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
  ]);
}

function useOf({ start, end, places, exclusive, throughout = false }: Taken): Use {
  return { start: start.getTime(), end: end.getTime(), places, exclusive, throughout };
}
