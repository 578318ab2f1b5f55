// The parts of surplus boxes, put together.

import type pg from "pg";
import type { Engine } from "../engine/engine.ts";
import type { Feed } from "../events/feed.ts";
import type { LineSnapshots } from "./rush/line-snapshots.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Limiter } from "../http/public-writes.ts";
import type { Clock } from "../infra/clock.ts";
import type { Config } from "../infra/config.ts";
import type { Logger } from "../infra/log.ts";
import type { Hints } from "../infra/optional-redis.ts";
import { Recurring } from "../infra/recurring.ts";
import type { Secrets } from "../infra/secrets.ts";
import type { Budgets } from "../platform/budgets.ts";
import { AttemptLog } from "./core/attempts.ts";
import { RushGuard } from "./rush/rush-guard.ts";
import { LiveBoxes } from "./live/live.ts";
import { Locks } from "./rush/locks.ts";
import { Merchants } from "./catalogue/merchants.ts";
import { BoxMetrics } from "./metrics.ts";
import { PaymentReports } from "./payments/payment-reports.ts";
import { refundsNow } from "./payments/payment-store.ts";
import { Payments } from "./payments/payments.ts";
import { noShield } from "./ports.ts";
import { QuantityCache } from "./rush/quantity-cache.ts";
import { BoxesService } from "./core/service.ts";
import { SoldOut } from "./rush/sold-out.ts";
import { Stock } from "./rush/stock.ts";
import * as store from "./core/store.ts";
import { StripeGateway } from "./payments/stripe-gateway.ts";
import { InventoryGate } from "./rush/inventory-gate.ts";

export interface BoxesParts {
  pool: pg.Pool;
  engine: Engine;
  snapshots: LineSnapshots;
  feed: Feed;
  redis: Hints | null;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  limiter: Limiter;
  metrics: Metrics;
  config: Pick<Config, "stripe" | "publicUrl">;
  guestHolds: number;
  budgets: Pick<Budgets, "check">;
}

export interface Boxes {
  service: BoxesService;
  merchants: Merchants;
  live: LiveBoxes;
  payments: Payments;
  attempts: AttemptLog;
  /** From here on what is due is done by itself. */
  start(): void;
  close(): Promise<void>;
}

const sweepEveryMs = 1_000;

export function makeBoxes(parts: BoxesParts): Boxes {
  const { pool, engine, feed, redis, clock, log, secrets, limiter, config, budgets } = parts;
  const metrics = new BoxMetrics(parts.metrics);
  const payments = new Payments({
    pool,
    clock,
    gateway: config.stripe && new StripeGateway(config.stripe),
    publicUrl: config.publicUrl,
    reports: new PaymentReports(parts.metrics, log),
  });
  const cache = redis && new QuantityCache<store.InventoryRow>({ redis, reports: metrics });
  const stock = new Stock({ pool, feed, cache });
  const gate = redis && new InventoryGate({ locks: new Locks(redis), reports: metrics });
  const shield = gate ? new RushGuard({ pool, clock, stock, gate }) : noShield;
  const attempts = new AttemptLog({ pool, clock, log, metrics });
  const merchants = new Merchants({ pool, engine, clock, stock, budgets, payments });
  const service = new BoxesService({
    pool,
    engine,
    clock,
    merchants,
    secrets,
    limiter,
    guestHolds: parts.guestHolds,
    soldOut: new SoldOut(parts.snapshots, clock),
    shield,
    attempts,
    payments,
    metrics,
  });
  gaugeRefunds(parts.metrics, pool, clock);
  parts.metrics.gauge(
    "turnkeeper_boxes_overdue_seconds",
    "How long the oldest hold, offer or window has been over without being ended",
    () => store.overdueSeconds(pool, clock.fixed()),
  );
  parts.metrics.gauge(
    "turnkeeper_boxes_cache_difference",
    "Boxes by which the cache differs from the database where both follow the same event",
    () => stock.difference(),
  );
  const failed = (event: string) => (error: Error) => log.warn({ reason: error }, event);
  const paying = new Recurring(
    () => payments.sweep(),
    sweepEveryMs,
    failed("payments.sweep_failed"),
  );
  return {
    service,
    merchants,
    live: new LiveBoxes(feed, { pool, clock, log }),
    payments,
    attempts,
    start: () => paying.start(),
    async close() {
      await paying.close();
      await attempts.close();
      await stock.close();
    },
  };
}

function gaugeRefunds(metrics: Metrics, pool: pg.Pool, clock: Clock): void {
  const refunds = metrics.shared(() => refundsNow(pool, clock.fixed()));
  metrics.gauge(
    "turnkeeper_boxes_refunds_due",
    "Refunds that are still to be made",
    async () => (await refunds()).due,
  );
  metrics.gauge(
    "turnkeeper_boxes_refund_oldest_seconds",
    "How long the oldest of them has been waiting",
    async () => (await refunds()).oldestSeconds,
  );
  metrics.gauge(
    "turnkeeper_boxes_refunds_failed",
    "Refunds that a bank has sent back",
    async () => (await refunds()).failed,
  );
}
