// Whether what is asked for can be had: which time it uses of each resource, what is in the way, and how a
// refusal says so.

import type { Refusal } from "../../kernel/refusal.ts";
import { partsFor, type Kind, type KindSettings } from "../kinds/kinds.ts";
import { refuse } from "../refusals.ts";
import { resourceIn, serveWaiting } from "../waitlist/waitlist.ts";
import type { Draft } from "./batch-state.ts";
import type { UsedPart } from "./booking.ts";
import { iso, windowsOf } from "./parts.ts";
import { conflictsOf, minuteMs, type Conflict } from "./rules.ts";

export interface WishedPart {
  resourceId: string;
  start?: number | undefined;
  end?: number | undefined;
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

/** Why these parts cannot be had now; null when they can. Those who wait come first. */
export function whyNot(
  draft: Draft,
  parts: readonly UsedPart[],
  byToken?: UsedPart,
): Refusal | null {
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
