// Decides orders inside a transaction that somebody else has opened: a change of a doctor's hours and
// what becomes of the tokens are one commit.

import type pg from "pg";
import type { Clock } from "../infra/clock.ts";
import { decideAll, load } from "./batch.ts";
import type { Verdict } from "./batch-protocol.ts";
import { allSent, type Sender } from "./connection.ts";
import { wireOf } from "../infra/connections.ts";
import { Pipeline } from "./pipeline.ts";
import type { Order } from "./order.ts";
import { statements } from "./statements.ts";
import { copyRows } from "./tables.ts";

/**
 * Sends what a batch sends on a connection whose transaction is somebody else's to begin and end. Its
 * statements have no names there: plans of the pool's connections are not pinned, and one that is kept
 * may be a bad one.
 */
export function senderOf(tx: pg.ClientBase): Sender {
  let open: Pipeline | null = null;
  const together = <T>(work: () => T): T => {
    if (open) return work();
    const pipeline = (open = new Pipeline(new Map()));
    let sent: T;
    try {
      sent = work();
    } finally {
      open = null;
    }
    if (!pipeline.isEmpty) submit(tx, pipeline);
    return sent;
  };
  const add = (text: string, values: unknown[], copy?: Buffer) =>
    together(() => open!.add({ name: "", text, values, ...(copy ? { copy } : {}) }));
  return {
    send: (name, values) => add(statements[name], values),
    sendText: (_name, text, values) => add(text, values),
    insert: (table, rows) => add(table.copyCommand, [], copyRows(table, rows)),
    together,
    control: () => Promise.resolve([]),
  };
}

function submit(tx: pg.ClientBase, pipeline: Pipeline): void {
  try {
    tx.query(pipeline);
  } catch (error) {
    // Half of it may be on its way.
    wireOf(tx).stream.destroy();
    throw error;
  }
}

export async function decideInTransaction(
  tx: pg.ClientBase,
  clock: Clock,
  orders: readonly Order[],
): Promise<Verdict[]> {
  const sender = senderOf(tx);
  const loaded = await load(sender, orders, { fixedNow: clock.fixed(), contended: new Set() });
  const { verdicts, writes } = decideAll(orders, loaded);
  if (!writes.isEmpty) await allSent(sender.together(() => writes.send(sender)));
  return verdicts;
}
