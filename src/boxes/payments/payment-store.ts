// SQL of payments: what was opened at Stripe, what came of it, and what has to go back.

import type pg from "pg";

type Db = pg.Pool | pg.ClientBase;

export interface Payment {
  orgId: string;
  id: string;
  reservationId: string;
  inventoryId: string;
  amount: number;
  currency: string;
  title: string;
  state: "OPEN" | "PAID" | "CLOSED";
  attempt: number;
  sessionId: string | null;
  url: string | null;
  intentId: string | null;
  createdAt: Date;
  paidAt: Date | null;
  dueAt: Date | null;
  tries: number;
}

/** With the database's time when it was taken up. */
export type DuePayment = Payment & { now: Date };

export type Bill = Pick<
  Payment,
  "orgId" | "id" | "reservationId" | "inventoryId" | "amount" | "currency" | "title"
>;

export interface Refund {
  orgId: string;
  intentId: string;
  paymentId: string;
  reservationId: string;
  amount: number;
  currency: string;
  reason: string;
  state: "DUE" | "DONE" | "FAILED";
  attempt: number;
  tries: number;
  refundId: string | null;
}

const paymentColumns = `p.org_id as "orgId", p.id, p.reservation_id as "reservationId",
  p.inventory_id as "inventoryId", p.amount, p.currency, p.title, p.state, p.attempt,
  p.session_id as "sessionId", p.url, p.intent_id as "intentId", p.created_at as "createdAt",
  p.paid_at as "paidAt", p.due_at as "dueAt", p.tries`;

const refundColumns = `r.org_id as "orgId", r.intent_id as "intentId", r.payment_id as "paymentId",
  r.reservation_id as "reservationId", r.amount, r.currency, r.reason, r.state, r.attempt, r.tries,
  r.refund_id as "refundId"`;

// ---- payments

/** The reservation's payment, open: new, as it is, or opened again after it was closed. */
export async function openPayment(
  db: Db,
  { orgId, id, reservationId, inventoryId, amount, currency, title }: Bill,
  now: Date,
  dueAt: Date | null,
): Promise<Payment> {
  const { rows } = await db.query<Payment>(
    `insert into box_payment as p (org_id, id, reservation_id, inventory_id, amount, currency, title,
       state, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'OPEN', $8, $9)
     on conflict (org_id, reservation_id) do update set
       state = case when p.state = 'CLOSED' then 'OPEN' else p.state end,
       attempt = p.attempt + (p.state = 'CLOSED')::int,
       session_id = case when p.state = 'CLOSED' then null else p.session_id end,
       url = case when p.state = 'CLOSED' then null else p.url end,
       due_at = case when p.state = 'CLOSED' then excluded.due_at else p.due_at end,
       tries = case when p.state = 'CLOSED' then 0 else p.tries end
     returning ${paymentColumns}`,
    [orgId, id, reservationId, inventoryId, amount, currency, title, now, dueAt],
  );
  return rows[0]!;
}

export async function saveCheckout(
  db: Db,
  { orgId, id, attempt }: Payment,
  { sessionId, url }: { sessionId: string; url: string },
): Promise<void> {
  await db.query(
    `update box_payment set session_id = $4, url = $5
      where org_id = $1 and id = $2 and attempt = $3 and state = 'OPEN'`,
    [orgId, id, attempt, sessionId, url],
  );
}

/** Stripe said that this attempt failed: the next one needs a key of its own. */
export async function nextAttempt(db: Db, { orgId, id, attempt }: Payment): Promise<void> {
  await db.query(
    `update box_payment set attempt = attempt + 1
      where org_id = $1 and id = $2 and attempt = $3 and session_id is null`,
    [orgId, id, attempt],
  );
}

/** Index: box_payment_of_reservation. */
export async function findPayment(
  db: Db,
  orgId: string,
  reservationId: string,
): Promise<Payment | null> {
  const { rows } = await db.query<Payment>(
    `select ${paymentColumns} from box_payment p where p.org_id = $1 and p.reservation_id = $2`,
    [orgId, reservationId],
  );
  return rows[0] ?? null;
}

/** A change locks the payment first, then the inventory: always in this order. */
export async function lockPayment(tx: pg.ClientBase, id: string): Promise<Payment | null> {
  const { rows } = await tx.query<Payment>(
    `select ${paymentColumns} from box_payment p where p.id = $1 for update`,
    [id],
  );
  return rows[0] ?? null;
}

/** Index: box_payment_by_intent. */
export async function lockPaymentOf(tx: pg.ClientBase, intentId: string): Promise<Payment | null> {
  const { rows } = await tx.query<Payment>(
    `select ${paymentColumns} from box_payment p where p.intent_id = $1 for update`,
    [intentId],
  );
  return rows[0] ?? null;
}

export async function savePaid(
  tx: pg.ClientBase,
  { orgId, id }: Payment,
  intentId: string,
  now: Date,
  dueAt: Date | null,
): Promise<void> {
  await tx.query(
    `update box_payment set state = 'PAID', intent_id = $3, paid_at = $4, due_at = $5, tries = 0
      where org_id = $1 and id = $2`,
    [orgId, id, intentId, now, dueAt],
  );
}

