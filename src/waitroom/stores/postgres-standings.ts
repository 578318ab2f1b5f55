// What a turn sees of its room: how many wait and are in, how many are ahead of somebody, and whether there is
// anything to do at all.

import { countHeld, countWaiting, type Turn } from "./postgres-positions.ts";
import { admissible, isAdmitting, isMeasurable, type Position, refilled } from "../core/rules.ts";
import type { RoomNow, Standing } from "./store.ts";

export async function nowOf(turn: Turn): Promise<RoomNow> {
  const { rules, state, now } = turn;
  return { rules, state, now, waiting: await countWaiting(turn), held: await countHeld(turn) };
}

export async function standingOf(turn: Turn, position: Position): Promise<Standing> {
  return (await standingsOf(turn, [position])).get(position.id)!;
}

// Index: room_waiting. Counts everybody ahead: for long queues there is Redis.
export async function standingsOf(
  turn: Turn,
  positions: readonly Position[],
): Promise<Map<string, Standing>> {
  const { tx, room, rules, now } = turn;
  const roomNow = await nowOf(turn);
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

/** How many are there, if there is nothing to do; else null. */
export async function presentIfIdle(turn: Turn): Promise<number | null> {
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
