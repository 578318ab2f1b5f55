// Outside calendars over HTTP. Only people who may change a resource's hours see them: the address of a
// calendar is its owner's secret.

import { z } from "zod";
import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { markReplayed } from "../http/idempotency.ts";
import { staffContext } from "../http/request-context.ts";
import { file, id, idParams, instant, nothing, problems, text } from "../http/schemas.ts";
import { managing, type RightsPort } from "../platform/managing.ts";
import type { OutsideCalendars } from "./outside.ts";
import type { OutsideCalendar } from "./outside-store.ts";

const tags = ["Outside calendars"];
/** Of an iCalendar text, in characters or bytes. */
export const maxCalendarBytes = 1_048_576;
/** JSON writes a line's end with four characters. */
const bodyLimit = 2 * maxCalendarBytes;

const ics = file(maxCalendarBytes).meta({ description: "An iCalendar text (RFC 5545)" });

const newCalendar = z
  .strictObject({
    name: text(1, 100).meta({ description: "Shown as the reason why it is closed" }),
    url: text(1, 2_000).optional().meta({
      description: "https:, http: or webcal:; read again and again",
    }),
    ics: ics.optional().meta({ description: "An iCalendar text, in place of an address" }),
    conflicts: z.enum(["keep", "move"]).default("keep").meta({
      description:
        "What happens to tokens and bookings that a busy time runs into: they stay as they are, or get the nearest places",
    }),
    refreshMinutes: z.int().min(5).max(1_440).default(15),
  })
  .refine((body) => (body.url === undefined) !== (body.ics === undefined), {
    error: "needs either url or ics",
    path: ["url"],
  })
  .meta({ id: "NewOutsideCalendar" });

const calendar = z
  .strictObject({
    id,
    name: z.string(),
    kind: z.enum(["upload", "subscription"]),
    url: z.string().nullable(),
    state: z.enum(["pending", "ok", "failing"]).meta({
      description: "failing: what was read last still counts; pending: not read yet",
    }),
    error: z.string().nullable(),
    lastTriedAt: instant.nullable(),
    lastReadAt: instant.nullable(),
    nextReadAt: instant,
    busyCount: z.int().meta({ description: "Busy times in the next 400 days" }),
    leftOutside: z.int().meta({
      description: "Tokens and bookings that the last change of it ran into",
    }),
    conflicts: z.enum(["keep", "move"]),
    refreshMinutes: z.int(),
    createdAt: instant,
  })
  .meta({ id: "OutsideCalendar" });

const params = z.strictObject({ id, calendarId: id });

export function outsideRoutes(app: App, calendars: OutsideCalendars, rights: RightsPort): void {
  const manage = managing(rights);

  app.get(
    "/v1/resources/:id/calendars",
    {
      ...manage,
      schema: {
        tags,
        summary: "Calendars whose busy times count as closed",
        params: idParams,
        response: { 200: z.strictObject({ items: z.array(calendar) }), ...problems },
      },
    },
    async (request) => {
      const found = await calendars.list(staffOf(request).orgId, request.params.id);
      return { items: found.map(viewOf) };
    },
  );

  app.post(
    "/v1/resources/:id/calendars",
    {
      ...manage,
      bodyLimit,
      schema: {
        tags,
        summary: "Upload a calendar, or subscribe to one",
        params: idParams,
        body: newCalendar,
        response: { 201: calendar, ...problems },
      },
    },
    async (request, reply) => {
      const { url, ics: content, ...rest } = request.body;
      const source = url === undefined ? { ics: content! } : { url };
      const by = staffContext(request, "calendars.add");
      const added = await calendars.add(by, request.params.id, { ...rest, source });
      markReplayed(reply, added.replayed);
      return reply.code(201).send(viewOf(added.calendar));
    },
  );

  app.put(
    "/v1/resources/:id/calendars/:calendarId",
    {
      ...manage,
      bodyLimit,
      schema: {
        tags,
        summary: "A newer copy of an uploaded calendar",
        params,
        body: z.strictObject({ ics }),
        response: { 200: calendar, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "calendars.replace");
      const { id: resourceId, calendarId } = request.params;
      const replaced = await calendars.replace(by, resourceId, calendarId, request.body.ics);
      markReplayed(reply, replaced.replayed);
      return viewOf(replaced.calendar);
    },
  );

  app.post(
    "/v1/resources/:id/calendars/:calendarId/refresh",
    {
      ...manage,
      schema: {
        tags,
        summary: "Read a calendar now",
        description: "Idempotent by itself. When a calendar cannot be read, its state says so.",
        params,
        response: { 200: calendar, ...problems },
      },
    },
    async (request) => {
      const { id: resourceId, calendarId } = request.params;
      return viewOf(await calendars.refresh(staffOf(request).orgId, resourceId, calendarId));
    },
  );

  app.delete(
    "/v1/resources/:id/calendars/:calendarId",
    {
      ...manage,
      schema: {
        tags,
        summary: "Forget a calendar and what it closed",
        params,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "calendars.remove");
      const { id: resourceId, calendarId } = request.params;
      const { replayed } = await calendars.remove(by, resourceId, calendarId);
      markReplayed(reply, replayed);
      return reply.code(204).send(null);
    },
  );
}

function viewOf(found: OutsideCalendar) {
  const { id: calendarId, name, url, conflicts, refreshMinutes, failure, failures } = found;
  return {
    id: calendarId,
    name,
    kind: url === null ? ("upload" as const) : ("subscription" as const),
    url,
    state: stateOf(found),
    error: failures > 0 ? failure : null,
    lastTriedAt: found.triedAt?.toISOString() ?? null,
    lastReadAt: found.readAt?.toISOString() ?? null,
    nextReadAt: found.nextAt.toISOString(),
    busyCount: found.busy,
    leftOutside: found.leftOutside,
    conflicts,
    refreshMinutes,
    createdAt: found.createdAt.toISOString(),
  };
}

function stateOf({ failures, readAt }: OutsideCalendar) {
  if (failures > 0) return "failing" as const;
  return readAt === null ? ("pending" as const) : ("ok" as const);
}
