// What was sold out a moment ago mostly still is. The next who ask are answered from a snapshot of the
// line, read without its lock. The snapshot is what is committed now, so a box that came back is never
// missed.

import type { LineSnapshots } from "./line-snapshots.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { notEnough, type Wish } from "../core/decisions.ts";
import { statsOf, remaining } from "../core/rules.ts";

const maxKnown = 100_000;

export class SoldOut {
  readonly #snapshots: LineSnapshots;
  readonly #clock: Clock;
  readonly #likely = new Set<string>();

  constructor(snapshots: LineSnapshots, clock: Clock) {
    this.#snapshots = snapshots;
    this.#clock = clock;
  }

  /** Throws when nothing is left for this wish, as the decision would. */
  async check(
    inventory: { id: string; endsAt: number },
    by: { orgId: string; idem?: string | undefined },
    wish: Pick<Wish, "quantity" | "waitlist">,
  ): Promise<void> {
    const { id, endsAt } = inventory;
    if (wish.waitlist || !this.#likely.has(id) || approximateNow(this.#clock) >= endsAt) return;
    const seen = await this.#snapshots.look(id, by);
    if (!seen?.line || seen.isRepeat || statsOf(seen.line).paused) return;
    if (remaining(seen.line) === 0) throw notEnough(seen.line, wish);
    this.#likely.delete(id);
  }

  /** Notes which inventories were sold out: the next request for them looks first. */
  learn(id: string, error: unknown): void {
    if (!(error instanceof Refusal) || error.code !== "INSUFFICIENT_INVENTORY") return;
    if (error.extra["remaining"] !== 0) return;
    if (this.#likely.size >= maxKnown) this.#likely.clear();
    this.#likely.add(id);
  }
}
