// What is logged and counted of OPD tokens: ids and numbers, never a patient's name.

import type { CommandContext } from "../engine/command-context.ts";
import { Counter } from "prom-client";
import type { Metrics } from "../http/metrics.ts";
import type { Logger } from "../infra/log.ts";
import type { Transition } from "../kernel/policy.ts";
import { eventType } from "./core/policy.ts";
import type { Token } from "./core/rules.ts";
import type { TokenView } from "./core/view.ts";

export class OpdReports {
  readonly #metrics: Metrics;
  readonly #log: Logger;
  readonly #allocations: Counter;
  readonly #endings: Counter;
  readonly #reallocations: Counter;

  constructor(metrics: Metrics, log: Logger) {
    this.#metrics = metrics;
    this.#log = log;
    const counter = (name: string, help: string, labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers: [metrics.registry] });
    this.#allocations = counter(
      "turnkeeper_opd_allocations_total",
      "Tokens asked for, by outcome",
      ["outcome", "source"],
    );
    this.#endings = counter("turnkeeper_opd_endings_total", "Tokens that ended, by ending", [
      "ending",
    ]);
    this.#reallocations = counter(
      "turnkeeper_opd_reallocations_total",
      "Tokens that got another place, by reason",
      ["why"],
    );
  }

  allocated({ requestId }: CommandContext, token: TokenView, durationMs: number): void {
    const { id: tokenId, doctorId, slotStart, number, position, source, status } = token;
    const outcome = outcomeOf(token);
    this.#allocations.inc({ outcome, source });
    this.#metrics.duration.observe({ operation: "opd_allocate" }, durationMs / 1000);
    const context = { requestId, tokenId, doctorId, slotStart, number, position, source, status };
    this.#log.info({ ...context, durationMs: Math.round(durationMs) }, "opd.allocated");
    if (token.emergency) this.#log.info(context, "opd.emergency");
    if (outcome !== "allocated") this.#log.info({ ...context, outcome }, "opd.overflow");
  }

  /** Nobody is displaced: somebody has to know at once that there was no place. */
  emergencyRefused(
    { requestId, actor }: CommandContext,
    doctorId: string,
    slotStart: number,
  ): void {
    this.#allocations.inc({ outcome: "refused", source: "emergency" });
    const context = { requestId, actor, doctorId, slotStart: new Date(slotStart).toISOString() };
    this.#log.warn(context, "opd.emergency_refused");
  }

  /** What a commit did to tokens, besides giving out new ones and other numbers. */
  happened(
    { requestId, actor }: Pick<CommandContext, "requestId" | "actor">,
    all: readonly Transition[],
  ) {
    for (const transition of all) {
      const { step } = transition;
      if (step === "arrived" || step === "renumbered") continue;
      const token = transition.after as Token;
      const { reason, doctorId, slotStart } = token.data;
      const type = eventType(transition);
      if (step === "promoted") this.#reallocations.inc({ why: "promoted" });
      if (step === "moved") this.#reallocations.inc({ why: (reason ?? "moved").toLowerCase() });
      if (step === "ended") this.#endings.inc({ ending: reason ?? token.status });
      if (type === "opd.called") this.#metrics.calls.inc({ product: "opd" });
      const { id: tokenId, number, status } = token;
      const context = { requestId, actor, tokenId, doctorId, slotStart, number, status, reason };
      this.#log.info(context, step === "ended" && reason === "NO_SHOW" ? "opd.no_show" : type);
    }
  }

  replayed({ requestId }: CommandContext): void {
    this.#metrics.replays.inc();
    this.#log.info({ requestId }, "opd.idempotency_reuse");
  }
}

function outcomeOf(token: TokenView): "allocated" | "alternative" | "waiting" {
  if (token.status === "WAITING") return "waiting";
  return token.movedToAlternative ? "alternative" : "allocated";
}
