// Points in time as callers write them: an instant, or a local date, which stands for its first moment
// in the resource's zone. So "2026-12-24" to "2026-12-27" is three whole days wherever the doctor is.

import { dateOf, dayOf, firstMomentOf, localDate } from "./zone.ts";

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

export function momentIn(timezone: string, text: string): number {
  return isDate(text) ? firstMomentOf(timezone, text) : Date.parse(text);
}

/** The local date from which something holds: an instant holds from the start of its day. */
export function firstDateIn(timezone: string, text: string): string {
  return isDate(text) ? text : localDate(timezone, Date.parse(text));
}

/** The local date before which something holds: the day of an instant within it still counts. */
export function endDateIn(timezone: string, text: string): string {
  if (isDate(text)) return text;
  const day = localDate(timezone, Date.parse(text));
  const atItsStart = firstMomentOf(timezone, day) === Date.parse(text);
  return atItsStart ? day : dateOf(dayOf(day) + 1);
}
