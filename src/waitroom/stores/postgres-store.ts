// Positions in PostgreSQL. A change of the order, or of who holds a place, locks the room's line, so the rules
// decide one batch after another, over all instances. A heartbeat changes neither and needs no such lock.

import type pg from "pg";
import { inTransaction } from "../../engine/transaction.ts";
import type { Clock } from "../../infra/clock.ts";
import { recordTransitions } from "./transitions.ts";
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
import {
  admissible,
  agedScore,
  arrivalPlace,
  cookieSeconds,
  drawnPlace,
  forgetAt,
  heldUntil,
  isAdmitting,
  isGood,
  isMeasurable,
  measured,
  newState,
  nextRank,
  outcomeOf,
  passSeconds,
  refilled,
  skippedScore,
  skipTo,
  type SignedPlace,
  type Position,
  type Reason,
  rulesOf,
  type RoomRules,
  type RoomSettings,
  type RoomState,
  type Status,
} from "../core/rules.ts";
import type {
  Acted,
  Acting,
  BusyRoom,
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
          const restored = this.#restore(turn, joining.signedPlace, joining.address);
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
        known.set(id, await this.#enqueue(turn, joining, waiting, found));
        waiting += 1;
        outcomes.push((standings) => ({ outcome: "joined", ...standings.get(id)! }));
      }
      await beat(turn, beating);
      const standings = await this.#standings(turn, [...known.values()]);
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
      return this.#standings(turn, [...(await find(turn, ids)).values()]);
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
        found.set(id, this.#restore(turn, signedPlace, null));
      }
      return this.#standings(turn, [...found.values()]);
    });
  }

  async act(room: RoomRef, acting: Acting): Promise<Acted> {
    return this.#turn(room, async (turn) => {
      let position = (await find(turn, [acting.id])).get(acting.id);
      if (!position && acting.signedPlace && (await isGoodNow(turn, acting.signedPlace))) {
        position = this.#restore(turn, acting.signedPlace, null);
      }
      if (!position) return { outcome: "unknown" };
      position = this.#expireIfOver(turn, position);
      const { status, reason } = position;
      const otherAdmission =
        acting.admittedAt !== undefined && acting.admittedAt !== position.admittedAt;
      const outcome = otherAdmission ? "refused" : outcomeOf(status, acting.act);
      if (outcome === "refused") return { outcome, status, reason };
      if (outcome === "already") return { outcome, ...(await this.#standing(turn, position)) };
      const changed = this.#move(turn, position, outcome.to, outcome.reason ?? null, acting);
      return { outcome: "done", ...(await this.#standing(turn, changed)) };
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
        position = this.#restore(turn, signedPlace, null);
      }
      if (!position) return null;
      position = this.#expireIfOver(turn, position);
      if (position.status !== "ACTIVE") return null;
      const cookieUntil = Math.min(turn.now + cookieSeconds * 1_000, position.endsAt!);
      const renewed = { ...position, cookieUntil };
      this.#save(turn, renewed, { liveUntil: renewed.endsAt, dueAt: null });
      return this.#standing(turn, renewed);
    });
  }

  async tick(room: RoomRef): Promise<Turned> {
    // Most turns find nothing to do: then nothing is locked and nothing is written.
    const present = await this.#read(room, (turn) => presentIfIdle(turn));
    if (present !== null) return { expired: 0, admitted: 0, more: false, present };
    return this.#turn(room, async (turn) => {
      const due = await overdue(turn, "due_at");
      const live = await overdue(turn, "live_until");
      let expired = 0;
      const forgotten: string[] = [];
      const freed: string[] = [];
      for (const position of due) {
        if (position.status === "WAITING") {
          this.#move(turn, position, "EXPIRED", "HEARTBEAT_TIMEOUT");
          expired += 1;
        } else forgotten.push(position.id);
      }
      for (const position of live) {
        const isOver = position.status === "ADMITTED" || position.status === "ACTIVE";
        if (isOver) {
          this.#expireIfOver(turn, position);
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
      const { admitted, more } = isFull ? { admitted: 0, more: true } : await this.#admit(turn);
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
    return this.#read(room, (turn) => this.#roomNow(turn));
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

  // ── Positions ──────────────────────────────────────────────────────────────────────────────────

  async #enqueue(
    turn: Turn,
    joining: Joining,
    waiting: number,
    former: Position | undefined,
  ): Promise<Position> {
    const { rules, state, now } = turn;
    const { id, priority, address, metadata, drawValue } = joining;
    const isDrawn = drawValue !== null && now < (rules.opensAtMs ?? 0);
    // The cookie of an earlier visit may still let them in.
    const cookieUntil = (former?.cookieUntil ?? 0) > now ? former!.cookieUntil : null;
    const place = isDrawn
      ? drawnPlace(rules, priority, drawValue)
      : await this.#placeOnArrival(turn, priority, waiting);
    const position: Position = {
      id,
      status: "WAITING",
      priority,
      ...place,
      drawn: isDrawn,
      joinedAt: now,
      admittedAt: null,
      startedAt: null,
      endedAt: null,
      endsAt: null,
      cookieUntil,
      reason: null,
      redeemKey: null,
      address,
    };
    state.joinedTotal += 1;
    state.joinedSince += 1;
    const dueAt = now + rules.heartbeatSeconds * 1_000;
    this.#save(turn, position, { dueAt, liveUntil: cookieUntil }, metadata);
    this.#tell(turn, "joined", position, null, "public", isDrawn ? { drawValue } : {});
    return position;
  }

  // Index: room_waiting.
  async #placeOnArrival(turn: Turn, priority: number, waiting: number) {
    const { tx, room, rules, state, now } = turn;
    const rank = nextRank(state, now);
    state.lastRank = rank;
    const arrival = arrivalPlace(rules, priority, rank);
    if (rules.policy === "strict" || priority === 0) return arrival;
    await flush(turn);
    const agedAt = agedScore(rules, now);
    const { rows: counts } = await tx.query<{ lane: number; aged: number }>(
      `select count(*)::int as lane, (count(*) filter (where score <= $3))::int as aged
         from room_position where room_id = $1 and status = 'WAITING' and lane = $2`,
      [room.id, arrival.lane, agedAt],
    );
    const { lane: inLane, aged } = counts[0]!;
    const target = skipTo(priority, inLane, aged);
    const { rows } = await tx.query<{ score: number }>(
      `select score from room_position where room_id = $1 and status = 'WAITING' and lane = $2
        order by score, id offset $3 limit 2`,
      [room.id, arrival.lane, Math.max(0, target - 1)],
    );
    const before = target === 0 ? null : (rows[0]?.score ?? null);
    const behind = (target === 0 ? rows[0] : rows[1])?.score ?? null;
    const score = waiting === 0 ? null : skippedScore(before, behind, state.skipped[priority]!);
    if (score === null) return arrival;
    state.skipped[priority] = score;
    return { lane: arrival.lane, score };
  }

  /** As it was, at its old place, which we have signed. */
  #restore(turn: Turn, signedPlace: SignedPlace, address: string | null): Position {
    const { rules, state, now } = turn;
    const position = { ...signedPlace.position, address: address ?? signedPlace.position.address };
    if (position.status === "WAITING") {
      this.#save(turn, position, { dueAt: now + rules.heartbeatSeconds * 1_000 });
    } else {
      state[position.status === "ACTIVE" ? "active" : "admitted"] += 1;
      this.#save(turn, position, { liveUntil: heldUntil(position) });
    }
    this.#tell(turn, "restored", position, null, `ticket:${position.id}`);
    return position;
  }

  /** A pass or a session that has run out, whether or not anybody has swept yet. */
  #expireIfOver(turn: Turn, position: Position): Position {
    const { status } = position;
    const isIn = status === "ADMITTED" || status === "ACTIVE";
    if (!isIn || turn.now < heldUntil(position)!) return position;
    const reason = status === "ADMITTED" ? "PASS_NOT_USED" : "SESSION_TIMEOUT";
    return this.#move(turn, position, "EXPIRED", reason);
  }

  #move(
    turn: Turn,
    position: Position,
    to: Status,
    reason: Reason | null,
    by: Pick<Acting, "actor" | "withCookie" | "redeemKey"> = { actor: "system" },
  ): Position {
    const { rules, state, now } = turn;
    const from = position.status;
    const moved = { ...position, status: to, reason, score: 0 };
    if (from === "ADMITTED") state.admitted -= 1;
    if (from === "ACTIVE") {
      state.active -= 1;
      state.sessionsTotal += 1;
      state.sessionMsTotal += now - position.startedAt!;
    }
    // The site never saw them: somebody else goes in their place, now.
    if (from === "ADMITTED" && to === "EXPIRED") state.tokens = tokenBack(state, rules);
    if (from === "WAITING" && to === "EXPIRED") state.leftSince += 1;
    switch (to) {
      case "ADMITTED": {
        moved.admittedAt = now;
        const waitMs = now - Math.max(position.joinedAt, rules.opensAtMs ?? 0);
        state.admitted += 1;
        state.admittedTotal += 1;
        state.admittedSince += 1;
        state.waitMsTotal += waitMs;
        state.lastAdmissionAt = now;
        this.#save(turn, moved, { liveUntil: now + passSeconds * 1_000 });
        this.#tell(turn, "admitted", moved, from, by.actor, { waitMs });
        return moved;
      }
      case "ACTIVE": {
        moved.startedAt = now;
        moved.redeemKey = by.redeemKey ?? null;
        moved.endsAt = Math.round(now + rules.sessionMinutes * 60_000);
        if (by.withCookie) moved.cookieUntil = Math.min(now + cookieSeconds * 1_000, moved.endsAt);
        state.active += 1;
        this.#save(turn, moved, { liveUntil: moved.endsAt });
        this.#tell(turn, "started", moved, from, by.actor);
        return moved;
      }
      default: {
        moved.endedAt = now;
        state[to === "COMPLETED" ? "completedTotal" : "expiredTotal"] += 1;
        // A cookie that is still good lets its holder in: until it runs out the place is not free.
        const lingers = (position.cookieUntil ?? 0) > now;
        this.#save(turn, moved, {
          dueAt: forgetAt(now, position.endsAt),
          liveUntil: lingers ? position.cookieUntil : null,
        });
        const type = to === "COMPLETED" ? "completed" : "expired";
        this.#tell(turn, type, moved, from, by.actor, reason ? { reason } : {});
        return moved;
      }
    }
  }

  #save(
    turn: Turn,
    position: Position,
    until: { dueAt?: number | null; liveUntil?: number | null },
    metadata?: unknown,
  ): void {
    turn.unsaved.set(position.id, {
      position,
      dueAt: until.dueAt ?? null,
      liveUntil: until.liveUntil ?? null,
      metadata: metadata === undefined || metadata === null ? null : JSON.stringify(metadata),
    });
  }

  // Index: room_waiting.
  async #admit(turn: Turn): Promise<{ admitted: number; more: boolean }> {
    const { tx, room, rules, state, now } = turn;
    const tokens = refilled(state, rules, now);
    if (state.tokens > rules.maxActive) refill(state, tokens, now);
    if (!isAdmitting(rules, state, now)) return { admitted: 0, more: false };
    const free = admissible(tokens, rules, await countHeld(turn));
    if (free === 0) return { admitted: 0, more: false };
    const { rows } = await tx.query<Position>(
      `select ${columns} from room_position where room_id = $1 and status = 'WAITING'
        order by lane, score, id limit $2`,
      [room.id, Math.min(free, chunk)],
    );
    if (rows.length === 0) return { admitted: 0, more: false };
    for (const position of rows) this.#move(turn, position, "ADMITTED", null);
    refill(state, tokens - rows.length, now);
    return { admitted: rows.length, more: rows.length === chunk };
  }

  #tell(
    turn: Turn,
    type: PositionEvent["type"],
    position: Position,
    before: Status | null,
    actor: string,
    more: Partial<PositionEvent["after"]> = {},
  ): void {
    const { id, status, priority } = position;
    turn.events.push({
      type,
      id,
      at: turn.now,
      actor,
      before,
      after: { status, priority, ...more },
    });
  }

  // ── What is seen ───────────────────────────────────────────────────────────────────────────────

  async #roomNow(turn: Turn): Promise<RoomNow> {
    const { rules, state, now } = turn;
    return { rules, state, now, waiting: await countWaiting(turn), held: await countHeld(turn) };
  }

  async #standing(turn: Turn, position: Position): Promise<Standing> {
    return (await this.#standings(turn, [position])).get(position.id)!;
  }

  // Index: room_waiting. Counts everybody ahead: for long queues there is Redis.
  async #standings(turn: Turn, positions: readonly Position[]): Promise<Map<string, Standing>> {
    const { tx, room, rules, now } = turn;
    const roomNow = await this.#roomNow(turn);
    const { rows } = await tx.query<{ id: string; ahead: number }>(
      `select p.id, (select count(*)::int from room_position o where o.room_id = $1
           and o.status = 'WAITING' and (o.lane, o.score, o.id) < (p.lane, p.score, p.id)) as ahead
         from room_position p where p.room_id = $1 and p.id = any($2::uuid[]) and p.status = 'WAITING'`,
      [room.id, positions.map(({ id }) => id)],
    );
    const ahead = new Map(rows.map((row) => [row.id, row.ahead]));
    const isHidden = now < (rules.opensAtMs ?? 0);
    return new Map(
      positions.map((position) => [
        position.id,
        {
          position,
          ahead: isHidden ? null : (ahead.get(position.id) ?? null),
          room: roomNow,
        },
      ]),
    );
  }
}

