// Surplus boxes in the merchant's words: what a merchant sells, what a reservation is, when a hold runs
// out and what is counted. Pure.

import { placesOpenTo, waitingCount, type Line, type Ticket } from "../../kernel/line.ts";
import { priceAt, type PriceDrops } from "./prices.ts";

export const statuses = [
  "WAITLISTED",
  "OFFERED",
  "ACTIVE",
  "PICKED_UP",
  "CANCELLED",
  "EXPIRED",
] as const;
export type Status = (typeof statuses)[number];

/** Why a reservation ended as it did. */
export const reasons = [
  "HOLD_LAPSED",
  "OFFER_LAPSED",
  "NOT_COLLECTED",
  "WINDOW_CLOSED",
  "SOLD_OUT",
  "DECLINED",
  "BY_MERCHANT",
] as const;
export type Reason = (typeof reasons)[number];

export const paymentStatuses = ["PENDING", "PAID", "REFUND_DUE", "REFUNDED"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentMethods = ["at_pickup", "online", "either"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** How a merchant sells. */
export interface SellingRules {
  holdMinutes: number;
  offerMinutes: number;
  /** After a hold that lapsed, before the same person may hold a box of this merchant again. */
  cooldownMinutes: number;
  mostPerReservation: number;
  payment: PaymentMethod;
  /** What happens to a payment that comes after the hold has lapsed. */
  latePayments: "refund" | "honour";
}

export const defaultSelling: SellingRules = {
  holdMinutes: 20,
  offerMinutes: 10,
  cooldownMinutes: 30,
  mostPerReservation: 5,
  payment: "at_pickup",
  latePayments: "refund",
};

export interface MerchantDetails extends SellingRules {
  name: string;
  timezone: string;
  currency: string;
  address: string | null;
  town: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** What is fixed about an inventory, and about its merchant, as read under the lock. */
export interface Inventory {
  readonly id: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly title: string;
  readonly timezone: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly currency: string;
  readonly ordinal: number;
  /** In base64. */
  readonly codeKey: string;
  readonly selling: SellingRules;
}

export interface ReservationData {
  merchantId: string;
  userId: string;
  /** Came without an account: their ids are their own business, and never those of the shop's users. */
  guest: boolean;
  name: string | null;
  ttlMinutes: number;
  /** Fixed when a box is held or offered; null while on the waitlist. */
  unitPrice: number | null;
  amount: number | null;
  confirmedAt: number | null;
  offeredAt: number | null;
  acceptedAt: number | null;
  paymentStatus: PaymentStatus;
  paymentReference: string | null;
  reason: Reason | null;
}

export type Reservation = Ticket & { readonly data: ReservationData; readonly status: Status };

/** What is stored on an inventory's line: what can change, and how many boxes are where. */
export interface InventoryStats {
  price: number;
  drops: PriceDrops | null;
  paused: boolean;
  boxes: Record<Whereabouts, number>;
  /** Of the boxes that were picked up. */
  takings: number;
}

export type Whereabouts =
  | "waitlisted"
  | "offered"
  | "held"
  | "confirmed"
  | "pickedUp"
  | "notCollected"
  | "lapsed"
  | "cancelled";

export const noBoxes: Record<Whereabouts, number> = {
  waitlisted: 0,
  offered: 0,
  held: 0,
  confirmed: 0,
  pickedUp: 0,
  notCollected: 0,
  lapsed: 0,
  cancelled: 0,
};

export function statsOf(line: Line): InventoryStats {
  return line.stats as InventoryStats;
}

export function whereIs({ status, data }: Reservation): Whereabouts {
  switch (status) {
    case "WAITLISTED":
      return "waitlisted";
    case "OFFERED":
      return "offered";
    case "ACTIVE":
      return data.confirmedAt === null ? "held" : "confirmed";
    case "PICKED_UP":
      return "pickedUp";
    case "CANCELLED":
      return "cancelled";
    case "EXPIRED":
      return data.reason === "NOT_COLLECTED" ? "notCollected" : "lapsed";
  }
}

export const inventoryStatuses = ["ACTIVE", "PAUSED", "SOLD_OUT", "CLOSED"] as const;
export type InventoryStatus = (typeof inventoryStatuses)[number];

export function inventoryStatus(line: Line, endsAt: number, now: number): InventoryStatus {
  if (now >= endsAt) return "CLOSED";
  if (statsOf(line).paused) return "PAUSED";
  return remaining(line) === 0 ? "SOLD_OUT" : "ACTIVE";
}

/** Boxes for those who come now. While somebody waits, what is free is theirs. */
export function remaining(line: Line): number {
  return waitingCount(line) > 0 ? 0 : placesOpenTo(line, true);
}

export function priceNow(line: Line, endsAt: number, now: number): number {
  const { price, drops } = statsOf(line);
  return priceAt({ price, drops, endsAt }, now);
}

/** When a hold that starts now runs out: never after the window. */
export function holdUntil(endsAt: number, ttlMinutes: number, now: number): number {
  return Math.min(now + ttlMinutes * 60_000, endsAt);
}

/** One active reservation per user and merchant. */
export function uniqueKeyOf(merchantId: string, who: { userId: string; guest: boolean }): string {
  return `box ${merchantId} ${who.guest ? "guest" : "user"} ${who.userId}`;
}

/** Held instead for a while by a shopper who let a hold lapse. */
export function cooldownOf(merchantId: string, who: { userId: string; guest: boolean }): string {
  return `cool ${uniqueKeyOf(merchantId, who)}`;
}
