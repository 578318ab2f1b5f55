// Decides orders inside a transaction that somebody else has opened: a change of a doctor's hours and
// what becomes of the tokens are one commit.

import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import { decideAll, load, type Verdict } from "./batch.ts";
import { allSent, type Rows, type Sender } from "./connection.ts";
import { copyIn } from "./pipeline.ts";
import type { Order } from "./order.ts";
import { statements } from "./statements.ts";
import { copyRows } from "./tables.ts";

/** Sends what a batch sends on a connection whose transaction is somebody else's to begin and end. */
export function senderOf(tx: pg.ClientBase): Sender {
  // An everyday connection is not pipelined: one statement after another.
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const query = (text: string, values: unknown[]) =>
    next(() => tx.query(text, values).then((result) => result.rows as Rows));
  return {
    send: (name, values) => query(statements[name], values),
    sendText: (_name, text, values) => query(text, values),
    insert: (table, rows) => next(() => copyIn(tx, table.copyCommand, copyRows(table, rows))),
    together: (work) => work(),
    control: () => Promise.resolve([]),
  };
}

export async function decideInTransaction(
  tx: pg.ClientBase,
  clock: Clock,
  orders: readonly Order[],
): Promise<Verdict[]> {
  const sender = senderOf(tx);
  const loaded = await load(sender, orders, { fixedNow: clock.fixed(), contended: new Set() });
  const { verdicts, writes } = decideAll(orders, loaded);
  if (!writes.isEmpty) await allSent(writes.send(sender));
  return verdicts;
}
