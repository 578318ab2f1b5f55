// Live streams of a queue, a ticket and a board.

import { z } from "zod";
import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { holderRead } from "../http/holder.ts";
import { contentOf, idParams, problems, text } from "../http/schemas.ts";
import { lastEventId } from "../http/stream.ts";
import type { CounterRouteDeps } from "./routes.ts";

const resuming = { lastEventId: text(1, 20).optional() };

function stream(tag: string, summary: string, events: string) {
  return {
    tags: [tag],
    summary,
    description:
      `${events} \`Last-Event-ID\`, or \`lastEventId\` in the query, resumes behind the event with ` +
      "that id. `event: reset` says that this place is gone: read everything anew.",
    params: idParams,
    querystring: z.object(resuming),
    response: { 200: contentOf("text/event-stream", "Stays open"), ...problems },
  };
}

export function streamRoutes(app: App, deps: CounterRouteDeps): void {
  const { service, queues, live, streams, countTicketRead } = deps;

  app.get(
    "/v1/queues/:id/events",
    {
      config: { access: "counter:read" },
      exposeHeadRoute: false,
      schema: stream(
        "Walk-in queues",
        "Everything that happens in a queue",
        "Each change once and in order, as `event: change`.",
      ),
    },
    async (request, reply) => {
      const queue = await queues.queue(staffOf(request).orgId, request.params.id);
      streams.open(reply, (sink) => live.watchDesk(queue, lastEventId(request), sink));
      return reply;
    },
  );

  app.get(
    "/v1/tickets/:id/events",
    {
      config: { access: "holder" },
      exposeHeadRoute: false,
      schema: {
        ...stream(
          "Walk-in tickets",
          "A ticket whenever something about it changes",
          "The ticket as it is now, as `event: ticket`. Ends when it is transferred: open it again.",
        ),
        querystring: z.object({ ...resuming, secret: text(1, 200).optional() }),
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "counter:read", countTicketRead);
      const ticket = await service.ticket(orgId, request.params.id);
      const queue = await queues.anyQueue(ticket.queueId);
      streams.open(reply, (sink) => live.watchTicket(queue, ticket.id, sink));
      return reply;
    },
  );

  app.get(
    "/v1/queues/:id/board/events",
    {
      config: { access: "public" },
      exposeHeadRoute: false,
      schema: stream(
        "Walk-in queues",
        "The board whenever it changes",
        "The board as it is now, as `event: board`.",
      ),
    },
    async (request, reply) => {
      const queue = await queues.anyQueue(request.params.id);
      streams.open(reply, (sink) => live.watchBoard(queue, sink));
      return reply;
    },
  );
}
