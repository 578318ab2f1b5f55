// A rolling restart: one server after another is told to end and started again, behind a balancer, while
// people use all products. Nobody must notice.

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
  }
  const facts = await readFacts(world, { operations: history.operations, faults: [] });
  const failed = history.operations.flatMap(failuresOf);
  const [cutOff, unserved] = [true, false].map((wanted) =>
    failed.filter(({ isCutOff }) => isCutOff === wanted).map(({ what }) => what),
  ) as [string[], string[]];
  return { history, cutOff, unserved, verdicts: judge(facts, rules) };
}

/** `BUSY` is an answer: it says when to ask again. */
function failuresOf({ n, product, name, attempts }: Operation) {
  return attempts.flatMap(({ status, body }) => {
    const { code, error } = (body ?? {}) as { code?: string; error?: string };
    if (status > 0 && (status < 500 || code === "BUSY")) return [];
    const what = `#${n} ${product} ${name}: ${status} ${code ?? error}`;
    return [{ what, isCutOff: code === "CUT_OFF" }];
  });
}
