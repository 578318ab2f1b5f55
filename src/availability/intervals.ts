// Stretches of time as half-open intervals [start, end), in milliseconds. Lists are in ascending
// order, so that two of them are compared in one sweep.

export interface Interval {
  start: number;
  end: number;
}

export function inOrder<T extends Interval>(intervals: readonly T[]): T[] {
  return intervals.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** What overlaps or touches becomes one. Takes any order. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  let last: Interval | undefined;
  for (const { start, end } of inOrder(intervals)) {
    if (start >= end) continue;
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push((last = { start, end }));
  }
  return result;
}

/** What is left of the first list; the second one must be merged. */
export function without(whole: readonly Interval[], holes: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  let next = 0;
  for (const { start, end } of whole) {
    let from = start;
    while (next < holes.length && holes[next]!.end <= from) next += 1;
    for (let i = next; i < holes.length && holes[i]!.start < end; i++) {
      if (from < holes[i]!.start) result.push({ start: from, end: holes[i]!.start });
      from = Math.max(from, holes[i]!.end);
    }
    if (from < end) result.push({ start: from, end });
  }
  return result;
}

export function within(intervals: readonly Interval[], from: number, to: number): Interval[] {
  return intervals
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
    .filter(({ start, end }) => start < end);
}

/** Keeps, in one sweep, those that touch none of the holes. Both in order, the holes merged. */
export function untouched<T extends Interval>(
  items: readonly T[],
  holes: readonly Interval[],
): T[] {
  if (holes.length === 0) return [...items];
  let next = 0;
  return items.filter(({ start, end }) => {
    while (next < holes.length && holes[next]!.end <= start) next += 1;
    return next === holes.length || holes[next]!.start >= end;
  });
}
