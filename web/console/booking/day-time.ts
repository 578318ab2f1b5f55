// Where a time stands in a column of the calendar. A column is one day as the clock on the wall shows
// it: minutes since its midnight, so that ten o'clock is at the same height on every day of a week,
// also on the two days a year that are shorter or longer.

import { addDays, dateIn, instantOf, minutesOf, timeIn, timeOf } from "../../look/zone-time.ts";

export const dayMinutes = 1_440;

/** Minutes of one day; `end` is 1440 at the latest. */
export interface Span {
  start: number;
  end: number;
}

/** The part of an interval that lies on a date there; null when nothing does. */
export function spanOn(date: string, zone: string, start: string, end: string): Span | null {
  const from = minuteOn(date, zone, start);
  const to = minuteOn(date, zone, end);
  return from < to ? { start: from, end: to } : null;
}

function minuteOn(date: string, zone: string, instant: string): number {
  const there = dateIn(instant, zone);
  if (there < date) return 0;
  return there > date ? dayMinutes : minutesOf(timeIn(instant, zone));
}

export function instantAt(date: string, zone: string, minute: number): string {
  const isNext = minute >= dayMinutes;
  const day = isNext ? addDays(date, 1) : date;
  return instantOf(day, timeOf(isNext ? minute - dayMinutes : minute), zone);
}

export const snapped = (minute: number, step: number) => Math.round(minute / step) * step;

/** Whole hours around all that has to be seen, and at least a working day. */
export function hoursInSight(spans: readonly Span[]): { from: number; to: number } {
  if (spans.length === 0) return { from: 8, to: 18 };
  const first = Math.floor(Math.min(...spans.map(({ start }) => start)) / 60);
  const last = Math.ceil(Math.max(...spans.map(({ end }) => end)) / 60);
  const to = Math.min(24, Math.max(last, first + 6));
  return { from: Math.min(first, to - 6), to };
}

/** What lies between spans: the closed times of a day that has these open ones. */
export function gapsBetween(open: readonly Span[]): Span[] {
  const gaps: Span[] = [];
  let reached = 0;
  for (const { start, end } of open.toSorted((a, b) => a.start - b.start)) {
    if (start > reached) gaps.push({ start: reached, end: start });
    reached = Math.max(reached, end);
  }
  if (reached < dayMinutes) gaps.push({ start: reached, end: dayMinutes });
  return gaps;
}

export interface Lane {
  lane: number;
  lanes: number;
}

/** Side by side where they overlap, each as wide as those it meets allow. */
export function laned<T extends Span>(spans: readonly T[]): (T & Lane)[] {
  const placed: (T & Lane)[] = [];
  let group: (T & Lane)[] = [];
  let groupEnd = -1;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    for (const one of group) one.lanes = lanes;
    placed.push(...group);
    group = [];
  };
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= groupEnd) close();
    const taken = new Set(group.filter((one) => one.end > span.start).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    group.push({ ...span, lane, lanes: 1 });
    groupEnd = Math.max(groupEnd, span.end);
  }
  close();
  return placed;
}
