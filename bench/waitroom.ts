// npm run bench -- waitroom: a million people in one room on one Redis, beside what that Redis does at
// most for a single command. --quick only shows that everything runs.

import { databaseClock } from "../src/infra/clock.ts";
import { closedLoop, speedUp, takeTurns } from "./harness.ts";
import { figuresTable, findingsTable, verdict, type Finding } from "./report.ts";
import { startServers } from "./servers.ts";
import { prepareFloor, startPlainRedis } from "./waitroom/floor.ts";
import { openRooms } from "./waitroom/room.ts";
import { simulateSale } from "./waitroom/sale.ts";

const quick = process.argv.includes("--quick");
const people = quick ? 20_000 : 1_000_000;
const few = 1_000;
const callers = 256;
const phase = quick ? { warmUpMs: 100, measureMs: 500 } : { warmUpMs: 1_000, measureMs: 5_000 };
const rounds = quick ? 1 : 3;
const floorCalls = quick ? 20_000 : 200_000;
const progress = (text: string) => console.log(text);

const servers = await startServers(progress);
let findings: Finding[] = [];
try {
  const redis = await startPlainRedis();
  try {
    const rooms = await openRooms(await servers.database("waitroom"), redis.port, databaseClock);
    const usedBytes = async () => {
      const info = await rooms.redis.client.info("memory");
      return Number(/used_memory:(\d+)/.exec(info)![1]);
    };
    progress(`${people.toLocaleString("en-US")} people join one room`);
    const before = await usedBytes();
    const room = await rooms.newRoom({ state: "paused" });
    const crowd = await rooms.fill(room, people);
    const bytesEach = ((await usedBytes()) - before) / people;
    const small = await rooms.newRoom({ state: "paused" });
    const handful = await rooms.fill(small, few);
    const floor = await prepareFloor(rooms.redis, redis.port, people);
    const anyOf = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)]!;

    const measured = await takeTurns(
      rounds,
      [
        {
          name: "redis-benchmark, EVALSHA of one ZADD",
          measure: () => floor.zadd(floorCalls),
        },
        {
          name: `joins with ${people.toLocaleString("en-US")} waiting`,
          async measure() {
            const figures = await closedLoop({ callers, ...phase }, () => rooms.join(room));
            await rooms.dropEvents(room);
            return figures;
          },
        },
        {
          name: "redis-benchmark, EVALSHA of one ZRANK",
          measure: () => floor.zrank(floorCalls),
        },
        {
          name: `heartbeats with position, ${people.toLocaleString("en-US")} waiting`,
          measure: () =>
            closedLoop({ callers, ...phase }, () => rooms.heartbeat(room, anyOf(crowd))),
        },
        {
          name: `heartbeats with position, ${few.toLocaleString("en-US")} waiting`,
          measure: () =>
            closedLoop({ callers, ...phase }, () => rooms.heartbeat(small, anyOf(handful))),
        },
      ] as const,
      progress,
    );
    const [zadd, joins, zrank, beats, beatsOfFew] = measured;
    await rooms.redis.client.flushall("ASYNC");
    await rooms.close();

    progress(`A sale for ${people.toLocaleString("en-US")} people, simulated`);
    const sale = await simulateSale(await servers.database("sale"), redis.port, people);
    progress(
      `  ${sale.admitted} admitted and ${sale.left} gone by themselves in ${sale.simulatedSeconds} ` +
        `simulated seconds; at most ${sale.maxHeld} of ${sale.cap} places held; shown wait: mean ` +
        `error ${(sale.meanError * 100).toFixed(1)} %, ${(sale.withinRange * 100).toFixed(0)} % of ` +
        `${sale.samples} within the shown range`,
    );
    findings = [
      {
        name: "joinsVsZadd",
        says: "joins a second : EVALSHA of one ZADD",
        ratio: speedUp(joins, zadd),
        target: { atLeast: 0.5 },
      },
      {
        name: "heartbeatsVsZrank",
        says: "heartbeats with position a second : EVALSHA of one ZRANK",
        ratio: speedUp(beats, zrank),
        target: { atLeast: 0.5 },
      },
      {
        name: "positionCostManyVsFew",
        says: `cost of a position, ${people.toLocaleString("en-US")} waiting : ${few} waiting`,
        ratio: speedUp(beatsOfFew, beats),
        target: { atMost: 2 },
      },
      {
        name: "bytesPerVisitor",
        says: "bytes of Redis's memory for each visitor",
        ratio: bytesEach,
        target: { below: 400 },
      },
      {
        name: "saleOutOfOrder",
        says: "simulated sale: admitted out of order",
        ratio: sale.outOfOrder,
        target: { atMost: 0 },
      },
      {
        name: "saleMostHeldVsCap",
        says: "simulated sale: most places held : cap",
        ratio: sale.maxHeld / sale.cap,
        target: { atMost: 1 },
      },
      {
        name: "saleSeenToTheEnd",
        says: "simulated sale: admitted or gone : people",
        ratio: (sale.admitted + sale.left) / sale.people,
        target: { atLeast: 1 },
      },
    ];
    console.log(`\n${figuresTable(measured)}\n\n${findingsTable(findings)}`);
    console.log(`\nmean error of the shown wait: ${(sale.meanError * 100).toFixed(1)} %`);
  } finally {
    await redis.stop();
  }
} finally {
  await servers.stop();
}
const said = verdict("waitroom", findings);
console.log(JSON.stringify(said));
process.exit(said.missed.length > 0 ? 1 : 0);
