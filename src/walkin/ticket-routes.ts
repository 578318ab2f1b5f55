// What staff and holders do with one ticket.

import { holderContext } from "../http/request-context.ts";
import type { App } from "../http/app.ts";
import { holderRead } from "../http/holder.ts";
import { markReplayed } from "../http/idempotency.ts";
import { idParams, problems } from "../http/schemas.ts";
import { withoutUndefined } from "../http/patch.ts";
import type { WalkinRouteDeps } from "./routes.ts";
import * as schemas from "./schemas.ts";
import type { Verb } from "./service.ts";

const about = { tags: ["Walk-in tickets"], params: idParams };
const response = { 200: schemas.ticket, ...problems };

const verbs: Record<Verb, string> = {
  serve: "The one who was called is here",
  complete: "Done",
  "no-show": "Called, but did not come",
  cancel: "Leave the queue",
  recall: "Call again",
  undo: "Take the last step back",
};

export function ticketRoutes(app: App, { service, countTicketRead }: WalkinRouteDeps): void {
  for (const [verb, summary] of Object.entries(verbs) as [Verb, string][]) {
    app.post(
      `/v1/tickets/:id/${verb}`,
      {
        config: { access: verb === "cancel" ? "holder" : "counter:operate" },
        schema: { ...about, summary, response },
      },
      async (request, reply) => {
        const by = holderContext(request, "counter:operate", `counter.${verb}`);
        const { ticket, replayed } = await service.act(by, request.params.id, verb);
        markReplayed(reply, replayed);
        return ticket;
      },
    );
  }

  app.post(
    "/v1/tickets/:id/requeue",
    {
      config: { access: "counter:operate" },
      schema: { ...about, summary: "Back into the queue", body: schemas.requeueing, response },
    },
    async (request, reply) => {
      const by = holderContext(request, "counter:operate", "counter.requeue");
      const to = request.body?.to ?? "back";
      const { ticket, replayed } = await service.requeue(by, request.params.id, to);
      markReplayed(reply, replayed);
      return ticket;
    },
  );

  app.post(
    "/v1/tickets/:id/transfer",
    {
      config: { access: "counter:operate" },
      schema: {
        ...about,
        summary: "To another queue",
        description:
          "Keeps the number and the time of arrival. Somebody who was served and goes on to the next station " +
          "stands at the end there, as they have just come: `place` end.",
        body: schemas.transferring,
        response,
      },
    },
    async (request, reply) => {
      const by = holderContext(request, "counter:operate", "counter.transfer");
      const { queueId, place } = request.body;
      const { ticket, replayed } = await service.transfer(by, request.params.id, queueId, place);
      markReplayed(reply, replayed);
      return ticket;
    },
  );

  app.patch(
    "/v1/tickets/:id",
    {
      config: { access: "holder" },
      schema: {
        ...about,
        summary: "Correct name or party size",
        body: schemas.correcting,
        response,
      },
    },
    async (request, reply) => {
      const by = holderContext(request, "counter:operate", "counter.correct");
      const patch = withoutUndefined(request.body);
      const { ticket, replayed } = await service.correct(by, request.params.id, patch);
      markReplayed(reply, replayed);
      return ticket;
    },
  );

  app.get(
    "/v1/tickets/:id",
    {
      config: { access: "holder" },
      schema: { ...about, summary: "A ticket with its present position", response },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "counter:read", countTicketRead);
      return service.ticket(orgId, request.params.id);
    },
  );
}
