// What staff and holders do with one token.

import { holderContext, staffContext } from "../../http/request-context.ts";
import { requireScope, staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { z } from "zod";
import { idParams, problems, text } from "../../http/schemas.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";
import type { Said, Verb } from "./service.ts";

const about = { tags: ["OPD tokens"] };
const response = { 200: schemas.token, ...problems };

const verbs: Record<Exclude<Verb, "complete">, string> = {
  "check-in": "The patient is here",
  call: "Call this patient",
  recall: "Call once more; the grace begins anew",
  skip: "Call others before this patient, who was called and did not come",
  start: "The doctor sees the patient",
  cancel: "Give the place back",
  "no-show":
    "Did not come: when the grace after the call is over, or with a reason, which the audit trail keeps",
  "put-back":
    "Valid again after a no-show or a cancellation: in its place if that is free, else first to wait for it",
};

const saidWith: Partial<Record<Verb, z.ZodType<Said>>> = {
  call: z.strictObject({ early: z.boolean().optional() }),
  "no-show": z.strictObject({ reason: text(1, 200).optional() }),
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
      const isHolder = request.caller.kind === "ticket";
      return isHolder
        ? service.tokenOfHolder(orgId, request.params.id)
        : service.token(orgId, request.params.id);
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
  for (const [verb, summary] of Object.entries(verbs) as [Exclude<Verb, "complete">, string][]) {
    app.post(
      `/v1/opd/tokens/:id/${verb}`,
      {
        config: { access: verb === "cancel" ? "holder" : "opd:operate" },
        schema: {
          ...about,
          summary,
          params: idParams,
          ...(saidWith[verb] && { body: saidWith[verb].nullish() }),
          response,
        },
      },
      async (request, reply) => {
        const by = holderContext(request, "opd:operate", `opd.${verb}`);
        const said = (saidWith[verb] && (request.body as Said | null)) ?? {};
        const { token, replayed } = await service.act(by, request.params.id, verb, said);
        markReplayed(reply, replayed);
        return token;
      },
    );
  }
  app.post(
    "/v1/opd/tokens/:id/complete",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Done, or on to the next station",
        description:
          "With `next`, a walk-in queue, the patient waits there from the same moment on, under the label of the " +
          "token. That needs `counter:operate` too. A paused or full queue takes them; a closed one refuses, and " +
          "then nothing has changed.",
        params: idParams,
        body: schemas.completing,
        response,
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "opd.complete");
      const next = request.body?.next;
      if (next) requireScope(staffOf(request), "counter:operate");
      const { token, replayed } = await service.complete(by, request.params.id, next);
      markReplayed(reply, replayed);
      return token;
    },
  );
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
