// Looking before booking.

import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { problems } from "../../http/schemas.ts";
import type { BookingRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const about = { tags: ["Bookings"] };

export function questionRoutes(app: App, { questions }: BookingRouteDeps): void {
  app.post(
    "/v1/bookings/check",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "Would it fit, and if not, why; nothing is written",
        body: schemas.checking,
        response: { 200: schemas.checked, ...problems },
      },
    },
    async (request) => questions.check(staffOf(request).orgId, request.body),
  );

  app.get(
    "/v1/bookings/free",
    {
      config: { access: "bookings:read" },
      schema: {
        ...about,
        summary: "When several resources all have room",
        querystring: schemas.commonFreeQuery,
        response: { 200: schemas.commonFree, ...problems },
      },
    },
    async (request) => questions.free(staffOf(request).orgId, request.query),
  );
}
