// Writes what happened in a room into its stream of events, counts it by minute, and tells everybody
// who watches. The caller holds the room's line.

import type pg from "pg";
import type { PositionEvent, RoomRef } from "./store.ts";

export async function recordTransitions(
  tx: pg.ClientBase,
  room: Pick<RoomRef, "orgId" | "id">,
  list: readonly PositionEvent[],
): Promise<void> {
  if (list.length === 0) return;
  const { rows } = await tx.query<{ event_seq: number }>(
    `update line set event_seq = event_seq + $3 where org_id = $1 and id = $2 returning event_seq`,
    [room.orgId, room.id, list.length],
  );
  const last = rows[0]!.event_seq;
  await tx.query(
    `insert into event (org_id, line_id, seq, ticket_id, type, at, actor, before, after)
     select $1, $2, $3 + place, id, 'waitroom.' || type, to_timestamp(at / 1000), actor,
            before::json, after::json
       from unnest($4::uuid[], $5::text[], $6::float8[], $7::text[], $8::text[], $9::text[])
            with ordinality as each(id, type, at, actor, before, after, place)`,
    [
      room.orgId,
      room.id,
      last - list.length,
      list.map((one) => one.id),
      list.map((one) => one.type),
      list.map((one) => one.at),
      list.map((one) => one.actor),
      list.map((one) => (one.before ? JSON.stringify({ status: one.before }) : null)),
      list.map((one) => JSON.stringify(one.after)),
    ],
  );
  await recordDraw(tx, room, list);
  await countByMinute(tx, room, list);
  await tx.query(`select pg_notify('turnkeeper_events', $1)`, [`${room.id} ${last}`]);
}

/** Who takes part in the room's draw, with what: read by anyone who checks it. */
async function recordDraw(
  tx: pg.ClientBase,
  room: Pick<RoomRef, "orgId" | "id">,
  list: readonly PositionEvent[],
): Promise<void> {
  const drawn = list.filter(({ after }) => after.drawValue !== undefined);
  if (drawn.length === 0) return;
  await tx.query(
    `insert into room_draw (org_id, room_id, draw, value, position_id)
     select $1, $2, room.draw, each.value::bigint, each.id
       from room, unnest($3::uuid[], $4::float8[]) as each(id, value)
      where room.org_id = $1 and room.id = $2
     on conflict do nothing`,
    [room.orgId, room.id, drawn.map(({ id }) => id), drawn.map(({ after }) => after.drawValue)],
  );
}

async function countByMinute(
  tx: pg.ClientBase,
  room: Pick<RoomRef, "orgId" | "id">,
  list: readonly PositionEvent[],
): Promise<void> {
  await tx.query(
    `insert into room_minute as m
       (org_id, room_id, minute, joined, admitted, started, completed, expired, wait_ms)
     select $1, $2, date_trunc('minute', to_timestamp(at / 1000)) as minute,
            count(*) filter (where type = 'joined'), count(*) filter (where type = 'admitted'),
            count(*) filter (where type = 'started'), count(*) filter (where type = 'completed'),
            count(*) filter (where type = 'expired'), sum(wait)
       from unnest($3::text[], $4::float8[], $5::float8[]) as each(type, at, wait) group by 3
     on conflict (org_id, room_id, minute) do update set
       joined = m.joined + excluded.joined, admitted = m.admitted + excluded.admitted,
       started = m.started + excluded.started, completed = m.completed + excluded.completed,
       expired = m.expired + excluded.expired, wait_ms = m.wait_ms + excluded.wait_ms`,
    [
      room.orgId,
      room.id,
      list.map((one) => one.type),
      list.map((one) => one.at),
      list.map((one) => one.after.waitMs ?? 0),
    ],
  );
}
