// A month as weeks of dates, and which exceptions touch a date.

import { addDays, dateIn, mondayOf } from "../../look/zone-time.ts";
import type { Exception } from "../../wire/availability.ts";

export const monthOf = (date: string) => date.slice(0, 7);

export function addMonths(month: string, months: number): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number! - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Whole weeks from Monday, so that some dates belong to the months beside it. */
export function weeksOf(month: string): string[][] {
  const first = mondayOf(`${month}-01`);
  const next = `${addMonths(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let monday = first; monday < next; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)));
  }
  return weeks;
}

/** An exception that ends at midnight does not touch the day that begins then. */
export function touches(exception: Exception, date: string, timezone: string): boolean {
  const first = dateIn(exception.start, timezone);
  const last = dateIn(Date.parse(exception.end) - 1, timezone);
  return first <= date && date <= last;
}
