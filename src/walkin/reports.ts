// What is logged and counted of walk-in queues: ids and numbers, never a name or a phone number.

import type { CommandContext } from "../engine/command-context.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Logger } from "../infra/log.ts";
import type { TicketView } from "./view.ts";

export type TicketEvent = "queue.status_changed" | "queue.recalled" | "queue.corrected";

export class Reports {
  readonly #metrics: Metrics;
  readonly #log: Logger;

  constructor(metrics: Metrics, log: Logger) {
    this.#metrics = metrics;
    this.#log = log;
  }

  joined({ requestId }: CommandContext, ticket: TicketView, startedAt: number): void {
    const { id: ticketId, queueId, number, position } = ticket;
    const durationMs = this.#time("join", startedAt);
    this.#metrics.joins.inc();
    this.#log.info({ requestId, queueId, ticketId, number, position, durationMs }, "queue.created");
  }

  called({ requestId, actor }: CommandContext, ticket: TicketView, startedAt: number): void {
    const { id: ticketId, queueId, number, desk } = ticket;
    const durationMs = this.#time("call_next", startedAt);
    this.#metrics.calls.inc({ product: "counter" });
    this.#log.info(
      { requestId, queueId, ticketId, number, desk, actor, durationMs },
      "queue.called",
    );
  }

  changed(event: TicketEvent, by: CommandContext, ticket: TicketView, startedAt: number): void {
    const { requestId, actor } = by;
    const { id: ticketId, queueId, number, status } = ticket;
    const durationMs = this.#time("change", startedAt);
    if (event === "queue.status_changed") this.#metrics.transitions.inc({ status });
    this.#log.info({ requestId, queueId, ticketId, number, status, actor, durationMs }, event);
  }

  replayed({ requestId }: CommandContext, queueId: string): void {
    this.#metrics.replays.inc();
    this.#log.info({ requestId, queueId }, "queue.idempotency_reuse");
  }

  limited({ requestId }: CommandContext, limit: string): void {
    this.#metrics.limitHits.inc({ limit });
    this.#log.warn({ requestId, limit }, "rate_limit.hit");
  }

  /** Milliseconds from the request to its commit. */
  #time(operation: string, startedAt: number): number {
    const durationMs = performance.now() - startedAt;
    this.#metrics.duration.observe({ operation }, durationMs / 1000);
    return Math.round(durationMs);
  }
}
