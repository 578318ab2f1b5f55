// The calendar of some resources in one read: when they are open, what is booked and what is held. It is
// everything that a page needs to draw a day and to know, with every step of a drag, whether it fits.

import type pg from "pg";
import { openIn, type Hours } from "../../availability/schedule.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { refuse } from "../../kernel/refusal.ts";
import { columnsOf } from "../core/batch.ts";
import type { Resources } from "../core/commands.ts";
import { iso } from "../core/parts.ts";
import { placesIn } from "../core/rules.ts";
import { touching } from "../core/statements.ts";
import * as store from "../core/store.ts";
import type { TokenPort } from "../core/token-port.ts";
import { bookingView } from "../core/view.ts";

/** More than a page shows; the list has all. */
export const maxInCalendar = 2_000;

export interface CalendarDeps {
  pool: pg.Pool;
  clock: Clock;
  resources: Resources;
  tokens: Pick<TokenPort, "slotsSql" | "othersIn">;
  /** Of those that are known. */
  patientNames(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Days {
  resourceIds: readonly string[];
  from: number;
  to: number;
}

export class Calendars {
  readonly #deps: CalendarDeps;

  constructor(deps: CalendarDeps) {
    this.#deps = deps;
  }

  async read(orgId: string, days: Days, seesPatients: boolean) {
    const { pool, resources } = this.#deps;
    const { resourceIds, from, to } = days;
    const known = await resources.find(orgId, resourceIds);
    if (known.length < new Set(resourceIds).size) {
      throw refuse("NOT_FOUND", "There is no such resource");
    }
    const status = ["requested", "approved"] as const;
    const doctors = known.filter(({ type }) => type === "doctor").map(({ id }) => id);
    const [hours, uses, tokens, found] = await Promise.all([
      this.#hours(resourceIds, from, to),
      this.#uses(orgId, days),
      this.#tokens(orgId, { ...days, resourceIds: doctors }),
      store.listBookings(pool, orgId, { resourceIds, from, to, status }, null, maxInCalendar + 1),
    ]);
    if (found.length > maxInCalendar) {
      throw refuse("INVALID", `More than ${maxInCalendar} bookings: ask for fewer days`);
    }
    const names = seesPatients ? await this.#names(orgId, found) : new Map<string, string>();
    const occupying = new Set(uses.map(({ owner_id: id }) => id));
    return {
      resources: known.map(({ id, active }) => ({
        resourceId: id,
        open: active ? openIn(hours.get(id)!, from, to).map(interval) : [],
        places: placesIn(hours.get(id)!, from, to),
        tokens: this.#others(tokens.get(id), hours.get(id)!),
      })),
      bookings: found.map((booking) => ({
        ...bookingView(booking),
        patientName: names.get(booking.patientId ?? "") ?? null,
        occupies: occupying.has(booking.id),
      })),
      holds: holdsIn(uses),
    };
  }

  async #hours(ids: readonly string[], from: number, to: number): Promise<Map<string, Hours>> {
    const { rows } = await this.#deps.pool.query<{ id: string; schedule: string }>(
      `select id, availability_schedule(id, $2, $3)::text as schedule from unnest($1::uuid[]) as id`,
      [ids, new Date(from), new Date(to)],
    );
    return new Map(rows.map(({ id, schedule }) => [id, JSON.parse(schedule) as Hours]));
  }

  async #tokens(orgId: string, { resourceIds, from, to }: Days): Promise<Map<string, object[]>> {
    if (resourceIds.length === 0) return new Map();
    const { pool, tokens } = this.#deps;
    const windows = resourceIds.map((resourceId) => ({ resourceId, from, to }));
    const columns = columnsOf(windows, new Map(resourceIds.map((id) => [id, orgId])));
    const { rows } = await pool.query<{ resource_id: string }>(tokens.slotsSql, columns);
    return Map.groupBy(rows, ({ resource_id: id }) => id);
  }

  /** Of a doctor's slots; others have none. */
  #others(rows: object[] | undefined, hours: Hours) {
    if (!rows) return [];
    const { tokens, clock } = this.#deps;
    return tokens
      .othersIn(rows, hours, approximateNow(clock))
      .toSorted((a, b) => a.start - b.start)
      .map(({ places, kept, ...times }) => ({ ...interval(times), taken: places, kept }));
  }

  // Index: booking_use_by_time.
  async #uses(orgId: string, { resourceIds, from, to }: Days): Promise<UseRow[]> {
    const { pool, clock } = this.#deps;
    const { rows } = await pool.query<UseRow>(
      `select owner, owner_id, resource_id, start_at, end_at, busy_from, busy_till, expires_at
         from booking_use u
        where u.org_id = $1 and u.resource_id = any($2::uuid[]) and ${touching("u", "$3::timestamptz", "$4::timestamptz")}
          and u.occupies and (u.expires_at is null or u.expires_at > $5)
        order by u.owner_id, u.n limit ${10 * maxInCalendar}`,
      [orgId, resourceIds, new Date(from), new Date(to), new Date(approximateNow(clock))],
    );
    return rows;
  }

  #names(orgId: string, bookings: readonly { patientId: string | null }[]) {
    const ids = new Set(bookings.flatMap(({ patientId }) => patientId ?? []));
    return this.#deps.patientNames(orgId, [...ids]);
  }
}

interface UseRow {
  owner: "booking" | "hold" | "offer";
  owner_id: string;
  resource_id: string;
  start_at: Date;
  end_at: Date;
  busy_from: Date;
  busy_till: Date;
  expires_at: Date | null;
}

/** Holds, and offers to those who wait: both keep their time for now. */
function holdsIn(uses: readonly UseRow[]) {
  const kept = uses.filter(({ owner }) => owner !== "booking");
  const byOwner = Map.groupBy(kept, ({ owner_id: id }) => id);
  return [...byOwner].map(([id, rows]) => ({
    id,
    of: rows[0]!.owner === "offer" ? ("offer" as const) : ("hold" as const),
    expiresAt: rows[0]!.expires_at!.toISOString(),
    resources: rows.map((row) => ({
      resourceId: row.resource_id,
      start: row.start_at.toISOString(),
      end: row.end_at.toISOString(),
      busyFrom: row.busy_from.toISOString(),
      busyTill: row.busy_till.toISOString(),
    })),
  }));
}

const interval = ({ start, end }: { start: number; end: number }) => ({
  start: iso(start),
  end: iso(end),
});
