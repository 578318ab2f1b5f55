// What happens to a booking, step by step. Each step takes a draft of the state that was found under the locks
// of the resources, and returns the result, or says why not.

import type { Refusal } from "../../kernel/refusal.ts";
import type { Source } from "../../kernel/score.ts";
import { faultsOfTime, type Kind } from "../kinds/kinds.ts";
import { refuse } from "../refusals.ts";
import { hasBegun, nothingYet, stageOf } from "../visits/visit.ts";
import { serveWaiting } from "../waitlist/waitlist.ts";
import type { Draft } from "./batch-state.ts";
import {
  noLongerOpen,
  transitions,
  type Booking,
  type Contact,
  type Verb,
  type Wait,
} from "./booking.ts";
import { noticeTooShort, usedParts, whyNot, type WishedPart } from "./conflicts.ts";
import { takeOver } from "./holds.ts";
import { iso, resourcesOf, told, windowsOf } from "./parts.ts";
import { tokenPart, withToken } from "./taking-tokens.ts";

export interface Wish {
  id: string;
  kind: Kind;
  patientId: string | null;
  title: string | null;
  contact: Contact | null;
  start: number;
  end: number;
  parts: readonly WishedPart[];
  holdId: string | null;
  seriesId: string | null;
  statusMessage: string | null;
  /** For a kind that takes one. */
  tokenId: string;
  source: Source | null;
  emergency: boolean;
  /** Whether the caller may have it at once. */
  approved: boolean;
  /** Whether it has to be in time all the same. */
  withNotice?: boolean;
}

export function create(draft: Draft, wish: Wish): Booking | Refusal {
  const { kind, start, end, holdId, approved } = wish;
  const wrong = faultsOfTime(start, end, draft.now);
  if (wrong) return wrong;
  const parts = usedParts(draft, kind, wish);
  if ("code" in parts) return parts;
  const settings = draft.state.settingsFor(draft.orgId, kind);
  const tooSoon = noticeTooShort(settings, start, draft.now);
  // Who may approve may also make an exception.
  if (tooSoon && (!approved || wish.withNotice)) return tooSoon;
  if (holdId !== null) {
    const refusal = takeOver(draft, holdId);
    if (refusal) return refusal;
  }
  const refusal = whyNot(draft, parts, approved ? tokenPart(kind, { parts }) : undefined);
  if (refusal) return refusal;
  const booking: Booking = {
    orgId: draft.orgId,
    id: wish.id,
    kind: kind.name,
    status: approved ? "approved" : "requested",
    statusMessage: wish.statusMessage,
    patientId: wish.patientId,
    start,
    end,
    title: wish.title,
    contact: wish.contact,
    bookedBy: draft.actor,
    seriesId: wish.seriesId,
    tokenId: null,
    parts,
    source: wish.source,
    emergency: wish.emergency,
    visit: null,
    version: 1,
    createdAt: draft.now,
    decidedAt: approved ? draft.now : null,
    decidedBy: approved ? draft.actor : null,
  };
  const put = approved ? withToken(draft, kind, booking, null, wish.tokenId) : booking;
  if ("code" in put) return put;
  keep(draft, kind, put);
  tell(draft, `booking.${put.status}`, put, null);
  return put;
}

/** Availability is looked at again: a request may have held nothing. */
export function approve(
  draft: Draft,
  kind: Kind,
  id: string,
  tokenId: string,
  statusMessage: string | null,
): Booking | Refusal {
  const booking = inState(draft, id, "approve");
  if ("code" in booking) return booking;
  draft.calendars(windowsOf(booking.parts));
  const wrong = faultsOfTime(booking.start, booking.end, draft.now);
  if (wrong) return wrong;
  draft.dropUses("booking", id);
  const refusal = whyNot(draft, booking.parts, tokenPart(kind, booking));
  if (refusal) return refusal;
  const approved = withToken(
    draft,
    kind,
    decided(draft, booking, "approved", statusMessage),
    booking,
    tokenId,
  );
  if ("code" in approved) return approved;
  keep(draft, kind, approved);
  tell(draft, "booking.approved", approved, booking);
  return approved;
}

