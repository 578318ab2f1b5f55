// npm run faults: the whole plan on a world of its own, then a rolling restart on another, with what
// happens as it happens, and a verdict.

import { copyFile, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import type { Verdict } from "./checker/rules.ts";
import type { History } from "./history.ts";
import type { Instance } from "./instance.ts";
import { faultKinds, planOf, type FaultKind } from "./plan.ts";
import { runRestarts } from "./restarts.ts";
import { runFaults } from "./run.ts";
import { startWorld, type World, type WorldOptions } from "./world.ts";

const shortMostMs = 6_000;
const longMostMs = 12_000;
/** Five seconds to heal, and some in which everybody must be served. */
const calmMs = 9_000;
const longMs = 3_600_000;
const instances = 3;
const problemsShown = 5;

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    long: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    rounds: { type: "string" },
    restarts: { type: "string" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/** A restart of each server, several times; not where only some faults are wanted. */
const restarts = Number(values.restarts ?? (values.only.length > 0 ? 0 : 20));
let world: World | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void world?.stop().finally(() => process.exit(130)));
}
// Nothing else may be left that keeps us here until all of it is gone.
setInterval(() => undefined, 1_000);
const diskMegabytes = values.long ? 8_000 : 1_000;
const broken = await inWorld({ instances, diskMegabytes }, run);
const noticed = restarts > 0 && (await inWorld({ instances, diskMegabytes: null }, restartAll));
process.exit(broken || noticed ? 1 : 0);

async function inWorld(
  options: WorldOptions,
  work: (on: World) => Promise<boolean>,
): Promise<boolean> {
  world = await startWorld(options);
  try {
    return await work(world);
  } finally {
    await world.stop();
  }
}

/** Whether something is wrong. */
async function run(on: World): Promise<boolean> {
  const kinds = kindsFor(on);
  const maxMs = values.long ? longMostMs : shortMostMs;
  const roundMs = kinds.length * (calmMs + maxMs / 2);
  const rounds = Number(values.rounds ?? (values.long ? Math.ceil(longMs / roundMs) : 1));
  const plan = planOf(seed, { kinds, instances, rounds, maxMs });
  say(
    `Seed ${seed}: ${plan.length} faults, about ${Math.ceil((rounds * roundMs) / 60_000)} minutes`,
  );
  const { verdicts, history } = await runFaults(on, { seed, plan, calmMs, timed: true, say });
  return tell(on, history, verdicts, `faults-${seed}`);
}

async function restartAll(on: World): Promise<boolean> {
  say(`A rolling restart: ${restarts} restarts`);
  const options = { seed, restarts, end: (instance: Instance) => instance.stop(), say };
  const { history, verdicts, cutOff, unserved } = await runRestarts(on, options);
  const all = [
    ...verdicts,
    { rule: "nobody is cut off by a restart", problems: cutOff },
    { rule: "everybody is served during a restart", problems: unserved },
  ];
  return tell(on, history, all, `faults-${seed}-restarts`);
}

async function tell(
  on: World,
  history: History,
  verdicts: readonly Verdict[],
  folder: string,
): Promise<boolean> {
  say(`${history.operations.length} operations in all`);
  for (const { rule, problems } of verdicts) {
    say(`${problems.length === 0 ? "ok    " : "FAILED"} ${rule}`);
    for (const problem of problems.slice(0, problemsShown)) say(`         ${problem}`);
    if (problems.length > problemsShown)
      say(`         and ${problems.length - problemsShown} more`);
  }
  const isWrong = verdicts.some(({ problems }) => problems.length > 0);
  if (isWrong) {
    await mkdir(folder, { recursive: true });
    history.write(join(folder, "history.jsonl"));
    for (const { logFile } of on.instances)
      await copyFile(logFile, join(folder, basename(logFile)));
    say(`FAILED. The history and the servers' logs are in ${folder}/; again: -- --seed ${seed}`);
  } else say("All promises held.");
  return isWrong;
}

function kindsFor({ postgres }: World): FaultKind[] {
  const { only } = values;
  const wanted = faultKinds.filter(
    (kind) => only.length === 0 || only.some((part) => kind.includes(part)),
  );
  if (wanted.length === 0) throw new Error(`There is no fault like ${only.join(", ")}.`);
  if (postgres.hasOwnDisk) return wanted;
  say("A full disk is NOT tried: only root can give PostgreSQL a small disk of its own.");
  return wanted.filter((kind) => kind !== "PostgreSQL's disk full");
}
