// A doctor's day: its slots, who is next, everybody in order.

import { staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { date, id, idParams, listOf, nothing, problems } from "../../http/schemas.ts";
import type { OpdRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const about = { tags: ["OPD doctors"] };

export function doctorRoutes(app: App, { service, views }: OpdRouteDeps): void {
  app.get(
    "/v1/opd/slots",
    {
      config: { access: "opd:read" },
      schema: {
        tags: ["OPD slots"],
        summary: "A doctor's slots of a day with everybody in them",
        querystring: z.strictObject({ doctorId: id, date }),
        response: { 200: z.array(schemas.slot), ...problems },
      },
    },
    async (request) =>
      views.slots(staffOf(request).orgId, request.query.doctorId, request.query.date),
  );

  app.put(
    "/v1/opd/slots",
    {
      config: { access: "opd:operate" },
      schema: {
        tags: ["OPD slots"],
        summary: "Set capacity and reserve of one slot on its date",
        body: schemas.slotLimits,
        response: { 200: schemas.slot, ...problems },
      },
    },
    async (request, reply) => {
      const { doctorId, slotStart, ...limits } = request.body;
      const by = staffContext(request, "opd.resize");
      const { date, replayed } = await service.resize(by, doctorId, slotStart, limits);
      markReplayed(reply, replayed);
      const slots = await views.slots(by.orgId, doctorId, date);
      return slots.find(({ start }) => Date.parse(start) === slotStart)!;
    },
  );

  app.post(
    "/v1/opd/doctors/:id/call-next",
    {
      config: { access: "opd:operate" },
      schema: {
        ...about,
        summary: "Call the next patient",
        description:
          "Those whose slot has begun, the ones who have checked in before the others, then by score. When " +
          "nobody is due, 409 `NOBODY_DUE` names the next one; with `early` they are called all the same, " +
          "and the grace for being a no-show begins with their slot.",
        params: idParams,
        body: z.strictObject({ date: date.optional(), early: z.boolean().optional() }).nullish(),
        response: { 200: schemas.token, 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "opd.callNext");
      const asked = request.body ?? {};
      const { token, replayed } = await service.callNext(by, request.params.id, asked);
      markReplayed(reply, replayed);
      return token ? reply.code(200).send(token) : reply.code(204).send(null);
    },
  );

  app.get(
    "/v1/opd/doctors/:id/ended",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Tokens of a day that ended without a visit: not come, cancelled, never called",
        description: "The last one first, at most 500.",
        params: idParams,
        querystring: z.strictObject({ date: date.optional() }),
        response: { 200: listOf(schemas.endedToken), ...problems },
      },
    },
    async (request) => views.ended(staffOf(request).orgId, request.params.id, request.query.date),
  );

  app.get(
    "/v1/opd/doctors/:id/live-queue",
    {
      config: { access: "opd:read" },
      schema: {
        ...about,
        summary: "Everybody with a place, by token or by booking, in order of score",
        params: idParams,
        querystring: z.strictObject({ date: date.optional() }),
        response: { 200: schemas.liveQueue, ...problems },
      },
    },
    async (request) =>
      views.liveQueue(staffOf(request).orgId, request.params.id, request.query.date),
  );
}
