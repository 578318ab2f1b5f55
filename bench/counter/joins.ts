// Joins: the engine against the spec's transaction and the queue libraries, side by side.

import { closedLoop, speedUp, takeTurns } from "../harness.ts";
import type { Part } from "../report.ts";
import type { EngineQueues } from "./engine.ts";
import type { Pace } from "./pace.ts";
import type { Peer } from "./peers.ts";
import type { SpecQueues } from "./spec-transaction.ts";

/** A fresh queue each time: the spec's gets slower with everyone who waits. */
async function specJoins(spec: SpecQueues, pace: Pace, callers: number, queues: number) {
  await spec.reset(queues);
  return closedLoop({ callers, ...pace.phase }, () => spec.join(anyOf(queues)));
}

async function engineJoins(engine: EngineQueues, pace: Pace, callers: number, queues: number) {
  const ids = await engine.newQueues(queues);
  return closedLoop({ callers, ...pace.phase }, () => engine.join(ids[anyOf(queues)] ?? ""));
}

const anyOf = (count: number): number => Math.floor(Math.random() * count);

export async function hotQueue(
  spec: SpecQueues,
  engine: EngineQueues,
  peers: { pgBoss: Peer; bullMq: Peer },
  pace: Pace,
): Promise<Part> {
  const sides = [
    {
      name: "spec's transaction, hot queue, 64 callers, pool of 10",
      measure: () => specJoins(spec, pace, 64, 1),
    },
    { name: "engine, hot queue, 256 callers", measure: () => engineJoins(engine, pace, 256, 1) },
    { name: "engine, hot queue, 16 callers", measure: () => engineJoins(engine, pace, 16, 1) },
    peers.pgBoss,
    peers.bullMq,
  ] as const;
  const measured = await takeTurns(pace.rounds, sides, pace.progress);
  const [base, many, few, pgBoss, bullMq] = measured;
  return {
    measured,
    findings: [
      {
        name: "hotQueueVsSpec",
        says: "joins, hot queue, 256 callers : spec's transaction",
        ratio: speedUp(many, base),
        target: { atLeast: 30 },
      },
      {
        name: "hotQueueP95VsSpec",
        says: "p95 of those joins : p95 of the spec's transaction",
        ratio: many.figures.p95 / base.figures.p95,
        target: { below: 1 },
      },
      {
        name: "hotQueueVsPgBoss",
        says: "joins, hot queue, 256 callers : pg-boss send",
        ratio: speedUp(many, pgBoss),
        target: { atLeast: 10 },
      },
      {
        name: "hotQueueVsBullMq",
        says: "joins, hot queue, 256 callers : BullMQ add",
        ratio: speedUp(many, bullMq),
        target: { atLeast: 1 },
      },
      {
        name: "hotQueue16VsSpec",
        says: "joins, hot queue, 16 callers : spec's transaction",
        ratio: speedUp(few, base),
        target: { atLeast: 8 },
      },
    ],
  };
}

export async function hundredQueues(
  spec: SpecQueues,
  engine: EngineQueues,
  pace: Pace,
): Promise<Part> {
  const sides = [
    {
      name: "spec's transaction, 100 queues, 64 callers, pool of 10",
      measure: () => specJoins(spec, pace, 64, 100),
    },
    { name: "engine, 100 queues, 256 callers", measure: () => engineJoins(engine, pace, 256, 100) },
  ] as const;
  const measured = await takeTurns(pace.rounds, sides, pace.progress);
  return {
    measured,
    findings: [
      {
        name: "hundredQueuesVsSpec",
        says: "joins, 100 queues, 256 callers : spec's transaction",
        ratio: speedUp(measured[1], measured[0]),
        target: { atLeast: 9 },
      },
    ],
  };
}

export async function oneCaller(spec: SpecQueues, engine: EngineQueues, pace: Pace): Promise<Part> {
  const sides = [
    { name: "spec's transaction, one caller alone", measure: () => specJoins(spec, pace, 1, 1) },
    { name: "engine, one caller alone", measure: () => engineJoins(engine, pace, 1, 1) },
  ] as const;
  const measured = await takeTurns(pace.rounds, sides, pace.progress);
  return {
    measured,
    findings: [
      {
        name: "oneCallerVsSpec",
        says: "joins, one caller alone : spec's transaction",
        ratio: speedUp(measured[1], measured[0]),
        target: { atLeast: 1 },
      },
    ],
  };
}
