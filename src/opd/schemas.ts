// What OPD's routes take and give.

import { z } from "zod";
import { date, decimal, id, idOr, instant, moment } from "../http/schemas.ts";
import { stages } from "./boards/queued-booking.ts";
import { reasons, sources, statuses } from "./core/rules.ts";

export const tokenWish = z
  .strictObject({
    patientId: id,
    doctorId: id,
    slotStart: moment,
    source: z.enum(sources),
    emergency: z.boolean().default(false).meta({ description: "Makes any source an emergency" }),
    allowAlternative: z.boolean().default(true),
  })
  .meta({ id: "TokenWish" });

const tokenFields = {
  id,
  status: z.enum(statuses),
  number: z.union([z.int(), z.string()]).nullable().meta({
    description: "null until it has had a place; E1, E2 … for emergencies with stable numbering",
  }),
  label: z.string().nullable().meta({
    description: "The doctor's code and the number, as on the slip: R-12. It is what stations call",
  }),
  position: z.int().nullable().meta({
    description:
      "Among those of the slot who are still to be called, or who wait; null when the doctor is away then",
  }),
  patientId: id,
  patientName: z.string(),
  doctorId: id,
  date: z.string(),
  slotStart: instant,
  slotEnd: instant,
  requestedSlotStart: instant,
  movedToAlternative: z.boolean(),
  source: z.enum(sources),
  emergency: z.boolean(),
  priority: z.int(),
  createdAt: instant,
  allocatedAt: instant.nullable(),
  checkedInAt: instant.nullable(),
  calledAt: instant.nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  noShowAt: instant.nullable(),
  reason: z.enum(reasons).nullable().meta({
    description: "Why it expired, or why its place or number is not what was told before",
  }),
  next: z
    .strictObject({ queueId: id, queueName: z.string(), ticketId: id })
    .nullable()
    .meta({ description: "The station where they went on to, and their ticket there" }),
  version: z.int(),
};

export const token = z
  .strictObject({
    ...tokenFields,
    onward: z.string().optional().meta({
      description:
        "For the holder of a token that went on: the page of the ticket at the station, with its secret",
    }),
  })
  .meta({ id: "Token" });
export const endedToken = z
  .strictObject({
    ...tokenFields,
    note: z.string().nullable().meta({ description: "Why staff ended it, in their words" }),
  })
  .meta({ id: "EndedToken" });
export const allocatedToken = z
  .strictObject({
    ...tokenFields,
    message: z.string().meta({ description: "What happened, to read out" }),
    secret: z.string(),
  })
  .meta({ id: "AllocatedToken" });

const place = z.strictObject({
  number: z.string().nullable().meta({ description: "null while it waited" }),
  label: z.string().nullable().meta({ description: "As on the slip" }),
  slotStart: instant,
});

export const tokenChanges = z
  .strictObject({
    items: z.array(
      z.strictObject({
        at: instant,
        kind: z.enum(["RENUMBERED", "MOVED", "PROMOTED"]),
        reason: z
          .string()
          .meta({ description: "EMERGENCY, DOCTOR_AWAY, MOVED by the reception, or PLACE_FREE" }),
        before: place,
        after: place,
      }),
    ),
  })
  .meta({ id: "TokenChanges" });

export const tokenSecret = z.strictObject({ secret: z.string() }).meta({ id: "TokenSecret" });

export const completing = z
  .strictObject({
    next: id
      .nullish()
      .meta({ description: "A queue that they go on to: they wait there from now on" }),
  })
  .nullish()
  .meta({ id: "CompletingToken" });

export const moving = z
  .strictObject({ slotStart: moment, doctorId: id.optional() })
  .meta({ id: "MovingToken" });

export const slot = z
  .strictObject({
    start: instant,
    end: instant,
    capacity: z.int(),
    emergencyReserve: z.int(),
    taken: z.int(),
    open: z.int(),
    openToEmergencies: z.int(),
    state: z.enum(["AVAILABLE", "FULL_REGULAR", "FULL"]),
    closed: z.boolean().meta({
      description: "No longer in the doctor's hours, but somebody is in it still",
    }),
    allocated: z.array(token),
    waiting: z.array(token),
  })
  .meta({ id: "OpdSlot" });

const places = z.int().min(0).max(1_000);

const reserveFits = {
  check: (limits: { capacity: number | null; emergencyReserve: number | null }) =>
    limits.capacity === null || (limits.emergencyReserve ?? 0) <= limits.capacity,
  error: { path: ["emergencyReserve"], message: "cannot be more than the capacity" },
};

export const slotLimits = z
  .strictObject({
    doctorId: id,
    slotStart: moment,
    capacity: places,
    emergencyReserve: places
      .nullish()
      .transform((value) => value ?? null)
      .meta({ description: "Without it the doctor's, or what `usualReserve` says" }),
  })
  .refine(reserveFits.check, reserveFits.error)
  .meta({ id: "OpdSlotLimits" });

