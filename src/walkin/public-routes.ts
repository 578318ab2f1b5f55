// What anybody may do with a queue: join it, see how long it is, look at its board.

import { publicContext } from "../http/request-context.ts";
import { isStaff, requireScope } from "../http/access.ts";
import type { App } from "../http/app.ts";
import { markReplayed } from "../http/idempotency.ts";
import { contentOf, idParams, problems } from "../http/schemas.ts";
import type { WalkinRouteDeps } from "./routes.ts";
import * as schemas from "./schemas.ts";

const tags = ["Walk-in queues"];
const config = { access: "public" } as const;

export function publicRoutes(app: App, { service, queues, publicUrl }: WalkinRouteDeps): void {
  app.post(
    "/v1/queues/:id/tickets",
    {
      config: { ...config, organisationOf: (id) => queues.ownerOf(id) },
      schema: {
        tags: ["Walk-in tickets"],
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
      if (staff) requireScope(staff, "counter:operate");
      const orgId = staff?.orgId ?? (await queues.ownerOf(queueId));
      const { name, mobile = null, partySize, priority } = request.body;
      const who = { name, mobile, partySize, priority: staff ? priority : undefined };
      const by = { ...publicContext(request, "counter.join"), orgId };
      const { ticket, replayed } = await service.join(by, queueId, who);
      markReplayed(reply, replayed);
      return reply.code(201).send(ticket);
    },
  );

  app.get(
    "/v1/queues/:id/public",
    {
      config,
      schema: {
        tags,
        summary: "What the join page shows",
        params: idParams,
        response: { 200: schemas.publicQueue, ...problems },
      },
    },
    async (request) => queues.publicView(request.params.id),
  );

  app.get(
    "/v1/queues/:id/board",
    {
      config,
      schema: {
        tags,
        summary: "What a screen on the wall shows",
        params: idParams,
        response: { 200: schemas.board, ...problems },
      },
    },
    async (request) => queues.board(request.params.id),
  );

  app.get(
    "/v1/queues/:id/qr.svg",
    {
      config,
      schema: {
        tags,
        summary: "QR code of the join page",
        params: idParams,
        response: { 200: contentOf("image/svg+xml", "A square of black and white"), ...problems },
      },
    },
    async (request, reply) => {
      await queues.ownerOf(request.params.id);
      const address = `${publicUrl}/q/${request.params.id}`;
      const options = { type: "svg", margin: 1, errorCorrectionLevel: "M" } as const;
      const { default: QRCode } = await import("qrcode");
      const svg = await QRCode.toString(address, options);
      reply.type("image/svg+xml").header("cache-control", "public, max-age=3600");
      return reply.serializer(String).send(svg);
    },
  );
}
