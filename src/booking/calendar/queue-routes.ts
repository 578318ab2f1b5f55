// The live queue of any resource's day.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { date, id, idParams, instant, problems } from "../../http/schemas.ts";
import { lastEventId, type Sink, type Streams } from "../../http/stream.ts";
import { streamRoute } from "../../http/stream-route.ts";
import { sources, type Score } from "../../kernel/score.ts";
import type { TokenPort } from "../core/token-port.ts";
import { visitFields } from "../schemas.ts";
import type { LiveBookings } from "./live.ts";
import type { BookingQueue, QueuedBooking } from "./live-queue.ts";

const score = z
  .tuple([z.number(), z.number(), z.number()])
  .readonly()
  .meta({ description: "Start (ms), priority, rank (µs): the lowest comes first" });

const queuedBooking = z.strictObject({
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
  ...visitFields,
});

/** What OPD says of its tokens is for OPD to describe. */
const queuedToken = z.looseObject({ type: z.literal("token"), id, score });

interface QueuedToken {
  type: "token";
  id: string;
  score: Score;
}

const resourceQueue = z
  .strictObject({
    date: z.string(),
    next: id.nullable().meta({
      description:
        "Who is called next: the booking, or of a doctor the token; null: nobody is left",
    }),
    items: z.array(z.union([queuedBooking, queuedToken])),
    over: z.array(queuedBooking).meta({ description: "Bookings that are done, or were missed" }),
  })
  .meta({ id: "ResourceQueue" });

export interface QueueRouteDeps {
  queue: BookingQueue;
  /** A doctor's tokens and bookings, in one order. */
  ofDoctor(
    orgId: string,
    doctorId: string,
    date: string,
  ): Promise<{ date: string; next: string | null; items: (QueuedBooking | QueuedToken)[] }>;
  live: LiveBookings;
  streams: Streams;
  tokens: Pick<TokenPort, "dayIds">;
}

export function queueRoutes(app: App, deps: QueueRouteDeps): void {
  const { queue, ofDoctor, live, streams, tokens } = deps;
  app.get(
    "/v1/resources/:id/live-queue",
    {
      config: { access: "bookings:read" },
      schema: {
        tags: ["Bookings"],
        summary: "Everybody who is to be seen on a day, in order of score",
        description:
          "Approved bookings; of a doctor also tokens, for those who may see them (opd:read).",
        params: idParams,
        querystring: z.strictObject({ date: date.optional() }),
        response: { 200: resourceQueue, ...problems },
      },
    },
    async (request) => {
      const { orgId, scopes } = staffOf(request);
      const names = scopes.includes("opd:read");
      const { id: resourceId } = request.params;
      const asked = request.query.date;
      const ofDay = await queue.ofDay(orgId, resourceId, asked, names);
      const { resource, date, items, next, over } = ofDay;
      if (resource.type !== "doctor" || !names) return { date, next, items, over };
      const both = await ofDoctor(orgId, resourceId, date);
      return { date, next: both.next, items: both.items.map((item) => ({ ...item })), over };
    },
  );

  app.get(
    "/v1/resources/:id/live-queue/events",
    streamRoute("bookings:read", {
      tags: ["Bookings"],
      summary: "When the live queue of a resource's day changes",
      description:
        "`event: change` with the type and the booking's or token's id: read the queue again. `reset`: after a break " +
        "that cannot be made up for.",
      ids: { id },
      query: { date: date.optional() },
    }),
    async (request, reply) => {
      const { orgId } = staffOf(request);
      const asked = request.query.date;
      const { resource, from, to } = await queue.day(orgId, request.params.id, asked);
      const days =
        resource.type === "doctor" ? tokens.dayIds(resource.id, resource.timezone, from, to) : [];
      const watch = await live.watch(orgId, [resource.id, ...days], lastEventId(request));
      streams.open(reply, orgId, (sink) => watch(withoutPeople(sink)));
    },
  );
}

/** That something has changed, and what; the queue itself says the rest to those who may know. */
function withoutPeople(sink: Sink): Sink {
  return {
    ...sink,
    send(event, place, data) {
      const { type, at, subjectId } = data as { type: string; at: string; subjectId: string };
      sink.send(event, place, { type, at, subjectId });
    },
  };
}
