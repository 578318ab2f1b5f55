// A room on a Redis, spoken to as the server speaks to it: single calls, gathered into batches while
// an earlier batch is under way.

import { randomBytes } from "node:crypto";
import pg from "pg";
import { createOrganisationLine } from "../../src/engine/audited-write.ts";
import type { Clock } from "../../src/infra/clock.ts";
import "../../src/infra/database.ts";
import { newId } from "../../src/infra/ids.ts";
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";
import { openRedis } from "../../src/infra/redis.ts";
import { Batches } from "../../src/waitroom/stores/batches.ts";
import { positionId } from "../../src/waitroom/core/position-ids.ts";
import { keyTo } from "../../src/waitroom/stores/redis-records.ts";
import { RedisStore } from "../../src/waitroom/stores/redis-store.ts";
import { defaultSettings, rulesOf, type RoomSettings } from "../../src/waitroom/core/rules.ts";
import type {
  Joined,
  Joining,
  RoomRef,
  Standing,
  Touching,
} from "../../src/waitroom/stores/store.ts";

export interface BenchRooms {
  store: RedisStore;
  redis: Awaited<ReturnType<typeof openRedis>>;
  newRoom(settings: Partial<RoomSettings>): Promise<RoomRef>;
  join(room: RoomRef): Promise<string>;
  heartbeat(room: RoomRef, id: string): Promise<Standing>;
  /** Joins so many, in large batches; their ids in order. */
  fill(room: RoomRef, people: number): Promise<string[]>;
  /** The same, and what happened stays in the room's stream. */
  fillKeepingEvents(room: RoomRef, people: number): Promise<string[]>;
  /** As if everything that happened were written to PostgreSQL. */
  dropEvents(room: RoomRef): Promise<void>;
  close(): Promise<void>;
}

const atOnce = 500;

export async function openRooms(
  databaseUrl: string,
  redisPort: number,
  clock: Clock,
): Promise<BenchRooms> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  await migrate(pool);
  const redis = await openRedis(`redis://127.0.0.1:${redisPort}`, createLog("warn"), 60);
  const store = new RedisStore({ redis, pool, clock });
  const joins = new Batches<RoomRef, Joining, Joined>((room, list) => store.join(room, list));
  const touches = new Batches<RoomRef, Touching, Standing | null>((room, list) =>
    store.touch(room, list),
  );
  const orgId = newId();
  const tx = await pool.connect();
  await createOrganisationLine(tx, orgId);
  tx.release();

  const newcomer = (room: RoomRef): Joining => ({
    id: positionId(room.number, randomBytes(10)),
    priority: 0,
    address: `203.0.113.${Math.floor(Math.random() * 256)}`,
    metadata: null,
    drawValue: null,
    signedPlace: null,
  });

  const rooms: BenchRooms = {
    store,
    redis,
    async newRoom(given) {
      const settings: RoomSettings = {
        ...defaultSettings,
        name: "Sale",
        targetUrl: "https://shop.example/",
        maxActive: 2_000,
        admitPerSecond: 100,
        heartbeatSeconds: 3_600,
        ...given,
      };
      const id = newId();
      await pool.query(
        `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'waitroom')`,
        [orgId, id],
      );
      const { rows } = await pool.query<{ number: number }>(
        `insert into room (org_id, id, settings, seed, created_at) values ($1, $2, $3, '', now())
         returning number`,
        [orgId, id, JSON.stringify(settings)],
      );
      const room = { orgId, id, number: rows[0]!.number, rules: rulesOf(settings, 1) };
      await store.configure(room);
      return room;
    },
    async join(room) {
      const joining = newcomer(room);
      const joined = await joins.add(room, joining);
      if (joined.outcome !== "joined") throw new Error(`a join was ${joined.outcome}`);
      return joining.id;
    },
    async heartbeat(room, id) {
      const standing = await touches.add(room, { id, beat: true, signedPlace: null });
      if (!standing) throw new Error("somebody who waits is unknown");
      return standing;
    },
    async fill(room, people) {
      const ids: string[] = [];
      while (ids.length < people) {
        const some = await rooms.fillKeepingEvents(room, Math.min(50_000, people - ids.length));
        for (const id of some) ids.push(id);
        await rooms.dropEvents(room);
      }
      return ids;
    },
    async fillKeepingEvents(room, people) {
      const ids: string[] = [];
      while (ids.length < people) {
        const count = Math.min(atOnce, people - ids.length);
        const list = Array.from({ length: count }, () => newcomer(room));
        await store.join(room, list);
        ids.push(...list.map(({ id }) => id));
      }
      return ids;
    },
    async dropEvents(room) {
      await redis.client.unlink(keyTo(room.number, "events"));
    },
    async close() {
      await redis.close();
      await pool.end();
    },
  };
  return rooms;
}
