// Live views of boxes: what is left for shoppers, a reservation for its holder, the day's counts for the
// merchant. Each change of an inventory is read once, however many watch. What only time changes, the
// price and the end of the window, is in every view in advance.

import type pg from "pg";
import { lastSeqOf } from "../../events/stored-events.ts";
import type { Feed } from "../../events/feed.ts";
import { Live, sendIfNew } from "../../events/live.ts";
import type { Sink, Watch } from "../../http/stream.ts";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/log.ts";
import * as store from "../core/store.ts";
import { findInventories, type InventoryRow } from "../catalogue/inventory-store.ts";
import { dayInventoryView, factsOf, inventoryView, reservationView } from "../core/view.ts";

interface Watching {
  sink: Sink;
  sent?: string;
}

type Shopper = Watching & { kind: "shopper" };
type Holder = Watching & { kind: "holder"; reservationId: string };
type Counter = Watching & { kind: "counter" };
/** Hears of new inventories and starts to watch them. */
type Day = Watching & { kind: "day"; orgId: string; list(seq: number): Promise<void> };
type Watcher = Shopper | Holder | Counter | Day;

export interface LiveBoxesDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
}

export class LiveBoxes {
  readonly #deps: LiveBoxesDeps;
  readonly #live: Live<Watcher>;

  constructor(feed: Feed, deps: LiveBoxesDeps) {
    this.#deps = deps;
    this.#live = new Live(feed, deps.log, (lineId, watchers) => this.#tell(lineId, watchers));
  }

  watchInventories(ids: readonly string[]): Watch {
    return (sink) => {
      const stops = ids.map((id) => this.#live.watch(id, { kind: "shopper", sink }));
      return () => stops.forEach((stop) => stop());
    };
  }

  watchReservation({ id, inventoryId }: { id: string; inventoryId: string }): Watch {
    return (sink) => this.#live.watch(inventoryId, { kind: "holder", sink, reservationId: id });
  }

  /** A merchant's inventories as `idsNow` lists them, also those that come later. */
  watchDay(orgId: string, merchantId: string, idsNow: () => Promise<string[]>): Watch {
    return (sink) => {
      const watched = new Map<string, () => void>();
      let stopped = false;
      const list = async (seq: number) => {
        const ids = await idsNow();
        for (const id of ids) {
          if (stopped || watched.has(id)) continue;
          watched.set(id, this.#live.watch(id, { kind: "counter", sink }));
        }
        sendIfNew(day, "inventories", seq, { ids });
      };
      const day: Day = { kind: "day", sink, orgId, list };
      const stop = this.#live.watch(merchantId, day);
      return () => {
        stopped = true;
        stop();
        for (const end of watched.values()) end();
      };
    };
  }

  async #tell(lineId: string, watchers: readonly Watcher[]): Promise<void> {
    const { pool, clock } = this.#deps;
    const days = watchers.filter((one) => one.kind === "day");
    if (days.length > 0) {
      const seq = await lastSeqOf(pool, days[0]!.orgId, lineId);
      for (const day of days) await day.list(seq);
      return;
    }
    if (watchers.length === 0) return;
    const [row] = await findInventories(pool, [lineId]);
    if (!row) throw new Error(`there is no inventory ${lineId}`);
    const now = approximateNow(clock);
    const seq = row.line.eventSeq;
    const forAll = inventoryView(row, now);
    for (const watcher of watchers) {
      if (watcher.kind === "shopper") sendIfNew(watcher, "inventory", seq, forAll);
      if (watcher.kind === "counter")
        sendIfNew(watcher, "inventory", seq, dayInventoryView(row, now));
    }
    await this.#tellHolders(
      row,
      watchers.filter((one) => one.kind === "holder"),
    );
  }

  async #tellHolders(row: InventoryRow, holders: readonly Holder[]): Promise<void> {
    if (holders.length === 0) return;
    const { pool } = this.#deps;
    const ids = holders.map(({ reservationId }) => reservationId);
    const [reservations, positions] = await Promise.all([
      store.findReservations(pool, row.orgId, ids),
      store.positionsIn(pool, row.id),
    ]);
    const known = new Map(reservations.map((one) => [one.id, one]));
    const facts = factsOf(row);
    for (const holder of holders) {
      const reservation = known.get(holder.reservationId)!;
      const position = positions.get(reservation.id) ?? null;
      const view = reservationView(reservation, facts, position);
      sendIfNew(holder, "reservation", row.line.eventSeq, view);
    }
  }
}
