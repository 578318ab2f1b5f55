// What protects a hot inventory when there is a Redis: "sold out" is answered from the cache, and for the rest
// servers take turns. Correctness depends on neither: the database decides about every request that gets
// through, and without Redis all of them do.

import type pg from "pg";
import { wasDone } from "../../events/stored-events.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { refuse } from "../refusals.ts";
import type { Attempt, Entered, Shield } from "../ports.ts";
import { inventoryStatus } from "../core/rules.ts";
import type { InventoryGate } from "./inventory-gate.ts";
import type { Stock } from "./stock.ts";

export interface DoorDeps {
  pool: pg.Pool;
  clock: Clock;
  stock: Stock;
  gate: InventoryGate;
}

export class RushGuard implements Shield {
  readonly #deps: DoorDeps;

  constructor(deps: DoorDeps) {
    this.#deps = deps;
  }

  async enter(attempt: Attempt): Promise<Entered> {
    if (!attempt.waitlist && (await this.#isSoldOut(attempt))) {
      throw refuse("INSUFFICIENT_INVENTORY", "All boxes are taken", { remaining: 0 });
    }
    return new Promise((resolve, reject) => {
      const inside = () => new Promise<void>((left) => resolve({ leave: async () => left() }));
      this.#deps.gate.around(attempt, inside).catch(reject);
    });
  }

  async #isSoldOut({ inventoryId, orgId, idem }: Attempt): Promise<boolean> {
    const { pool, clock, stock } = this.#deps;
    const row = await stock.known(inventoryId);
    if (!row) return false;
    const status = inventoryStatus(row.line, row.endsAt.getTime(), approximateNow(clock));
    if (status !== "SOLD_OUT") return false;
    // Those who have a box already and only ask again are answered the same again.
    return idem === undefined || !(await wasDone(pool, orgId, idem));
  }
}
