// What is logged and counted of OPD tokens: ids and numbers, never a patient's name.

import { Counter, type Registry } from "prom-client";
import type { Metrics } from "../http/metrics.ts";
import type { Logger } from "../infra/log.ts";
import type { Request } from "./service.ts";
import type { TokenView } from "./view.ts";

export class OpdReports {
  readonly #metrics: Metrics;
  readonly #log: Logger;
  readonly #allocations: Counter;
  readonly #endings: Counter;
  readonly #reallocations: Counter;

  constructor(metrics: Metrics, log: Logger) {
    this.#metrics = metrics;
    this.#log = log;
    const counter = counterIn(metrics.registry);
    this.#allocations = counter(
      "turnkeeper_opd_allocations_total",
      "Tokens asked for, by what became of them",
      ["outcome", "source"],
    );
    this.#endings = counter("turnkeeper_opd_endings_total", "Tokens that ended, by how", [
      "ending",
    ]);
    this.#reallocations = counter(
      "turnkeeper_opd_reallocations_total",
      "Tokens that got another place",
      ["why"],
    );
  }

  allocated({ requestId }: Request, token: TokenView, durationMs: number): void {
    const { id: tokenId, doctorId, slotStart, number, position, source, status } = token;
    const outcome = outcomeOf(token);
    this.#allocations.inc({ outcome, source });
    this.#metrics.duration.observe({ operation: "opd_allocate" }, durationMs / 1000);
    const context = { requestId, tokenId, doctorId, slotStart, number, position, source, status };
    this.#log.info({ ...context, durationMs: Math.round(durationMs) }, "opd.allocated");
    if (token.emergency) this.#log.info(context, "opd.emergency");
    if (outcome !== "allocated") this.#log.info({ ...context, outcome }, "opd.overflow");
  }

  called({ requestId, actor }: Request, token: TokenView): void {
    const { id: tokenId, doctorId, number } = token;
    this.#metrics.calls.inc();
    this.#log.info({ requestId, actor, tokenId, doctorId, number }, "opd.called");
  }

  changed({ requestId, actor }: Request, verb: string, token: TokenView): void {
    const { id: tokenId, doctorId, slotStart, number, status, reason } = token;
    if (token.endedAt) this.#endings.inc({ ending: reason ?? status });
    if (verb === "move") this.#reallocations.inc({ why: "moved" });
    const event =
      verb === "cancel"
        ? "opd.cancelled"
        : verb === "no-show"
          ? "opd.no_show"
          : "opd.status_changed";
    this.#log.info({ requestId, actor, tokenId, doctorId, slotStart, number, status }, event);
  }

  relocated(count: number, why: string): void {
    if (count > 0) this.#reallocations.inc({ why }, count);
  }

  replayed({ requestId }: Request): void {
    this.#metrics.replays.inc();
    this.#log.info({ requestId }, "opd.idempotency_reuse");
  }
}

function outcomeOf(token: TokenView): "allocated" | "alternative" | "waiting" {
  if (token.status === "WAITING") return "waiting";
  return token.movedToAlternative ? "alternative" : "allocated";
}

function counterIn(registry: Registry) {
  return (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
}
