// The audit of attempts, for staff.

import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { byId, pageOf } from "../../http/paging.ts";
import { idParams, listOf, page, problems } from "../../http/schemas.ts";
import type { BoxRouteDeps } from "../routes.ts";
import { attempt } from "../schemas.ts";

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
