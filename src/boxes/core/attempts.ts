// The audit of attempts: who asked for which box when, and the answer, refusals included. What took effect is
// in the inventory's own events, in the same commit; this list adds those who got nothing. It is gathered in
// memory and written many rows at a time, so that a rush of refusals costs the database next to nothing. A
// crash may lose the last moments of it.

import type pg from "pg";
import type { z } from "zod";
import { instants, ints, smallints, texts, uuids } from "../../engine/array.ts";
import { newId } from "../../infra/ids.ts";
import type { Clock } from "../../infra/clock.ts";
import { approximateNow } from "../../infra/clock.ts";
import { Recurring } from "../../infra/recurring.ts";
import type { Logger } from "../../infra/log.ts";
import type { BoxMetrics } from "../metrics.ts";
import type { Attempt, Attempts, Outcome } from "../ports.ts";
import type { attempt } from "../schemas.ts";

interface Made {
  id: string;
  at: number;
  attempt: Attempt;
  outcome: Outcome;
  durationMs: number;
}

export type AttemptView = z.infer<typeof attempt>;

export interface AttemptDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  metrics: BoxMetrics;
  /** More than this are not kept while the database does not take them. */
  maxGathered?: number;
}

const maxInInsert = 1_000;
const everyMs = 250;

export class AttemptLog implements Attempts {
  readonly #deps: AttemptDeps;
  readonly #maxGathered: number;
  readonly #writing: Recurring;
  #gathered: Made[] = [];
  #flushing: Promise<void> = Promise.resolve();

  constructor(deps: AttemptDeps) {
    this.#deps = deps;
    this.#maxGathered = deps.maxGathered ?? 20_000;
    this.#writing = new Recurring(
      () => this.flush(),
      everyMs,
      (error) => deps.log.warn({ reason: error }, "attempts.not_written"),
    );
    this.#writing.start();
  }

  made(attempt: Attempt, outcome: Outcome, durationMs: number): void {
    const { metrics, clock } = this.#deps;
    metrics.attempted(outcome, durationMs);
    if (this.#gathered.length >= this.#maxGathered) return metrics.attemptForgotten();
    const at = approximateNow(clock);
    this.#gathered.push({ id: newId(), at, attempt, outcome, durationMs });
  }

  /** Writes what was gathered so far, in the order it came. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#writeAll());
    return this.#flushing;
  }

  async #writeAll(): Promise<void> {
    while (this.#gathered.length > 0) {
      const some = this.#gathered.slice(0, maxInInsert);
      await this.#write(some);
      this.#gathered.splice(0, some.length);
    }
  }

  async #write(some: readonly Made[]): Promise<void> {
    // Written already when the answer to the last try was lost: then the ids are there.
    await this.#deps.pool.query(
      `insert into box_attempt (org_id, id, merchant_id, inventory_id, at, actor, user_id, quantity,
         outcome, request_id, duration_ms)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[],
         $6::text[], $7::text[], $8::smallint[], $9::text[], $10::text[], $11::int[])
       on conflict do nothing`,
      [
        uuids(some, ({ attempt }) => attempt.orgId),
        uuids(some, ({ id }) => id),
        uuids(some, ({ attempt }) => attempt.merchantId),
        uuids(some, ({ attempt }) => attempt.inventoryId),
        instants(some, ({ at }) => at),
        texts(some, ({ attempt }) => attempt.actor),
        texts(some, ({ attempt }) => attempt.userId),
        smallints(some, ({ attempt }) => attempt.quantity),
        texts(some, ({ outcome }) => outcome),
        texts(some, ({ attempt }) => attempt.requestId),
        ints(some, ({ durationMs }) => Math.round(durationMs)),
      ],
    );
  }

  /** The newest first. Index: box_attempt_pkey. */
  async list(
    orgId: string,
    merchantId: string,
    before: string | null,
    limit: number,
  ): Promise<AttemptView[]> {
    await this.flush();
    const { rows } = await this.#deps.pool.query<Omit<AttemptView, "at"> & { at: Date }>(
      `select id, at, inventory_id as "inventoryId", actor, user_id as "userId", quantity, outcome,
              request_id as "requestId", duration_ms as "durationMs"
         from box_attempt
        where org_id = $1 and merchant_id = $2 and ($3::uuid is null or id < $3)
        order by id desc limit $4`,
      [orgId, merchantId, before, limit],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }

  async close(): Promise<void> {
    await this.#writing.close();
    await this.flush().catch(() => undefined);
  }
}
