// One server process of a race. With UNGUARDED set it decides without the line's lock and without
// the fences: the negative control, which must go wrong. With CLOCK_AHEAD_MS its clock is wrong.

import "./wrong-clock.ts"; // before anybody looks at it
import { readConfig } from "../src/infra/config.ts";
import { openDatabase } from "../src/infra/database.ts";
import { createLog } from "../src/infra/log.ts";
import { statements, type Statements } from "../src/engine/statements.ts";
import { script } from "../src/infra/redis.ts";
import { makeServer, type ServerOptions } from "../src/server.ts";
import { PostgresStore } from "../src/waitroom/stores/postgres-store.ts";
import { tickScript } from "../src/waitroom/stores/redis-scripts.ts";
import { RedisStore } from "../src/waitroom/stores/redis-store.ts";
import type { RoomRef, Turned } from "../src/waitroom/stores/store.ts";

/** Looks whether a place is free, then lets somebody in: two steps, where the scripts make it one. */
class CheckThenAct extends RedisStore {
  override async tick(room: RoomRef): Promise<Turned> {
    const { held, waiting, rules } = await this.now(room);
    const nothing = { expired: 0, admitted: 0, more: false, present: waiting + held };
    return held < rules.maxActive ? super.tick(room) : nothing;
  }
}

const config = readConfig(process.env, ".");
const log = createLog("error");
const database = await openDatabase(config, log, () => undefined);
// The stream's numbering is a guard of its own: two events of one line cannot share a number. So is the
// constraint on double bookings.
if (process.env.UNGUARDED) {
  await database.pool.query(`alter table event drop constraint if exists event_pkey`);
  await database.pool.query(`alter table booking_use drop constraint if exists booking_use_once`);
}
const server = await makeServer({
  config,
  log,
  database,
  ...(process.env.UNGUARDED ? { statements: unguarded(), roomStore: unguardedRooms } : {}),
});
await server.app.listen({ host: config.host, port: config.port });
await server.start();
process.send?.("ready");
process.on("SIGTERM", () => {
  void server
    .close()
    .then(() => database.close())
    .finally(() => process.exit(0));
});

function remove(text: string, part: RegExp | string): string {
  const without = text.replace(part, "");
  if (without === text) throw new Error(`there is no ${String(part)} to take away`);
  return without;
}

function unguardedRooms({
  pool,
  clock,
  redis,
}: Parameters<NonNullable<ServerOptions["roomStore"]>>[0]) {
  if (!redis) return new PostgresStore({ pool, clock, withLock: false });
  const free = remove(tickScript.lua, ", st.maxActive - held()");
  return new CheckThenAct({ pool, clock, redis, turn: { script: script(free), most: 1 } });
}

function unguarded(): Statements {
  return {
    ...statements,
    lock: remove(statements.lock, / for update/),
    progressTickets: remove(
      statements.progressTickets,
      / \+ 0 \/ \(t\.version = n\.from_version\)::int/,
    ),
    updateTickets: remove(
      statements.updateTickets,
      / \+ 0 \/ \(t\.version = n\.from_version\)::int/,
    ),
    updateLines: remove(statements.updateLines, / \+ 0 \/ \(l\.event_seq = n\.from_seq\)::int/),
  };
}
