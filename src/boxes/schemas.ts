// What the routes of boxes take and give.

import { z } from "zod";
import { date, decimal, id, instant, lines, text, timezone } from "../http/schemas.ts";
import {
  inventoryStatuses,
  paymentMethods,
  paymentStatuses,
  reasons,
  statuses,
} from "./core/rules.ts";
import { defaultSelling } from "./core/rules.ts";
import { wrongDrops, type PriceDrops } from "./core/prices.ts";

const currencies = new Set(Intl.supportedValuesOf("currency"));

const none = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 17:00")
  .meta({ example: "17:00" });
const money = z
  .int()
  .min(0)
  .max(100_000_000)
  .meta({ description: "In the currency's minor units: 450 is 4.50 EUR" });
const quantity = z.int().min(0).max(10_000);
const minutesBeforeEnd = z.int().min(0).max(2_880);

// ---- merchants

// To a tenth of a metre: a distance between numbers finer than that cannot be computed.
const latitude = decimal(6).min(-90).max(90);
const longitude = decimal(6).min(-180).max(180);
export const asked = {
  latitude: decimal(6, true).min(-90).max(90),
  longitude: decimal(6, true).min(-180).max(180),
  radiusKm: decimal(3, true).min(0.1).max(200),
};

const sellingFields = {
  holdMinutes: z.int().min(15).max(30),
  offerMinutes: z.int().min(1).max(120),
  cooldownMinutes: z.int().min(0).max(1_440),
  mostPerReservation: z.int().min(1).max(100),
  payment: z.enum(paymentMethods),
  latePayments: z.enum(["refund", "honour"]),
};

export const newMerchant = z
  .strictObject({
    name: text(1, 100),
    timezone,
    currency: z
      .string()
      .transform((code) => code.toUpperCase())
      .refine((code) => currencies.has(code), "must be an ISO 4217 code such as EUR"),
    address: none(text(1, 200)),
    town: none(text(1, 100)),
    latitude: none(latitude),
    longitude: none(longitude),
    holdMinutes: sellingFields.holdMinutes.default(defaultSelling.holdMinutes),
    offerMinutes: sellingFields.offerMinutes.default(defaultSelling.offerMinutes),
    cooldownMinutes: sellingFields.cooldownMinutes.default(defaultSelling.cooldownMinutes),
    mostPerReservation: sellingFields.mostPerReservation.default(defaultSelling.mostPerReservation),
    payment: sellingFields.payment.default(defaultSelling.payment),
    latePayments: sellingFields.latePayments.default(defaultSelling.latePayments),
  })
  .meta({ id: "NewMerchant" });

export const merchantPatch = z
  .strictObject({
    name: text(1, 100),
    address: text(1, 200).nullable(),
    town: text(1, 100).nullable(),
    latitude: latitude.nullable(),
    longitude: longitude.nullable(),
    ...sellingFields,
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({
    id: "MerchantPatch",
    description: "Zone and currency stay: windows and prices were given in them",
  });

export const merchant = z
  .strictObject({
    id,
    name: z.string(),
    timezone: z.string(),
    currency: z.string(),
    address: z.string().nullable(),
    town: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    ...sellingFields,
    createdAt: instant,
  })
  .meta({ id: "Merchant" });

// ---- prices

export const priceDrops = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("steps"),
      steps: z
        .array(z.strictObject({ minutesBeforeEnd, price: money }))
        .min(1)
        .max(20),
    }),
    z.strictObject({
      kind: z.literal("line"),
      fromMinutesBeforeEnd: z.int().min(1).max(2_880),
      floor: money,
    }),
  ])
  .meta({ id: "PriceDrops", description: "How the price falls towards the window's end" });

const dropsFit = (given: {
  price?: number | undefined;
  priceDrops?: PriceDrops | null | undefined;
}) => (given.price === undefined ? null : wrongDrops(given.price, given.priceDrops ?? null));

// ---- box types

const templateFields = {
  title: text(1, 100),
  description: none(lines(1, 1_000)),
  value: none(money),
  quantity,
  price: money,
  priceDrops: none(priceDrops),
  pickupStart: time,
  pickupEnd: time,
};

