// When a box can be collected, as the clock at the shop shows it, written as the visitor's language
// writes times.

import { today, tomorrow } from "./box-words.ts";

const clock = { hour: "numeric", minute: "2-digit" } as const;

/** Without a zone: as the clock here shows it. */
export function timeAt(instant: string | number, timeZone?: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { ...clock, timeZone }).format(new Date(instant));
}

/** "17:00 – 19:00", "5:00 – 7:00 PM". */
export function windowText(
  startsAt: string,
  endsAt: string,
  timeZone: string,
  locale?: string,
): string {
  const format = new Intl.DateTimeFormat(locale, { ...clock, timeZone });
  return format.formatRange(new Date(startsAt), new Date(endsAt));
}

const dateAt = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(new Date(instant));

const dayMs = 86_400_000;

export function dayText(instant: string, now: number, timeZone: string, locale?: string): string {
  const date = dateAt(Date.parse(instant), timeZone);
  if (date === dateAt(now, timeZone)) return today;
  if (date === dateAt(now + dayMs, timeZone)) return tomorrow;
  const format = { weekday: "long", day: "numeric", month: "long", timeZone } as const;
  return new Intl.DateTimeFormat(locale, format).format(new Date(instant));
}
