// What a room must not forget when Redis does: who has a pass, whose was used, who is in, who has left or
// was sent away. Written with the events; read when a room is restored.

import type pg from "pg";
import { pack, parse, type PositionTransition } from "./redis-records.ts";
import { forgetAt, heldUntil, passSeconds, type Position } from "../core/rules.ts";
import type { RoomRef } from "./store.ts";

type Tx = Pick<pg.ClientBase, "query">;

/** Past these nobody can come back with anything that is still good. */
const sweepAtOnce = 1_000;

export async function keepVisits(
  tx: Tx,
  room: RoomRef,
  list: readonly PositionTransition[],
): Promise<void> {
  const latest = new Map<string, Position | null>();
  for (const { id, type, position } of list) {
    // A new join starts from the beginning.
    if (position || type === "joined") latest.set(id, position);
  }
  const gone = [...latest].flatMap(([id, position]) => (position ? [] : id));
  if (gone.length > 0) {
    await tx.query(`delete from room_visit where room_id = $1 and id = any($2::uuid[])`, [
      room.id,
      gone,
    ]);
  }
  await putVisits(
    tx,
    room,
    [...latest.values()].filter((position) => position !== null),
  );
  // Index: room_visit_forget.
  await tx.query(
    `delete from room_visit where room_id = $1 and id in (
       select id from room_visit where room_id = $1 and forget_at <= $2 limit ${sweepAtOnce})`,
    [room.id, Math.max(...list.map(({ at }) => at))],
  );
}

export async function putVisits(
  tx: Tx,
  room: RoomRef,
  positions: readonly Position[],
): Promise<void> {
  if (positions.length === 0) return;
  await tx.query(
    `insert into room_visit (org_id, room_id, id, ends_at, ended_at, forget_at, record)
     select $1, $2, * from unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
     on conflict (room_id, id) do update set ends_at = excluded.ends_at,
       ended_at = excluded.ended_at, forget_at = excluded.forget_at, record = excluded.record`,
    [
      room.orgId,
      room.id,
      positions.map(({ id }) => id),
      positions.map(heldUntil),
      positions.map(({ endedAt }) => endedAt),
      positions.map(({ endedAt, startedAt, admittedAt, endsAt }) =>
        forgetAt(endedAt ?? startedAt ?? admittedAt!, endsAt),
      ),
      positions.map(pack),
    ],
  );
}

/** Who is in or may go in, and everybody who has left and could still come back with something that looks good. */
export async function* visitsToRestore(
  pool: pg.Pool,
  room: RoomRef,
  now: number,
  aliveUntil: number,
): AsyncIterable<Position[]> {
  const { heartbeatSeconds } = room.rules;
  const since = Math.min(aliveUntil - heartbeatSeconds * 1_000, now - passSeconds * 1_000);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await pool.query<{ id: string; record: string }>(
      `select id, record from room_visit where room_id = $1 and id > $2
        and (ends_at > $3 or ended_at > $4) order by id limit 1000`,
      [room.id, after, now, since],
    );
    if (rows.length === 0) return;
    yield rows.map(({ id, record }) => parse(id, record));
    after = rows.at(-1)!.id;
  }
}
