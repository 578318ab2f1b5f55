// The audit of attempts, for staff.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { byId, pageOf } from "../../http/paging.ts";
import { id, idParams, instant, listOf, page, problems } from "../../http/schemas.ts";
import type { BoxRouteDeps } from "../routes.ts";

const attempt = z
  .strictObject({
    id,
    at: instant,
    inventoryId: id,
    actor: z.string(),
    userId: z.string(),
    quantity: z.int(),
    outcome: z.string().meta({
      description: "ACTIVE, WAITLISTED, REPLAYED, or the code of the refusal",
      example: "INSUFFICIENT_INVENTORY",
    }),
    requestId: z.string(),
    durationMs: z.int(),
  })
  .meta({ id: "ReservationAttempt" });

export function attemptRoutes(app: App, { attempts, merchants }: BoxRouteDeps): void {
  app.get(
    "/v1/merchants/:id/attempts",
    {
      config: { access: "boxes:read" },
      schema: {
        tags: ["Box reservations"],
        summary: "Who tried to reserve and what they were told, the newest first",
        description: "Refusals included; kept for a month.",
        params: idParams,
        querystring: page,
        response: { 200: listOf(attempt), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      const merchant = await merchants.merchant(orgId, request.params.id);
      return pageOf(request.query, byId, (before, limit) =>
        attempts.list(orgId, merchant.id, before, limit),
      );
    },
  );
}
