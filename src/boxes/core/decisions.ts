// What happens to reservations, step by step, as the specification says. Each step takes what was found under
// the lock of the inventory and collects what changes, or says why not.

import type { Situation } from "../../engine/order.ts";
import { previousOf, wrongState, type Change } from "../../kernel/decide.ts";
import { placesOpenTo, waitingCount, type Line } from "../../kernel/line.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import { codesPerInventory } from "./codes.ts";
import { wrongDrops, type PriceDrops } from "./prices.ts";
import {
  uniqueKeyOf,
  cooldownOf,
  holdUntil,
  statsOf,
  priceNow,
  remaining,
  type Inventory,
  type InventoryStats,
  type Reason,
  type Reservation,
  type ReservationData,
} from "./rules.ts";

export type At = Situation<Inventory>;

export interface Wish {
  ticketId: string;
  userId: string;
  guest: boolean;
  name: string | null;
  quantity: number;
  ttlMinutes?: number | undefined;
  waitlist: boolean;
  /** The price of one that the shopper was shown. */
  price?: number | undefined;
}

export const maxWaiting = 1_000;

export function reserve(at: At, change: Change, wish: Wish): Refusal | undefined {
  const { settings: inventory, line, now } = at;
  const { merchantId, endsAt, selling } = inventory;
  const { quantity } = wish;
  if (statsOf(line).paused) return refuse("BOX_UNAVAILABLE", "The merchant has paused this box");
  if (now >= endsAt) return windowClosed(inventory);
  // As in the spec, before anything is asked about the person: it holds for everybody.
  if (remaining(line) === 0 && !wish.waitlist) return notEnough(line, wish);
  if (quantity > selling.mostPerReservation) return tooMany(selling.mostPerReservation);
  const refusal = alreadyHere(at, merchantId, wish);
  if (refusal) return refusal;
  const unitPrice = priceNow(line, endsAt, now);
  if (wish.price !== undefined && unitPrice > wish.price) {
    return refuse("PRICE_CHANGED", undefined, { price: unitPrice });
  }
  const hasRoom = change.hasRoom(line, 0, quantity);
  if (!hasRoom && (!wish.waitlist || quantity > largestPossible(line)))
    return notEnough(line, wish);
  if (!hasRoom && waitingCount(line) >= maxWaiting) return refuse("WAITLIST_FULL");
  if (line.sequence + 1 >= codesPerInventory) {
    return refuse("BOX_UNAVAILABLE", "This inventory has no pickup codes left");
  }
  const data: ReservationData = {
    merchantId,
    userId: wish.userId,
    guest: wish.guest,
    name: wish.name,
    ttlMinutes: wish.ttlMinutes ?? selling.holdMinutes,
    unitPrice: hasRoom ? unitPrice : null,
    amount: hasRoom ? unitPrice * quantity : null,
    confirmedAt: null,
    offeredAt: null,
    acceptedAt: null,
    paymentStatus: "PENDING",
    paymentReference: null,
    reason: null,
  };
  const uniqueKey = uniqueKeyOf(merchantId, wish);
  change.arrive(line, { ticketId: wish.ticketId, priority: 0, places: quantity, uniqueKey, data });
  return undefined;
}

/** "I will pay at pickup": the reservation stands until the window ends. */
export function confirm(at: At, change: Change, reservation: Reservation): Refusal | undefined {
  if (reservation.status !== "ACTIVE") return wrongState(reservation, "be confirmed");
  if (reservation.data.confirmedAt !== null) return undefined;
  if (at.settings.selling.payment === "online") return refuse("PAYMENT_REQUIRED");
  if (hasRunOut(reservation, at.now)) return refuse("HOLD_EXPIRED");
  keep(at, change, reservation, {});
  return undefined;
}

/** Takes an offer; from here on it is a hold like any other. */
export function accept(at: At, change: Change, reservation: Reservation): Refusal | undefined {
  if (reservation.status !== "OFFERED") return wrongState(reservation, "be accepted");
  if (hasRunOut(reservation, at.now)) return refuse("HOLD_EXPIRED", "The offer has run out");
  const deadlineAt = holdUntil(at.settings.endsAt, reservation.data.ttlMinutes, at.now);
  alter(change, reservation, { acceptedAt: at.now }, { status: "ACTIVE", deadlineAt });
  return undefined;
}

