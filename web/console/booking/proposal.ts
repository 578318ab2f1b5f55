// A booking as somebody would like to have it: while it is drawn, moved or stretched, before anything
// is sent. Pure, so that what does not fit is known with every step of a drag, not after the drop.

import type { Booking, Interval, Kind } from "../../wire/booking.ts";

export interface Part {
  resourceId: string;
  startMs: number;
  endMs: number;
  /** Kept free before and after. */
  beforeMs: number;
  afterMs: number;
  /** Nobody else at the same time, however many places the resource has. */
  isAlone: boolean;
}

export interface Proposal {
  startMs: number;
  endMs: number;
  parts: Part[];
}

type Booked = Pick<Booking, "start" | "end" | "resources">;

export function asProposal({ start, end, resources }: Booked, kind: Kind | undefined): Proposal {
  return {
    startMs: Date.parse(start),
    endMs: Date.parse(end),
    parts: resources.map((part) => ({
      resourceId: part.resourceId,
      startMs: Date.parse(part.start),
      endMs: Date.parse(part.end),
      beforeMs: Date.parse(part.start) - Date.parse(part.busyFrom),
      afterMs: Date.parse(part.busyTill) - Date.parse(part.end),
      isAlone: kind?.needs.find(({ role }) => role === part.role)?.whole ?? false,
    })),
  };
}

/** All parts go along; the one that was grabbed may go to another resource. */
export function moved(from: Proposal, byMs: number, swap?: { from: string; to: string }): Proposal {
  return {
    startMs: from.startMs + byMs,
    endMs: from.endMs + byMs,
    parts: from.parts.map((part) => ({
      ...part,
      resourceId: part.resourceId === swap?.from ? swap.to : part.resourceId,
      startMs: part.startMs + byMs,
      endMs: part.endMs + byMs,
    })),
  };
}

/**
 * A part that reaches to the booking's own end takes that end along, and with it all others that reach
 * there. A part that is shorter stays within the booking.
 */
export function stretched(
  from: Proposal,
  resourceId: string,
  edge: "start" | "end",
  toMs: number,
  minMs: number,
): Proposal {
  const grabbed = from.parts.find((part) => part.resourceId === resourceId);
  if (!grabbed) return from;
  const isOuter = edge === "end" ? grabbed.endMs === from.endMs : grabbed.startMs === from.startMs;
  const at =
    edge === "end"
      ? Math.max(toMs, grabbed.startMs + minMs)
      : Math.min(toMs, grabbed.endMs - minMs);
  const inner = edge === "end" ? Math.min(at, from.endMs) : Math.max(at, from.startMs);
  const parts = from.parts.map((part) => {
    if (edge === "end") {
      if (isOuter && part.endMs === from.endMs) return { ...part, endMs: at };
      return part === grabbed ? { ...part, endMs: inner } : part;
    }
    if (isOuter && part.startMs === from.startMs) return { ...part, startMs: at };
    return part === grabbed ? { ...part, startMs: inner } : part;
  });
  if (!isOuter) return { ...from, parts };
  // Others may end before the new edge: they are cut where the booking ends.
  const startMs = edge === "start" ? at : from.startMs;
  const endMs = edge === "end" ? at : from.endMs;
  return {
    startMs,
    endMs,
    parts: parts.map((part) => ({
      ...part,
      startMs: Math.max(part.startMs, startMs),
      endMs: Math.min(part.endMs, endMs),
    })),
  };
}

/** What is known of one resource in the days that are shown. */
export interface KnownTimes {
  open: Interval[];
  /** How many it takes at once. */
  places: number;
  taken: Taken[];
  /** Of a doctor's slots: places that are not for bookings. */
  tokens?: readonly SlotTokens[];
}

export interface SlotTokens extends Interval {
  taken: number;
  /** For emergencies, and what limits take away; less than none where they add some. */
  kept: number;
}

export interface Taken extends Interval {
  /** The booking or hold itself. */
  id: string;
  kind: "booking" | "hold";
}

export interface Clash {
  resourceId: string;
  why: "closed" | "taken" | "held";
  startMs: number;
  endMs: number;
}

/**
 * Why it does not fit, the first reason of each resource. `except`: what the proposal itself has now. A
 * resource that is not known here is for the server to judge.
 */
export function clashesOf(
  { parts }: Proposal,
  except: readonly string[],
  known: ReadonlyMap<string, KnownTimes>,
): Clash[] {
  return parts.flatMap((part) => {
    const times = known.get(part.resourceId);
    if (!times) return [];
    const clash = outside(part, times.open) ?? inTheWay(part, times, except);
    return clash ? [{ resourceId: part.resourceId, ...clash }] : [];
  });
}

type Reason = Omit<Clash, "resourceId">;

function outside({ startMs, endMs }: Part, open: readonly Interval[]): Reason | null {
  let reached = startMs;
  for (const { start, end } of open.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    if (Date.parse(start) > reached) break;
    reached = Math.max(reached, Date.parse(end));
  }
  return reached >= endMs ? null : { why: "closed", startMs: reached, endMs };
}

/** The moment with the most others decides, when several may be there at once. */
function inTheWay(part: Part, times: KnownTimes, except: readonly string[]): Reason | null {
  const startMs = part.startMs - part.beforeMs;
  const endMs = part.endMs + part.afterMs;
  const places = part.isAlone ? 1 : times.places;
  const others = times.taken
    .filter(({ id }) => !except.includes(id))
    .map(({ kind, start, end }) => ({ kind, from: Date.parse(start), to: Date.parse(end) }))
    .filter(({ from, to }) => from < endMs && to > startMs);
  const slots = (times.tokens ?? [])
    .map(({ start, end, ...rest }) => ({ ...rest, from: Date.parse(start), to: Date.parse(end) }))
    .filter(({ from, to }) => from < endMs && to > startMs);
  const starts = [...others, ...slots].map(({ from }) => Math.max(from, startMs));
  for (const at of [startMs, ...starts].toSorted((a, b) => a - b)) {
    const isHere = ({ from, to }: { from: number; to: number }) => from <= at && to > at;
    const here = others.filter(isHere);
    const slot = slots.find(isHere);
    // Somebody who needs all of a doctor's time takes the reserve along.
    const gone = slot ? slot.taken + (part.isAlone ? 0 : slot.kept) : 0;
    if (here.length + gone < places) continue;
    const first = here[0] ?? slot!;
    const isHeld = here.length > 0 && here.every(({ kind }) => kind === "hold");
    return { why: isHeld ? "held" : "taken", startMs: first.from, endMs: first.to };
  }
  return null;
}
