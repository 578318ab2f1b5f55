// A booking whose resource is no longer open at its time moves to the nearest time that suits all of it, or
// becomes a request again. A booking whose token was moved or has ended follows it.

import type { Refusal } from "../../kernel/refusal.ts";
import type { Draft } from "./batch-state.ts";
import { noLongerOpen, type Booking } from "./booking.ts";
import { reschedule, toldOf } from "./decisions.ts";
import { doctorPart } from "./taking-tokens.ts";
import { resourcesOf, shifted, windowsOf } from "./parts.ts";
import { bestStart, conflictsOf, minuteMs, startsFor } from "./rules.ts";
import type { TokenPlace } from "./token-port.ts";
import { needOf, serveWaiting } from "../waitlist/waitlist.ts";

/** People expect to start at such times. */
const gridMs = 5 * minuteMs;

export function findPlace(draft: Draft, id: string, reachMs: number): Booking | Refusal | null {
  const booking = draft.booking(id)!;
  const { start, end, parts } = booking;
  const kind = draft.state.kinds.get(booking.kind);
  const own = draft.uses.get(id);
  draft.dropUses("booking", id);
  const calendars = draft.calendars(windowsOf(parts));
  const needs = parts.map((part) => {
    const need = needOf(kind, part, calendars);
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
    statusMessage: noLongerOpen,
    visit: null,
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

/** Whether the booking is still where its token is. */
export function isWithToken(booking: Booking, place: TokenPlace): boolean {
  if (place.state === "seen") return true;
  const doctor = doctorPart(booking);
  if (place.state === "over" || !doctor) return false;
  const { doctorId, start, end } = place;
  return doctor.resourceId === doctorId && start <= doctor.start && doctor.end <= end;
}

/** A token that was given back takes the booking along; one that was moved moves it. */
export function followToken(draft: Draft, id: string, place: TokenPlace): Booking | null {
  const booking = draft.booking(id);
  if (!booking || booking.status !== "approved" || isWithToken(booking, place)) return null;
  draft.calendars(windowsOf(booking.parts));
  const moved = place.state === "over" ? null : movedWithToken(draft, booking, place);
  const ended = {
    status: "canceled",
    statusMessage: whyEnded[place.ended ?? "other"],
    decidedAt: draft.now,
    decidedBy: draft.actor,
  } as const;
  const after: Booking = { ...booking, ...(moved ?? ended), version: booking.version + 1 };
  draft.bookings.set(id, after);
  draft.putUses("booking", id, after.parts, {
    occupies: after.status === "approved",
    except: doctorPart(after)?.resourceId,
  });
  const type = moved ? "booking.rescheduled" : "booking.canceled";
  const concerned = [...resourcesOf(booking.parts), ...resourcesOf(after.parts)];
  draft.tell(type, id, concerned, toldOf(after), toldOf(booking));
  serveWaiting(draft, windowsOf(booking.parts));
  return after;
}

/** For staff. */
const whyEnded = {
  NO_SHOW: "The patient did not come when called",
  SLOT_ENDED: "The slot ended before the patient was called",
  other: "The token was cancelled",
};

function movedWithToken(draft: Draft, booking: Booking, place: TokenPlace) {
  const doctor = doctorPart(booking)!;
  const shift = place.start - doctor.start;
  const { name, type } = draft.calendar({
    resourceId: place.doctorId,
    from: place.start,
    to: place.end,
  });
  draft.dropUses("booking", booking.id);
  const end = Math.min(doctor.end + shift, place.end);
  const there = { ...doctor, resourceId: place.doctorId, name, type, start: place.start, end };
  const others = shifted(
    booking.parts.filter((part) => part !== doctor),
    shift,
  );
  const calendars = draft.calendars(windowsOf(others));
  // The doctor decides; a room that is taken at the other time is given up.
  const kept = others.filter((part, i) => conflictsOf(calendars[i]!, part, draft.now).length === 0);
  const parts = [{ ...there, busyFrom: there.start, busyTill: end }, ...kept];
  const note = kept.length < others.length ? "Its room is taken at the new time" : null;
  return {
    start: Math.min(...parts.map((part) => part.start)),
    end: Math.max(...parts.map((part) => part.end)),
    parts,
    statusMessage: note ?? booking.statusMessage,
  };
}
