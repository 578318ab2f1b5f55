// One batch: lock the lines, load what the orders touch, decide them one after another in memory,
// write everything with a few multi-row statements and commit once. Two round trips for any number
// of orders. A refused order changes nothing and does not hurt its neighbours.

import { Book } from "../kernel/book.ts";
import { decide } from "../kernel/decide.ts";
import type { Line, Ticket } from "../kernel/line.ts";
import type { Policy } from "../kernel/policy.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import { allSent, type Connection, type Rows } from "./connection.ts";
import type { Order, Outcome, Product, Situation } from "./order.ts";
import { lineOf, ticketOf, type LineRow, type TicketRow } from "./rows.ts";
import { Writes } from "./writes.ts";

/** What became of one order: an outcome, a refusal, or "not now" with the reason. */
export type Verdict =
  | { kind: "done"; outcome: Outcome }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "failed"; error: Error }
  | { kind: "line is locked" }
  | { kind: "ticket moved"; lineId: string };

export interface Loaded {
  lines: Map<string, Line>;
  book: Book;
  settings: Map<string, { settings: unknown; policy: Policy }>;
  replays: Map<string, { fingerprint: string | null; answer: string | null }>;
  /** By order, as asked for by its standing. */
  ahead: Map<Order, number>;
  now: number;
  xid: string;
}

export interface BatchOptions {
  fixedNow: Date | null;
  /** Lines that kept others waiting: taken only if free. */
  suspects: ReadonlySet<string>;
}

/** First round trip. The transaction is open afterwards, whether it throws or not. */
export async function load(
  connection: Connection,
  orders: readonly Order[],
  { fixedNow, suspects }: BatchOptions,
): Promise<Loaded> {
  const lineIds = [...new Set(orders.flatMap((order) => order.lineIds))];
  const free = lineIds.filter((id) => !suspects.has(id));
  const suspected = lineIds.filter((id) => suspects.has(id));
  const keyed = orders.filter((order) => order.idem);
  const named = orders.filter((order) => order.ticketId);
  const reaching = reachOf(orders);
  const standing = orders.filter((order) => order.standing);
  const products = [...new Set(orders.map((order) => order.product))];
  const none = Promise.resolve<Rows>([]);

  const [, locked, lockedIfFree, times, replays, tickets, front, ahead, ...settings] =
    await allSent([
      connection.control("begin"),
      free.length ? connection.send("lock", [free]) : none,
      suspected.length ? connection.send("lockIfFree", [suspected]) : none,
      connection.send("time", []),
      keyed.length
        ? connection.send("replays", [keyed.map((o) => o.orgId), keyed.map((o) => o.idem)])
        : none,
      named.length
        ? connection.send("tickets", [named.map((o) => o.orgId), named.map((o) => o.ticketId)])
        : none,
      reaching.size
        ? connection.send("front", [[...reaching.keys()], [...reaching.values()]])
        : none,
      standing.length
        ? connection.send("ahead", [...standingColumns(standing), fixedNow && +fixedNow * 1000])
        : none,
      ...products.map((product) =>
        connection.sendText(`settings ${product.name}`, product.settingsSql, [lineIds]),
      ),
    ]);
  const time = times![0]!;

  const lines = [...locked!, ...lockedIfFree!].map((row) => lineOf(row as unknown as LineRow));
  const known = new Map<string, TicketRow>();
  for (const row of [...tickets!, ...front!]) known.set(row.id as string, row as never);
  return {
    lines: new Map(lines.map((line) => [line.id, line])),
    book: new Book(lines, [...known.values()].map(ticketOf)),
    settings: new Map(
      products.flatMap((product, i) =>
        settings[i]!.map((row) => [
          row.line_id as string,
          parsed(product, row.line_id as string, row.settings as string),
        ]),
      ),
    ),
    replays: new Map(replays!.map((row) => [`${row.org_id}${row.idem}`, row as never])),
    ahead: new Map(ahead!.map((row) => [standing[row.n as number]!, row.ahead as number])),
    now: fixedNow ? fixedNow.getTime() : Math.floor(Number(time.now)),
    xid: time.xid as string,
  };
}

/** Decides every order on what was loaded, gathering what has to be written. */
export function decideAll(
  orders: readonly Order[],
  loaded: Loaded,
): { verdicts: Verdict[]; writes: Writes } {
  const writes = new Writes(loaded.lines, loaded.now);
  const inBatch = new Map<string, number>();
  const verdicts: Verdict[] = [];
  for (const [i, order] of orders.entries()) {
    const keyInBatch = order.idem && `${order.orgId}${order.idem}`;
    const first = keyInBatch ? inBatch.get(keyInBatch) : undefined;
    const verdict =
      first === undefined
        ? decideOne(order, loaded, writes)
        : repeat(order, orders[first]!, verdicts[first]!);
    verdicts.push(verdict);
    const remembered = verdict.kind === "done" && verdict.outcome.answer !== null;
    if (keyInBatch && first === undefined && remembered) inBatch.set(keyInBatch, i);
  }
  return { verdicts, writes };
}

