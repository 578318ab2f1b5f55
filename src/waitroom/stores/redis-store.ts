// Positions in Redis: each operation is one script over the keys of one room. A room that Redis does not
// know, or only as it was earlier, is told to it again from PostgreSQL, with everybody who is in it and
// everybody who must not come back. Those who wait come back with what they have signed; nobody new is
// admitted before they had two heartbeats to do so.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { RedisTier, Script } from "../../infra/redis.ts";
import { refuse } from "../refusals.ts";
import { Drain, type Told } from "./drain.ts";
import { keysOf, keyTo, pack, packSignedPlace, parse } from "./redis-records.ts";
import { ruleFields, stateFields } from "./redis-prelude.ts";
import { beginRestoreScript, configureScript, restoreScript } from "./redis-restore-scripts.ts";
import {
  actScript,
  joinScript,
  nowScript,
  renewScript,
  tickScript,
  touchScript,
} from "./redis-scripts.ts";
import { idOf, keyOf } from "../core/position-ids.ts";
import {
  forgetAt,
  heldUntil,
  quarantineMs,
  type SignedPlace,
  type Policy,
  type Position,
  type RoomRules,
  type RoomState,
  type RoomStateName,
} from "../core/rules.ts";
import type {
  Acted,
  Acting,
  Joined,
  Joining,
  BusyRoom,
  Listing,
  RoomNow,
  RoomRef,
  RoomStore,
  Standing,
  Touching,
  Turned,
} from "./store.ts";
import { visitsToRestore } from "./visits.ts";

const maxInTurn = 500;
/** An instance that has just made a room and one that sees it first may tell Redis at once. */
const newForMs = 2_000;
const aliveEveryMs = 5_000;
const maxKnown = 10_000;

export interface RedisStoreDeps {
  redis: RedisTier;
  pool: pg.Pool;
  clock: Clock;
  /** Other than ours only to show, in a test, that without its guard the cap is passed. */
  turn?: { script: Script; most: number };
}

interface Seen extends Told {
  /** How often Redis had been reached by then. */
  connections: number;
}

type Raw = [room: (string | number)[], out: (string | number)[]];

export class RedisStore implements RoomStore {
  readonly #redis: RedisTier;
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #turn: { script: Script; most: number };
  readonly #drain: Drain;
  /** The highest number of an entry that is known of each room: if Redis has less, it has gone back. */
  readonly #marks = new Map<string, number>();
  /** As of which entry a room was looked at. */
  readonly #seen = new WeakMap<RoomNow, Seen>();
  /** Rooms in which something has happened here; until a turn finds them empty. */
  readonly #touched = new Map<string, string>();
  readonly #noted = new Map<string, number>();
  #connections = 0;

  constructor({ redis, pool, clock, turn }: RedisStoreDeps) {
    this.#redis = redis;
    this.#pool = pool;
    this.#clock = clock;
    this.#turn = turn ?? { script: tickScript, most: maxInTurn };
    this.#drain = new Drain({ pool, redis });
  }

