// What availability's routes take and give.

import { z } from "zod";
import {
  date,
  file,
  id,
  idOr,
  instant,
  page,
  text,
  timezone,
  writtenInstant,
} from "../http/schemas.ts";
import { resourceTypes } from "./rules.ts";

const type = z.enum(resourceTypes);

export const newDepartment = z.strictObject({ name: text(1, 100) }).meta({ id: "NewDepartment" });

export const department = z
  .strictObject({ id, name: z.string() })
  .meta({ id: "Department", description: "What doctors, rooms and other resources belong to" });

const departmentId = id.nullable().meta({ description: "null: in no department" });

export const newResource = z
  .strictObject({
    type,
    name: text(1, 200),
    timezone,
    objectId: text(1, 200).nullish().meta({
      description: "What it stands for in your own system; one resource per type and object",
    }),
    departmentId: departmentId.optional(),
  })
  .meta({ id: "NewResource" });

export const maxTableBytes = 1_000_000;

export const importing = z
  .strictObject({
    csv: file(maxTableBytes).meta({
      description:
        "A table with a first line that names its columns: name, type, department, timezone, hours, slot minutes, places. Separated by comma, semicolon or tab; at most 2,000 lines below the first",
    }),
    timezone: timezone.meta({ description: "For lines that name none" }),
  })
  .meta({ id: "ResourceImport" });

export const imported = z
  .strictObject({
    imported: z.int(),
    departments: z.array(z.string()).meta({ description: "Those that were made for them" }),
  })
  .meta({ id: "ImportedResources" });

export const resourcePatch = z
  .strictObject({ name: text(1, 200), active: z.boolean(), departmentId })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "ResourcePatch" });

export const resource = z
  .strictObject({
    id,
    type,
    name: z.string(),
    timezone: z.string(),
    objectId: z.string().nullable(),
    departmentId,
    active: z.boolean().meta({ description: "One that is not active has no open slots" }),
    createdAt: instant,
  })
  .meta({ id: "Resource" });

export const resourceQuery = page.extend({
  type: type.optional(),
  objectId: text(1, 200).optional(),
  departmentId: idOr("none").optional().meta({ description: "`none`: those in no department" }),
  active: z.enum(["true", "false"]).optional(),
  q: text(1, 100).optional().meta({
    description: "Every word somewhere in the name, or in that of the department",
  }),
  sort: z.enum(["created", "name"]).default("created"),
});

const moment = z
  .union([date, writtenInstant], {
    error:
      "must be an instant such as 2026-03-02T09:00:00Z, or a local date such as 2026-03-02, " +
      "in the years 2000 to 2199",
  })
  .meta({
    description:
      "An instant, or a local date, which stands for its first moment in the resource's zone",
    examples: ["2026-03-02T09:00:00Z", "2026-03-02"],
  });

export const range = z.strictObject({ from: moment, to: moment });

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

const window = z
  .strictObject({
    day: z.int().min(0).max(6).meta({ description: "0 = Monday" }),
    start: z.string().regex(time, "must be a time such as 10:00"),
    end: z
      .string()
      .refine((value) => time.test(value) || value === "24:00", "must be a time such as 12:00")
      .meta({ description: "24:00 at the latest" }),
  })
  .meta({ id: "Window", description: "Wall-clock time in the resource's zone" });

const conflicts = z.enum(["keep", "move"]).optional().meta({
  description:
    "What happens to tokens and bookings that would be left outside: they stay as they are, or get the nearest places. Without it the change is refused with their list",
});

const configurationFields = {
  slotMinutes: z
    .int()
    .min(1)
    .max(24 * 60),
  tokensPerSlot: z.int().min(1).max(10_000).optional().meta({
    description: "How many at the same time. Left out: 10 for a doctor, 1 for anything else",
  }),
  weekly: z.array(window).max(200),
};

const importLine = z.strictObject({
  line: z.int().meta({ description: "In the file" }),
  name: z.string(),
  type,
  timezone: z.string(),
  department: z.string().nullable(),
  slotMinutes: z.int().nullable(),
  tokensPerSlot: z.int().nullable(),
  weekly: z.array(window),
  errors: z.array(z.string()),
});

export const importPreview = z
  .strictObject({
    total: z.int(),
    wrongTotal: z.int(),
    wrong: z.array(importLine).meta({ description: "Lines with errors; the first 200" }),
    lines: z.array(importLine).meta({ description: "Lines that are right; the first 200" }),
    newDepartments: z.array(z.string()),
  })
  .meta({ id: "ImportPreview" });

