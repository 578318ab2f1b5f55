// npm run bench -- booking: bookings of three of twenty resources by many callers at once, beside the
// spec's lock rows; and the free times of twenty resources over thirty days with 10,000 bookings, beside
// asking day by day. --quick only shows that everything runs.

import { openOurBookings, type OurBookings } from "./booking/our-bookings.ts";
import { openSpecBookings } from "./booking/spec-locks.ts";
import { closedLoop, speedUp, takeTurns } from "./harness.ts";
import { figuresTable, findingsTable, verdict, type Finding } from "./report.ts";
import { startServers } from "./servers.ts";

const quick = process.argv.includes("--quick");
const phase = quick ? { warmUpMs: 200, measureMs: 800 } : { warmUpMs: 1_000, measureMs: 5_000 };
const rounds = quick ? 1 : 3;
const resources = 20;
const days = 30;
const bookings = quick ? 1_000 : 10_000;
const progress = (text: string) => console.log(text);
const hourMs = 3_600_000;
const anyOf = (count: number) => Math.floor(Math.random() * count);

/** Three resources in any order, half an hour at any time of two years: they meet at the locks. */
function anyWish(): [number[], Date, Date] {
  const chosen = new Set<number>();
  while (chosen.size < 3) chosen.add(anyOf(resources));
  const start = tomorrow + anyOf(2 * 365 * 48) * (hourMs / 2);
  return [[...chosen], new Date(start), new Date(start + hourMs / 2)];
}

const tomorrow = Math.ceil((Date.now() + 24 * hourMs) / (24 * hourMs)) * 24 * hourMs;

const servers = await startServers(progress);
let findings: Finding[] = [];
try {
  const spec = await openSpecBookings(await servers.database("spec"), 10);
  const ours = await openOurBookings(await servers.database("ours"));
  progress(`Bookings of 3 of ${resources} resources`);
  const contended = await takeTurns(
    rounds,
    [
      {
        name: "spec's lock rows, 64 callers, pool of 10",
        async measure() {
          await spec.reset();
          return closedLoop({ callers: 64, ...phase }, () => spec.book(...anyWish()));
        },
      },
      {
        name: "ours, 64 callers",
        async measure() {
          await ours.reset(resources);
          return closedLoop({ callers: 64, ...phase }, () => ours.book(...anyWish()));
        },
      },
      {
        name: "ours, 256 callers",
        async measure() {
          await ours.reset(resources);
          return closedLoop({ callers: 256, ...phase }, () => ours.book(...anyWish()));
        },
      },
    ] as const,
    progress,
  );
  const doubles = await ours.doubles();
  const free = await freeTimes(ours);
  const [base, same, many] = contended;
  findings = [
    {
      name: "bookingsVsSpec",
      says: "bookings a second, 64 callers : the spec's lock rows",
      ratio: speedUp(same, base),
      target: { atLeast: 5 },
    },
    {
      name: "manyVsSpec",
      says: "bookings a second, 256 callers : the spec's lock rows",
      ratio: speedUp(many, base),
      target: { atLeast: 5 },
    },
    {
      name: "p95VsSpec",
      says: "p95 with 64 callers : p95 of the spec's",
      ratio: same.figures.p95 / base.figures.p95,
      target: { below: 1 },
    },
    {
      name: "doubleBookings",
      says: `double bookings among ${(await ours.count()).toLocaleString("en-US")}`,
      ratio: doubles,
      target: { atMost: 0 },
    },
    {
      name: "freeTimesVsDayByDay",
      says: `free times of ${resources} resources over ${days} days : day by day`,
      ratio: speedUp(free[1], free[0]),
      target: { atLeast: 5 },
    },
  ];
  console.log(`\n${figuresTable([...contended, ...free])}\n\n${findingsTable(findings)}`);
  await Promise.all([spec.close(), ours.close()]);
} finally {
  await servers.stop();
}
const said = verdict("booking", findings);
console.log(JSON.stringify(said));
process.exit(said.missed.length > 0 ? 1 : 0);

/** Twenty resources with 10,000 bookings over thirty days; all of their free times, in one go. */
async function freeTimes(ours: OurBookings) {
  await ours.reset(resources);
  progress(`Free times with ${bookings.toLocaleString("en-US")} bookings`);
  let made = 0;
  const wanted = bookings / resources;
  // Each resource evenly over the thirty days, twenty minutes each.
  const stepMs = (days * 24 * hourMs) / wanted;
  await closedLoop(
    { callers: 64, warmUpMs: 0, measureMs: 600_000, maxCalls: bookings },
    async () => {
      const n = made++;
      const start = tomorrow + Math.floor(n / resources) * stepMs;
      const booked = await ours.book(
        [n % resources],
        new Date(start),
        new Date(start + 20 * 60_000),
      );
      if (!booked) throw new Error("a booking that should fit was taken");
    },
  );
  const all = Array.from({ length: resources }, (_, n) => n);
  const whole = async () => {
    const found = await Promise.all(
      all.map((n) => ours.free(n, new Date(tomorrow), new Date(tomorrow + days * 24 * hourMs))),
    );
    return found.flat().length;
  };
  const dayByDay = async () => {
    let stretches = 0;
    for (let day = 0; day < days; day += 1) {
      const [from, to] = [day, day + 1].map((d) => new Date(tomorrow + d * 24 * hourMs));
      const found = await Promise.all(all.map((n) => ours.free(n, from!, to!)));
      stretches += found.flat().length;
    }
    return stretches;
  };
  const stretches = await whole();
  if (stretches < bookings * 0.9) throw new Error(`only ${stretches} free stretches`);
  const asked = async (times: number, ask: () => Promise<unknown>) => {
    await ask();
    return closedLoop({ callers: 1, warmUpMs: 0, measureMs: 600_000, maxCalls: times }, ask);
  };
  return takeTurns(
    rounds,
    [
      {
        name: "free times, 30 × 20 questions of a day",
        measure: () => asked(quick ? 2 : 5, dayByDay),
      },
      { name: "free times, 20 questions of 30 days", measure: () => asked(quick ? 5 : 30, whole) },
    ] as const,
    progress,
  );
}
