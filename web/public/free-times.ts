// Free times as a visitor looks for them: by their own days, a week at a time.

import { addDays, dateIn } from "../look/zone-time.ts";
import type { FreeTime } from "../wire/booking.ts";

export const daysShown = 7;

export interface DayOfTimes {
  date: string;
  times: FreeTime[];
}

/** The days from the first on, with what is free on each; one entry a start, no matter who has it free. */
export function daysOf(free: readonly FreeTime[], first: string, zone: string): DayOfTimes[] {
  const days = Array.from({ length: daysShown }, (_, index) => ({
    date: addDays(first, index),
    times: [] as FreeTime[],
  }));
  const seen = new Set<number>();
  // oxlint-disable-next-line unicorn/no-array-sort -- toSorted is younger than many phones
  for (const time of [...free].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const at = Date.parse(time.start);
    const day = days.find(({ date }) => date === dateIn(at, zone));
    if (!day || seen.has(at)) continue;
    seen.add(at);
    day.times.push(time);
  }
  return days;
}

export type PartOfDay = "morning" | "afternoon" | "evening";

export function partOfDay(hour: number): PartOfDay {
  if (hour < 12) return "morning";
  return hour < 17 ? "afternoon" : "evening";
}
