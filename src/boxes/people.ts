// What boxes hold of people: reservations with their payments, and attempts, found by the shop's own id of
// a user, which may be an e-mail address.

import type { Person, PersonPart } from "../people/person.ts";
import { scanTickets, ticketsWithLocks } from "../people/ticket-scan.ts";

const isShopper = ({ by }: Person) => by === "userId" || by === "email";

export const reservationsOfPeople = (end: NonNullable<PersonPart["end"]>): PersonPart => ({
  kind: "reservations",
  end,

  async find(db, person) {
    if (!isShopper(person)) return [];
    const mine = `t.line_id in (select id from box_inventory where org_id = $1)
      and lower(t.data->>'userId') = lower($3)`;
    return scanTickets(db, person.orgId, mine, [person.value]);
  },

  async read(db, orgId, ids) {
    const { rows } = await db.query(ticketsWithLocks, [orgId, ids]);
    const { rows: payments } = await db.query(
      `select p.reservation_id as "reservationId", p.amount, p.currency, p.state,
              p.created_at as "createdAt", p.paid_at as "paidAt", p.intent_id as "reference"
         from box_payment p where p.org_id = $1 and p.reservation_id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map((t) => ({
      id: t.id,
      lineId: t.group_id,
      open: t.state === "done" ? null : t.status,
      data: {
        id: t.id,
        inventoryId: t.line_id,
        status: t.status,
        ...t.data,
        reservedAt: t.joined_at,
        endedAt: t.ended_at,
        payments: payments.filter(({ reservationId }) => reservationId === t.id),
      },
    }));
  },

  /** A cool-down goes on, for nobody in particular. What was paid stays in the books. */
  async erase(tx, orgId, ids) {
    await tx.query(
      `update ticket set previous = null,
              claim = case when claim is null then null
                else 'cool box ' || (data->>'merchantId') || ' guest erased ' || id end,
              data = (data::jsonb || jsonb_build_object('name', null, 'guest', true,
                'userId', 'erased ' || id))::json
        where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
    await tx.query(
      `update box_payment set url = null where org_id = $1 and reservation_id = any($2::uuid[])`,
      [orgId, ids],
    );
  },
});

export const attemptsOfPeople = (flush: () => Promise<void>): PersonPart => ({
  kind: "attempts",

  async find(db, person) {
    if (!isShopper(person)) return [];
    await flush();
    const { rows } = await db.query<{ id: string }>(
      `select id from box_attempt where org_id = $1 and lower(user_id) = lower($2)`,
      [person.orgId, person.value],
    );
    return rows.map(({ id }) => id);
  },

  async read(db, orgId, ids) {
    const { rows } = await db.query(
      `select id, at, merchant_id as "merchantId", inventory_id as "inventoryId", user_id as "userId",
              quantity, outcome
         from box_attempt where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
    return rows.map((data) => ({ id: data.id, lineId: null, open: null, data }));
  },

  async erase(tx, orgId, ids) {
    await tx.query(
      `update box_attempt set user_id = 'erased' where org_id = $1 and id = any($2::uuid[])`,
      [orgId, ids],
    );
  },
});
