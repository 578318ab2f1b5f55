// Queues as staff see them: settings, lists, counts, and calling the next one.

import { staffContext } from "../http/request-context.ts";
import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { markReplayed } from "../http/idempotency.ts";
import { byId, cursorOf, pageOf, placeIn } from "../http/paging.ts";
import { idParams, listOf, nothing, page, problems } from "../http/schemas.ts";
import { approximateNow } from "../infra/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import { cursorSchema, listTickets } from "./listing.ts";
import { withoutUndefined } from "../http/patch.ts";
import type { WalkinRouteDeps } from "./routes.ts";
import { statuses, type Status } from "./rules.ts";
import * as schemas from "./schemas.ts";

const tags = ["Walk-in queues"];

export function queueRoutes(app: App, deps: WalkinRouteDeps): void {
  settingsRoutes(app, deps);
  deskRoutes(app, deps);
}

function settingsRoutes(app: App, { queues }: WalkinRouteDeps): void {
  app.post(
    "/v1/queues",
    {
      config: { access: "counter:manage" },
      schema: {
        tags,
        summary: "Create a queue",
        body: schemas.newQueue,
        response: { 201: schemas.queue, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "counter.createQueue");
      const { queue, replayed } = await queues.create(by, request.body);
      markReplayed(reply, replayed);
      return reply.code(201).send(queue);
    },
  );

  app.get(
    "/v1/queues",
    {
      config: { access: "counter:read" },
      schema: {
        tags,
        summary: "Queues of the organisation",
        querystring: page,
        response: { 200: listOf(schemas.queue), ...problems },
      },
    },
    async (request) => {
      const { orgId } = staffOf(request);
      return pageOf(request.query, byId, (after, limit) => queues.list(orgId, after, limit));
    },
  );

  app.get(
    "/v1/queues/:id",
    {
      config: { access: "counter:read" },
      schema: {
        tags,
        summary: "One queue",
        params: idParams,
        response: { 200: schemas.queue, ...problems },
      },
    },
    async (request) => queues.view(staffOf(request).orgId, request.params.id),
  );

  app.patch(
    "/v1/queues/:id",
    {
      config: { access: "counter:manage" },
      schema: {
        tags,
        summary: "Change settings",
        params: idParams,
        body: schemas.queuePatch,
        response: { 200: schemas.queue, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "counter.changeQueue");
      const patch = withoutUndefined(request.body);
      const { queue, replayed } = await queues.change(by, request.params.id, patch);
      markReplayed(reply, replayed);
      return queue;
    },
  );

  app.put(
    "/v1/queues/:id/state",
    {
      config: { access: "counter:operate" },
      schema: {
        tags,
        summary: "Open, pause or close",
        description: "What the desk may do without the right to change other settings.",
        params: idParams,
        body: schemas.opening,
        response: { 200: schemas.queue, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "counter.changeQueue");
      const { state } = request.body;
      const { queue, replayed } = await queues.change(by, request.params.id, { state });
      markReplayed(reply, replayed);
      return queue;
    },
  );
}

function deskRoutes(app: App, { service, queues, pool, clock }: WalkinRouteDeps): void {
  app.get(
    "/v1/queues/:id/stats",
    {
      config: { access: "counter:read" },
      schema: {
        tags,
        summary: "Counts of the day",
        params: idParams,
        response: { 200: schemas.stats, ...problems },
      },
    },
    async (request) => queues.stats(staffOf(request).orgId, request.params.id),
  );

  app.get(
    "/v1/queues/:id/tickets",
    {
      config: { access: "counter:read" },
      schema: {
        tags,
        summary: "Tickets in calling order",
        description: "Those called or served first, then those who wait, then those who are done.",
        params: idParams,
        querystring: page.extend({ status: schemas.statusFilter }),
        response: { 200: listOf(schemas.ticket), ...problems },
      },
    },
    async (request) => {
      const { limit, cursor, status } = request.query;
      const queue = await queues.queue(staffOf(request).orgId, request.params.id);
      const place = placeIn(cursorSchema, cursor);
      const asked = statusesOf(status);
      const now = approximateNow(clock);
      const { items, next } = await listTickets(pool, queue, asked, place, limit, now);
      return { items, nextCursor: next && cursorOf(next) };
    },
  );

  app.post(
    "/v1/queues/:id/call-next",
    {
      config: { access: "counter:operate" },
      schema: {
        tags,
        summary: "Call the next one",
        params: idParams,
        body: schemas.calling,
        response: { 200: schemas.ticket, 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffContext(request, "counter.callNext");
      const desk = request.body?.desk ?? null;
      const { ticket, replayed } = await service.callNext(by, request.params.id, desk);
      markReplayed(reply, replayed);
      return ticket ? reply.code(200).send(ticket) : reply.code(204).send(null);
    },
  );
}

function statusesOf(given: string): Status[] {
  const asked = given.split(",").map((one) => one.trim().toUpperCase());
  if (asked.every(isStatus)) return asked;
  const errors = [{ field: "status", message: `must be among ${statuses.join(", ")}` }];
  throw refuse("INVALID", "There is no such status", { errors });
}

function isStatus(text: string): text is Status {
  return statuses.some((status) => status === text);
}
