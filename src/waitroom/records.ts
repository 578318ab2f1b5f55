// What was written down about a room: its minutes, and who took part in its draw.

import type pg from "pg";
import type { Room } from "./rooms.ts";

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

// Walks over the room's whole stream (event_pkey): rarely asked, and an index would cost every join.
export async function drawnPositions(
  pool: pg.Pool,
  room: Room,
  after: { value: number; id: string } | null,
  limit: number,
): Promise<{ positionId: string; value: number }[]> {
  const { rows } = await pool.query<{ positionId: string; value: number }>(
    `select * from (
       select distinct on (ticket_id) ticket_id as "positionId",
              (after->>'drawValue')::float8 as value
         from event where org_id = $1 and line_id = $2 and type = 'waitroom.joined'
          and after->>'drawValue' is not null order by ticket_id, seq desc) drawn
      where $3::float8 is null or (value, "positionId") > ($3, $4::uuid)
      order by value, "positionId" limit $5`,
    [room.orgId, room.id, after?.value ?? null, after?.id ?? null, limit],
  );
  return rows;
}
