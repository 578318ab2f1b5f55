// In which order rooms have their turn: one room of each organisation, then the next of each, so that
// nobody waits for somebody else's thousand rooms. Of one organisation a part at a time, going on where
// the last part ended.

import type { BusyRoom } from "../stores/store.ts";

export class FairTurns {
  readonly #maxOfOne: number;
  #lastOf = new Map<string, string>();

  constructor(maxOfOne: number) {
    this.#maxOfOne = maxOfOne;
  }

  take(busy: readonly BusyRoom[]): string[] {
    const parts = [...Map.groupBy(busy, ({ orgId }) => orgId)].map(([orgId, rooms]) => {
      const ids = rooms.map(({ id }) => id).toSorted();
      const last = this.#lastOf.get(orgId) ?? "";
      const from = Math.max(
        0,
        ids.findIndex((id) => id > last),
      );
      return { orgId, part: [...ids.slice(from), ...ids.slice(0, from)].slice(0, this.#maxOfOne) };
    });
    // Of organisations that have nothing to do any more nothing is kept.
    this.#lastOf = new Map(parts.map(({ orgId, part }) => [orgId, part.at(-1)!]));
    const longest = Math.max(0, ...parts.map(({ part }) => part.length));
    return Array.from({ length: longest }, (_, place) =>
      parts.flatMap(({ part }) => part[place] ?? []),
    ).flat();
  }
}
