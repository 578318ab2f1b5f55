// What a step can go back to, as it is stored with a ticket: of the ticket before the step only what is
// different now. A call changes five fields of twenty.

import type { Previous, Ticket } from "../kernel/line.ts";

type Fields = Record<string, unknown>;

/** `changed`: those of its data that are different now; `data`: all of it, where fields came or went. */
export type StoredPrevious = Pick<Previous, "at"> &
  Partial<Omit<Previous, "at">> & { changed?: object };

const fields = [
  "lineId",
  "state",
  "status",
  "priority",
  "level",
  "rank",
  "takenAt",
  "startedAt",
  "endedAt",
  "deadlineAt",
] as const;

export function storedPrevious(ticket: Ticket): string | null {
  const { previous } = ticket;
  if (!previous) return null;
  const stored: Fields = { at: previous.at };
  for (const field of fields) {
    if (previous[field] !== ticket[field]) stored[field] = previous[field];
  }
  const changed = changedFields(previous.data as Fields, ticket.data as Fields);
  if (!changed) stored.data = previous.data;
  else if (previous.data !== ticket.data) stored.changed = changed;
  return JSON.stringify(stored);
}

/** null: not the same fields. */
function changedFields(before: Fields, now: Fields): Fields | null {
  const changed: Fields = {};
  let more = 0;
  for (const field in now) {
    if (before[field] === undefined) return null;
    if (before[field] !== now[field]) changed[field] = before[field];
    more += 1;
  }
  for (const _ in before) more -= 1;
  return more === 0 ? changed : null;
}

export function readPrevious(
  stored: StoredPrevious | null,
  ticket: Omit<Ticket, "previous">,
): Previous | null {
  if (!stored) return null;
  const { lineId, state, status, priority, level, rank, takenAt, startedAt, endedAt } = ticket;
  const { deadlineAt } = ticket;
  const { changed, data = { ...ticket.data, ...changed }, ...former } = stored;
  const place = { lineId, state, status, priority, level, rank };
  return { ...place, takenAt, startedAt, endedAt, deadlineAt, ...former, data };
}
