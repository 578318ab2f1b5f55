// npm run bench -- retention [--tickets 1000000]: old tickets are removed from a queue, with their events,
// while people join it. Joins alone and joins during the removal take turns until everything is gone.

import { parseArgs } from "node:util";
import pg from "pg";
import { Sweeper } from "../src/events/retention/sweeper.ts";
import { Metrics } from "../src/http/metrics.ts";
import { databaseClock } from "../src/infra/clock.ts";
import { createLog } from "../src/infra/log.ts";
import { ticketHistory } from "../src/walkin/retention.ts";
import { openEngine, prepareEngine } from "./counter/engine.ts";
import { closedLoop, medianFigures, speedUp, type Figures } from "./harness.ts";
import { figuresTable, findingsTable, verdict } from "./report.ts";
import { oldTickets, plantOldTickets } from "./retention/old-tickets.ts";
import { startServers } from "./servers.ts";

const { values } = parseArgs({
  options: { tickets: { type: "string", default: "1000000" }, quick: { type: "boolean" } },
});
const count = values.quick ? 5_000 : Number(values.tickets);
const load = { callers: 64, warmUpMs: 500, measureMs: values.quick ? 500 : 4_000 };
const startedAt = performance.now();
const servers = await startServers(console.log);
const alone: Figures[] = [];
const during: Figures[] = [];
let left = count;
try {
  const url = await servers.database("retention");
  await prepareEngine(url);
  const engine = openEngine(url);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined); // it may hear of the server's end before its own
  const [queueId] = (await engine.newQueues(1)) as [string];
  console.log(`Planting ${count.toLocaleString("en-US")} old tickets`);
  await plantOldTickets(pool, queueId, count);
  const joins = () => closedLoop(load, () => engine.join(queueId));

  /** Says whether there is nothing more to remove. */
  async function joinsDuringRemoval(): Promise<boolean> {
    const sweeper = new Sweeper({
      pool,
      clock: databaseClock,
      log: createLog("warn"),
      metrics: new Metrics(),
      consumers: { takenInUpTo: () => Promise.resolve(Number.MAX_SAFE_INTEGER) },
      classes: [ticketHistory],
    });
    let isDone = false;
    const sweeping = sweeper.sweep().then(() => (isDone = true));
    const figures = await joins();
    // The last part is only counted when it was swept all along.
    const wasSwept = !isDone;
    await sweeper.close();
    await sweeping;
    if (wasSwept) during.push(figures);
    else alone.pop();
    return !wasSwept;
  }

  await joins(); // both sides meet a warm engine
  for (let isDone = false; !isDone;) {
    alone.push(await joins());
    isDone = await joinsDuringRemoval();
    left = await oldTickets(pool);
    const [a, b] = [alone.at(-1), during.at(-1)].map((each) => Math.round(each?.perSecond ?? 0));
    console.log(`  ${left.toLocaleString("en-US")} left; alone ${a}/s, during removal ${b}/s`);
  }
  await engine.close();
  await pool.end();
} finally {
  await servers.stop();
}
const measured = [
  { what: "joins alone", figures: medianFigures(alone), rounds: alone },
  { what: "joins while old tickets are removed", figures: medianFigures(during), rounds: during },
] as const;
const findings = [
  {
    name: "joinsDuringRemoval",
    says: "joins while old tickets are removed : joins alone",
    ratio: speedUp(measured[1], measured[0]),
    target: { atLeast: 0.8 },
  },
  {
    name: "left",
    says: "old tickets left : old tickets",
    ratio: left / count,
    target: { atMost: 0 },
  },
];
const said = verdict("retention", findings);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${figuresTable(measured)}\n\n${findingsTable(findings)}\n\n${minutes} minutes`);
console.log(JSON.stringify(said));
process.exit(said.missed.length > 0 ? 1 : 0);
