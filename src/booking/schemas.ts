// What the routes of bookings take and give.

import { z } from "zod";
import { id, instant, lines, listOf, moment, page, text, timezone } from "../http/schemas.ts";
import { sources } from "../kernel/score.ts";
import { resourceTypes, statuses, waitStatuses } from "./core/booking.ts";
import { limits } from "./core/rules.ts";
import { stages } from "./visits/visit.ts";

const kind = text(1, 40);

const contact = z
  .strictObject({
    name: text(1, 100),
    phone: text(3, 40).nullish(),
    email: z.email().max(200).nullish(),
    note: lines(1, 500).nullish(),
    externalId: text(1, 64).nullish().meta({
      description: "The hospital's number as they typed it; it may be somebody else's",
    }),
    pageId: id.nullish().meta({ description: "The booking page on which it was asked for" }),
  })
  .meta({
    id: "BookingContact",
    description: "Who asked, when that is somebody without an account",
  });

const maxResources = `at most ${limits.resources} resources`;

const wantedParts = z
  .array(z.strictObject({ resourceId: id, start: moment.optional(), end: moment.optional() }))
  .min(1, "names no resource")
  .max(limits.resources, maxResources)
  .meta({ description: "Each for its own part of the time; all of it unless said" });

const heldParts = z
  .array(z.strictObject({ resourceId: id, start: moment, end: moment }))
  .min(1, "names no resource")
  .max(limits.resources, maxResources);

export const newHold = z
  .strictObject({
    kind: kind.optional().meta({
      description: "With it, what the kind needs before and after is held too",
    }),
    resources: heldParts,
    ttlSeconds: z.int().min(5).max(limits.longestHoldSeconds).default(limits.holdSeconds),
  })
  .meta({ id: "NewHold" });

export const holdExtension = z
  .strictObject({
    ttlSeconds: z.int().min(5).max(limits.longestHoldSeconds).default(limits.holdSeconds),
  })
  .nullish();

const part = z.strictObject({
  resourceId: id,
  name: z.string(),
  type: z.enum(resourceTypes),
  role: z.string().nullable(),
  start: instant,
  end: instant,
  busyFrom: instant.meta({ description: "With what is needed before" }),
  busyTill: instant.meta({ description: "With what is needed after" }),
});

export const hold = z
  .strictObject({ id, expiresAt: instant, extended: z.boolean(), resources: z.array(part) })
  .meta({ id: "Hold" });

const about = {
  kind,
  patientId: id.nullish(),
  title: text(1, 200).nullish(),
};

const urgency = {
  source: z.enum(sources).nullish().meta({ description: "How it came about, as of a token" }),
  emergency: z.boolean().default(false).meta({ description: "First among those of its time" }),
};

export const newBooking = z
  .strictObject({
    ...about,
    start: moment,
    end: moment,
    resources: wantedParts,
    holdId: id.nullish().meta({ description: "Becomes the booking, without a gap" }),
    contact: contact.nullish(),
    statusMessage: lines(1, 500).nullish(),
    ...urgency,
    request: z.boolean().default(false).meta({
      description: "Only ask for it, although the caller may book",
    }),
  })
  .meta({ id: "NewBooking" });