  async configure(room: RoomRef): Promise<void> {
    if ((await this.#configure(room, await this.#markOf(room), "")) === "OK") return;
    // Whether Redis has known it before is stored in PostgreSQL, which does not forget.
    const { rows } = await this.#pool.query<{
      since: Date | null;
      alive: Date | null;
      now: Date;
    }>(
      `select redis_since as since, alive_until as alive,
              coalesce($3::timestamptz, clock_timestamp()) as now
         from room where org_id = $1 and id = $2`,
      [room.orgId, room.id, this.#clock.fixed()],
    );
    const { since, alive, now } = rows[0]!;
    const mark = await this.#markOf(room);
    const isNew = mark === 0 && (since === null || now.getTime() - since.getTime() < newForMs);
    if (since === null) {
      await this.#pool.query(
        `update room set redis_since = $3 where org_id = $1 and id = $2 and redis_since is null`,
        [room.orgId, room.id, now],
      );
    }
    if (isNew) await this.#configure(room, mark, "new");
    else await this.#restore(room, mark, (alive ?? since ?? now).getTime());
  }

  async join(room: RoomRef, list: readonly Joining[]): Promise<Joined[]> {
    const args: (string | number)[] = [list.length];
    const rare: (string | number)[] = [];
    for (const [place, one] of list.entries()) {
      const { id, priority, drawValue, address, metadata, signedPlace } = one;
      args.push(keyOf(id), `${priority}|${drawValue ?? ""}|${address ?? ""}`);
      const more = metadata === null || metadata === undefined ? "" : JSON.stringify(metadata);
      if (more !== "" || signedPlace) rare.push(place + 1, more, packSignedPlace(signedPlace));
    }
    const { roomNow, out } = await this.#call(room, joinScript, [...args, ...rare]);
    return list.map(({ id }, place) => {
      const code = out[place * 3];
      if (code === "ROOM_CLOSED" || code === "ROOM_FULL") return { outcome: "refused", code };
      const outcome = code as "joined" | "existing" | "restored";
      return { outcome, ...standingOf(id, out, place * 3 + 1, roomNow)! };
    });
  }

  async touch(room: RoomRef, list: readonly Touching[]): Promise<(Standing | null)[]> {
    const beating = list.filter(({ beat }) => beat);
    const ordered = [...beating, ...list.filter(({ beat }) => !beat)];
    const signedPlaces = ordered.flatMap(({ signedPlace }, place) =>
      signedPlace ? [place + 1, packSignedPlace(signedPlace)] : [],
    );
    const { roomNow, out } = await this.#call(room, touchScript, [
      beating.length,
      list.length - beating.length,
      ...ordered.map(({ id }) => keyOf(id)),
      ...signedPlaces,
    ]);
    const standings = new Map(
      ordered.map((one, place) => [one, standingOf(one.id, out, place * 2, roomNow)]),
    );
    return list.map((one) => standings.get(one)!);
  }

  async act(room: RoomRef, acting: Acting): Promise<Acted> {
    const { roomNow, out } = await this.#call(room, actScript, [
      keyOf(acting.id),
      acting.act,
      acting.actor,
      acting.admittedAt ?? "",
      acting.withCookie ? 1 : "",
      packSignedPlace(acting.signedPlace ?? null),
      acting.redeemKey ?? "",
    ]);
    const [code] = out;
    if (code === "unknown") return { outcome: "unknown" };
    await this.#record(room, roomNow);
    const standing = standingOf(acting.id, out, 1, roomNow)!;
    const { status, reason } = standing.position;
    if (code === "refused") return { outcome: "refused", status, reason };
    return { outcome: code as "done" | "already", ...standing };
  }

  async renew(
    room: RoomRef,
    id: string,
    signedPlace: SignedPlace | null,
  ): Promise<Standing | null> {
    const { roomNow, out } = await this.#call(room, renewScript, [
      keyOf(id),
      packSignedPlace(signedPlace),
    ]);
    return standingOf(id, out, 0, roomNow);
  }

  async tick(room: RoomRef): Promise<Turned> {
    const { roomNow, out } = await this.#call(room, this.#turn.script, [this.#turn.most]);
    const [expired, admitted, more] = out.map(Number) as [number, number, number];
    const present = roomNow.waiting + roomNow.held;
    await this.#record(room, roomNow);
    await this.#notePresence(room, present > 0);
    return { expired, admitted, more: more === 1, present };
  }

  /** Those who are told that they are in, or out, stay so without Redis. */
  async settled(room: RoomRef, { position, room: roomNow }: Standing): Promise<void> {
    if (position.status !== "WAITING") await this.#record(room, roomNow);
  }

  // Index: room_busy.
  async busyRooms(): Promise<BusyRoom[]> {
    const { rows } = await this.#pool.query<BusyRoom & { told: number }>(
      `select org_id as "orgId", id, told from room where busy`,
    );
    const busy = new Map(this.#touched);
    for (const { orgId, id, told } of rows) {
      busy.set(id, orgId);
      // Another node may have taken over without our connection having been lost.
      if (this.#marks.has(id)) this.#raise(id, told);
    }
    return [...busy].map(([id, orgId]) => ({ orgId, id }));
  }

  async now(room: RoomRef): Promise<RoomNow> {
    return (await this.#call(room, nowScript, [])).roomNow;
  }

  async waiting(room: RoomRef, { after, limit }: Listing): Promise<Position[]> {
    const { client } = this.#redis;
    const found: Position[] = [];
    for (let lane = after?.lane ?? 0; lane < 4 && found.length < limit; lane++) {
      const isSame = after?.lane === lane;
      const key = keysOf(room.number)[4 + lane]!;
      // One more than wanted: the one after whom we go on may come first.
      const wanted = limit - found.length + (isSame ? 1 : 0);
      const from = isSame ? String(after.score) : "-inf";
      const keys = await client.zrangebyscore(key, from, "+inf", "LIMIT", 0, wanted);
      if (keys.length === 0) continue;
      const records = await client.hmget(keyTo(room.number, "positions"), ...keys);
      for (const [place, record] of records.entries()) {
        const id = idOf(room.number, keys[place]!);
        if (record === null || (isSame && id === after.id)) continue;
        found.push(parse(id, record));
      }
    }
    return found.slice(0, limit);
  }

  async metadataOf(room: RoomRef, id: string): Promise<unknown> {
    const text = await this.#redis.client.hget(keyTo(room.number, "metadata"), keyOf(id));
    return text === null ? null : (JSON.parse(text) as unknown);
  }

  async *present(room: RoomRef): AsyncIterable<Position> {
    let cursor = "0";
    const seen = new Set<string>();
    do {
      const [next, fields] = await this.#redis.client.hscan(
        keyTo(room.number, "positions"),
        cursor,
        "COUNT",
        1_000,
      );
      for (let place = 0; place < fields.length; place += 2) {
        const key = fields[place]!;
        // A scan may show somebody twice while the hash grows.
        if (seen.has(key) || !/^[WAS]/.test(fields[place + 1]!)) continue;
        seen.add(key);
        yield parse(idOf(room.number, key), fields[place + 1]!);
      }
      cursor = next;
    } while (cursor !== "0");
  }

  async #call(room: RoomRef, script: Script, args: readonly (string | number)[]) {
    this.#touched.set(room.id, room.orgId);
    const { connections } = this.#redis;
    const raw = await this.#ask(room, script, args);
    const roomNow = roomNowOf(raw[0]);
    const [life, told] = raw[0].slice(-2).map(Number) as [number, number];
    this.#seen.set(roomNow, { life, told, connections });
    this.#raise(room.id, told);
    // A change of settings that did not reach Redis when it was made.
    if (roomNow.rules.version < room.rules.version) await this.configure(room);
    return { roomNow, out: raw[1] };
  }

  async #ask(room: RoomRef, script: Script, args: readonly (string | number)[]): Promise<Raw> {
    for (const isLast of [false, true]) {
      const mark = await this.#markOf(room);
      const head = `${approximateNow(this.#clock)}|${mark}`;
      const raw = (await this.#redis.run(script, keysOf(room.number), [head, ...args])) as
        | Raw
        | "NOROOM";
      if (raw !== "NOROOM") return raw;
      if (!isLast) await this.configure(room);
    }
    throw beingRestored();
  }

  async #record(room: RoomRef, roomNow: RoomNow): Promise<void> {
    const seen = this.#seen.get(roomNow)!;
    // Not if it was lost before it was written, or Redis was reached anew and may be what it was before.
    const isSure = () =>
      seen.connections === this.#redis.connections && this.#drain.hasRecorded(room.id, seen);
    if (isSure()) return;
    await this.#drain.record(room);
    if (!isSure()) throw beingRestored();
  }

  /** A Redis that was away may come back as it was earlier: then PostgreSQL knows more than we do. */
  async #markOf(room: RoomRef): Promise<number> {
    const { connections } = this.#redis;
    if (this.#connections !== connections) {
      this.#connections = connections;
      this.#marks.clear();
    }
    const known = this.#marks.get(room.id);
    if (known !== undefined) return known;
    const { rows } = await this.#pool.query<{ told: number }>(
      `select told from room where org_id = $1 and id = $2`,
      [room.orgId, room.id],
    );
    return this.#raise(room.id, rows[0]?.told ?? 0);
  }

  #raise(roomId: string, to: number): number {
    if (this.#marks.size >= maxKnown) this.#marks.clear();
    const mark = Math.max(to, this.#marks.get(roomId) ?? 0);
    this.#marks.set(roomId, mark);
    return mark;
  }

  async #restore(room: RoomRef, mark: number, aliveUntil: number): Promise<void> {
    const keys = keysOf(room.number);
    const name = randomUUID();
    const begun = await this.#redis.run(beginRestoreScript, keys, [mark, name]);
    if (begun === "OK") return;
    if (begun !== "GO") throw beingRestored();
    const now = approximateNow(this.#clock);
    // Above all that was told before: an instance that is late to write some of it writes nothing.
    const { rows } = await this.#pool.query<{ told: number }>(
      `update room set told = greatest(told + 1, $3) where org_id = $1 and id = $2 returning told`,
      [room.orgId, room.id, Math.max(now, mark + 1)],
    );
    for await (const visits of visitsToRestore(this.#pool, room, now, aliveUntil)) {
      const args = visits.flatMap((position) => {
        const { id, endedAt, endsAt } = position;
        const until =
          endedAt === null ? ["", heldUntil(position)!] : [forgetAt(endedAt, endsAt), ""];
        return [keyOf(id), pack(position), ...until];
      });
      const restored = await this.#redis.run(restoreScript, keys, [name, ...args]);
      if (restored !== "OK") throw beingRestored();
    }
    const done = await this.#configure(room, rows[0]!.told, name, aliveUntil);
    if (done !== "OK") throw beingRestored();
  }

  /** So that every instance looks after it, and that it is known how fresh what was signed can be. */
  async #notePresence(room: RoomRef, isAnybody: boolean): Promise<void> {
    const now = approximateNow(this.#clock);
    if (!isAnybody) {
      this.#touched.delete(room.id);
      this.#noted.delete(room.id);
      await this.#pool.query(
        `update room set busy = false where org_id = $1 and id = $2 and busy`,
        [room.orgId, room.id],
      );
    } else if (now >= (this.#noted.get(room.id) ?? 0) + aliveEveryMs / 2) {
      if (this.#noted.size >= maxKnown) this.#noted.clear();
      this.#noted.set(room.id, now);
      await this.#pool.query(
        `update room set busy = true, alive_until = $3 where org_id = $1 and id = $2
            and (not busy or alive_until is null or alive_until < $4)`,
        [room.orgId, room.id, new Date(now), new Date(now - aliveEveryMs)],
      );
    }
  }

  #configure(room: RoomRef, mark: number, kind: string, aliveUntil = 0): Promise<unknown> {
    const { rules } = room;
    return this.#redis.run(configureScript, keysOf(room.number), [
      approximateNow(this.#clock),
      mark,
      kind,
      quarantineMs(rules),
      aliveUntil,
      ...ruleFields.map((name) => rules[name] ?? ""),
    ]);
  }
}