export function decline(at: At, change: Change, reservation: Reservation): Refusal | undefined {
  if (reservation.status !== "OFFERED") return wrongState(reservation, "be declined");
  end(change, reservation, "CANCELLED", "DECLINED");
  offerWhatIsFree(at, change);
  return undefined;
}

export function cancel(
  at: At,
  change: Change,
  reservation: Reservation,
  by: "holder" | "merchant",
): Refusal | undefined {
  if (reservation.state === "done") return wrongState(reservation, "be cancelled");
  const paid = reservation.data.paymentStatus === "PAID";
  const owed = paid ? ({ paymentStatus: "REFUND_DUE" } as const) : {};
  // The next sweep of deadlines makes the refund, also if this server dies with the commit.
  const soon = paid ? { deadlineAt: at.now } : {};
  end(change, reservation, "CANCELLED", by === "merchant" ? "BY_MERCHANT" : null, owed, soon);
  offerWhatIsFree(at, change);
  return undefined;
}

/** What has run out by itself: a hold, an offer, the window, a cool-down. */
export function expire(
  at: At,
  change: Change,
  reservation: Reservation,
  ifVersion: number,
): Refusal | undefined {
  if (reservation.version !== ifVersion || !hasRunOut(reservation, at.now)) {
    return wrongState(reservation, "expire");
  }
  if (reservation.state === "done") {
    alter(change, reservation, {}, { uniqueKey: null, deadlineAt: null });
    return undefined;
  }
  const reason = reasonOfExpiry(reservation);
  end(
    change,
    reservation,
    "EXPIRED",
    reason,
    {},
    reason === "HOLD_LAPSED" ? cooling(at, reservation) : {},
  );
  offerWhatIsFree(at, change);
  return undefined;
}

function reasonOfExpiry({ status, data }: Reservation): Reason {
  if (status === "WAITLISTED") return "WINDOW_CLOSED";
  if (status === "OFFERED") return "OFFER_LAPSED";
  return data.confirmedAt === null ? "HOLD_LAPSED" : "NOT_COLLECTED";
}

/** The uniqueKey on the merchant goes on for a while as a cool-down. */
function cooling(at: At, { data }: Reservation): Partial<Reservation> {
  const { merchantId, selling } = at.settings;
  const uniqueKey = cooldownOf(merchantId, data);
  if (selling.cooldownMinutes === 0 || at.holderOf(uniqueKey)) return {};
  return { uniqueKey, deadlineAt: at.now + selling.cooldownMinutes * 60_000 };
}

/** Over the counter, once, while the window is open. */
export function pickUp(at: At, change: Change, reservation: Reservation): Refusal | undefined {
  const { settings: inventory, now } = at;
  if (reservation.status !== "ACTIVE") return notForPickup(reservation);
  if (now < inventory.startsAt || now >= inventory.endsAt) return windowClosed(inventory);
  if (hasRunOut(reservation, now)) return refuse("HOLD_EXPIRED");
  const unpaid =
    inventory.selling.payment === "online" && reservation.data.paymentStatus !== "PAID";
  if (unpaid) return refuse("PAYMENT_REQUIRED");
  const previous = previousOf(reservation, now);
  end(change, reservation, "PICKED_UP", null, { paymentStatus: "PAID" }, { previous });
  turnAwayTheImpossible(change, at.line.id);
  offerWhatIsFree(at, change);
  return undefined;
}

/** At the counter one wants to know since when. */
function notForPickup({ status, endedAt }: Reservation): Refusal {
  return refuse("WRONG_STATE", `A reservation that is ${status} cannot be picked up`, {
    ticketStatus: status,
    ...(endedAt !== null && { endedAt: new Date(endedAt).toISOString() }),
  });
}

/** The wrong one was ticked off: within a minute it is as before, and stands until the window ends. */
export function undoPickUp(at: At, change: Change, reservation: Reservation): Refusal | undefined {
  const { previous } = reservation;
  if (reservation.status !== "PICKED_UP" || !previous) return refuse("NOTHING_TO_UNDO");
  if (at.now - previous.at > change.policy.undoMs) return refuse("TOO_LATE_TO_UNDO");
  const { merchantId, endsAt } = at.settings;
  const uniqueKey = uniqueKeyOf(merchantId, reservation.data);
  const other = at.holderOf(uniqueKey);
  if (other) return activeExists(other);
  const former = previous.data as ReservationData;
  change.step("undone", reservation, {
    ...reservation,
    state: "holding",
    status: "ACTIVE",
    uniqueKey,
    version: reservation.version + 1,
    endedAt: null,
    deadlineAt: endsAt,
    data: { ...former, confirmedAt: former.confirmedAt ?? at.now },
    previous: null,
  });
  return undefined;
}

