// Every statement of the engine (src/engine/statements.ts), on simulated tables. statements.test.ts compares
// them with the real ones.

import type { Rows } from "../../src/engine/connection.ts";
import type { Statements } from "../../src/engine/statements.ts";
import type { EventRow } from "../../src/engine/tables.ts";
import type { Guards } from "../guards.ts";
import { ServerError, valueFor, type Row, type Running, type Transaction } from "./rows.ts";
import {
  eventKey,
  readLine,
  readTicket,
  ticketKey,
  waitingKey,
  type StoredLine,
  type StoredTicket,
  type StoredWaiting,
  type Tables,
} from "./tables.ts";
import { column, numbersIn } from "./values.ts";

export interface Context {
  readonly tables: Tables;
  readonly tx: Transaction;
  readonly guards: Guards;
  /** clock_timestamp(), in milliseconds. */
  readonly clock: () => number;
}

/** Some have to wait. */
export type Statement = (context: Context, values: unknown[]) => Rows | Running<Rows>;

export function* acquire(row: Row<never> | Row<unknown>, tx: Transaction): Running<void> {
  const wanted = row as Row<unknown>;
  while (wanted.holder !== null && wanted.holder !== tx) yield { row: wanted };
  wanted.holder = tx;
  tx.held.add(wanted);
}

const divisionByZero = () => new ServerError("22012", "division by zero");

function linesIn({ tables, tx }: Context, ids: readonly string[]): Row<StoredLine>[] {
  const rows = [...new Set(ids)].toSorted().map((id) => tables.line.get(id));
  return rows.filter((row) => row !== undefined && valueFor(row, tx) !== null) as Row<StoredLine>[];
}

function ticketsOf({ tables, tx }: Context, waiting: readonly StoredWaiting[]): Rows {
  return waiting.flatMap(({ org_id, ticket_id }) => {
    const ticket = tables.ticket.seenAt(ticketKey(org_id, ticket_id), tx);
    return ticket ? [{ ...readTicket(ticket) }] : [];
  });
}

function inOrder(a: StoredWaiting, b: StoredWaiting): number {
  return (
    a.level - b.level ||
    a.rank - b.rank ||
    (a.ticket_id < b.ticket_id ? -1 : a.ticket_id > b.ticket_id ? 1 : 0)
  );
}

function checkLine(line: StoredLine, { guards }: Context): void {
  if (guards.capacityConstraint && line.capacity !== null && line.taken > line.capacity) {
    throw new ServerError("23514", "check constraint", "line_check");
  }
}

function* updateLine(context: Context, id: string, change: (line: StoredLine) => StoredLine) {
  const { tables, tx } = context;
  const row = tables.line.get(id);
  if (!row || valueFor(row, tx) === null) return;
  yield* acquire(row, tx);
  const after = change(valueFor(row, tx)!);
  checkLine(after, context);
  yield* tables.line.update(row, after, tx);
}

/** The columns of progressTickets; updateTickets has more. */
function* updateTickets(context: Context, values: unknown[]): Running<Rows> {
  const { tables, tx, guards } = context;
  const columns = values.map((value) => column<never>(value));
  for (let i = 0; i < columns[0]!.length; i++) {
    const at = (n: number) => columns[n - 1]![i]!;
    const row = tables.ticket.get(ticketKey(at(1), at(2)));
    if (!row || valueFor(row, tx) === null) continue;
    yield* acquire(row, tx);
    const before = valueFor(row, tx);
    if (before === null) continue;
    if (guards.ticketFence && before.version !== at(5)) throw divisionByZero();
    const after: StoredTicket = {
      ...before,
      state: at(3),
      status: at(4),
      version: at(6),
      taken_at: at(7),
      started_at: at(8),
      ended_at: at(9),
      deadline_at: at(10),
      data: at(11),
      previous: at(12),
      ...(columns.length > 12 && {
        line_id: at(13),
        priority: at(14),
        level: at(15),
        rank: at(16),
        sequence: at(17),
        number: at(18),
        claim: at(19),
      }),
    };
    yield* tables.ticket.update(row, after, tx, guards.uniqueClaims);
  }
  return [];
}

