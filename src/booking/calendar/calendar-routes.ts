// What the pages of bookings read besides single bookings.

import { staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { id, idParams, instant, moment, problems } from "../../http/schemas.ts";
import type { Calendars } from "./calendar.ts";
import { dayMs } from "../core/rules.ts";
import * as schemas from "../schemas.ts";
import type { BookingService } from "../core/service.ts";

const about = { tags: ["Bookings"] };
const maxResources = 100;
const maxDays = 45;

const query = z
  .strictObject({
    resources: z
      .string()
      .transform((list) => list.split(","))
      .pipe(z.array(id).min(1).max(maxResources))
      .meta({ description: "Ids with commas between" }),
    from: moment,
    to: moment,
  })
  .refine(({ from, to }) => from < to && to - from <= maxDays * dayMs, {
    error: `must be after from, and at most ${maxDays} days later`,
    path: ["to"],
  });

const times = { start: instant, end: instant };

const calendar = z
  .strictObject({
    resources: z.array(
      z.strictObject({
        resourceId: id,
        open: z.array(z.strictObject(times)),
        places: z.int().meta({ description: "How many can have it at once, by its hours" }),
        tokens: z.array(z.strictObject({ ...times, taken: z.int(), kept: z.int() })).meta({
          description:
            "Of a doctor's slots: places that tokens have, and those kept from bookings, which are the emergency reserve and what limits take away (less than none where they add some)",
        }),
      }),
    ),
    bookings: z.array(
      schemas.booking.extend({
        patientName: z
          .string()
          .nullable()
          .meta({ description: "For callers who may see patients" }),
        occupies: z.boolean().meta({ description: "Not: a request that holds nothing" }),
      }),
    ),
    holds: z.array(
      z.strictObject({
        id,
        of: z.enum(["hold", "offer"]).meta({ description: "An offer is for somebody who waits" }),
        expiresAt: instant,
        resources: z.array(
          z.strictObject({ resourceId: id, ...times, busyFrom: instant, busyTill: instant }),
        ),
      }),
    ),
  })
  .meta({ id: "BookingCalendar" });

const fitting = z
  .strictObject({
    fits: z.boolean(),
    code: z.string().nullable().meta({ description: "Why not" }),
    conflicts: z.array(schemas.conflict),
  })
  .meta({ id: "BookingConflicts" });

export interface CalendarRouteDeps {
  service: BookingService;
  calendars: Calendars;
}

export function calendarRoutes(app: App, { service, calendars }: CalendarRouteDeps): void {
  app.get(
    "/v1/bookings/calendar",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "Open hours, bookings and holds of several resources",
        querystring: query,
        response: { 200: calendar, ...problems },
      },
    },
    async (request) => {
      const { orgId, scopes } = staffOf(request);
      const { resources, from, to } = request.query;
      const days = { resourceIds: resources, from, to };
      return calendars.read(orgId, days, scopes.includes("opd:read"));
    },
  );

  app.get(
    "/v1/bookings/:id/conflicts",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "Whether a request could be approved now, and what is in its way",
        params: idParams,
        response: { 200: fitting, ...problems },
      },
    },
    async (request) =>
      service.previewApproval(staffContext(request, "booking.preview"), request.params.id),
  );
}
