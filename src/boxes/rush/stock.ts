// What is left of each inventory, for people who look. With Redis the answer comes from there, without the
// database. It is brought up to date after each commit that this instance hears of, and every instance that
// was asked for an inventory listens for it.

import type pg from "pg";
import type { Feed } from "../../events/feed.ts";
import type { QuantityCache, Versioned } from "./quantity-cache.ts";
import { remaining } from "../core/rules.ts";
import { findInventories, type InventoryRow } from "../catalogue/inventory-store.ts";

export interface StockDeps {
  pool: pg.Pool;
  feed: Feed;
  /** null: the database is always asked. */
  cache: QuantityCache<InventoryRow> | null;
}

interface Watched {
  stop(): void;
  refreshing: Promise<void> | null;
  changed: boolean;
}

const maxWatched = 2_000;
const maxCompared = 100;

export class Stock {
  readonly #deps: StockDeps;
  readonly #watched = new Map<string, Watched>();

  constructor(deps: StockDeps) {
    this.#deps = deps;
  }

  async find(id: string): Promise<InventoryRow | null> {
    const known = await this.known(id);
    if (known) return known;
    try {
      return await this.#read(id);
    } catch (error) {
      // Without the database nobody can reserve, but those who look see how it was.
      const last = await this.#deps.cache?.last(id);
      if (last) return revived(last.value);
      throw error;
    }
  }

  /** What the cache says, if it says anything. */
  async known(id: string): Promise<InventoryRow | null> {
    const cached = await this.#deps.cache?.get(id);
    return cached ? revived(cached.value) : null;
  }

  async #read(id: string): Promise<InventoryRow | null> {
    const { pool, cache } = this.#deps;
    // Listened for before it is read: what happens from here on is heard of.
    if (cache) this.#watch(id);
    const [row] = await findInventories(pool, [id]);
    if (row && cache) await cache.put(id, versioned(row));
    return row ?? null;
  }

  #watch(id: string): void {
    const known = this.#watched.get(id);
    if (known) return;
    if (this.#watched.size >= maxWatched) this.#forgetOldest();
    const stop = this.#deps.feed.watch(id, () => this.#refresh(id));
    this.#watched.set(id, { stop, refreshing: null, changed: false });
  }

  #forgetOldest(): void {
    const [oldest] = this.#watched;
    if (!oldest) return;
    oldest[1].stop();
    this.#watched.delete(oldest[0]);
  }

  /** One reading at a time, however many commits there are; the last one is always seen. */
  #refresh(id: string): void {
    const watched = this.#watched.get(id);
    if (!watched) return;
    watched.changed = true;
    watched.refreshing ??= this.#readAgain(id, watched)
      .catch(() => undefined) // what is cached goes stale by itself
      .finally(() => (watched.refreshing = null));
  }

  async #readAgain(id: string, watched: Watched): Promise<void> {
    while (watched.changed) {
      watched.changed = false;
      const [row] = await findInventories(this.#deps.pool, [id]);
      if (row) await this.#deps.cache!.put(id, versioned(row));
    }
  }

  /** By how many boxes the cache is wrong: where it follows the same event and says something else. */
  async difference(): Promise<number> {
    const { pool, cache } = this.#deps;
    if (!cache) return 0;
    const ids = [...this.#watched.keys()].slice(-maxCompared);
    const cached = await Promise.all(ids.map((id) => cache.last(id)));
    const rows = await findInventories(pool, ids);
    let difference = 0;
    for (const row of rows) {
      const said = cached[ids.indexOf(row.id)];
      if (said?.version !== row.line.eventSeq) continue;
      difference += Math.abs(remaining(said.value.line) - remaining(row.line));
    }
    return difference;
  }

  async close(): Promise<void> {
    for (const { stop } of this.#watched.values()) stop();
    for (const { refreshing } of this.#watched.values()) await refreshing;
    this.#watched.clear();
  }
}

/** Everything that changes an inventory is an event of its line. */
const versioned = (row: InventoryRow): Versioned<InventoryRow> => ({
  version: row.line.eventSeq,
  value: row,
});

const revived = (row: InventoryRow): InventoryRow => ({
  ...row,
  startsAt: new Date(row.startsAt),
  endsAt: new Date(row.endsAt),
});
