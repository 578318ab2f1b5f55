// Bookings and holds.

import { holderContext, staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { isStaff, staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { cursorMoment, id, idParams, nothing, problems } from "../../http/schemas.ts";
import { pageOf, type Order } from "../../http/paging.ts";
import { limits } from "./rules.ts";
import type { BookingRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";
import { heldBooking } from "./view.ts";

const about = { tags: ["Bookings"] };
const response = { 200: schemas.booking, ...problems };
const byStart: Order<{ start: string; id: string }, { start: number; id: string }> = {
  place: z.strictObject({ start: cursorMoment, id }),
  placeOf: ({ start, id }) => ({ start: Date.parse(start), id }),
};

export function bookingRoutes(app: App, deps: BookingRouteDeps): void {
  holdRoutes(app, deps);
  const { service, countTicketRead } = deps;

  app.post(
    "/v1/bookings",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Book, or ask for it",
        description:
          "All of its resources or none. Approved at once when the caller may book all of them, otherwise requested.",
        body: schemas.newBooking,
        response: { 201: schemas.madeBooking, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.create");
      const { answer, replayed } = await service.create(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.get(
    "/v1/bookings",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "Bookings, in order of start",
        querystring: schemas.bookingQuery,
        response: { 200: schemas.bookings, ...problems },
      },
    },
    async (request) => {
      const { resourceId: resourceIds, ...rest } = request.query;
      const { orgId } = staffOf(request);
      const filter = { ...rest, resourceIds };
      return pageOf(request.query, byStart, (after, limit) =>
        service.list(orgId, filter, after, limit),
      );
    },
  );

  app.get(
    "/v1/bookings/:id",
    {
      config: { access: "holder" },
      schema: { ...about, summary: "One booking", params: idParams, response },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "bookings:read", countTicketRead);
      const booking = await service.get(orgId, request.params.id);
      return isStaff(request.caller) ? booking : heldBooking(booking);
    },
  );

  for (const [verb, summary] of [
    ["approve", "Approve a request; whether it still fits is looked at again"],
    ["deny", "Deny a request"],
  ] as const) {
    app.post(
      `/v1/bookings/:id/${verb}`,
      {
        config: { access: "bookings:request" },
        schema: { ...about, summary, params: idParams, body: schemas.deciding, response },
      },
      async (request, reply) => {
        const by = staffContext(request, `booking.${verb}`);
        const statusMessage = request.body?.statusMessage;
        const { answer, replayed } = await service[verb](by, request.params.id, statusMessage);
        markReplayed(reply, replayed);
        return answer;
      },
    );
  }

  app.post(
    "/v1/bookings/:id/cancel",
    {
      config: { access: "holder" },
      schema: {
        ...about,
        summary: "Cancel; the time is free at once, for the first who waits for it",
        params: idParams,
        body: schemas.deciding,
        response,
      },
    },
    async (request, reply) => {
      const by = holderContext(request, "bookings:request", "booking.cancel");
      const statusMessage = request.body?.statusMessage;
      const { answer, replayed } = await service.cancel(by, request.params.id, statusMessage);
      markReplayed(reply, replayed);
      return isStaff(request.caller) ? answer : heldBooking(answer);
    },
  );

  app.post(
    "/v1/bookings/:id/reschedule",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Another time, other resources, or other parts of it",
        description: "The new time is taken before the old one is given back.",
        params: idParams,
        body: schemas.rescheduling,
        response,
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.reschedule");
      const { answer, replayed } = await service.reschedule(by, request.params.id, request.body);
      markReplayed(reply, replayed);
      return answer;
    },
  );
}

function holdRoutes(app: App, { service }: BookingRouteDeps): void {
  app.post(
    "/v1/bookings/holds",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Hold resources while a form is filled in",
        description: "All of them or none, for a minute unless told otherwise.",
        body: schemas.newHold,
        response: { 201: schemas.hold, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.hold");
      const { resources, ttlSeconds, kind } = request.body;
      const { answer, replayed } = await service.hold(by, resources, ttlSeconds, kind);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.post(
    "/v1/bookings/holds/:id/extend",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Hold it longer, once",
        params: idParams,
        body: schemas.holdExtension,
        response: { 200: schemas.hold, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.extend");
      const { answer, replayed } = await service.extend(
        by,
        request.params.id,
        request.body?.ttlSeconds ?? limits.holdSeconds,
      );
      markReplayed(reply, replayed);
      return answer;
    },
  );

  app.delete(
    "/v1/bookings/holds/:id",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Give a hold up",
        params: idParams,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      await service.release(staffContext(request, "booking.release"), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
