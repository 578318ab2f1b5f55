// What anybody with the address of a booking page may do, and what the person who asked for a booking may do
// with its secret.

import { holderContext } from "../../http/request-context.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { actorOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead, type CountTicketRead } from "../../http/holder.ts";
import { keyOf, markReplayed } from "../../http/idempotency.ts";
import {
  contentOf,
  id,
  idParams,
  instant,
  lines,
  moment,
  problems,
  text,
} from "../../http/schemas.ts";
import { streamRoute } from "../../http/stream-route.ts";
import type { Streams } from "../../http/stream.ts";
import { statuses, waitStatuses } from "../core/booking.ts";
import { bookingIcs, sendIcs } from "../feeds/ics.ts";
import type { PublicAsking } from "./asking.ts";
import type { HeldBookings } from "./held-bookings.ts";
import { whys, type HeldView } from "./held-view.ts";
import { confirmations } from "./page-store.ts";
import type { BookingPages } from "./pages.ts";
import { deciding } from "../schemas.ts";
import type { BookingService } from "../core/service.ts";

const tags = ["Public booking"];

const publicPage = z
  .strictObject({
    id,
    title: z.string(),
    organisation: z.string(),
    kind: z.string(),
    minutes: z.int(),
    timezone: z.string(),
    open: z.boolean(),
    message: z.string().nullable(),
    daysAhead: z.int(),
    confirmation: z.enum(confirmations),
    waitlist: z.boolean(),
    forPatients: z.boolean().meta({ description: "A phone number is needed" }),
    asksExternalId: z.boolean(),
    resources: z.array(z.strictObject({ id, name: z.string() })),
  })
  .meta({ id: "PublicBookingPage" });

const maxDays = 31;

const freeQuery = z
  .strictObject({ from: moment, to: moment, resourceId: id.optional() })
  .refine(({ from, to }) => to > from, { error: "must be after from", path: ["to"] })
  .refine(({ from, to }) => to - from <= maxDays * 86_400_000, {
    error: `must be at most ${maxDays} days after from`,
    path: ["to"],
  });

const freeTimes = z
  .strictObject({
    items: z.array(z.strictObject({ start: instant, end: instant, resourceId: id })),
  })
  .meta({ id: "FreeTimes" });

const visitor = {
  name: text(1, 100),
  phone: text(3, 40).nullish().meta({ description: "Needed where the booking is for a patient" }),
  email: z.email().max(200).nullish(),
  externalId: text(1, 64).nullish().meta({
    description: "The number that the hospital knows a patient by",
  }),
  note: lines(1, 500).nullish(),
};

const newRequest = z
  .strictObject({
    start: moment.meta({ description: "One of the free times" }),
    resourceId: id.optional().meta({ description: "Without it: whichever is free" }),
    ...visitor,
  })
  .meta({ id: "PublicRequest" });

const newPublicWait = z
  .strictObject({
    earliest: moment,
    latest: moment.meta({ description: "When it has to be over" }),
    resourceId: id.optional().meta({ description: "Needed on a page with several" }),
    ...visitor,
  })
  .refine(({ earliest, latest }) => latest > earliest, {
    error: "must be after earliest",
    path: ["latest"],
  })
  .refine(({ earliest, latest }) => latest - earliest <= maxDays * 86_400_000, {
    error: `must be at most ${maxDays} days after earliest`,
    path: ["latest"],
  })
  .meta({ id: "NewPublicWait" });

const madePublicWait = z
  .strictObject({
    id,
    status: z.enum(waitStatuses),
    earliest: instant,
    latest: instant,
    minutes: z.int(),
    secret: z.string(),
    followUrl: z.string().meta({ description: "A page on which an offer is shown and accepted" }),
  })
  .meta({ id: "MadePublicWait" });

const moving = z
  .strictObject({
    start: moment.meta({ description: "One of the free times" }),
    resourceId: id.optional().meta({ description: "Without it: the same one if it is free" }),
  })
  .meta({ id: "PublicRescheduling" });

const bookingFields = {
  id,
  status: z.enum(statuses),
  why: z.enum(whys).nullable().meta({
    description: "Why it is canceled, or a request again; null: nothing more is known",
  }),
  statusMessage: z.string().nullable(),
  start: instant,
  end: instant,
  minutes: z.number(),
  title: z.string(),
  organisation: z.string(),
  timezone: z.string(),
  resources: z.array(z.strictObject({ name: z.string() })),
  pageId: id.nullable(),
  canMove: z.boolean().meta({ description: "Its holder can choose another time now" }),
  visitUrl: z.string().nullable().meta({
    description: "The page of its OPD token: the number, the place in the queue, the call",
  }),
};

const publicBooking = z.strictObject(bookingFields).meta({ id: "PublicBooking" });

const madeRequest = z
  .strictObject({
    ...bookingFields,
    secret: z.string(),
    followUrl: z.string().meta({ description: "A page to follow and cancel it" }),
  })
  .meta({ id: "MadePublicRequest" });

export interface PublicBookingDeps {
  pages: BookingPages;
  asking: PublicAsking;
  held: HeldView;
  service: BookingService;
  live: HeldBookings;
  streams: Streams;
  publicUrl: string;
  countTicketRead: CountTicketRead;
}

