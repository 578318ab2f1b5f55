// The table of positions: finding them, and writing what a turn has changed.

import type pg from "pg";
import type { Position, RoomRules, RoomState } from "../core/rules.ts";
import type { PositionEvent, RoomRef } from "./store.ts";

/** How many are looked at in one turn. */
export const chunk = 500;

export const columns = `id, status, priority, lane, score, drawn, joined_at as "joinedAt",
  admitted_at as "admittedAt", started_at as "startedAt", ended_at as "endedAt", ends_at as "endsAt",
  cookie_until as "cookieUntil", reason, redeem_key as "redeemKey", address`;

/** One transaction on a room: what it found, and what it has changed so far. */
export interface Turn {
  tx: pg.ClientBase;
  room: RoomRef;
  rules: RoomRules;
  state: RoomState;
  now: number;
  events: PositionEvent[];
  /** Changed positions, written together before anybody looks at the table again. */
  unsaved: Map<string, Saved>;
}

export interface Saved {
  position: Position;
  dueAt: number | null;
  liveUntil: number | null;
  metadata: string | null;
}

export async function find(
  { tx, room }: Turn,
  ids: readonly string[],
): Promise<Map<string, Position>> {
  const { rows } = await tx.query<Position>(
    `select ${columns} from room_position where room_id = $1 and id = any($2::uuid[])`,
    [room.id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function beat({ tx, room, rules, now }: Turn, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // In the order of ids, so that two batches never wait for each other.
  await tx.query(
    `with mine as (select id from room_position
       where room_id = $1 and id = any($2::uuid[]) and status = 'WAITING' order by id for update)
     update room_position p set due_at = $3 from mine where p.room_id = $1 and p.id = mine.id`,
    [room.id, ids, now + rules.heartbeatSeconds * 1_000],
  );
}

// Index: room_due, room_live. In the order of ids: see `beat`.
export async function overdue(
  { tx, room, now }: Turn,
  column: "due_at" | "live_until",
): Promise<Position[]> {
  const { rows } = await tx.query<Position>(
    `select ${columns} from room_position where room_id = $1 and id in (
       select id from room_position where room_id = $1 and ${column} <= $2
        order by ${column} limit ${chunk})
       and ${column} <= $2 -- looked at again: a heartbeat may come while we wait for the row
     order by id for update`,
    [room.id, now],
  );
  return rows;
}

export async function flush({
  tx,
  room,
  unsaved,
}: Pick<Turn, "tx" | "room" | "unsaved">): Promise<void> {
  if (unsaved.size === 0) return;
  const saved = [...unsaved.values()];
  unsaved.clear();
  const of = <T>(pick: (position: Position) => T) => saved.map(({ position }) => pick(position));
  await tx.query(
    `insert into room_position (org_id, room_id, id, status, priority, lane, score, drawn, joined_at,
       admitted_at, started_at, ended_at, ends_at, cookie_until, reason, address, due_at, live_until,
       metadata, redeem_key)
     select $1, $2, id, status, priority, lane, score, drawn, joined_at, admitted_at, started_at,
            ended_at, ends_at, cookie_until, reason, address, due_at, live_until, metadata::json, redeem_key
       from unnest($3::uuid[], $4::text[], $5::smallint[], $6::smallint[], $7::float8[], $8::boolean[],
              $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
              $15::text[], $16::text[], $17::bigint[], $18::bigint[], $19::text[], $20::text[])
         as each(id, status, priority, lane, score, drawn, joined_at, admitted_at, started_at,
              ended_at, ends_at, cookie_until, reason, address, due_at, live_until, metadata, redeem_key)
     on conflict (room_id, id) do update set status = excluded.status, priority = excluded.priority,
       lane = excluded.lane, score = excluded.score, drawn = excluded.drawn,
       joined_at = excluded.joined_at, admitted_at = excluded.admitted_at,
       started_at = excluded.started_at, ended_at = excluded.ended_at, ends_at = excluded.ends_at,
       cookie_until = excluded.cookie_until, reason = excluded.reason, address = excluded.address,
       due_at = excluded.due_at, live_until = excluded.live_until,
       redeem_key = excluded.redeem_key,
       metadata = coalesce(excluded.metadata, room_position.metadata)`,
    [
      room.orgId,
      room.id,
      of((p) => p.id),
      of((p) => p.status),
      of((p) => p.priority),
      of((p) => p.lane),
      of((p) => p.score),
      of((p) => p.drawn),
      of((p) => p.joinedAt),
      of((p) => p.admittedAt),
      of((p) => p.startedAt),
      of((p) => p.endedAt),
      of((p) => p.endsAt),
      of((p) => p.cookieUntil),
      of((p) => p.reason),
      of((p) => p.address),
      saved.map(({ dueAt }) => dueAt),
      saved.map(({ liveUntil }) => liveUntil),
      saved.map(({ metadata }) => metadata),
      of((p) => p.redeemKey),
    ],
  );
}

export async function countWaiting(turn: Turn): Promise<number> {
  await flush(turn);
  const { tx, room } = turn;
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from room_position where room_id = $1 and status = 'WAITING'`,
    [room.id],
  );
  return rows[0]!.n;
}

// Index: room_live.
export async function countHeld(turn: Turn): Promise<number> {
  await flush(turn);
  const { tx, room } = turn;
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from room_position where room_id = $1 and live_until is not null`,
    [room.id],
  );
  return rows[0]!.n;
}
