// Copies what happened in Redis into PostgreSQL's events, once each: its progress is written in the same
// commit, and only then are the entries dropped from the stream. A visitor is told that they are in, or out,
// only when it is written here: then Redis may forget it.

import type pg from "pg";
import { inTransaction } from "../../engine/transaction.ts";
import type { RedisTier } from "../../infra/redis.ts";
import { recordTransitions } from "./transitions.ts";
import { eventsOf, keyTo } from "./redis-records.ts";
import type { RoomRef } from "./store.ts";
import { keepVisits } from "./visits.ts";

export interface DrainDeps {
  pool: pg.Pool;
  redis: RedisTier;
}

/** Where a room's stream was: in which life of the room, up to which entry. */
export interface Told {
  life: number;
  told: number;
}

const entriesAtOnce = 50;

interface Entry {
  number: number;
  text: string;
}

export class Drain {
  readonly #deps: DrainDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();
  readonly #recorded = new Map<string, Told>();

  constructor(deps: DrainDeps) {
    this.#deps = deps;
  }

  /** Whether everything up to there is written for certain. */
  hasRecorded(roomId: string, { life, told }: Told): boolean {
    const recorded = this.#recorded.get(roomId);
    return recorded !== undefined && recorded.life === life && recorded.told >= told;
  }

  /**
   * Whatever has happened until now is written when this is done, unless Redis loses it first. Those who
   * ask meanwhile share the next.
   */
  record(room: RoomRef): Promise<void> {
    const waiting = this.#next.get(room.id);
    if (waiting) return waiting;
    const before = this.#running.get(room.id) ?? Promise.resolve();
    const next = before
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(room.id);
        const run = this.#all(room).finally(() => this.#running.delete(room.id));
        this.#running.set(room.id, run);
        return run;
      });
    this.#next.set(room.id, next);
    return next;
  }

  async #all(room: RoomRef): Promise<void> {
    const { client } = this.#deps.redis;
    const [state, stream] = [keyTo(room.number, "state"), keyTo(room.number, "events")];
    const [life = null, told] = await client.hmget(state, "life", "told");
    if (!told) return;
    for (;;) {
      // In this order: what was read is of this life if the room is in it still.
      const [found, lifeNow] = await Promise.all([
        client.xrange(stream, "-", told, "COUNT", entriesAtOnce),
        client.hget(state, "life"),
      ]);
      if (lifeNow !== life) return;
      const entries = found.map(([id, fields]) => ({ number: numberOf(id), text: fields[1]! }));
      const last = entries.at(-1);
      if (!last) break;
      await this.#write(room, entries);
      await client.xtrim(stream, "MINID", last.number + 1);
    }
    if (this.#recorded.size >= maxKnown) this.#recorded.clear();
    this.#recorded.set(room.id, { life: Number(life), told: Number(told) });
  }

  async #write(room: RoomRef, entries: readonly Entry[]): Promise<void> {
    await inTransaction(this.#deps.pool, async (tx) => {
      const { rows } = await tx.query<{ told: number }>(
        `select r.told from line l join room r on r.org_id = l.org_id and r.id = l.id
          where l.org_id = $1 and l.id = $2 for update of l, r`,
        [room.orgId, room.id],
      );
      const { told } = rows[0]!;
      // Another instance may have written some of them meanwhile.
      const fresh = entries.filter(({ number }) => number > told);
      if (fresh.length === 0) return;
      const list = fresh.flatMap(({ text }) => eventsOf(room.number, text));
      await recordTransitions(tx, room, list);
      await keepVisits(tx, room, list);
      await tx.query(`update room set told = $3 where org_id = $1 and id = $2`, [
        room.orgId,
        room.id,
        fresh.at(-1)!.number,
      ]);
    });
  }
}

const maxKnown = 10_000;

const numberOf = (entryId: string) => Number(entryId.split("-")[0]);
