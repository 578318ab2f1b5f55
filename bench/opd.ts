// npm run bench -- opd: how fast tokens are given into 200 slots, beside the spec's own way.
// --quick only shows that everything runs.

import { closedLoop, speedUp, takeTurns } from "./harness.ts";
import { openEngineSlots } from "./opd/engine-allocation.ts";
import { openSpecSlots } from "./opd/spec-allocation.ts";
import { figuresTable, findingsTable, verdict, type Finding } from "./report.ts";
import { startServers } from "./servers.ts";

const doctors = 10;
const slots = 20;
const quick = process.argv.includes("--quick");
const phase = quick ? { warmUpMs: 200, measureMs: 800 } : { warmUpMs: 1_000, measureMs: 5_000 };
const rounds = quick ? 1 : 5;
// Enough places that no slot fills up while it is measured; that they do not overfill is checked.
const capacity = 1_000;
const progress = (text: string) => console.log(text);
const anyOf = (count: number) => Math.floor(Math.random() * count);

const servers = await startServers(progress);
let findings: Finding[] = [];
try {
  const spec = await openSpecSlots(await servers.database("spec"), 10, capacity);
  const ours = await openEngineSlots(await servers.database("engine"), {
    doctors,
    slots,
    capacity,
  });
  const small = await openEngineSlots(await servers.database("small"), {
    doctors,
    slots,
    capacity: 10,
  });
  progress(`Allocation into ${doctors * slots} slots`);
  const measured = await takeTurns(
    rounds,
    [
      {
        name: "spec's way, 64 callers, pool of 10",
        async measure() {
          await spec.reset();
          return closedLoop({ callers: 64, ...phase }, () =>
            spec.allocate(anyOf(doctors), anyOf(slots)),
          );
        },
      },
      {
        name: "engine, 768 callers",
        async measure() {
          await ours.reset();
          return closedLoop({ callers: 768, ...phase }, () =>
            ours.allocate(anyOf(doctors), anyOf(slots)),
          );
        },
      },
    ] as const,
    progress,
  );
  progress("Filling slots of ten places with 4,000 people");
  await small.reset();
  let allocated = 0;
  let asked = 0;
  await closedLoop({ callers: 256, warmUpMs: 0, measureMs: 60_000, maxCalls: 4_000 }, async () => {
    asked += 1;
    if (await small.allocate(anyOf(doctors), anyOf(slots))) allocated += 1;
  });
  const fullest = await small.fullest();
  const [base, many] = measured;
  findings = [
    {
      name: "allocationVsSpec",
      says: "tokens a second, 768 callers : spec's way",
      ratio: speedUp(many, base),
      target: { atLeast: 20 },
    },
    {
      name: "p95VsSpec",
      says: "p95 of those : p95 of the spec's way",
      ratio: many.figures.p95 / base.figures.p95,
      target: { below: 1 },
    },
    {
      name: "fullestSlotOverRegularPlaces",
      says: `fullest slot after ${asked} wishes : its 8 places outside the reserve`,
      ratio: fullest / 8,
      target: { atMost: 1 },
    },
  ];
  console.log(`\n${figuresTable(measured)}\n\n${findingsTable(findings)}`);
  console.log(`\n${allocated} of ${asked} were allocated, the others wait`);
  await Promise.all([spec.close(), ours.close(), small.close()]);
} finally {
  await servers.stop();
}
const said = verdict("opd", findings);
console.log(JSON.stringify(said));
process.exit(said.missed.length > 0 ? 1 : 0);
