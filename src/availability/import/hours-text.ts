// Weekly hours as people write them into a cell: "Mon-Fri 09:00-12:00 14:00-17:00; Sat 10:00-13:00".

import type { Window } from "../schedule.ts";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** null: not to be understood. */
export function hoursIn(text: string): Window[] | null {
  const windows: Window[] = [];
  for (const part of text.split(/[;|\n]/)) {
    if (part.trim() === "") continue;
    const [, names = "", times = ""] = /^([^\d]*)(.*)$/.exec(part.trim())!;
    const onDays = daysIn(names);
    const found = [...times.matchAll(/(\d{1,2})[:.](\d\d)\s*[-–]\s*(\d{1,2})[:.](\d\d)/g)];
    const rest = times.replaceAll(/\d{1,2}[:.]\d\d\s*[-–]\s*\d{1,2}[:.]\d\d/g, "");
    if (!onDays || found.length === 0 || /[^\s,&]/.test(rest)) return null;
    for (const day of onDays) {
      for (const [, fromHour, fromMinute, toHour, toMinute] of found) {
        const start = clock(fromHour!, fromMinute!);
        const end = clock(toHour!, toMinute!);
        if (!start || !end || start === "24:00") return null;
        windows.push({ day, start, end });
      }
    }
  }
  return windows;
}

function clock(hours: string, minutes: string): string | null {
  const text = `${hours.padStart(2, "0")}:${minutes}`;
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) || text === "24:00" ? text : null;
}

/** "Mon-Wed, Fri" or "daily". */
function daysIn(names: string): number[] | null {
  const words = names
    .toLowerCase()
    .replaceAll(/\s*[-–]\s*/g, "-")
    .split(/[\s,:&]+/)
    .filter(Boolean);
  if (words.length === 0) return null;
  const found = new Set<number>();
  for (const word of words) {
    const [first, last = first] = (word === "daily" ? "mon-sun" : word).split("-").map(dayIn);
    if (first === undefined || last === undefined) return null;
    // From Saturday to Monday goes on over the end of the week.
    for (let day = first; ; day = (day + 1) % 7) {
      found.add(day);
      if (day === last) break;
    }
  }
  return [...found].toSorted((a, b) => a - b);
}

/** By its first two letters at least. */
function dayIn(word: string): number | undefined {
  const day = word.length < 2 ? -1 : days.findIndex((each) => each.startsWith(word));
  return day < 0 ? undefined : day;
}