/** Nobody can pay there any more. */
export async function saveClosed(
  db: Db,
  paymentId: string,
  sessionId: string | null,
): Promise<void> {
  await db.query(
    `update box_payment set state = 'CLOSED', due_at = null
      where id = $1 and state = 'OPEN' and session_id is not distinct from $2`,
    [paymentId, sessionId],
  );
}

export async function lookAtPayment(db: Db, payment: Payment, dueAt: Date | null): Promise<void> {
  await db.query(`update box_payment set due_at = $3 where org_id = $1 and id = $2`, [
    payment.orgId,
    payment.id,
    dueAt,
  ]);
}

/** The reservation has ended: what is to be done about its payment is due now. */
export async function paymentIsDue(
  db: Db,
  orgId: string,
  reservationId: string,
  now: Date | null,
): Promise<void> {
  await db.query(
    `update box_payment set due_at = coalesce($3::timestamptz, now())
      where org_id = $1 and reservation_id = $2 and state <> 'CLOSED'`,
    [orgId, reservationId, now],
  );
}

// ---- refunds

/** Written once for each payment, by the first that finds out. */
export async function insertRefund(
  tx: pg.ClientBase,
  { orgId, id, reservationId, amount, currency }: Payment,
  intentId: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into box_refund (org_id, intent_id, payment_id, reservation_id, amount, currency, reason,
       state, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'DUE', $8, $8) on conflict do nothing`,
    [orgId, intentId, id, reservationId, amount, currency, reason, now],
  );
  return rowCount === 1;
}

/** Index: box_refund_by_intent. */
export async function findRefund(db: Db, intentId: string): Promise<Refund | null> {
  const { rows } = await db.query<Refund>(
    `select ${refundColumns} from box_refund r where r.intent_id = $1`,
    [intentId],
  );
  return rows[0] ?? null;
}

/** False: it was done already. */
export async function saveRefunded(
  tx: pg.ClientBase,
  { orgId, intentId }: { orgId: string; intentId: string },
  refundId: string | null,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update box_refund set state = 'DONE', refund_id = coalesce($3, refund_id), done_at = $4, due_at = null
      where org_id = $1 and intent_id = $2 and state = 'DUE'`,
    [orgId, intentId, refundId, now],
  );
  return rowCount === 1;
}

/** The bank has sent it back: a person has to see to it. Null: that is known. */
export async function saveRefundFailed(db: Db, intentId: string): Promise<Refund | null> {
  const { rows } = await db.query<Refund>(
    `update box_refund r set state = 'FAILED', due_at = null
      where r.intent_id = $1 and r.state <> 'FAILED' returning ${refundColumns}`,
    [intentId],
  );
  return rows[0] ?? null;
}

export async function refundLater(
  db: Db,
  { orgId, intentId }: Refund,
  dueAt: Date,
  failed: boolean,
): Promise<void> {
  await db.query(
    `update box_refund set due_at = $3, attempt = attempt + $4
      where org_id = $1 and intent_id = $2 and state = 'DUE'`,
    [orgId, intentId, dueAt, Number(failed)],
  );
}

// ---- what is due

/**
 * Takes some of what is due and puts it off for as long as the work may take: any instance may come
 * by, and one that dies in the middle leaves it to the next. Index: box_payment_due.
 */
export async function takeDuePayments(
  db: Db,
  now: Date | null,
  leaseMs: number,
  limit: number,
): Promise<DuePayment[]> {
  const { rows } = await db.query<DuePayment>(
    `update box_payment p set tries = p.tries + 1,
            due_at = coalesce($1::timestamptz, now()) + $2 * interval '1 millisecond'
       from (select org_id, id from box_payment
              where due_at <= coalesce($1::timestamptz, now())
              order by due_at limit $3 for update skip locked) due
      where p.org_id = due.org_id and p.id = due.id
      returning ${paymentColumns}, coalesce($1::timestamptz, now()) as now`,
    [now, leaseMs, limit],
  );
  return rows;
}

/** The same for refunds. Index: box_refund_due. */
export async function takeDueRefunds(
  db: Db,
  now: Date | null,
  leaseMs: number,
  limit: number,
): Promise<Refund[]> {
  const { rows } = await db.query<Refund>(
    `update box_refund r set tries = r.tries + 1,
            due_at = coalesce($1::timestamptz, now()) + $2 * interval '1 millisecond'
       from (select org_id, intent_id from box_refund
              where due_at <= coalesce($1::timestamptz, now())
              order by due_at limit $3 for update skip locked) due
      where r.org_id = due.org_id and r.intent_id = due.intent_id
      returning ${refundColumns}`,
    [now, leaseMs, limit],
  );
  return rows;
}

/** Money that is still to go back: how many, since when, and how many nobody can send. */
export async function refundsNow(
  db: Db,
  now: Date | null,
): Promise<{ due: number; oldestSeconds: number; failed: number }> {
  const { rows } = await db.query<{ due: number; oldestSeconds: number; failed: number }>(
    `select count(*) filter (where state = 'DUE')::int as due,
            coalesce(extract(epoch from coalesce($1::timestamptz, now())
              - min(created_at) filter (where state = 'DUE')), 0)::float8 as "oldestSeconds",
            count(*) filter (where state = 'FAILED')::int as failed
       from box_refund where state <> 'DONE'`,
    [now],
  );
  return rows[0]!;
}
