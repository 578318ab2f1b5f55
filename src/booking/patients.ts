// Bookings and waits follow the record of their patient when it becomes part of another one.

import type pg from "pg";

export const bookingsOfPatients = {
  /** Index: booking_by_patient; of waits, which nobody keeps for long, all of the organisation. */
  async linesOf(tx: pg.ClientBase, orgId: string, patientId: string): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `select u.resource_id as id from booking b
         join booking_use u on u.org_id = b.org_id and u.owner_id = b.id
        where b.org_id = $1 and b.patient_id = $2
        union
       select unnest(resource_ids) from booking_wait where org_id = $1 and patient_id = $2`,
      [orgId, patientId],
    );
    return rows.map(({ id }) => id);
  },

  async follow(
    tx: pg.ClientBase,
    orgId: string,
    fromId: string,
    toId: string,
  ): Promise<{ bookings: number; waitlist: number }> {
    const move = async (table: "booking" | "booking_wait") => {
      const { rowCount } = await tx.query(
        `update ${table} set patient_id = $3 where org_id = $1 and patient_id = $2`,
        [orgId, fromId, toId],
      );
      return rowCount!;
    };
    return { bookings: await move("booking"), waitlist: await move("booking_wait") };
  },
};
