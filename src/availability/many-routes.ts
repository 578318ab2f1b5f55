// One exception for many resources, over HTTP.

import type { FastifyRequest } from "fastify";
import { actorOf, staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { staffContext } from "../http/request-context.ts";
import { problems } from "../http/schemas.ts";
import type { RightsPort } from "../platform/managing.ts";
import type { ManyExceptions } from "./many-exceptions.ts";
import * as schemas from "./schemas.ts";

const about = { tags: ["Availability"] };

export function manyRoutes(app: App, many: ManyExceptions, rights: RightsPort): void {
  const check = (request: FastifyRequest, resourceIds: readonly string[]) =>
    rights.check(staffOf(request), "manage_availability", [...new Set(resourceIds)]);

  app.post(
    "/v1/exceptions",
    {
      config: { access: "availability:read" },
      schema: {
        ...about,
        summary: "Close or open many resources, such as on a holiday",
        description:
          "An exception for each. Local dates are those of each resource. Without `conflicts` nothing is stored when a token or booking of any of them would be left outside; with it, each resource is changed by itself, and the answer says which could not be.",
        body: schemas.newExceptions,
        response: { 200: schemas.manyExceptions, ...problems },
      },
    },
    async (request) => {
      const { resourceIds, conflicts, ...input } = request.body;
      await check(request, resourceIds);
      const by = staffContext(request, "availability.addException");
      return many.add(by, resourceIds, input, conflicts);
    },
  );

  app.post(
    "/v1/exceptions/preview",
    {
      config: { access: "availability:read" },
      schema: {
        ...about,
        summary: "Who would be left outside by an exception for many resources",
        description: "Nothing is written.",
        body: schemas.newExceptions,
        response: { 200: schemas.manyPreview, ...problems },
      },
    },
    async (request) => {
      const { resourceIds, conflicts: _, ...input } = request.body;
      await check(request, resourceIds);
      const by = { orgId: staffOf(request).orgId, actor: actorOf(request.caller) };
      return many.preview(by, resourceIds, input);
    },
  );
}
