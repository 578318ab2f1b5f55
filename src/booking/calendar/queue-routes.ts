// The live queue of any resource's day.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { date, id, idParams, instant, problems } from "../../http/schemas.ts";
import type { Score } from "../../kernel/score.ts";
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
});

/** What OPD says of its tokens is for OPD to describe. */
const queuedToken = z.looseObject({ type: z.literal("token"), id, score });

interface QueuedToken {
  type: "token";
  id: string;
  score: Score;
}

const resourceQueue = z
  .strictObject({ date: z.string(), items: z.array(z.union([queuedBooking, queuedToken])) })
  .meta({ id: "ResourceQueue" });

export interface QueueRouteDeps {
  queue: BookingQueue;
  /** A doctor's tokens and bookings, in one order. */
  ofDoctor(
    orgId: string,
    doctorId: string,
    date: string,
  ): Promise<{ date: string; items: (QueuedBooking | QueuedToken)[] }>;
}

export function queueRoutes(app: App, { queue, ofDoctor }: QueueRouteDeps): void {
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
      const { resource, date, items } = await queue.ofDay(orgId, resourceId, asked, names);
      if (resource.type !== "doctor" || !names) return { date, items };
      const both = await ofDoctor(orgId, resourceId, date);
      return { date, items: both.items.map((item) => ({ ...item })) };
    },
  );
}
