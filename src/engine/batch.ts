// One batch of tickets: lock the lines, load what the orders touch, decide them one after another in
// memory, write everything with a few multi-row statements and commit once. Two round trips for any number
// of orders. A refused order changes nothing and does not hurt its neighbours. What the cache
// has of the last batch is not read again: then it is one round trip.

import { Book, type Decision } from "../kernel/book.ts";
import { Change, decide } from "../kernel/decide.ts";
import { compareOrder, type Line, type Ticket } from "../kernel/line.ts";
import type { Policy } from "../kernel/policy.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import { allSent, type Rows, type Sender } from "./connection.ts";
import type { BatchProcessor } from "./batch-processor.ts";
import {
  commitBatch,
  decideInTurn,
  done,
  noRows,
  nowOf,
  refused,
  replaysOf,
  sendLocks,
  sendReplays,
  type BatchOptions,
  type Replay,
  type Verdict,
} from "./batch-protocol.ts";
import { LineCache } from "./line-cache.ts";
import type { ByKey, Order, Product, Situation } from "./order.ts";
import { lineOf, ticketOf } from "./rows.ts";
import { Writes } from "./writes.ts";

export interface Loaded {
  lines: Map<string, Line>;
  book: Book;
  settings: Map<string, LineSettings>;
  replays: ByKey<Replay>;
  /** The group each named ticket is in. */
  groupOf: Map<string, string>;
  uniqueKeys: Map<string, { id: string; until: number | null }>;
  /** By order, as asked for by its standing. */
  ahead: Map<Order, number>;
  /** Up to whom the front of a line is known; null: to its end. */
  front: Map<string, Ticket | null>;
  now: number;
  /** From the database; otherwise from the cache. */
  isRead: boolean;
}

export interface LineSettings {
  settings: unknown;
  policy: Policy;
  /** Other lines in whose streams a change of them is told, with the last event of each. */
  dependsOn: ReadonlyMap<string, number>;
}

/** First round trip. The transaction is open afterwards, whether it throws or not. */
export async function load(
  connection: Sender,
  orders: readonly Order[],
  { fixedNow, contended }: BatchOptions,
  cache?: LineCache,
): Promise<Loaded> {
  const lineIds = [...new Set(orders.flatMap((order) => order.lineIds))];
  const named = orders.filter((order) => order.ticketId);
  const reaching = reachOf(orders);
  for (const [id, n] of reaching) reaching.set(id, cache?.frontToRead(id, n) ?? n);
  const standing = orders.filter((order) => order.standing);
  const groups = [...new Set(orders.filter((o) => o.product.grouped).flatMap((o) => o.lineIds))];
  const whole = [...new Set(orders.filter((o) => o.everybody).flatMap((o) => o.lineIds))];
  const wanted = orders.flatMap((o) =>
    (o.uniqueKeys ?? []).map((key) => ({ orgId: o.orgId, key })),
  );
  const products = [...new Set(orders.map((order) => order.product))];

  const [
    ,
    locked,
    lockedIfFree,
    members,
    replays,
    tickets,
    front,
    ahead,
    everybody,
    uniqueKeys,
    ...settings
  ] = await allSent(
    connection.together(() => [
      connection.control("begin"),
      ...sendLocks(connection, lineIds, contended),
      groups.length ? connection.send("members", [groups]) : noRows,
      sendReplays(connection, orders),
      named.length
        ? connection.send("tickets", [named.map((o) => o.orgId), named.map((o) => o.ticketId)])
        : noRows,
      reaching.size
        ? connection.send("front", [[...reaching.keys()], [...reaching.values()]])
        : noRows,
      standing.length
        ? connection.send("ahead", [...standingColumns(standing), fixedNow && +fixedNow * 1000])
        : noRows,
      whole.length ? connection.send("everybody", [whole]) : noRows,
      wanted.length
        ? connection.send("uniqueKeys", [wanted.map((c) => c.orgId), wanted.map((c) => c.key)])
        : noRows,
      ...products.map((product) =>
        connection.sendText(`settings ${product.name}`, product.settingsSql, [lineIds]),
      ),
    ]),
  );

  const first = locked![0] ?? lockedIfFree![0];
  const lines = [...locked!, ...lockedIfFree!, ...members!].map((row) => lineOf(row as never));
  const known = new Map<string, Ticket>();
  for (const row of [...everybody!, ...front!, ...tickets!])
    known.set(row.id as string, ticketOf(row as never));
  return {
    lines: new Map(lines.map((line) => [line.id, line])),
    book: new Book(lines, known.values()),
    settings: new Map(
      products.flatMap((product, i) =>
        settings[i]!.map((row) => [row.line_id as string, settingsOf(product, row)]),
      ),
    ),
    replays: replaysOf(replays!),
    groupOf: new Map(tickets!.map((row) => [row.id as string, row.group_id as string])),
    uniqueKeys: new Map(
      uniqueKeys!.map((row) => {
        const until = (row.deadline_at as Date | null)?.getTime() ?? null;
        return [row.claim as string, { id: row.id as string, until }];
      }),
    ),
    ahead: new Map(ahead!.map((row) => [standing[row.n as number]!, row.ahead as number])),
    front: frontsOf(
      front!.map((row) => known.get(row.id as string)!),
      reaching,
    ),
    now: nowOf(fixedNow, first),
    isRead: first !== undefined,
  };
}

