// When somebody is busy by their calendar: an iCalendar text (RFC 5545) as stretches of time. Pure.
//
// ical.js reads the text and steps through recurrence rules. This file decides which moment a local time is:
// Temporal knows IANA zones, the file's own VTIMEZONE describes any other, and times without a zone and whole
// days use the zone of the resource. Nothing is left out silently: if a part cannot be read, or goes on for
// too long, the whole calendar fails.

import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { merged, within, type Interval } from "../availability/intervals.ts";
import { isTimezone } from "../infra/timezone.ts";
import { timesOf } from "./repeating.ts";

export interface Reading {
  /** Of the resource. */
  timezone: string;
  from: number;
  to: number;
}

/** What a person who looks after the calendar can do something about. */
export class CalendarFault extends Error {
  override name = "CalendarFault";
}

export const maxBusy = 5_000;
const maxEvents = 20_000;
const dayMs = 86_400_000;
const maxSteps = 200_000;

/** Merged and in order, cut to [from, to). */
export function busyTimes(ics: string, reading: Reading): Interval[] {
  const reader = new Reader(parse(ics), reading);
  const found = within(merged(allOf(reader)), reading.from, reading.to);
  if (found.length > maxBusy) {
    throw new CalendarFault(`It has more than ${maxBusy} busy times`);
  }
  return found;
}

/** ical.js says only when a value is used that it is not one. */
function allOf(reader: Reader): Interval[] {
  try {
    return [...reader.events(), ...reader.freeBusy()];
  } catch (error) {
    if (error instanceof CalendarFault) throw error;
    throw new CalendarFault("A value in it cannot be read"); // what the library says helps nobody
  }
}

