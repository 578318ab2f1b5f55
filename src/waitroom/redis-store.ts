// Positions in Redis: each operation is one script over the keys of one room. A room that Redis does not
// know is told to it again from PostgreSQL, and if Redis knew it before, everything in it was lost: then
// nobody is admitted for two heartbeats, while visitors come back with what they have signed.

import type pg from "pg";
import { approximateNow, type Clock } from "../infra/clock.ts";
import type { RedisTier, Script } from "../infra/redis.ts";
import {
  actScript,
  configureScript,
  joinScript,
  nowScript,
  renewScript,
  ruleFields,
  stateFields,
  tickScript,
  touchScript,
} from "./redis-scripts.ts";
import { idOf, keyOf } from "./position-ids.ts";
import {
  quarantineMs,
  type Claim,
  type Policy,
  type Position,
  type Reason,
  type RoomRules,
  type RoomState,
  type RoomStateName,
  type Status,
} from "./rules.ts";
import type {
  Acted,
  Acting,
  Joined,
  Joining,
  Listing,
  PositionEvent,
  RoomNow,
  RoomRef,
  RoomStore,
  Standing,
  Touching,
  Turned,
} from "./store.ts";

const mostInTurn = 500;
/** An instance that has just made a room and one that sees it first may tell Redis at once. */
const newForMs = 2_000;

export interface RedisStoreDeps {
  redis: RedisTier;
  pool: pg.Pool;
  clock: Clock;
  /** Other than ours only to show, in a test, that without its guard the cap is passed. */
  turn?: { script: Script; most: number };
}

type Raw = [room: (string | number)[], out: (string | number)[]];

export class RedisStore implements RoomStore {
  readonly #redis: RedisTier;
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #turn: { script: Script; most: number };

  constructor({ redis, pool, clock, turn }: RedisStoreDeps) {
    this.#redis = redis;
    this.#pool = pool;
    this.#clock = clock;
    this.#turn = turn ?? { script: tickScript, most: mostInTurn };
  }

  async configure(room: RoomRef): Promise<void> {
    if ((await this.#configure(room, "", 0)) !== "NOROOM") return;
    // Whether Redis has known it before is remembered where it is not forgotten.
    const { rows } = await this.#pool.query<{ since: Date | null; alive: Date | null; now: Date }>(
      `select redis_since as since, alive_until as alive,
              coalesce($3::timestamptz, clock_timestamp()) as now
         from room where org_id = $1 and id = $2`,
      [room.orgId, room.id, this.#clock.fixed()],
    );
    const { since, alive, now } = rows[0]!;
    const isNew = since === null || now.getTime() - since.getTime() < newForMs;
    if (since === null) {
      await this.#pool.query(
        `update room set redis_since = $3 where org_id = $1 and id = $2 and redis_since is null`,
        [room.orgId, room.id, now],
      );
    }
    await this.#configure(room, isNew ? "new" : "lost", (alive ?? since ?? now).getTime());
  }

  async join(room: RoomRef, list: readonly Joining[]): Promise<Joined[]> {
    const args: (string | number)[] = [list.length];
    const rare: (string | number)[] = [];
    for (const [place, one] of list.entries()) {
      const { id, priority, drawValue, address, metadata, claim } = one;
      args.push(keyOf(id), `${priority}|${drawValue ?? ""}|${address ?? ""}`);
      const more = metadata === null || metadata === undefined ? "" : JSON.stringify(metadata);
      if (more !== "" || claim) rare.push(place + 1, more, packClaim(claim));
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
    const claims = ordered.flatMap(({ claim }, place) =>
      claim ? [place + 1, packClaim(claim)] : [],
    );
    const { roomNow, out } = await this.#call(room, touchScript, [
      beating.length,
      list.length - beating.length,
      ...ordered.map(({ id }) => keyOf(id)),
      ...claims,
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
      packClaim(acting.claim ?? null),
    ]);
    const [code] = out;
    if (code === "unknown") return { outcome: "unknown" };
    const standing = standingOf(acting.id, out, 1, roomNow)!;
    const { status, reason } = standing.position;
    if (code === "refused") return { outcome: "refused", status, reason };
    return { outcome: code as "done" | "already", ...standing };
  }

  async renew(room: RoomRef, id: string, claim: Claim | null): Promise<Standing | null> {
    const { roomNow, out } = await this.#call(room, renewScript, [keyOf(id), packClaim(claim)]);
    return standingOf(id, out, 0, roomNow);
  }

