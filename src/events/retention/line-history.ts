// What is over in lines: tickets that are done, and the events of tickets that are gone. Tickets
// about which something may still be decided are removed under the lock of their line, since such a decision
// must find them; the others, and events, need none: a busy queue's lock is the last thing to take.

import type pg from "pg";
import {
  chunk,
  earliest,
  type ClassName,
  type DataClass,
  type Found,
  type Scope,
} from "./classes.ts";
import { nextLine } from "./event-walk.ts";
import { findEvents, removeEvents, type RemovedEvent } from "./line-events.ts";

export interface LineKind {
  name: ClassName;
  /**
   * The lines to look through, one row each with its `id`: that of the group, whose stream has the events.
   * $1 is the organisation, $2 the time before which things are old.
   */
  lines: string;
  /** The whole line is over: events that are about no ticket go as well. */
  whole?: boolean;
  /** A condition on `t`, a ticket: it was over before this time, wherever it is. */
  isOver(before: string): string;
  /** A condition on `t`: somebody may still decide about it, so it is removed under its line's lock. */
  mayComeBack?: string;
  /** What goes along with tickets. */
  ticketsRemoved?(tx: pg.PoolClient, orgId: string, ids: readonly string[]): Promise<void>;
  eventsRemoved?(
    tx: pg.PoolClient,
    orgId: string,
    lineId: string,
    events: readonly RemovedEvent[],
  ): Promise<void>;
  /** Nothing is left in it that will get old. */
  emptied?(tx: pg.PoolClient, orgId: string, lineId: string): Promise<void>;
}

/** Done, nothing more is due about it, and what it kept others from is free. Index: ticket_past. */
export const isDone = (before: string) => `t.state = 'done' and t.ended_at < ${before}
  and t.claim is null and t.deadline_at is null`;

interface Cursor {
  /** The last line that is done with. */
  after: string | null;
  /** The line it is at, how far its tickets are removed, and its last event that was looked at. */
  at: { lineId: string; from: string; seq: number } | null;
}

const start: Cursor = { after: null, at: null };

export class LineHistory implements DataClass<Cursor> {
  readonly name: ClassName;
  readonly #kind: LineKind;

  constructor(kind: LineKind) {
    this.name = kind.name;
    this.#kind = kind;
  }

  async find(db: pg.Pool, scope: Scope): Promise<Found> {
    const found: Found = { rows: 0, events: 0, oldest: null };
    for (let line = await nextLine(db, this.#kind.lines, scope, null); line;) {
      const { rows } = await db.query<{ n: number; oldest: Date | null }>(
        `select count(*)::int as n, min(coalesce(t.ended_at, t.taken_at)) as oldest from ticket t
          where t.org_id = $1 and t.line_id = any($2::uuid[]) and ${this.#kind.isOver("$3")}`,
        [scope.orgId, await membersOf(db, line), scope.before],
      );
      const events = await findEvents(db, scope, line, this.#goes());
      found.rows += rows[0]!.n;
      found.events += events.events;
      found.oldest = earliest(found.oldest, rows[0]!.oldest, events.oldest);
      line = await nextLine(db, this.#kind.lines, scope, line);
    }
    return found;
  }

  async removeSome(tx: pg.PoolClient, scope: Scope, cursor: Cursor | null) {
    const { after, at } = cursor ?? start;
    const lineId = at?.lineId ?? (await nextLine(tx, this.#kind.lines, scope, after));
    if (!lineId) return { rows: 0, events: 0, next: null };
    const { rows, from } = at?.seq
      ? { rows: 0, from: null }
      : await this.#removeTickets(tx, scope, lineId, at?.from ?? "-infinity");
    if (from) return { rows, events: 0, next: { after, at: { lineId, from, seq: 0 } } };
    const page = await removeEvents(tx, scope, lineId, at?.seq ?? 0, this.#goes());
    const events = page.removed.length;
    if (events > 0) await this.#kind.eventsRemoved?.(tx, scope.orgId, lineId, page.removed);
    if (page.next !== null) {
      return { rows, events, next: { after, at: { lineId, from: "", seq: page.next } } };
    }
    await this.#kind.emptied?.(tx, scope.orgId, lineId);
    return { rows, events, next: { after: lineId, at: null } };
  }

  /** `from`: those that ended before are gone, and need not be walked over again. */
  async #removeTickets(
    tx: pg.PoolClient,
    { orgId, before }: Scope,
    lineId: string,
    from: string,
  ): Promise<{ rows: number; from: string | null }> {
    const { isOver, mayComeBack = "true", ticketsRemoved, whole } = this.#kind;
    const members = await membersOf(tx, lineId);
    // In a line that is over as a whole there are few.
    const inOrder = whole ? "" : `and t.ended_at >= $4::timestamptz order by t.ended_at`;
    // Of one line alone they come from the index in that order. Index: ticket_past.
    const inLines = whole ? `t.line_id = any($2::uuid[])` : `t.line_id = ($2::uuid[])[1]`;
    // Looked for before anybody has to wait.
    const { rows: old } = await tx.query<{ id: string; at: string; mayComeBack: boolean }>(
      `select t.id, t.ended_at::text as at, (${mayComeBack}) as "mayComeBack" from ticket t
        where t.org_id = $1 and ${inLines} and ${isOver("$3")}
          and $4::text is not null ${inOrder} limit ${chunk}`,
      [orgId, members, before, from],
    );
    if (old.length === 0) return { rows: 0, from: null };
    // Should a crash lose it, it is removed again: nobody waits for the disk.
    await tx.query(`set local synchronous_commit = off`);
    const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);
    const remove = async (some: readonly { id: string }[]) => {
      const { rows } = await tx.query<{ id: string }>(
        `delete from ticket t where t.org_id = $1 and t.id = any($2::uuid[]) and ${isOver("$3")}
           and t.line_id = any($4::uuid[])
         returning t.id`,
        [orgId, idsOf(some), before, members],
      );
      return rows;
    };
    const gone = await remove(old.filter(({ mayComeBack }) => !mayComeBack));
    const undecided = old.filter(({ mayComeBack }) => mayComeBack);
    if (undecided.length > 0) {
      await tx.query(`select 1 from line where id = $1 for update`, [lineId]);
      gone.push(...(await remove(undecided)));
    }
    await ticketsRemoved?.(tx, orgId, idsOf(gone));
    return { rows: gone.length, from: old.length === chunk ? (old.at(-1)!.at ?? from) : null };
  }

  /** An event goes with its ticket, wherever that was moved to. Index: ticket_pkey. */
  #goes(): string {
    const gone = `not exists (select from ticket t
      where t.org_id = $1 and t.id = p.ticket_id and not (${this.#kind.isOver("$4")}))`;
    return this.#kind.whole ? gone : `p.ticket_id is not null and ${gone}`;
  }
}

/** Index: line_by_group. */
async function membersOf(db: pg.Pool | pg.PoolClient, lineId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from line where group_id = $1 and group_id <> id`,
    [lineId],
  );
  return [lineId, ...rows.map(({ id }) => id)];
}
