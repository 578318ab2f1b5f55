// Wall clocks. A time zone is read as stretches of constant offset: between two changes of the clock
// local time is plain arithmetic, so that a quarter of a year of slots needs no calendar library at
// all. Temporal finds the changes, once per zone and year.
//
// Local times are milliseconds too: what the clock on the wall shows, written as if it were UTC.

import { Temporal } from "temporal-polyfill";

export interface Stretch {
  start: number;
  end: number;
  /** Local time minus UTC, in milliseconds. */
  offset: number;
}

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

const known = new Map<string, Stretch[]>();
const maxKnown = 2_000;

/** All of [from, to) and at least all local days that it touches. */
export function stretchesAround(timezone: string, from: number, to: number): Stretch[] {
  const margin = 2 * dayMs;
  const result: Stretch[] = [];
  const lastYear = new Date(to + margin).getUTCFullYear();
  for (let year = new Date(from - margin).getUTCFullYear(); year <= lastYear; year++) {
    for (const stretch of stretchesOf(timezone, year)) {
      const last = result.at(-1);
      // A new year is no change of the clock.
      if (last?.offset === stretch.offset) last.end = stretch.end;
      else result.push({ ...stretch });
    }
  }
  return result;
}

function stretchesOf(timezone: string, year: number): Stretch[] {
  const key = `${timezone} ${year}`;
  const found = known.get(key);
  if (found) return found;
  const end = Date.UTC(year + 1, 0);
  const stretches: Stretch[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    Date.UTC(year, 0),
  ).toZonedDateTimeISO(timezone);
  while (at && at.epochMilliseconds < end) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition("next");
    stretches.push({
      start: at.epochMilliseconds,
      end: Math.min(next?.epochMilliseconds ?? end, end),
      offset: at.offsetNanoseconds / 1e6,
    });
    at = next;
  }
  if (known.size >= maxKnown) known.clear();
  known.set(key, stretches);
  return stretches;
}

/** Days since 1970-01-01 of the local dates in [from, to). */
export function datesIn(stretches: readonly Stretch[], from: number, to: number) {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { start, end, offset } of stretches) {
    if (end <= from || start >= to) continue;
    first = Math.min(first, Math.floor((Math.max(start, from) + offset) / dayMs));
    last = Math.max(last, Math.floor((Math.min(end, to) - 1 + offset) / dayMs));
  }
  return { first, last };
}

/** The first moment of a local date: mostly midnight, later where the clock jumps over it. */
export function startOfDay(stretches: readonly Stretch[], day: number): number {
  const midnight = day * dayMs;
  for (const { start, end, offset } of stretches) {
    if (end + offset > midnight) return Math.max(start, midnight - offset);
  }
  throw new Error(`day ${day} is not in these stretches`);
}

/** 0 = Monday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** 2026-03-02 */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export function firstMomentOf(timezone: string, date: string): number {
  const midnight = dayOf(date) * dayMs;
  return startOfDay(stretchesAround(timezone, midnight, midnight), dayOf(date));
}

/** The date on the calendar on the wall. */
export function localDate(timezone: string, instant: number): string {
  return dateOf(datesIn(stretchesAround(timezone, instant, instant), instant, instant + 1).first);
}
