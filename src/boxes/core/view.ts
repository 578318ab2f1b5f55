// Boxes and reservations as they leave the server.

import type { z } from "zod";
import { waitingCount } from "../../kernel/line.ts";
import { priceChangesAfter } from "./prices.ts";
import {
  inventoryStatus,
  statsOf,
  priceNow,
  remaining,
  type Inventory,
  type Reservation,
} from "./rules.ts";
import type { InventoryRow } from "../catalogue/inventory-store.ts";
import type { BoxType, Merchant } from "../catalogue/merchant-store.ts";
import type * as schemas from "../schemas.ts";

export type InventoryView = z.infer<typeof schemas.inventory>;

export function inventoryView(row: InventoryRow, now: number): InventoryView {
  const { line, merchant, details } = row;
  const { name, address, town, latitude, longitude, payment, mostPerReservation } = merchant;
  const endsAt = row.endsAt.getTime();
  const { price, drops } = statsOf(line);
  return {
    id: row.id,
    merchantId: row.merchantId,
    merchant: { name, address, town, latitude, longitude, payment, mostPerReservation },
    boxTypeId: row.boxTypeId,
    title: row.title,
    description: details.description,
    value: details.value,
    date: row.date,
    pickupStart: details.pickupStart,
    pickupEnd: details.pickupEnd,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    timezone: merchant.timezone,
    currency: merchant.currency,
    status: inventoryStatus(line, endsAt, now),
    quantity: line.capacity ?? 0,
    remaining: remaining(line),
    waiting: waitingCount(line),
    price: priceNow(line, endsAt, now),
    fullPrice: price,
    priceDrops: drops,
    priceChanges: priceChangesAfter({ price, drops, endsAt }, now).map((change) => ({
      at: new Date(change.at).toISOString(),
      price: change.price,
    })),
  };
}

export type DayInventoryView = z.infer<typeof schemas.dayInventory>;

/** For the merchant: the same, and how many boxes are where. */
export function dayInventoryView(row: InventoryRow, now: number): DayInventoryView {
  const { paused, boxes, takings } = statsOf(row.line);
  return { ...inventoryView(row, now), paused, boxes, takings };
}

export type ReservationView = z.infer<typeof schemas.reservation>;

export type InventoryFacts = Pick<
  Inventory,
  "merchantId" | "merchantName" | "title" | "timezone" | "currency" | "startsAt" | "endsAt"
>;

export function reservationView(
  reservation: Reservation,
  inventory: InventoryFacts,
  position: number | null,
): ReservationView {
  const { id, lineId, status, places, number, data, version, state } = reservation;
  return {
    id,
    inventoryId: lineId,
    merchantId: inventory.merchantId,
    merchantName: inventory.merchantName,
    title: inventory.title,
    userId: data.userId,
    name: data.name,
    status,
    quantity: places,
    position: state === "waiting" ? position : null,
    // Who has no box yet has no code either.
    pickupCode: status === "ACTIVE" || status === "PICKED_UP" ? number : null,
    expiresAt: state === "done" ? null : instant(reservation.deadlineAt),
    unitPrice: data.unitPrice,
    amount: data.amount,
    currency: inventory.currency,
    paymentStatus: data.paymentStatus,
    paidOnline: data.paymentReference !== null && data.paymentStatus === "PAID",
    pickupStartsAt: instant(inventory.startsAt)!,
    pickupEndsAt: instant(inventory.endsAt)!,
    timezone: inventory.timezone,
    reservedAt: instant(reservation.joinedAt)!,
    offeredAt: instant(data.offeredAt),
    confirmedAt: instant(data.confirmedAt),
    endedAt: instant(reservation.endedAt),
    reason: data.reason,
    version,
  };
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export type MerchantView = z.infer<typeof schemas.merchant>;

/** Everything but the key of its codes. */
export function merchantView({ id, details, createdAt }: Merchant): MerchantView {
  return {
    id,
    name: details.name,
    timezone: details.timezone,
    currency: details.currency,
    address: details.address,
    town: details.town,
    latitude: details.latitude,
    longitude: details.longitude,
    holdMinutes: details.holdMinutes,
    offerMinutes: details.offerMinutes,
    cooldownMinutes: details.cooldownMinutes,
    mostPerReservation: details.mostPerReservation,
    payment: details.payment,
    latePayments: details.latePayments,
    createdAt: createdAt.toISOString(),
  };
}

export type BoxTypeView = z.infer<typeof schemas.boxType>;

export function boxTypeView(boxType: BoxType): BoxTypeView {
  const { id, merchantId, template, publishedTo, nextPublicationAt, createdAt } = boxType;
  return {
    id,
    merchantId,
    ...template,
    publishedTo,
    nextPublicationAt: nextPublicationAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** What a reservation tells of its inventory. */
export function factsOf(row: InventoryRow): InventoryFacts {
  return {
    merchantId: row.merchantId,
    merchantName: row.merchant.name,
    title: row.title,
    timezone: row.merchant.timezone,
    currency: row.merchant.currency,
    startsAt: row.startsAt.getTime(),
    endsAt: row.endsAt.getTime(),
  };
}
