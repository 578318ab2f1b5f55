// How a room stands, what happened in it, and who is in it.

import { z } from "zod";
import { actorOf, staffOf } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { pageOf, type Order } from "../../http/paging.ts";
import { id, idParams, listOf, page, problems } from "../../http/schemas.ts";
import { streamRoute } from "../../http/stream-route.ts";
import { lastEventId } from "../../http/stream.ts";
import { approximateNow } from "../../infra/clock.ts";
import { refuse } from "../../kernel/refusal.ts";
import { drawnPositions, minutesOf } from "./records.ts";
import type { WaitroomRouteDeps } from "../routes.ts";
import type { Position } from "../core/rules.ts";
import * as schemas from "../schemas.ts";
import { drawView, publicView, statsView } from "../core/view.ts";

const tags = ["Waiting rooms"];
const maxAddresses = 100;

type InLine = Pick<Position, "lane" | "score" | "id">;
const byCalling: Order<InLine, InLine> = {
  place: z.strictObject({ lane: z.number(), score: z.number(), id }),
  placeOf: ({ lane, score, id }) => ({ lane, score, id }),
};
const byDraw: Order<{ value: number; positionId: string }, { value: number; id: string }> = {
  place: z.strictObject({ value: z.int(), id }),
  placeOf: ({ value, positionId }) => ({ value, id: positionId }),
};

export function operatorRoutes(app: App, deps: WaitroomRouteDeps): void {
  const { rooms, service, live, streams, pool, clock, countTicketRead } = deps;

  app.get(
    "/v1/rooms/:id/public",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "What the room's page shows",
        params: idParams,
        response: { 200: schemas.publicRoom, ...problems },
      },
    },
    async (request) => {
      const room = await rooms.anyRoom(request.params.id);
      return publicView(room, await service.now(room));
    },
  );

  app.get(
    "/v1/rooms/:id/stats",
    {
      config: { access: "waitroom:read" },
      schema: {
        tags,
        summary: "How a room stands",
        params: idParams,
        response: { 200: schemas.stats, ...problems },
      },
    },
    async (request) => {
      const room = await rooms.room(staffOf(request).orgId, request.params.id);
      return statsView(await service.now(room));
    },
  );

  app.get(
    "/v1/rooms/:id/history",
    {
      config: { access: "waitroom:read" },
      schema: {
        tags,
        summary: "Arrivals, admissions and waits by minute",
        params: idParams,
        querystring: z.strictObject({
          minutes: z.coerce.number().int().min(1).max(1_440).default(60),
        }),
        response: { 200: schemas.history, ...problems },
      },
    },
    async (request) => {
      const room = await rooms.room(staffOf(request).orgId, request.params.id);
      const { minutes } = request.query;
      return { items: await minutesOf(pool, room, minutes, approximateNow(clock)) };
    },
  );

  app.get(
    "/v1/rooms/:id/positions",
    {
      config: { access: "waitroom:read" },
      schema: {
        tags,
        summary: "Who waits, in order",
        params: idParams,
        querystring: page,
        response: { 200: listOf(schemas.listedPosition), ...problems },
      },
    },
    async (request) => {
      const room = await rooms.room(staffOf(request).orgId, request.params.id);
      const { items, nextCursor } = await pageOf(request.query, byCalling, (after, limit) =>
        service.waiting(room, after, limit),
      );
      return {
        items: items.map(({ id, status, priority, drawn, joinedAt, address }) => ({
          id,
          status,
          priority,
          drawn,
          joinedAt: new Date(joinedAt).toISOString(),
          address,
        })),
        nextCursor,
      };
    },
  );

  app.get(
    "/v1/rooms/:id/addresses",
    {
      config: { access: "waitroom:read" },
      schema: {
        tags,
        summary: "Addresses with the most positions",
        params: idParams,
        response: { 200: schemas.addresses, ...problems },
      },
    },
    async (request) => {
      const room = await rooms.room(staffOf(request).orgId, request.params.id);
      return { items: await service.addresses(room, maxAddresses) };
    },
  );

  app.post(
    "/v1/rooms/:id/addresses/revoke",
    {
      config: { access: "waitroom:operate" },
      schema: {
        tags,
        summary: "Send everybody from an address away",
        params: idParams,
        body: schemas.revoking,
        response: { 200: schemas.revoked, ...problems },
      },
    },
    async (request) => {
      const room = await rooms.room(staffOf(request).orgId, request.params.id);
      const actor = actorOf(request.caller);
      return { terminated: await service.revokeAddress(room, request.body.address, actor) };
    },
  );

  app.get(
    "/v1/rooms/:id/draw",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "The draw, for anyone to check",
        description:
          "For rooms with `opensAt`. From then on: the seed, and everybody who took part in the order of " +
          "their values. A value is the first 40 bits of SHA-256 over `<seed>:<position id>`. Limited per " +
          "address, room and minute.",
        params: idParams,
        querystring: page,
        response: { 200: schemas.drawn, ...problems },
      },
    },
    async (request, reply) => {
      const room = await rooms.anyRoom(request.params.id);
      await countTicketRead(request, reply, `${room.id} ${request.network}`);
      if (room.rules.opensAtMs === null) throw refuse("NOT_FOUND", "This room has no draw");
      const draw = drawView(room, approximateNow(clock));
      if (draw.seed === null) return { ...draw, items: [], nextCursor: null };
      const drawn = await pageOf(request.query, byDraw, (after, limit) =>
        drawnPositions(pool, room, after, limit),
      );
      return { ...draw, ...drawn };
    },
  );

  app.get(
    "/v1/rooms/:id/events",
    streamRoute("waitroom:read", {
      tags,
      summary: "A room, live",
      description:
        "How it stands, as `event: stats`, whenever that has changed; what happened, once and in order, " +
        "as `event: change`. `Last-Event-ID`, or `lastEventId` in the query, resumes behind that event. " +
        "`event: reset` says that this place is gone.",
      ids: { id },
    }),
    async (request, reply) => {
      const room = await rooms.room(staffOf(request).orgId, request.params.id);
      const asked = lastEventId(request);
      const from = asked ?? (await live.lastSeq(room));
      streams.open(reply, room.orgId, (sink) => {
        if (asked === null) sink.mark(from);
        return live.watch(room, from, sink);
      });
      return reply;
    },
  );
}
