// What makes a configuration valid, and what a new one does to those before it.

import type { FieldError } from "../kernel/refusal.ts";
import { momentIn } from "./moments.ts";
import { minutesOf, type Configuration, type Window } from "./schedule.ts";

export const resourceTypes = ["doctor", "ot", "lab", "consultation_room", "other"] as const;

export type ResourceType = (typeof resourceTypes)[number];

/** Who can be there at once where nobody says otherwise: a doctor sees many in a slot, anything else is for one. */
export function usualPlaces(type: ResourceType): number {
  return type === "doctor" ? 10 : 1;
}

/** Two at once is nearly always a mistake there, and one that is found out in front of two patients. */
export function isForOne(type: ResourceType): boolean {
  return type === "ot" || type === "lab" || type === "consultation_room";
}

export const maxRangeDays = 366;
/** Kept for ever, so bounded: decades of a change every week, and of a leave every day. */
export const maxConfigurations = 1_000;
export const maxExceptions = 5_000;

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const named = ({ day, start, end }: Window) => `${weekdays[day]} ${start}–${end}`;

const minutesIn = ({ start, end }: Window) => minutesOf(end) - minutesOf(start);

/** Everything that is wrong with it, each where it is. */
export function faultsIn(configuration: Omit<Configuration, "id">, timezone: string): FieldError[] {
  const { validFrom, validTill, weekly } = configuration;
  const faults: FieldError[] = [];
  if (validTill !== null && momentIn(timezone, validTill) <= momentIn(timezone, validFrom)) {
    faults.push({ field: "validTill", message: `must be after validFrom, which is ${validFrom}` });
  }
  const backwards = weekly.filter((window) => minutesIn(window) <= 0);
  for (const window of backwards) {
    faults.push({
      field: `weekly.${weekly.indexOf(window)}.end`,
      message:
        `${named(window)} ends before it starts; ` +
        `hours past midnight are two windows, one until 24:00 and one from 00:00`,
    });
  }
  if (backwards.length > 0) return faults;
  faults.push(...overlapsIn(weekly));
  const misfit = slotMisfit(configuration);
  if (misfit) faults.push({ field: "slotMinutes", message: misfit });
  return faults;
}

function overlapsIn(weekly: readonly Window[]): FieldError[] {
  const inOrder = weekly.toSorted(
    (a, b) => a.day - b.day || minutesOf(a.start) - minutesOf(b.start),
  );
  return inOrder.slice(1).flatMap((window, i) => {
    const before = inOrder[i]!;
    if (before.day !== window.day || minutesOf(before.end) <= minutesOf(window.start)) return [];
    const field = `weekly.${weekly.indexOf(window)}`;
    return [{ field, message: `${named(window)} overlaps ${named(before)}` }];
  });
}

/** Every window is a whole number of slots: a rest would be time that nobody can ever have. */
function slotMisfit({ slotMinutes, weekly }: Omit<Configuration, "id">): string | null {
  const window = weekly.find((each) => minutesIn(each) % slotMinutes !== 0);
  if (!window) return null;
  const common = weekly.map(minutesIn).reduce(greatestCommonDivisor);
  let shorter = slotMinutes;
  while (common % shorter !== 0) shorter -= 1;
  let longer = slotMinutes;
  while (longer < common && common % longer !== 0) longer += 1;
  const fitting = longer <= common ? `${shorter} or ${longer}` : `${shorter}`;
  const why =
    minutesIn(window) < slotMinutes
      ? `${named(window)} is shorter than one slot of ${slotMinutes} minutes`
      : `${named(window)} is not a whole number of slots of ${slotMinutes} minutes`;
  return `${why}; ${fitting} would fit`;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

export interface Succession {
  /** They go on until the new one starts. */
  ended: Configuration[];
  /** They start no earlier than the new one and would overlap it. */
  replaced: Configuration[];
  /** All that hold from now on. */
  result: Configuration[];
}

/** A new configuration ends the one it follows and replaces those it covers the start of. */
export function succession(
  present: readonly Configuration[],
  next: Configuration,
  timezone: string,
): Succession {
  const startOf = ({ validFrom }: Configuration) => momentIn(timezone, validFrom);
  const isBefore = ({ validTill }: Configuration, other: Configuration) =>
    validTill !== null && momentIn(timezone, validTill) <= startOf(other);
  const ended: Configuration[] = [];
  const replaced: Configuration[] = [];
  const others: Configuration[] = [];
  for (const each of present) {
    if (isBefore(each, next) || isBefore(next, each)) others.push(each);
    else if (startOf(each) < startOf(next)) ended.push({ ...each, validTill: next.validFrom });
    else replaced.push(each);
  }
  return { ended, replaced, result: [...others, ...ended, next] };
}
