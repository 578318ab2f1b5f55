// Owners of resources and delegations over HTTP.

import { z } from "zod";
import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { keyOf, markReplayed } from "../http/idempotency.ts";
import { id, idParams, nothing, problems, writtenInstant } from "../http/schemas.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Delegations } from "./delegations.ts";
import { delegationSchema, permission, person } from "./delegation-schemas.ts";
import { permissions } from "./rights.ts";

const tags = ["Rights on a resource"];

const owner = z.strictObject(person).nullable();

const rightsSchema = z
  .strictObject({
    owner,
    items: z.array(delegationSchema).meta({ description: "Those that have ended last" }),
    nextCursor: z.null(),
    mine: z.array(permission).meta({ description: "What the caller may do for this resource" }),
    mayDelegate: z.array(permission).meta({ description: "What the caller may pass on" }),
  })
  .meta({ id: "ResourceRights" });

const newDelegation = z
  .strictObject({
    userId: id.meta({ description: "A member of the organisation" }),
    permissions: z
      .array(permission)
      .min(1, "names no permission")
      .max(permissions.length)
      .refine((list) => new Set(list).size === list.length, "names a permission twice"),
    until: writtenInstant
      .nullish()
      .meta({ description: "Without it: until revoked, or for as long as the giver has it" }),
  })
  .meta({ id: "NewDelegation" });

const ownRights = z.strictObject({
  items: z.array(
    z.strictObject({ resourceId: id, owner: z.boolean(), permissions: z.array(permission) }),
  ),
});

export function delegationRoutes(app: App, delegations: Delegations): void {
  app.get(
    "/v1/resources/:id/delegations",
    {
      config: { access: "availability:read" },
      schema: {
        tags,
        summary: "A resource's owner, and who may act for it",
        params: idParams,
        response: { 200: rightsSchema, ...problems },
      },
    },
    async (request) => ({
      ...(await delegations.ofResource(staffOf(request), request.params.id)),
      nextCursor: null,
    }),
  );

  app.put(
    "/v1/resources/:id/owner",
    {
      config: { access: "org:manage" },
      schema: {
        tags,
        summary: "Give a resource to somebody, or to nobody",
        description: "What the former owner delegated counts for nothing from then on.",
        params: idParams,
        body: z.strictObject({ userId: id.nullable() }),
        response: { 200: z.strictObject({ owner }), ...problems },
      },
    },
    async (request, reply) => {
      const attempt = keyOf(request, "setResourceOwner");
      const { userId } = request.body;
      const { owner: set, replayed } = await delegations.setOwner(
        staffOf(request),
        request.params.id,
        userId,
        attempt,
      );
      markReplayed(reply, replayed);
      return { owner: set };
    },
  );

  app.post(
    "/v1/resources/:id/delegations",
    {
      // Its owner may be a viewer otherwise; who has nothing to pass on is refused by the service.
      config: { access: "availability:read" },
      schema: {
        tags,
        summary: "Let somebody act for a resource",
        description: "Nobody can pass on more than they have, nor for longer.",
        params: idParams,
        body: newDelegation,
        response: { 201: delegationSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { delegation, replayed } = await delegations.delegate(
        staffOf(request),
        request.params.id,
        request.body,
        keyOf(request, "delegate"),
      );
      markReplayed(reply, replayed);
      return reply.code(201).send(delegation);
    },
  );

  app.delete(
    "/v1/resources/:id/delegations/:delegationId",
    {
      config: { access: "availability:read" },
      schema: {
        tags,
        summary: "Take a delegation back",
        description:
          "By its giver, its receiver, the resource's owner or an admin. Counts at once.",
        params: z.strictObject({ id, delegationId: id }),
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const { id: resourceId, delegationId } = request.params;
      const attempt = keyOf(request, "revokeDelegation");
      const { replayed } = await delegations.revoke(
        staffOf(request),
        resourceId,
        delegationId,
        attempt,
      );
      markReplayed(reply, replayed);
      return reply.code(204).send(null);
    },
  );

  app.get(
    "/v1/me/rights",
    {
      config: { access: "availability:read" },
      schema: {
        tags,
        summary: "What the signed-in user may do for single resources",
        description: "What their role lets them do everywhere is not listed.",
        response: { 200: ownRights, ...problems },
      },
    },
    async (request) => {
      const caller = staffOf(request);
      if (caller.kind !== "user") throw refuse("FORBIDDEN", "A key has no rights of its own");
      return { items: await delegations.ofUser(caller) };
    },
  );
}
