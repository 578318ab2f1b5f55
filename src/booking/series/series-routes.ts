// Bookings that recur.

import { staffContext } from "../../http/request-context.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { idParams, problems } from "../../http/schemas.ts";
import type { BookingRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const about = { tags: ["Bookings"] };

export function seriesRoutes(app: App, { series }: BookingRouteDeps): void {
  app.post(
    "/v1/bookings/series/preview",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "What would become of each of a series; nothing is written",
        body: schemas.seriesPreview,
        response: { 200: schemas.previewedSeries, ...problems },
      },
    },
    async (request) =>
      series.preview(staffContext(request, "booking.preview series"), request.body),
  );

  app.post(
    "/v1/bookings/series/:id/cancel",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Cancel all of a series that is still to come",
        params: idParams,
        body: schemas.deciding,
        response: { 200: schemas.canceledSeries, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.cancelSeries");
      const message = request.body?.statusMessage ?? null;
      const { answer, replayed } = await series.cancel(by, request.params.id, message);
      markReplayed(reply, replayed);
      return answer;
    },
  );

  app.post(
    "/v1/bookings/series",
    {
      config: { access: "bookings:request" },
      schema: {
        ...about,
        summary: "Book a series: all of it, or what fits",
        body: schemas.newSeries,
        response: { 201: schemas.madeSeries, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "booking.series");
      const { take, ...wish } = request.body;
      const { series: made, replayed } = await series.create(by, wish, take);
      markReplayed(reply, replayed);
      return reply.code(201).send(made);
    },
  );
}
