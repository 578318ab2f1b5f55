// What happens to holds and offers that have run out, and to those who waited too long.

import type { Draft, Window } from "./batch-state.ts";
import type { Hold, Wait } from "./booking.ts";
import { letGo } from "./holds.ts";
import { windowsOf } from "./parts.ts";
import { minuteMs } from "./rules.ts";
import { end, serveWaiting } from "../waitlist/waitlist.ts";

/** On one resource. */
export interface Due {
  holds: Hold[];
  offered: Wait[];
  /** Everybody who waits for it, too late or not. */
  waiting: Wait[];
}

/** First everything that has run out gives its time back; then those who wait are served, once. */
export function endDue(draft: Draft, resourceId: string, { holds, offered, waiting }: Due): object {
  const freed: Window[] = [{ resourceId, from: draft.now, to: Number.MAX_SAFE_INTEGER }];
  /** When those end that were given more time meanwhile. */
  const later: number[] = [];
  for (const { id } of holds) {
    const hold = draft.hold(id);
    if (!hold) continue;
    if (hold.expiresAt > draft.now) later.push(hold.expiresAt);
    else {
      letGo(draft, hold);
      freed.push(...windowsOf(hold.parts));
    }
  }
  for (const { id } of [...offered, ...waiting]) {
    const wait = draft.wait(id);
    if (!wait) continue;
    if (isOver(wait, draft.now)) {
      end(draft, wait, "lapsed");
      if (wait.offer) freed.push(...windowsOf(wait.offer.parts));
    } else if (wait.status === "offered") later.push(wait.offer!.expiresAt);
  }
  serveWaiting(draft, freed);
  lookAgainLater(draft, resourceId, later);
  return {};
}

/** The next time something on this resource runs out by itself. */
function lookAgainLater(draft: Draft, resourceId: string, later: readonly number[]): void {
  const line = draft.state.lines.get(resourceId)!;
  const lasts = draft
    .waiting()
    .filter((wait) => wait.resourceIds.includes(resourceId))
    .map(lastChance);
  const times = [...later, ...lasts, ...draft.state.expiring(resourceId, draft.uses)];
  const deadlineAt = times.length > 0 ? Math.min(...times) : null;
  draft.lines.set(resourceId, { ...line, deadlineAt });
}

/** From then on nothing fits before the latest time that they can use. */
const lastChance = (wait: Wait) => wait.latest - wait.minutes * minuteMs + 1;

export function isOver(wait: Wait, now: number): boolean {
  if (wait.status === "waiting") return lastChance(wait) <= now;
  return wait.status === "offered" && wait.offer!.expiresAt <= now;
}
