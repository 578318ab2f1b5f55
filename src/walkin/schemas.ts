// What the routes of walk-in queues take and give.

import { z } from "zod";
import { decimal, id, instant, lines, text, timezone } from "../http/schemas.ts";
import { defaultSettings, statuses } from "./rules.ts";

const minutes = decimal(5)
  .min(1)
  .max(24 * 60);

const priority = z.strictObject({
  key: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, "has small letters, digits, - and _ only"),
  label: text(1, 40),
});

/** `"Elderly"` is short for `{ key: "elderly", label: "Elderly" }`. */
function named(given: z.infer<typeof priority> | string, index: number): z.infer<typeof priority> {
  if (typeof given !== "string") return given;
  const plain = given.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const key = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return { key: key || `priority-${index + 1}`, label: given };
}

function oneOfEach(list: { key: string }[]): boolean {
  return new Set(list.map((one) => one.key)).size === list.length;
}

const settings = {
  name: text(1, 100),
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{1,12}$/, "has 1 to 12 letters and digits")
    .meta({ description: "Numbers look like DEMO-000123" }),
  timezone,
  numberReset: z.enum(["never", "daily", "weekly"]),
  state: z.enum(["open", "paused", "closed"]),
  priorities: z
    .array(z.union([priority, text(1, 32)]))
    .min(1)
    .max(8)
    .transform((list) => list.map(named))
    .refine(oneOfEach, "has a key twice")
    .meta({ description: "Most urgent first; the last one is the ordinary one" }),
  ageingMinutes: minutes.nullable().meta({
    description:
      "How long one waits until newcomers one priority above no longer overtake; null: they always do",
  }),
  noShowMinutes: minutes
    .nullable()
    .meta({ description: "After a call, until NO_SHOW by itself; null: by hand only" }),
  maxWaiting: z.int().min(1).max(1_000_000).nullable(),
  serviceMinutes: decimal(5)
    .min(0.1)
    .max(24 * 60)
    .meta({
      description: "What to expect between two calls until enough is measured",
    }),
  desks: z.array(text(1, 40)).max(100),
  message: lines(0, 500).nullable().meta({ description: "Shown to those who wait" }),
};

export const newQueue = z
  .strictObject({
    name: settings.name,
    prefix: settings.prefix,
    timezone: settings.timezone.default(defaultSettings.timezone),
    numberReset: settings.numberReset.default(defaultSettings.numberReset),
    state: settings.state.default(defaultSettings.state),
    priorities: settings.priorities.default(defaultSettings.priorities),
    ageingMinutes: settings.ageingMinutes.default(defaultSettings.ageingMinutes),
    noShowMinutes: settings.noShowMinutes.default(defaultSettings.noShowMinutes),
    maxWaiting: settings.maxWaiting.default(defaultSettings.maxWaiting),
    serviceMinutes: settings.serviceMinutes.default(defaultSettings.serviceMinutes),
    desks: settings.desks.default(defaultSettings.desks),
    message: settings.message.default(defaultSettings.message),
  })
  .meta({ id: "NewQueue" });

export const queuePatch = z
  .strictObject(settings)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "QueuePatch" });

export const queue = z
  .strictObject({
    id,
    ...settings,
    priorities: z.array(priority),
    waiting: z.int(),
    createdAt: instant,
  })
  .meta({ id: "Queue" });

const wait = z
  .strictObject({ fromSeconds: z.int(), toSeconds: z.int() })
  .meta({ id: "WaitRange", description: "Measured from recent calls" });

export const publicQueue = z
  .strictObject({
    id,
    name: z.string(),
    state: settings.state,
    message: z.string().nullable(),
    waiting: z.int(),
    estimatedWait: wait,
  })
  .meta({ id: "PublicQueue" });

const mobile = z
  .string()
  .trim()
  .regex(/^(?=(\D*\d){5})\+?[\d ()./-]{5,24}$/, "must be a phone number");

export const joining = z
  .strictObject({
    name: text(1, 100),
    mobile: mobile.nullish(),
    partySize: z.int().min(1).max(100).default(1),
    priority: text(1, 32)
      .optional()
      .meta({ description: "Key of a priority; counts only from staff" }),
  })
  .meta({ id: "Joining" });

export const statusFilter = z
  .string()
  .max(100)
  .default("WAITING")
  .meta({ description: `One or more of ${statuses.join(", ")}, separated by commas` });

const ticketFields = {
  id,
  queueId: id,
  queueName: z.string(),
  number: z.string(),
  sequence: z.int().meta({ description: "0: the number was brought along" }),
  status: z.enum(statuses),
  priority: z.string(),
  name: z.string(),
  mobile: z.string().nullable(),
  partySize: z.int(),
  position: z.int().nullable().meta({ description: "1 is next; null unless WAITING" }),
  estimatedWait: wait.nullable(),
  desk: z.string().nullable(),
  joinedAt: instant,
  calledAt: instant.nullable(),
  servingAt: instant.nullable(),
  endedAt: instant.nullable(),
  calls: z.int(),
  noShowAt: instant.nullable(),
  canUndo: z.boolean(),
  from: z
    .strictObject({ name: z.string(), tokenId: id.nullable() })
    .nullable()
    .meta({ description: "Where they were sent on from: a doctor with their token, or a queue" }),
};

export const ticket = z.strictObject(ticketFields).meta({ id: "Ticket" });

export const joined = z
  .strictObject({
    ...ticketFields,
    secret: z.string().meta({ description: "Bearer for this ticket alone" }),
  })
  .meta({ id: "JoinedTicket" });

export const board = z
  .strictObject({
    queue: z.strictObject({
      id,
      name: z.string(),
      state: settings.state,
      timezone: z.string(),
      message: z.string().nullable(),
    }),
    serving: z.array(
      z.strictObject({
        number: z.string(),
        desk: z.string().nullable(),
        status: z.string(),
        calledAt: instant,
        calls: z.int(),
      }),
    ),
    next: z.array(z.string()),
    waiting: z.int(),
  })
  .meta({ id: "Board", description: "Numbers and desks, never names" });

export const stats = z
  .strictObject({
    waiting: z.int(),
    calledToday: z.int(),
    servedToday: z.int(),
    noShowsToday: z.int(),
    cancelledToday: z.int(),
    averageWaitSeconds: z.int().nullable(),
    averageServiceSeconds: z.int().nullable(),
  })
  .meta({ id: "QueueStats" });

const desk = z.union([text(1, 40), z.int().min(0).max(9_999).transform(String)]);

export const calling = z
  .strictObject({
    desk: desk.nullish().meta({ description: "Where to go; a venue with one desk needs none" }),
  })
  .nullish()
  .meta({ id: "Calling" });
export const requeueing = z
  .strictObject({ to: z.enum(["front", "back"]).default("back") })
  .nullish()
  .meta({ id: "Requeueing" });
export const opening = z.strictObject({ state: settings.state }).meta({ id: "Opening" });
export const transferring = z
  .strictObject({ queueId: id, place: z.enum(["arrival", "end"]).default("arrival") })
  .meta({ id: "Transferring" });
export const correcting = z
  .strictObject({ name: text(1, 100), partySize: z.int().min(1).max(100) })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "TicketPatch" });
