// What Prometheus reads of boxes: the metrics that the specification asks for. Being told "sold out" is
// an answer, not a failure: the alerts in docs/operations/alerts-boxes.yml go by `kind`.

import { Counter, Histogram } from "prom-client";
import type { Metrics } from "../http/metrics.ts";
import type { Outcome } from "./ports.ts";

type Kind = "reserved" | "refused" | "failed";

/** Not the shopper's doing, and not the merchant's: the server could not decide. */
const failures = new Set<Outcome>(["INTERNAL", "BUSY", "LOCK_ACQUISITION_FAILED", "SHUTTING_DOWN"]);
const successes = new Set<Outcome>(["ACTIVE", "WAITLISTED", "REPLAYED"]);

export class BoxMetrics {
  readonly #metrics: Metrics;
  readonly #attempts: Counter;
  readonly #forgotten: Counter;
  readonly #locks: Counter;
  readonly #lockSeconds: Histogram;
  readonly #cache: Counter;
  readonly #expiryLag: Histogram;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    const registers = [metrics.registry];
    const counter = (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers });
    this.#attempts = counter("turnkeeper_boxes_attempts_total", "Attempts to reserve, by outcome", [
      "outcome",
      "kind",
    ]);
    this.#forgotten = counter(
      "turnkeeper_boxes_attempts_forgotten_total",
      "Attempts that could not be stored for the audit",
    );
    this.#locks = counter(
      "turnkeeper_boxes_locks_total",
      "Locks on hot boxes: acquired, refused, or not asked for because Redis is away",
      ["result"],
    );
    this.#lockSeconds = new Histogram({
      name: "turnkeeper_boxes_lock_seconds",
      help: "Time until a lock on a hot box was acquired or refused",
      buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
      registers,
    });
    this.#cache = counter(
      "turnkeeper_boxes_cache_total",
      "Lookups in the cache: hit, miss, or not asked because Redis is away",
      ["result"],
    );
    this.#expiryLag = new Histogram({
      name: "turnkeeper_boxes_expiry_lag_seconds",
      help: "From the deadline of a hold, offer or window to its end being committed",
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
      registers,
    });
  }

  attempted(outcome: Outcome, durationMs: number): void {
    this.#attempts.inc({ outcome, kind: kindOf(outcome) });
    this.#metrics.duration.observe({ operation: "boxes_reserve" }, durationMs / 1000);
  }

  attemptForgotten(): void {
    this.#forgotten.inc();
  }

  turn(result: "acquired" | "refused" | "away", waitedMs: number): void {
    this.#locks.inc({ result });
    if (result !== "away") this.#lockSeconds.observe(waitedMs / 1000);
  }

  asked(result: "hit" | "miss" | "away"): void {
    this.#cache.inc({ result });
  }

  expired(lagMs: number): void {
    this.#expiryLag.observe(Math.max(0, lagMs) / 1000);
  }
}

function kindOf(outcome: Outcome): Kind {
  if (successes.has(outcome)) return "reserved";
  return failures.has(outcome) ? "failed" : "refused";
}
