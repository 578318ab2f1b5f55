// What an organisation holds of those who work for it: invitations, and members. A member is removed like
// any other, which deletes an account that belongs nowhere else; what is left is erased here.

import type { PersonPart } from "../people/person.ts";

export const invitationsOfPeople = (end: NonNullable<PersonPart["end"]>): PersonPart => ({
  kind: "invitations",
  end,

  async find(db, { orgId, by, value }) {
    if (by !== "email") return [];
    const { rows } = await db.query<{ id: string }>(
      `select id from invitation where org_id = $1 and email = $2`,
      [orgId, value],
    );
    return rows.map(({ id }) => id);
  },

  async read(db, orgId, ids) {
    const { rows } = await db.query(
      `select id, email, name, role, status, created_at as "createdAt" from invitation
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map((data) => ({
      id: data.id,
      lineId: null,
      open: data.status === "pending" ? data.status : null,
      data,
    }));
  },

  async erase(tx, orgId, ids) {
    await tx.query(
      `update invitation set name = null, email = id || '@erased.invalid'
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
  },
});

export const membersOfPeople: PersonPart = {
  kind: "members",

  async find(db, { orgId, by, value }) {
    if (by !== "email") return [];
    const { rows } = await db.query<{ id: string }>(
      `select m.id from member m join user_account u on u.id = m.user_id
        where m.org_id = $1 and u.email = $2`,
      [orgId, value],
    );
    return rows.map(({ id }) => id);
  },

  async read(db, orgId, ids) {
    const { rows } = await db.query(
      `select m.id, u.name, u.email, m.role, m.created_at as "createdAt"
         from member m join user_account u on u.id = m.user_id
        where m.org_id = $1 and m.id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map((data) => ({ id: data.id, lineId: null, open: data.role, data }));
  },

  erase: async () => undefined,
};
