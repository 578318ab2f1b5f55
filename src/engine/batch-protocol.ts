// What every batch does alike, whatever its orders decide on: it takes its locks and looks for keys that
// were used before, decides one order after another, and writes everything with one commit. A processor
// adds what it reads, the state it decides on, and what it writes.

import { refuse, type Refusal } from "../kernel/refusal.ts";
import { isSameRequest, type Asked } from "./audited-write.ts";
import { allSent, type Rows, type Sender } from "./connection.ts";
import { ByKey, type Outcome } from "./order.ts";
import { replayedAnswer } from "./replayed-answer.ts";
import type { Writes } from "./writes.ts";

/** What became of one order: an outcome, a refusal, or "not now" with the reason. */
export type Verdict =
  | { kind: "done"; outcome: Outcome }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "failed"; error: Error }
  | { kind: "line is locked" }
  | { kind: "ticket moved"; lineId: string };

export interface BatchOptions {
  fixedNow: Date | null;
  /** Lines that kept others waiting: taken only if free. */
  contended: ReadonlySet<string>;
}

/** What the protocol knows of an order. */
interface KeyedOrder extends Asked {
  readonly orgId: string;
  readonly idem?: string | undefined;
  /** See replayed-answer.ts. */
  readonly predicted?: object | undefined;
}

export interface Replay extends Asked {
  answer: object | null;
}

export const noRows = Promise.resolve<Rows>([]);

/** Two statements: those that are waited for, and those that are taken only if free. */
export function sendLocks(
  connection: Sender,
  lineIds: readonly string[],
  contended: BatchOptions["contended"],
): [Promise<Rows>, Promise<Rows>] {
  const awaited = lineIds.filter((id) => !contended.has(id));
  const ifFree = lineIds.filter((id) => contended.has(id));
  return [
    awaited.length ? connection.send("lock", [awaited]) : noRows,
    ifFree.length ? connection.send("lockIfFree", [ifFree]) : noRows,
  ];
}

/** The moment of a batch, as the first line that it locked tells it. Without a line nothing is decided. */
export function nowOf(fixedNow: Date | null, locked: Rows[number] | undefined): number {
  return fixedNow ? fixedNow.getTime() : Math.floor(Number(locked?.now ?? 0));
}

export function sendReplays(connection: Sender, orders: readonly KeyedOrder[]): Promise<Rows> {
  const keyed = orders.filter((order) => order.idem);
  if (keyed.length === 0) return noRows;
  return connection.send("replays", [keyed.map((o) => o.orgId), keyed.map((o) => o.idem)]);
}

export function replaysOf(rows: Rows): ByKey<Replay> {
  const replays = new ByKey<Replay>();
  for (const row of rows) {
    const answer = row.answer === null ? null : (JSON.parse(row.answer as string) as object);
    const { actor, fingerprint } = row as unknown as Asked;
    replays.set(row.org_id as string, row.idem as string, { actor, fingerprint, answer });
  }
  return replays;
}

/** One after another; each sees what the ones before it changed. A key counts once, also within a batch. */
export function decideInTurn<O extends KeyedOrder>(
  orders: readonly O[],
  replays: Pick<ByKey<Replay>, "get">,
  decideOne: (order: O) => Verdict,
): Verdict[] {
  const inBatch = new ByKey<number>();
  const verdicts: Verdict[] = [];
  for (const [i, order] of orders.entries()) {
    const { orgId, idem } = order;
    const first = idem ? inBatch.get(orgId, idem) : undefined;
    if (first !== undefined) {
      verdicts.push(repeat(order, orders[first]!, verdicts[first]!));
      continue;
    }
    const replay = idem ? replays.get(orgId, idem) : undefined;
    const verdict = replay ? again(order, replay) : decideOne(order);
    verdicts.push(verdict);
    if (idem && verdict.kind === "done" && verdict.outcome.answer) inBatch.set(orgId, idem, i);
  }
  return verdicts;
}

/** The same key again: the same answer, without a second effect. */
function again(order: KeyedOrder, { answer, ...asked }: Replay): Verdict {
  if (!isSameRequest(order, asked)) return refused(refuse("IDEMPOTENCY_KEY_REUSED"));
  return done(answer && replayedAnswer(answer, order.predicted), true);
}

/** The same within one batch. */
function repeat(order: KeyedOrder, original: KeyedOrder, verdict: Verdict): Verdict {
  if (verdict.kind !== "done") throw new Error("only what was done is repeated");
  const { answer } = verdict.outcome;
  return again(order, { actor: original.actor, fingerprint: original.fingerprint, answer });
}

export const done = (answer: object | null, replayed: boolean): Verdict => ({
  kind: "done",
  outcome: { answer, replayed },
});

export const refused = (refusal: Refusal): Verdict => ({ kind: "refused", refusal });

/** Second round trip. Those who sent the orders are answered when they are committed, told or not. */
export async function commitBatch(
  connection: Sender,
  writes: Pick<Writes, "sendChanges" | "sendNews">,
  { begin = false, own = () => [] }: { begin?: boolean; own?: () => Promise<unknown>[] } = {},
): Promise<void> {
  const committed = connection.together(() => {
    const sent = [
      ...(begin ? [connection.control("begin")] : []),
      ...own(),
      ...writes.sendChanges(connection),
      connection.control("commit"),
    ];
    for (const news of writes.sendNews(connection)) news.catch(() => undefined);
    return sent;
  });
  await allSent(committed);
}
