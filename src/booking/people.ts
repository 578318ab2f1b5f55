// What bookings hold of people: of patients, and of those who asked without an account.

import { digitsOf, nobody, type Person, type PersonPart } from "../people/person.ts";

/** A condition on a booking or a wait; its value is $2, the patients are $3. */
function isTheirs({ by }: Person): string {
  const contact =
    by === "phone"
      ? `${digitsOf("contact->>'phone'")} = $2`
      : by === "email"
        ? `lower(contact->>'email') = $2`
        : `$2::text is null`;
  return `(patient_id = any($3::uuid[]) or ${contact})`;
}

const finder = (table: string): PersonPart["find"] =>
  async function find(db, person) {
    const { rows } = await db.query<{ id: string }>(
      `select id from ${table} where org_id = $1 and ${isTheirs(person)}`,
      [person.orgId, person.value, person.patientIds],
    );
    return rows.map(({ id }) => id);
  };

const contact = `case when contact is null then null else json_build_object('name', $3::text,
  'pageId', contact->'pageId') end`;

export const bookingsOfPeople = (end: NonNullable<PersonPart["end"]>): PersonPart => ({
  kind: "bookings",
  end,
  find: finder("booking"),

  async read(db, orgId, ids, now) {
    const { rows } = await db.query(
      `select id, kind, status, status_message as "statusMessage", patient_id as "patientId",
              start_at as start, end_at as "end", title, contact, created_at as "createdAt",
              (select resource_id from booking_use u where u.org_id = b.org_id and u.owner_id = b.id
                order by n limit 1) as line
         from booking b where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map(({ line, ...data }) => {
      const isOpen = ["requested", "approved"].includes(data.status) && data.end > now;
      return { id: data.id, lineId: line, open: isOpen ? data.status : null, data };
    });
  },

  async erase(tx, orgId, ids) {
    await tx.query(
      `update booking set title = null, status_message = null, contact = ${contact}
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids, nobody],
    );
  },
});

export const waitsOfPeople = (end: NonNullable<PersonPart["end"]>): PersonPart => ({
  kind: "waitlist",
  end,
  find: finder("booking_wait"),

  async read(db, orgId, ids) {
    const { rows } = await db.query(
      `select id, kind, status, patient_id as "patientId", earliest, latest, title, contact,
              created_at as "createdAt", resource_ids[1] as line
         from booking_wait where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map(({ line, ...data }) => {
      const isOpen = ["waiting", "offered"].includes(data.status);
      return { id: data.id, lineId: line, open: isOpen ? data.status : null, data };
    });
  },

  async erase(tx, orgId, ids) {
    await tx.query(
      `update booking_wait set title = null, contact = ${contact}
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids, nobody],
    );
  },
});
