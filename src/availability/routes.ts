// Resources and their availability over HTTP.

import { actorOf, staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { markReplayed } from "../http/idempotency.ts";
import { staffContext } from "../http/request-context.ts";
import { idParams, listOf, problems } from "../http/schemas.ts";
import { managing, type RightsPort } from "../platform/managing.ts";
import { byId, pageOf } from "../http/paging.ts";
import { departmentRoutes } from "./department-routes.ts";
import type { Departments } from "./departments.ts";
import type { ManyExceptions } from "./many-exceptions.ts";
import { manyRoutes } from "./many-routes.ts";
import * as schemas from "./schemas.ts";
import type { AvailabilityService } from "./service.ts";
import { resourceView } from "./view.ts";

const resources = { tags: ["Resources"] };
const availability = { tags: ["Availability"] };

export function availabilityRoutes(
  app: App,
  service: AvailabilityService,
  departments: Departments,
  many: ManyExceptions,
  rights: RightsPort,
): void {
  resourceRoutes(app, service);
  manyRoutes(app, many, rights);
  departmentRoutes(app, departments);
  questionRoutes(app, service);
  changeRoutes(app, service, managing(rights));
}

function resourceRoutes(app: App, service: AvailabilityService): void {
  app.post(
    "/v1/resources",
    {
      config: { access: "availability:manage" },
      schema: {
        ...resources,
        summary: "Create a resource",
        description:
          "A doctor, an operating theatre, a laboratory, a room: what has opening hours.",
        body: schemas.newResource,
        response: { 201: schemas.resource, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.createResource");
      const { resource, replayed } = await service.createResource(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(resource);
    },
  );

  app.get(
    "/v1/resources",
    {
      config: { access: "availability:read" },
      schema: {
        ...resources,
        summary: "Resources of the organisation",
        querystring: schemas.resourceQuery,
        response: { 200: listOf(schemas.resource), ...problems },
      },
    },
    async (request) => {
      const { limit: asked, cursor, active, q, ...filter } = request.query;
      const { orgId } = staffOf(request);
      const wanted = {
        ...filter,
        words: q?.split(" ").filter(Boolean),
        ...(active && { active: active === "true" }),
      };
      return pageOf({ limit: asked, cursor }, byId, (after, limit) =>
        service.resources(orgId, wanted, after, limit),
      );
    },
  );

  app.get(
    "/v1/resources/:id",
    {
      config: { access: "availability:read" },
      schema: {
        ...resources,
        summary: "One resource",
        params: idParams,
        response: { 200: schemas.resource, ...problems },
      },
    },
    async (request) =>
      resourceView(await service.getResource(staffOf(request).orgId, request.params.id)),
  );

  app.patch(
    "/v1/resources/:id",
    {
      config: { access: "availability:manage" },
      schema: {
        ...resources,
        summary: "Rename a resource, put it in a department, or take it out of use",
        params: idParams,
        body: schemas.resourcePatch,
        response: { 200: schemas.resource, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.changeResource");
      const { resource, replayed } = await service.changeResource(
        by,
        request.params.id,
        request.body,
      );
      markReplayed(reply, replayed);
      return resource;
    },
  );
}

function questionRoutes(app: App, service: AvailabilityService): void {
  app.get(
    "/v1/resources/:id/availability",
    {
      config: { access: "availability:read" },
      schema: {
        ...availability,
        summary: "Configurations, past and present, and exceptions",
        params: idParams,
        response: { 200: schemas.availability, ...problems },
      },
    },
    async (request) => service.availability(staffOf(request).orgId, request.params.id),
  );

  app.get(
    "/v1/resources/:id/slots",
    {
      config: { access: "availability:read" },
      schema: {
        ...availability,
        summary: "Slots that lie in a range",
        params: idParams,
        querystring: schemas.range,
        response: { 200: schemas.slots, ...problems },
      },
    },
    async (request) => service.slots(staffOf(request).orgId, request.params.id, request.query),
  );

  app.get(
    "/v1/resources/:id/free",
    {
      config: { access: "availability:read" },
      schema: {
        ...availability,
        summary: "Where it is open and nothing is booked or held",
        params: idParams,
        querystring: schemas.range,
        response: { 200: schemas.free, ...problems },
      },
    },
    async (request) => service.free(staffOf(request).orgId, request.params.id, request.query),
  );

  app.get(
    "/v1/resources/:id/check",
    {
      config: { access: "availability:read" },
      schema: {
        ...availability,
        summary: "Is it open from a to b, and if not, why",
        params: idParams,
        querystring: schemas.range,
        response: { 200: schemas.check, ...problems },
      },
    },
    async (request) => service.check(staffOf(request).orgId, request.params.id, request.query),
  );
}

function changeRoutes(
  app: App,
  service: AvailabilityService,
  manage: ReturnType<typeof managing>,
): void {
  app.put(
    "/v1/resources/:id/availability",
    {
      ...manage,
      schema: {
        ...availability,
        summary: "A new configuration",
        description:
          "The former one ends where this one starts; one that starts later and overlaps is replaced. History is kept.",
        params: idParams,
        body: schemas.newConfiguration,
        response: { 200: schemas.configured, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.setConfiguration");
      const { conflicts, ...input } = request.body;
      const { configuration, replayed } = await service.setConfiguration(
        by,
        request.params.id,
        input,
        conflicts,
      );
      markReplayed(reply, replayed);
      return configuration;
    },
  );

  app.post(
    "/v1/resources/:id/exceptions",
    {
      ...manage,
      schema: {
        ...availability,
        summary: "Open on a closed day, or closed on an open one",
        params: idParams,
        body: schemas.newException,
        response: { 201: schemas.changedException, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.addException");
      const { conflicts, ...input } = request.body;
      const { exception, replayed } = await service.addException(
        by,
        request.params.id,
        input,
        conflicts,
      );
      markReplayed(reply, replayed);
      return reply.code(201).send(exception);
    },
  );

  app.delete(
    "/v1/resources/:id/exceptions/:exceptionId",
    {
      ...manage,
      schema: {
        ...availability,
        summary: "Remove an exception",
        params: schemas.exceptionParams,
        querystring: schemas.removal,
        response: { 200: schemas.changedException, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "availability.removeException");
      const { exception, replayed } = await service.removeException(
        by,
        request.params.id,
        request.params.exceptionId,
        request.query.conflicts,
      );
      markReplayed(reply, replayed);
      return exception;
    },
  );

  app.post(
    "/v1/resources/:id/availability/preview",
    {
      ...manage,
      schema: {
        ...availability,
        summary: "What a configuration or an exception would change",
        description:
          "The body is that of the change itself. Answers the slots that would result in the range, and the tokens and bookings that would be left outside. Nothing is written.",
        params: idParams,
        querystring: schemas.previewQuery,
        body: schemas.previewing,
        response: { 200: schemas.preview, ...problems },
      },
    },
    async (request) => {
      const { conflicts, ...input } = request.body;
      const by = { orgId: staffOf(request).orgId, actor: actorOf(request.caller) };
      return service.preview(by, request.params.id, input, request.query, conflicts);
    },
  );
}