/** Second round trip. */
export async function write(connection: Connection, writes: Writes): Promise<void> {
  await allSent([...writes.send(connection), connection.control("commit")]);
}

function decideOne(order: Order, loaded: Loaded, writes: Writes): Verdict {
  const replay = order.idem && loaded.replays.get(`${order.orgId}${order.idem}`);
  if (replay) {
    if (replay.fingerprint !== (order.fingerprint ?? null))
      return refused(refuse("IDEMPOTENCY_KEY_REUSED"));
    return done(replay.answer === null ? null : (JSON.parse(replay.answer) as object), true);
  }
  const ticket = order.ticketId ? loaded.book.ticket(order.ticketId) : undefined;
  if (order.ticketId && !ticket) return refused(refuse("NOT_FOUND", "There is no such ticket"));
  if (ticket && !order.lineIds.includes(ticket.lineId)) {
    return { kind: "ticket moved", lineId: ticket.lineId };
  }
  for (const id of order.lineIds) {
    const line = loaded.lines.get(id);
    const settings = loaded.settings.get(id);
    if (!line && settings) return { kind: "line is locked" };
    if (!line || !settings || line.orgId !== order.orgId) return refused(refuse("NOT_FOUND"));
  }
  const lineId = ticket?.lineId ?? order.lineIds[0];
  const { settings, policy } = loaded.settings.get(lineId)!;
  const situation: Situation = {
    book: loaded.book,
    line: loaded.book.line(lineId)!,
    settings,
    settingsOf: (id) => loaded.settings.get(id)?.settings,
    ahead: (standing) => aheadOf(standing, order, loaded, writes),
    now: loaded.now,
  };
  try {
    const command = order.command(situation);
    if (command instanceof Refusal) return refused(command);
    const decision = decide(loaded.book, command, policy, loaded.now);
    if (decision instanceof Refusal) return refused(decision);
    if (decision.happenings.length === 0) return done(null, false);
    const line = decision.lines.find(({ id }) => id === lineId) ?? situation.line;
    const answer = order.answer({ ...situation, line }, decision);
    loaded.book.apply(decision);
    writes.add(order, decision, answer, policy);
    return done(answer, false);
  } catch (error) {
    return { kind: "failed", error: error as Error };
  }
}

/** Counted when the batch was loaded, corrected by what the batch has decided since. */
function aheadOf(ticket: Ticket, order: Order, loaded: Loaded, writes: Writes): number | undefined {
  const counted = loaded.ahead.get(order);
  const { lineId, at } = order.standing ?? {};
  if (counted === undefined || !at || ticket.lineId !== lineId) return undefined;
  if ("rank" in at && (at.level !== ticket.level || at.rank !== ticket.rank)) return undefined;
  return counted + writes.shiftAhead(ticket);
}

function standingColumns(orders: readonly Order[]): unknown[] {
  const standings = orders.map((order) => order.standing!);
  return [
    standings.map((_, n) => n),
    standings.map(({ lineId }) => lineId),
    standings.map(({ ticketId }) => ticketId),
    standings.map(({ at }) => ("rank" in at ? at.level : 0)),
    standings.map(({ at }) => ("rank" in at ? at.rank : null)),
    standings.map(({ at }) => ("rank" in at ? 0 : at.priority)),
  ];
}

/** The same key again within one batch: the same answer, without a second effect. */
function repeat(order: Order, original: Order, verdict: Verdict): Verdict {
  if (verdict.kind !== "done") throw new Error("only what was done is repeated");
  if (order.fingerprint !== original.fingerprint) return refused(refuse("IDEMPOTENCY_KEY_REUSED"));
  return done(verdict.outcome.answer, true);
}

const done = (answer: object | null, replayed: boolean): Verdict => ({
  kind: "done",
  outcome: { answer, replayed },
});

const refused = (refusal: Refusal): Verdict => ({ kind: "refused", refusal });

/** How many of each line's first must be known for these orders, whatever they do to each other. */
function reachOf(orders: readonly Order[]): Map<string, number> {
  const reach = new Map<string, number>();
  for (const order of orders) {
    for (const id of order.lineIds) reach.set(id, (reach.get(id) ?? 0) + order.reach);
  }
  for (const [id, n] of reach) if (n === 0) reach.delete(id);
  return reach;
}

// Settings are read under the lock every time, but parsed only when their text has changed.
const parsedSettings = new Map<
  string,
  { text: string; value: { settings: unknown; policy: Policy } }
>();
const mostParsed = 10_000;

function parsed(product: Product, lineId: string, text: string) {
  const known = parsedSettings.get(lineId);
  if (known?.text === text) return known.value;
  const value = product.parse(text);
  if (parsedSettings.size >= mostParsed) parsedSettings.clear();
  parsedSettings.set(lineId, { text, value });
  return value;
}
