// Holds: time that is kept free for somebody for a while, until they book it, give it up, or it runs out.

import { invalid, type Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { faultsOfTime, type Kind } from "../kinds/kinds.ts";
import { serveWaiting } from "../waitlist/waitlist.ts";
import type { Draft } from "./batch-state.ts";
import type { Hold, UsedPart } from "./booking.ts";
import { usedParts, whyNot } from "./conflicts.ts";
import { iso, resourcesOf, told, windowsOf } from "./parts.ts";

export interface HeldPart {
  resourceId: string;
  start: number;
  end: number;
}

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

/** Given up, or run out. The caller serves those who wait for what it held. */
export function letGo(draft: Draft, { id, parts }: Hold): void {
  draft.calendars(windowsOf(parts));
  draft.holds.set(id, null);
  draft.dropUses("hold", id);
  draft.tell("booking.released", id, resourcesOf(parts), { parts: told(parts) });
}

/** Its time goes to the booking that is made of it. */
export function takeOver(draft: Draft, id: string): Refusal | null {
  const found = liveHold(draft, id);
  if ("code" in found) return found;
  draft.calendars(windowsOf(found.parts));
  draft.holds.set(id, null);
  draft.dropUses("hold", id);
  return null;
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