export const bookingPatch = z
  .strictObject({
    source: z.enum(sources).nullable(),
    emergency: z.boolean(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "BookingPatch" });

export const deciding = z
  .strictObject({ statusMessage: lines(1, 500).nullish() })
  .nullish()
  .meta({ id: "BookingDecision" });

export const rescheduling = z
  .strictObject({
    start: moment.optional(),
    end: moment.optional(),
    resources: wantedParts.optional().meta({
      description: "Other resources or parts; without it all parts move along with the booking",
    }),
    holdId: id.nullish(),
    statusMessage: lines(1, 500).nullish(),
  })
  .refine(
    ({ start, end, resources }) => start !== undefined || end !== undefined || resources,
    "names nothing to change",
  )
  .meta({ id: "Rescheduling" });

export const visitFields = {
  stage: z.enum(stages).meta({ description: "How it goes on the day" }),
  checkedInAt: instant.nullable(),
  calledAt: instant.nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
};

const bookingFields = {
  id,
  kind,
  status: z.enum(statuses),
  statusMessage: z.string().nullable(),
  patientId: id.nullable(),
  start: instant,
  end: instant,
  title: z.string().nullable(),
  contact: contact.nullable(),
  bookedBy: z.string().meta({ description: "user:…, key:…, or public; staff to holders" }),
  seriesId: id.nullable(),
  tokenId: id.nullable().meta({ description: "The OPD token that it took" }),
  resources: z.array(part),
  source: z.enum(sources).nullable(),
  emergency: z.boolean(),
  ...visitFields,
  version: z.int(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
};

export const booking = z.strictObject(bookingFields).meta({ id: "Booking" });
export const madeBooking = z
  .strictObject({
    ...bookingFields,
    secret: z.string().meta({ description: "Its holder can follow and cancel this booking" }),
  })
  .meta({ id: "MadeBooking" });

const ids = z
  .string()
  .transform((list) => list.split(","))
  .pipe(z.array(id).min(1).max(50));

export const bookingQuery = page.extend({
  resourceId: ids.optional().meta({ description: "One resource, or several with commas between" }),
  patientId: id.optional(),
  seriesId: id.optional(),
  kind: kind.optional(),
  from: moment.optional(),
  to: moment.optional(),
  status: z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.enum(statuses)).max(statuses.length))
    .optional()
    .meta({ description: "One status, or several with commas between" }),
});

export const bookings = listOf(booking);

const rule = z
  .strictObject({
    every: z.enum(["day", "week", "month"]),
    interval: z.int().min(1).max(52).default(1).meta({ description: "2: every second one" }),
    days: z.array(z.int().min(0).max(6)).min(1).max(7).optional().meta({
      description: "With every week: which days, 0 = Monday; the day of the start unless said",
    }),
    count: z.int().min(1).max(limits.occurrences).optional(),
    until: moment.optional(),
  })
  .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
    message: "needs either count or until",
    path: ["count"],
  })
  .meta({ id: "Recurrence", description: "Wall-clock time stays the same when the clocks change" });

const newSeriesFields = {
  ...about,
  start: moment,
  end: moment,
  resources: wantedParts,
  rule,
  timezone: timezone.optional().meta({
    description: "IANA; the first resource's unless said",
  }),
};

export const seriesPreview = z.strictObject(newSeriesFields).meta({ id: "SeriesPreview" });
export const newSeries = z
  .strictObject({
    ...newSeriesFields,
    take: z.enum(["all", "fitting"]).default("all").meta({
      description: "All of them or none; or those that fit",
    }),
  })
  .meta({ id: "NewSeries" });

export const conflict = z.strictObject({
  resourceId: id,
  name: z.string(),
  kind: z.enum(["inactive", "outside_hours", "taken"]),
  start: instant,
  end: instant,
});

export const checking = z
  .strictObject({
    kind: kind.default("room"),
    start: moment,
    end: moment,
    resources: wantedParts,
    except: id.nullish().meta({
      description:
        "A booking or hold that does not stand in the way, because it is the one to be moved",
    }),
  })
  .meta({ id: "BookingCheck" });

export const checked = z
  .strictObject({
    fits: z.boolean(),
    code: z.string().nullable().meta({ description: "What booking it would be refused with" }),
    conflicts: z.array(conflict),
  })
  .meta({ id: "CheckedBooking" });

const occurrence = z.strictObject({
  start: instant,
  end: instant,
  fits: z.boolean(),
  code: z.string().nullable().meta({ description: "Why it does not fit" }),
  conflicts: z.array(conflict),
});

