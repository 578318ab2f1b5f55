// Where a doctor sees patients: usually, and on a date where that is another room.

import type pg from "pg";

export interface Room {
  id: string;
  name: string;
}

/** What OPD asks of availability: those of them that are rooms of the organisation. */
export type FindRooms = (orgId: string, ids: readonly string[]) => Promise<Room[]>;

export interface OnDate {
  doctorId: string;
  date: string;
}

export interface RoomsOfDay {
  /** On the date. */
  room: Room | null;
  usual: Room | null;
}

export const inNoRoom: RoomsOfDay = { room: null, usual: null };

export class DoctorRooms {
  readonly #pool: pg.Pool;
  readonly #find: FindRooms;

  constructor(pool: pg.Pool, find: FindRooms) {
    this.#pool = pool;
    this.#find = find;
  }

  /** By doctor. Indexes: opd_day_room_pkey, opd_usual_room_pkey. */
  async on(orgId: string, days: readonly OnDate[]): Promise<Map<string, RoomsOfDay>> {
    const { rows } = await this.#pool.query<{
      doctorId: string;
      roomId: string | null;
      usualId: string | null;
    }>(
      `select w.doctor_id as "doctorId", u.room_id as "usualId",
              case when d.doctor_id is null then u.room_id else d.room_id end as "roomId"
         from unnest($2::uuid[], $3::date[]) as w (doctor_id, date)
         left join opd_day_room d
           on d.org_id = $1 and d.doctor_id = w.doctor_id and d.date = w.date
         left join opd_usual_room u on u.org_id = $1 and u.doctor_id = w.doctor_id`,
      [orgId, days.map(({ doctorId }) => doctorId), days.map(({ date }) => date)],
    );
    const ids = rows
      .flatMap(({ roomId, usualId }) => [roomId, usualId])
      .filter((id) => id !== null);
    const rooms = ids.length === 0 ? [] : await this.#find(orgId, [...new Set(ids)]);
    const named = new Map(rooms.map(({ id, name }) => [id, { id, name }]));
    const roomOf = (id: string | null) => (id === null ? null : (named.get(id) ?? null));
    return new Map(
      rows.map(({ doctorId, roomId, usualId }) => [
        doctorId,
        { room: roomOf(roomId), usual: roomOf(usualId) },
      ]),
    );
  }

  async ofDay(orgId: string, day: OnDate): Promise<RoomsOfDay> {
    return (await this.on(orgId, [day])).get(day.doctorId) ?? inNoRoom;
  }

  /** null where there is no such room. */
  async find(orgId: string, id: string): Promise<Room | null> {
    const [room] = await this.#find(orgId, [id]);
    return room ?? null;
  }
}

export async function saveUsualRoom(
  tx: pg.ClientBase,
  orgId: string,
  doctorId: string,
  roomId: string | null,
): Promise<void> {
  await tx.query(`delete from opd_usual_room where org_id = $1 and doctor_id = $2`, [
    orgId,
    doctorId,
  ]);
  if (roomId === null) return;
  await tx.query(`insert into opd_usual_room (org_id, doctor_id, room_id) values ($1, $2, $3)`, [
    orgId,
    doctorId,
    roomId,
  ]);
}

/** "usual": as on other dates; null: in no room. */
export async function saveDayRoom(
  tx: pg.ClientBase,
  orgId: string,
  { doctorId, date }: OnDate,
  roomId: string | null,
): Promise<void> {
  if (roomId === "usual") {
    await tx.query(`delete from opd_day_room where org_id = $1 and doctor_id = $2 and date = $3`, [
      orgId,
      doctorId,
      date,
    ]);
    return;
  }
  await tx.query(
    `insert into opd_day_room (org_id, doctor_id, date, room_id) values ($1, $2, $3, $4)
     on conflict (org_id, doctor_id, date) do update set room_id = excluded.room_id`,
    [orgId, doctorId, date, roomId],
  );
}
