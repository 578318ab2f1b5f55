// Where the arrow keys can go in a column of the calendar: every booking, and every row that has a
// free moment. Going down passes all of them in the order of the day.

import type { Span } from "./day-time.ts";

export interface Stop {
  minute: number;
  /** The booking or hold that is there; null: free time. */
  block: string | null;
}

interface Standing extends Span {
  key: string;
}

export function stopsOf(rows: Span, step: number, blocks: readonly Standing[]): Stop[] {
  const stops: Stop[] = blocks.map(({ key, start }) => ({
    minute: Math.max(start, rows.start),
    block: key,
  }));
  for (let minute = rows.start; minute < rows.end; minute += step) {
    const free = firstFree({ start: minute, end: minute + step }, blocks);
    if (free !== null) stops.push({ minute: free, block: null });
  }
  return stops.toSorted(
    (a, b) => a.minute - b.minute || Number(a.block === null) - Number(b.block === null),
  );
}

function firstFree(row: Span, blocks: readonly Span[]): number | null {
  let free = row.start;
  for (const { start, end } of blocks.toSorted((a, b) => a.start - b.start)) {
    if (start <= free && end > free) free = end;
  }
  return free < row.end ? free : null;
}

const isSame = (a: Stop, b: Stop) => a.block === b.block && a.minute === b.minute;

/** One up or down; at an end it stays. */
export function stopBeside(stops: readonly Stop[], at: Stop, by: 1 | -1): Stop {
  const index = stops.findIndex((stop) => isSame(stop, at));
  if (index < 0) return stopNear(stops, at.minute);
  return stops[Math.min(stops.length - 1, Math.max(0, index + by))] ?? at;
}

/** The same time in another column: what is there then, else the last before it. */
export function stopNear(stops: readonly Stop[], minute: number): Stop {
  return stops.findLast((stop) => stop.minute <= minute) ?? stops[0] ?? { minute, block: null };
}
