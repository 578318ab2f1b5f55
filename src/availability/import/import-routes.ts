// Resources from a table, over HTTP.

import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { staffContext } from "../../http/request-context.ts";
import { problems } from "../../http/schemas.ts";
import * as schemas from "../schemas.ts";
import type { ResourceImport } from "./import.ts";

const about = { tags: ["Resources"] };
/** Line ends and quotes are longer in JSON. */
const bodyLimit = 2 * schemas.maxTableBytes;

export function importRoutes(app: App, resources: ResourceImport): void {
  app.post(
    "/v1/resources/import",
    {
      bodyLimit,
      config: { access: "availability:manage" },
      schema: {
        ...about,
        summary: "Make doctors, rooms and other resources from a table",
        description:
          "All of them or none. Departments that are named and do not exist are made. Hours hold from today on.",
        body: schemas.importing,
        response: { 201: schemas.imported, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.import");
      const { replayed, ...done } = await resources.import(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(done);
    },
  );

  app.post(
    "/v1/resources/import/preview",
    {
      bodyLimit,
      config: { access: "availability:manage" },
      schema: {
        ...about,
        summary: "What would be made from a table, and what is wrong with it",
        description: "Nothing is written.",
        body: schemas.importing,
        response: { 200: schemas.importPreview, ...problems },
      },
    },
    async (request) => resources.preview(staffOf(request).orgId, request.body),
  );
}
