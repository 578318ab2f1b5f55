// Tickets of a queue in the order a desk thinks of them: those called or being served (the latest
// call first), those who wait (in calling order), those who are done (the latest first). A cursor
// says which of the three comes next and after whom.

import type pg from "pg";
import { z } from "zod";
import { atOneMoment } from "../engine/transaction.ts";
import { cursorMoment, id } from "../http/schemas.ts";
import type { Status } from "./rules.ts";
import * as store from "./store.ts";
import type { Found, Queue, TimeKey, WaitingKey } from "./store.ts";
import { ticketView, type TicketView } from "./view.ts";

// Whatever passes can be asked of the database: a forged cursor finds nothing, or others' places.
const timeKey = z.strictObject({ at: cursorMoment, id });
const waitingKey = z.strictObject({ level: z.int().min(0).max(99), rank: z.int(), id });

export const cursorSchema = z.discriminatedUnion("in", [
  z.strictObject({ in: z.literal("present"), after: timeKey.nullable() }),
  z.strictObject({ in: z.literal("waiting"), after: waitingKey.nullable() }),
  z.strictObject({ in: z.literal("past"), after: timeKey.nullable() }),
]);

type Db = pg.Pool | pg.PoolClient;

export type Cursor = z.infer<typeof cursorSchema>;

export interface Page {
  items: TicketView[];
  next: Cursor | null;
}

const parts: { name: Cursor["in"]; of: Status[] }[] = [
  { name: "present", of: ["CALLED", "SERVING"] },
  { name: "waiting", of: ["WAITING"] },
  { name: "past", of: ["SERVED", "CANCELLED", "NO_SHOW"] },
];

export async function listTickets(
  pool: pg.Pool,
  queue: Queue,
  asked: readonly Status[],
  cursor: Cursor | null,
  limit: number,
  now: number,
): Promise<Page> {
  const wanted = parts
    .slice(parts.findIndex(({ name }) => cursor === null || name === cursor.in))
    .map(({ name, of }) => ({ name, statuses: of.filter((status) => asked.includes(status)) }))
    .filter(({ statuses }) => statuses.length > 0);
  const readAll = (db: Db) => readParts(db, queue, wanted, cursor, limit, now);
  // Somebody who is called meanwhile is in one part: not in two of them, and not in none.
  return wanted.length > 1 ? atOneMoment(pool, readAll) : readAll(pool);
}

async function readParts(
  db: Db,
  queue: Queue,
  wanted: readonly { name: Cursor["in"]; statuses: readonly Status[] }[],
  cursor: Cursor | null,
  limit: number,
  now: number,
): Promise<Page> {
  const items: TicketView[] = [];
  for (const { name, statuses } of wanted) {
    const from = cursor?.in === name ? cursor : ({ in: name, after: null } as Cursor);
    const room = limit - items.length;
    // One more than there is room for tells whether there is a next page.
    const found = await read(db, queue, statuses, from, room + 1);
    const shown = found.slice(0, room);
    items.push(...shown.map(({ ticket, position }) => ticketView(ticket, queue, position, now)));
    if (found.length > room) return { items, next: after(from, shown.at(-1)) };
  }
  return { items, next: null };
}

async function read(
  db: Db,
  queue: Queue,
  statuses: readonly Status[],
  cursor: Cursor,
  limit: number,
): Promise<Found[]> {
  if (cursor.in === "waiting") return store.waitingTickets(db, queue.id, cursor.after, limit);
  const { in: which, after: key } = cursor;
  const tickets = await store.ticketsByTime(db, which, queue.id, statuses, key, limit);
  return tickets.map((ticket) => ({ ticket, position: null }));
}

function after(cursor: Cursor, last: Found | undefined): Cursor {
  if (!last) return cursor;
  const { id: ticketId, level, rank, takenAt, endedAt } = last.ticket;
  if (cursor.in === "waiting") {
    return { in: "waiting", after: { level, rank, id: ticketId } satisfies WaitingKey };
  }
  const at = cursor.in === "present" ? takenAt! : endedAt!;
  return { in: cursor.in, after: { at, id: ticketId } satisfies TimeKey };
}