export interface InventoryChange {
  quantity?: number | undefined;
  paused?: boolean | undefined;
  price?: number | undefined;
  drops?: PriceDrops | null | undefined;
}

/** Whatever the load: never fewer than are taken, and what is more goes to those who wait. */
export function changeInventory(
  at: At,
  change: Change,
  { quantity, ...wanted }: InventoryChange,
): Refusal | undefined {
  const { line } = at;
  const stats = statsOf(line);
  const { price = stats.price, paused = stats.paused } = wanted;
  const drops = wanted.drops === undefined ? stats.drops : wanted.drops;
  const wrong = wrongDrops(price, drops);
  if (wrong) {
    return refuse("INVALID", wrong, { errors: [{ field: "priceDrops", message: wrong }] });
  }
  const capacity = quantity ?? line.capacity!;
  if (capacity < line.taken) {
    return refuse("CAPACITY_BELOW_TAKEN", `${line.taken} boxes are already reserved or gone`, {
      taken: line.taken,
    });
  }
  const after = { ...stats, price, paused, drops } satisfies InventoryStats;
  change.lines.set(line.id, { ...line, capacity, stats: after });
  change.note(line.id, "boxes.inventory_changed", { quantity: capacity, price, paused, drops });
  turnAwayTheImpossible(change, line.id);
  offerWhatIsFree(at, change);
  return undefined;
}

/** Gives free boxes to those who wait, when the last look could not reach all of them. */
export function lookAgain(at: At, change: Change): Refusal | undefined {
  change.lines.set(at.line.id, { ...at.line, deadlineAt: null });
  offerWhatIsFree(at, change);
  return undefined;
}

export interface Payment {
  /** What the payment is called where it was made. */
  reference: string;
}

/** A payment has arrived. Never a paid reservation without a box: else it is due to be refunded. */
export function pay(
  at: At,
  change: Change,
  reservation: Reservation,
  { reference }: Payment,
): Refusal | undefined {
  const { paymentStatus } = reservation.data;
  if (paymentStatus !== "PENDING") return undefined;
  const paid = { paymentStatus: "PAID", paymentReference: reference } as const;
  if (reservation.state === "holding" && at.now < at.settings.endsAt) {
    keep(at, change, reservation, paid);
    return undefined;
  }
  if (mayComeBack(at, change, reservation)) {
    const { merchantId, endsAt } = at.settings;
    alter(
      change,
      reservation,
      { ...paid, confirmedAt: at.now, reason: null },
      {
        state: "holding",
        status: "ACTIVE",
        uniqueKey: uniqueKeyOf(merchantId, reservation.data),
        endedAt: null,
        deadlineAt: endsAt,
      },
      "taken",
    );
    return undefined;
  }
  const owed = { paymentStatus: "REFUND_DUE", paymentReference: reference } as const;
  alter(change, reservation, owed, {});
  return undefined;
}

/** The money went back: what was owed, or what the merchant refunded by hand. */
export function refunded(
  _at: At,
  change: Change,
  reservation: Reservation,
  { reference }: Payment,
): Refusal | undefined {
  const { paymentStatus, paymentReference } = reservation.data;
  if (paymentReference !== reference || paymentStatus === "REFUNDED") return undefined;
  alter(change, reservation, { paymentStatus: "REFUNDED" }, {});
  return undefined;
}

/** Paid too late, and honoured: a box is still there, nobody waits for it, and they have no other. */
function mayComeBack(at: At, change: Change, { status, places, data }: Reservation): boolean {
  const { merchantId, endsAt, selling } = at.settings;
  return (
    status === "EXPIRED" &&
    data.amount !== null &&
    selling.latePayments === "honour" &&
    at.now < endsAt &&
    !statsOf(at.line).paused &&
    change.hasRoom(at.line, 0, places) &&
    !at.holderOf(uniqueKeyOf(merchantId, data))
  );
}

