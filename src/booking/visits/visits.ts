// The use cases of a booking's day.

import type { RequestContext } from "../../http/request-context.ts";
import type { BookingCommands } from "../core/commands.ts";
import { idsOf, shown, type BookingService, type Done } from "../core/service.ts";
import { bookingView, type BookingView } from "../core/view.ts";
import type { BookingQueue } from "../calendar/live-queue.ts";
import type { BookingReports } from "../reports.ts";
import * as steps from "./steps.ts";
import type { VisitVerb } from "./visit.ts";

export interface VisitsDeps {
  commands: BookingCommands;
  bookings: BookingService;
  queue: BookingQueue;
  reports: BookingReports;
}

const told: Record<VisitVerb, string> = {
  "check-in": "checked_in",
  call: "called",
  start: "started",
  finish: "finished",
  "no-show": "missed",
  undo: "stepped_back",
};

export class Visits {
  readonly #deps: VisitsDeps;

  constructor(deps: VisitsDeps) {
    this.#deps = deps;
  }

  /** By people who may book all of its resources. */
  async step(by: RequestContext, id: string, verb: VisitVerb): Promise<Done<BookingView>> {
    const { bookings } = this.#deps;
    const booking = await bookings.find(by.orgId, id);
    await bookings.require(by, "book", idsOf(booking));
    return bookings.act(by, booking, told[verb], false, (draft) => steps.step(draft, id, verb));
  }

  async prioritise(
    by: RequestContext,
    id: string,
    urgency: steps.Urgency,
  ): Promise<Done<BookingView>> {
    const { bookings } = this.#deps;
    const booking = await bookings.find(by.orgId, id);
    await bookings.require(by, "book", idsOf(booking));
    return bookings.act(by, booking, "changed", false, (draft) =>
      steps.prioritise(draft, id, urgency),
    );
  }

  /** null: nobody of that day is left to be called. */
  async callNext(
    by: RequestContext,
    resourceId: string,
    { date, early }: { date?: string | undefined; early: boolean },
  ): Promise<Done<BookingView | null>> {
    const started = performance.now();
    const { commands, bookings, queue, reports } = this.#deps;
    const ofDay = await queue.bookingsOf(by.orgId, resourceId, date);
    await bookings.require(by, "book", [resourceId]);
    const ids = ofDay.bookings.map(({ id }) => id);
    const { from, to } = ofDay;
    const { answer, replayed } = await commands.submit({
      by,
      windows: [{ resourceId, from, to }],
      bookingIds: ids,
      decide(draft) {
        const called = steps.callNext(draft, { resourceId, ids, early });
        return called === null ? {} : shown(called, bookingView);
      },
    });
    const called = "id" in answer! ? (answer as BookingView) : null;
    if (replayed) reports.replayed(by);
    else if (called) reports.booking(by, "called", called, performance.now() - started);
    return { answer: called, replayed };
  }
}
