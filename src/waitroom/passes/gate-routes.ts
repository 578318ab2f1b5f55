// For the site behind the room: keys, and the exchange of passes for sessions. No key is needed, since
// the pass or the session is the proof.

import type { App } from "../../http/app.ts";
import { keyOf } from "../../http/idempotency.ts";
import { idParams, problems } from "../../http/schemas.ts";
import { approximateNow } from "../../infra/clock.ts";
import { keysAt } from "../core/rooms.ts";
import type { WaitroomRouteDeps } from "../routes.ts";
import * as schemas from "../schemas.ts";

const tags = ["Waiting room gate"];
const config = { access: "public", ownLimit: true } as const;

export function gateRoutes(app: App, { rooms, service, clock }: WaitroomRouteDeps): void {
  app.get(
    "/v1/rooms/:id/jwks.json",
    {
      config,
      schema: {
        tags,
        summary: "Public keys of a room",
        params: idParams,
        response: { 200: schemas.jwks, ...problems },
      },
    },
    async (request, reply) => {
      const room = await rooms.anyRoom(request.params.id);
      const keys = keysAt(room, approximateNow(clock));
      reply
        .header("cache-control", "public, max-age=60")
        .header("access-control-allow-origin", "*");
      return { keys: keys.map(({ publicJwk }) => publicJwk) };
    },
  );

  app.post(
    "/v1/rooms/:id/redeem",
    {
      config,
      schema: {
        tags,
        summary: "Redeem a pass for a session",
        description:
          "Once. Refused with PASS_INVALID or PASS_USED. Asked again with the same Idempotency-Key while " +
          "the session lasts, it is answered again.",
        params: idParams,
        body: schemas.redeeming,
        response: { 200: schemas.session, ...problems },
      },
    },
    async (request) => {
      const { key } = keyOf(request, "redeemPass");
      const room = await rooms.anyRoom(request.params.id);
      return service.redeem(room, request.body.pass, key);
    },
  );

  app.post(
    "/v1/rooms/:id/renew",
    {
      config,
      schema: {
        tags,
        summary: "Another minute for a session",
        description:
          "Also after its minute, as long as the session itself lasts. Refused with SESSION_ENDED.",
        params: idParams,
        body: schemas.renewing,
        response: { 200: schemas.session, ...problems },
      },
    },
    async (request) => service.renew(await rooms.anyRoom(request.params.id), request.body.session),
  );
}
