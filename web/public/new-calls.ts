// Which calls on the board are new and should be heard. After a network cut the board catches up on
// what it missed, but only speaks what people can still act on.

import type { BoardCall } from "../wire/types.ts";

const stillFreshMs = 60_000;

/** Names one call of one ticket: a recall is another. */
function callKey(call: BoardCall): string {
  return `${call.number} ${call.calls}`;
}

export function keysOf(calls: BoardCall[]): Set<string> {
  return new Set(calls.map(callKey));
}

/** The oldest first, as they were called. */
export function newCalls(before: Set<string>, calls: BoardCall[], nowMs: number): BoardCall[] {
  const heard: BoardCall[] = [];
  for (const call of calls) {
    const isNew = call.status === "CALLED" && !before.has(callKey(call));
    if (isNew && nowMs - Date.parse(call.calledAt) < stillFreshMs) heard.unshift(call);
  }
  return heard;
}
