// npm run bench -- boxes: 5,000 people on one inventory of 100 boxes, beside the spec's own way; and
// 10,000 holds that fall due together. --quick only shows that everything runs.

import { closedLoop, speedUp, takeTurns, type Figures } from "./harness.ts";
import { openEngineBoxes } from "./boxes/engine-reservation.ts";
import { openSpecBoxes, type Boxes } from "./boxes/spec-reservation.ts";
import { figuresTable, findingsTable, verdict, type Finding } from "./report.ts";
import { startServers } from "./servers.ts";

const quick = process.argv.includes("--quick");
const people = quick ? 500 : 5_000;
const boxes = 100;
const holds = quick ? 1_000 : 10_000;
const inventories = 50;
const rounds = quick ? 1 : 5;
const callers = 128;
const withinMs = 2_000;
const progress = (text: string) => console.log(text);

/** Everybody asks once; wins are counted by who got one and by what is stored. */
async function rush(side: Boxes, callers: number, wins: number[]): Promise<Figures> {
  await side.reset(boxes);
  let won = 0;
  const load = { callers, warmUpMs: 0, measureMs: 120_000, maxCalls: people };
  const figures = await closedLoop(load, async () => {
    if (await side.reserve()) won += 1;
  });
  wins.push(won, await side.sold());
  return figures;
}

const servers = await startServers(progress);
let findings: Finding[] = [];
try {
  const redis = await servers.redis();
  const spec = await openSpecBoxes(await servers.database("spec"), redis.port, 10);
  const ours = await openEngineBoxes(await servers.database("engine"));
  const [specWins, wins]: [number[], number[]] = [[], []];
  // Plans and code are warm for both: a first rush that nobody counts.
  await rush(spec, 16, []);
  for (let i = 0; i < 3; i++) await rush(ours, callers, []);
  progress(`${people} people on ${boxes} boxes`);
  const measured = await takeTurns(
    rounds,
    [
      { name: "spec's way, 16 callers, pool of 10", measure: () => rush(spec, 16, specWins) },
      { name: `engine, ${callers} callers`, measure: () => rush(ours, callers, wins) },
    ] as const,
    progress,
  );
  progress(`${holds} holds that fall due together, while others want the boxes`);
  await ours.fill(inventories, holds / inventories);
  const full = await ours.sold();
  let sold = 0;
  let isOver = false;
  const buyers = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) if (await ours.reserveAnywhere()) sold += 1;
    }),
  );
  const { dueAt, decidedAt, committedAt } = await ours.expireTogether(3_000);
  isOver = true;
  await buyers;
  const [stored, counted] = [await ours.sold(), await ours.counted()];
  const [base, many] = measured;
  const worst = (numbers: readonly number[]) =>
    Math.max(...numbers.map((won) => Math.abs(won - boxes)));
  findings = [
    {
      name: "reservationsVsSpec",
      says: `answers a second, ${callers} callers : spec's way`,
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
      name: "winnersTooManyOrFew",
      says: `winners that were not ${boxes}, in the worst round`,
      ratio: worst(wins),
      target: { atMost: 0 },
    },
    {
      name: "expiryLagSeconds",
      says: `seconds until the last of ${holds} holds was given back, committed`,
      ratio: (committedAt - dueAt) / 1_000,
      target: { atMost: withinMs / 1_000 },
    },
    {
      name: "soldTwice",
      says: "boxes sold meanwhile that were not there, or not counted",
      ratio: Math.abs(stored - sold) + Math.abs(counted - stored) + Math.abs(full - holds),
      target: { atMost: 0 },
    },
  ];
  console.log(`\n${figuresTable(measured)}\n\n${findingsTable(findings)}`);
  console.log(`\nwinners of each round: ${wins.join(", ")}; spec's way: ${specWins.join(", ")}`);
  console.log(
    `the last hold was decided ${decidedAt - dueAt} ms after its deadline; ${sold} sold again`,
  );
  await Promise.all([spec.close(), ours.close()]);
} finally {
  await servers.stop();
}
const said = verdict("boxes", findings);
console.log(JSON.stringify(said));
process.exit(said.missed.length > 0 ? 1 : 0);