export const newConfiguration = z
  .strictObject({
    validFrom: moment.meta({
      description:
        "An instant, or a local date, which stands for its first moment. In the middle of a day: hours and slots before it stay as they were",
    }),
    validTill: moment.nullish().meta({
      description:
        "An instant, or a local date, before which it ends; null: until another one starts",
    }),
    ...configurationFields,
    confirmSeveral: z.boolean().optional().meta({
      description:
        "true: yes, a theatre, room or laboratory takes more than one at the same time (`tokensPerSlot` above 1)",
    }),
    conflicts,
  })
  .meta({ id: "NewConfiguration" });

export const newException = z
  .strictObject({
    available: z.boolean().meta({ description: "true opens, false closes" }),
    start: moment,
    end: moment,
    reason: text(0, 500).nullish(),
    conflicts,
  })
  .meta({ id: "NewException" });

export const newExceptions = newException
  .extend({ resourceIds: z.array(id).min(1).max(500) })
  .meta({ id: "NewExceptions" });

export const removal = z.strictObject({ conflicts });

export const exceptionParams = z.strictObject({ id, exceptionId: id });

const commitment = {
  kind: z.enum(["token", "booking"]),
  id: z.string(),
  start: instant,
  end: instant,
  label: z.string(),
};

const settled = z
  .array(
    z.strictObject({
      ...commitment,
      outcome: z.enum(["kept", "moved", "waiting"]),
      movedTo: instant.nullable(),
    }),
  )
  .meta({ description: "What happened to tokens and bookings that were left outside" });

const since = z.string().meta({
  description: "A local date, or an instant: as it was asked for",
  examples: ["2026-03-02", "2026-03-02T09:00:00.000Z"],
});

const configuration = {
  id,
  validFrom: since,
  validTill: since.nullable(),
  slotMinutes: z.int(),
  tokensPerSlot: z.int(),
  weekly: z.array(window),
};

export const configured = z.strictObject({ ...configuration, settled }).meta({ id: "Configured" });

const exception = {
  id,
  available: z.boolean(),
  start: instant,
  end: instant,
  reason: z.string().nullable(),
};

export const changedException = z
  .strictObject({ ...exception, settled })
  .meta({ id: "ChangedException" });

export const manyExceptions = z
  .strictObject({
    items: z.array(
      z.strictObject({
        resourceId: id,
        name: z.string(),
        exceptionId: id.nullable(),
        settled,
        refusal: z
          .strictObject({ code: z.string(), detail: z.string() })
          .nullable()
          .meta({ description: "Why this one was not changed" }),
      }),
    ),
  })
  .meta({ id: "ManyExceptions" });

export const manyPreview = z
  .strictObject({
    outside: z
      .array(z.strictObject({ resourceId: id, resourceName: z.string(), ...commitment }))
      .meta({ description: "The first thousand" }),
    outsideTotal: z.int(),
    resources: z.int().meta({ description: "How many resources they are with" }),
  })
  .meta({ id: "ManyExceptionsPreview" });

export const availability = z
  .strictObject({
    resourceId: id,
    timezone: z.string(),
    configurations: z.array(
      z.strictObject({
        ...configuration,
        status: z.enum(["past", "present", "future", "replaced"]),
        createdAt: instant,
      }),
    ),
    exceptions: z.array(z.strictObject({ ...exception, createdAt: instant })),
  })
  .meta({ id: "Availability" });

const slot = z
  .strictObject({
    start: instant,
    end: instant,
    capacity: z.int().meta({ description: "By the limits in force, where a doctor has some" }),
    taken: z.int(),
    reserve: z.int().meta({ description: "Places that are for emergencies alone" }),
    left: z.int().meta({ description: "For how many more, emergencies aside" }),
    open: z.boolean().meta({ description: "Somebody more can have a place in it" }),
  })
  .meta({ id: "Slot" });

export const slots = z.array(slot);

export const free = z.array(z.strictObject({ start: instant, end: instant }));

export const check = z
  .strictObject({
    active: z.boolean(),
    open: z.boolean().meta({ description: "All of it is open" }),
    free: z.boolean().meta({ description: "All of it is open, and nothing is booked or held" }),
    left: z.int().meta({
      description: "How many more can have all of it, the emergency reserve aside",
    }),
    conflicts: z
      .array(
        z.strictObject({
          kind: z.enum(["outside_hours", "exception", "taken", "reserved"]),
          start: instant,
          end: instant,
          reason: z.string().nullable(),
          places: z.int().nullable(),
        }),
      )
      .meta({ description: "Why not; the first thousand" }),
  })
  .meta({ id: "AvailabilityCheck" });

export const previewing = z.union([newConfiguration, newException], {
  error: "must be a configuration or an exception as the change itself takes it",
});

export const previewQuery = range.partial();

export const preview = z
  .strictObject({
    slots,
    outside: z.array(z.strictObject(commitment)).meta({ description: "The first thousand" }),
    outsideTotal: z.int(),
    settled: settled
      .optional()
      .meta({ description: "With `conflicts`: what would become of each; the first thousand" }),
  })
  .meta({ id: "AvailabilityPreview" });
