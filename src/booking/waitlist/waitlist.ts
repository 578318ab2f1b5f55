// The waitlist for times that are taken. Time that becomes free is offered to the first in line whom it
// suits: for a while it is theirs alone, then it goes to the next. An offer uses the time as a hold does, so
// nobody can jump the line.

import { invalid, refuse, type Refusal } from "../../kernel/refusal.ts";
import { NeedsMoreLocks, type Draft, type Window } from "../core/batch-state.ts";
import type { Offer, UsedPart, Wait } from "../core/booking.ts";
import { faultsOfTime, partsFor, type Kind } from "../kinds/kinds.ts";
import { iso, resourcesOf, shifted, told, windowsOf } from "../core/parts.ts";
import { bestStart, minuteMs, startsFor, type Calendar, type Need } from "../core/rules.ts";

export const maxWaiting = 200;
/** Nobody is offered what begins before they could have read of it. */
const leadMs = 5 * minuteMs;

export type NewWait = Omit<Wait, "status" | "offer" | "bookingId" | "createdAt" | "version">;

export function join(draft: Draft, kind: Kind, wish: NewWait): Wait | Refusal {
  const { earliest, latest, minutes, resourceIds } = wish;
  const wrong = faultsOfTime(earliest, latest, draft.now);
  if (wrong) return wrong;
  if (latest - earliest < minutes * minuteMs) {
    const message = `must be at least ${minutes} minutes after earliest`;
    return invalid([{ field: "latest", message }]);
  }
  const template = templateFor(draft, kind, wish);
  if ("code" in template) return template;
  const crowded = resourceIds.some((id) => {
    const others = draft.waiting().filter((other) => other.resourceIds.includes(id));
    return others.length >= maxWaiting;
  });
  if (crowded) return refuse("WAITLIST_FULL", `At most ${maxWaiting} may wait for a resource`);
  const wait: Wait = {
    ...wish,
    status: "waiting",
    offer: null,
    bookingId: null,
    createdAt: draft.now,
    version: 1,
  };
  draft.waits.set(wait.id, wait);
  for (const id of resourceIds) draft.lookAt(id, latest - minutes * minuteMs + 1);
  draft.tell("booking.waiting", wait.id, resourceIds, toldOf(wait));
  serveWaiting(draft, windowsOfWait(draft, wait));
  return draft.wait(wait.id)!;
}

/** Nothing is offered to them any more; what was goes to the next. */
export function leave(draft: Draft, wait: Wait, status: "declined" | "canceled"): Wait {
  const left = end(draft, wait, status);
  if (wait.offer) serveWaiting(draft, windowsOf(wait.offer.parts));
  return left;
}

/** The caller serves those who wait for what was offered to them. */
export function end(draft: Draft, wait: Wait, status: "declined" | "lapsed" | "canceled"): Wait {
  const left: Wait = { ...wait, status, version: wait.version + 1 };
  draft.calendars(windowsToEnd(wait));
  draft.waits.set(wait.id, left);
  if (wait.offer) draft.dropUses("offer", wait.id);
  draft.tell(`booking.${status}`, wait.id, wait.resourceIds, toldOf(left), toldOf(wait));
  return left;
}

/** What has to be locked for that: what was offered, and all that they wait for. */
export function windowsToEnd(wait: Wait): Window[] {
  const offered = wait.offer ? windowsOf(wait.offer.parts) : [];
  return [...offered, ...wait.resourceIds.map((id) => pointIn(wait, id))];
}

