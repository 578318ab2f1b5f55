// A store of positions without a server around it, in PostgreSQL or in Redis, with a clock that the
// test moves; and a room in it, spoken to in few words.
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createOrganisationLine } from "../src/engine/audited-write.ts";
import { ManualClock } from "../src/infra/clock.ts";
import { newId } from "../src/infra/ids.ts";
import { createLog } from "../src/infra/log.ts";
import { openRedis, type RedisTier } from "../src/infra/redis.ts";
import { positionId } from "../src/waitroom/core/position-ids.ts";
import { PostgresStore } from "../src/waitroom/stores/postgres-store.ts";
import { RedisStore } from "../src/waitroom/stores/redis-store.ts";
import {
  defaultSettings,
  rulesOf,
  type Act,
  type SignedPlace,
  type RoomSettings,
} from "../src/waitroom/core/rules.ts";
import type { Acted, Joined, Joining, RoomRef, RoomStore } from "../src/waitroom/stores/store.ts";
import { freshDatabase, type FreshDatabase } from "./database.ts";
import { startRedis, type TestRedis } from "./redis.ts";

export const storeKinds = ["PostgreSQL", "Redis"] as const;
export type StoreKind = (typeof storeKinds)[number];

export interface TestStore {
  kind: StoreKind;
  store: RoomStore;
  pool: pg.Pool;
  database: FreshDatabase;
  redis: RedisTier | null;
  redisServer: TestRedis | null;
  clock: ManualClock;
  room(settings?: Partial<RoomSettings>): Promise<TestStoreRoom>;
  close(): Promise<void>;
}

export interface TestStoreRoom {
  ref: RoomRef;
  join(name: string, more?: Partial<Joining>): Promise<Joined>;
  /** Joins, and fails the test when that is refused. */
  enter(name: string, more?: Partial<Joining>): Promise<Extract<Joined, { position: unknown }>>;
  look(name: string, beat?: boolean, signedPlace?: SignedPlace): ReturnType<RoomStore["touch"]>;
  see(name: string): Promise<string>;
  ahead(name: string): Promise<number | null>;
  act(name: string, act: Act, more?: object): Promise<Acted>;
  /** Until nothing more is to be done. */
  tick(): Promise<{ expired: number; admitted: number }>;
  order(): Promise<string[]>;
  change(patch: Partial<RoomSettings>): Promise<void>;
  idOf(name: string): string;
}

export async function makeStore(
  kind: StoreKind,
  given: { clock?: ManualClock; redisUrl?: string } = {},
): Promise<TestStore> {
  const database = await freshDatabase();
  const { pool } = database;
  const clock = given.clock ?? new ManualClock("2026-03-02T09:00:00Z");
  const redisServer = kind === "Redis" && !given.redisUrl ? await startRedis() : null;
  const url = given.redisUrl ?? redisServer?.url;
  const redis = kind === "Redis" ? await openRedis(url!, createLog("silent"), 20) : null;
  const store = redis ? new RedisStore({ redis, pool, clock }) : new PostgresStore({ pool, clock });
  const orgId = newId();
  const tx = await pool.connect();
  await createOrganisationLine(tx, orgId);
  tx.release();
  return {
    kind,
    store,
    pool,
    database,
    redis,
    redisServer,
    clock,
    room: (settings) => makeRoom(store, pool, orgId, clock, settings),
    async close() {
      await redis?.close();
      await redisServer?.stop();
      await database.drop();
    },
  };
}

async function makeRoom(
  store: RoomStore,
  pool: pg.Pool,
  orgId: string,
  clock: ManualClock,
  given: Partial<RoomSettings> = {},
): Promise<TestStoreRoom> {
  let settings: RoomSettings = {
    ...defaultSettings,
    name: "Sale",
    targetUrl: "https://shop.example/",
    maxActive: 2,
    admitPerSecond: 1,
    heartbeatSeconds: 30,
    ...given,
  };
  let version = 1;
  const id = newId();
  await pool.query(
    `insert into line (org_id, id, group_id, product) values ($1, $2, $2, 'waitroom')`,
    [orgId, id],
  );
  const { rows } = await pool.query<{ number: number }>(
    `insert into room (org_id, id, settings, seed, created_at) values ($1, $2, $3, 'seed', $4)
     returning number`,
    [orgId, id, JSON.stringify(settings), clock.fixed()],
  );
  const ref: RoomRef = { orgId, id, number: rows[0]!.number, rules: rulesOf(settings, version) };
  await store.configure(ref);

  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const idOf = (name: string) => {
    const known = ids.get(name);
    if (known) return known;
    const made = positionId(ref.number, randomBytes(10));
    ids.set(name, made);
    names.set(made, name);
    return made;
  };
  const join: TestStoreRoom["join"] = async (name, more = {}) => {
    const nobody = { address: null, metadata: null, drawValue: null, signedPlace: null };
    const [joined] = await store.join(ref, [{ id: idOf(name), priority: 0, ...nobody, ...more }]);
    return joined!;
  };
  const look: TestStoreRoom["look"] = (name, beat = false, signedPlace) =>
    store.touch(ref, [{ id: idOf(name), beat, signedPlace: signedPlace ?? null }]);
  return {
    ref,
    join,
    async enter(name, more) {
      const joined = await join(name, more);
      if (joined.outcome === "refused") throw new Error(`${name} was refused: ${joined.code}`);
      return joined;
    },
    look,
    async see(name) {
      const [standing] = await look(name);
      if (!standing) return "unknown";
      const { status, reason } = standing.position;
      return reason ? `${status} ${reason}` : status;
    },
    ahead: async (name) => (await look(name))[0]!.ahead,
    act: (name, act, more = {}) => store.act(ref, { id: idOf(name), act, actor: "test", ...more }),
    async tick() {
      const total = { expired: 0, admitted: 0 };
      for (;;) {
        const { expired, admitted, more } = await store.tick(ref);
        total.expired += expired;
        total.admitted += admitted;
        if (!more) return total;
      }
    },
    async order() {
      const list = await store.waiting(ref, { after: null, limit: 10_000 });
      return list.map((position) => names.get(position.id)!);
    },
    async change(patch) {
      settings = { ...settings, ...patch };
      version += 1;
      await pool.query(`update room set settings = $2, version = $3 where id = $1`, [
        id,
        JSON.stringify(settings),
        version,
      ]);
      ref.rules = rulesOf(settings, version);
      await store.configure(ref);
    },
    idOf,
  };
}
