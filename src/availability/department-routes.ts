// Departments over HTTP.

import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { markReplayed } from "../http/idempotency.ts";
import { byId, pageOf } from "../http/paging.ts";
import { staffContext } from "../http/request-context.ts";
import { idParams, listOf, nothing, page, problems } from "../http/schemas.ts";
import type { Departments } from "./departments.ts";
import * as schemas from "./schemas.ts";

const about = { tags: ["Departments"] };

export function departmentRoutes(app: App, departments: Departments): void {
  app.post(
    "/v1/departments",
    {
      config: { access: "availability:manage" },
      schema: {
        ...about,
        summary: "Create a department",
        description: "Doctors, rooms and other resources belong to one, or to none.",
        body: schemas.newDepartment,
        response: { 201: schemas.department, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.createDepartment");
      const { department, replayed } = await departments.create(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(department);
    },
  );

  app.get(
    "/v1/departments",
    {
      config: { access: "availability:read" },
      schema: {
        ...about,
        summary: "Departments by name",
        querystring: page,
        response: { 200: listOf(schemas.department), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      return pageOf(request.query, byId, (after, limit) => departments.list(orgId, after, limit));
    },
  );

  app.patch(
    "/v1/departments/:id",
    {
      config: { access: "availability:manage" },
      schema: {
        ...about,
        summary: "Rename a department",
        params: idParams,
        body: schemas.newDepartment,
        response: { 200: schemas.department, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.renameDepartment");
      const { department, replayed } = await departments.rename(
        by,
        request.params.id,
        request.body,
      );
      markReplayed(reply, replayed);
      return department;
    },
  );

  app.delete(
    "/v1/departments/:id",
    {
      config: { access: "availability:manage" },
      schema: {
        ...about,
        summary: "Remove a department that nothing belongs to",
        params: idParams,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.removeDepartment");
      const { replayed } = await departments.remove(by, request.params.id);
      markReplayed(reply, replayed);
      return reply.code(204).send(null);
    },
  );
}
