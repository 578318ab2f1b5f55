// Who decides the orders of a lane, and what a lane has to know of them.

import type { BatchOptions, Verdict } from "./batch-protocol.ts";
import type { Sender } from "./connection.ts";
import type { Seal } from "./lost.ts";

/** What a lane needs to know of an order: which lines it wants, the one it is about first. */
export interface LaneOrder {
  readonly lineIds: readonly [string, ...string[]];
}

/** How the orders of a lane are decided, with what is cached from one batch to the next. */
export interface BatchProcessor<O extends LaneOrder> {
  /** Locks and loads what some orders need; the transaction is open afterwards, whether it throws or not. */
  prepare(connection: Sender, orders: readonly O[], options: BatchOptions): Promise<Prepared>;
  /** Decides from the cache, without a transaction; null when something has to be read first. */
  decideFromCache?(connection: Sender, orders: readonly O[], fixedNow: Date | null): Decided | null;
  /** These were not written as they were decided. */
  invalidate?(orders: readonly O[], reason: "not written" | "key used before"): void;
}

export interface Prepared {
  readonly locked: Iterable<string>;
  decide(): Decided;
}

export interface Decided {
  readonly verdicts: Verdict[];
  /** null when there is nothing to write. */
  readonly commit: (() => Promise<void>) | null;
  /** Tells, when the answer to COMMIT is lost, whether it took place; null: nothing can. */
  readonly seal: Seal | null;
}
