// What callers are shown.

import type { z } from "zod";
import { statusNow, type Booking, type Hold, type UsedPart, type Wait } from "./booking.ts";
import { nothingYet, stageOf, type Visit } from "../visits/visit.ts";
import { iso } from "./parts.ts";
import type * as schemas from "../schemas.ts";

export function bookingView(booking: Booking) {
  const { orgId: _, start, end, parts, createdAt, decidedAt, visit, ...shown } = booking;
  return {
    ...shown,
    emergency: booking.emergency ?? false,
    ...visitView(visit ?? nothingYet),
    start: iso(start),
    end: iso(end),
    resources: parts.map(partView),
    createdAt: iso(createdAt),
    decidedAt: decidedAt === null ? null : iso(decidedAt),
  };
}

export function visitView(visit: Visit) {
  const { checkedInAt, calledAt, startedAt, endedAt } = visit;
  const at = (ms: number | null) => (ms === null ? null : iso(ms));
  return {
    stage: stageOf(visit),
    checkedInAt: at(checkedInAt),
    calledAt: at(calledAt),
    startedAt: at(startedAt),
    endedAt: at(endedAt),
  };
}

export type BookingView = z.infer<typeof schemas.booking>;

/** For the holder of the secret: without what staff wrote for themselves, and without who they are. */
export function heldBooking(booking: BookingView): BookingView {
  const { bookedBy, decidedBy } = booking;
  return {
    ...booking,
    title: null,
    contact: null,
    bookedBy: withoutName(bookedBy),
    decidedBy: decidedBy && withoutName(decidedBy),
  };
}

const withoutName = (actor: string) => (/^(user|key):/.test(actor) ? "staff" : actor);

export function holdView({ id, expiresAt, extended, parts }: Hold) {
  return { id, expiresAt: iso(expiresAt), extended, resources: parts.map(partView) };
}

export type HoldView = z.infer<typeof schemas.hold>;

export function waitView(wait: Wait, now: number) {
  const { id, kind, patientId, title, contact, minutes, bookingId, wishedBy, offer } = wait;
  return {
    id,
    kind,
    status: statusNow(wait, now),
    patientId,
    title,
    contact,
    resources: wait.resourceIds.map((resourceId) => ({ resourceId })),
    earliest: iso(wait.earliest),
    latest: iso(wait.latest),
    minutes,
    offer: offer && {
      start: iso(offer.start),
      end: iso(offer.end),
      expiresAt: iso(offer.expiresAt),
    },
    bookingId,
    bookingUrl: null as string | null,
    wishedBy,
    createdAt: iso(wait.createdAt),
  };
}

export type WaitView = z.infer<typeof schemas.wait>;

/** The same for an entry of the waitlist, with the way to what has come of it. */
export function heldWait(wait: WaitView, bookingUrl: string | null): WaitView {
  const wishedBy = withoutName(wait.wishedBy);
  return { ...wait, title: null, contact: null, wishedBy, bookingUrl };
}

function partView({ resourceId, name, type, role, start, end, busyFrom, busyTill }: UsedPart) {
  return {
    resourceId,
    name,
    type,
    role,
    start: iso(start),
    end: iso(end),
    busyFrom: iso(busyFrom),
    busyTill: iso(busyTill),
  };
}
