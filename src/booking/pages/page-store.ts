// SQL of the pages on which the public asks for bookings.

import type pg from "pg";

type Db = pg.Pool | pg.ClientBase;

export interface PageSettings {
  title: string;
  kind: string;
  minutes: number;
  /** Any one of them will do. */
  resourceIds: string[];
  message: string | null;
  daysAhead: number;
  noticeMinutes: number;
  open: boolean;
  /** Whether somebody decides on a request, or a free time is booked at once. */
  confirmation: (typeof confirmations)[number];
  /** Whether people may wait for a time when none is free. */
  waitlist: boolean;
  /** Whether patients are asked for the number that the hospital knows them by. */
  asksExternalId: boolean;
}

export const confirmations = ["request", "instant"] as const;

/** Of pages from before these could be set. */
const once = { confirmation: "request", waitlist: false, asksExternalId: false } as const;

export interface BookingPage extends PageSettings {
  orgId: string;
  id: string;
}

interface PageRow {
  orgId: string;
  id: string;
  settings: PageSettings;
}

const columns = `org_id as "orgId", id, settings`;
const pageOf = ({ settings, ...row }: PageRow): BookingPage => ({ ...once, ...row, ...settings });

export async function listPages(db: Db, orgId: string): Promise<BookingPage[]> {
  const { rows } = await db.query<PageRow>(
    `select ${columns} from booking_page where org_id = $1 order by id`,
    [orgId],
  );
  return rows.map(pageOf);
}

export async function findPage(db: Db, orgId: string, id: string): Promise<BookingPage | null> {
  const { rows } = await db.query<PageRow>(
    `select ${columns} from booking_page where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0] ? pageOf(rows[0]) : null;
}

// Index: booking_page_by_id.
export async function findAnyPage(db: Db, id: string): Promise<BookingPage | null> {
  const { rows } = await db.query<PageRow>(`select ${columns} from booking_page where id = $1`, [
    id,
  ]);
  return rows[0] ? pageOf(rows[0]) : null;
}

export async function insertPage(tx: pg.ClientBase, page: BookingPage, now: Date): Promise<void> {
  const { orgId, id, ...settings } = page;
  await tx.query(
    `insert into booking_page (org_id, id, settings, created_at) values ($1, $2, $3, $4)`,
    [orgId, id, JSON.stringify(settings), now],
  );
}

export async function savePage(tx: pg.ClientBase, page: BookingPage): Promise<void> {
  const { orgId, id, ...settings } = page;
  await tx.query(`update booking_page set settings = $3 where org_id = $1 and id = $2`, [
    orgId,
    id,
    JSON.stringify(settings),
  ]);
}

export async function deletePage(tx: pg.ClientBase, orgId: string, id: string): Promise<void> {
  await tx.query(`delete from booking_page where org_id = $1 and id = $2`, [orgId, id]);
}

export async function organisationName(db: Db, orgId: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>(`select name from organisation where id = $1`, [
    orgId,
  ]);
  return rows[0]?.name ?? "";
}
