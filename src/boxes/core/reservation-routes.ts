// What shoppers and merchants do with reservations.

import { holderContext, publicContext, staffContext } from "../../http/request-context.ts";
import { isStaff, requireScope, staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { byId, pageOf } from "../../http/paging.ts";
import { date as dateSchema, idParams, listOf, page, problems } from "../../http/schemas.ts";
import type { BoxRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";
import type { Verb } from "./service.ts";

const about = { tags: ["Box reservations"], params: idParams };
const response = { 200: schemas.reservation, ...problems };

const verbs: Record<Verb, { summary: string; description?: string }> = {
  confirm: {
    summary: "I will pay at pickup",
    description: "It then stands until the pickup window ends.",
  },
  accept: { summary: "Take an offer from the waitlist" },
  decline: { summary: "Leave an offer to the next in line" },
  cancel: { summary: "Give the boxes back, or leave the waitlist" },
  undo: { summary: "It was not picked up after all: within a minute" },
};

export function reservationRoutes(
  app: App,
  { service, merchants, countTicketRead }: BoxRouteDeps,
): void {
  app.post(
    "/v1/inventories/:id/reservations",
    {
      config: {
        access: "public",
        organisationOf: async (id) => (await merchants.ownerOf(id)).orgId,
      },
      schema: {
        ...about,
        summary: "Reserve boxes",
        description:
          "All or none. Open to everybody; held for some minutes unless confirmed or paid.",
        body: schemas.reserving,
        response: { 201: schemas.newReservation, ...problems },
      },
    },
    async (request, reply) => {
      const inventoryId = request.params.id;
      const staff = isStaff(request.caller) ? request.caller : null;
      if (staff) requireScope(staff, "boxes:operate");
      const orgId = staff?.orgId ?? (await merchants.ownerOf(inventoryId)).orgId;
      const network = staff ? undefined : request.network;
      const by = { ...publicContext(request, "boxes.reserve"), orgId, network };
      const wish = { ...request.body, guest: staff === null };
      const { reservation, replayed } = await service.reserve(by, inventoryId, wish);
      markReplayed(reply, replayed);
      return reply.code(201).send(reservation);
    },
  );
  app.get(
    "/v1/merchants/:id/reservations",
    {
      config: { access: "boxes:read" },
      schema: {
        ...about,
        summary: "Reservations of a date, the newest first; of today unless said",
        querystring: page.extend({
          date: dateSchema.optional(),
          status: schemas.reservationFilter.optional(),
        }),
        response: { 200: listOf(schemas.reservation), ...problems },
      },
    },
    async (request) => {
      const { date, status = null, ...asked } = request.query;
      const { orgId } = staffOf(request);
      const filter = { orgId, merchantId: request.params.id, date, statuses: status };
      return pageOf(asked, byId, (before, limit) => service.list({ ...filter, before }, limit));
    },
  );
  app.get(
    "/v1/reservations/:id",
    {
      config: { access: "holder" },
      schema: { ...about, summary: "A reservation as it is now", response },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "boxes:read", countTicketRead);
      return service.reservation(orgId, request.params.id);
    },
  );
  for (const [verb, words] of Object.entries(verbs) as [Verb, (typeof verbs)[Verb]][]) {
    app.post(
      `/v1/reservations/:id/${verb}`,
      {
        config: { access: verb === "undo" ? "boxes:operate" : "holder" },
        schema: { ...about, ...words, response },
      },
      async (request, reply) => {
        const by = holderContext(request, "boxes:operate", `boxes.${verb}`);
        const who = request.caller.kind === "ticket" ? "holder" : "merchant";
        const { reservation, replayed } = await service.act(by, request.params.id, verb, who);
        markReplayed(reply, replayed);
        return reservation;
      },
    );
  }
  app.post(
    "/v1/merchants/:id/pickups",
    {
      config: { access: "boxes:operate" },
      schema: {
        ...about,
        summary: "Hand over what a code stands for, once",
        body: schemas.pickingUp,
        response,
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "boxes.pickUp");
      const { code } = request.body;
      const { reservation, replayed } = await service.pickUp(by, request.params.id, code);
      markReplayed(reply, replayed);
      return reservation;
    },
  );
}