  async tick(room: RoomRef): Promise<Turned> {
    const { roomNow, out } = await this.#call(room, this.#turn.script, [this.#turn.most]);
    const [expired, admitted, more] = out.map(Number) as [number, number, number];
    return { expired, admitted, more: more === 1, present: roomNow.waiting + roomNow.held };
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
      const records = await client.hmget(keysOf(room.number)[1]!, ...keys);
      for (const [place, record] of records.entries()) {
        const id = idOf(room.number, keys[place]!);
        if (record === null || (isSame && id === after.id)) continue;
        found.push(parse(id, record));
      }
    }
    return found.slice(0, limit);
  }

  async metadataOf(room: RoomRef, id: string): Promise<unknown> {
    const text = await this.#redis.client.hget(keysOf(room.number)[9]!, keyOf(id));
    return text === null ? null : (JSON.parse(text) as unknown);
  }

  async *present(room: RoomRef): AsyncIterable<Position> {
    let cursor = "0";
    const seen = new Set<string>();
    do {
      const [next, fields] = await this.#redis.client.hscan(
        keysOf(room.number)[1]!,
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
    const keys = keysOf(room.number);
    const now = approximateNow(this.#clock);
    let raw = (await this.#redis.run(script, keys, [now, ...args])) as Raw | "NOROOM";
    if (raw === "NOROOM") {
      await this.configure(room);
      raw = (await this.#redis.run(script, keys, [now, ...args])) as Raw | "NOROOM";
    }
    if (raw === "NOROOM") throw new Error(`Redis does not know room ${room.id}`);
    const roomNow = roomNowOf(raw[0]);
    // A change of settings that did not reach Redis when it was made.
    if (roomNow.rules.version < room.rules.version) await this.configure(room);
    return { roomNow, out: raw[1] };
  }

  #configure(room: RoomRef, kind: "" | "new" | "lost", aliveUntil: number): Promise<unknown> {
    const { rules } = room;
    return this.#redis.run(configureScript, keysOf(room.number), [
      approximateNow(this.#clock),
      kind,
      quarantineMs(rules),
      aliveUntil,
      ...ruleFields.map((name) => rules[name] ?? ""),
    ]);
  }
}

/** All with one hash tag, so that they live on one node of a cluster. */
export function keysOf(roomNumber: number): string[] {
  const names = ["state", "positions", "due", "live", "lane:0", "lane:1", "lane:2", "lane:3"];
  return [...names, "events", "metadata"].map((name) => `tk:room:{${roomNumber}}:${name}`);
}

const statusOf: Record<string, Status> = {
  W: "WAITING",
  A: "ADMITTED",
  S: "ACTIVE",
  C: "COMPLETED",
  E: "EXPIRED",
};
const letterOf = Object.fromEntries(
  Object.entries(statusOf).map(([letter, status]) => [status, letter]),
) as Record<Status, string>;

const reasonOf: Record<string, Reason> = {
  H: "HEARTBEAT_TIMEOUT",
  C: "CANCELLED",
  P: "PASS_NOT_USED",
  S: "SESSION_TIMEOUT",
  T: "TERMINATED",
};

function parse(id: string, record: string): Position {
  const [
    head = "",
    joined,
    ,
    admitted,
    started,
    ended,
    ends,
    cookie,
    reason = "",
    score,
    ...address
  ] = record.split("|");
  const time = (text: string | undefined) => (text ? Number(text) : null);
  return {
    id,
    status: statusOf[head[0]!]!,
    lane: Number(head[1]),
    priority: Number(head[2]),
    drawn: head[3] === "D",
    score: Number(score),
    joinedAt: Number(joined),
    admittedAt: time(admitted),
    startedAt: time(started),
    endedAt: time(ended),
    endsAt: time(ends),
    cookieUntil: time(cookie),
    reason: reasonOf[reason] ?? null,
    address: address.join("|") || null,
  };
}

function packClaim(claim: Claim | null): string {
  if (!claim) return "";
  const { position: p, issuedAt } = claim;
  const head = `${letterOf[p.status]}${p.lane}${p.priority}${p.drawn ? "D" : "-"}`;
  const times = [p.joinedAt, null, p.admittedAt, p.startedAt, p.endedAt, p.endsAt, p.cookieUntil];
  const record = [head, ...times.map((time) => time ?? ""), "", p.score, p.address ?? ""].join("|");
  return `${issuedAt}|${record}`;
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
  const { skipped1, skipped2, skipped3, lastAdmissionAt, ...rest } = numbers;
  const state: RoomState = {
    ...rest,
    skipped: [0, skipped1, skipped2, skipped3],
    lastAdmissionAt: lastAdmissionAt === 0 ? null : lastAdmissionAt,
  };
  return { rules, state, waiting: Number(waiting), held: Number(held), now: Number(now) };
}

/** What one entry of the room's stream tells: a line for each happening. */
export function eventsOf(roomNumber: number, entry: string): PositionEvent[] {
  return entry.split("\n").map((line) => {
    const [type, key, at, actor, before, status, priority, name, value] = line.split("|");
    const id = idOf(roomNumber, key!);
    const more =
      name === "" ? {} : { [name!]: name === "reason" ? reasonOf[value!]! : Number(value) };
    return {
      type: type as PositionEvent["type"],
      id,
      at: Number(at),
      actor: actor || `ticket:${id}`,
      before: statusOf[before!] ?? null,
      after: { status: statusOf[status!]!, priority: Number(priority), ...more },
    };
  });
}
