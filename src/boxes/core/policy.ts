// The words and rules of boxes for the kernel.

import type { Product } from "../../engine/order.ts";
import type { Line } from "../../kernel/line.ts";
import type { Transition, Policy } from "../../kernel/policy.ts";
import { pickupCode } from "./codes.ts";
import {
  defaultSelling,
  holdUntil,
  statsOf,
  priceNow,
  whereIs,
  type Inventory,
  type InventoryStats,
  type Reservation,
  type ReservationData,
  type SellingRules,
} from "./rules.ts";

interface StoredInventory extends Omit<Inventory, "selling"> {
  merchant: Partial<SellingRules>;
}

// Index: box_inventory_by_id, merchant_pkey.
const settingsSql = `select i.id as line_id, json_build_object(
    'id', i.id, 'merchantId', i.merchant_id, 'ordinal', i.ordinal, 'title', i.title,
    'merchantName', m.details->>'name', 'timezone', m.details->>'timezone',
    'startsAt', extract(epoch from i.starts_at) * 1000,
    'endsAt', extract(epoch from i.ends_at) * 1000,
    'currency', m.details->>'currency', 'codeKey', encode(m.code_key, 'base64'),
    'merchant', m.details)::text as settings
  from box_inventory i join merchant m on m.org_id = i.org_id and m.id = i.merchant_id
  where i.id = any($1::uuid[])`;

export const boxes: Product<Inventory> = {
  name: "boxes",
  settingsSql,
  parse(text) {
    const { merchant, ...stored } = JSON.parse(text) as StoredInventory;
    const settings: Inventory = { ...stored, selling: { ...defaultSelling, ...merchant } };
    return { settings, policy: policyOf(settings) };
  },
  // Neither who it is nor the code that opens the box.
  describe(ticket) {
    const { status, places: quantity, data } = ticket as Reservation;
    const { amount, paymentStatus, reason } = data;
    return { status, quantity, amount, paymentStatus, reason };
  },
};

export function policyOf(inventory: Inventory): Policy {
  const { endsAt, codeKey, ordinal, selling } = inventory;
  return {
    places: "on arrival",
    statusOf: { waiting: "WAITLISTED", holding: "ACTIVE", serving: "ACTIVE" },
    endings: {
      PICKED_UP: { from: ["holding"], givesPlaceBack: false },
      CANCELLED: { from: ["waiting", "holding"], givesPlaceBack: true },
      EXPIRED: { from: ["waiting", "holding"], givesPlaceBack: true },
    },
    undoMs: 60_000,
    mayUseReserve: () => true,
    mayPutBack: () => false,
    numbers: "on arrival",
    period: () => "",
    numberText: (sequence) => pickupCode(codeKey, ordinal, sequence),
    offer(line, ticket, now) {
      const unitPrice = priceNow(line, endsAt, now);
      const data = { unitPrice, amount: unitPrice * ticket.places, offeredAt: now };
      const deadlineAt = holdUntil(endsAt, selling.offerMinutes, now);
      return { status: "OFFERED", deadlineAt, data: data satisfies Partial<ReservationData> };
    },
    deadline(state, now, data) {
      const { confirmedAt, ttlMinutes } = data as ReservationData;
      if (state === "done") return null;
      if (state === "waiting" || confirmedAt !== null) return endsAt;
      return holdUntil(endsAt, ttlMinutes, now);
    },
    eventType,
    updateStats,
  };
}

export function eventType({ step, before, after }: Transition): string {
  const { status, data } = after as Reservation;
  switch (step) {
    case "arrived":
      return status === "WAITLISTED" ? "boxes.waitlisted" : "boxes.reserved";
    case "promoted":
      return "boxes.offered";
    case "ended":
      return data.reason === null
        ? `boxes.${status.toLowerCase()}`
        : `boxes.${data.reason.toLowerCase()}`;
    case "undone":
      return "boxes.pickup_undone";
    case "taken":
    case "started":
    case "put back":
    case "moved":
    case "renumbered":
    case "changed":
      return changeType(before as Reservation, after as Reservation);
  }
}

function changeType(before: Reservation, after: Reservation): string {
  if (before.data.paymentStatus !== after.data.paymentStatus)
    return `boxes.${after.data.paymentStatus.toLowerCase()}`;
  if (before.status === "OFFERED" && after.status === "ACTIVE") return "boxes.accepted";
  if (after.status === "EXPIRED") return "boxes.cooled_down";
  if (after.status === "CANCELLED") return "boxes.refund_begun";
  return "boxes.confirmed";
}

/** Keeps count of how many boxes are where. */
function updateStats(line: Line, transition: Transition): object {
  const stats = statsOf(line);
  const boxesNow = { ...stats.boxes };
  let { takings } = stats;
  const count = (reservation: Reservation, sign: 1 | -1) => {
    const where = whereIs(reservation);
    boxesNow[where] += sign * reservation.places;
    if (where === "pickedUp") takings += sign * (reservation.data.amount ?? 0);
  };
  if (transition.before) count(transition.before as Reservation, -1);
  count(transition.after as Reservation, 1);
  return { ...stats, boxes: boxesNow, takings } satisfies InventoryStats;
}
