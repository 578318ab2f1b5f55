// The pages on which the public asks for bookings, as their organisation sets them up.

import { staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { withoutUndefined } from "../../http/patch.ts";
import { id, idParams, lines, listOf, nothing, problems, text } from "../../http/schemas.ts";
import { confirmations, type BookingPage } from "./page-store.ts";
import type { BookingPages } from "./pages.ts";

const about = { tags: ["Booking pages"] };

const fields = {
  title: text(1, 100),
  kind: text(1, 40),
  minutes: z
    .int()
    .min(1)
    .max(24 * 60),
  resourceIds: z
    .array(id)
    .min(1, "names no resource")
    .max(20, "at most 20 resources")
    .refine((ids) => new Set(ids).size === ids.length, "names a resource twice")
    .meta({ description: "Any one of them will do" }),
  message: lines(1, 1_000).nullable().meta({ description: "Shown above the times" }),
  daysAhead: z.int().min(1).max(366),
  noticeMinutes: z
    .int()
    .min(0)
    .max(30 * 24 * 60),
  open: z.boolean(),
  confirmation: z.enum(confirmations).meta({
    description: "instant: a free time is booked at once, without anybody's decision",
  }),
  waitlist: z.boolean().meta({ description: "People may wait for a time when none is free" }),
  asksExternalId: z.boolean().meta({
    description: "Patients are asked for the number that the hospital knows them by",
  }),
};

const newPage = z
  .strictObject({
    ...fields,
    message: fields.message.default(null),
    daysAhead: fields.daysAhead.default(60),
    noticeMinutes: fields.noticeMinutes.default(0),
    open: fields.open.default(true),
    confirmation: fields.confirmation.default("request"),
    waitlist: fields.waitlist.default(true),
    asksExternalId: fields.asksExternalId.default(false),
  })
  .meta({ id: "NewBookingPage" });

const pagePatch = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, "names nothing to change")
  .meta({ id: "BookingPagePatch" });

const page = z.strictObject({ id, ...fields }).meta({ id: "BookingPage" });

export function pageSettingsRoutes(app: App, pages: BookingPages): void {
  app.get(
    "/v1/booking-pages",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "Pages on which the public asks for bookings",
        response: { 200: listOf(page), ...problems },
      },
    },
    async (request) => {
      const found = await pages.list(staffOf(request).orgId);
      return { items: found.map(viewOf), nextCursor: null };
    },
  );

  app.post(
    "/v1/booking-pages",
    {
      config: { access: "bookings:manage" },
      schema: {
        ...about,
        summary: "Open a page",
        body: newPage,
        response: { 201: page, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.createPage");
      const { answer, replayed } = await pages.create(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(viewOf(answer));
    },
  );

  app.get(
    "/v1/booking-pages/:id",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "One page",
        params: idParams,
        response: { 200: page, ...problems },
      },
    },
    async (request) => viewOf(await pages.get(staffOf(request).orgId, request.params.id)),
  );

  app.patch(
    "/v1/booking-pages/:id",
    {
      config: { access: "bookings:manage" },
      schema: {
        ...about,
        summary: "Change a page, or close it for a while",
        params: idParams,
        body: pagePatch,
        response: { 200: page, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.changePage");
      const patch = withoutUndefined(request.body);
      const { answer, replayed } = await pages.change(by, request.params.id, patch);
      markReplayed(reply, replayed);
      return viewOf(answer);
    },
  );

  app.delete(
    "/v1/booking-pages/:id",
    {
      config: { access: "bookings:manage" },
      schema: {
        ...about,
        summary: "Remove a page; what was asked for on it stays",
        params: idParams,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.removePage");
      const { replayed } = await pages.remove(by, request.params.id);
      markReplayed(reply, replayed);
      return reply.code(204).send(null);
    },
  );
}

function viewOf(page: BookingPage) {
  const { orgId: _, ...shown } = page;
  return shown;
}