/** Decides every order on what was loaded, gathering what has to be written. */
export function decideAll(
  orders: readonly Order[],
  loaded: Loaded,
): { verdicts: Verdict[]; writes: Writes } {
  const writes = new Writes(loaded.lines, loaded.now);
  const verdicts = decideInTurn(orders, loaded.replays, (order) =>
    decideOne(order, loaded, writes),
  );
  return { verdicts, writes };
}

/** Whole batches for a lane, with its cache. */
export function ticketProcessor(elapsedMs: () => number): BatchProcessor<Order> {
  const cache = new LineCache(elapsedMs);
  return {
    async prepare(connection, orders, options) {
      const loaded = await load(connection, orders, options, cache);
      const decide = () => {
        const { verdicts, writes } = decideAll(orders, loaded);
        cache.store(orders, verdicts, loaded, writes);
        const commit = writes.isEmpty ? null : () => commitBatch(connection, writes);
        return { verdicts, commit, seal: writes.seal };
      };
      return { locked: loaded.lines.keys(), decide };
    },

    decideFromCache(connection, orders, fixedNow) {
      const cached = cache.lookUp(orders, fixedNow);
      if (!cached) return null;
      const { verdicts, writes } = decideAll(orders, cached);
      // Only what is written is held against what is there: a guess turns nobody away.
      if (!verdicts.every((verdict) => verdict.kind === "done" && verdict.outcome.answer)) {
        cache.invalidate(orders);
        return null;
      }
      cache.store(orders, verdicts, cached, writes);
      for (const { dependsOn } of cached.settings.values()) writes.dependOn(dependsOn);
      if (writes.isEmpty) return { verdicts, commit: null, seal: null };
      const commit = () => {
        const written = commitBatch(connection, writes, { begin: true });
        void readOn(connection, orders, cache);
        return written;
      };
      return { verdicts, commit, seal: writes.seal };
    },

    invalidate: (orders, reason) => cache.invalidate(orders, reason),
  };
}

/** Behind a batch, so that the next ones need not wait for it. */
async function readOn(
  connection: Sender,
  orders: readonly Order[],
  cache: LineCache,
): Promise<void> {
  const ahead = cache.readAhead(orders);
  if (!ahead) return;
  const { lineId, last, people } = ahead;
  const rows = await connection
    .send("onward", [lineId, last.level, last.rank, last.id, people])
    .catch(() => null);
  cache.extend(ahead, rows && rows.map((row) => ticketOf(row as never)));
}

