// npm run bench -- counter: how fast walk-in queues are, beside the spec's own way and beside what
// people use instead. Arguments: --quick only shows that everything runs; names of parts (joins,
// calls, http, memory) run those alone.

import { callNext } from "./counter/call-next.ts";
import { openEngine, prepareEngine } from "./counter/engine.ts";
import { http } from "./counter/http.ts";
import { hotQueue, hundredQueues, oneCaller } from "./counter/joins.ts";
import { memory } from "./counter/memory.ts";
import { paceOf, type Pace } from "./counter/pace.ts";
import { openBullMq, openPgBoss } from "./counter/peers.ts";
import { openSkipLockedQueue } from "./counter/skip-locked.ts";
import { openSpecQueues } from "./counter/spec-transaction.ts";
import { figuresTable, findingsTable, verdict, type Part } from "./report.ts";
import { startServers, type Servers } from "./servers.ts";

const parts: Record<string, (servers: Servers, pace: Pace) => Promise<Part[]>> = {
  joins: joinParts,
  calls: callParts,
  http: async (servers, pace) => [await http(await servers.database("http"), pace)],
  memory: async (servers, pace) => [await memory(await servers.database("memory"), pace)],
};

async function joinParts(servers: Servers, pace: Pace): Promise<Part[]> {
  const spec = await openSpecQueues(await servers.database("spec"), 10);
  const ours = await servers.database("engine");
  await prepareEngine(ours);
  const engine = openEngine(ours);
  pace.progress("One caller alone");
  const alone = await oneCaller(spec, engine, pace);
  pace.progress("A hundred queues");
  const hundred = await hundredQueues(spec, engine, pace);
  pace.progress("Which setting serves the queue libraries best");
  const pgBoss = await openPgBoss(await servers.database("pgboss"), pace);
  const bullMq = await openBullMq((await servers.redis()).port, pace);
  pace.progress("One hot queue");
  const hot = await hotQueue(spec, engine, { pgBoss, bullMq }, pace);
  await Promise.all([spec.close(), engine.close(), pgBoss.close(), bullMq.close()]);
  return [hot, hundred, alone];
}

async function callParts(servers: Servers, pace: Pace): Promise<Part[]> {
  const floor = await openSkipLockedQueue(await servers.database("floor"), 32);
  const ours = await servers.database("calls");
  await prepareEngine(ours);
  const engine = openEngine(ours);
  pace.progress("Calling the next");
  const calls = await callNext(floor, engine, pace);
  await Promise.all([floor.close(), engine.close()]);
  return [calls];
}

const words = process.argv.slice(2);
const chosen = words.filter((word) => word in parts);
const pace = paceOf(words.includes("--quick"), (text) => console.log(text));
const startedAt = performance.now();
const servers = await startServers(pace.progress);
const done: Part[] = [];
try {
  for (const [name, run] of Object.entries(parts)) {
    if (chosen.length === 0 || chosen.includes(name)) done.push(...(await run(servers, pace)));
  }
} finally {
  await servers.stop();
}
const findings = done.flatMap((part) => part.findings);
const said = verdict("counter", findings);
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
const measured = done.flatMap((part) => part.measured);
if (measured.length > 0) console.log(`\n${figuresTable(measured)}`);
console.log(`\n${findingsTable(findings)}\n\n${minutes} minutes`);
console.log(JSON.stringify(said));
process.exit(said.missed.length > 0 ? 1 : 0);
