// Each thing one can do with an inventory or a reservation, as an order for the engine.

import type { CommandContext } from "../../engine/command-context.ts";
import type { Decision } from "../../kernel/book.ts";
import { waitingCount } from "../../kernel/line.ts";
import type { Order } from "../../engine/order.ts";
import * as decisions from "./decisions.ts";
import type { InventoryChange, Payment, Wish } from "./decisions.ts";
import { boxes } from "./policy.ts";
import { uniqueKeyOf, cooldownOf, remaining, type Inventory, type Reservation } from "./rules.ts";
import { reservationView, type ReservationView } from "./view.ts";

export type BoxOrder = Order<Inventory>;
type Decide = NonNullable<BoxOrder["decide"]>;

/** A reservation as the decision left it, and what is left then for those who come. */
export interface Decided {
  reservation: ReservationView;
  remaining: number;
}

export function reserve(
  by: CommandContext,
  inventory: { id: string; merchantId: string },
  wish: Wish,
): BoxOrder {
  const { id, merchantId } = inventory;
  return {
    ...on(by, id),
    reach: 0,
    uniqueKeys: [uniqueKeyOf(merchantId, wish), cooldownOf(merchantId, wish)],
    decide: (at, change) => decisions.reserve(at, change, wish),
    answer: decided,
  };
}

export const confirm = (by: CommandContext, reservation: Reservation) =>
  onReservation(by, reservation, decisions.confirm);

export const accept = (by: CommandContext, reservation: Reservation) =>
  onReservation(by, reservation, decisions.accept);

export const decline = (by: CommandContext, reservation: Reservation) =>
  onReservation(by, reservation, decisions.decline);

export const cancel = (by: CommandContext, reservation: Reservation, who: "holder" | "merchant") =>
  onReservation(by, reservation, (at, change, now) => decisions.cancel(at, change, now, who));

// Who wants more than can still come back is turned away, however many of them there are.
export const pickUp = (by: CommandContext, reservation: Reservation): BoxOrder => ({
  ...onReservation(by, reservation, decisions.pickUp),
  reach: decisions.maxWaiting,
});

export const undoPickUp = (by: CommandContext, reservation: Reservation) =>
  onReservation(by, reservation, decisions.undoPickUp);

export const expire = (by: CommandContext, reservation: Reservation): BoxOrder => ({
  ...onReservation(by, reservation, (at, change, now) =>
    decisions.expire(at, change, now, reservation.version),
  ),
  // Ten thousand may run out together: only what a lapsed hold can come to claim is looked up.
  uniqueKeys: [cooldownOf(reservation.data.merchantId, reservation.data)],
  answer: ({ line }) => ({ remaining: remaining(line) }),
});

export const pay = (by: CommandContext, reservation: Reservation, payment: Payment) =>
  onReservation(by, reservation, (at, change, now) => decisions.pay(at, change, now, payment));

export const refunded = (by: CommandContext, reservation: Reservation, payment: Payment) =>
  onReservation(by, reservation, (at, change, now) => decisions.refunded(at, change, now, payment));

export function changeInventory(
  by: CommandContext,
  inventoryId: string,
  wanted: InventoryChange,
): BoxOrder {
  return {
    ...on(by, inventoryId),
    // Everybody whom more boxes could reach, and one more who is turned away.
    reach: decisions.maxWaiting,
    decide: (at, change) => decisions.changeInventory(at, change, wanted),
    answer: ({ line }) => ({ remaining: remaining(line) }),
  };
}

export function lookAgain(by: CommandContext, inventoryId: string): BoxOrder {
  return {
    ...on(by, inventoryId),
    reach: decisions.maxWaiting,
    decide: decisions.lookAgain,
    answer: ({ line }) => ({ remaining: remaining(line) }),
  };
}

type DecideOn = (
  at: decisions.At,
  change: Parameters<Decide>[1],
  reservation: Reservation,
) => ReturnType<Decide>;

function onReservation(by: CommandContext, reservation: Reservation, decide: DecideOn): BoxOrder {
  const { id, lineId, places, data } = reservation;
  return {
    ...on(by, lineId),
    ticketId: id,
    // As many singles as it gives back boxes, behind one who wanted more than were free.
    reach: places + 1,
    uniqueKeys: [uniqueKeyOf(data.merchantId, data), cooldownOf(data.merchantId, data)],
    decide: (at, change) => decide(at, change, at.book.ticket(id) as Reservation),
    answer: decided,
  };
}

function on({ orgId, actor, idem, fingerprint }: CommandContext, inventoryId: string) {
  return {
    product: boxes,
    orgId,
    actor,
    lineIds: [inventoryId] as [string],
    ...(idem === undefined ? {} : { idem }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
}

function decided({ settings, line }: decisions.At, { transitions }: Decision): Decided {
  const reservation = transitions[0]!.after as Reservation;
  // Only who has just come waits after a decision of their own, and at the end of the line.
  const position = transitions[0]!.step === "arrived" ? waitingCount(line) : null;
  return {
    reservation: reservationView(reservation, settings, position),
    remaining: remaining(line),
  };
}
