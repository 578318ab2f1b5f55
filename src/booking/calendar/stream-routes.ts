// Live changes of bookings.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { id } from "../../http/schemas.ts";
import { streamRoute } from "../../http/stream-route.ts";
import { lastEventId } from "../../http/stream.ts";
import { refuse } from "../../kernel/refusal.ts";
import type { BookingRouteDeps } from "../routes.ts";

const maxWatched = 50;

const query = {
  resources: z
    .string()
    .max(5_000)
    .transform((list) => list.split(","))
    .pipe(z.array(id).min(1).max(maxWatched, `at most ${maxWatched} resources`))
    .meta({ description: "Ids with commas between" }),
};

export function streamRoutes(app: App, { live, resources, streams }: BookingRouteDeps): void {
  app.get(
    "/v1/bookings/events",
    streamRoute("bookings:read", {
      tags: ["Bookings"],
      summary: "What changes in bookings, holds, offers and hours of resources",
      description:
        "`event: change` with the type, the resource and the booking's, hold's or entry's id. One resource: resumable with Last-Event-ID; several: `reset` after a break.",
      query,
    }),
    async (request, reply) => {
      const { orgId } = staffOf(request);
      const ids = [...new Set(request.query.resources)];
      const found = await resources.find(orgId, ids);
      if (found.length < ids.length) throw refuse("NOT_FOUND", "There is no such resource");
      streams.open(reply, orgId, await live.watch(orgId, ids, lastEventId(request)));
    },
  );
}
