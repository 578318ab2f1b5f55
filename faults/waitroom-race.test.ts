// Four processes let a crowd into a room of twenty places, all at once: never more than twenty with a
// pass or a session, by the order in which the events were written; nobody twice, nobody left outside.

import { describe } from "node:test";
import type { FreshDatabase } from "../test/database.ts";
import { startRedis } from "../test/redis.ts";
import { call, raceWithControl, type Race } from "./processes.ts";

const places = 20;
const clients = 100;

interface Position {
  id: string;
  status: string;
}

const race: Race = async (urls, database) => {
  const { body } = await call(urls[0]!, "/v1/rooms", {
    name: "Sale",
    targetUrl: "https://shop.example/",
    maxActive: places,
    admitPerSecond: 100_000,
    heartbeatSeconds: 600,
  });
  const room = body as { id: string };
  const problems: string[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      const at = (step: number) => urls[(n + step) % urls.length]!;
      const joined = await call(at(0), `/v1/rooms/${room.id}/positions`, { sessionId: `s${n}` });
      const { id } = joined.body as Position;
      let status = "";
      for (let step = 1; status !== "ADMITTED"; step++) {
        const { body } = await call(at(step), `/v1/positions/${id}`);
        status = (body as Position).status;
        if (status !== "WAITING" && status !== "ADMITTED") {
          problems.push(`somebody who waited is ${status}`);
          return;
        }
      }
      for (const act of ["start", "complete"]) {
        const answer = await call(at(2), `/v1/positions/${id}/${act}`, {});
        if (answer.status !== 200) problems.push(`${act} answered ${answer.status}`);
      }
    }),
  );
  return [...problems, ...(await judge(urls[0]!, room.id, database))];
};

async function judge(url: string, roomId: string, database: FreshDatabase): Promise<string[]> {
  const problems: string[] = [];
  // Redis's events come to the table a moment later.
  let rows: { type: string; before: { status: string } | null }[] = [];
  for (;;) {
    ({ rows } = await database.pool.query(
      `select type, before from event where line_id = $1 and ticket_id is not null order by seq`,
      [roomId],
    ));
    const ended = rows.filter(({ type }) => type === "waitroom.completed").length;
    if (ended >= clients || problems.length > 0) break;
  }
  let held = 0;
  let most = 0;
  for (const { type, before } of rows) {
    if (type === "waitroom.admitted") held += 1;
    if (type === "waitroom.completed") held -= 1;
    if (type === "waitroom.expired" && before?.status !== "WAITING") held -= 1;
    most = Math.max(most, held);
  }
  if (most > places) problems.push(`${most} were in at once, for ${places} places`);
  const { body } = await call(url, `/v1/rooms/${roomId}/stats`);
  const { waiting, admitted, active, completed, admittedTotal } = body as Record<string, number>;
  const counts = { waiting, admitted, active, completed, admittedTotal };
  const wanted = { waiting: 0, admitted: 0, active: 0, completed: clients, admittedTotal: clients };
  if (JSON.stringify(counts) !== JSON.stringify(wanted)) {
    problems.push(`the room counts ${JSON.stringify(counts)}`);
  }
  return problems;
}

describe("positions in PostgreSQL", () => {
  raceWithControl("never more than may be active, nobody twice, nobody forgotten", race);
});

describe("positions in Redis", () => {
  raceWithControl(
    "never more than may be active, nobody twice, nobody forgotten",
    race,
    async () => {
      const redis = await startRedis();
      return { env: { REDIS_URL: redis.url }, stop: () => redis.stop() };
    },
  );
});
