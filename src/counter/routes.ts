// Walk-in queues over HTTP.

import type { FastifyReply, FastifyRequest } from "fastify";
import QRCode from "qrcode";
import { z } from "zod";
import type pg from "pg";
import { actorOf, isStaff, staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { keyOf, markReplayed } from "../http/idempotency.ts";
import {
  decodeCursor,
  encodeCursor,
  id,
  idParams,
  listOf,
  nothing,
  page,
  problems,
  text,
} from "../http/schemas.ts";
import { lastEventId, type Streams } from "../http/stream.ts";
import { refuse } from "../kernel/refusal.ts";
import { cursorSchema, listTickets } from "./listing.ts";
import type { LiveQueues } from "./live.ts";
import { statuses, type Status } from "./rules.ts";
import * as schemas from "./schemas.ts";
import type { CounterService, Request, Verb } from "./service.ts";

export interface CounterRouteDeps {
  service: CounterService;
  live: LiveQueues;
  streams: Streams;
  pool: pg.Pool;
  publicUrl: string;
  /** Reads by a ticket's holder are limited per ticket; throws when there were too many. */
  countTicketRead(request: FastifyRequest, reply: FastifyReply, ticketId: string): Promise<void>;
}

const queues = { tags: ["Walk-in queues"] };
const tickets = { tags: ["Walk-in tickets"] };

export function counterRoutes(app: App, deps: CounterRouteDeps): void {
  queueRoutes(app, deps);
  ticketRoutes(app, deps);
  publicRoutes(app, deps);
  streamRoutes(app, deps);
}

function queueRoutes(app: App, { service, pool }: CounterRouteDeps): void {
  app.post(
    "/v1/queues",
    {
      config: { access: "counter:manage" },
      schema: {
        ...queues,
        summary: "Create a queue",
        body: schemas.newQueue,
        response: { 201: schemas.queue, ...problems },
      },
    },
    async (request, reply) => {
      const { queue, replayed } = await service.createQueue(
        staffRequest(request, "createQueue"),
        request.body,
      );
      markReplayed(reply, replayed);
      return reply.code(201).send(queue);
    },
  );

  app.get(
    "/v1/queues",
    {
      config: { access: "counter:read" },
      schema: {
        ...queues,
        summary: "Queues of the organisation",
        querystring: page,
        response: { 200: listOf(schemas.queue), ...problems },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const after = decodeCursor(id, cursor);
      if (after === null) throw badCursor();
      const items = await service.queues(staffOf(request).orgId, after ?? null, limit + 1);
      const shown = items.slice(0, limit);
      return {
        items: shown,
        nextCursor: items.length > limit ? encodeCursor(shown.at(-1)!.id) : null,
      };
    },
  );

  app.get(
    "/v1/queues/:id",
    {
      config: { access: "counter:read" },
      schema: {
        ...queues,
        summary: "One queue",
        params: idParams,
        response: { 200: schemas.queue, ...problems },
      },
    },
    async (request) => service.queueView(staffOf(request).orgId, request.params.id),
  );

  app.patch(
    "/v1/queues/:id",
    {
      config: { access: "counter:manage" },
      schema: {
        ...queues,
        summary: "Change settings",
        params: idParams,
        body: schemas.queuePatch,
        response: { 200: schemas.queue, ...problems },
      },
    },
    async (request) =>
      service.changeQueue(
        staffRequest(request, "changeQueue"),
        request.params.id,
        withoutUndefined(request.body),
      ),
  );

  app.put(
    "/v1/queues/:id/state",
    {
      config: { access: "counter:operate" },
      schema: {
        ...queues,
        summary: "Open, pause or close",
        description: "What the desk may do without the right to change other settings.",
        params: idParams,
        body: z.object({ state: z.enum(["open", "paused", "closed"]) }),
        response: { 200: schemas.queue, ...problems },
      },
    },
    async (request) =>
      service.changeQueue(staffRequest(request, "changeQueue"), request.params.id, {
        state: request.body.state,
      }),
  );

  app.get(
    "/v1/queues/:id/stats",
    {
      config: { access: "counter:read" },
      schema: {
        ...queues,
        summary: "Counts of the day",
        params: idParams,
        response: { 200: schemas.stats, ...problems },
      },
    },
    async (request) => service.stats(staffOf(request).orgId, request.params.id),
  );

  app.get(
    "/v1/queues/:id/tickets",
    {
      config: { access: "counter:read" },
      schema: {
        ...queues,
        summary: "Tickets in calling order",
        description: "Those called or served first, then those who wait, then those who are done.",
        params: idParams,
        querystring: page.extend({
          status: z
            .string()
            .max(100)
            .default("WAITING")
            .meta({ description: "One or more, separated by commas" }),
        }),
        response: { 200: listOf(schemas.ticket), ...problems },
      },
    },
    async (request) => {
      const queue = await service.queue(staffOf(request).orgId, request.params.id);
      const asked = statusesOf(request.query.status);
      const cursor = decodeCursor(cursorSchema, request.query.cursor);
      if (cursor === null) throw badCursor();
      const { items, next } = await listTickets(
        pool,
        queue,
        asked,
        cursor ?? null,
        request.query.limit,
      );
      return { items, nextCursor: next && encodeCursor(next) };
    },
  );

  app.post(
    "/v1/queues/:id/call-next",
    {
      config: { access: "counter:operate" },
      schema: {
        ...queues,
        summary: "Call the next one",
        params: idParams,
        body: schemas.calling,
        response: { 200: schemas.ticket, 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const by = staffRequest(request, "callNext");
      const { ticket, replayed } = await service.callNext(
        by,
        request.params.id,
        request.body?.desk ?? null,
      );
      markReplayed(reply, replayed);
      return ticket ? reply.code(200).send(ticket) : reply.code(204).send(null);
    },
  );
}

function ticketRoutes(app: App, { service, countTicketRead }: CounterRouteDeps): void {
  const verbs: Record<Verb, string> = {
    serve: "The one who was called is here",
    complete: "Done",
    "no-show": "Called, but did not come",
    cancel: "Leave the queue",
    recall: "Call again",
    undo: "Take the last step back",
  };
  for (const [verb, summary] of Object.entries(verbs) as [Verb, string][]) {
    app.post(
      `/v1/tickets/:id/${verb}`,
      {
        config: { access: verb === "cancel" ? "holder" : "counter:operate" },
        schema: {
          ...tickets,
          summary,
          params: idParams,
          response: { 200: schemas.ticket, ...problems },
        },
      },
      async (request, reply) => {
        const { ticket, replayed } = await service.act(
          ticketRequest(request, verb),
          request.params.id,
          verb,
        );
        markReplayed(reply, replayed);
        return ticket;
      },
    );
  }

  app.post(
    "/v1/tickets/:id/requeue",
    {
      config: { access: "counter:operate" },
      schema: {
        ...tickets,
        summary: "Back into the queue",
        params: idParams,
        body: schemas.requeueing,
        response: { 200: schemas.ticket, ...problems },
      },
    },
    async (request, reply) => {
      const { ticket, replayed } = await service.requeue(
        ticketRequest(request, "requeue"),
        request.params.id,
        request.body?.to ?? "back",
      );
      markReplayed(reply, replayed);
      return ticket;
    },
  );

  app.post(
    "/v1/tickets/:id/transfer",
    {
      config: { access: "counter:operate" },
      schema: {
        ...tickets,
        summary: "To another queue",
        description: "Keeps the number and the time of arrival.",
        params: idParams,
        body: schemas.transferring,
        response: { 200: schemas.ticket, ...problems },
      },
    },
    async (request, reply) => {
      const { ticket, replayed } = await service.transfer(
        ticketRequest(request, "transfer"),
        request.params.id,
        request.body.queueId,
      );
      markReplayed(reply, replayed);
      return ticket;
    },
  );

  app.patch(
    "/v1/tickets/:id",
    {
      config: { access: "holder" },
      schema: {
        ...tickets,
        summary: "Correct name or party size",
        params: idParams,
        body: schemas.correcting,
        response: { 200: schemas.ticket, ...problems },
      },
    },
    async (request) => {
      const patch = withoutUndefined(request.body);
      const { ticket } = await service.correct(
        ticketRequest(request, "correct"),
        request.params.id,
        patch,
      );
      return ticket;
    },
  );

  app.get(
    "/v1/tickets/:id",
    {
      config: { access: "holder" },
      schema: {
        ...tickets,
        summary: "A ticket with its present position",
        params: idParams,
        response: { 200: schemas.ticket, ...problems },
      },
    },
    async (request, reply) => {
      const orgId = holderOf(request, request.params.id, "counter:read");
      if (request.caller.kind === "ticket")
        await countTicketRead(request, reply, request.params.id);
      return service.ticket(orgId, request.params.id);
    },
  );
}

function publicRoutes(app: App, { service, publicUrl }: CounterRouteDeps): void {
  app.post(
    "/v1/queues/:id/tickets",
    {
      config: { access: "public" },
      schema: {
        ...tickets,
        summary: "Join a queue",
        description: "Open to everybody; `priority` counts only from staff.",
        params: idParams,
        body: schemas.joining,
        response: { 201: schemas.joined, ...problems },
      },
    },
    async (request, reply) => {
      const queueId = request.params.id;
      const staff = isStaff(request.caller) ? request.caller : null;
      if (staff && !staff.scopes.includes("counter:operate"))
        throw refuse("FORBIDDEN", "This needs the scope counter:operate");
      const by = {
        ...requestBy(request, "join"),
        orgId: staff?.orgId ?? (await service.ownerOf(queueId)),
      };
      const { name, mobile, partySize, priority } = request.body;
      const { ticket, replayed } = await service.join(by, queueId, {
        name,
        mobile: mobile ?? null,
        partySize,
        ...(staff && priority !== undefined ? { priority } : {}),
      });
      markReplayed(reply, replayed);
      return reply.code(201).send(ticket);
    },
  );

  app.get(
    "/v1/queues/:id/public",
    {
      config: { access: "public" },
      schema: {
        ...queues,
        summary: "What the join page shows",
        params: idParams,
        response: { 200: schemas.publicQueue, ...problems },
      },
    },
    async (request) => service.publicQueue(request.params.id),
  );

  app.get(
    "/v1/queues/:id/board",
    {
      config: { access: "public" },
      schema: {
        ...queues,
        summary: "What a screen on the wall shows",
        params: idParams,
        response: { 200: schemas.board, ...problems },
      },
    },
    async (request) => service.board(request.params.id),
  );

  app.get(
    "/v1/queues/:id/qr.svg",
    {
      config: { access: "public" },
      schema: {
        ...queues,
        summary: "QR code of the join page",
        params: idParams,
        produces: ["image/svg+xml"],
      },
    },
    async (request, reply) => {
      await service.ownerOf(request.params.id);
      const svg = await QRCode.toString(`${publicUrl}/q/${request.params.id}`, {
        type: "svg",
        margin: 1,
        errorCorrectionLevel: "M",
      });
      reply
        .type("image/svg+xml")
        .header("cache-control", "public, max-age=3600")
        .serializer(String);
      return reply.send(svg);
    },
  );
}

function streamRoutes(
  app: App,
  { service, live, streams, countTicketRead }: CounterRouteDeps,
): void {
  const stream = (summary: string) => ({
    ...queues,
    summary,
    params: idParams,
    produces: ["text/event-stream"],
  });

  app.get(
    "/v1/queues/:id/events",
    { config: { access: "counter:read" }, schema: stream("Everything that happens in a queue") },
    async (request, reply) => {
      const queue = await service.queue(staffOf(request).orgId, request.params.id);
      let stop: (() => void) | undefined;
      const sink = streams.open(request, reply, () => stop?.());
      stop = await live.watchDesk(queue, lastEventId(request), sink);
      if (sink.closed) stop();
    },
  );

  app.get(
    "/v1/tickets/:id/events",
    {
      config: { access: "holder" },
      schema: {
        ...stream("A ticket whenever something about it changes"),
        querystring: z.object({
          secret: text(1, 200).optional(),
          lastEventId: text(1, 20).optional(),
        }),
      },
    },
    async (request, reply) => {
      const orgId = holderOf(request, request.params.id, "counter:read");
      if (request.caller.kind === "ticket")
        await countTicketRead(request, reply, request.params.id);
      const ticket = await service.ticket(orgId, request.params.id);
      const queue = await service.anyQueue(ticket.queueId);
      let stop: (() => void) | undefined;
      const sink = streams.open(request, reply, () => stop?.());
      stop = live.watchTicket(queue, ticket.id, sink);
      if (sink.closed) stop();
    },
  );

  app.get(
    "/v1/queues/:id/board/events",
    { config: { access: "public" }, schema: stream("The board whenever it changes") },
    async (request, reply) => {
      const queue = await service.anyQueue(request.params.id);
      let stop: (() => void) | undefined;
      const sink = streams.open(request, reply, () => stop?.());
      stop = live.watchBoard(queue, sink);
      if (sink.closed) stop();
    },
  );
}

function requestBy(request: FastifyRequest, operation: string) {
  const { idem, fingerprint, key } = keyOf(request, `counter.${operation}`);
  return { actor: actorOf(request.caller), requestId: request.id, idem, fingerprint, key };
}

function staffRequest(request: FastifyRequest, operation: string): Request {
  return { ...requestBy(request, operation), orgId: staffOf(request).orgId };
}

/** Staff act on every ticket of their organisation, a holder on their own alone. */
function ticketRequest(
  request: FastifyRequest<{ Params: { id: string } }>,
  operation: string,
): Request {
  const orgId = holderOf(request, request.params.id, "counter:operate");
  return { ...requestBy(request, operation), orgId };
}

function holderOf(
  request: FastifyRequest,
  ticketId: string,
  scope: "counter:read" | "counter:operate",
): string {
  const { caller } = request;
  if (caller.kind === "ticket") {
    if (caller.ticketId !== ticketId) throw refuse("NOT_FOUND", "There is no such ticket");
    return caller.orgId;
  }
  const staff = staffOf(request);
  if (!staff.scopes.includes(scope)) throw refuse("FORBIDDEN", `This needs the scope ${scope}`);
  return staff.orgId;
}

function statusesOf(given: string): Status[] {
  const asked = given.split(",").map((one) => one.trim().toUpperCase());
  const unknown = asked.filter((one) => !statuses.includes(one as Status));
  if (unknown.length > 0) {
    const errors = [{ field: "status", message: `must be among ${statuses.join(", ")}` }];
    throw refuse("INVALID", "There is no such status", { errors });
  }
  return asked as Status[];
}

function badCursor() {
  return refuse("INVALID", "This cursor is not one of ours", {
    errors: [{ field: "cursor", message: "is not valid" }],
  });
}

function withoutUndefined<T extends object>(
  patch: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(patch).filter(([, value]) => value !== undefined),
  ) as never;
}
