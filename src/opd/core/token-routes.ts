// What staff and holders do with one token.

import { holderContext, staffContext } from "../../http/request-context.ts";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { idParams, problems } from "../../http/schemas.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";
import type { Verb } from "./service.ts";

const about = { tags: ["OPD tokens"] };
const response = { 200: schemas.token, ...problems };

const verbs: Record<Verb, string> = {
  "check-in": "The patient is here",
  start: "The doctor sees the patient",
  complete: "Done",
  cancel: "Give the place back",
  "no-show": "Did not come",
};

export function tokenRoutes(app: App, { service, countTicketRead }: OpdRouteDeps): void {
  app.post(
    "/v1/opd/tokens",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Give a token",
        description:
          "The requested slot, else the nearest other one of the day, else a place among those who wait.",
        body: schemas.tokenWish,
        response: { 201: schemas.allocatedToken, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "opd.allocate");
      const { token, replayed } = await service.allocate(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(token);
    },
  );
  app.get(
    "/v1/opd/tokens/:id",
    {
      config: { access: "holder" },
      schema: { ...about, summary: "A token as it is now", params: idParams, response },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "opd:read", countTicketRead);
      return service.token(orgId, request.params.id);
    },
  );
  app.get(
    "/v1/opd/tokens/:id/changes",
    {
      config: { access: "holder" },
      schema: {
        ...about,
        summary: "What happened to its number and slot, and why, the newest first",
        params: idParams,
        response: { 200: schemas.tokenChanges, ...problems },
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "opd:read", countTicketRead);
      return { items: await service.changes(orgId, request.params.id) };
    },
  );
  app.get(
    "/v1/opd/tokens/:id/secret",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "The secret again, for another slip",
        params: idParams,
        response: { 200: schemas.tokenSecret, ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      return { secret: await service.secretOf(orgId, request.params.id) };
    },
  );
  for (const [verb, summary] of Object.entries(verbs) as [Verb, string][]) {
    app.post(
      `/v1/opd/tokens/:id/${verb}`,
      {
        config: { access: verb === "cancel" ? "holder" : "opd:operate" },
        schema: { ...about, summary, params: idParams, response },
      },
      async (request, reply) => {
        const by = holderContext(request, "opd:operate", `opd.${verb}`);
        const { token, replayed } = await service.act(by, request.params.id, verb);
        markReplayed(reply, replayed);
        return token;
      },
    );
  }
  app.post(
    "/v1/opd/tokens/:id/move",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "To another slot",
        description: "The new place is taken before the old one is given back.",
        params: idParams,
        body: schemas.moving,
        response,
      },
    },
    async (request, reply) => {
      const by = holderContext(request, "opd:operate", "opd.move");
      const { token, replayed } = await service.move(by, request.params.id, request.body);
      markReplayed(reply, replayed);
      return token;
    },
  );
}
