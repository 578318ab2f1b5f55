// What the desk shows, kept current from single changes. The order of those who wait is the
// server's: a change here is put in place at once, and the whole list is read again soon after.

import type { Ticket } from "../../wire/types.ts";

export interface DeskLists {
  /** Called or being served, at any desk; the newest call first. */
  active: Ticket[];
  waiting: Ticket[];
  /** More are waiting than were read. */
  more: boolean;
}

export function withTicket(lists: DeskLists, ticket: Ticket, queueId: string): DeskLists {
  const active = lists.active.filter((one) => one.id !== ticket.id);
  const isHere = ticket.queueId === queueId;
  if (isHere && (ticket.status === "CALLED" || ticket.status === "SERVING")) active.push(ticket);
  return { ...lists, active: newestFirst(active), waiting: waitingWith(lists, ticket, isHere) };
}

function waitingWith({ waiting, more }: DeskLists, ticket: Ticket, isHere: boolean): Ticket[] {
  const waits = isHere && ticket.status === "WAITING";
  const others = waiting.filter((one) => one.id !== ticket.id);
  if (!waits) return others;
  const place = ticket.position === null ? others.length : ticket.position - 1;
  // Behind what was read: it would stand in a gap.
  if (more && place >= others.length) return others;
  return others.toSpliced(place, 0, ticket);
}

export function newestFirst(tickets: Ticket[]): Ticket[] {
  return tickets.toSorted((a, b) => (b.calledAt ?? "").localeCompare(a.calledAt ?? ""));
}

export function matches(ticket: Ticket, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return true;
  const digits = wanted.replaceAll(/\D/g, "");
  return (
    ticket.name.toLowerCase().includes(wanted) ||
    ticket.number.toLowerCase().includes(wanted) ||
    (digits.length > 2 && (ticket.mobile ?? "").replaceAll(/\D/g, "").includes(digits))
  );
}
