// Pickup windows: wall-clock times at the merchant's place on a date, as instants. A window whose end is
// not after its start ends on the next day.

import { Temporal } from "temporal-polyfill";

export interface PickupTimes {
  /** "17:00" */
  pickupStart: string;
  pickupEnd: string;
}

export interface Window {
  startsAt: number;
  endsAt: number;
}

/**
 * An hour that the clock repeats counts in full: the window starts with its first and ends with its
 * second. A time that the clock skips is as much later. null: the clock skips the whole of it.
 */
export function windowOf(
  date: string,
  { pickupStart, pickupEnd }: PickupTimes,
  timezone: string,
): Window | null {
  const day = Temporal.PlainDate.from(date);
  const overnight = pickupEnd <= pickupStart;
  const startsAt = instantOf(day, pickupStart, timezone, "compatible");
  const endsAt = instantOf(overnight ? day.add({ days: 1 }) : day, pickupEnd, timezone, "later");
  return endsAt > startsAt ? { startsAt, endsAt } : null;
}

export function instantOf(
  day: Temporal.PlainDate,
  time: string,
  timezone: string,
  disambiguation: "compatible" | "later" = "compatible",
): number {
  return day
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(timezone, { disambiguation }).epochMilliseconds;
}

export function localDate(instant: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toString();
}

export function endOfDay(instant: number, timezone: string): number {
  const day = Temporal.PlainDate.from(localDate(instant, timezone));
  return day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
}

export function daysBefore(date: string, days: number): string {
  return Temporal.PlainDate.from(date).subtract({ days }).toString();
}
