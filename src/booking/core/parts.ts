// Small functions that decisions about bookings, holds and offers share.

import type { Window } from "./batch-state.ts";
import type { UsedPart } from "./booking.ts";

export const iso = (ms: number) => new Date(ms).toISOString();

export const resourcesOf = (parts: readonly UsedPart[]) =>
  parts.map(({ resourceId }) => resourceId);

/** What has to be known to decide on these parts. */
export function windowsOf(parts: readonly UsedPart[]): Window[] {
  return parts.map(({ resourceId, busyFrom, busyTill }) => ({
    resourceId,
    from: busyFrom,
    to: busyTill,
  }));
}

/** For the stream and the audit trail. */
export function told(parts: readonly UsedPart[]) {
  return parts.map(({ resourceId, role, start, end }) => ({
    resourceId,
    role,
    start: iso(start),
    end: iso(end),
  }));
}

export function shifted(parts: readonly UsedPart[], ms: number): UsedPart[] {
  return parts.map((part) => ({
    ...part,
    start: part.start + ms,
    end: part.end + ms,
    busyFrom: part.busyFrom + ms,
    busyTill: part.busyTill + ms,
  }));
}
