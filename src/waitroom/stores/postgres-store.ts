// Positions in PostgreSQL. A change of the order, or of who holds a place, locks the room's line, so the rules
// decide one batch after another, over all instances. A heartbeat changes neither and needs no such lock.

import type pg from "pg";
import { inTransaction } from "../../engine/transaction.ts";
import type { Clock } from "../../infra/clock.ts";
import { recordTransitions } from "./transitions.ts";
import { admit, enqueue, expireIfOver, isGoodNow, move, restore, save } from "./postgres-moves.ts";
import {
  beat,
  chunk,
  columns,
  countHeld,
  countWaiting,
  find,
  flush,
  overdue,
  type Turn,
} from "./postgres-positions.ts";
import { nowOf, presentIfIdle, standingOf, standingsOf } from "./postgres-standings.ts";
import {
  cookieSeconds,
  isMeasurable,
  measured,
  newState,
  outcomeOf,
  type Position,
  type RoomSettings,
  type RoomState,
  rulesOf,
  type SignedPlace,
} from "../core/rules.ts";
import type {
  Acted,
  Acting,
  BusyRoom,
  Joined,
  Joining,
  Listing,
  RoomNow,
  RoomRef,
  RoomStore,
  Standing,
  Touching,
  Turned,
} from "./store.ts";

export interface PostgresStoreDeps {
  pool: pg.Pool;
  clock: Clock;
  /** Off only to show, in a test, that without it the cap is passed. */
  withLock?: boolean;
}

export class PostgresStore implements RoomStore {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #lock: string;

  constructor({ pool, clock, withLock = true }: PostgresStoreDeps) {
    this.#pool = pool;
    this.#clock = clock;
    this.#lock = withLock ? "for update of l" : "";
  }

  /** The rules are read in the transaction that uses them; only the counting has to begin. */
  async configure(room: RoomRef): Promise<void> {
    await this.#turn(room, () => Promise.resolve());
  }

