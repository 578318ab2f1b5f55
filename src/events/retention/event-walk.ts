// Old events of several lines, one line after another.

import type pg from "pg";
import { earliest, type Found, type Scope } from "./classes.ts";
import { findEvents, removeEvents } from "./line-events.ts";

/** Behind this event of this line; behind the whole line without one. */
export interface WalkCursor {
  lineId: string;
  seq: number | null;
}

/** The next of the lines that `lines` selects by $1, the organisation, and $2, the time before which things are old. */
export async function nextLine(
  db: pg.Pool | pg.PoolClient,
  lines: string,
  { orgId, before }: Scope,
  after: string | null,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from (${lines}) lines where $2::timestamptz is not null and ($3::uuid is null or id > $3)
      order by id limit 1`,
    [orgId, before, after],
  );
  return rows[0]?.id ?? null;
}

export class EventWalk {
  readonly #lines: string;
  readonly #which: string;

  /** `which`: a condition on `p`, an event; $1 and $4 are the organisation and the time. */
  constructor(lines: string, which: string) {
    this.#lines = lines;
    this.#which = which;
  }

  async find(db: pg.Pool, scope: Scope): Promise<Pick<Found, "events" | "oldest">> {
    let [events, oldest]: [number, Date | null] = [0, null];
    let line = await nextLine(db, this.#lines, scope, null);
    while (line) {
      const found = await findEvents(db, scope, line, this.#which);
      events += found.events;
      oldest = earliest(oldest, found.oldest);
      line = await nextLine(db, this.#lines, scope, line);
    }
    return { events, oldest };
  }

  async removeSome(tx: pg.PoolClient, scope: Scope, cursor: WalkCursor | null) {
    const lineId =
      cursor && cursor.seq !== null
        ? cursor.lineId
        : await nextLine(tx, this.#lines, scope, cursor?.lineId ?? null);
    if (!lineId) return { rows: 0, events: 0, next: null };
    const page = await removeEvents(tx, scope, lineId, cursor?.seq ?? 0, this.#which);
    const next: WalkCursor = { lineId, seq: page.next };
    return { rows: 0, events: page.removed.length, next };
  }
}
