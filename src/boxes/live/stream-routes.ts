// Live streams of boxes, reservations and a merchant's day.

import { z } from "zod";
import { staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead } from "../../http/holder.ts";
import { id, text } from "../../http/schemas.ts";
import { streamRoute } from "../../http/stream-route.ts";
import type { BoxRouteDeps } from "../routes.ts";

export function streamRoutes(
  app: App,
  { service, merchants, live, streams, countTicketRead }: BoxRouteDeps,
): void {
  app.get(
    "/v1/inventories/:id/events",
    streamRoute("public", {
      tags: ["Boxes"],
      summary: "What is left, whenever it changes, as `event: inventory`",
      ids: { id },
    }),
    async (request, reply) => {
      const { orgId } = await merchants.ownerOf(request.params.id);
      streams.open(reply, orgId, live.watchInventories([request.params.id]));
      return reply;
    },
  );
  app.get(
    "/v1/boxes/events",
    streamRoute("public", {
      tags: ["Boxes"],
      summary: "The same for several boxes, as the shop page shows them",
      query: {
        inventories: text(36, 3_800)
          .transform((list) => list.split(","))
          .pipe(z.array(id).min(1).max(100)),
      },
    }),
    async (request, reply) => {
      const { inventories } = request.query;
      const owners = await Promise.all(inventories.map((one) => merchants.ownerOf(one)));
      streams.open(reply, owners[0]!.orgId, live.watchInventories(inventories));
      return reply;
    },
  );
  app.get(
    "/v1/reservations/:id/events",
    streamRoute("holder", {
      tags: ["Box reservations"],
      summary: "A reservation whenever something about it changes, as `event: reservation`",
      ids: { id },
    }),
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "boxes:read", countTicketRead);
      const reservation = await service.reservation(orgId, request.params.id);
      streams.open(reply, orgId, live.watchReservation(reservation));
      return reply;
    },
  );
  app.get(
    "/v1/merchants/:id/events",
    streamRoute("boxes:read", {
      tags: ["Boxes"],
      summary: "The merchant's boxes of today with counts, as `event: inventory`",
      description:
        "`event: inventories` has the ids of today's boxes, again when there are others. The stream " +
        "ends with the merchant's day.",
      ids: { id },
    }),
    async (request, reply) => {
      const { orgId } = staffOf(request);
      const { id: merchantId } = request.params;
      const leftMs = await merchants.leftOfToday(orgId, merchantId);
      const idsNow = async () =>
        (await merchants.inventories(orgId, merchantId, {})).map((one) => one.id);
      const watch = live.watchDay(orgId, merchantId, idsNow);
      streams.open(reply, orgId, (sink) => {
        const timer = setTimeout(() => sink.close(), leftMs);
        const stop = watch(sink);
        return () => {
          clearTimeout(timer);
          stop();
        };
      });
      return reply;
    },
  );
}
