// Brings what happened in Redis into PostgreSQL's events, once each: how far it got is written in the
// same commit, and only then are the entries dropped from the stream. One instance at a time does it.

import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import type { RedisTier } from "../infra/redis.ts";
import { recordHappenings } from "./happenings.ts";
import { eventsOf, keysOf } from "./redis-store.ts";
import type { RoomRef } from "./store.ts";

export interface DrainDeps {
  pool: pg.Pool;
  redis: RedisTier;
  clock: Clock;
}

const entriesAtOnce = 50;
const mostRounds = 200;
const aliveEveryMs = 5_000;

export class Drain {
  readonly #deps: DrainDeps;

  constructor(deps: DrainDeps) {
    this.#deps = deps;
  }

  async run(room: RoomRef): Promise<void> {
    const events = keysOf(room.number)[8]!;
    const { client } = this.#deps.redis;
    for (let rounds = 0; rounds < mostRounds; rounds++) {
      if ((await client.xlen(events)) === 0) return;
      if (!(await this.#some(room, events))) return;
    }
  }

  /** Redis knows the room now: what was signed from here on is as fresh as it can be. */
  async noteAlive(room: RoomRef): Promise<void> {
    const { pool, clock } = this.#deps;
    await pool.query(
      `update room set alive_until = coalesce($3::timestamptz, now())
        where org_id = $1 and id = $2
          and (alive_until is null or alive_until < coalesce($3::timestamptz, now()) - $4 * interval '1 ms')`,
      [room.orgId, room.id, clock.fixed(), aliveEveryMs],
    );
  }

  async #some(room: RoomRef, events: string): Promise<boolean> {
    const { pool, redis } = this.#deps;
    const tx = await pool.connect();
    let broken: Error | undefined;
    let last: string | undefined;
    try {
      await tx.query("begin");
      const { rows } = await tx.query<{ drained: string }>(
        `select r.drained from line l join room r on r.org_id = l.org_id and r.id = l.id
          where l.org_id = $1 and l.id = $2 for update of l, r skip locked`,
        [room.orgId, room.id],
      );
      const [found] = rows;
      if (found) {
        const entries = await redis.client.xrange(
          events,
          `(${found.drained}`,
          "+",
          "COUNT",
          entriesAtOnce,
        );
        last = entries.at(-1)?.[0] ?? (found.drained === "0-0" ? undefined : found.drained);
        const list = entries.flatMap(([, fields]) => eventsOf(room.number, fields[1]!));
        await recordHappenings(tx, room, list);
        if (last) {
          await tx.query(`update room set drained = $3 where org_id = $1 and id = $2`, [
            room.orgId,
            room.id,
            last,
          ]);
        }
      }
      await tx.query("commit");
    } catch (error) {
      await tx.query("rollback").catch((lost: Error) => (broken = lost));
      throw error;
    } finally {
      tx.release(broken);
    }
    if (last === undefined) return false;
    await redis.client.xtrim(events, "MINID", after(last));
    return true;
  }
}

/** The id right behind that one. */
function after(id: string): string {
  const [ms, seq] = id.split("-");
  return `${ms}-${Number(seq) + 1}`;
}
