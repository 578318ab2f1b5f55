// What waiting rooms hold of people in PostgreSQL: positions whose metadata names them. Where rooms live in
// Redis, metadata is there alone, and forgotten with the position.

import { digitsOf, type PersonPart } from "../people/person.ts";

export const positionsOfPeople = (end: NonNullable<PersonPart["end"]>): PersonPart => ({
  kind: "positions",
  end,

  async find(db, { orgId, by, value }) {
    if (by === "patientId") return [];
    const said = `metadata::text`;
    const names =
      by === "phone"
        ? `position($2 in ${digitsOf(said)}) > 0`
        : `position(lower($2) in lower(${said})) > 0`;
    const { rows } = await db.query<{ id: string }>(
      `select id from room_position where org_id = $1 and metadata is not null and ${names}`,
      [orgId, value],
    );
    return rows.map(({ id }) => id);
  },

  async read(db, orgId, ids) {
    const { rows } = await db.query(
      `select id, room_id as "roomId", status, address, metadata,
              to_timestamp(joined_at / 1000.0) as "joinedAt"
         from room_position where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map((data) => {
      const isOpen = ["WAITING", "ADMITTED", "ACTIVE"].includes(data.status);
      return { id: data.id, lineId: data.roomId, open: isOpen ? data.status : null, data };
    });
  },

  async erase(tx, orgId, ids) {
    await tx.query(
      `update room_position set metadata = null, address = null
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
  },
});
