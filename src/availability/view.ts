// What callers are shown. Instants are text in UTC; dates are local.

import type { z } from "zod";
import type { Commitment, Settled } from "./commitments.ts";
import type { Interval } from "./intervals.ts";
import { momentIn } from "./moments.ts";
import { placesLeft, type Conflict, type UsedSlot } from "./occupancy.ts";
import type { Configuration, Exception } from "./schedule.ts";
import type { ConfigurationEntry, ExceptionEntry, Resource } from "./store.ts";
import type * as schemas from "./schemas.ts";

const texts = new Map<number, string>();
const maxTexts = 50_000;

/** An answer has thousands of instants, and all doctors of a house share them: written once, kept. */
function text(ms: number): string {
  const known = texts.get(ms);
  if (known !== undefined) return known;
  const written = new Date(ms).toISOString();
  if (texts.size >= maxTexts) texts.clear();
  texts.set(ms, written);
  return written;
}

export function resourceView(resource: Resource) {
  const { orgId: _, createdAt, ...shown } = resource;
  return { ...shown, createdAt: createdAt.toISOString() };
}

export type ResourceView = z.infer<typeof schemas.resource>;

export type ManyExceptionsItem = z.infer<typeof schemas.manyExceptions>["items"][number];

export function configurationView(entry: ConfigurationEntry, timezone: string, now: number) {
  const { createdAt, replacedAt, ...configuration } = entry;
  return {
    ...configuration,
    status: statusOf(configuration, replacedAt, timezone, now),
    createdAt: createdAt.toISOString(),
  };
}

function statusOf(
  { validFrom, validTill }: Configuration,
  replacedAt: Date | null,
  timezone: string,
  now: number,
) {
  if (replacedAt) return "replaced" as const;
  if (now < momentIn(timezone, validFrom)) return "future" as const;
  const isOver = validTill !== null && momentIn(timezone, validTill) <= now;
  return isOver ? ("past" as const) : ("present" as const);
}

export function exceptionView({ start, end, ...exception }: Exception) {
  return { ...exception, start: text(start), end: text(end) };
}

export function exceptionEntryView({ createdAt, ...exception }: ExceptionEntry) {
  return { ...exceptionView(exception), createdAt: createdAt.toISOString() };
}

export function intervalView({ start, end }: Interval) {
  return { start: text(start), end: text(end) };
}

/** Open: somebody more can have a place in it. */
export function slotView(slot: UsedSlot, active: boolean) {
  const { start, end, capacity, taken, reserve } = slot;
  const left = active ? placesLeft(slot) : 0;
  return { start: text(start), end: text(end), capacity, taken, reserve, left, open: left > 0 };
}

export function conflictView({ start, end, ...conflict }: Conflict) {
  return { ...conflict, start: text(start), end: text(end) };
}

export function commitmentView({ kind, id, start, end, label }: Commitment) {
  return { kind, id, start: start.toISOString(), end: end.toISOString(), label };
}

export function settledView({ commitment, outcome, start }: Settled) {
  return { ...commitmentView(commitment), outcome, movedTo: start?.toISOString() ?? null };
}
