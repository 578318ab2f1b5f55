// The waitlist: staff put people on it; the holder of an entry's secret accepts or declines its offer.

import { holderContext, staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { isStaff, staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { cursorMoment, id, idParams, problems } from "../../http/schemas.ts";
import { pageOf, type Order } from "../../http/paging.ts";
import type { BookingRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";
import { heldBooking } from "../core/view.ts";

const about = { tags: ["Bookings"] };
const byCreation: Order<{ createdAt: string; id: string }, { createdAt: number; id: string }> = {
  place: z.strictObject({ createdAt: cursorMoment, id }),
  placeOf: ({ createdAt, id }) => ({ createdAt: Date.parse(createdAt), id }),
};

export function waitlistRoutes(app: App, { waits, countTicketRead }: BookingRouteDeps): void {
  app.post(
    "/v1/bookings/waitlist",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Wait for a time that is not to be had at present",
        description:
          "Whatever becomes free and suits is offered to the first in line: theirs alone until a deadline, then the next one's.",
        body: schemas.newWait,
        response: { 201: schemas.madeWait, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.wait");
      const { answer, replayed } = await waits.join(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.get(
    "/v1/bookings/waitlist",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "The waitlist, in order",
        querystring: schemas.waitQuery,
        response: { 200: schemas.waits, ...problems },
      },
    },
    async (request) => {
      const { orgId, scopes } = staffOf(request);
      const seesPatients = scopes.includes("opd:read");
      return pageOf(request.query, byCreation, (after, limit) =>
        waits.list(orgId, request.query, after, limit, seesPatients),
      );
    },
  );

  app.get(
    "/v1/bookings/waitlist/:id",
    {
      config: { access: "holder" },
      schema: {
        ...about,
        summary: "One entry, with what is offered to it",
        params: idParams,
        response: { 200: schemas.wait, ...problems },
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "bookings:read", countTicketRead);
      const wait = await waits.get(orgId, request.params.id);
      return isStaff(request.caller) ? wait : waits.held(orgId, wait);
    },
  );

  app.post(
    "/v1/bookings/waitlist/:id/accept",
    {
      config: { access: "holder" },
      schema: {
        ...about,
        summary: "Take the offer: it becomes a booking",
        params: idParams,
        response: { 200: schemas.acceptedOffer, ...problems },
      },
    },
    async (request, reply) => {
      const by = holderContext(request, "bookings:request", "booking.accept");
      const { answer, replayed } = await waits.accept(by, request.params.id);
      markReplayed(reply, replayed);
      if (isStaff(request.caller)) return answer;
      return { wait: waits.held(by.orgId, answer.wait), booking: heldBooking(answer.booking) };
    },
  );

  for (const [verb, summary] of [
    ["decline", "Decline the offer; the next in line may have it"],
    ["cancel", "Leave the waitlist"],
  ] as const) {
    app.post(
      `/v1/bookings/waitlist/:id/${verb}`,
      {
        config: { access: "holder" },
        schema: {
          ...about,
          summary,
          params: idParams,
          response: { 200: schemas.wait, ...problems },
        },
      },
      async (request, reply) => {
        const by = holderContext(request, "bookings:request", `booking.wait ${verb}`);
        const { answer, replayed } = await waits.leave(by, request.params.id, verb);
        markReplayed(reply, replayed);
        return isStaff(request.caller) ? answer : waits.held(by.orgId, answer);
      },
    );
  }
}