/** Offers what is free in these windows to those who wait for it, in order; says to how many. */
export function serveWaiting(draft: Draft, windows: readonly Window[]): number {
  const concerned = draft.waiting().filter((wait) => isConcerned(draft, wait, windows));
  if (concerned.length === 0) return 0;
  const wanted = concerned.flatMap((wait) => windowsOfWait(draft, wait));
  const missing = wanted.filter((window) => !draft.state.knows(window));
  if (missing.length > 0) throw new NeedsMoreLocks(missing);
  let served = 0;
  for (const wait of concerned) {
    const offer = offerFor(draft, wait);
    if (!offer) continue;
    const offered: Wait = { ...wait, status: "offered", offer, version: wait.version + 1 };
    draft.waits.set(wait.id, offered);
    draft.putUses("offer", wait.id, offer.parts, { occupies: true, expiresAt: offer.expiresAt });
    draft.tell("booking.offered", wait.id, resourcesOf(offer.parts), toldOf(offered), toldOf(wait));
    served += 1;
  }
  return served;
}

function isConcerned(draft: Draft, wait: Wait, windows: readonly Window[]): boolean {
  if (wait.latest - wait.minutes * minuteMs < draft.now) return false;
  return windows.some(
    ({ resourceId, from, to }) =>
      wait.resourceIds.includes(resourceId) && wait.earliest < to && from < wait.latest,
  );
}

/** All that has to be known to find them a time. */
export function windowsOfWait(
  draft: Draft,
  wait: Pick<Wait, "resourceIds" | "kind" | "earliest" | "latest">,
): Window[] {
  const { beforeMs, afterMs } = draft.state.kinds.around(wait.kind);
  return wait.resourceIds.map((resourceId) => ({
    resourceId,
    from: wait.earliest - beforeMs,
    to: wait.latest + afterMs,
  }));
}

function offerFor(draft: Draft, wait: Wait): Offer | null {
  const kind = draft.state.kinds.get(wait.kind);
  const template = templateFor(draft, kind, wait);
  if ("code" in template) return null;
  const lengthMs = wait.minutes * minuteMs;
  const soonest = Math.ceil((draft.now + leadMs) / leadMs) * leadMs;
  const earliest = Math.max(wait.earliest, soonest);
  const latest = wait.latest - lengthMs;
  if (latest < earliest) return null;
  const calendars = draft.calendars(windowsOfWait(draft, wait));
  const needs = template.map((part) => needOf(kind, part, calendars));
  const start = bestStart(startsFor(needs, earliest, latest, draft.now));
  if (start === null) return null;
  const { offerMinutes } = draft.state.settingsFor(draft.orgId, kind);
  const expiresAt = Math.min(draft.now + offerMinutes * minuteMs, start);
  return { start, end: start + lengthMs, expiresAt, parts: shifted(template, start) };
}

/** The parts of such a booking, as if it began at 0. */
function templateFor(
  draft: Draft,
  kind: Kind,
  wait: Pick<Wait, "resourceIds" | "kind" | "earliest" | "latest" | "minutes" | "patientId">,
): UsedPart[] | Refusal {
  const end = wait.minutes * minuteMs;
  const parts = draft.calendars(windowsOfWait(draft, wait)).map((calendar) => ({
    resource: resourceIn(calendar),
    start: 0,
    end,
  }));
  return partsFor(kind, { start: 0, end, parts, patientId: wait.patientId });
}

export function resourceIn({ resourceId: id, name, type, active, hours }: Calendar) {
  return { id, name, type, active, timezone: hours.timezone };
}

export function needOf(kind: Kind, part: UsedPart, calendars: readonly Calendar[]): Need {
  const calendar = calendars.find(({ resourceId }) => resourceId === part.resourceId)!;
  return {
    calendar,
    from: part.start,
    till: part.end,
    beforeMs: part.start - part.busyFrom,
    afterMs: part.busyTill - part.end,
    whole: part.whole,
    inSlot: kind.takesToken && part.role === "doctor",
  };
}

/** Only that the resource is locked: at a moment that is the same in every try, which now is not. */
const pointIn = ({ earliest }: Wait, resourceId: string): Window => ({
  resourceId,
  from: earliest,
  to: earliest,
});

export function toldOf({ id, kind, status, earliest, latest, minutes, offer }: Wait) {
  return {
    id,
    kind,
    status,
    earliest: iso(earliest),
    latest: iso(latest),
    minutes,
    offer: offer && { ...offer, parts: told(offer.parts) },
  };
}
