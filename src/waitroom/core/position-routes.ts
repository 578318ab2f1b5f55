// What visitors do: join, ask how it goes, start, leave. Asking is a heartbeat.

import type { FastifyReply, FastifyRequest } from "fastify";
import { actorOf, isStaff, requireScope } from "../../http/access.ts";
import type { App } from "../../http/app.ts";
import { holderRead, organisationOf, type OnTicket } from "../../http/holder.ts";
import { keyOf } from "../../http/idempotency.ts";
import { tellRateLimit, type RateLimit } from "../../http/rate-limit.ts";
import { idParams, problems } from "../../http/schemas.ts";
import { approximateNow } from "../../infra/clock.ts";
import { refuse } from "../refusals.ts";
import { claimedPriority } from "./priority-proof.ts";
import type { Room } from "./rooms.ts";
import type { WaitroomRouteDeps } from "../routes.ts";
import type { Act } from "./rules.ts";
import * as schemas from "../schemas.ts";
import { closedView } from "./view.ts";

const tags = ["Waiting room positions"];
const response = { 200: schemas.position, ...problems };
/** Shorter ones can be guessed, and somebody who repeats one would get its place. */
const minForSecret = 16;
const placeCookieSeconds = 24 * 60 * 60;

const acts: Record<
  Act,
  { summary: string; description: string; access: "holder" | "waitroom:operate" }
> = {
  start: {
    summary: "Go in",
    description: "Redeems the pass: ADMITTED becomes ACTIVE. The holder's secret is enough.",
    access: "holder",
  },
  complete: {
    summary: "Done; the place is free for the next",
    description: "ACTIVE becomes COMPLETED.",
    access: "holder",
  },
  cancel: {
    summary: "Leave the queue",
    description: "WAITING or ADMITTED becomes EXPIRED with the reason CANCELLED.",
    access: "holder",
  },
  terminate: {
    summary: "Send somebody away",
    description:
      "EXPIRED with the reason TERMINATED. A place whose session cookie is still good is free when that " +
      "has run out, a minute at most.",
    access: "waitroom:operate",
  },
};

export const placeCookie = (room: Pick<Room, "id">) => `tk_place_${room.id}`;

