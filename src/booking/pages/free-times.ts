// Which times of a page's resources are free: never who has the others.

import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Kind, Kinds, KnownResource } from "../kinds/kinds.ts";
import { startsIn, type UsedSlot } from "./free-starts.ts";
import type { BookingPage } from "./page-store.ts";
import type { OpenPage } from "./pages.ts";

export interface FreeTimesDeps {
  clock: Clock;
  kinds: Kinds;
  resources: { find(orgId: string, ids: readonly string[]): Promise<KnownResource[]> };
  hours: {
    slots(orgId: string, id: string, range: { from: string; to: string }): Promise<UsedSlot[]>;
  };
}

export interface FreeTime {
  start: number;
  end: number;
  resourceId: string;
}

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;
const maxFree = 5_000;
/** So many others are named when a time is not free, from so far before it and after it. */
const maxNearest = 5;
const nearMs = 14 * dayMs;

export class FreeTimesOfPages {
  readonly #deps: FreeTimesDeps;

  constructor(deps: FreeTimesDeps) {
    this.#deps = deps;
  }

  /** In order; when several have the same time, in the order of the page. */
  async between(
    { page, noticeMs }: OpenPage,
    { from, to, resourceId }: { from: number; to: number; resourceId?: string | undefined },
  ): Promise<FreeTime[]> {
    const now = approximateNow(this.#deps.clock);
    const first = Math.max(from, now + noticeMs);
    const last = Math.min(to, now + page.daysAhead * dayMs);
    const found = await this.#free(page, resourceId, first, last);
    return found.slice(0, maxFree);
  }

  /** The resources that have this time free. */
  async having({ page }: OpenPage, start: number, only: string | undefined): Promise<string[]> {
    const till = start + page.minutes * minuteMs + dayMs;
    const free = await this.#free(page, only, start, till);
    return free.filter((time) => time.start === start).map(({ resourceId }) => resourceId);
  }

  /** The free times around one that is not, the nearest first; each start once. */
  async nearest(open: OpenPage, start: number, only: string | undefined): Promise<FreeTime[]> {
    const range = { from: start - nearMs, to: start + nearMs, resourceId: only };
    const found = await this.between(open, range);
    const firstOf = new Map(found.toReversed().map((time) => [time.start, time]));
    firstOf.delete(start);
    const away = (time: FreeTime) => Math.abs(time.start - start);
    return [...firstOf.values()]
      .toSorted((a, b) => away(a) - away(b) || a.start - b.start)
      .slice(0, maxNearest);
  }

  async #free(page: BookingPage, only: string | undefined, from: number, to: number) {
    if (to <= from) return [];
    const kind = this.#deps.kinds.get(page.kind);
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const ids = page.resourceIds.filter((id) => only === undefined || id === only);
    const known = await this.#deps.resources.find(page.orgId, ids);
    const all = await Promise.all(
      known.map(async (resource) => {
        const slots = await this.#deps.hours.slots(page.orgId, resource.id, range);
        return startsIn(slots, page.minutes, isAlone(kind, resource)).map((time) => ({
          ...time,
          resourceId: resource.id,
        }));
      }),
    );
    const place = new Map(page.resourceIds.map((id, i) => [id, i]));
    return all
      .flat()
      .toSorted((a, b) => a.start - b.start || place.get(a.resourceId)! - place.get(b.resourceId)!);
  }
}

function isAlone(kind: Kind, { type }: KnownResource): boolean {
  const need = kind.needs.find(({ types }) => (types as readonly string[]).includes(type));
  return need?.whole ?? false;
}
