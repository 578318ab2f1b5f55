// What walk-in queues hold of people: their tickets, found by the mobile number, or by the patient of the token with
// which they were sent on.

import { digitsOf, nobody, type PersonPart } from "../people/person.ts";
import { scanTickets, ticketsWithLocks } from "../people/ticket-scan.ts";

export const ticketsOfPeople = (end: NonNullable<PersonPart["end"]>): PersonPart => ({
  kind: "tickets",
  end,

  async find(db, { orgId, by, value, patientIds }) {
    if (by !== "phone" && patientIds.length === 0) return [];
    const mine = `t.line_id in (select id from queue where org_id = $1)
      and (${digitsOf("t.data->>'mobile'")} = $3 or t.data->'from'->>'patientId' = any($4::text[])
        or t.data->'from'->>'tokenId' in (
        select k.id::text from ticket k where k.org_id = $1 and k.data->>'patientId' = any($4::text[])))`;
    return scanTickets(db, orgId, mine, [by === "phone" ? value : null, patientIds]);
  },

  async read(db, orgId, ids) {
    const { rows } = await db.query(ticketsWithLocks, [orgId, ids]);
    return rows.map((t) => ({
      id: t.id,
      lineId: t.group_id,
      open: t.state === "done" ? null : t.status,
      data: {
        id: t.id,
        queueId: t.line_id,
        number: t.number,
        status: t.status,
        ...t.data,
        joinedAt: t.joined_at,
        calledAt: t.taken_at,
        endedAt: t.ended_at,
      },
    }));
  },

  /** It cannot be undone any more: that would bring back who it was. */
  async erase(tx, orgId, ids) {
    await tx.query(
      `update ticket set previous = null,
              data = (data::jsonb || jsonb_build_object('name', $3::text, 'mobile', null))::json
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids, nobody],
    );
  },
});