// ---- the few steps that the others are made of

/** Confirmed or paid: until the end of the window. */
function keep(
  at: At,
  change: Change,
  reservation: Reservation,
  data: Partial<ReservationData>,
): void {
  const { endsAt } = at.settings;
  const confirmed = { confirmedAt: reservation.data.confirmedAt ?? at.now, ...data };
  alter(change, reservation, confirmed, { status: "ACTIVE", deadlineAt: endsAt });
}

function alter(
  change: Change,
  reservation: Reservation,
  data: Partial<ReservationData>,
  patch: Partial<Reservation>,
  step: "changed" | "taken" = "changed",
): void {
  change.step(step, reservation, {
    ...reservation,
    version: reservation.version + 1,
    data: { ...reservation.data, ...data },
    previous: null,
    ...patch,
  });
}

function end(
  change: Change,
  reservation: Reservation,
  status: "PICKED_UP" | "CANCELLED" | "EXPIRED",
  reason: Reason | null,
  data: Partial<ReservationData> = {},
  patch: Partial<Reservation> = {},
): void {
  change.step("ended", reservation, {
    ...reservation,
    state: "done",
    status,
    uniqueKey: null,
    version: reservation.version + 1,
    endedAt: change.now,
    deadlineAt: null,
    data: { ...reservation.data, ...data, reason },
    previous: null,
    ...patch,
  });
}

/** To the first in line, and only to them, as long as there is enough for them. */
function offerWhatIsFree(at: At, change: Change): void {
  const { id } = at.line;
  if (statsOf(change.line(id)).paused || at.now >= at.settings.endsAt) return;
  change.promote(id);
  const line = change.line(id);
  // More wait than this look could reach: somebody comes by at once.
  if (change.waitingIn(id).length === 0 && waitingCount(line) > 0 && placesOpenTo(line, true) > 0) {
    change.lines.set(id, { ...line, deadlineAt: at.now });
  }
}

/** Somebody at the front who wants more than there can ever be would keep everybody behind waiting. */
function turnAwayTheImpossible(change: Change, lineId: string): void {
  for (;;) {
    const [first] = change.waitingIn(lineId) as Reservation[];
    if (!first || first.places <= largestPossible(change.line(lineId))) return;
    end(change, first, "EXPIRED", "SOLD_OUT");
  }
}

/** The boxes that are not gone for good. */
function largestPossible(line: Line): number {
  return line.capacity! - statsOf(line).boxes.pickedUp;
}

function hasRunOut({ deadlineAt }: Reservation, now: number): boolean {
  return deadlineAt !== null && deadlineAt <= now;
}

function alreadyHere(at: At, merchantId: string, wish: Wish): Refusal | undefined {
  const uniqueKey = uniqueKeyOf(merchantId, wish);
  const other = at.holderOf(uniqueKey);
  if (other) return activeExists(wish.guest ? null : other);
  const cooldown = cooldownOf(merchantId, wish);
  if (!at.holderOf(cooldown)) return undefined;
  const until = at.heldUntil(cooldown) ?? at.now;
  const retryAfterSeconds = Math.max(1, Math.ceil((until - at.now) / 1000));
  return refuse("COOLING_DOWN", undefined, {
    retryAfterSeconds,
    until: new Date(until).toISOString(),
  });
}

function activeExists(reservationId: string | null): Refusal {
  return refuse("ACTIVE_RESERVATION_EXISTS", undefined, reservationId ? { reservationId } : {});
}

export function notEnough(line: Line, { quantity }: Pick<Wish, "quantity">): Refusal {
  const left = remaining(line);
  const detail =
    left === 0 ? "All boxes are taken" : `${quantity} were asked for and ${left} are left`;
  return refuse("INSUFFICIENT_INVENTORY", detail, { remaining: left });
}

function tooMany(most: number): Refusal {
  const errors = [{ field: "quantity", message: `is at most ${most} with this merchant` }];
  return refuse("INVALID", `At most ${most} boxes in one reservation`, { errors });
}

function windowClosed({ startsAt, endsAt }: Inventory): Refusal {
  const window = {
    opensAt: new Date(startsAt).toISOString(),
    closesAt: new Date(endsAt).toISOString(),
  };
  return refuse("PICKUP_WINDOW_CLOSED", undefined, window);
}
