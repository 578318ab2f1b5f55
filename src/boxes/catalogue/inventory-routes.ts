// Inventories: for the merchant who fills them and for people who look for a box.

import { staffContext } from "../../http/request-context.ts";
import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { date, id, idParams, problems, text } from "../../http/schemas.ts";
import type { BoxRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const tags = ["Boxes"];

export function inventoryRoutes(app: App, { merchants }: BoxRouteDeps): void {
  app.post(
    "/v1/merchants/:id/inventories",
    {
      config: { access: "boxes:operate" },
      schema: {
        tags,
        summary: "Offer boxes on a date",
        description:
          "Times are the merchant's own. An end that is not after the start is on the next day.",
        params: idParams,
        body: schemas.newInventory,
        response: { 201: schemas.inventory, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "boxes.createInventory");
      const made = await merchants.createInventory(by, request.params.id, request.body);
      markReplayed(reply, made.replayed);
      return reply.code(201).send(made.inventory);
    },
  );
  app.get(
    "/v1/merchants/:id/inventories",
    {
      config: { access: "boxes:read" },
      schema: {
        tags,
        summary: "A merchant's boxes of some dates, with counts; today's unless said",
        params: idParams,
        querystring: z.strictObject({ from: date.optional(), to: date.optional() }),
        response: { 200: z.strictObject({ items: z.array(schemas.dayInventory) }), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      return { items: await merchants.inventories(orgId, request.params.id, request.query) };
    },
  );
  app.get(
    "/v1/merchants/:id/history",
    {
      config: { access: "boxes:read" },
      schema: {
        tags,
        summary: "What happened to the boxes, day by day, the newest first",
        params: idParams,
        querystring: z.strictObject({ from: date.optional(), to: date.optional() }),
        response: { 200: z.strictObject({ items: z.array(schemas.dayTotals) }), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      return { items: await merchants.history(orgId, request.params.id, request.query) };
    },
  );
  app.get(
    "/v1/inventories/:id",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "What is left and what it costs now",
        params: idParams,
        response: { 200: schemas.inventory, ...problems },
      },
    },
    async (request) => merchants.inventory(request.params.id),
  );
  app.patch(
    "/v1/inventories/:id",
    {
      config: { access: "boxes:operate" },
      schema: {
        tags,
        summary: "Change the quantity or the price, pause and go on",
        description: "Never fewer boxes than are taken. What is more goes to the waitlist first.",
        params: idParams,
        body: schemas.inventoryPatch,
        response: { 200: schemas.dayInventory, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "boxes.changeInventory");
      const { priceDrops: drops, ...others } = request.body;
      const wanted = { ...others, drops };
      const changed = await merchants.changeInventory(by, request.params.id, wanted);
      markReplayed(reply, changed.replayed);
      return changed.inventory;
    },
  );
  app.get(
    "/v1/boxes",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "What is open now, near and soon to close first",
        querystring: z.strictObject({
          organisation: id,
          town: text(1, 100).optional(),
          latitude: schemas.asked.latitude.optional(),
          longitude: schemas.asked.longitude.optional(),
          radiusKm: schemas.asked.radiusKm.default(10),
        }),
        response: { 200: z.strictObject({ items: z.array(schemas.openInventory) }), ...problems },
      },
    },
    async (request) => {
      const { organisation, town = null, latitude, longitude, radiusKm } = request.query;
      const near = { town, latitude: latitude ?? null, longitude: longitude ?? null, radiusKm };
      return { items: await merchants.open(organisation, near) };
    },
  );
  app.get(
    "/v1/boxes/towns",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "Towns that have a merchant",
        querystring: z.strictObject({ organisation: id }),
        response: { 200: z.strictObject({ items: z.array(z.string()) }), ...problems },
      },
    },
    async (request) => ({ items: await merchants.towns(request.query.organisation) }),
  );
}
