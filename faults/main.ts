// npm run faults: the whole plan on a world of its own, with what happens as it happens, and a verdict.

import { copyFile, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { faultKinds, planOf, type FaultKind } from "./plan.ts";
import { runFaults } from "./run.ts";
import { startWorld, type World } from "./world.ts";

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
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

const world = await startWorld({ instances, diskMegabytes: values.long ? 8_000 : 1_000 });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void world.stop().finally(() => process.exit(130)));
}
// Nothing else may be left that keeps us here until all of it is gone.
setInterval(() => undefined, 1_000);
let failed = true;
try {
  failed = await run(world);
} finally {
  await world.stop();
}
process.exit(failed ? 1 : 0);

async function run(on: World): Promise<boolean> {
  const kinds = kindsFor(on);
  const mostMs = values.long ? longMostMs : shortMostMs;
  const roundMs = kinds.length * (calmMs + mostMs / 2);
  const rounds = Number(values.rounds ?? (values.long ? Math.ceil(longMs / roundMs) : 1));
  const plan = planOf(seed, { kinds, instances, rounds, mostMs });
  say(
    `Seed ${seed}: ${plan.length} faults, about ${Math.ceil((rounds * roundMs) / 60_000)} minutes`,
  );
  const { verdicts, history } = await runFaults(on, { seed, plan, calmMs, timed: true, say });
  say(`${history.operations.length} operations in all`);
  for (const { rule, problems } of verdicts) {
    say(`${problems.length === 0 ? "ok    " : "FAILED"} ${rule}`);
    for (const problem of problems.slice(0, problemsShown)) say(`         ${problem}`);
    if (problems.length > problemsShown)
      say(`         and ${problems.length - problemsShown} more`);
  }
  const isWrong = verdicts.some(({ problems }) => problems.length > 0);
  if (isWrong) {
    const folder = `faults-${seed}`;
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
