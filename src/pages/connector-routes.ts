// What a site's Queue-it connector expects of the queue's host, so that it can be pointed at us. Visitors come
// to the root with the room's names, come back when their token was not accepted, and give their place back
// when the site says that they are done.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  forgetPlace,
  placeIn,
  withForms,
  type AskToLeave,
  type RoomVisits,
} from "./room-routes.ts";

interface ConnectorPageDeps {
  visitorPage: RoomVisits;
  askToLeave: AskToLeave;
  notFound(reply: FastifyReply): FastifyReply;
}

const route = {
  config: { access: "public" as const, ownLimit: true },
  schema: { hide: true },
  exposeHeadRoute: false,
};
const maxRooms = 10;

export function connectorRoutes(
  app: FastifyInstance,
  { visitorPage, askToLeave, notFound }: ConnectorPageDeps,
): void {
  app.get("/error/:code/", route, async (request, reply) => {
    const room = await roomOfConnector(request, visitorPage);
    return room ? reply.redirect(room) : notFound(reply);
  });

  // wrl: the rooms, each with the visitor's place as the connector knows it. Whose place it is tells
  // our own cookie: an address can be written by anybody. So can a link to it: whoever has a place is
  // asked before it is given back.
  app.get("/cancel/multiple/:customerId", route, async (request, reply) => {
    const { roomIds, returnTo } = await roomsNamed(request, visitorPage);
    const roomId = roomIds.find((id) => placeIn(request, id) !== null);
    if (roomId !== undefined) {
      return askToLeave(request, reply, { roomId, returnTo, action: request.url });
    }
    const [first] = roomIds;
    const back = first ? await visitorPage.leave({ roomId: first, place: null, returnTo }) : null;
    return back === null ? notFound(reply) : reply.redirect(back);
  });

  withForms(app, (forms) => {
    forms.post("/cancel/multiple/:customerId", route, async (request, reply) => {
      const { roomIds, returnTo } = await roomsNamed(request, visitorPage);
      let back: string | null = null;
      for (const roomId of roomIds) {
        const left = await visitorPage.leave({ roomId, place: placeIn(request, roomId), returnTo });
        back ??= left;
        forgetPlace(reply, roomId);
      }
      return back === null ? notFound(reply) : reply.redirect(back, 303);
    });
  });
}

async function roomsNamed(request: FastifyRequest, visitorPage: RoomVisits) {
  const { customerId } = request.params as { customerId: string };
  const { wrl, r } = request.query as Record<string, unknown>;
  const pairs = typeof wrl === "string" ? wrl.split("_").slice(0, maxRooms) : [];
  const found = await Promise.all(
    pairs.map((pair) => visitorPage.ofConnector(customerId, pair.split("~")[0]!)),
  );
  const roomIds = found.filter((id) => id !== null);
  return { roomIds, returnTo: typeof r === "string" ? r : null };
}

/** People are sent to the root of the queue's host, with the room's names. */
export async function roomOfConnector(
  request: FastifyRequest,
  visitorPage: RoomVisits,
): Promise<string | null> {
  const { c, e, t, cid } = request.query as Record<string, unknown>;
  if (typeof c !== "string" || typeof e !== "string") return null;
  const id = await visitorPage.ofConnector(c, e);
  if (id === null) return null;
  const query = new URLSearchParams();
  if (typeof t === "string") query.set("returnTo", t);
  if (typeof cid === "string") query.set("lang", cid);
  return `/room/${id}?${query.toString()}`;
}
