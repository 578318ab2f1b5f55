// Classes of data that an organisation keeps for a while: how long by default, and what is the least.

import type pg from "pg";

const year = 365;

/** In days. What is below the least would take away what is still needed: a queue's week, a replay. */
export const classes = {
  tickets: { days: year, least: 14, about: "walk-in tickets that are over, and their events" },
  tokens: {
    days: 3 * year,
    least: 14,
    about: "OPD tokens of days that are over, and their events",
  },
  bookings: {
    days: 3 * year,
    least: 14,
    about: "bookings and entries of waitlists that are over, and their events",
  },
  reservations: {
    days: 3 * year,
    least: 14,
    about: "reservations of boxes, their payments and their events, once the pickup is over",
  },
  visits: { days: 30, least: 1, about: "who was in a waiting room, and their events" },
  attempts: { days: 30, least: 1, about: "attempts to reserve a box" },
  answers: { days: 2, least: 1, about: "answers kept for a repeated Idempotency-Key" },
  audit: { days: 10 * year, least: 90, about: "the audit trail and changes of settings" },
} as const;

export type ClassName = keyof typeof classes;

export const classNames = Object.keys(classes) as ClassName[];

export const maxDays = 100 * year;

/** null: for ever. */
export type Days = Record<ClassName, number | null>;

export const defaultDays = Object.fromEntries(
  classNames.map((name) => [name, classes[name].days]),
) as Days;

/** What is removed of one organisation: everything that ended before. */
export interface Scope {
  orgId: string;
  before: Date;
  /** Events from this position on have not been taken in by every consumer of the log. */
  horizon: number;
}

export interface Removed {
  /** Tickets, bookings, …; of answers and the audit trail there are only events. */
  rows: number;
  events: number;
}

export interface Found extends Removed {
  oldest: Date | null;
}

/** How to find and remove what is old. Both go by the same conditions. */
export interface DataClass<Cursor = unknown> {
  readonly name: ClassName;
  find(db: pg.Pool, scope: Scope): Promise<Found>;
  /**
   * Removes some of it, in a transaction that is short. It is called again with the cursor that it
   * returns until that is null.
   */
  removeSome(
    tx: pg.PoolClient,
    scope: Scope,
    cursor: Cursor | null,
  ): Promise<Removed & { next: Cursor | null }>;
}

/** As many rows as one transaction removes. */
export const chunk = 500;

export function earliest(...dates: (Date | null)[]): Date | null {
  const known = dates.filter((date) => date !== null).map((date) => date.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}
