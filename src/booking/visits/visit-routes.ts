// A booking's day over HTTP.

import { z } from "zod";
import { staffContext } from "../../http/request-context.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { date, idParams, nothing, problems } from "../../http/schemas.ts";
import * as schemas from "../schemas.ts";
import type { VisitVerb } from "./visit.ts";
import type { Visits } from "./visits.ts";

const about = { tags: ["Bookings"] };
const response = { 200: schemas.booking, ...problems };

const summaries: Record<VisitVerb, string> = {
  "check-in": "They are here",
  call: "Call them, or call them again",
  start: "It begins",
  finish: "It is done",
  "no-show": "Nobody came; not before it should have begun",
  undo: "Take the last of these steps back",
};

export function visitRoutes(app: App, { visits }: { visits: Visits }): void {
  for (const [verb, summary] of Object.entries(summaries) as [VisitVerb, string][]) {
    app.post(
      `/v1/bookings/:id/${verb}`,
      {
        config: { access: "bookings:request" },
        schema: { ...about, summary, params: idParams, response },
      },
      async (request, reply) => {
        const by = staffContext(request, `booking.${verb}`);
        const { answer, replayed } = await visits.step(by, request.params.id, verb);
        markReplayed(reply, replayed);
        return answer;
      },
    );
  }

  app.patch(
    "/v1/bookings/:id",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "How urgent it is",
        description: "A booking that has a token is as urgent as the token: `HAS_TOKEN`.",
        params: idParams,
        body: schemas.bookingPatch,
        response,
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.prioritise");
      const { answer, replayed } = await visits.prioritise(by, request.params.id, request.body);
      markReplayed(reply, replayed);
      return answer;
    },
  );

  app.post(
    "/v1/resources/:id/call-next",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Call the next booking of a theatre, laboratory or room",
        description:
          "Those whose time has come are first, among them those who are here, then by score. Where nobody is due it " +
          "says who is next (`NOBODY_DUE`); with `early` they are called all the same. A doctor's tokens are called at " +
          "`/v1/opd/doctors/{id}/call-next`.",
        params: idParams,
        body: z
          .strictObject({ date: date.optional(), early: z.boolean().default(false) })
          .nullish()
          .meta({ id: "CallNextBooking" }),
        response: { 200: schemas.booking, 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.callNext");
      const { date: day, early = false } = request.body ?? {};
      const { answer, replayed } = await visits.callNext(by, request.params.id, {
        date: day,
        early,
      });
      markReplayed(reply, replayed);
      return answer === null ? reply.code(204).send(null) : answer;
    },
  );
}
