// When a resource is open, and the slots that follow from it. Slots are never stored: they are
// computed from the weekly hours in force on each local date and from the exceptions.
//
// Hours are wall-clock times in the resource's zone:
// - Open is every moment at which the clock on the wall shows a time inside the hours, so somebody
//   who is there around the clock has no hole in the night when the clock is put back.
// - A slot needs all of its wall-clock time in one piece. One that the clock jumps over, wholly or in
//   part, does not exist. One in the doubled hour takes place once: the first time round, or the
//   second if only that has all of it.
//
// A configuration holds from one moment until another, mostly from midnight to midnight. Where one follows
// another in the middle of a day, hours and slots before that moment are those of the first one. A slot
// belongs to one configuration with all of its time.
//
// Exceptions are instants. One that opens works like more hours on each local date it covers: what
// is not open already gets slots of the configuration's length from where it begins. One that closes
// removes every slot that it touches, whatever opened it.

import { inOrder, merged, untouched, within, without, type Interval } from "./intervals.ts";
import { isDate } from "./moments.ts";
import {
  datesIn,
  dayMs,
  dayOf,
  localDate,
  minuteMs,
  startOfDay,
  stretchesAround,
  weekdayOf,
  type Stretch,
} from "./zone.ts";

export interface Window {
  /** 0 = Monday. */
  day: number;
  /** "10:00" */
  start: string;
  /** "24:00" at the latest: a window belongs to one date. */
  end: string;
}

export interface Configuration {
  id: string;
  /** Each a local date, which stands for its first moment, or an instant; the second is exclusive. */
  validFrom: string;
  validTill: string | null;
  slotMinutes: number;
  tokensPerSlot: number;
  weekly: Window[];
}

export interface Exception {
  id: string;
  available: boolean;
  start: number;
  end: number;
  reason: string | null;
}

/** For questions about [from, to): whatever touches the local dates of that range. */
export interface Schedule {
  timezone: string;
  /** No two of them at the same time. */
  configurations: Configuration[];
  exceptions: Exception[];
}

/** As much of a schedule as the hours follow from; ids and reasons are for people. */
export interface Hours {
  timezone: string;
  configurations: readonly Configuration[];
  exceptions: readonly Opening[];
}

type Opening = Pick<Exception, "available" | "start" | "end">;

export interface Slot {
  start: number;
  end: number;
  capacity: number;
}

/** The slots that lie in [from, to), in order. */
export function slotsIn(hours: Hours, from: number, to: number): Slot[] {
  const calendar = new Calendar(hours, from, to);
  const slots: Slot[] = [];
  for (const day of calendar.days()) {
    const { rules } = day;
    if (rules.length === 0) continue;
    const ofDay: Slot[] = [];
    const extra = calendar.openedOn(day);
    for (const rule of rules) {
      pushWeeklySlots(ofDay, day, rule);
      for (const piece of extra) pushSlots(ofDay, piece, rule);
    }
    if (extra.length > 0) ofDay.sort((a, b) => a.start - b.start);
    for (const slot of ofDay) if (slot.start >= from && slot.end <= to) slots.push(slot);
  }
  return untouched(slots, calendar.closed);
}

/** Where it is open in [from, to): in order, and what touches is one. */
export function openIn(hours: Hours, from: number, to: number): Interval[] {
  const calendar = new Calendar(hours, from, to);
  const weekly = [...calendar.days()].flatMap(hoursOf);
  const open = merged([...weekly, ...calendar.opening]);
  return within(without(open, calendar.closed), from, to);
}

/** A configuration, read once: hours by weekday, in milliseconds since midnight. */
interface Rule {
  firstDay: number;
  lastDay: number;
  /** Within those days, where it does not begin or end with a day. */
  from: number;
  till: number;
  slotMs: number;
  capacity: number;
  hours: Interval[][];
}

interface Day {
  number: number;
  /** In the order in which they hold; mostly one. */
  rules: readonly Rule[];
  /** Where the clock is not changed on this day it is one. */
  stretches: readonly Stretch[];
}

class Calendar {
  readonly closed: Interval[];
  readonly opening: Opening[];
  readonly #rules: Rule[];
  readonly #stretches: Stretch[];
  readonly #from: number;
  readonly #to: number;
  /** Exceptions before this one ended before the day we are at. */
  #nextOpening = 0;

  constructor({ timezone, configurations, exceptions }: Hours, from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#stretches = stretchesAround(timezone, from, to);
    this.#rules = configurations
      .map((each) => ruleOf(each, timezone))
      .toSorted((a, b) => a.firstDay - b.firstDay || a.from - b.from);
    this.closed = merged(exceptions.filter(({ available }) => !available));
    this.opening = inOrder(exceptions.filter(({ available }) => available));
  }

