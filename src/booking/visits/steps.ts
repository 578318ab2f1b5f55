// One step of a booking's day, decided under the locks of its resources: somebody is here, is called, begins, is
// done. A booking that has a token goes as the token goes.

import type { Refusal } from "../../kernel/refusal.ts";
import { compareCallable, priorityOfBooking, type Score, type Source } from "../../kernel/score.ts";
import type { Draft } from "../core/batch-state.ts";
import type { Booking } from "../core/booking.ts";
import { tell } from "../core/decisions.ts";
import { iso, windowsOf } from "../core/parts.ts";
import { refuse } from "../refusals.ts";
import { nothingYet, stageOf, stepped, type VisitVerb } from "./visit.ts";

const events: Record<VisitVerb, string> = {
  "check-in": "booking.checked_in",
  call: "booking.called",
  start: "booking.started",
  finish: "booking.finished",
  "no-show": "booking.missed",
  undo: "booking.stepped_back",
};

export function step(draft: Draft, id: string, verb: VisitVerb): Booking | Refusal {
  const booking = onTheDay(draft, id);
  if ("code" in booking) return booking;
  const before = booking.visit ?? nothingYet;
  const visit = stepped(before, verb, draft.now);
  if (!visit) {
    if (verb === "undo") return refuse("NOTHING_TO_UNDO");
    const stage = stageOf(before);
    return refuse("WRONG_STATE", `A booking that is ${stage} takes no ${verb}`, { stage });
  }
  if (verb === "no-show" && draft.now < booking.start) {
    return refuse("NOT_DUE", `It begins at ${iso(booking.start)}`, { start: iso(booking.start) });
  }
  return put(draft, booking, { visit }, events[verb]);
}

export interface Urgency {
  source?: Source | null | undefined;
  emergency?: boolean | undefined;
}

/** Its place in the order of the day; of a booking with a token that of the token counts. */
export function prioritise(draft: Draft, id: string, urgency: Urgency): Booking | Refusal {
  const booking = draft.booking(id);
  if (!booking || booking.orgId !== draft.orgId) return notThere();
  if (booking.tokenId !== null) return hasToken(booking.tokenId);
  if (booking.status !== "approved" && booking.status !== "requested") return notNow(booking);
  const { source = booking.source, emergency = booking.emergency } = urgency;
  return put(draft, booking, { source, emergency }, "booking.changed");
}

interface Calling {
  resourceId: string;
  /** Those of the day. */
  ids: readonly string[];
  /** Also somebody whose time has not come. */
  early: boolean;
}

/** Calls the first who is to be called at the resource; null: nobody is left. */
export function callNext(
  draft: Draft,
  { resourceId, ids, early }: Calling,
): Booking | Refusal | null {
  const compare = compareCallable(draft.now);
  const [next] = ids
    .flatMap((id) => draft.booking(id) ?? [])
    .filter((booking) => booking.status === "approved" && booking.tokenId === null)
    .filter(({ visit }) => isUncalled(visit))
    .flatMap((booking) => {
      const start = startAt(booking, resourceId);
      const isHere = (booking.visit ?? nothingYet).checkedInAt !== null;
      return start === null ? [] : [{ booking, start, isHere, score: scoreOf(booking, start) }];
    })
    .toSorted(compare);
  if (!next) return null;
  if (next.start > draft.now && !early) {
    const first = iso(next.start);
    return refuse("NOBODY_DUE", `The next one begins at ${first}`, {
      bookingId: next.booking.id,
      start: first,
    });
  }
  return step(draft, next.booking.id, "call");
}

export function isUncalled(visit: Booking["visit"]): boolean {
  const stage = stageOf(visit ?? nothingYet);
  return stage === "booked" || stage === "checked_in";
}

/** When the booking first needs the resource. */
function startAt({ parts }: Booking, resourceId: string): number | null {
  const starts = parts.filter((part) => part.resourceId === resourceId).map(({ start }) => start);
  return starts.length > 0 ? Math.min(...starts) : null;
}

export function scoreOf(
  { source, emergency, createdAt }: Pick<Booking, "source" | "emergency" | "createdAt">,
  start: number,
): Score {
  return [start, priorityOfBooking(source, emergency ?? false), createdAt * 1_000];
}

function onTheDay(draft: Draft, id: string): Booking | Refusal {
  const booking = draft.booking(id);
  if (!booking || booking.orgId !== draft.orgId) return notThere();
  if (booking.tokenId !== null) return hasToken(booking.tokenId);
  return booking.status === "approved" ? booking : notNow(booking);
}

function put(draft: Draft, before: Booking, change: Partial<Booking>, type: string): Booking {
  draft.calendars(windowsOf(before.parts));
  const after = { ...before, ...change, version: before.version + 1 };
  draft.bookings.set(after.id, after);
  tell(draft, type, after, before);
  return after;
}

const notThere = () => refuse("NOT_FOUND", "There is no such booking");
const hasToken = (tokenId: string) => refuse("HAS_TOKEN", undefined, { tokenId });
const notNow = ({ status }: Booking) =>
  refuse("WRONG_STATE", `The booking is ${status}`, { bookingStatus: status });
