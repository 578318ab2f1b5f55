// When a booking from the public may begin: at the start of a slot, if there is a place from there to the
// end. Pure.

export interface UsedSlot {
  start: string;
  end: string;
  taken: number;
  open: boolean;
}

/** Slots in order. Alone: nobody else may be there at the same time. */
export function startsIn(
  slots: readonly UsedSlot[],
  minutes: number,
  alone: boolean,
): { start: number; end: number }[] {
  const lengthMs = minutes * 60_000;
  const free = slots
    .filter(({ open, taken }) => open && (!alone || taken === 0))
    .map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
  return free
    .filter((slot, i) => freeUntil(free, i) >= slot.start + lengthMs)
    .map(({ start }) => ({ start, end: start + lengthMs }));
}

/** How far one gets from this slot without a gap. */
function freeUntil(free: readonly { start: number; end: number }[], first: number): number {
  let { end } = free[first]!;
  for (let next = first + 1; free[next] && free[next]!.start <= end; next++) {
    end = Math.max(end, free[next]!.end);
  }
  return end;
}
