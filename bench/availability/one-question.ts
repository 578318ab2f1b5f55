// One question for ninety days against ninety questions for one, over one connection; and how long the
// slots themselves take, against one request for a single day.

import { slotsIn } from "../../src/availability/schedule.ts";
import { withTaken } from "../../src/availability/occupancy.ts";
import { closedLoop, speedUp, takeTurns, type Figures } from "../harness.ts";
import type { Part } from "../report.ts";
import { days, placesTaken, type BusyDoctor } from "./busy-doctor.ts";

type Progress = (text: string) => void;

/** So many questions one after another, after some to warm up. */
async function asked(times: number, ask: () => Promise<unknown>): Promise<Figures> {
  for (let n = 0; n < times / 5; n += 1) await ask();
  const load = { callers: 1, warmUpMs: 0, measureMs: 600_000, maxCalls: times };
  return closedLoop(load, ask);
}

export async function oneQuestion(
  doctor: BusyDoctor,
  rounds: number,
  progress: Progress,
): Promise<Part> {
  const whole = () => doctor.slots(0, days);
  async function dayByDay(): Promise<string[]> {
    const answers: string[] = [];
    for (let day = 0; day < days; day += 1) answers.push(await doctor.slots(day, 1));
    return answers;
  }
  const places = placesTaken(await whole());
  const inParts = (await dayByDay()).reduce((sum, answer) => sum + placesTaken(answer), 0);
  if (places !== inParts || places < 5_000) throw new Error(`${places} and ${inParts} places`);
  progress(`Ninety days, ${places.toLocaleString("en-US")} places taken`);

  const sides = [
    { name: "90 questions of a day each", measure: () => asked(10, dayByDay) },
    { name: "one question of 90 days", measure: () => asked(100, whole) },
  ] as const;
  const measured = await takeTurns(rounds, sides, progress);
  return {
    measured,
    findings: [
      {
        name: "oneQuestionVsDayByDay",
        says: "90 days in one question : day by day",
        ratio: speedUp(measured[1], measured[0]),
        target: { atLeast: 20 },
      },
    ],
  };
}

export async function computing(
  doctor: BusyDoctor,
  rounds: number,
  progress: Progress,
): Promise<Part> {
  const { hours, taken, from, to } = await doctor.read();
  const compute = async () => withTaken(slotsIn(hours, from, to), taken);
  const sides = [
    { name: "one request for one day", measure: () => asked(200, () => doctor.slots(1, 1)) },
    { name: "computing the slots of 90 days", measure: () => asked(500, compute) },
  ] as const;
  const measured = await takeTurns(rounds, sides, progress);
  return {
    measured,
    findings: [
      {
        name: "computingVsRequest",
        says: "time of the slots of 90 days : time of one request",
        ratio: measured[1].figures.p50 / measured[0].figures.p50,
        target: { below: 1 },
      },
    ],
  };
}
