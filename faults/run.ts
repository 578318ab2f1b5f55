// One run: the world, its traffic, the plan's faults one after another with calm between, then healing,
// and the verdict.

import { setTimeout as pause } from "node:timers/promises";
import { lockedIn, overdueIn, readFacts, type Facts, type PlannedTime } from "./checker/facts.ts";
import { judge, rules, timedRules, type Verdict } from "./checker/rules.ts";
import { Client } from "./client.ts";
import { History } from "./history.ts";
import { inject } from "./inject.ts";
import type { PlannedFault } from "./plan.ts";
import { chanceFrom } from "./random.ts";
import { booking } from "./traffic/booking.ts";
import { boxes } from "./traffic/boxes.ts";
import { counter } from "./traffic/counter.ts";
import { opd } from "./traffic/opd.ts";
import type { Traffic } from "./traffic/traffic.ts";
import { waitroom } from "./traffic/waitroom.ts";
import type { World } from "./world.ts";

export interface RunOptions {
  seed: number;
  plan: readonly PlannedFault[];
  /** Between a fault's end and the next one. */
  calmMs: number;
  /** Also judge what depends on the machine's pace. */
  timed: boolean;
  say(text: string): void;
}

export interface RunResult {
  facts: Facts;
  history: History;
  verdicts: Verdict[];
}

const traffics = [counter, opd, booking, boxes, waitroom] as Traffic[];
const settleMs = 30_000;

export async function runFaults(world: World, options: RunOptions): Promise<RunResult> {
  const { seed, plan, calmMs, timed, say } = options;
  const history = new History();
  const stopping = new AbortController();
  const urls = world.instances.map(({ url }) => url);
  const visits = await openTraffic({ world, urls, history, seed, stopping: stopping.signal });
  const visitors = Promise.all(visits.map((visit) => visit()));
  await pause(calmMs);
  const faults: PlannedTime[] = [];
  for (const [i, fault] of plan.entries()) {
    const startMs = Date.now();
    await inject(world, fault);
    const backMs = Date.now();
    faults.push({ kind: fault.kind, instance: fault.instance, startMs, backMs });
    const seconds = ((backMs - startMs) / 1_000).toFixed(1);
    const asked = history.operations.length;
    const ended = world.instances.reduce((sum, one) => sum + one.endedByItself.length, 0);
    say(
      `${i + 1} of ${plan.length}: ${fault.kind} (server ${fault.instance}, ${seconds} s); ` +
        `${asked} operations so far${ended > 0 ? `, servers ended by themselves: ${ended}` : ""}`,
    );
    await pause(calmMs);
  }
  stopping.abort();
  await visitors;
  await untilSettled(world);
  const facts = await readFacts(world, { operations: history.operations, faults });
  const verdicts = judge(facts, timed ? { ...rules, ...timedRules } : rules);
  return { facts, history, verdicts };
}

/** Everything is there; the visits begin when they are called. */
export async function openTraffic(given: {
  world: World;
  /** Where clients go. */
  urls: readonly string[];
  history: History;
  seed: number;
  stopping: AbortSignal;
}): Promise<(() => Promise<void>)[]> {
  const { world, urls, history, seed, stopping } = given;
  const { key } = world;
  const visits: (() => Promise<void>)[] = [];
  for (const [i, traffic] of traffics.entries()) {
    const { product, people } = traffic;
    const clientFor = (n: number) => {
      const chance = chanceFrom(seed + 1_000 * i + n);
      return new Client({
        name: `${product}-${seed}-${n}`,
        product,
        urls,
        key,
        history,
        chance,
        stopping,
      });
    };
    const place = await traffic.open(clientFor(people));
    for (let n = 0; n < people; n++) {
      const client = clientFor(n);
      visits.push(async () => {
        while (!stopping.aborted) await traffic.visit(client, place);
      });
    }
  }
  return visits;
}

/** What runs out needs a moment to be seen, also when all is well. What does not settle is a fact. */
export async function untilSettled(world: World): Promise<void> {
  for (const until = Date.now() + settleMs; Date.now() < until; await pause(500)) {
    const ready = await Promise.all(world.instances.map((instance) => instance.isReady()));
    if (!ready.every(Boolean)) continue;
    if ((await overdueIn(world)).length === 0 && (await lockedIn(world)).length === 0) return;
  }
}
