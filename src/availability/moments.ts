// Points in time as callers write them: an instant, or a local date, which stands for its first moment
// in the resource's zone. So "2026-12-24" to "2026-12-27" is three whole days wherever the doctor is.

import { dateOf, dayOf, firstMomentOf, localDate } from "./zone.ts";

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

export function momentIn(timezone: string, text: string): number {
  return isDate(text) ? firstMomentOf(timezone, text) : Date.parse(text);
}

/** A date as it is, and an instant as we write all of them. */
export function canonical(text: string): string {
  return isDate(text) ? text : new Date(Date.parse(text)).toISOString();
}

/** The first local date that what begins here touches. */
export function firstDateIn(timezone: string, text: string): string {
  return isDate(text) ? text : localDate(timezone, Date.parse(text));
}

/** The local date after the last one that what ends here touches. */
export function endDateIn(timezone: string, text: string): string {
  return isDate(text) ? text : dateOf(dayOf(localDate(timezone, Date.parse(text) - 1)) + 1);
}
