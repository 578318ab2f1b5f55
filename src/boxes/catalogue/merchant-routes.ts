// Merchants and their box types.

import { staffContext } from "../../http/request-context.ts";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { markReplayed } from "../../http/idempotency.ts";
import { byId, pageOf } from "../../http/paging.ts";
import { idParams, listOf, page, problems } from "../../http/schemas.ts";
import { withoutUndefined } from "../../http/patch.ts";
import type { BoxRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const tags = ["Box merchants"];

export function merchantRoutes(app: App, { merchants }: BoxRouteDeps): void {
  app.post(
    "/v1/merchants",
    {
      config: { access: "boxes:manage" },
      schema: {
        tags,
        summary: "Add a merchant",
        body: schemas.newMerchant,
        response: { 201: schemas.merchant, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "boxes.createMerchant");
      const { merchant, replayed } = await merchants.create(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(merchant);
    },
  );
  app.get(
    "/v1/merchants",
    {
      config: { access: "boxes:read" },
      schema: {
        tags,
        summary: "Merchants of the organisation",
        querystring: page,
        response: { 200: listOf(schemas.merchant), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      return pageOf(request.query, byId, (after, limit) => merchants.list(orgId, after, limit));
    },
  );
  app.get(
    "/v1/merchants/:id",
    {
      config: { access: "boxes:read" },
      schema: {
        tags,
        summary: "One merchant",
        params: idParams,
        response: { 200: schemas.merchant, ...problems },
      },
    },
    async (request) => merchants.view(staffOf(request).orgId, request.params.id),
  );
  app.patch(
    "/v1/merchants/:id",
    {
      config: { access: "boxes:manage" },
      schema: {
        tags,
        summary: "Change a merchant",
        params: idParams,
        body: schemas.merchantPatch,
        response: { 200: schemas.merchant, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "boxes.changeMerchant");
      const patch = withoutUndefined(request.body);
      const { merchant, replayed } = await merchants.change(by, request.params.id, patch);
      markReplayed(reply, replayed);
      return merchant;
    },
  );
  app.post(
    "/v1/merchants/:id/box-types",
    {
      config: { access: "boxes:manage" },
      schema: {
        tags,
        summary: "Add a box type",
        description: "A template for inventories, published by itself on its weekdays.",
        params: idParams,
        body: schemas.newBoxType,
        response: { 201: schemas.boxType, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "boxes.createBoxType");
      const made = await merchants.createBoxType(by, request.params.id, request.body);
      markReplayed(reply, made.replayed);
      return reply.code(201).send(made.boxType);
    },
  );
  app.get(
    "/v1/merchants/:id/box-types",
    {
      config: { access: "boxes:read" },
      schema: {
        tags,
        summary: "Box types of a merchant",
        params: idParams,
        querystring: page,
        response: { 200: listOf(schemas.boxType), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      const merchantId = request.params.id;
      return pageOf(request.query, byId, (after, limit) =>
        merchants.boxTypes(orgId, merchantId, after, limit),
      );
    },
  );
  app.get(
    "/v1/box-types/:id",
    {
      config: { access: "boxes:read" },
      schema: {
        tags,
        summary: "One box type",
        params: idParams,
        response: { 200: schemas.boxType, ...problems },
      },
    },
    async (request) => merchants.boxType(staffOf(request).orgId, request.params.id),
  );
  app.patch(
    "/v1/box-types/:id",
    {
      config: { access: "boxes:manage" },
      schema: {
        tags,
        summary: "Change a box type",
        description: "What was published stays as it is. `active: false` ends its publishing.",
        params: idParams,
        body: schemas.boxTypePatch,
        response: { 200: schemas.boxType, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "boxes.changeBoxType");
      const patch = withoutUndefined(request.body);
      const { boxType, replayed } = await merchants.changeBoxType(by, request.params.id, patch);
      markReplayed(reply, replayed);
      return boxType;
    },
  );
}
