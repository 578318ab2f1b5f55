// A booking whose resource is no longer there at its time: the nearest other time for all of it, or back
// to being a request, for somebody to decide.

import type { Refusal } from "../kernel/refusal.ts";
import type { Draft } from "./agenda.ts";
import type { Booking } from "./booking.ts";
import { reschedule, toldOf } from "./decisions.ts";
import { resourcesOf, windowsOf } from "./parts.ts";
import { bestStart, minuteMs, startsFor } from "./rules.ts";
import { needOf } from "./waitlist.ts";

/** People expect to start at such times. */
const gridMs = 5 * minuteMs;

export function findPlace(draft: Draft, id: string, reachMs: number): Booking | Refusal | null {
  const booking = draft.booking(id)!;
  const { start, end, parts } = booking;
  const kind = draft.agenda.kinds.get(booking.kind);
  const own = draft.uses.get(id);
  draft.dropUses("booking", id);
  const calendars = draft.calendars(windowsOf(parts));
  const needs = parts.map((part) => {
    const need = needOf(part, calendars);
    return { ...need, from: part.start - start, till: part.end - start };
  });
  const earliest = Math.max(start - reachMs, Math.ceil(draft.now / gridMs) * gridMs);
  const latest = start + reachMs;
  const starts = earliest < latest ? startsFor(needs, earliest, latest, draft.now) : [];
  if (own) draft.uses.set(id, own);
  else draft.uses.delete(id);
  const best = bestStart(starts, start);
  if (best === null) return null;
  const to = { start: best, end: best + (end - start), tokenId: "", holdId: null };
  return reschedule(draft, kind, id, { ...to, statusMessage: booking.statusMessage });
}

export function giveUpTime(draft: Draft, id: string): Booking {
  const booking = draft.booking(id)!;
  const after: Booking = {
    ...booking,
    status: "requested",
    statusMessage: "The time is no longer open; please choose another one",
    decidedAt: null,
    decidedBy: null,
    version: booking.version + 1,
  };
  draft.bookings.set(id, after);
  draft.putUses("booking", id, after.parts, { occupies: false });
  const concerned = resourcesOf(after.parts);
  draft.tell("booking.requested", id, concerned, toldOf(after), toldOf(booking));
  return after;
}