export const previewedSeries = z
  .strictObject({ occurrences: z.array(occurrence), fitting: z.int() })
  .meta({ id: "PreviewedSeries" });

export const madeSeries = z
  .strictObject({ id, bookings: z.array(booking), skipped: z.array(occurrence) })
  .meta({ id: "MadeSeries" });

export const canceledSeries = z
  .strictObject({ id, bookings: z.array(booking) })
  .meta({ id: "CanceledSeries" });

export const newWait = z
  .strictObject({
    kind: kind.default("room"),
    patientId: id.nullish(),
    title: text(1, 200).nullish(),
    contact: contact.nullish(),
    resources: z
      .array(z.strictObject({ resourceId: id }))
      .min(1, "names no resource")
      .max(limits.resources, maxResources),
    earliest: moment,
    latest: moment.meta({ description: "When it has to be over" }),
    minutes: z
      .int()
      .min(1)
      .max(limits.longestMs / 60_000),
  })
  .meta({ id: "NewWait" });

const waitFields = {
  id,
  kind,
  status: z.enum(waitStatuses),
  patientId: id.nullable(),
  title: z.string().nullable(),
  contact: contact.nullable(),
  resources: z.array(z.strictObject({ resourceId: id })),
  earliest: instant,
  latest: instant,
  minutes: z.int(),
  offer: z.strictObject({ start: instant, end: instant, expiresAt: instant }).nullable(),
  bookingId: id.nullable(),
  bookingUrl: z.string().nullable().meta({
    description: "The booking's own page, once the offer is accepted; for the holder alone",
  }),
  wishedBy: z.string(),
  createdAt: instant,
};

export const wait = z.strictObject(waitFields).meta({ id: "Wait" });
export const madeWait = z
  .strictObject({ ...waitFields, secret: z.string() })
  .meta({ id: "MadeWait" });
export const waits = listOf(
  wait
    .extend({
      patientName: z.string().nullable().meta({ description: "For callers who may see patients" }),
    })
    .meta({ id: "ListedWait" }),
);
export const waitQuery = page.extend({
  resourceId: id.optional(),
  status: z.enum(waitStatuses).optional(),
});
export const acceptedOffer = z.strictObject({ wait, booking }).meta({ id: "AcceptedOffer" });

export const commonFreeQuery = z.strictObject({
  resources: z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(id).min(1).max(limits.resources, maxResources))
    .meta({ description: "Ids with commas between" }),
  kind: kind.default("room"),
  from: moment,
  to: moment,
  minutes: z.coerce.number().int().min(1),
});

export const commonFree = z
  .array(z.strictObject({ start: instant, end: instant }))
  .meta({ description: "Stretches in which all of them have room for one booking of that length" });

const settings = {
  requestsHold: z.boolean().meta({ description: "A request holds its time until it is decided" }),
  publicRequests: z.boolean(),
  noticeMinutes: z
    .int()
    .min(0)
    .max(366 * 24 * 60),
  offerMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60),
};

export const kindSettings = z
  .strictObject(settings)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "KindSettings" });

export const kindView = z
  .strictObject({
    kind,
    title: z.string(),
    needsPatient: z.boolean(),
    takesToken: z.boolean(),
    minutes: z.strictObject({ least: z.int(), most: z.int() }),
    needs: z.array(
      z.strictObject({
        role: z.string(),
        types: z.array(z.enum(resourceTypes)),
        least: z.int(),
        most: z.int(),
        throughout: z.boolean(),
        whole: z.boolean(),
        beforeMinutes: z.int(),
        afterMinutes: z.int(),
      }),
    ),
    ...settings,
  })
  .meta({ id: "BookingKind" });

export const kindList = z.strictObject({ items: z.array(kindView) });
export const kindParams = z.strictObject({ kind });

export const feed = z
  .strictObject({
    url: z
      .string()
      .meta({ description: "For a calendar program; anybody who has it can read the feed" }),
    names: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: "CalendarFeed" });
