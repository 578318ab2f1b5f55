// The numbers of tokens. They count for the doctor's whole day: each slot has a range of its own, in the order
// of the slots, so that numbers follow the order of being seen and nobody's number is given to somebody else.
// With a setting they count in each slot, as the specification says.

import type { Line } from "../../kernel/line.ts";
import { slotStats, type NumberRange, type OpdRules } from "../core/rules.ts";

export interface Issued {
  line: Line;
  sequence: number;
  number: string;
}

type Rules = Pick<OpdRules, "numbering" | "numbersPer">;

/**
 * What the first number of a day decided holds for the whole day, whatever is set since: two series that are
 * mixed would give a number twice.
 */
export function countsPerDay(rules: Rules, slots: readonly Line[]): boolean {
  if (slots.some((line) => rangesOf(line).length > 0)) return true;
  if (slots.some((line) => line.sequence > 0 || hasSeries(line))) return false;
  return rules.numbering === "stable" && rules.numbersPer === "day";
}

/** Whether an emergency gets the first number and everybody behind it the next one. */
export function isShifting(rules: Rules, slots: readonly Line[]): boolean {
  return rules.numbering === "shifting" && !slots.some(hasSeries) && !countsPerDay(rules, slots);
}

const hasSeries = (line: Line) => slotStats(line).emergencies > 0;

/** null: the next number of the line. `slots`: all of the day. */
export function issueNumber(
  rules: Rules,
  line: Line,
  priority: number,
  slots: () => readonly Line[],
): Issued | null {
  const isEmergency = priority === 0;
  if (rangesOf(line).length === 0 && !countsPerDay(rules, slots())) {
    return isEmergency && !isShifting(rules, slots()) ? nextEmergency(line, [line]) : null;
  }
  if (!isEmergency) return nextInRange(line, slots);
  // The range says that this day counts as a whole, should the first of it be an emergency.
  const ranged = rangesOf(line).length > 0 ? line : withRanges(line, [newRange(line, slots())]);
  return nextEmergency(ranged, slots());
}

/** E1, E2 and so on. */
function nextEmergency(line: Line, among: readonly Line[]): Issued {
  const stats = slotStats(line);
  const emergencies = 1 + Math.max(...among.map((one) => slotStats(one).emergencies));
  const next = { ...line, stats: { ...stats, emergencies } };
  return { line: next, sequence: emergencies, number: `E${emergencies}` };
}

function nextInRange(line: Line, slots: () => readonly Line[]): Issued {
  const ranges = rangesOf(line);
  const [from, to] = ranges.at(-1) ?? [1, 0];
  const next = Math.max(from, line.sequence + 1);
  if (next <= to) return { line: { ...line, sequence: next }, ...written(next) };
  const more = ranges.length > 0 ? moreNumbers(line, slots()) : [newRange(line, slots())];
  const sequence = Math.max(more.at(-1)![0], line.sequence + 1);
  return { line: { ...withRanges(line, more), sequence }, ...written(sequence) };
}

const written = (sequence: number) => ({ sequence, number: String(sequence) });

/** Where the slot stands among the others, or behind all when somebody has these numbers by now. */
function newRange(line: Line, slots: readonly Line[]): NumberRange {
  const all = inOrder(slots);
  const before = all.findIndex(({ id }) => id === line.id);
  return freeFrom(line, endOf(all.slice(0, before)) + 1, all) ?? behind(line, all);
}

/** A slot that used up its range, since places were added or cancelled ones were given again. */
function moreNumbers(line: Line, slots: readonly Line[]): NumberRange[] {
  const all = inOrder(slots);
  const ranges = rangesOf(line);
  const [from, to] = ranges.at(-1)!;
  const next = freeFrom(line, to + 1, all);
  return next ? [...ranges.slice(0, -1), [from, next[1]]] : [...ranges, behind(line, all)];
}

function behind(line: Line, all: readonly Line[]): NumberRange {
  const given = all.flatMap((one) => rangesOf(one).map(([, to]) => to));
  return rangeFrom(line, Math.max(endOf(all), ...given) + 1);
}

/** The last number of these slots, when those without a range get one. */
function endOf(slots: readonly Line[]): number {
  return slots.reduce((end, line) => {
    const [own] = rangesOf(line);
    return own ? Math.max(end, own[1]) : end + howMany(line);
  }, 0);
}

function rangeFrom(line: Line, from: number): NumberRange {
  return [from, from + howMany(line) - 1];
}

/** Half as many again as there are places, since the numbers of those who cancel are not given again. */
function howMany({ capacity, taken }: Line): number {
  const places = Math.max(capacity ?? 0, taken, 1);
  return Math.ceil((places * 1.5) / 10) * 10;
}

/** As many as nobody has, from this number on. */
function freeFrom(line: Line, from: number, slots: readonly Line[]): NumberRange | null {
  const later = slots.flatMap(rangesOf).filter(([, to]) => to >= from);
  const next = Math.min(...later.map(([start]) => start));
  if (next <= from) return null;
  return [from, Math.min(rangeFrom(line, from)[1], next - 1)];
}

function inOrder(slots: readonly Line[]): Line[] {
  return slots.toSorted((a, b) => slotStats(a).start - slotStats(b).start);
}

function rangesOf(line: Line): readonly NumberRange[] {
  return slotStats(line).ranges ?? [];
}

function withRanges(line: Line, ranges: readonly NumberRange[]): Line {
  return { ...line, stats: { ...slotStats(line), ranges } };
}