export const rules = z
  .strictObject({
    numbering: z.enum(["stable", "shifting"]).meta({
      description:
        "stable: a number never changes, emergencies are E1, E2 …; shifting: an emergency takes the first one",
    }),
    numbersPer: z.enum(["day", "slot"]).meta({
      description:
        "Whether a number is given once in a doctor's day, or once in each slot. Shifting numbers count in each slot",
    }),
    duplicates: z.enum(["per_date", "per_doctor"]),
    graceMinutes: decimal(3).min(1).max(240),
    bufferReleaseMinutes: decimal(3).min(0).max(1_440),
    usualReserve: z.enum(["two", "fifth"]).meta({
      description:
        "What a slot keeps for emergencies unless set. two: the first two places are for everybody, the next two " +
        "are kept; fifth: a fifth of the places, at most two",
    }),
  })
  .meta({ id: "OpdRules" });

export const rulesPatch = rules
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "OpdRulesPatch" });

export const doctorLimits = z
  .strictObject({
    capacity: places.nullable().default(null).meta({
      description: "null: as many as the hours say",
    }),
    emergencyReserve: places.nullable().default(null).meta({
      description: "null: what `usualReserve` says",
    }),
    code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{1,3}$/, "has 1 to 3 letters and digits")
      .optional()
      .meta({ description: "Stands before the doctor's numbers: R in R-12. Without it, it stays" }),
  })
  .refine(reserveFits.check, reserveFits.error)
  .meta({ id: "DoctorLimits" });

const room = z.strictObject({ id, name: z.string() });

export const doctorRoom = z
  .strictObject({
    date: z.string(),
    room: room.nullable().meta({ description: "On this date; null: none is known" }),
    usualRoom: room.nullable(),
  })
  .meta({ id: "DoctorRoom" });

export const newDoctorRoom = z
  .strictObject({
    roomId: idOr("usual").nullable().meta({
      description: "A resource that is no doctor; null: none; `usual`: as on other dates",
    }),
    date: date.optional().meta({ description: "Without it: from now on, on every date" }),
  })
  .refine(({ roomId, date: on }) => roomId !== "usual" || on !== undefined, {
    path: ["date"],
    message: "is needed: which date is to be as usual?",
  })
  .meta({ id: "NewDoctorRoom" });

export const doctor = z
  .strictObject({
    id,
    name: z.string(),
    timezone: z.string(),
    active: z.boolean(),
    departmentId: id.nullable(),
    room: room.nullable().meta({ description: "Today" }),
    usualRoom: room.nullable(),
    code: z.string().nullable().meta({ description: "null: has had no day with tokens yet" }),
    capacity: z.int().nullable(),
    emergencyReserve: z.int().nullable(),
  })
  .meta({ id: "Doctor" });

const score = z
  .tuple([z.number(), z.number(), z.number()])
  .readonly()
  .meta({ description: "Start (ms), priority, rank (µs): the lowest comes first" });

export const liveQueue = z
  .strictObject({
    date: z.string(),
    next: id
      .nullable()
      .meta({ description: "The token that call-next takes; null: nobody is left" }),
    items: z.array(
      z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("token"), score, ...tokenFields }),
        z.strictObject({
          type: z.literal("booking"),
          id,
          score,
          kind: z.string(),
          title: z.string().nullable(),
          start: instant,
          end: instant,
          patientId: id.nullable(),
          patientName: z.string().nullable(),
          source: z.enum(sources).nullable(),
          emergency: z.boolean(),
          stage: z.enum(stages),
          checkedInAt: instant.nullable(),
          calledAt: instant.nullable(),
          startedAt: instant.nullable(),
          endedAt: instant.nullable(),
        }),
      ]),
    ),
  })
  .meta({ id: "LiveQueue" });

const number = z.union([z.int(), z.string()]);

export const boardPart = z
  .strictObject({
    doctor: z.strictObject({
      id,
      name: z.string(),
      timezone: z.string(),
      room: z.string().nullable().meta({ description: "Where to go on this date" }),
    }),
    date: z.string(),
    now: z.array(
      z.strictObject({
        number: number.nullable(),
        label: z.string().nullable(),
        status: z.string(),
        calledAt: instant.nullable(),
        slotStart: instant,
      }),
    ),
    next: z.array(number),
    upcoming: z
      .array(z.strictObject({ number, label: z.string(), slotStart: instant }))
      .meta({ description: "The same with their slots, which tell equal numbers apart" }),
    waiting: z.int(),
  })
  .meta({ id: "OpdBoardPart", description: "Numbers, never names" });

export const board = z.strictObject({ doctors: z.array(boardPart) }).meta({ id: "OpdBoard" });