function decideOne(order: Order, loaded: Loaded, writes: Writes): Verdict {
  const ticket = order.ticketId ? loaded.book.ticket(order.ticketId) : undefined;
  if (order.ticketId && !ticket) return refused(refuse("NOT_FOUND", "There is no such ticket"));
  const group =
    ticket && (loaded.book.line(ticket.lineId)?.groupId ?? loaded.groupOf.get(ticket.id)!);
  if (group && !order.lineIds.includes(group)) return { kind: "ticket moved", lineId: group };
  for (const id of order.lineIds) {
    const line = loaded.lines.get(id);
    const settings = loaded.settings.get(id);
    if (!line && settings) return { kind: "line is locked" };
    if (!line || !settings || line.orgId !== order.orgId) return refused(refuse("NOT_FOUND"));
  }
  const lineId = group ?? order.lineIds[0];
  const { settings, policy } = loaded.settings.get(lineId)!;
  const situation: Situation = {
    book: loaded.book,
    line: loaded.book.line(lineId)!,
    settings,
    settingsOf: (id) => loaded.settings.get(id)?.settings,
    ahead: (standing) => aheadOf(standing, order, loaded, writes),
    holderOf: (uniqueKey) => holderOf(uniqueKey, loaded),
    heldUntil: (uniqueKey) => heldUntil(uniqueKey, loaded),
    now: loaded.now,
  };
  try {
    const decision = decisionOf(order, situation, policy);
    if (decision instanceof Refusal) return refused(decision);
    if (decision.transitions.length + decision.notices.length === 0) {
      loaded.book.apply(decision);
      writes.keep(decision);
      writes.skipNumbers(decision.lines);
      return done(null, false);
    }
    const line = decision.lines.find(({ id }) => id === lineId) ?? situation.line;
    const answer = order.answer({ ...situation, line }, decision);
    // First what may fail: a change without its event must not be in the book.
    writes.add(order, decision, answer, policy);
    loaded.book.apply(decision);
    return done(answer, false);
  } catch (error) {
    return { kind: "failed", error: error as Error };
  }
}

export function decisionOf(order: Order, situation: Situation, policy: Policy): Decision | Refusal {
  const { book, now } = situation;
  if (order.decide) {
    const change = new Change(book, policy, now);
    return order.decide(situation, change) ?? change.decision();
  }
  const command = order.command!(situation);
  return command instanceof Refusal ? command : decide(book, command, policy, now);
}

/** Who has the uniqueKey after what this batch has decided so far. */
function holderOf(uniqueKey: string, { book, uniqueKeys }: Loaded): string | undefined {
  const inBatch = book.holderOf(uniqueKey);
  if (inBatch) return inBatch;
  const id = uniqueKeys.get(uniqueKey)?.id;
  // Loaded and changed since: it has let go of the uniqueKey.
  return id && !book.ticket(id) ? id : undefined;
}

function heldUntil(uniqueKey: string, loaded: Loaded): number | null {
  const id = holderOf(uniqueKey, loaded);
  if (id === undefined) return null;
  const ticket = loaded.book.ticket(id);
  return ticket ? ticket.deadlineAt : loaded.uniqueKeys.get(uniqueKey)!.until;
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

/** How many of each line's first must be known for these orders, whatever they do to each other. */
function reachOf(orders: readonly Order[]): Map<string, number> {
  const reach = new Map<string, number>();
  for (const order of orders) {
    for (const id of order.reachInto ?? order.lineIds) {
      reach.set(id, (reach.get(id) ?? 0) + order.reach);
    }
  }
  for (const [id, n] of reach) if (n === 0) reach.delete(id);
  return reach;
}

function frontsOf(
  tickets: readonly Ticket[],
  asked: ReadonlyMap<string, number>,
): Map<string, Ticket | null> {
  const byLine = Map.groupBy(tickets, (ticket) => ticket.lineId);
  const fronts = new Map<string, Ticket | null>();
  for (const [lineId, n] of asked) {
    // Those asked for are the first of each tier: of all tiers together only so many are in order.
    const first = byLine.get(lineId)?.toSorted(compareOrder) ?? [];
    fronts.set(lineId, first.length < n ? null : first[n - 1]!);
  }
  return fronts;
}

// Settings are read under the lock every time, but parsed only when their text has changed.
const parsedSettings = new Map<
  string,
  { text: string; value: { settings: unknown; policy: Policy } }
>();
const maxParsed = 10_000;

function settingsOf(product: Product, row: Rows[number]): LineSettings {
  const dependsOn = (row.depends_on ?? {}) as Record<string, number>;
  const known = parsed(product, row.line_id as string, row.settings as string);
  return { ...known, dependsOn: new Map(Object.entries(dependsOn)) };
}

function parsed(product: Product, lineId: string, text: string) {
  const known = parsedSettings.get(lineId);
  if (known?.text === text) return known.value;
  const value = product.parse(text);
  if (parsedSettings.size >= maxParsed) parsedSettings.clear();
  parsedSettings.set(lineId, { text, value });
  return value;
}
