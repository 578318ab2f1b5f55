// Calling the next person, 32 desks at once, while a full house waits.

import { closedLoop, speedUp, takeTurns, type Figures } from "../harness.ts";
import type { Part } from "../report.ts";
import type { EngineQueues } from "./engine.ts";
import type { Pace } from "./pace.ts";
import type { SkipLockedQueue } from "./skip-locked.ts";

const callers = 32;

export async function callNext(
  floor: SkipLockedQueue,
  engine: EngineQueues,
  pace: Pace,
): Promise<Part> {
  // Nobody may run out of people: a tenth is left when the measurement has to end.
  const load = { callers, ...pace.phase, maxCalls: pace.waiting * 0.9 };

  async function floorCalls(): Promise<Figures> {
    await floor.fill(pace.waiting);
    return closedLoop(load, () => floor.callNext());
  }

  async function engineCalls(): Promise<Figures> {
    const [queueId = ""] = await engine.newQueues(1);
    await fill(engine, queueId, pace.waiting);
    await engine.settle();
    return closedLoop(load, () => engine.callNext(queueId));
  }

  const waiting = `${pace.waiting.toLocaleString("en-US")} waiting`;
  const sides = [
    { name: `SKIP LOCKED one at a time, ${waiting}, 32 callers`, measure: floorCalls },
    { name: `engine call-next, ${waiting}, 32 callers`, measure: engineCalls },
  ] as const;
  const measured = await takeTurns(pace.rounds, sides, pace.progress);
  return {
    measured,
    findings: [
      {
        name: "callNextVsSkipLocked",
        says: "call-next, 32 callers : FOR UPDATE SKIP LOCKED",
        ratio: speedUp(measured[1], measured[0]),
        target: { atLeast: 2.5 },
      },
    ],
  };
}

async function fill(engine: EngineQueues, queueId: string, people: number): Promise<void> {
  const load = { callers: 512, warmUpMs: 0, measureMs: 120_000, maxCalls: people };
  await closedLoop(load, () => engine.join(queueId));
}