  *days(): Generator<Day> {
    const { first, last } = datesIn(this.#stretches, this.#from, this.#to);
    let at = 0;
    let stretch = 0;
    for (let number = first; number <= last; number++) {
      while (at < this.#rules.length && this.#rules[at]!.lastDay < number) at += 1;
      let next = at;
      while (next < this.#rules.length && this.#rules[next]!.firstDay <= number) next += 1;
      const { from, till } = this.#clocksOn(number, stretch);
      stretch = from;
      yield {
        number,
        rules: this.#rules.slice(at, next),
        stretches: this.#stretches.slice(from, till),
      };
    }
  }

  /** Which stretches show a time of this date; the search goes on where the last one ended. */
  #clocksOn(day: number, since: number): { from: number; till: number } {
    const [midnight, next] = [day * dayMs, (day + 1) * dayMs];
    const all = this.#stretches;
    let from = since;
    while (from < all.length && all[from]!.end + all[from]!.offset <= midnight) from += 1;
    let till = from;
    while (till < all.length && all[till]!.start + all[till]!.offset < next) till += 1;
    return { from, till };
  }

  /** What exceptions open on this day besides the hours; where two overlap, the later one gives way. */
  openedOn(day: Day): Interval[] {
    const opening = this.opening;
    if (this.#nextOpening === opening.length) return [];
    const start = startOfDay(this.#stretches, day.number);
    const end = startOfDay(this.#stretches, day.number + 1);
    while (opening[this.#nextOpening] && opening[this.#nextOpening]!.end <= start) {
      this.#nextOpening += 1;
    }
    const pieces: Interval[] = [];
    let from = start;
    for (let i = this.#nextOpening; i < opening.length && opening[i]!.start < end; i++) {
      const piece = {
        start: Math.max(opening[i]!.start, from),
        end: Math.min(opening[i]!.end, end),
      };
      if (piece.start >= piece.end) continue;
      pieces.push(piece);
      from = piece.end;
    }
    return pieces.length === 0 ? [] : without(pieces, merged(hoursOf(day)));
  }
}

/** The moments of this day at which the clock shows a time inside the hours. */
function hoursOf({ number, rules, stretches }: Day): Interval[] {
  const midnight = number * dayMs;
  const open: Interval[] = [];
  for (const { hours: ofWeek, from, till } of rules) {
    for (const hours of ofWeek[weekdayOf(number)]!) {
      for (const { start, end, offset } of stretches) {
        const piece = {
          start: Math.max(midnight + hours.start - offset, start, from),
          end: Math.min(midnight + hours.end - offset, end, till),
        };
        if (piece.start < piece.end) open.push(piece);
      }
    }
  }
  return open;
}

function pushWeeklySlots(slots: Slot[], { number, stretches }: Day, rule: Rule): void {
  const midnight = number * dayMs;
  for (const hours of rule.hours[weekdayOf(number)]!) {
    const last = midnight + hours.end - rule.slotMs;
    for (let local = midnight + hours.start; local <= last; local += rule.slotMs) {
      for (const { start, end, offset } of stretches) {
        const from = local - offset;
        const till = from + rule.slotMs;
        if (from < Math.max(start, rule.from) || till > Math.min(end, rule.till)) continue;
        slots.push({ start: from, end: till, capacity: rule.capacity });
        break;
      }
    }
  }
}

function pushSlots(slots: Slot[], piece: Interval, { from, till, slotMs, capacity }: Rule): void {
  const end = Math.min(piece.end, till);
  for (let start = Math.max(piece.start, from); start + slotMs <= end; start += slotMs) {
    slots.push({ start, end: start + slotMs, capacity });
  }
}

function ruleOf(configuration: Configuration, timezone: string): Rule {
  const { validFrom, validTill, slotMinutes, tokensPerSlot, weekly } = configuration;
  const hours: Interval[][] = Array.from({ length: 7 }, () => []);
  for (const { day, start, end } of weekly) {
    hours[day]!.push({ start: minutesOf(start) * minuteMs, end: minutesOf(end) * minuteMs });
  }
  return {
    ...beginOf(validFrom, timezone),
    ...endOf(validTill, timezone),
    slotMs: slotMinutes * minuteMs,
    capacity: tokensPerSlot,
    hours: hours.map(inOrder),
  };
}

function beginOf(validFrom: string, timezone: string): Pick<Rule, "firstDay" | "from"> {
  if (isDate(validFrom)) return { firstDay: dayOf(validFrom), from: Number.NEGATIVE_INFINITY };
  const from = Date.parse(validFrom);
  return { firstDay: dayOf(localDate(timezone, from)), from };
}

function endOf(validTill: string | null, timezone: string): Pick<Rule, "lastDay" | "till"> {
  const till = Number.POSITIVE_INFINITY;
  if (validTill === null) return { lastDay: till, till };
  if (isDate(validTill)) return { lastDay: dayOf(validTill) - 1, till };
  const end = Date.parse(validTill);
  return { lastDay: dayOf(localDate(timezone, end - 1)), till: end };
}

/** "10:30" in minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}