/** Denied or canceled: it frees its time at once, for the first who waits. */
export function end(
  draft: Draft,
  kind: Kind,
  id: string,
  verb: "deny" | "cancel",
  statusMessage: string | null,
): Booking | Refusal {
  const booking = inState(draft, id, verb);
  if ("code" in booking) return booking;
  draft.calendars(windowsOf(booking.parts));
  const ended = decided(draft, booking, transitions[verb][booking.status]!, statusMessage);
  if (booking.tokenId !== null) {
    draft.tokens.push({ do: "cancel", tokenId: booking.tokenId });
  }
  keep(draft, kind, ended);
  tell(draft, `booking.${ended.status}`, ended, booking);
  lookWhenTokenIsGone(draft, booking);
  serveWaiting(draft, windowsOf(booking.parts));
  return ended;
}

/** What was offered to somebody who waited becomes their booking. */
export function accept(
  draft: Draft,
  kind: Kind,
  wait: Wait,
  ids: { bookingId: string; tokenId: string },
): { wait: Wait; booking: Booking } | Refusal {
  const { offer } = wait;
  if (wait.status !== "offered" || !offer) {
    return refuse("NOT_OFFERED", `This entry is ${wait.status}`, { waitStatus: wait.status });
  }
  if (offer.expiresAt <= draft.now) {
    return refuse("OFFER_EXPIRED", `The offer ended at ${iso(offer.expiresAt)}`, {
      expiresAt: iso(offer.expiresAt),
    });
  }
  const { bookingId, tokenId } = ids;
  const { start, end: till, parts } = offer;
  draft.calendars(windowsOf(parts));
  draft.dropUses("offer", wait.id);
  const accepted: Wait = { ...wait, status: "accepted", bookingId, version: wait.version + 1 };
  draft.waits.set(wait.id, accepted);
  const { patientId, title, contact, wishedBy: bookedBy } = wait;
  const booking = withToken(
    draft,
    kind,
    {
      orgId: draft.orgId,
      id: bookingId,
      kind: kind.name,
      status: "approved",
      statusMessage: null,
      patientId,
      start,
      end: till,
      title,
      contact,
      bookedBy,
      seriesId: null,
      tokenId: null,
      parts,
      source: null,
      emergency: null,
      visit: null,
      version: 1,
      createdAt: draft.now,
      decidedAt: draft.now,
      decidedBy: draft.actor,
    },
    null,
    tokenId,
  );
  if ("code" in booking) return booking;
  keep(draft, kind, booking);
  tell(draft, "booking.approved", booking, null);
  return { wait: accepted, booking };
}

export interface Rescheduling {
  start?: number | undefined;
  end?: number | undefined;
  parts?: readonly WishedPart[] | undefined;
  holdId: string | null;
  tokenId: string;
  statusMessage: string | null;
}

/** The new time is taken before the old one is given back, in one commit. */
export function reschedule(
  draft: Draft,
  kind: Kind,
  id: string,
  to: Rescheduling,
): Booking | Refusal {
  const booking = inState(draft, id, "reschedule");
  if ("code" in booking) return booking;
  draft.calendars(windowsOf(booking.parts));
  const { start, end: till, parts: wished } = movedTo(booking, to);
  const wrong = faultsOfTime(start, till, draft.now);
  if (wrong) return wrong;
  const { patientId } = booking;
  const parts = usedParts(draft, kind, { start, end: till, parts: wished, patientId });
  if ("code" in parts) return parts;
  if (to.holdId !== null) {
    const refusal = takeOver(draft, to.holdId);
    if (refusal) return refusal;
  }
  // Its own time does not stand in its way.
  draft.dropUses("booking", id);
  const isApproved = booking.status === "approved";
  const refusal = whyNot(draft, parts, isApproved ? tokenPart(kind, { parts }) : undefined);
  if (refusal) return refusal;
  const before = booking.statusMessage === noLongerOpen ? null : booking.statusMessage;
  const statusMessage = to.statusMessage ?? before;
  const moved = {
    ...booking,
    start,
    end: till,
    parts,
    statusMessage,
    // Whoever was called for another time is expected anew.
    visit: start === booking.start ? booking.visit : null,
    version: booking.version + 1,
  };
  const put = isApproved ? withToken(draft, kind, moved, booking, to.tokenId) : moved;
  if ("code" in put) return put;
  keep(draft, kind, put);
  tell(draft, "booking.rescheduled", put, booking);
  lookWhenTokenIsGone(draft, booking);
  serveWaiting(draft, windowsOf(booking.parts));
  return put;
}