/** By another instance, or Redis was lost once more meanwhile. */
function beingRestored(): Error {
  return refuse("BUSY", "The waiting room is being restored", { retryAfterSeconds: 1 });
}

function standingOf(
  id: string,
  out: readonly (string | number)[],
  from: number,
  room: RoomNow,
): Standing | null {
  const record = out[from];
  if (!record) return null;
  const ahead = Number(out[from + 1]);
  return { position: parse(id, String(record)), ahead: ahead < 0 ? null : ahead, room };
}

function roomNowOf(raw: readonly (string | number)[]): RoomNow {
  const [now, waiting, held, ...values] = raw;
  const text = (place: number) => String(values[place] ?? "");
  const numberOrNull = (place: number) => (text(place) === "" ? null : Number(text(place)));
  const rules: RoomRules = {
    version: Number(text(0)),
    state: text(1) as RoomStateName,
    maxActive: Number(text(2)),
    admitPerSecond: Number(text(3)),
    maxWaiting: numberOrNull(4),
    policy: text(5) as Policy,
    ageingSeconds: numberOrNull(6),
    heartbeatSeconds: Number(text(7)),
    sessionMinutes: Number(text(8)),
    opensAtMs: numberOrNull(9),
  };
  const numbers = Object.fromEntries(
    stateFields.map((name, place) => [name, Number(values[ruleFields.length + place])]),
  ) as Record<(typeof stateFields)[number], number>;
  const { skipped1, skipped2, skipped3, lastAdmissionAt, life: _, told: __, ...rest } = numbers;
  const state: RoomState = {
    ...rest,
    skipped: [0, skipped1, skipped2, skipped3],
    lastAdmissionAt: lastAdmissionAt === 0 ? null : lastAdmissionAt,
  };
  return { rules, state, waiting: Number(waiting), held: Number(held), now: Number(now) };
}
