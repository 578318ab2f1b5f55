// What is logged and counted of bookings: ids and times, never a patient's name.

import type { CommandContext } from "../engine/command-context.ts";
import { Counter } from "prom-client";
import type { Metrics } from "../http/metrics.ts";
import type { Logger } from "../infra/log.ts";
import type { BookingView, HoldView, WaitView } from "./core/view.ts";

export class BookingReports {
  readonly #metrics: Metrics;
  readonly #log: Logger;
  readonly #bookings: Counter;
  readonly #holds: Counter;
  readonly #offers: Counter;

  constructor(metrics: Metrics, log: Logger) {
    this.#metrics = metrics;
    this.#log = log;
    const counter = (name: string, help: string, labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers: [metrics.registry] });
    this.#bookings = counter("turnkeeper_bookings_total", "Bookings, by what happened to them", [
      "what",
      "kind",
    ]);
    this.#holds = counter("turnkeeper_booking_holds_total", "Holds, by what happened to them", [
      "what",
    ]);
    this.#offers = counter(
      "turnkeeper_booking_waitlist_total",
      "Entries of the waitlist, by what happened to them",
      ["what"],
    );
  }

  booking(by: CommandContext, what: string, booking: BookingView, durationMs: number): void {
    const { id: bookingId, kind, status, start, end } = booking;
    const resources = booking.resources.map(({ resourceId }) => resourceId);
    this.#bookings.inc({ what, kind });
    this.#metrics.duration.observe({ operation: `booking_${what}` }, durationMs / 1000);
    const { requestId, actor } = by;
    const context = { requestId, actor, bookingId, kind, status, start, end, resources };
    this.#log.info({ ...context, durationMs: Math.round(durationMs) }, `booking.${what}`);
  }

  hold(
    by: CommandContext,
    what: "held" | "extended" | "released",
    hold: Pick<HoldView, "id">,
  ): void {
    this.#holds.inc({ what });
    this.#log.info({ requestId: by.requestId, holdId: hold.id }, `booking.${what}`);
  }

  wait(by: CommandContext, wait: WaitView): void {
    this.#offers.inc({ what: wait.status });
    const { id: waitId, status, offer } = wait;
    this.#log.info({ requestId: by.requestId, waitId, status, offer }, "booking.waitlist");
  }

  replayed({ requestId }: CommandContext): void {
    this.#metrics.replays.inc();
    this.#log.info({ requestId }, "booking.idempotency_reuse");
  }
}
