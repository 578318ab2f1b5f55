// Which faults come, in which order, where, and for how long. The same seed gives the same plan.

import { chanceFrom } from "./random.ts";

export const faultKinds = [
  "server killed",
  "server frozen",
  "server's clock ahead",
  "server's clock behind",
  "PostgreSQL killed",
  "PostgreSQL's backend killed",
  "PostgreSQL stopped",
  "PostgreSQL frozen",
  "PostgreSQL's connections ended",
  "PostgreSQL's disk full",
  "commit held back while PostgreSQL crashes",
  "replies lost after commit",
  "network cut",
  "network refused",
  "network frozen",
  "network half-open",
  "Redis killed",
  "Redis emptied",
  "Redis back with what it was",
  "Redis frozen",
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface PlannedFault {
  kind: FaultKind;
  /** Which server, for what hits one. */
  instance: number;
  lastsMs: number;
}

export interface PlanOptions {
  kinds: readonly FaultKind[];
  instances: number;
  /** How often each kind comes. */
  rounds: number;
  /** As long as one may last. */
  maxMs: number;
}

const minMs = 1_000;

export function planOf(seed: number, options: PlanOptions): PlannedFault[] {
  const { kinds, instances, rounds, maxMs } = options;
  const chance = chanceFrom(seed);
  return Array.from({ length: rounds }, () => chance.shuffled(kinds))
    .flat()
    .map((kind) => ({
      kind,
      instance: chance.below(instances),
      lastsMs: chance.between(minMs, maxMs),
    }));
}
