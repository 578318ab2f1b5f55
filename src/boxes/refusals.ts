// What requests about surplus boxes and their payments can be refused for, besides what everything can be.

import { refusals, type Codes } from "../kernel/refusal.ts";

export const boxCodes = {
  BOX_NOT_FOUND: { status: 404, title: "There is no such box" },
  BOX_UNAVAILABLE: { status: 409, title: "This box cannot be reserved at the moment" },
  PICKUP_WINDOW_CLOSED: { status: 409, title: "The pickup window is not open" },
  ACTIVE_RESERVATION_EXISTS: {
    status: 409,
    title: "There is already an active reservation with this merchant",
  },
  INSUFFICIENT_INVENTORY: { status: 409, title: "Not enough boxes are left" },
  LOCK_ACQUISITION_FAILED: {
    status: 503,
    title: "Too many people are asking for this box; try again",
  },
  COOLING_DOWN: { status: 409, title: "A hold has just lapsed; wait a little before the next one" },
  PRICE_CHANGED: { status: 409, title: "The price is higher than the one that was shown" },
  PAYMENT_REQUIRED: { status: 409, title: "This merchant requires payment in advance" },
  PICKUP_CODE_UNKNOWN: { status: 404, title: "No reservation has this code" },
  ALREADY_PUBLISHED: { status: 409, title: "This box type is already published for that date" },
  TOO_MANY_INVENTORIES: {
    status: 409,
    title: "The merchant has the maximum number of open boxes",
  },
  PAYMENTS_OFF: { status: 409, title: "This cannot be paid online" },
  ALREADY_PAID: { status: 409, title: "This reservation is already paid" },
  PAYMENT_UNAVAILABLE: { status: 503, title: "The payment service does not answer" },
  WEBHOOK_NOT_GENUINE: { status: 400, title: "The signature of this event is missing or wrong" },
  TOO_MANY_HOLDS: {
    status: 429,
    title: "Guests on this network have too many reservations with this merchant for now",
  },
} as const satisfies Codes;

export const refuse = refusals(boxCodes);
