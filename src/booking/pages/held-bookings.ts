// The live view of a booking for the holder of its secret: sent again whenever the line of its first resource
// has news of it.

import type pg from "pg";
import { lastSeqOf } from "../../events/stored-events.ts";
import type { Feed } from "../../events/feed.ts";
import { Live, sendIfNew } from "../../events/live.ts";
import type { Sink, Watch } from "../../http/stream.ts";
import type { Logger } from "../../infra/log.ts";
import type { HeldView } from "./held-view.ts";
import type { BookingService } from "../core/service.ts";
import type { BookingView } from "../core/view.ts";

interface Watcher {
  sink: Sink;
  orgId: string;
  bookingId: string;
  sent?: string;
}

export interface HeldBookingDeps {
  pool: pg.Pool;
  feed: Feed;
  log: Logger;
  service: BookingService;
  held: HeldView;
}

export class HeldBookings {
  readonly #deps: HeldBookingDeps;
  readonly #live: Live<Watcher>;

  constructor(deps: HeldBookingDeps) {
    this.#deps = deps;
    this.#live = new Live(deps.feed, deps.log, (lineId, watchers) => this.#tell(lineId, watchers));
  }

  watchBooking(orgId: string, booking: BookingView): Watch {
    const lineId = lineOf(booking);
    return (sink) => this.#live.watch(lineId, { sink, orgId, bookingId: booking.id });
  }

  async #tell(lineId: string, watchers: readonly Watcher[]): Promise<void> {
    const { pool, service, held } = this.#deps;
    for (const watcher of watchers) {
      const { orgId, bookingId, sink } = watcher;
      const seq = await lastSeqOf(pool, orgId, lineId);
      const booking = await service.get(orgId, bookingId);
      // Moved to another resource: this stream ends, the next one is opened there.
      if (lineOf(booking) === lineId) {
        sendIfNew(watcher, "booking", seq, await held.of(orgId, booking));
      } else sink.close();
    }
  }
}

const lineOf = ({ resources }: BookingView) => resources[0]!.resourceId;
