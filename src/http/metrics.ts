// What Prometheus reads. Counters are named after the business; durations are histograms.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export class Metrics {
  readonly registry = new Registry();
  readonly joins = this.#counter("turnkeeper_joins_total", "Tickets issued");
  readonly calls = this.#counter("turnkeeper_calls_total", "People called", ["product"]);
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

  readonly #believedMs: number;

  /** Prometheus may ask as often as it likes: what is looked up is believed for a while. */
  constructor(believedMs = 5_000) {
    this.#believedMs = believedMs;
    collectDefaultMetrics({ register: this.registry });
  }

  /** A value that is looked up when asked for; where that fails, the other metrics still count. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const now = this.shared(read);
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: async () => {
        try {
          gauge.set(await now());
        } catch {
          gauge.set(Number.NaN);
        }
      },
    });
  }

  /** The same with one value for each of several. */
  gauges(name: string, help: string, label: string, read: () => Promise<[string, number][]>): void {
    const now = this.shared(read);
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        for (const [of, value] of await now().catch(() => [])) gauge.set({ [label]: of }, value);
      },
    });
  }

  /** Everybody who asks at one time shares one look. */
  shared<T>(read: () => T | Promise<T>): () => Promise<T> {
    let look: { value: Promise<T>; until: number } | null = null;
    return () => {
      if (look && performance.now() < look.until) return look.value;
      const mine = { value: (async () => read())(), until: Number.POSITIVE_INFINITY };
      look = mine;
      const believed = () => (mine.until = performance.now() + this.#believedMs);
      mine.value.then(believed, believed);
      return mine.value;
    };
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
}
