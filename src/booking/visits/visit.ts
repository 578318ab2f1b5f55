// How a booking goes on the day: whether somebody has come, was called, has begun and is done. Pure, as are
// the steps of a token, which they follow. What is kept are moments; the stage is what they amount to.

export const stages = [
  "booked",
  "checked_in",
  "called",
  "in_progress",
  "finished",
  "no_show",
] as const;
export type Stage = (typeof stages)[number];

export interface Visit {
  checkedInAt: number | null;
  calledAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
  /** It ended because nobody came. */
  missed: boolean;
}

export const nothingYet: Visit = {
  checkedInAt: null,
  calledAt: null,
  startedAt: null,
  endedAt: null,
  missed: false,
};

export const visitVerbs = ["check-in", "call", "start", "finish", "no-show", "undo"] as const;
export type VisitVerb = (typeof visitVerbs)[number];

export function stageOf({ checkedInAt, calledAt, startedAt, endedAt, missed }: Visit): Stage {
  if (missed) return "no_show";
  if (endedAt !== null) return "finished";
  if (startedAt !== null) return "in_progress";
  if (calledAt !== null) return "called";
  return checkedInAt === null ? "booked" : "checked_in";
}

/** Still to be seen, or being seen. */
export const isOpen = (visit: Visit): boolean => visit.endedAt === null;

/** It is no longer to come: neither moved nor given up. */
export const hasBegun = (visit: Visit | null): boolean =>
  visit !== null && (visit.startedAt !== null || visit.endedAt !== null);

/** The visit after this step; null: its present stage does not allow it. */
export function stepped(visit: Visit, verb: VisitVerb, now: number): Visit | null {
  const begun = hasBegun(visit);
  switch (verb) {
    case "check-in":
      return begun || visit.checkedInAt !== null ? null : { ...visit, checkedInAt: now };
    case "call":
      return begun ? null : { ...visit, calledAt: now };
    case "start":
      return begun ? null : { ...visit, startedAt: now };
    case "finish":
      return stageOf(visit) === "in_progress" ? { ...visit, endedAt: now } : null;
    case "no-show":
      // Who has checked in is here.
      return begun || visit.checkedInAt !== null ? null : { ...visit, endedAt: now, missed: true };
    case "undo":
      return undone(visit);
  }
}

/** Without its last step; null when there was none. */
function undone(visit: Visit): Visit | null {
  if (visit.endedAt !== null) return { ...visit, endedAt: null, missed: false };
  if (visit.startedAt !== null) return { ...visit, startedAt: null };
  const [called, here] = [visit.calledAt ?? -1, visit.checkedInAt ?? -1];
  if (called === -1 && here === -1) return null;
  return called >= here ? { ...visit, calledAt: null } : { ...visit, checkedInAt: null };
}
