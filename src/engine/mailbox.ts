// Orders that wait for their lane, in the order in which they came. An order that is tried again goes back to
// where it was.

import type { Verdict } from "./batch-protocol.ts";
import type { LaneOrder } from "./batch-processor.ts";
import type { Seal } from "./lost.ts";
import type { Outcome } from "./order.ts";

export interface PendingOrder<O extends LaneOrder> {
  order: O;
  /** In which order they came. */
  n: number;
  sentAt: number;
  tries: number;
  /** In a batch of its own, since one like it failed. */
  alone: boolean;
  /** A commit that may have taken place, and what it decided about this one. */
  lost: Lost | null;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

interface Lost {
  seal: Seal;
  unlocked: boolean;
  verdict: Verdict;
}

export class Mailbox<O extends LaneOrder> {
  #pending: PendingOrder<O>[] = [];

  get size(): number {
    return this.#pending.length;
  }

  add(pending: readonly PendingOrder<O>[]): void {
    this.#pending.push(...pending);
  }

  /** For another try, before those who came later. */
  putBack(pending: readonly PendingOrder<O>[]): void {
    this.#pending = [...pending, ...this.#pending].toSorted((a, b) => a.n - b.n);
  }

  /** How many from the front may be in one batch, if it had no end. */
  get together(): number {
    const alone = this.#pending.findIndex((entry) => entry.alone);
    return alone === -1 ? this.#pending.length : alone;
  }

  first(size: number): PendingOrder<O>[] {
    return this.#pending.slice(0, size);
  }

  take(size: number): PendingOrder<O>[] {
    return this.#pending.splice(0, size);
  }

  /** The next batch: who has to be alone, or all who may go together. */
  takeBatch(max: number): PendingOrder<O>[] {
    return this.take(this.#pending[0]!.alone ? 1 : Math.min(this.together, max));
  }

  /** The next batch, of one line only. */
  takeBatchOfLine(max: number): PendingOrder<O>[] {
    if (this.#pending[0]!.alone) return this.take(1);
    const [lineId] = this.#pending[0]!.order.lineIds;
    const same = this.#pending.filter((entry) => entry.order.lineIds[0] === lineId);
    const batch = new Set(same.slice(0, max));
    this.#pending = this.#pending.filter((entry) => !batch.has(entry));
    return [...batch];
  }
}

/** How many orders wait for each line. */
export class WaitingByLine {
  readonly #counts = new Map<string, number>();

  add(lineIds: readonly string[]): void {
    for (const id of lineIds) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  remove(lineIds: readonly string[]): void {
    for (const id of lineIds) {
      const left = (this.#counts.get(id) ?? 0) - 1;
      if (left > 0) this.#counts.set(id, left);
      else this.#counts.delete(id);
    }
  }

  hasAny(lineIds: readonly string[]): boolean {
    return this.#counts.size > 0 && lineIds.some((id) => this.#counts.has(id));
  }
}