export function publicBookingRoutes(app: App, deps: PublicBookingDeps): void {
  pageRoutes(app, deps);
  holderRoutes(app, deps);
}

function pageRoutes(app: App, { pages, asking, countTicketRead }: PublicBookingDeps): void {
  app.get(
    "/v1/public/booking-pages/:id",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "What the booking page shows",
        params: idParams,
        response: { 200: publicPage, ...problems },
      },
    },
    async (request) => pages.publicView(request.params.id),
  );

  app.get(
    "/v1/public/booking-pages/:id/free",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "Times that can be asked for",
        description: "Never who has the others. Limited per address, page and minute.",
        params: idParams,
        querystring: freeQuery,
        response: { 200: freeTimes, ...problems },
      },
    },
    async (request, reply) => {
      // It costs more than other reads, and nobody needs to be known for it.
      await countTicketRead(request, reply, `${request.params.id} ${request.network}`);
      return { items: await asking.free(request.params.id, request.query) };
    },
  );

  app.post(
    "/v1/public/booking-pages/:id/requests",
    {
      config: { access: "public", organisationOf: (id) => pages.ownerOf(id) },
      schema: {
        tags,
        summary: "Ask for a booking",
        description:
          "Needs no account. With the secret, the person who asked can follow and cancel it.",
        params: idParams,
        body: newRequest,
        response: { 201: madeRequest, ...problems },
      },
    },
    async (request, reply) => {
      const by = asThePublic(request, "booking.publicRequest");
      const { answer, replayed } = await asking.request(by, request.params.id, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );

  app.post(
    "/v1/public/booking-pages/:id/waitlist",
    {
      config: { access: "public", organisationOf: (id) => pages.ownerOf(id) },
      schema: {
        tags,
        summary: "Wait for a time that becomes free",
        description:
          "Whatever becomes free between the two moments is offered to the first in line, who accepts it on their own page before a deadline.",
        params: idParams,
        body: newPublicWait,
        response: { 201: madePublicWait, ...problems },
      },
    },
    async (request, reply) => {
      const by = asThePublic(request, "booking.publicWait");
      const { answer, replayed } = await asking.wait(by, request.params.id, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(answer);
    },
  );
}

/** Staff, too, ask as the public does here. */
function asThePublic(request: FastifyRequest, operation: string) {
  const { caller, id: requestId } = request;
  const anonymous = { kind: "anonymous" } as const;
  return { caller: anonymous, actor: actorOf(caller), requestId, ...keyOf(request, operation) };
}

function holderRoutes(
  app: App,
  { asking, held, service, live, streams, publicUrl, countTicketRead }: PublicBookingDeps,
): void {
  app.get(
    "/v1/public/bookings/:id",
    {
      config: { access: "holder" },
      schema: {
        tags,
        summary: "A booking, for the holder of its secret",
        params: idParams,
        response: { 200: publicBooking, ...problems },
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "bookings:read", countTicketRead);
      return held.of(orgId, await service.get(orgId, request.params.id));
    },
  );

  app.post(
    "/v1/public/bookings/:id/cancel",
    {
      config: { access: "holder" },
      schema: {
        tags,
        summary: "Cancel it",
        params: idParams,
        body: deciding,
        response: { 200: publicBooking, ...problems },
      },
    },
    async (request, reply) => {
      const by = holderContext(request, "bookings:request", "booking.cancel");
      const message = request.body?.statusMessage;
      const { answer, replayed } = await service.cancel(by, request.params.id, message);
      markReplayed(reply, replayed);
      return held.of(by.orgId, answer);
    },
  );

  app.post(
    "/v1/public/bookings/:id/reschedule",
    {
      config: { access: "holder" },
      schema: {
        tags,
        summary: "Move it to another free time of its page",
        description:
          "A request moves as a request. An approved booking moves on pages that confirm at once; elsewhere it is `NOT_MOVABLE`.",
        params: idParams,
        body: moving,
        response: { 200: publicBooking, ...problems },
      },
    },
    async (request, reply) => {
      const by = holderContext(request, "bookings:request", "booking.publicReschedule");
      const { answer, replayed } = await asking.reschedule(by, request.params.id, request.body);
      markReplayed(reply, replayed);
      return answer;
    },
  );

  app.get(
    "/v1/public/bookings/:id/ics",
    {
      config: { access: "holder" },
      schema: {
        tags,
        summary: "For the holder's own calendar",
        params: idParams,
        response: { 200: contentOf("text/calendar", "One event"), ...problems },
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "bookings:read", countTicketRead);
      const booking = await service.get(orgId, request.params.id);
      const { title, organisation } = await held.of(orgId, booking);
      const summary = `${title}, ${organisation}`;
      return sendIcs(reply, bookingIcs(booking, summary, publicUrl), "booking.ics");
    },
  );

  app.get(
    "/v1/public/bookings/:id/events",
    streamRoute("holder", {
      tags,
      summary: "The booking whenever something about it changes, as `event: booking`",
      ids: { id },
    }),
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "bookings:read", countTicketRead);
      const booking = await service.get(orgId, request.params.id);
      streams.open(reply, orgId, live.watchBooking(orgId, booking));
      return reply;
    },
  );
}
