// Removes what organisations need no longer keep. One instance at a time, by a lease; a few hundred rows
// to a transaction, with a pause that grows with how long the last one took: those who wait for an answer
// have the database most of the time, however busy it is.

import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { Counter } from "prom-client";
import { Lease } from "../../engine/lease.ts";
import { inTransaction, isLockedByOthers } from "../../engine/transaction.ts";
import type { Metrics } from "../../http/metrics.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/log.ts";
import { Recurring } from "../../infra/recurring.ts";
import type { ClassName, DataClass, Days, Found, Removed, Scope } from "./classes.ts";
import { readRetention, retentionWhileRemoving } from "./settings.ts";

export interface SweeperDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  classes: readonly DataClass[];
  /** What a consumer of the log has not taken in stays, however old it is. */
  consumers: { takenInUpTo(): Promise<number> };
}

const everyMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;
const leaseMs = 30_000;
/** Between two transactions, as a multiple of the last one's time. */
const restFactor = 4;
const maxPauseMs = 2_000;

export type Preview = Found & { class: ClassName; days: number | null; before: Date | null };

export class Sweeper {
  readonly #deps: SweeperDeps;
  readonly #lease: Lease;
  readonly #recurring: Recurring;
  readonly #removed: Counter;
  readonly #stopping = new AbortController();

  constructor(deps: SweeperDeps) {
    this.#deps = deps;
    this.#lease = new Lease(deps.pool, "retention", leaseMs);
    this.#recurring = new Recurring(
      () => this.sweep(),
      everyMs,
      (error) => deps.log.warn({ reason: error }, "retention.failed"),
    );
    this.#removed = new Counter({
      name: "turnkeeper_retention_removed_total",
      help: "Rows and events removed because they were kept long enough, by class of data",
      labelNames: ["class"],
      registers: [deps.metrics.registry],
    });
  }

  start(): void {
    this.#recurring.start();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#recurring.close();
  }

  /** What would be removed now, whether or not a hold keeps it. */
  async preview(orgId: string, patch: Partial<Days>): Promise<Preview[]> {
    const { pool, classes } = this.#deps;
    const days = { ...(await readRetention(pool, orgId)).days, ...patch };
    const horizon = await this.#deps.consumers.takenInUpTo();
    const previews: Preview[] = [];
    for (const each of classes) {
      const before = this.#before(days[each.name]);
      const found = before
        ? await each.find(pool, { orgId, before, horizon })
        : { rows: 0, events: 0, oldest: null };
      previews.push({ class: each.name, days: days[each.name], before, ...found });
    }
    return previews;
  }

  /** Removes everything that is due; says how much. Nothing while another instance does it. */
  async sweep(): Promise<number> {
    if (!(await this.#lease.take())) return 0;
    try {
      return await this.#sweepAll();
    } finally {
      // If that fails, it runs out by itself.
      await this.#lease.giveBack().catch(() => undefined);
    }
  }

  async #sweepAll(): Promise<number> {
    const { rows } = await this.#deps.pool.query<{ id: string }>(
      `select id from organisation order by id`,
    );
    let total = 0;
    for (const { id } of rows) {
      for (const each of this.#deps.classes) {
        const removed = await this.#sweepOne(id, each);
        if (removed === "stop") return total;
        total += removed;
      }
    }
    return total;
  }

  async #sweepOne(orgId: string, each: DataClass): Promise<number | "stop"> {
    const { log } = this.#deps;
    let rows = 0;
    let events = 0;
    let cursor: unknown = null;
    const horizon = await this.#deps.consumers.takenInUpTo();
    try {
      do {
        const started = performance.now();
        const step = await this.#step(orgId, horizon, each, cursor);
        rows += step.rows;
        events += step.events;
        this.#removed.inc({ class: each.name }, step.rows + step.events);
        cursor = step.next;
        const removed = step.rows + step.events > 0;
        if (!(await this.#mayGoOn(removed ? performance.now() - started : 0))) return "stop";
      } while (cursor !== null);
    } finally {
      if (rows + events > 0)
        log.info({ orgId, class: each.name, rows, events }, "retention.removed");
    }
    return rows + events;
  }

  /** Settings and hold are those of the moment, and stay so until it is committed. */
  async #step(
    orgId: string,
    horizon: number,
    each: DataClass,
    cursor: unknown,
  ): Promise<Removed & { next: unknown }> {
    const none = { rows: 0, events: 0, next: null };
    const work = async (tx: pg.PoolClient) => {
      const { days, hold } = await retentionWhileRemoving(tx, orgId);
      const before = this.#before(days[each.name]);
      if (hold || !before) return none;
      const scope: Scope = { orgId, before, horizon };
      return each.removeSome(tx, scope, cursor);
    };
    // A line that somebody keeps locked is left for the next time.
    return inTransaction(this.#deps.pool, work).catch((error: unknown) => {
      if (isLockedByOthers(error)) return none;
      throw error;
    });
  }

  async #mayGoOn(tookMs: number): Promise<boolean> {
    const { signal } = this.#stopping;
    const restMs = Math.min(tookMs * restFactor, maxPauseMs);
    await pause(restMs, undefined, { signal }).catch(() => undefined);
    return !signal.aborted && (await this.#lease.renew());
  }

  #before(days: number | null): Date | null {
    return days === null ? null : new Date(approximateNow(this.#deps.clock) - days * dayMs);
  }
}
