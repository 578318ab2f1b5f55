// Boxes, as the server sends them and the pages use them.

export type BoxStatus = "ACTIVE" | "PAUSED" | "SOLD_OUT" | "CLOSED";
export type ReservationStatus =
  | "ACTIVE"
  | "WAITLISTED"
  | "OFFERED"
  | "PICKED_UP"
  | "CANCELLED"
  | "EXPIRED";
export type PaymentSetting = "at_pickup" | "online" | "either";

export type PriceDrops =
  | { kind: "steps"; steps: { minutesBeforeEnd: number; price: number }[] }
  | { kind: "line"; fromMinutesBeforeEnd: number; floor: number };

export interface Box {
  id: string;
  merchantId: string;
  merchant: {
    name: string;
    address: string | null;
    town: string | null;
    latitude: number | null;
    longitude: number | null;
    payment: PaymentSetting;
    mostPerReservation: number;
  };
  boxTypeId: string | null;
  title: string;
  description: string | null;
  /** What is in it would cost otherwise. */
  value: number | null;
  date: string;
  /** On the wall at the shop; as instants below. */
  pickupStart: string;
  pickupEnd: string;
  startsAt: string;
  endsAt: string;
  timezone: string;
  currency: string;
  status: BoxStatus;
  quantity: number;
  remaining: number;
  waiting: number;
  price: number;
  /** Before it began to fall. */
  fullPrice: number;
  priceDrops: PriceDrops | null;
  /** What it will cost, and from when on: the coming changes in order. */
  priceChanges: { at: string; price: number }[];
}

export interface Shop {
  organisation: { id: string; name: string };
  /** Boxes of this one alone. */
  town: string | null;
  towns: string[];
  boxes: Box[];
}

export interface Reservation {
  id: string;
  inventoryId: string;
  merchantId: string;
  merchantName: string;
  title: string;
  status: ReservationStatus;
  reason: string | null;
  quantity: number;
  /** On the waitlist; 1 gets the next box. */
  position: number | null;
  pickupCode: string | null;
  /** When the hold, the offer or the pickup window ends: whatever runs now. */
  expiresAt: string | null;
  /** null on the waitlist: it costs what it costs when it is offered. */
  amount: number | null;
  currency: string;
  paymentStatus: "PENDING" | "PAID" | "REFUND_DUE" | "REFUNDED";
  /** Not at the counter, but before. */
  paidOnline: boolean;
  pickupStartsAt: string;
  pickupEndsAt: string;
  timezone: string;
  confirmedAt: string | null;
  endedAt: string | null;
}

export interface MadeReservation extends Reservation {
  secret: string;
}

// ---- for the merchant

export interface Merchant {
  id: string;
  name: string;
  timezone: string;
  currency: string;
  address: string | null;
  town: string | null;
  latitude: number | null;
  longitude: number | null;
  holdMinutes: number;
  offerMinutes: number;
  cooldownMinutes: number;
  mostPerReservation: number;
  payment: PaymentSetting;
  latePayments: "refund" | "honour";
}

/** How many boxes are where. */
export interface BoxCounts {
  waitlisted: number;
  offered: number;
  held: number;
  confirmed: number;
  pickedUp: number;
  notCollected: number;
  lapsed: number;
  cancelled: number;
}

export interface DayBox extends Box {
  paused: boolean;
  boxes: BoxCounts;
  takings: number;
}

/** What became of a day's boxes. */
export interface BoxDay {
  date: string;
  quantity: number;
  pickedUp: number;
  notCollected: number;
  takings: number;
}

export interface BoxType {
  id: string;
  merchantId: string;
  title: string;
  description: string | null;
  value: number | null;
  quantity: number;
  price: number;
  pickupStart: string;
  pickupEnd: string;
  priceDrops: PriceDrops | null;
  /** 0 = Monday. Published by itself on these, at this time on the wall there. */
  weekdays: number[];
  publishAt: string;
  active: boolean;
  nextPublicationAt: string | null;
}
