// What Prometheus reads. Counters are named after the business; durations are histograms.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export class Metrics {
  readonly registry = new Registry();
  readonly joins = this.#counter("turnkeeper_joins_total", "Tickets issued");
  readonly calls = this.#counter("turnkeeper_calls_total", "People called");
  readonly transitions = this.#counter("turnkeeper_transitions_total", "Status changes", [
    "status",
  ]);
  readonly errors = this.#counter("turnkeeper_errors_total", "Refusals and failures", ["code"]);
  readonly limitHits = this.#counter("turnkeeper_rate_limit_hits_total", "Requests over a limit", [
    "limit",
  ]);
  readonly replays = this.#counter(
    "turnkeeper_idempotent_replays_total",
    "Repeated requests answered again",
  );
  readonly duration = new Histogram({
    name: "turnkeeper_operation_seconds",
    help: "Time from request to commit",
    labelNames: ["operation"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5],
    registers: [this.registry],
  });
  readonly http = new Histogram({
    name: "turnkeeper_http_seconds",
    help: "Time to answer, by route and status",
    labelNames: ["route", "method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A value that is looked up when asked for; where that fails, the other metrics still count. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: async () => {
        try {
          gauge.set(await read());
        } catch {
          gauge.set(Number.NaN);
        }
      },
    });
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}
