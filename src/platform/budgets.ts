// How much one organisation may make of everything that lasts. It is counted in the transaction that makes
// one more, under the lock of the organisation's line, which every such transaction holds (auditedWrite):
// of two that come at once for the last place, one finds it taken.

import type pg from "pg";
import type { Budgeted, Config } from "../infra/config.ts";
import { refuse } from "./refusals.ts";

type Most = Config["maxPerOrganisation"];
export type Usage = Record<Budgeted, { used: number; most: number }>;

/**
 * Each counts by a key or an index that begins with org_id. A resource is known by its line, since its
 * tables are availability's own. Somebody who is invited has a place already.
 */
const counts: Record<Budgeted, string> = {
  queues: `select count(*) from queue where org_id = $1`,
  rooms: `select count(*) from room where org_id = $1`,
  resources: `select count(*) from line where org_id = $1 and product = 'resource'`,
  merchants: `select count(*) from merchant where org_id = $1`,
  boxTypes: `select count(*) from box_type where org_id = $1`,
  calendars: `select count(*) from outside_calendar where org_id = $1`,
  bookingPages: `select count(*) from booking_page where org_id = $1`,
  members: `select (select count(*) from member where org_id = $1)
                 + (select count(*) from invitation
                    where org_id = $1 and status = 'pending' and expires_at > clock_timestamp())`,
  apiKeys: `select count(*) from api_key where org_id = $1`,
};

const named: Record<Budgeted, string> = {
  queues: "queues",
  rooms: "waiting rooms",
  resources: "resources",
  merchants: "merchants",
  boxTypes: "box types",
  calendars: "outside calendars",
  bookingPages: "booking pages",
  members: "members and invitations",
  apiKeys: "API keys",
};

export class Budgets {
  readonly #most: Most;

  constructor(most: Most) {
    this.#most = most;
  }

  /** Refuses unless so many more fit. Only where the organisation's line is locked. */
  async check(tx: pg.ClientBase, orgId: string, kind: Budgeted, more = 1): Promise<void> {
    const most = this.#most[kind];
    const { rows } = await tx.query<{ used: number }>(`select (${counts[kind]})::int as used`, [
      orgId,
    ]);
    const { used } = rows[0]!;
    if (used + more <= most) return;
    const there = used >= most ? "there are as many" : `there are ${used} already`;
    const detail = `At most ${most} ${named[kind]} are allowed, and ${there}`;
    throw refuse("LIMIT_REACHED", detail, { limit: kind, most });
  }

  async usage(pool: pg.Pool, orgId: string): Promise<Usage> {
    const kinds = Object.keys(counts) as Budgeted[];
    const { rows } = await pool.query<Record<Budgeted, number>>(
      `select ${kinds.map((kind) => `(${counts[kind]})::int as "${kind}"`).join(", ")}`,
      [orgId],
    );
    const each = kinds.map((kind) => [kind, { used: rows[0]![kind], most: this.#most[kind] }]);
    return Object.fromEntries(each) as Usage;
  }
}
