// Surplus boxes, put together.

import type pg from "pg";
import type { Foundation } from "../platform/foundation.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Limiter } from "../http/public-writes.ts";
import type { Clock } from "../infra/clock.ts";
import { Recurring } from "../infra/recurring.ts";
import type { Module } from "../platform/plugin.ts";
import { Merchants } from "./catalogue/merchants.ts";
import { publishDue } from "./catalogue/publishing.ts";
import { AttemptLog } from "./core/attempts.ts";
import { BoxesService } from "./core/service.ts";
import type { InventoryRow } from "./catalogue/inventory-store.ts";
import { overdueSeconds } from "./core/store.ts";
import { LiveBoxes } from "./live/live.ts";
import { BoxMetrics } from "./metrics.ts";
import { PaymentReports } from "./payments/payment-reports.ts";
import { refundsNow } from "./payments/payment-store.ts";
import { Payments } from "./payments/payments.ts";
import { StripeGateway } from "./payments/stripe-gateway.ts";
import { attemptsOfPeople, reservationsOfPeople } from "./people.ts";
import { noShield } from "./ports.ts";
import { attemptHistory, reservationHistory } from "./retention.ts";
import { boxRoutes } from "./routes.ts";
import { InventoryGate } from "./rush/inventory-gate.ts";
import { LineSnapshots } from "./rush/line-snapshots.ts";
import { Locks } from "./rush/locks.ts";
import { QuantityCache } from "./rush/quantity-cache.ts";
import { RushGuard } from "./rush/rush-guard.ts";
import { SoldOut } from "./rush/sold-out.ts";
import { Stock } from "./rush/stock.ts";

export type Boxes = ReturnType<typeof makeBoxes>;
/** A benchmark makes boxes without a whole server. */
type On = Pick<
  Foundation,
  "pool" | "connections" | "engine" | "feed" | "hints" | "clock" | "log" | "secrets" | "metrics"
> & {
  limits: Limiter;
  config: Pick<Foundation["config"], "stripe" | "publicUrl"> & {
    limits: Pick<Foundation["config"]["limits"], "guestHoldsPerNetwork">;
  };
  budgets: Pick<Foundation["budgets"], "check">;
};

const sweepEveryMs = 1_000;

export function makeBoxes(on: On) {
  const { pool, clock, log, feed, hints, config } = on;
  const metrics = new BoxMetrics(on.metrics);
  const payments = new Payments({
    ...on,
    gateway: config.stripe && new StripeGateway(config.stripe),
    publicUrl: config.publicUrl,
    reports: new PaymentReports(on.metrics, log),
  });
  const cache = hints && new QuantityCache<InventoryRow>({ redis: hints, reports: metrics });
  const stock = new Stock({ pool, feed, cache });
  const gate = hints && new InventoryGate({ locks: new Locks(hints), reports: metrics });
  const shield = gate ? new RushGuard({ pool, clock, stock, gate }) : noShield;
  const attempts = new AttemptLog({ pool, clock, log, metrics });
  const merchants = new Merchants({ ...on, stock, payments });
  const snapshots = new LineSnapshots(on.connections, log);
  const service = new BoxesService({
    ...on,
    merchants,
    limiter: on.limits,
    guestHolds: config.limits.guestHoldsPerNetwork,
    soldOut: new SoldOut(snapshots, clock),
    shield,
    attempts,
    payments,
    metrics,
  });
  const live = new LiveBoxes(feed, { pool, clock, log });
  return { service, merchants, live, payments, attempts, stock, snapshots };
}

export function boxesModule(on: Foundation, boxes: Boxes): Module {
  const { pool, clock, metrics } = on;
  const { service, payments, attempts, stock, snapshots } = boxes;
  gaugeRefunds(metrics, pool, clock);
  metrics.gauge(
    "turnkeeper_boxes_overdue_seconds",
    "How long the oldest hold, offer or window has been over without being ended",
    () => overdueSeconds(pool, clock.fixed()),
  );
  metrics.gauge(
    "turnkeeper_boxes_cache_difference",
    "Boxes by which the cache differs from the database where both follow the same event",
    () => stock.difference(),
  );
  const paying = new Recurring(
    () => payments.sweep(),
    sweepEveryMs,
    (error) => on.log.warn({ reason: error }, "payments.sweep_failed"),
  );
  return {
    name: "boxes",
    routes: (app) => boxRoutes(app, { ...on, ...boxes }),
    services: [
      { name: "snapshots of boxes", stop: () => snapshots.close() },
      { name: "stock of boxes", stop: () => stock.close() },
      { name: "audit of attempts", stop: () => attempts.close() },
      { name: "payments", start: () => paying.start(), stop: () => paying.close() },
    ],
    history: [reservationHistory, attemptHistory],
    people: [
      reservationsOfPeople((by, { id }) => service.act(by, id, "cancel", "merchant")),
      attemptsOfPeople(() => attempts.flush()),
    ],
    deadlines: {
      boxes: { ticket: (ticket) => service.expire(ticket), line: (line) => service.lineDue(line) },
      "box-types": {
        ticket: () => Promise.reject(new Error("a box type has no tickets")),
        line: (line) => publishDue(pool, clock, line),
      },
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
