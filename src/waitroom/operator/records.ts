// What was written down about a room: its minutes, and who took part in its draw.

import type pg from "pg";
import type { Room } from "../core/rooms.ts";

export async function minutesOf(pool: pg.Pool, room: Room, minutes: number, now: number) {
  const { rows } = await pool.query<{
    minute: Date;
    joined: number;
    admitted: number;
    started: number;
    completed: number;
    expired: number;
    wait_ms: number;
  }>(
    `select minute, joined, admitted, started, completed, expired, wait_ms from room_minute
      where org_id = $1 and room_id = $2 and minute > $3 order by minute`,
    [room.orgId, room.id, new Date(now - minutes * 60_000)],
  );
  return rows.map(({ minute, wait_ms: waitMs, ...counts }) => ({
    minute: minute.toISOString(),
    ...counts,
    averageWaitSeconds: counts.admitted === 0 ? null : Math.round(waitMs / counts.admitted / 1_000),
  }));
}

// Index: room_draw_pkey.
export async function drawnPositions(
  pool: pg.Pool,
  room: Room,
  after: { value: number; id: string } | null,
  limit: number,
): Promise<{ positionId: string; value: number }[]> {
  const { rows } = await pool.query<{ positionId: string; value: number }>(
    `select d.position_id as "positionId", d.value::float8 as value
       from room r join room_draw d on d.org_id = r.org_id and d.room_id = r.id and d.draw = r.draw
      where r.org_id = $1 and r.id = $2
        and ($3::bigint is null or (d.value, d.position_id) > ($3, $4::uuid))
      order by d.value, d.position_id limit $5`,
    [room.orgId, room.id, after?.value ?? null, after?.id ?? null, limit],
  );
  return rows;
}