/** How many are there, if there is nothing to do; else null. */
async function presentIfIdle(turn: Turn): Promise<number | null> {
  const { tx, room, rules, state, now } = turn;
  const { rows } = await tx.query<{ due: boolean }>(
    `select exists (select 1 from room_position where room_id = $1 and due_at <= $2)
         or exists (select 1 from room_position where room_id = $1 and live_until <= $2) as due`,
    [room.id, now],
  );
  const isFuller = state.tokens > rules.maxActive; // than it may be since the cap was lowered
  if (rows[0]!.due || isMeasurable(state, now) || isFuller) return null;
  const waiting = await countWaiting(turn);
  const held = await countHeld(turn);
  const free = admissible(refilled(state, rules, now), rules, held);
  const admits = waiting > 0 && free > 0 && isAdmitting(rules, state, now);
  return admits ? null : waiting + held;
}

async function isGoodNow(turn: Turn, signedPlace: SignedPlace): Promise<boolean> {
  return isGood(signedPlace, turn.rules, turn.state, await countHeld(turn), turn.now);
}

const isPresent = ({ status }: Position) =>
  status === "WAITING" || status === "ADMITTED" || status === "ACTIVE";

function refill(state: RoomState, tokens: number, now: number): void {
  state.tokens = tokens;
  state.refilledAt = Math.max(now, state.refilledAt);
}

function tokenBack(state: RoomState, rules: RoomRules): number {
  return Math.min(state.tokens + 1, rules.maxActive);
}