export const newBoxType = z
  .strictObject({
    ...templateFields,
    weekdays: z
      .array(z.int().min(0).max(6))
      .max(7)
      .default([])
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
      .meta({ description: "Published by itself on these; 0 = Monday" }),
    publishAt: time.default("00:00").meta({ description: "When on the day, at the merchant's" }),
    active: z.boolean().default(true),
  })
  .superRefine((given, context) => {
    const wrong = dropsFit(given);
    if (wrong) context.addIssue({ code: "custom", path: ["priceDrops"], message: wrong });
  })
  .meta({ id: "NewBoxType" });

export const boxTypePatch = z
  .strictObject({
    title: text(1, 100),
    description: lines(1, 1_000).nullable(),
    value: money.nullable(),
    quantity,
    price: money,
    priceDrops: priceDrops.nullable(),
    pickupStart: time,
    pickupEnd: time,
    weekdays: z
      .array(z.int().min(0).max(6))
      .max(7)
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
    publishAt: time,
    active: z.boolean(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "BoxTypePatch" });

export const boxType = z
  .strictObject({
    id,
    merchantId: id,
    title: z.string(),
    description: z.string().nullable(),
    value: z.int().nullable(),
    quantity: z.int(),
    price: z.int(),
    priceDrops: priceDrops.nullable(),
    pickupStart: z.string(),
    pickupEnd: z.string(),
    weekdays: z.array(z.int()),
    publishAt: z.string(),
    active: z.boolean(),
    publishedTo: z.string().nullable(),
    nextPublicationAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "BoxType" });

// ---- inventories

export const newInventory = z
  .strictObject({
    boxTypeId: id.optional().meta({ description: "What is not given comes from this template" }),
    date,
    title: text(1, 100).optional(),
    description: lines(1, 1_000).nullish(),
    value: money.nullish(),
    quantity: quantity.optional(),
    price: money.optional(),
    priceDrops: priceDrops.nullish(),
    pickupStart: time.optional(),
    pickupEnd: time.optional(),
  })
  .superRefine((given, context) => {
    if (given.boxTypeId === undefined) {
      for (const field of ["title", "quantity", "price", "pickupStart", "pickupEnd"] as const) {
        if (given[field] === undefined)
          context.addIssue({ code: "custom", path: [field], message: "is needed" });
      }
    }
    const wrong = dropsFit(given);
    if (wrong) context.addIssue({ code: "custom", path: ["priceDrops"], message: wrong });
  })
  .meta({ id: "NewInventory" });

export const inventoryPatch = z
  .strictObject({
    quantity,
    paused: z.boolean(),
    price: money,
    priceDrops: priceDrops.nullable(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "InventoryPatch" });

const inventoryFields = {
  id,
  merchantId: id,
  merchant: z.strictObject({
    name: z.string(),
    address: z.string().nullable(),
    town: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    payment: z.enum(paymentMethods),
    mostPerReservation: z.int(),
  }),
  boxTypeId: id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  value: z.int().nullable().meta({ description: "What the content would cost otherwise" }),
  date: z.string(),
  pickupStart: z.string(),
  pickupEnd: z.string(),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
  currency: z.string(),
  status: z.enum(inventoryStatuses),
  quantity: z.int(),
  remaining: z.int().meta({ description: "For somebody who comes now: none while somebody waits" }),
  waiting: z.int(),
  price: z.int().meta({ description: "Now" }),
  fullPrice: z.int(),
  priceDrops: priceDrops.nullable(),
  priceChanges: z
    .array(z.strictObject({ at: instant, price: z.int() }))
    .meta({ description: "Every change that is still to come" }),
};

export const inventory = z.strictObject(inventoryFields).meta({ id: "Inventory" });

export const openInventory = z
  .strictObject({ ...inventoryFields, distanceKm: z.number().nullable() })
  .meta({ id: "OpenInventory" });

const whereabouts = z
  .strictObject({
    waitlisted: z.int(),
    offered: z.int(),
    held: z.int(),
    confirmed: z.int(),
    pickedUp: z.int(),
    notCollected: z.int(),
    lapsed: z.int(),
    cancelled: z.int(),
  })
  .meta({ id: "BoxCounts" });

export const dayInventory = z
  .strictObject({ ...inventoryFields, paused: z.boolean(), boxes: whereabouts, takings: z.int() })
  .meta({ id: "DayInventory" });

export const dayTotals = z
  .strictObject({
    date: z.string(),
    quantity: z.int(),
    pickedUp: z.int(),
    notCollected: z.int(),
    lapsed: z.int(),
    cancelled: z.int(),
    takings: z.int(),
  })
  .meta({ id: "BoxDayTotals", description: "In boxes; takings in minor units" });

// ---- reservations

export const reserving = z
  .strictObject({
    userId: text(1, 100).meta({
      description: "Without an account: an id that the shopper's device keeps",
    }),
    quantity: z.int().min(1).max(100).default(1),
    ttlMinutes: z
      .int()
      .min(15)
      .max(30)
      .optional()
      .meta({ description: "How long it is held unless confirmed; the merchant's own, mostly 20" }),
    waitlist: z.boolean().default(false).meta({ description: "Wait in line when sold out" }),
    name: none(text(1, 100)),
    price: money.optional().meta({
      description: "Of one box, as it was shown: refused when it is higher by now",
    }),
  })
  .meta({ id: "Reserving" });

const reservationFields = {
  id,
  inventoryId: id,
  merchantId: id,
  merchantName: z.string(),
  title: z.string(),
  userId: z.string(),
  name: z.string().nullable(),
  status: z.enum(statuses),
  quantity: z.int(),
  position: z.int().nullable().meta({ description: "On the waitlist" }),
  pickupCode: z.string().nullable().meta({ description: "With a box only" }),
  expiresAt: instant.nullable().meta({
    description: "When the hold, the offer, or once confirmed the window ends",
  }),
  unitPrice: z.int().nullable(),
  amount: z.int().nullable().meta({ description: "Fixed when the box is held or offered" }),
  currency: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  paidOnline: z.boolean().meta({ description: "Before pickup: nothing is to be paid there" }),
  pickupStartsAt: instant,
  pickupEndsAt: instant,
  timezone: z.string(),
  reservedAt: instant,
  offeredAt: instant.nullable(),
  confirmedAt: instant.nullable(),
  endedAt: instant.nullable(),
  reason: z.enum(reasons).nullable().meta({ description: "Why it ended" }),
  version: z.int(),
};

export const reservation = z.strictObject(reservationFields).meta({ id: "Reservation" });
export const newReservation = z
  .strictObject({ ...reservationFields, secret: z.string() })
  .meta({ id: "NewReservation" });

export const pickingUp = z
  .strictObject({
    code: text(1, 20).meta({ description: "As spoken, typed or scanned: spaces do not matter" }),
  })
  .meta({ id: "PickingUp" });

export const reservationFilter = z
  .string()
  .max(200)
  .transform((list) => list.split(",").map((one) => one.trim().toUpperCase()))
  .pipe(z.array(z.enum(statuses)).min(1));

export const attempt = z
  .strictObject({
    id,
    at: instant,
    inventoryId: id,
    actor: z.string(),
    userId: z.string(),
    quantity: z.int(),
    outcome: z.string().meta({
      description: "ACTIVE, WAITLISTED, REPLAYED, or the code of the refusal",
      example: "INSUFFICIENT_INVENTORY",
    }),
    requestId: z.string(),
    durationMs: z.int(),
  })
  .meta({ id: "ReservationAttempt" });

export const paymentStates = [
  "NONE",
  "OPEN",
  "PAID",
  "CLOSED",
  "REFUND_DUE",
  "REFUNDED",
  "REFUND_FAILED",
] as const;

export const payment = z
  .strictObject({
    id: id.nullable().meta({ description: "Null: nobody has begun to pay" }),
    reservationId: id,
    status: z.enum(paymentStates),
    amount: z.int().nullable().meta({ description: "In the currency's minor units" }),
    currency: z.string(),
    url: z
      .string()
      .nullable()
      .meta({ description: "Stripe's page to send the person to, while it can be paid" }),
    createdAt: instant.nullable(),
    paidAt: instant.nullable(),
  })
  .meta({ id: "BoxPayment" });