function parse(ics: string): ICAL.Component {
  let parsed: unknown;
  try {
    parsed = ICAL.parse(ics.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CalendarFault(`It is no iCalendar text${lineIn((error as Error).message)}`);
  }
  const roots = isComponent(parsed) ? [parsed] : (parsed as unknown[][]);
  const calendars = roots.filter((root) => root[0] === "vcalendar");
  if (calendars.length !== 1) throw new CalendarFault("It must be exactly one VCALENDAR");
  const calendar = new ICAL.Component(calendars[0] as never);
  if (calendar.getAllSubcomponents().length > maxEvents) {
    throw new CalendarFault(`It has more than ${maxEvents} entries`);
  }
  return calendar;
}

/** The parser names the line it could not read, however long. */
function lineIn(message: string): string {
  const [, line] = /(?: in '|\) ")([^]*)['"]$/.exec(message) ?? [];
  if (!line) return "";
  const start = line
    .slice(0, 60)
    .replaceAll(/\p{Cc}/gu, " ")
    .toWellFormed();
  return `; a line that cannot be read begins with “${start}”`;
}

const isComponent = (parsed: unknown): parsed is unknown[] =>
  Array.isArray(parsed) && typeof parsed[0] === "string";

/** A place's clock: what the wall shows, and when that is. */
interface Place {
  momentOf(wall: ICAL.Time): number;
  wallAt(moment: number): ICAL.Time;
}

interface Entry {
  event: ICAL.Component;
  place: Place;
  start: ICAL.Time;
  startsAt: number;
  /** For a timed one in milliseconds, for whole days in days. */
  length: number;
  counts: boolean;
}

/** One of a series. Which moment it is takes longer to find than all the rest. */
interface Occurrence {
  wall: ICAL.Time;
  at: number;
  /** Its own, where it is said for it alone. */
  end?: number;
}

class Reader {
  readonly #calendar: ICAL.Component;
  readonly #reading: Reading;
  readonly #places = new Map<string, Place>();
  #steps = 0;

  constructor(calendar: ICAL.Component, reading: Reading) {
    this.#calendar = calendar;
    this.#reading = reading;
  }

  events(): Interval[] {
    const all = this.#calendar.getAllSubcomponents("vevent");
    const byUid = Map.groupBy(all, (event) => String(event.getFirstPropertyValue("uid") ?? ""));
    return [...byUid].flatMap(([uid, events]) => {
      const changed = events.filter((event) => event.hasProperty("recurrence-id"));
      const masters = events.filter((event) => !event.hasProperty("recurrence-id"));
      // A calendar may have only the changed ones of a series that it does not show.
      const alone = masters.length === 0 || uid === "" ? changed.map((one) => this.#one(one)) : [];
      return [...masters.flatMap((master) => this.#series(master, changed)), ...alone.flat()];
    });
  }

  /** A calendar that tells only when somebody is busy. */
  freeBusy(): Interval[] {
    return this.#calendar
      .getAllSubcomponents("vfreebusy")
      .flatMap((component) => component.getAllProperties("freebusy"))
      .filter((property) => !/^free$/i.test(String(property.getParameter("fbtype") ?? "BUSY")))
      .flatMap((property) => property.getValues() as ICAL.Period[])
      .map((period) => ({
        start: period.start.toUnixTime() * 1000,
        end: period.getEnd().toUnixTime() * 1000,
      }));
  }

  #one(event: ICAL.Component): Interval[] {
    const entry = this.#entry(event);
    return entry.counts ? [busyAt(entry, entry.start)] : [];
  }

  #series(master: ICAL.Component, changed: ICAL.Component[]): Interval[] {
    const entry = this.#entry(master);
    const changes = changed.map((event) => ({
      at: this.#momentsIn(event, "recurrence-id")[0]!,
      future: event.getFirstProperty("recurrence-id")?.getParameter("range") === "THISANDFUTURE",
      entry: this.#entry(event),
    }));
    const gone = new Set(this.#momentsIn(master, "exdate"));
    const single = new Map(changes.filter((one) => !one.future).map((one) => [one.at, one.entry]));
    const onwards = changes.filter(({ future }) => future).toSorted((a, b) => b.at - a.at);
    const busy: Interval[] = [];
    const add = ({ wall, at, end }: Occurrence) => {
      if (gone.has(at) || single.has(at)) return;
      if (end !== undefined) {
        if (entry.counts) busy.push({ start: at, end });
        return;
      }
      const later = onwards.find((one) => one.at <= at);
      if (!later) {
        if (entry.counts) busy.push(busyAt(entry, wall, at));
      } else if (later.entry.counts) {
        const moved = later.entry.place.wallAt(at + later.entry.startsAt - later.at);
        moved.isDate = later.entry.start.isDate;
        busy.push(busyAt(later.entry, moved));
      }
    };
    // Whatever begins before the range may reach into it, or was moved there.
    const reach = [entry, ...onwards.map((one) => one.entry)].map(lengthMs);
    const moves = onwards.map((one) => Math.abs(one.entry.startsAt - one.at));
    const from = this.#reading.from - Math.max(...reach) - Math.max(0, ...moves) - 2 * dayMs;
    for (const occurrence of this.#occurrences(entry, from)) add(occurrence);
    for (const changedOne of single.values()) {
      if (changedOne.counts) busy.push(busyAt(changedOne, changedOne.start));
    }
    return busy;
  }

  *#occurrences(entry: Entry, from: number): Generator<Occurrence> {
    const { event, start, place } = entry;
    const rules = event.getAllProperties("rrule").map((each) => each.getFirstValue() as ICAL.Recur);
    const seen = new Set<number>();
    const isFresh = (at: number) => !seen.has(at) && Boolean(seen.add(at));
    if (rules.length === 0) {
      seen.add(entry.startsAt);
      yield { wall: start, at: entry.startsAt };
    }
    // Rules step through wall-clock times, so where they begin and end has to be one, too.
    const range = { from: place.wallAt(from), to: place.wallAt(this.#reading.to + dayMs) };
    for (const rule of rules) {
      for (const wall of timesOf(inWallTime(rule, entry), start, range, () => this.#step())) {
        const at = place.momentOf(wall);
        if (at >= this.#reading.to) break;
        if (isFresh(at)) yield { wall: wall.clone(), at };
      }
    }
    for (const property of event.getAllProperties("rdate")) {
      const said = this.#placeOf(property);
      for (const value of property.getValues() as (ICAL.Time | ICAL.Period)[]) {
        const there = value instanceof ICAL.Period ? value.start : value;
        const wall = there.isDate ? there : place.wallAt(said.momentOf(there));
        const at = place.momentOf(wall);
        if (!isFresh(at)) continue;
        if (value instanceof ICAL.Period) yield { wall, at, end: said.momentOf(value.getEnd()) };
        else yield { wall, at };
      }
    }
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > maxSteps) throw new CalendarFault("Events in it repeat too often to be read");
  }

  #entry(event: ICAL.Component): Entry {
    const property = event.getFirstProperty("dtstart");
    if (!property) throw new CalendarFault("An event has no DTSTART");
    const place = this.#placeOf(property);
    const start = timeIn(property);
    const startsAt = place.momentOf(start);
    const transparent = String(event.getFirstPropertyValue("transp")).toUpperCase();
    const status = String(event.getFirstPropertyValue("status")).toUpperCase();
    const counts = transparent !== "TRANSPARENT" && status !== "CANCELLED";
    return { event, place, start, startsAt, counts, length: this.#length(event, start, startsAt) };
  }

  /** Without an end a whole day is that day, and a moment takes no time. */
  #length(event: ICAL.Component, start: ICAL.Time, startsAt: number): number {
    const duration = event.getFirstPropertyValue("duration") as ICAL.Duration | null;
    if (duration) {
      const seconds = duration.toSeconds();
      return start.isDate ? Math.max(1, Math.ceil(seconds / 86_400)) : seconds * 1000;
    }
    const property = event.getFirstProperty("dtend");
    if (!property) return start.isDate ? 1 : 0;
    const end = timeIn(property);
    if (start.isDate) return Math.max(1, Math.round((utc(end) - utc(start)) / 86_400_000));
    return this.#placeOf(property).momentOf(end) - startsAt;
  }

  #momentsIn(event: ICAL.Component, name: string): number[] {
    return event.getAllProperties(name).flatMap((property) => {
      const place = this.#placeOf(property);
      return (property.getValues() as ICAL.Time[]).map((time) => place.momentOf(time));
    });
  }

  #placeOf(property: ICAL.Property): Place {
    const { timezone } = this.#reading;
    const [value] = property.getValues() as (ICAL.Time | ICAL.Period)[];
    const time = value instanceof ICAL.Period ? value.start : value;
    if (time instanceof ICAL.Time && time.zone === ICAL.Timezone.utcTimezone) {
      return this.#place("UTC");
    }
    const tzid = property.getParameter("tzid");
    return this.#place(typeof tzid === "string" ? tzid : timezone);
  }

  #place(tzid: string): Place {
    let place = this.#places.get(tzid);
    if (!place) {
      const zone = isTimezone(tzid) ? null : this.#calendar.getTimeZoneByID(tzid);
      if (!zone && !isTimezone(tzid)) {
        throw new CalendarFault(
          `It has times in the zone “${tzid.slice(0, 100)}”, which is unknown`,
        );
      }
      place = zone ? ownZone(zone, this.#reading.timezone) : ianaZone(tzid, this.#reading.timezone);
      this.#places.set(tzid, place);
    }
    return place;
  }
}

function timeIn(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue();
  if (!(value instanceof ICAL.Time)) throw new CalendarFault(`${property.name} is not a time`);
  return value;
}

/** A whole day is one where the resource is, whatever the calendar's zone. */
function ianaZone(tzid: string, home: string): Place {
  return {
    momentOf(wall) {
      const { year, month, day, hour, minute, second, isDate } = wall;
      // Most calendars on the web; and a hundred times as fast.
      if (tzid === "UTC" && !isDate) return Date.UTC(year, month - 1, day, hour, minute, second);
      const parts = { year, month, day, hour, minute, second };
      const plain = Temporal.PlainDateTime.from(isDate ? { year, month, day } : parts);
      return plain.toZonedDateTime(isDate ? home : tzid).epochMilliseconds;
    },
    wallAt(moment) {
      const at = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(tzid);
      const { year, month, day, hour, minute, second } = at;
      return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });
    },
  };
}

function ownZone(zone: ICAL.Timezone, home: string): Place {
  const dates = ianaZone(home, home);
  return {
    momentOf(wall) {
      if (wall.isDate) return dates.momentOf(wall);
      const there = wall.clone();
      there.zone = zone;
      return there.toUnixTime() * 1000;
    },
    wallAt: (moment) => ICAL.Time.fromJSDate(new Date(moment), true).convertToZone(zone),
  };
}

/** A copy. UNTIL is mostly in UTC; a date includes that day. */
function inWallTime(rule: ICAL.Recur, { place, start }: Entry): ICAL.Recur {
  const { until } = rule;
  const copy = rule.clone();
  if (!until) return copy;
  if (until.isDate || start.isDate) {
    const { year, month, day } = until;
    const last = { year, month, day, hour: 23, minute: 59, second: 59, isDate: false };
    copy.until = ICAL.Time.fromData(start.isDate ? { year, month, day, isDate: true } : last);
  } else if (until.zone === ICAL.Timezone.utcTimezone) {
    copy.until = place.wallAt(until.toUnixTime() * 1000);
  }
  return copy;
}

const lengthMs = ({ length, start }: Entry) => (start.isDate ? length * dayMs : length);

function busyAt(
  { place, length, start: { isDate } }: Entry,
  wall: ICAL.Time,
  start = place.momentOf(wall),
): Interval {
  if (!isDate) return { start, end: start + length };
  const after = wall.clone();
  after.adjust(length, 0, 0, 0);
  return { start, end: place.momentOf(after) };
}

const utc = ({ year, month, day }: ICAL.Time) => Date.UTC(year, month - 1, day);
