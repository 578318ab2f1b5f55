// A booking while it is filled in: which resources, each for its part of the time.

import { instantOf, wallTime, type WallTime } from "../../look/zone-time.ts";
import type { Resource } from "../../wire/availability.ts";
import type { Booking, Interval, Kind, Requirement } from "../../wire/booking.ts";
import type { NewHold } from "./booking-api.ts";
import type { Proposal } from "./proposal.ts";

/** A new booking as it is begun: whom it is for is asked afterwards. */
export interface Beginning extends Interval {
  resourceId: string;
}

export interface Seat {
  key: number;
  role: string;
  /** Empty: nobody yet. */
  resourceId: string;
  /** Only for a part of the time, as the clock shows it. */
  own: { start: WallTime; end: WallTime } | null;
}

export interface Filled {
  kind: Kind;
  start: WallTime;
  end: WallTime;
  seats: Seat[];
}

/** A booking as a form shows it, to be given another time or team. */
export function filledFrom({ start, end, resources }: Booking, kind: Kind, zone: string): Filled {
  const seats = resources.map((part, key): Seat => {
    const isWhole = part.start === start && part.end === end;
    const own = isWhole
      ? null
      : { start: wallTime(part.start, zone), end: wallTime(part.end, zone) };
    return { key, role: part.role ?? kind.needs[0]!.role, resourceId: part.resourceId, own };
  });
  return { kind, start: wallTime(start, zone), end: wallTime(end, zone), seats };
}

/** What a filled form would use of everybody's time; null: something is missing. */
export function proposalFrom(filled: Filled, zone: string): Proposal | null {
  const whole = intervalOf(filled, zone);
  const wish = wishOf(filled, zone);
  if (!whole || !wish) return null;
  const minute = 60_000;
  const parts = wish.resources.map(({ resourceId, start, end }, index) => {
    const need = needOf(filled.kind, filled.seats[index]!.role);
    return {
      resourceId,
      startMs: Date.parse(start),
      endMs: Date.parse(end),
      beforeMs: (need?.beforeMinutes ?? 0) * minute,
      afterMs: (need?.afterMinutes ?? 0) * minute,
      isAlone: need?.whole ?? false,
    };
  });
  return { startMs: Date.parse(whole.start), endMs: Date.parse(whole.end), parts };
}

/** What the kind cannot do without, with what was pointed at in the first seat where it can be. */
export function seatsFor(kind: Kind, resources: readonly Resource[], first: string): Seat[] {
  const pointed = resources.find(({ id }) => id === first);
  const seats: Seat[] = [];
  let isSeated = false;
  for (const need of kind.needs) {
    const fits = pointed !== undefined && need.types.includes(pointed.type) && !isSeated;
    const count = Math.max(need.least, fits ? 1 : 0);
    for (let index = 0; index < count; index += 1) {
      const takes = fits && !isSeated;
      if (takes) isSeated = true;
      const resourceId = takes ? first : onlyOne(need, resources);
      seats.push({ key: seats.length, role: need.role, resourceId, own: null });
    }
  }
  return seats;
}

/** Where there is no choice, nobody has to choose. */
function onlyOne(need: Requirement, resources: readonly Resource[]): string {
  const fitting = resources.filter(({ type }) => need.types.includes(type));
  return fitting.length === 1 ? fitting[0]!.id : "";
}

/** The kind that such a resource is mostly for. */
export function usualKind(kinds: readonly Kind[], resource: Resource | undefined): Kind {
  const wanted: Partial<Record<Resource["type"], string>> = {
    ot: "surgery",
    lab: "lab",
    doctor: "consultation",
  };
  const name = resource ? (wanted[resource.type] ?? "room") : "room";
  return kinds.find(({ kind }) => kind === name) ?? kinds[0]!;
}

export const needOf = (kind: Kind, role: string) => kind.needs.find((need) => need.role === role);

/** Which roles could have one more. */
export function openRoles(kind: Kind, seats: readonly Seat[]): string[] {
  return kind.needs
    .filter(({ role, most }) => seats.filter((seat) => seat.role === role).length < most)
    .map(({ role }) => role);
}

/** null: something is missing, or the end is not after the start. */
export function wishOf({ kind, start, end, seats }: Filled, zone: string): NewHold | null {
  const whole = intervalOf({ start, end }, zone);
  const taken = seats.filter(({ resourceId }) => resourceId !== "");
  if (!whole || taken.length === 0 || taken.length < seats.length) return null;
  const resources = [];
  for (const { resourceId, own } of taken) {
    const part = own ? intervalOf(own, zone) : whole;
    if (!part) return null;
    resources.push({ resourceId, ...part });
  }
  return { kind: kind.kind, resources };
}

export function intervalOf({ start, end }: { start: WallTime; end: WallTime }, zone: string) {
  if (!isComplete(start) || !isComplete(end)) return null;
  const interval = {
    start: instantOf(start.date, start.time, zone),
    end: instantOf(end.date, end.time, zone),
  };
  return interval.start < interval.end ? interval : null;
}

const isComplete = ({ date, time }: WallTime) => date !== "" && time !== "";

/** The end goes along when the start is changed: the length stays. */
export function withStart(
  { start, end }: { start: WallTime; end: WallTime },
  next: WallTime,
  zone: string,
): { start: WallTime; end: WallTime } {
  const before = intervalOf({ start, end }, zone);
  if (!before || !isComplete(next)) return { start: next, end };
  const length = Date.parse(before.end) - Date.parse(before.start);
  const at = Date.parse(instantOf(next.date, next.time, zone));
  return { start: next, end: wallTime(at + length, zone) };
}

/** The whole booking goes along, with what some are needed for only in part. */
export function startingAt(filled: Filled, start: WallTime, zone: string): Filled {
  const times = withStart(filled, start, zone);
  const before = intervalOf(filled, zone);
  if (!before || !isComplete(start)) return { ...filled, ...times };
  const byMs = Date.parse(instantOf(start.date, start.time, zone)) - Date.parse(before.start);
  const moved = (time: WallTime) =>
    wallTime(Date.parse(instantOf(time.date, time.time, zone)) + byMs, zone);
  const seats = filled.seats.map((seat) => {
    const own = seat.own && intervalOf(seat.own, zone);
    return own
      ? { ...seat, own: { start: moved(seat.own!.start), end: moved(seat.own!.end) } }
      : seat;
  });
  return { ...filled, ...times, seats };
}