export function positionRoutes(app: App, deps: WaitroomRouteDeps): void {
  const { rooms, service, secrets, clock, guard, countTicketRead, publicUrl } = deps;

  app.post(
    "/v1/rooms/:id/positions",
    {
      config: { access: "public", ownLimit: true },
      schema: {
        tags,
        summary: "Join a waiting room",
        description: "200 when this session has a place already. Open to everybody.",
        params: idParams,
        body: schemas.joining,
        response: { 200: schemas.joined, 201: schemas.joined, ...problems },
      },
    },
    async (request, reply) => {
      const room = await rooms.anyRoom(request.params.id);
      const staff = isStaff(request.caller) ? request.caller : null;
      if (staff) {
        requireScope(staff, "waitroom:operate");
        await rooms.room(staff.orgId, room.id);
      } else {
        const tell = (counted: Omit<RateLimit, "windowSeconds">) =>
          tellRateLimit(reply, { ...counted, windowSeconds: 60 });
        await guard.check(room, request.network, request.body?.challenge, tell);
      }
      const body = request.body ?? {};
      const place = placeOf(request, room, body.place);
      // Asked again after a lost answer, it is the same place.
      const { key } = keyOf(request, "joinRoom");
      const sessionId = body.sessionId ?? (place === undefined ? key : undefined);
      const now = approximateNow(clock);
      const priority =
        body.claim !== undefined
          ? await claimedPriority(secrets, room, sessionId, body.claim, now)
          : staff
            ? (body.priority ?? 0)
            : 0;
      const { metadata, returnTo, bind } = body;
      const visitor = {
        sessionId,
        place,
        priority,
        metadata,
        address: staff ? null : request.network,
      };
      const { view, isNew, knewPlace } = await service.join(room, visitor, { returnTo, bind });
      const isSafe = isNew || staff || knewPlace || (sessionId?.length ?? 99) >= minForSecret;
      const secret = isSafe ? secrets.ticketSecret(room.orgId, view.id) : null;
      if (!staff && isSafe) setPlace(reply, room, view.place);
      const shown = isSafe ? view : closedView(view);
      return reply.code(isNew ? 201 : 200).send({ ...shown, secret });
    },
  );

  app.get(
    "/v1/rooms/:id/challenge",
    {
      config: { access: "public" },
      schema: {
        tags,
        summary: "The work to do before joining",
        description:
          "For rooms with `challengeBits`; the refusal CHALLENGE_NEEDED brings one, too. Send it with " +
          "the nonce as `challenge` when joining, from the same address.",
        params: idParams,
        response: { 200: schemas.challenge, ...problems },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return guard.challengeFor(await rooms.anyRoom(request.params.id), request.network);
    },
  );

  app.get(
    "/v1/positions/:id",
    {
      config: { access: "holder" },
      schema: {
        tags,
        summary: "A position as it is now",
        description: "Counts as a heartbeat when the holder asks.",
        params: idParams,
        querystring: schemas.looking,
        response,
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "waitroom:read", countTicketRead);
      const { room, beat, place } = await found(request, orgId);
      const view = await service.look(room, request.params.id, { beat, place }, request.query);
      if (beat) {
        setPlace(reply, room, view.place);
        return view;
      }
      return { ...closedView(view), metadata: await metadataOf(room, view.id) };
    },
  );

  app.post(
    "/v1/positions/:id/heartbeat",
    {
      config: { access: "holder", ownLimit: true },
      schema: {
        tags,
        summary: "Still here",
        params: idParams,
        body: schemas.beating,
        response,
      },
    },
    async (request, reply) => {
      const orgId = await holderRead(request, reply, "waitroom:operate", countTicketRead);
      const { room, place } = await found(request, orgId, request.body?.place);
      const view = await service.look(room, request.params.id, { beat: true, place });
      if (isStaff(request.caller)) return closedView(view);
      setPlace(reply, room, view.place);
      return view;
    },
  );

  for (const [act, { summary, description, access }] of Object.entries(acts) as [
    Act,
    (typeof acts)[Act],
  ][]) {
    app.post(
      `/v1/positions/:id/${act}`,
      {
        config: { access, ownLimit: true },
        schema: { tags, summary, description, params: idParams, body: schemas.starting, response },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!isStaff(request.caller)) await countTicketRead(request, reply, id);
        const orgId = organisationOf(request, "waitroom:operate");
        const { room, place } = await found(request, orgId, request.body?.place);
        const pass = request.body?.pass;
        if (act === "start" && pass !== undefined) {
          const { position } = await service.readPass(room, pass);
          if (position.id !== id) throw refuse("PASS_INVALID", "The pass is for another session");
        }
        const view = await service.act(room, id, act, actorOf(request.caller), place);
        return isStaff(request.caller) ? closedView(view) : view;
      },
    );
  }

  async function found(request: OnTicket, orgId: string, given?: string) {
    const room = await rooms.ofPosition(request.params.id);
    if (room.orgId !== orgId) throw refuse("NOT_FOUND", "There is no such position");
    const beat = !isStaff(request.caller);
    return { room, beat, place: beat ? placeOf(request, room, given) : undefined };
  }

  const metadataOf = (room: Room, id: string) => service.metadataOf(room, id);

  function setPlace(reply: FastifyReply, room: Room, place: string | null): void {
    if (place === null) return;
    void reply.setCookie(placeCookie(room), place, {
      httpOnly: true,
      sameSite: "lax",
      secure: publicUrl.startsWith("https:"),
      path: "/",
      maxAge: placeCookieSeconds,
    });
  }
}

function placeOf(request: FastifyRequest, room: Room, given?: string): string | undefined {
  return given ?? request.cookies[placeCookie(room)];
}
