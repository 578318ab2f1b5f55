// What happens to bookings and holds, step by step. Each step takes a draft of the state that was found under
// the locks of the resources, and returns the result, or says why not.

import { invalid, type Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { slotsIn } from "../../availability/schedule.ts";
import type { Draft } from "./batch-state.ts";
import {
  transitions,
  type Booking,
  type Contact,
  type Hold,
  type UsedPart,
  type Verb,
  type Wait,
} from "./booking.ts";
import { faultsOfTime, partsFor, type Kind, type KindSettings } from "../kinds/kinds.ts";
import { iso, resourcesOf, told, windowsOf } from "./parts.ts";
import { conflictsOf, dayMs, minuteMs, type Conflict } from "./rules.ts";
import { resourceIn, serveWaiting } from "../waitlist/waitlist.ts";

export interface WishedPart {
  resourceId: string;
  start?: number | undefined;
  end?: number | undefined;
}

export interface HeldPart {
  resourceId: string;
  start: number;
  end: number;
}

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
  /** Whether the caller may have it at once. */
  approved: boolean;
}

// ---- holds

export function hold(
  draft: Draft,
  id: string,
  kind: Kind | null,
  parts: readonly HeldPart[],
  ttlSeconds: number,
): Hold | Refusal {
  const start = Math.min(...parts.map((part) => part.start));
  const end = Math.max(...parts.map((part) => part.end));
  const used = kind
    ? usedParts(draft, kind, { start, end, parts, patientId: null }, true)
    : plainParts(draft, parts);
  if ("code" in used) return used;
  const refusal = faultsOfTime(start, end, draft.now) ?? whyNot(draft, used);
  if (refusal) return refusal;
  const expiresAt = draft.now + ttlSeconds * 1_000;
  const held = {
    orgId: draft.orgId,
    id,
    heldBy: draft.actor,
    expiresAt,
    extended: false,
    parts: used,
  };
  draft.holds.set(id, held);
  draft.putUses("hold", id, used, { occupies: true, expiresAt });
  draft.tell("booking.held", id, resourcesOf(used), { expiresAt, parts: told(used) });
  return held;
}

export function extend(draft: Draft, id: string, ttlSeconds: number): Hold | Refusal {
  const found = liveHold(draft, id);
  if ("code" in found) return found;
  if (found.extended) return refuse("HOLD_EXTENDED");
  const expiresAt = Math.max(found.expiresAt, draft.now + ttlSeconds * 1_000);
  const longer = { ...found, expiresAt, extended: true };
  draft.calendars(windowsOf(found.parts));
  draft.holds.set(id, longer);
  draft.putUses("hold", id, found.parts, { occupies: true, expiresAt });
  draft.tell("booking.held", id, resourcesOf(found.parts), { expiresAt, parts: told(found.parts) });
  return longer;
}

/** Given up: what it held goes to those who wait. */
export function release(draft: Draft, id: string): object | Refusal {
  const found = draft.hold(id);
  if (!found || found.orgId !== draft.orgId) return refuse("NOT_FOUND", "There is no such hold");
  letGo(draft, found);
  serveWaiting(draft, windowsOf(found.parts));
  return {};
}

/** Given up, or run out. Whoever waits for what it held is served by the caller. */
export function letGo(draft: Draft, { id, parts }: Hold): void {
  draft.calendars(windowsOf(parts));
  draft.holds.set(id, null);
  draft.dropUses("hold", id);
  draft.tell("booking.released", id, resourcesOf(parts), { parts: told(parts) });
}

function liveHold(draft: Draft, id: string): Hold | Refusal {
  const found = draft.hold(id);
  if (!found || found.orgId !== draft.orgId)
    return refuse("HOLD_EXPIRED", "This hold no longer exists");
  if (found.expiresAt <= draft.now) {
    return refuse("HOLD_EXPIRED", `It expired at ${iso(found.expiresAt)}`, {
      expiresAt: iso(found.expiresAt),
    });
  }
  return found;
}

// ---- bookings

