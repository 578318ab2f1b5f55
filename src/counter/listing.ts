// Tickets of a queue in the order a desk thinks of them: those called or being served (the latest
// call first), those who wait (in calling order), those who are done (the latest first). A cursor
// says which of the three comes next and after whom.

import type pg from "pg";
import { z } from "zod";
import type { CounterTicket, Status } from "./rules.ts";
import * as store from "./store.ts";
import type { Queue } from "./store.ts";
import { ticketView, type TicketView } from "./view.ts";

export const cursorSchema = z.union([
  z.object({ after: z.literal("present") }),
  z.object({
    after: z.literal("waiting"),
    level: z.int(),
    rank: z.number(),
    id: z.uuid(),
    position: z.int(),
  }),
  z.object({ after: z.literal("past"), endedAt: z.number(), id: z.uuid() }),
]);

export type Cursor = z.infer<typeof cursorSchema>;

const mostPresent = 500;

export interface Page {
  items: TicketView[];
  next: Cursor | null;
}

export async function listTickets(
  pool: pg.Pool,
  queue: Queue,
  asked: readonly Status[],
  cursor: Cursor | null,
  limit: number,
): Promise<Page> {
  const wants = (...some: Status[]) => some.some((status) => asked.includes(status));
  const items: TicketView[] = [];

  if (cursor === null && wants("CALLED", "SERVING")) {
    const present = await store.presentTickets(pool, queue.id, mostPresent);
    items.push(
      ...present
        .filter((ticket) => asked.includes(ticket.status))
        .map((ticket) => ticketView(ticket, queue, null)),
    );
  }
  if (wants("WAITING") && cursor?.after !== "past") {
    const key = cursor?.after === "waiting" ? cursor : null;
    const room = limit - items.length;
    if (room <= 0) return { items, next: { after: "present" } };
    const waiting = await store.waitingTickets(pool, queue.id, key, room + 1);
    const offset = key?.position ?? 0;
    const shown = waiting.slice(0, room);
    items.push(...shown.map((ticket, i) => ticketView(ticket, queue, offset + i + 1)));
    if (waiting.length > room)
      return { items, next: waitingCursor(shown.at(-1)!, offset + shown.length) };
  }
  const past = asked.filter((status) => ["SERVED", "CANCELLED", "NO_SHOW"].includes(status));
  if (past.length > 0) {
    const room = limit - items.length;
    const key = cursor?.after === "past" ? cursor : null;
    const done = await store.pastTickets(pool, queue.id, past, key, Math.max(room, 0) + 1);
    const shown = done.slice(0, Math.max(room, 0));
    items.push(...shown.map((ticket) => ticketView(ticket, queue, null)));
    const last = shown.at(-1);
    if (done.length > shown.length && last) {
      return { items, next: { after: "past", endedAt: last.endedAt!, id: last.id } };
    }
  }
  return { items, next: null };
}

function waitingCursor({ level, rank, id }: CounterTicket, position: number): Cursor {
  return { after: "waiting", level, rank, id, position };
}
