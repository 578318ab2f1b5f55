// One question for a proxy such as nginx (auth_request): may this visitor pass? A session that is good
// for half a minute more is let through without asking the store.

import type { FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { idParams, nothing, problems } from "../../http/schemas.ts";
import { approximateNow } from "../../infra/clock.ts";
import { refuse } from "../refusals.ts";
import { siteOf } from "../passes/return-address.ts";
import type { WaitroomRouteDeps } from "../routes.ts";
import { cookieName, passTurnstile, sessionCookie, type TurnstileDeps } from "./turnstile.ts";

export function verifyRoutes(
  app: App,
  { rooms, service, clock, publicUrl }: WaitroomRouteDeps,
): void {
  const turnstile: TurnstileDeps = {
    publicUrl,
    service,
    now: () => approximateNow(clock),
  };

  app.get(
    "/v1/rooms/:id/verify",
    {
      // With the query of whatever address the visitor asked for.
      config: { access: "public", ownLimit: true, anyQuery: true },
      schema: {
        tags: ["Waiting room gate"],
        summary: "May this visitor pass?",
        description:
          "204 with a good session in the cookie `tk_session_<room>` or the header `Turnkeeper-Session`, " +
          "or with a pass, which is redeemed: in the header `Turnkeeper-Pass`, or as `tk_pass` in this " +
          "query or in that of `X-Original-URL`, if it is bound to the browser's cookie. A new or " +
          "renewed session comes back the same way. Else 401, with `Turnkeeper-Room`: where to wait.",
        params: idParams,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const room = await rooms.anyRoom(request.params.id);
      reply.header("cache-control", "no-store");
      const site = siteOf(room.settings, publicUrl);
      const url = originalUrl(request, site);
      const passed = await passTurnstile(turnstile, room, {
        url,
        cookie: request.cookies[cookieName(room.id)] ?? null,
        passHeader: headerOf(request, "turnkeeper-pass"),
        sessionHeader: headerOf(request, "turnkeeper-session"),
        byBrowser: headerOf(request, "x-original-url") !== null,
      });
      if (passed.session) reply.header("turnkeeper-session", passed.session);
      if (passed.cookie) {
        const isSecure = url.protocol === "https:";
        reply.header("set-cookie", sessionCookie(room, passed.cookie, isSecure));
      }
      if (passed.positionId !== null) return reply.code(204).send(null);
      reply.header("turnkeeper-room", passed.roomUrl);
      throw refuse("PASS_NEEDED", undefined, { roomUrl: passed.roomUrl });
    },
  );
}

/** What the visitor asked the proxy for; without word of it, the site, with this query's pass. */
function originalUrl(request: FastifyRequest, site: string): URL {
  const given = headerOf(request, "x-original-url") ?? headerOf(request, "x-original-uri");
  return URL.parse(given ?? request.url.replace(/^[^?]*/, ""), site) ?? new URL(site);
}

function headerOf({ headers }: FastifyRequest, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : null;
}
