// What happens to a position within a turn: it joins, comes back, is admitted, moves on and ends. The rules
// say where it goes; this notes the new position, the room's counts and the event, which are written together.

import { chunk, columns, countHeld, flush, type Turn } from "./postgres-positions.ts";
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
  nextRank,
  passSeconds,
  type Position,
  type Reason,
  refilled,
  type RoomRules,
  type RoomState,
  type SignedPlace,
  skippedScore,
  skipTo,
  type Status,
} from "../core/rules.ts";
import type { Acting, Joining, PositionEvent } from "./store.ts";

export async function enqueue(
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
    : await placeOnArrival(turn, priority, waiting);
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
  save(turn, position, { dueAt, liveUntil: cookieUntil }, metadata);
  tell(turn, "joined", position, null, "public", isDrawn ? { drawValue } : {});
  return position;
}

// Index: room_waiting.
async function placeOnArrival(turn: Turn, priority: number, waiting: number) {
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
export function restore(turn: Turn, signedPlace: SignedPlace, address: string | null): Position {
  const { rules, state, now } = turn;
  const position = { ...signedPlace.position, address: address ?? signedPlace.position.address };
  if (position.status === "WAITING") {
    save(turn, position, { dueAt: now + rules.heartbeatSeconds * 1_000 });
  } else {
    state[position.status === "ACTIVE" ? "active" : "admitted"] += 1;
    save(turn, position, { liveUntil: heldUntil(position) });
  }
  tell(turn, "restored", position, null, `ticket:${position.id}`);
  return position;
}

/** A pass or a session that has run out, whether or not anybody has swept yet. */
export function expireIfOver(turn: Turn, position: Position): Position {
  const { status } = position;
  const isIn = status === "ADMITTED" || status === "ACTIVE";
  if (!isIn || turn.now < heldUntil(position)!) return position;
  const reason = status === "ADMITTED" ? "PASS_NOT_USED" : "SESSION_TIMEOUT";
  return move(turn, position, "EXPIRED", reason);
}

export function move(
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
      save(turn, moved, { liveUntil: now + passSeconds * 1_000 });
      tell(turn, "admitted", moved, from, by.actor, { waitMs });
      return moved;
    }
    case "ACTIVE": {
      moved.startedAt = now;
      moved.redeemKey = by.redeemKey ?? null;
      moved.endsAt = Math.round(now + rules.sessionMinutes * 60_000);
      if (by.withCookie) moved.cookieUntil = Math.min(now + cookieSeconds * 1_000, moved.endsAt);
      state.active += 1;
      save(turn, moved, { liveUntil: moved.endsAt });
      tell(turn, "started", moved, from, by.actor);
      return moved;
    }
    default: {
      moved.endedAt = now;
      state[to === "COMPLETED" ? "completedTotal" : "expiredTotal"] += 1;
      // A cookie that is still good lets its holder in: until it runs out the place is not free.
      const lingers = (position.cookieUntil ?? 0) > now;
      save(turn, moved, {
        dueAt: forgetAt(now, position.endsAt),
        liveUntil: lingers ? position.cookieUntil : null,
      });
      const type = to === "COMPLETED" ? "completed" : "expired";
      tell(turn, type, moved, from, by.actor, reason ? { reason } : {});
      return moved;
    }
  }
}

export function save(
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
export async function admit(turn: Turn): Promise<{ admitted: number; more: boolean }> {
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
  for (const position of rows) move(turn, position, "ADMITTED", null);
  refill(state, tokens - rows.length, now);
  return { admitted: rows.length, more: rows.length === chunk };
}

function tell(
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

export async function isGoodNow(turn: Turn, signedPlace: SignedPlace): Promise<boolean> {
  return isGood(signedPlace, turn.rules, turn.state, await countHeld(turn), turn.now);
}

function refill(state: RoomState, tokens: number, now: number): void {
  state.tokens = tokens;
  state.refilledAt = Math.max(now, state.refilledAt);
}

function tokenBack(state: RoomState, rules: RoomRules): number {
  return Math.min(state.tokens + 1, rules.maxActive);
}