  async join(room: RoomRef, list: readonly Joining[]): Promise<Joined[]> {
    return this.#turn(room, async (turn) => {
      const known = await find(
        turn,
        list.map(({ id }) => id),
      );
      let waiting = await countWaiting(turn);
      const outcomes: ((standings: Map<string, Standing>) => Joined)[] = [];
      const beating: string[] = [];
      for (const joining of list) {
        const found = known.get(joining.id);
        const { id } = joining;
        if (found && isPresent(found)) {
          if (found.status === "WAITING") beating.push(id);
          outcomes.push((standings) => ({ outcome: "existing", ...standings.get(id)! }));
          continue;
        }
        if (!found && joining.signedPlace && (await isGoodNow(turn, joining.signedPlace))) {
          const restored = restore(turn, joining.signedPlace, joining.address);
          if (restored.status === "WAITING") waiting += 1;
          known.set(id, restored);
          outcomes.push((standings) => ({ outcome: "restored", ...standings.get(id)! }));
          continue;
        }
        const { state, maxWaiting } = turn.rules;
        const code =
          state === "closed"
            ? "ROOM_CLOSED"
            : maxWaiting !== null && waiting >= maxWaiting
              ? "ROOM_FULL"
              : null;
        if (code) {
          outcomes.push(() => ({ outcome: "refused", code }));
          continue;
        }
        known.set(id, await enqueue(turn, joining, waiting, found));
        waiting += 1;
        outcomes.push((standings) => ({ outcome: "joined", ...standings.get(id)! }));
      }
      await beat(turn, beating);
      const standings = await standingsOf(turn, [...known.values()]);
      return outcomes.map((outcome) => outcome(standings));
    });
  }

  async touch(room: RoomRef, list: readonly Touching[]): Promise<(Standing | null)[]> {
    const ids = list.map(({ id }) => id);
    const standings = await this.#read(room, async (turn) => {
      await beat(
        turn,
        list.filter(({ beat }) => beat).map(({ id }) => id),
      );
      return standingsOf(turn, [...(await find(turn, ids)).values()]);
    });
    const signedPlaces = list.flatMap(({ id, signedPlace }) =>
      signedPlace && !standings.has(id) ? signedPlace : [],
    );
    const restored =
      signedPlaces.length === 0 ? standings : await this.#restoreAll(room, signedPlaces);
    return ids.map((id) => standings.get(id) ?? restored.get(id) ?? null);
  }

  #restoreAll(room: RoomRef, signedPlaces: readonly SignedPlace[]): Promise<Map<string, Standing>> {
    return this.#turn(room, async (turn) => {
      const found = await find(
        turn,
        signedPlaces.map(({ position }) => position.id),
      );
      for (const signedPlace of signedPlaces) {
        const { id } = signedPlace.position;
        if (found.has(id) || !(await isGoodNow(turn, signedPlace))) continue;
        found.set(id, restore(turn, signedPlace, null));
      }
      return standingsOf(turn, [...found.values()]);
    });
  }

  async act(room: RoomRef, acting: Acting): Promise<Acted> {
    return this.#turn(room, async (turn) => {
      let position = (await find(turn, [acting.id])).get(acting.id);
      if (!position && acting.signedPlace && (await isGoodNow(turn, acting.signedPlace))) {
        position = restore(turn, acting.signedPlace, null);
      }
      if (!position) return { outcome: "unknown" };
      position = expireIfOver(turn, position);
      const { status, reason } = position;
      const otherAdmission =
        acting.admittedAt !== undefined && acting.admittedAt !== position.admittedAt;
      const outcome = otherAdmission ? "refused" : outcomeOf(status, acting.act);
      if (outcome === "refused") return { outcome, status, reason };
      if (outcome === "already") return { outcome, ...(await standingOf(turn, position)) };
      const changed = move(turn, position, outcome.to, outcome.reason ?? null, acting);
      return { outcome: "done", ...(await standingOf(turn, changed)) };
    });
  }

  async renew(
    room: RoomRef,
    id: string,
    signedPlace: SignedPlace | null,
  ): Promise<Standing | null> {
    return this.#turn(room, async (turn) => {
      let position = (await find(turn, [id])).get(id);
      if (!position && signedPlace && (await isGoodNow(turn, signedPlace))) {
        position = restore(turn, signedPlace, null);
      }
      if (!position) return null;
      position = expireIfOver(turn, position);
      if (position.status !== "ACTIVE") return null;
      const cookieUntil = Math.min(turn.now + cookieSeconds * 1_000, position.endsAt!);
      const renewed = { ...position, cookieUntil };
      save(turn, renewed, { liveUntil: renewed.endsAt, dueAt: null });
      return standingOf(turn, renewed);
    });
  }

  async tick(room: RoomRef): Promise<Turned> {
    // Most turns find nothing to do: then nothing is locked and nothing is written.
    const present = await this.#read(room, presentIfIdle);
    if (present !== null) return { expired: 0, admitted: 0, more: false, present };
    return this.#turn(room, async (turn) => {
      const due = await overdue(turn, "due_at");
      const live = await overdue(turn, "live_until");
      let expired = 0;
      const forgotten: string[] = [];
      const freed: string[] = [];
      for (const position of due) {
        if (position.status === "WAITING") {
          move(turn, position, "EXPIRED", "HEARTBEAT_TIMEOUT");
          expired += 1;
        } else forgotten.push(position.id);
      }
      for (const position of live) {
        const isOver = position.status === "ADMITTED" || position.status === "ACTIVE";
        if (isOver) {
          expireIfOver(turn, position);
          expired += 1;
        } else freed.push(position.id);
      }
      await turn.tx.query(
        `delete from room_position where room_id = $1 and id = any($2::uuid[]) and live_until is null`,
        [room.id, forgotten],
      );
      await turn.tx.query(
        `update room_position set live_until = null where room_id = $1 and id = any($2::uuid[])`,
        [room.id, freed],
      );
      const isFull = due.length === chunk || live.length === chunk;
      const { admitted, more } = isFull ? { admitted: 0, more: true } : await admit(turn);
      const waiting = await countWaiting(turn);
      if (!isFull && isMeasurable(turn.state, turn.now)) {
        turn.state = measured(turn.state, turn.rules, waiting, turn.now);
      }
      return { expired, admitted, more, present: waiting + (await countHeld(turn)) };
    });
  }

  /** Rooms with somebody who waits, or whose time is up. Every room that has positions is looked at once. */
  async busyRooms(): Promise<BusyRoom[]> {
    // Indexes: room_position_pkey to go from room to room, room_waiting, room_due, room_live, room_by_id.
    const { rows } = await this.#pool.query<BusyRoom>(
      `with recursive each(id) as (
         (select room_id from room_position order by room_id limit 1)
         union all
         select (select p.room_id from room_position p where p.room_id > each.id
                  order by p.room_id limit 1)
           from each where each.id is not null),
       at(now) as (select extract(epoch from coalesce($1::timestamptz, now())) * 1000)
       select r.org_id as "orgId", r.id from each join room r on r.id = each.id, at
        where exists (select 1 from room_position p where p.room_id = r.id and p.status = 'WAITING')
           or exists (select 1 from room_position p where p.room_id = r.id and p.due_at <= at.now)
           or exists (select 1 from room_position p where p.room_id = r.id and p.live_until <= at.now)`,
      [this.#clock.fixed()],
    );
    return rows;
  }

  /** Whatever was answered is committed. */
  async settled(): Promise<void> {}

  async now(room: RoomRef): Promise<RoomNow> {
    return this.#read(room, nowOf);
  }

  // Index: room_waiting.
  async waiting(room: RoomRef, { after, limit }: Listing): Promise<Position[]> {
    const { rows } = await this.#pool.query<Position>(
      `select ${columns} from room_position
        where room_id = $1 and status = 'WAITING' and (lane, score, id) > ($2, $3, $4)
        order by lane, score, id limit $5`,
      [
        room.id,
        after?.lane ?? -1,
        after?.score ?? 0,
        after?.id ?? "00000000-0000-0000-0000-000000000000",
        limit,
      ],
    );
    return rows;
  }

  async metadataOf(room: RoomRef, id: string): Promise<unknown> {
    const { rows } = await this.#pool.query<{ metadata: unknown }>(
      `select metadata from room_position where room_id = $1 and id = $2`,
      [room.id, id],
    );
    return rows[0]?.metadata ?? null;
  }

  async *present(room: RoomRef): AsyncIterable<Position> {
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const { rows } = await this.#pool.query<Position>(
        `select ${columns} from room_position where room_id = $1 and id > $2
          and status in ('WAITING', 'ADMITTED', 'ACTIVE') order by id limit 5000`,
        [room.id, after],
      );
      yield* rows;
      if (rows.length < 5_000) return;
      after = rows.at(-1)!.id;
    }
  }

  // ── Turns ──────────────────────────────────────────────────────────────────────────────────────

  /** Alone with the room; everything in it is one commit. */
  #turn<T>(room: RoomRef, work: (turn: Turn) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, async (tx) => {
      const turn = await this.#load(tx, room, this.#lock);
      const result = await work(turn);
      await flush(turn);
      await tx.query(`update line set memory = $3 where org_id = $1 and id = $2`, [
        room.orgId,
        room.id,
        JSON.stringify(turn.state),
      ]);
      await recordTransitions(tx, room, turn.events);
      return result;
    });
  }

  /** A look, or a heartbeat: nobody else has to wait for it. */
  async #read<T>(room: RoomRef, work: (turn: Turn) => Promise<T>): Promise<T> {
    const tx = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      return await work(await this.#load(tx, room, ""));
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      tx.release(broken);
    }
  }

  async #load(tx: pg.ClientBase, room: RoomRef, lock: string): Promise<Turn> {
    const { rows } = await tx.query<{
      memory: RoomState | Record<string, never>;
      settings: RoomSettings;
      version: number;
      now: number;
    }>(
      `select l.memory, r.settings, r.version,
              (extract(epoch from coalesce($3::timestamptz, clock_timestamp())) * 1000)::float8 as now
         from line l join room r on r.org_id = l.org_id and r.id = l.id
        where l.org_id = $1 and l.id = $2 ${lock}`,
      [room.orgId, room.id, this.#clock.fixed()],
    );
    const [found] = rows;
    if (!found) throw new Error(`room ${room.id} has no line`);
    const now = Math.floor(found.now);
    const { memory } = found;
    const rules = rulesOf(found.settings, found.version);
    const state = "tokens" in memory ? (memory as RoomState) : newState(rules, now);
    return { tx, room, rules, state, now, events: [], unsaved: new Map() };
  }
}

const isPresent = ({ status }: Position) =>
  status === "WAITING" || status === "ADMITTED" || status === "ACTIVE";