export function create(draft: Draft, wish: Wish): Booking | Refusal {
  const { kind, start, end, holdId, approved } = wish;
  const wrong = faultsOfTime(start, end, draft.now);
  if (wrong) return wrong;
  const parts = usedParts(draft, kind, wish);
  if ("code" in parts) return parts;
  const settings = draft.state.settingsFor(draft.orgId, kind);
  const tooSoon = noticeTooShort(settings, start, draft.now);
  // Who may approve may also make an exception.
  if (tooSoon && !approved) return tooSoon;
  if (holdId !== null) {
    const found = liveHold(draft, holdId);
    if ("code" in found) return found;
    draft.calendars(windowsOf(found.parts));
    draft.holds.set(holdId, null);
    draft.dropUses("hold", holdId);
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
    const found = liveHold(draft, to.holdId);
    if ("code" in found) return found;
    draft.calendars(windowsOf(found.parts));
    draft.holds.set(to.holdId, null);
    draft.dropUses("hold", to.holdId);
  }
  // Its own time does not stand in its way.
  draft.dropUses("booking", id);
  const isApproved = booking.status === "approved";
  const refusal = whyNot(draft, parts, isApproved ? tokenPart(kind, { parts }) : undefined);
  if (refusal) return refusal;
  const statusMessage = to.statusMessage ?? booking.statusMessage;
  const moved = {
    ...booking,
    start,
    end: till,
    parts,
    statusMessage,
    version: booking.version + 1,
  };
  const put = isApproved ? withToken(draft, kind, moved, booking, to.tokenId) : moved;
  if ("code" in put) return put;
  keep(draft, kind, put);
  tell(draft, "booking.rescheduled", put, booking);
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

// ---- shared

/** Why these parts cannot be had now; null when they can. Those who wait come first. */
function whyNot(draft: Draft, parts: readonly UsedPart[], byToken?: UsedPart): Refusal | null {
  let conflicts = conflictsNow(draft, parts, byToken);
  // Somebody may wait for exactly this time and not have been served yet: after an offer ran out.
  if (conflicts.length === 0 && serveWaiting(draft, windowsOf(parts)) > 0) {
    conflicts = conflictsNow(draft, parts, byToken);
  }
  return conflicts.length === 0 ? null : refusalFor(conflicts);
}

/** Whether a doctor's slot has a place left is for the token to say. */
export function conflictsNow(
  draft: Draft,
  parts: readonly UsedPart[],
  byToken?: UsedPart,
): Conflict[] {
  const calendars = draft.calendars(windowsOf(parts));
  return parts.flatMap((part, i) =>
    conflictsOf(calendars[i]!, part, draft.now).filter(
      ({ kind }) => part !== byToken || kind !== "taken",
    ),
  );
}

function tokenPart(kind: Kind, booking: Pick<Booking, "parts">): UsedPart | undefined {
  return kind.takesToken ? doctorPart(booking) : undefined;
}

const maxConflicts = 100;

export function refusalFor(conflicts: readonly Conflict[]): Refusal {
  const code = codeOf(conflicts);
  const { name, start, end: till, kind } = conflicts[0]!;
  const how = { inactive: "is not in use", outside_hours: "is not open", taken: "is taken" }[kind];
  const detail = `${name} ${how} from ${iso(start)} to ${iso(till)}`;
  const listed = conflicts.slice(0, maxConflicts).map(conflictView);
  return refuse(code, detail, { conflicts: listed });
}

export function codeOf(conflicts: readonly Conflict[]) {
  const kinds = new Set(conflicts.map(({ kind }) => kind));
  if (kinds.has("inactive")) return "RESOURCE_INACTIVE";
  return kinds.has("outside_hours") ? "OUTSIDE_HOURS" : "TAKEN";
}

export function conflictView({ start, end: till, ...conflict }: Conflict) {
  return { ...conflict, start: iso(start), end: iso(till) };
}

export function noticeTooShort(
  { noticeMinutes }: KindSettings,
  start: number,
  now: number,
): Refusal | null {
  const first = now + noticeMinutes * minuteMs;
  if (noticeMinutes === 0 || start >= first) return null;
  return refuse("NOTICE_TOO_SHORT", `It can start at ${iso(first)} at the earliest`, {
    earliest: iso(first),
  });
}

interface Timed {
  start: number;
  end: number;
  parts: readonly WishedPart[];
  patientId: string | null;
}

export function usedParts(
  draft: Draft,
  kind: Kind,
  { start, end: till, parts, patientId }: Timed,
  isHold = false,
): UsedPart[] | Refusal {
  const wanted = parts.map((part) => {
    const [from, to] = [part.start ?? start, part.end ?? till];
    const calendar = draft.calendar({ resourceId: part.resourceId, from, to: Math.max(from, to) });
    return { resource: resourceIn(calendar), start: from, end: to };
  });
  const asked = isHold ? { ...kind, needsPatient: false } : kind;
  return partsFor(asked, { start, end: till, parts: wanted, patientId });
}

/** For a hold of no kind: a place in each, and nothing before or after. */
function plainParts(draft: Draft, parts: readonly HeldPart[]): UsedPart[] | Refusal {
  const used: UsedPart[] = [];
  for (const [i, { resourceId, start, end: till }] of parts.entries()) {
    if (till <= start)
      return invalid([{ field: `resources.${i}.end`, message: "must be after start" }]);
    const { name, type } = draft.calendar({ resourceId, from: start, to: till });
    const times = { start, end: till, busyFrom: start, busyTill: till };
    const twice = used.some(
      (other) => other.resourceId === resourceId && other.start < till && start < other.end,
    );
    if (twice) {
      return invalid([{ field: `resources.${i}`, message: `is ${name} twice at the same time` }]);
    }
    used.push({ resourceId, name, type, role: null, ...times, whole: false });
  }
  return used;
}

/** A kind that takes tokens has its place in the doctor's slot, and no time of its own. */
function withToken(
  draft: Draft,
  kind: Kind,
  booking: Booking,
  before: Booking | null,
  tokenId: string,
): Booking | Refusal {
  if (!kind.takesToken) return booking;
  const doctor = doctorPart(booking)!;
  const { resourceId: doctorId, start, end: till } = doctor;
  const { hours } = draft.calendar({ resourceId: doctorId, from: start, to: till });
  const slot = slotsIn(hours, start - dayMs, till + dayMs).find(
    (each) => each.start <= start && till <= each.end,
  );
  if (!slot) {
    return refuse(
      "INVALID_SLOT",
      `${iso(start)} to ${iso(till)} lies in no slot of ${doctor.name}`,
      {
        conflicts: [
          conflictView({
            resourceId: doctorId,
            name: doctor.name,
            kind: "outside_hours",
            start,
            end: till,
          }),
        ],
      },
    );
  }
  const at = { doctorId, slotStart: slot.start };
  const old = before?.tokenId ? doctorPart(before)! : null;
  if (!old) {
    draft.tokens.push({ do: "take", tokenId, patientId: booking.patientId!, ...at });
    return { ...booking, tokenId };
  }
  const sameSlot = old.resourceId === doctorId && slot.start <= old.start && old.end <= slot.end;
  if (!sameSlot) draft.tokens.push({ do: "move", tokenId: booking.tokenId!, ...at });
  return booking;
}

export function doctorPart({ parts }: Pick<Booking, "parts">): UsedPart | undefined {
  return parts.find(({ role }) => role === "doctor");
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

function tell(draft: Draft, type: string, after: Booking, before: Booking | null): void {
  const concerned = [...resourcesOf(after.parts), ...resourcesOf(before?.parts ?? [])];
  draft.tell(type, after.id, concerned, toldOf(after), before ? toldOf(before) : undefined);
}

/** For the stream and the audit trail: nothing that names a person. */
export function toldOf({ id, kind, status, start, end: till, parts }: Booking) {
  return { id, kind, status, start: iso(start), end: iso(till), resources: told(parts) };
}
