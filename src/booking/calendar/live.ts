// Live changes for calendars and follow pages: each change of a resource is read once, however many watch. A
// stream of one resource can resume where it broke off. A stream of several cannot, since each resource
// numbers its own events: it says `reset`, and the watcher reads again.

import type pg from "pg";
import { lastSeqOf, type StoredEvent } from "../../events/stored-events.ts";
import type { Feed } from "../../events/feed.ts";
import { Live, tellFollowers } from "../../events/live.ts";
import type { Sink, Watch } from "../../http/stream.ts";
import type { Logger } from "../../infra/log.ts";

interface Watcher {
  sink: Sink;
  orgId: string;
  seq: number;
}

export class LiveBookings {
  readonly #pool: pg.Pool;
  readonly #live: Live<Watcher>;

  constructor(pool: pg.Pool, feed: Feed, log: Logger) {
    this.#pool = pool;
    this.#live = new Live(feed, log, (resourceId, watchers) => this.#tell(resourceId, watchers));
  }

  /** Every event from after `from` on; without a place to resume, from now on. */
  async watch(orgId: string, resourceIds: readonly string[], from: number | null): Promise<Watch> {
    const [first] = resourceIds;
    const alone = resourceIds.length === 1;
    const places = await Promise.all(
      resourceIds.map(async (id) => {
        const last = await lastSeqOf(this.#pool, orgId, id);
        return { id, seq: alone && id === first ? (from ?? last) : last };
      }),
    );
    return (sink) => {
      const { seq } = places[0]!;
      if (from === null) sink.mark(seq);
      else if (!alone) sink.reset(seq);
      const stops = places.map((place) =>
        this.#live.watch(place.id, { sink, orgId, seq: place.seq }),
      );
      return () => stops.forEach((stop) => stop());
    };
  }

  async #tell(resourceId: string, watchers: readonly Watcher[]): Promise<void> {
    const orgId = watchers[0]?.orgId;
    if (!orgId) return;
    const lastSeq = await lastSeqOf(this.#pool, orgId, resourceId);
    const line = { orgId, id: resourceId, lastSeq };
    await tellFollowers(this.#pool, line, watchers, async (events) =>
      events.map((event) => message(resourceId, event)),
    );
  }
}

/** `subjectId` is the booking, the hold or the entry of the waitlist. */
function message(resourceId: string, event: StoredEvent) {
  const { seq, type, at, actor, ticketId: subjectId, before, after } = event;
  return { seq, resourceId, type, at: at.toISOString(), actor, subjectId, before, after };
}
