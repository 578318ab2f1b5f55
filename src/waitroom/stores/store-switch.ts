// From one store to the other, while nobody runs: those who are in, and those who must not come back, go
// along; everybody else comes back with what they have signed, as after a loss of Redis.

import type pg from "pg";
import { columns, flush, type Saved } from "./postgres-positions.ts";
import { parse } from "./redis-records.ts";
import {
  forgetAt,
  heldUntil,
  newState,
  quarantineMs,
  rulesOf,
  type Position,
  type RoomSettings,
} from "../core/rules.ts";
import type { RoomRef } from "./store.ts";
import { putVisits } from "./visits.ts";

interface Row {
  orgId: string;
  id: string;
  number: number;
  settings: RoomSettings;
  version: number;
}

const roomsAtOnce = 500;

export async function switchStore(
  tx: pg.ClientBase,
  to: "postgres" | "redis",
  now: number,
): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await tx.query<Row>(
      `select org_id as "orgId", id, number, settings, version from room
        where id > $1 order by id limit ${roomsAtOnce}`,
      [after],
    );
    for (const row of rows) {
      const room: RoomRef = { ...row, rules: rulesOf(row.settings, row.version) };
      if (to === "redis") await toRedis(tx, room, now);
      else await toPostgres(tx, room, now);
    }
    if (rows.length < roomsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

/** What Redis may still have of the room is older than what it is told to have: it is restored. */
async function toRedis(tx: pg.ClientBase, room: RoomRef, now: number): Promise<void> {
  const { rows } = await tx.query<Position>(
    `select ${columns} from room_position where room_id = $1
      and (status in ('ADMITTED', 'ACTIVE') or (status in ('COMPLETED', 'EXPIRED') and reason is distinct from 'HEARTBEAT_TIMEOUT'))`,
    [room.id],
  );
  await putVisits(tx, room, rows);
  await tx.query(`delete from room_position where room_id = $1`, [room.id]);
  await tx.query(
    `update room set told = greatest(told, $3) + 1, busy = true,
            redis_since = coalesce(redis_since, created_at), alive_until = to_timestamp($3 / 1000.0)
      where org_id = $1 and id = $2`,
    [room.orgId, room.id, now],
  );
}

async function toPostgres(tx: pg.ClientBase, room: RoomRef, now: number): Promise<void> {
  await tx.query(`delete from room_position where room_id = $1`, [room.id]);
  const { rows } = await tx.query<{ id: string; record: string }>(
    `delete from room_visit where room_id = $1 returning id, record`,
    [room.id],
  );
  const unsaved = new Map<string, Saved>();
  const counts = { admitted: 0, active: 0 };
  for (const { id, record } of rows) {
    const position = parse(id, record);
    const { endedAt, endsAt } = position;
    if (endedAt === null) counts[position.status === "ACTIVE" ? "active" : "admitted"] += 1;
    unsaved.set(id, {
      position,
      dueAt: endedAt === null ? null : forgetAt(endedAt, endsAt),
      liveUntil: endedAt === null ? heldUntil(position) : null,
      metadata: null,
    });
  }
  await flush({ tx, room, unsaved });
  const from = now + quarantineMs(room.rules);
  const fresh = { tokens: 0, refilledAt: from, quarantineUntil: from, aliveUntil: now, ...counts };
  await tx.query(`update line set memory = $3 where org_id = $1 and id = $2`, [
    room.orgId,
    room.id,
    JSON.stringify({ ...newState(room.rules, now), ...fresh }),
  ]);
  await tx.query(`update room set busy = false where org_id = $1 and id = $2`, [
    room.orgId,
    room.id,
  ]);
}
