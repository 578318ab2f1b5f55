// A rolling restart: one server after another is told to end and started again, behind a balancer, while
// people use all products. Nobody must notice.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { readFacts } from "./checker/facts.ts";
import { judge, rules, type Verdict } from "./checker/rules.ts";
import { Balancer } from "./balancer.ts";
import { History, type Operation } from "./history.ts";
import type { Instance } from "./instance.ts";
import { openTraffic, untilSettled } from "./run.ts";
import type { World } from "./world.ts";

export interface RestartOptions {
  seed: number;
  restarts: number;
  /** How a server is ended. */
  end(instance: Instance): Promise<void>;
  say(text: string): void;
}

export interface RestartResult {
  history: History;
  /** Who was cut off, which no pace of the machine excuses. */
  cutOff: string[];
  /** Who found nobody ready, or had to wait too long. */
  unserved: string[];
  verdicts: Verdict[];
}

export async function runRestarts(world: World, options: RestartOptions): Promise<RestartResult> {
  const { seed, restarts, end, say } = options;
  const history = new History();
  const stopping = new AbortController();
  const pauses = monitorEventLoopDelay();
  pauses.enable();
  const balancer = await Balancer.start(world.instances.map(({ url }) => url));
  try {
    const urls = [balancer.url];
    const visits = await openTraffic({ world, urls, history, seed, stopping: stopping.signal });
    const visitors = Promise.all(visits.map((visit) => visit()));
    for (let n = 0; n < restarts; n++) {
      const instance = world.instances[n % world.instances.length]!;
      await end(instance);
      await instance.start();
      await balancer.untilReady(instance.url);
      say(`Restart ${n + 1} of ${restarts}; ${history.operations.length} operations so far`);
    }
    stopping.abort();
    await visitors;
    await untilSettled(world);
  } finally {
    stopping.abort();
    await balancer.close();
    pauses.disable();
  }
  const facts = await readFacts(world, { operations: history.operations, faults: [] });
  const failed = history.operations.flatMap(failuresOf);
  const [cutOff, unserved] = [true, false].map((wanted) =>
    failed.filter(({ isCutOff }) => isCutOff === wanted).map(({ what }) => what),
  ) as [string[], string[]];
  // A balancer that stands still for longer than a server drains does not turn away in time.
  const stoodStill = `the balancer stood still for up to ${Math.round(pauses.max / 1e6)} ms`;
  if (cutOff.length > 0) cutOff.push(stoodStill);
  return { history, cutOff, unserved, verdicts: judge(facts, rules) };
}

/** `BUSY` is an answer: it says when to ask again. */
function failuresOf({ n, product, name, attempts }: Operation) {
  return attempts.flatMap(({ status, body }) => {
    const { code, error, title } = (body ?? {}) as Record<string, string | undefined>;
    if (status > 0 && (status < 500 || code === "BUSY")) return [];
    const isCutOff = code === "CUT_OFF";
    const what = `#${n} ${product} ${name}: ${status} ${code ?? error}${isCutOff ? `, ${title}` : ""}`;
    return [{ what, isCutOff }];
  });
}
