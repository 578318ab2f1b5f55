// Weekly hours while they are edited: drawing, moving, copying. Pure, so that a drag is only a series
// of such steps.

import { minutesOf, timeOf } from "../../look/zone-time.ts";
import type { Window } from "../../wire/availability.ts";

/** A window has no identity of its own; while it is edited it needs one. */
export interface EditedWindow extends Window {
  key: number;
}

const dayMinutes = 1_440;
/** Where a drawn window may start. */
const startStep = 15;

export function edited(weekly: readonly Window[]): EditedWindow[] {
  return inOrder(weekly.map((window, key) => ({ ...window, key })));
}

export function inOrder(windows: readonly EditedWindow[]): EditedWindow[] {
  return windows.toSorted((a, b) => a.day - b.day || a.start.localeCompare(b.start));
}

export function plain(windows: readonly EditedWindow[]): Window[] {
  return inOrder(windows).map(({ day, start, end }) => ({ day, start, end }));
}

const time = /^\d\d:\d\d$/;

export function isComplete(windows: readonly EditedWindow[]): boolean {
  return windows.every(({ start, end }) => time.test(start) && time.test(end));
}

const nextKey = (windows: readonly EditedWindow[]) =>
  Math.max(-1, ...windows.map(({ key }) => key)) + 1;

/** After the last hours of the day, else a morning. */
export function withMore(
  windows: readonly EditedWindow[],
  day: number,
  slotMinutes: number,
): EditedWindow[] {
  const last = windows.filter((window) => window.day === day).at(-1);
  const start = last && time.test(last.end) ? minutesOf(last.end) + 60 : 9 * 60;
  const wanted = last ? 120 : 180;
  const length = Math.max(1, Math.round(wanted / slotMinutes)) * slotMinutes;
  const fits = start + length <= dayMinutes;
  const from = fits ? start : Math.max(0, dayMinutes - length);
  const window = {
    key: nextKey(windows),
    day,
    start: timeOf(from),
    end: timeOf(Math.min(from + length, dayMinutes)),
  };
  return [...windows, window];
}

export function changed(
  windows: readonly EditedWindow[],
  key: number,
  change: Partial<Window>,
): EditedWindow[] {
  return windows.map((window) => (window.key === key ? { ...window, ...change } : window));
}

export function without(windows: readonly EditedWindow[], key: number): EditedWindow[] {
  return windows.filter((window) => window.key !== key);
}

/** The other days get the hours of this one, in place of theirs. */
export function copied(
  windows: readonly EditedWindow[],
  from: number,
  to: readonly number[],
): EditedWindow[] {
  const targets = to.filter((day) => day !== from);
  const hours = windows.filter(({ day }) => day === from);
  const kept = windows.filter(({ day }) => !targets.includes(day));
  let key = nextKey(windows);
  const copies = targets.flatMap((day) => hours.map((one) => ({ ...one, day, key: key++ })));
  return inOrder([...kept, ...copies]);
}

const floorTo = (step: number, minutes: number) => Math.floor(minutes / step) * step;
const roundTo = (step: number, minutes: number) => Math.round(minutes / step) * step;

/** From where the pointer went down to where it is: whole slots, at least one. */
export function drawn(fromMinute: number, toMinute: number, slotMinutes: number) {
  const start = Math.min(
    floorTo(startStep, Math.min(fromMinute, toMinute)),
    dayMinutes - slotMinutes,
  );
  const wanted = Math.max(fromMinute, toMinute) - start;
  const slots = Math.max(1, Math.round(wanted / slotMinutes));
  const most = Math.floor((dayMinutes - start) / slotMinutes);
  return { start: timeOf(start), end: timeOf(start + Math.min(slots, most) * slotMinutes) };
}

/** Pulled at one end: the other one stays, and what is between is whole slots. */
export function stretched(
  window: Window,
  edge: "start" | "end",
  minute: number,
  slotMinutes: number,
): Pick<Window, "start" | "end"> {
  const [start, end] = [minutesOf(window.start), minutesOf(window.end)];
  if (edge === "end") {
    const most = Math.floor((dayMinutes - start) / slotMinutes);
    const slots = Math.min(most, Math.max(1, Math.round((minute - start) / slotMinutes)));
    return { start: window.start, end: timeOf(start + slots * slotMinutes) };
  }
  const most = Math.floor(end / slotMinutes);
  const slots = Math.min(most, Math.max(1, Math.round((end - minute) / slotMinutes)));
  return { start: timeOf(end - slots * slotMinutes), end: window.end };
}

/** Taken elsewhere: as long as it was, within a day. */
export function shifted(window: Window, day: number, byMinutes: number): Window {
  const length = minutesOf(window.end) - minutesOf(window.start);
  const wanted = roundTo(startStep, minutesOf(window.start) + byMinutes);
  const start = Math.min(Math.max(0, wanted), dayMinutes - length);
  return {
    day: Math.min(6, Math.max(0, day)),
    start: timeOf(start),
    end: timeOf(start + length),
  };
}

export function overlapping(windows: readonly EditedWindow[]): Set<number> {
  const keys = new Set<number>();
  const sorted = inOrder(windows);
  for (const [i, window] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before && before.day === window.day && window.start < before.end) {
      keys.add(before.key).add(window.key);
    }
  }
  return keys;
}

/** The part of the day that has to be in sight. */
export function hoursInSight(windows: readonly Window[]): { from: number; to: number } {
  const known = windows.filter(({ start, end }) => time.test(start) && time.test(end));
  const starts = known.map(({ start }) => Math.floor(minutesOf(start) / 60));
  const ends = known.map(({ end }) => Math.ceil(minutesOf(end) / 60));
  return { from: Math.min(7, ...starts), to: Math.max(20, ...ends) };
}
