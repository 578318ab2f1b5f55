// A commit whose answer was lost took place or it did not, and only what it wrote can tell. Its first
// event carries an id that no other commit has: if that event is there, everything is. PostgreSQL's own
// transaction ids cannot tell: after a crash it gives out again those that had not reached its log, and
// then says "committed" of somebody else's transaction.
//
// The look comes after the lines are locked. A transaction that was decided on what it read holds those
// locks until it ends, so that by then it has. One that was decided from the cache has no locks until it
// arrives, and may still be on its way: the lines are moved on by a number, and it finds another state.

import { allSent, type Sender } from "./connection.ts";

/** What tells a commit from all others: its first event. */
export interface Seal {
  readonly orgId: string;
  readonly lineId: string;
  readonly seq: number;
  readonly batch: string;
}

export interface LostCommit {
  readonly seal: Seal;
  /** Lines of which at least one was part of it. */
  readonly lineIds: readonly string[];
  /** Sent without having locked anything before. */
  readonly unlocked: boolean;
}

/** The batches that were written. None of the others can be any more. */
export async function settleLost(
  connection: Sender,
  lost: readonly LostCommit[],
): Promise<Set<string>> {
  const seals = [...new Map(lost.map(({ seal }) => [seal.batch, seal])).values()];
  const lineIds = [...new Set(lost.flatMap((each) => each.lineIds))];
  const [, , rows] = await allSent(
    connection.together(() => [
      connection.control("begin"),
      connection.send("lock", [lineIds]),
      connection.send("written", [
        seals.map(({ orgId }) => orgId),
        seals.map(({ lineId }) => lineId),
        seals.map(({ seq }) => seq),
        seals.map(({ batch }) => batch),
      ]),
    ]),
  );
  const written = new Set(rows!.map((row) => row.batch as string));
  const onTheirWay = lost.filter(({ unlocked, seal }) => unlocked && !written.has(seal.batch));
  const skipped = [...new Set(onTheirWay.flatMap((each) => each.lineIds))];
  await allSent(
    connection.together(() => [
      ...(skipped.length > 0 ? [connection.send("skipNumbers", [skipped])] : []),
      connection.control("commit"),
    ]),
  );
  return written;
}