/** Parts go along with the booking; with other parts it is as long as told, or as they are. */
export function movedTo(booking: Booking, to: Pick<Rescheduling, "start" | "end" | "parts">) {
  const shift = (to.start ?? booking.start) - booking.start;
  const start = booking.start + shift;
  const end = to.end ?? booking.end + shift;
  if (to.parts) return { start, end, parts: to.parts };
  const parts = booking.parts.map((part) => ({
    resourceId: part.resourceId,
    // A part that went to the end still does.
    start: part.start === booking.start ? start : part.start + shift,
    end: part.end === booking.end ? end : part.end + shift,
  }));
  return { start, end, parts };
}

/** Its place in the slot is free only after this: those who wait for it are looked at right afterwards. */
function lookWhenTokenIsGone(draft: Draft, before: Booking): void {
  if (before.tokenId === null) return;
  for (const id of resourcesOf(before.parts)) draft.lookAt(id, draft.now);
}

/** With what it uses of each resource by its status. */
function keep(draft: Draft, kind: Kind, booking: Booking): void {
  const holds =
    booking.status === "requested" && draft.state.settingsFor(draft.orgId, kind).requestsHold;
  const occupies = booking.status === "approved" || holds;
  draft.bookings.set(booking.id, booking);
  // Once it has a token, that is what counts in the doctor's slot.
  const byToken = booking.status === "approved" ? tokenPart(kind, booking) : undefined;
  draft.putUses("booking", booking.id, booking.parts, { occupies, except: byToken?.resourceId });
}

function inState(draft: Draft, id: string, verb: Verb): Booking | Refusal {
  const booking = draft.booking(id);
  if (!booking || booking.orgId !== draft.orgId)
    return refuse("NOT_FOUND", "There is no such booking");
  if (hasBegun(booking.visit)) {
    const stage = stageOf(booking.visit!);
    return refuse("WRONG_STATE", `A booking that is ${stage} cannot be ${done[verb]}`, { stage });
  }
  if (transitions[verb][booking.status]) return booking;
  return refuse("WRONG_STATE", `A booking that is ${booking.status} cannot be ${done[verb]}`, {
    bookingStatus: booking.status,
  });
}

const done: Record<Verb, string> = {
  approve: "approved",
  deny: "denied",
  cancel: "canceled",
  reschedule: "rescheduled",
};

function decided(
  draft: Draft,
  booking: Booking,
  status: Booking["status"],
  statusMessage: string | null,
): Booking {
  const { now: decidedAt, actor: decidedBy } = draft;
  const version = booking.version + 1;
  return { ...booking, status, statusMessage, version, decidedAt, decidedBy };
}

export function tell(draft: Draft, type: string, after: Booking, before: Booking | null): void {
  const concerned = [...resourcesOf(after.parts), ...resourcesOf(before?.parts ?? [])];
  draft.tell(type, after.id, concerned, toldOf(after), before ? toldOf(before) : undefined);
}

/** For the stream and the audit trail: nothing that names a person. */
export function toldOf(booking: Booking) {
  const { id, kind, status, start, end: till, parts, visit } = booking;
  const stage = stageOf(visit ?? nothingYet);
  return { id, kind, status, stage, start: iso(start), end: iso(till), resources: told(parts) };
}
