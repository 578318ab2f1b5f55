// Live streams of a queue, a ticket and a board.

import { staffOf } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { holderRead } from "../http/holder.ts";
import { id } from "../http/schemas.ts";
import { streamRoute } from "../http/stream-route.ts";
import { lastEventId } from "../http/stream.ts";
import type { WalkinRouteDeps } from "./routes.ts";

const resumed =
  "`Last-Event-ID`, or `lastEventId` in the query, resumes behind the event with that id. " +
  "`event: reset` says that this place is gone: read everything anew.";

export function streamRoutes(app: App, deps: WalkinRouteDeps): void {
  const { service, queues, live, streams, countTicketRead } = deps;

  app.get(
    "/v1/queues/:id/events",
    streamRoute("counter:read", {
      tags: ["Walk-in queues"],
      summary: "Everything that happens in a queue",
      description: `Each change once and in order, as \`event: change\`. ${resumed}`,
      ids: { id },
    }),
    async (request, reply) => {
      const queue = await queues.queue(staffOf(request).orgId, request.params.id);
      streams.open(reply, queue.orgId, (sink) => live.watchDesk(queue, lastEventId(request), sink));
      return reply;
    },
  );

  app.get(
    "/v1/tickets/:id/events",
    streamRoute("holder", {
      tags: ["Walk-in tickets"],
      summary: "A ticket whenever something about it changes",
      description:
        "The ticket as it is now, as `event: ticket`. Ends when it is transferred: open it again. " +
        resumed,
      ids: { id },
    }),
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "counter:read", countTicketRead);
      const ticket = await service.ticket(orgId, request.params.id);
      const queue = await queues.anyQueue(ticket.queueId);
      streams.open(reply, orgId, (sink) => live.watchTicket(queue, ticket.id, sink));
      return reply;
    },
  );

  app.get(
    "/v1/queues/:id/board/events",
    streamRoute("public", {
      tags: ["Walk-in queues"],
      summary: "The board whenever it changes",
      description: `The board as it is now, as \`event: board\`. ${resumed}`,
      ids: { id },
    }),
    async (request, reply) => {
      const queue = await queues.anyQueue(request.params.id);
      streams.open(reply, queue.orgId, (sink) => live.watchBoard(queue, sink));
      return reply;
    },
  );
}