export const statements: Record<keyof Statements, Statement> = {
  *lock(context, [ids]) {
    const rows: Rows = [];
    const wanted = linesIn(context, column(ids));
    if (!context.guards.lockOrder && context.tx.n % 2 === 0) wanted.reverse();
    for (const row of wanted) {
      if (context.guards.lineLocks) yield* acquire(row, context.tx);
      rows.push({ ...readLine(valueFor(row, context.tx)!), now: context.clock() });
    }
    return rows;
  },

  *lockIfFree(context, [ids]) {
    const free = linesIn(context, column(ids)).filter(
      ({ holder }) => holder === null || holder === context.tx,
    );
    for (const row of free) if (context.guards.lineLocks) yield* acquire(row, context.tx);
    return free.map((row) => ({
      ...readLine(valueFor(row, context.tx)!),
      now: context.clock(),
    }));
  },

  replays({ tables, tx, guards }, [orgIds, idems]) {
    if (!guards.replays) return [];
    const keys = column<string>(idems);
    return column<string>(orgIds).flatMap((orgId, i) => {
      const event = tables.event.seenBy("event_idem", `${keys[i]} ${orgId}`, tx);
      if (!event) return [];
      const { idem, actor, fingerprint } = event;
      const answer = guards.storedAnswers ? event.answer : "{}";
      return [{ org_id: orgId, idem, actor, fingerprint, answer }];
    });
  },

  members({ tables, tx }, [groups]) {
    const wanted = new Set(column<string>(groups));
    const lines = [...tables.line.seen(tx)];
    return lines
      .filter(({ id, group_id }) => group_id !== id && wanted.has(group_id))
      .map((line) => ({ ...readLine(line) }));
  },

  tickets({ tables, tx }, [orgIds, ids]) {
    const wanted = column<string>(ids);
    return column<string>(orgIds).flatMap((orgId, i) => {
      const ticket = tables.ticket.seenAt(ticketKey(orgId, wanted[i]!), tx);
      const line = ticket && tables.line.seenAt(ticket.line_id, tx);
      return ticket && line ? [{ ...readTicket(ticket), group_id: line.group_id }] : [];
    });
  },

  everybody(context, [groups]) {
    const { tables, tx } = context;
    const wanted = new Set(column<string>(groups));
    const isWanted = (lineId: string) => {
      const { id, group_id } = tables.line.seenAt(lineId, tx)!;
      return group_id !== id && wanted.has(group_id);
    };
    const present = [...tables.ticket.seen(tx)].filter(
      ({ state, line_id }) => (state === "holding" || state === "serving") && isWanted(line_id),
    );
    const waiting = [...tables.waiting.seen(tx)].filter(({ line_id }) => isWanted(line_id));
    return [
      ...present.map((ticket) => ({ ...readTicket(ticket) })),
      ...ticketsOf(context, waiting),
    ];
  },

  uniqueKeys({ tables, tx }, [orgIds, keys]) {
    const wanted = column<string>(keys);
    return column<string>(orgIds).flatMap((orgId, i) => {
      const ticket = tables.ticket.seenBy("ticket_claim", `${wanted[i]} ${orgId}`, tx);
      if (!ticket) return [];
      const { claim, id, deadline_at } = readTicket(ticket);
      return [{ claim, id, deadline_at }];
    });
  },

  front(context, [lineIds, counts]) {
    const { tables, tx, guards } = context;
    const all = [...tables.waiting.seen(tx)];
    const wanted = column<number>(counts);
    return column<string>(lineIds).flatMap((lineId, i) => {
      const line = tables.line.seenAt(lineId, tx);
      return (line?.heads ?? []).flatMap((head, level) => {
        if (!((line!.waiting[level] ?? 0) > 0)) return [];
        const tier = all.filter(
          (one) => one.line_id === lineId && one.level === level && one.rank >= Number(head),
        );
        const first = guards.frontInOrder ? tier.toSorted(inOrder) : tier;
        return ticketsOf(context, first.slice(0, wanted[i]));
      });
    });
  },

  onward(context, [lineId, level, rank, ticketId, count]) {
    const last = { level, rank, ticket_id: ticketId } as StoredWaiting;
    const behind = [...context.tables.waiting.seen(context.tx)].filter(
      (one) => one.line_id === lineId && inOrder(one, last) > 0,
    );
    return ticketsOf(context, behind.toSorted(inOrder).slice(0, count as number));
  },

  ahead({ tables, tx, clock }, values) {
    const columns = values.slice(0, 6).map((value) => column<never>(value));
    const fixedNow = values[6] as number | null;
    const all = [...tables.waiting.seen(tx)];
    return columns[0]!.flatMap((ordinal: number, i) => {
      const at = (n: number) => columns[n - 1]![i]!;
      const [lineId, ticketId, level]: [string, string, number] = [at(2), at(3), at(4)];
      const [rank, priority]: [number | null, number] = [at(5), at(6)];
      const line = tables.line.seenAt(lineId, tx);
      if (!line || (rank === null && line.ageing_ms === null)) return [];
      const arrival = Math.max(line.last_rank + 1, fixedNow ?? Math.floor(clock()) * 1000);
      const place: StoredWaiting = {
        org_id: line.org_id,
        line_id: lineId,
        level,
        rank: rank ?? arrival + priority * line.ageing_ms! * 1000,
        ticket_id: ticketId,
      };
      const ahead = all.filter(
        (one) => one.line_id === lineId && one.ticket_id !== ticketId && inOrder(one, place) < 0,
      );
      return [{ n: ordinal, ahead: ahead.length }];
    });
  },

  progressTickets: updateTickets,
  updateTickets,

  *deleteWaiting({ tables, tx }, values) {
    const columns = values.map((value) => column<never>(value));
    for (const [i, lineId] of columns[0]!.entries()) {
      const key = waitingKey(lineId, columns[1]![i]!, columns[2]![i]!, columns[3]![i]!);
      const row = tables.waiting.get(key);
      if (!row || valueFor(row, tx) === null) continue;
      yield* acquire(row, tx);
      if (valueFor(row, tx) !== null) yield* tables.waiting.update(row, null, tx);
    }
    return [];
  },

  *updateLines(context, values) {
    const columns = values.map((value) => column<never>(value));
    for (const [i, id] of columns[0]!.entries()) {
      const at = (n: number) => columns[n - 1]![i]!;
      yield* updateLine(context, id, (line) => {
        if (context.guards.lineFence && line.event_seq !== at(2)) throw divisionByZero();
        return {
          ...line,
          event_seq: at(3),
          sequence: at(4),
          period: at(5),
          last_rank: at(6),
          waiting: numbersIn(at(7)),
          heads: numbersIn(at(8)),
          capacity: at(9),
          reserve: at(10),
          taken: at(11),
          memory: at(12),
          deadline_at: at(13),
        };
      });
    }
    return [];
  },

  *countLines(context, values) {
    if (!context.guards.countsOfMembers) return [];
    const columns = values.map((value) => column<never>(value));
    for (const [i, id] of columns[0]!.entries()) {
      const at = (n: number) => columns[n - 1]![i]!;
      yield* updateLine(context, id, (line) => ({
        ...line,
        sequence: at(2),
        last_rank: at(3),
        taken: at(4),
        memory: at(5),
      }));
    }
    return [];
  },

  checkDependencies({ tables, tx, guards }, [ids, seqs]) {
    const wanted = column<number>(seqs);
    return column<string>(ids).map((id, i) => {
      const isSame = tables.line.seenAt(id, tx)?.event_seq === wanted[i];
      if (guards.dependencies && !isSame) throw divisionByZero();
      return { "?column?": 0 };
    });
  },

  written({ tables, tx, guards }, values) {
    if (guards.seals === "never found") return [];
    const [orgIds, lineIds, seqs, batches] = values.map((value) => column<never>(value));
    return batches!.flatMap((batch, i) => {
      const key = { orgId: orgIds![i]!, lineId: lineIds![i]!, seq: seqs![i]! };
      const event = tables.event.seenAt(eventKey(key as unknown as EventRow), tx);
      return event?.batch === batch || guards.seals === "always found" ? [{ batch }] : [];
    });
  },

  *skipNumbers(context, [ids]) {
    if (!context.guards.skippedNumbers) return [];
    for (const id of column<string>(ids).toSorted()) {
      yield* updateLine(context, id, (line) => ({ ...line, event_seq: line.event_seq + 1 }));
    }
    return [];
  },

  notify() {
    return [];
  },
};

/** COPY. */
export const inserts: Record<string, (context: Context, rows: never[]) => Running<void>> = {
  *ticket({ tables, tx, guards }, rows: StoredTicket[]) {
    for (const ticket of rows) {
      const key = ticketKey(ticket.org_id, ticket.id);
      yield* tables.ticket.insert(key, ticket, tx, guards.uniqueClaims);
    }
  },

  *waiting({ tables, tx }, rows: StoredWaiting[]) {
    for (const one of rows) {
      const key = waitingKey(one.line_id, one.level, one.rank, one.ticket_id);
      yield* tables.waiting.insert(key, one, tx);
    }
  },

  *event({ tables, tx, guards }, rows: EventRow[]) {
    for (const event of rows) {
      const key = eventKey(event);
      const isFree = guards.eventNumbers || !tables.event.get(key);
      yield* tables.event.insert(isFree ? key : `${key} ${tx.n}`, event, tx, guards.uniqueKeys);
    }
  },
};
