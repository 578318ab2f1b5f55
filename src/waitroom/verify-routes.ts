// One question for a proxy such as nginx (auth_request): may this visitor pass? A session that is good
// for half a minute more is let through without asking the store.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { idParams, nothing, problems } from "../http/schemas.ts";
import { approximateNow } from "../infra/clock.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Room } from "./rooms.ts";
import type { WaitroomRouteDeps } from "./routes.ts";
import { passParameter, type SessionView } from "./service.ts";

const renewBeforeMs = 30_000;

export const sessionCookie = (room: Pick<Room, "id">) => `tk_session_${room.id}`;

export function verifyRoutes(app: App, { rooms, service, clock }: WaitroomRouteDeps): void {
  app.get(
    "/v1/rooms/:id/verify",
    {
      config: { access: "public", ownLimit: true },
      schema: {
        tags: ["Waiting room gate"],
        summary: "May this visitor pass?",
        description:
          "204 with a good session cookie, or a pass in `tk_pass` (of this query or of X-Original-URI), " +
          "which is redeemed. A new or renewed session comes as Set-Cookie. Else 401.",
        params: idParams,
        response: { 204: nothing, ...problems },
      },
    },
    async (request, reply) => {
      const room = await rooms.anyRoom(request.params.id);
      reply.header("cache-control", "no-store");
      const pass = passIn(request);
      const cookie = request.cookies[sessionCookie(room)];
      const session = cookie === undefined ? null : await service.readSession(room, cookie);
      const leftMs = session ? session.expiresAt - approximateNow(clock) : 0;
      if (session?.isCurrent && leftMs > renewBeforeMs) return reply.code(204).send(null);
      if (session) {
        const renewed = await service.renew(room, cookie!).catch(nullIfOver);
        if (renewed) return letIn(reply, room, renewed);
      }
      if (pass === null) throw refuse("UNAUTHENTICATED", "Neither a session nor a pass");
      return letIn(reply, room, await service.redeem(room, pass));
    },
  );
}

function letIn(reply: FastifyReply, room: Room, { session, sessionEndsAt }: SessionView) {
  const secure = room.settings.targetUrl.startsWith("https:");
  const expires = new Date(sessionEndsAt);
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure, expires } as const;
  void reply.setCookie(sessionCookie(room), session, options);
  return reply.code(204).send(null);
}

function passIn(request: FastifyRequest): string | null {
  const original = request.headers["x-original-uri"];
  const asked = [request.url, typeof original === "string" ? original : ""];
  for (const address of asked) {
    const pass = URL.parse(address, "http://any")?.searchParams.get(passParameter);
    if (pass) return pass;
  }
  return null;
}

function nullIfOver(error: unknown): null {
  const { code } = error as { code?: string };
  if (code === "SESSION_ENDED") return null;
  throw error;
}
